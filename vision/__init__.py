"""Images to readings. Knows nothing of the game."""

import os

# onnxruntime sends what it does to its maker unless it is told not to before it is loaded. Nothing leaves this machine.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
