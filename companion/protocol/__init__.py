"""The shapes of whatever crosses a border: between table, devices, service and tablet. Data only, described once."""
