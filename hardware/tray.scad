// The dice tray with the bay for the electronics, and the bay's lid.
//   openscad -o base.stl -D 'part="base"' tray.scad
//   openscad -o lid.stl  -D 'part="lid"'  tray.scad
// For a printer smaller than 200 mm: part="left" and part="right", glued along the middle.
include <params.scad>

part = "base";

outer = inside + 2 * wall;
depth = inside + bay + 3 * wall;
height = floor_thickness + rim;
mast_at = [outer / 2, depth + mast / 2 + wall / 2];
button_row = 16;
reader_at = [(inside + wall - reader_size[0]) / 2, 32];

module rounded(size, radius) {
  translate([radius, radius]) offset(r = radius) square([size[0] - 2 * radius, size[1] - 2 * radius]);
}

module at_mast() {
  translate([mast_at[0], mast_at[1], 0]) children();
}

module mast_hole() {
  translate([0, 0, floor_thickness]) cylinder(d = mast + play, h = socket_depth);
  // a 3 mm screw holds the mast
  translate([0, 0, socket_depth - 12]) rotate([-90, 0, 0]) cylinder(d = 2.8, h = mast + wall);
}

module base() {
  difference() {
    union() {
      linear_extrude(height) rounded([outer, depth], corner);
      at_mast() cylinder(d = mast + play + 2 * wall, h = socket_depth);
    }
    translate([wall, bay + 2 * wall, floor_thickness]) linear_extrude(rim + 1) rounded([inside, inside], corner / 2);
    translate([wall, wall, floor_thickness]) linear_extrude(rim + 1) rounded([inside, bay], corner / 2);
    // a ledge for the lid
    translate([wall / 2, wall / 2, height - lid_thickness]) linear_extrude(rim) rounded([inside + wall, bay + wall], corner / 2);
    translate([-1, wall + bay / 2 - usb_hole[0] / 2, floor_thickness + 4]) cube([wall + 2, usb_hole[0], usb_hole[1]]);
    // the cable of the ring leaves towards the mast, along the outside
    translate([outer - wall - 1, wall + bay / 2, floor_thickness + 8]) rotate([0, 90, 0]) cylinder(d = 7, h = wall + 2);
    at_mast() mast_hole();
  }
}

module lid() {
  difference() {
    linear_extrude(lid_thickness) rounded([inside + wall - play, bay + wall - play], corner / 2);
    for (place = [-1, 0, 1])
      translate([(inside + wall) / 2 + place * button_gap, button_row, -1]) cylinder(d = button_hole, h = lid_thickness + 2);
    translate([inside - 20, button_row, -1]) cylinder(d = status_hole, h = lid_thickness + 2);
    // sound of the buzzer
    for (hole = [0 : 4]) translate([16 + 4 * hole, button_row, -1]) cylinder(d = 2, h = lid_thickness + 2);
    // the reader sits under a thin window so that stickers are read through it
    translate([reader_at[0], reader_at[1], -1]) cube([reader_size[0], reader_size[1], lid_thickness - reader_window + 1]);
  }
}

module half(side) {
  intersection() {
    base();
    translate([side < 0 ? -50 : outer / 2, -50, -1]) cube([outer / 2 + (side < 0 ? 50 : 100), depth + 200, 300]);
  }
}

if (part == "base") base();
if (part == "lid") lid();
if (part == "left") half(-1);
if (part == "right") half(1);
