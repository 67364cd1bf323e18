"""Setting a camera up over its tray: where the tray is in the image, how large dice are, whether the image is good."""
