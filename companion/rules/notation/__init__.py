"""The referee's notation: actions as verbs, states as text. Both round-trip."""
