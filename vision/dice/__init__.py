"""Dice in a still image: find them, read them, say whether it is certain."""
