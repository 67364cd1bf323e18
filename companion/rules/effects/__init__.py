"""What cards, tiles, squares and special rules do, as small named pieces in a registry."""
