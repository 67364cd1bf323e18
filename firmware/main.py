"""Runs when the board gets power. Ctrl-C at the prompt stops it as long as no companion is connected."""

from tray.board import main

main()
