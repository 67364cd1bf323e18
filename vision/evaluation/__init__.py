"""Measures what vision can do: benches, trials and scores. None of it is in the wheel."""
