"""Trains the network that reads digits on cards."""
