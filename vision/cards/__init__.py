"""Numbers from a photo of a warrior or demon card."""
