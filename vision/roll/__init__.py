"""From frames to rolls: when dice have come to rest, what they show, and whether that is a new roll."""
