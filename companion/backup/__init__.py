"""Backups of a data folder: one file with everything that is worth keeping, and the way back."""
