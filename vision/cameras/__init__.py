"""Everything that gives frames of the tray, behind one Protocol: `vision.cameras.base.Camera`."""
