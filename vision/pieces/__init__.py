"""Pieces known by their own faces: taught once from an image, known again in others. Of no game in particular."""
