"""Firmware of the dice tray. The protocol it speaks is described in PROTOCOL.md."""

FIRMWARE = "1.1.0"
PROTOCOL = 1
