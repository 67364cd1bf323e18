"""Our own cards, drawn in many faces, laid on a table and photographed."""
