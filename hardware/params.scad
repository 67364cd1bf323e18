// Everything one may want to change, in millimetres. tray.scad and arm.scad include this file.

inside = 180;            // the felt is a square of this size
wall = 4;
floor_thickness = 3;
rim = 32;                // how high the walls stand: dice must not jump out
corner = 10;

bay = 74;                // the electronics bay in front of the dice
lid_thickness = 2;
reader_window = 1.2;     // thin plastic over the card reader

button_hole = 16.2;      // a common 16 mm push button with a lamp
button_gap = 34;
status_hole = 5.2;       // a 5 mm LED
reader_size = [43, 41];  // the usual red PN532 board
usb_hole = [13, 9];

mast = 16;               // mast and boom: a round wooden rod or an aluminium tube
play = 0.4;              // how much wider a hole is than what goes into it
socket_depth = 40;
camera_height = 280;     // lens above the felt, see camera-height.md

ring_outer = 86;         // measure your ring: 24-LED rings come with 66 and with 86 mm
ring_inner = 70;
camera_board = [25, 24]; // Raspberry Pi camera module
camera_holes = [21, 12.5];
lens_hole = 12;
usb_camera = false;      // true: a plate with a 1/4 inch screw hole for a USB camera

// From the mast's axis to the middle of the felt, which is where the lens must hang.
reach = inside / 2 + 1.5 * wall + mast / 2;

$fn = 48;
