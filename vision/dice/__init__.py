"""Dice in a still picture: find them, read them, say whether it is certain."""
