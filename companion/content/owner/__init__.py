"""What the owner of a box states about it: values over ours, cards and scenarios of their own."""
