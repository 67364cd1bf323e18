"""Tags: small QR labels on tiles, cards and figures; their grammar, reading, layout and printing."""
