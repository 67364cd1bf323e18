"""Trains the networks that read dice."""
