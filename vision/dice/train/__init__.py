"""Training of the two networks, from our renderings and openly licensed photos. Needs torch."""
