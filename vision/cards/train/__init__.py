"""Making and training the network that tells digits apart."""
