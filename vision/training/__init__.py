"""How the networks are trained. Nothing here is needed to run the companion, and none of it is in the wheel."""
