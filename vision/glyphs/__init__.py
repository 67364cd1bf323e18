"""The shapes of digits and capitals in many type faces, for drawing cards and dice on any machine."""
