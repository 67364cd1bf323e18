"""Learning this household's dice from the corrections its players make."""
