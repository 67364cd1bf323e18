"""Images of dice made by our own code: three-dimensional dice on tables and trays, deterministic by seed."""
