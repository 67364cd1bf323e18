// The camera's arm: an elbow that joins mast and boom, and the head that carries camera and ring.
//   openscad -o elbow.stl -D 'part="elbow"' arm.scad
//   openscad -o head.stl  -D 'part="head"'  arm.scad
// Both commands also print how long to saw the two rods.
include <params.scad>

part = "elbow";

sleeve = mast + play + 2 * wall;
mast_grip = 45;
boom_grip = 35;
plate_thickness = 4;
sleeve_start = camera_board[1];   // behind the camera's board
plate = max(ring_outer + 8, 2 * (sleeve_start + 20));   // room for ring, and for the boom's sleeve to hold on

// The mast stands on the tray's floor and ends in the elbow, half a sleeve below the boom.
mast_length = camera_height;
boom_length = reach - sleeve / 2 - sleeve_start;
echo(mast_length = mast_length, boom_length = boom_length);
assert(reach - plate / 2 > sleeve / 2 + boom_grip, "elbow and head collide: make the felt larger or the ring smaller");

module elbow() {
  difference() {
    union() {
      cylinder(d = sleeve, h = mast_grip);
      translate([0, 0, mast_grip]) sphere(d = sleeve);
      translate([0, 0, mast_grip]) rotate([0, 90, 0]) cylinder(d = sleeve, h = boom_grip + sleeve / 2);
    }
    translate([0, 0, -1]) cylinder(d = mast + play, h = mast_grip - sleeve / 2 + 1);
    translate([sleeve / 2, 0, mast_grip]) rotate([0, 90, 0]) cylinder(d = mast + play, h = boom_grip + 1);
    translate([0, 0, 12]) screw_hole();
    translate([sleeve / 2 + boom_grip - 12, 0, mast_grip]) screw_hole();
  }
}

module screw_hole() {
  rotate([90, 0, 0]) cylinder(d = 2.8, h = sleeve);
}

module camera_place() {
  if (usb_camera) translate([0, 0, -1]) cylinder(d = 6.6, h = plate_thickness + 2);
  else {
    translate([0, 0, -1]) cylinder(d = lens_hole, h = plate_thickness + 2);
    for (x = [-1, 1]) for (y = [0, 1])
      translate([x * camera_holes[0] / 2, y * camera_holes[1], -1]) cylinder(d = 2.2, h = plate_thickness + 2);
  }
}

module along_boom() {
  translate([0, sleeve_start, sleeve / 2]) rotate([-90, 0, 0]) children();
}

module head() {
  difference() {
    union() {
      cylinder(d = plate, h = plate_thickness);
      along_boom() cylinder(d = sleeve, h = plate / 2 - sleeve_start);
    }
    along_boom() translate([0, 0, -1]) cylinder(d = mast + play, h = plate);
    // the ring lies in a groove on the underside
    translate([0, 0, -1]) difference() {
      cylinder(d = ring_outer + 2 * play, h = 3);
      translate([0, 0, -1]) cylinder(d = ring_inner - 2 * play, h = 5);
    }
    // its three wires come up here
    translate([0, -(ring_outer + ring_inner) / 4, -1]) cylinder(d = 5, h = plate_thickness + 2);
    camera_place();
    translate([0, sleeve_start + 10, sleeve / 2]) cylinder(d = 2.8, h = sleeve);
  }
}

if (part == "elbow") elbow();
if (part == "head") head();
