"""Words on printed pieces: lines of text in an image, and which of the names that are known they are."""
