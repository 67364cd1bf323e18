"""The game, pure: state, legal actions, refusals with rule ids, outcomes. No I/O, no clock, no random numbers."""
