"""Everything that gives pictures of the tray, behind one Protocol."""
