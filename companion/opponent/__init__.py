"""Somebody to play against: decisions for either side, by the same rules and from what that seat may know.

`errands` reads from a scenario what the Humans have to do, `value` says how good a state is, `script` is a list of
priorities, `knowledge` keeps it honest, `players` are those who can be asked, `ladder` measures them.
Nothing here rolls dice of the table, reads a clock or knows where the game is played.
"""
