"""The dice tray: its serial link, its messages, and a simulated tray for playing and testing without hardware."""
