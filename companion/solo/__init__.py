"""The companion at the table: it holds the seats of the sides it plays, decides, and gives orders to the hands.

`planning` says what it does next, `driver` does it through `Table.submit`, as any player does.
"""
