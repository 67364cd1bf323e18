"""Knowing the tray: where it is in the picture, how large dice are, whether the picture is good enough."""
