"""How tablets find the service: its addresses, its name in the network, and the Wi-Fi it is in."""
