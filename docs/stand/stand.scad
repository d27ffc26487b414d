// The stand of the box: a camera straight above the middle of the tray, on a post that stands beside it.
//
//     openscad -D 'part="base"' -o base.stl stand.scad      (or "lid", "elbow", "head", "plate")
//     openscad -D camera_height=450 -o stand.echo stand.scad
//
// The second writes what to saw, how long the camera's cable must be, and how firmly the stand stands.
// All sizes are in mm and g. The table is z = 0, the middle of the tray x = y = 0, the post stands at positive x.
//
// Post and arm are a bought square tube of aluminium, sawn once. A printer's bed is some 200 mm wide, so a printed post
// would be of three pieces with two joints, and bend more than ten times as much; a round tube would turn in its sockets.

/* [What yours is] */
part = "assembly";  // "assembly", "parts", or one to print: "base", "lid", "elbow", "head", "plate"
camera_height = 510;  // from the table to the front of the lens
camera = "module 2";  // or "module 3", "module 3 wide", "hq": each has a height of its own
tray = 400;  // the side of the tray
tilt = 0;  // degrees by which the camera looks back to the post

/* [What you buy] */
rod = 20;  // the side of the square tube
rod_wall = 1.5;  // of a square bar of wood: half of its side
rod_density = 0.0027;  // aluminium; wood 0.0006
display = [23, 12, 28, 28];  // of a 0.96" OLED: its window, its board; of a 1.3" one [31, 17, 36, 34]
button_hole = 12.2;
knob_hole = 0;  // of a rotary encoder: 7.2
ballast = 800;  // sand in a bag, small stones or nuts

/* [How it is printed] */
bed = 220;
plastic = 0.00124;  // PLA
solid = 0.8;  // of the walls' volume
fit = 0.25;  // room round the rod; what is left over, a turn of tape takes up
firm = 1.5;  // N: what the camera must at least bear from the side before the stand tips

/* [The rest follows] */
$fn = 32;
side = 200;  // of the base
gap = 5;  // between tray and base
wall = 2.8;
slope = 10;  // degrees of the lid
low = 40;  // height of the base's front edge, under the lid
hole = rod + 2 * fit;
block = hole + 2 * 10;  // a socket from outside: in its walls are screws with nuts, M4
post_at = 140;  // from the base's front edge to the middle of the post
deep = 98;  // of the base's socket, which ends above the lid
ballast_from = 106;  // where the room for it begins, and how high it is
ballast_high = 46;
front = tray / 2 + gap;
post_x = front + post_at;
lid_thick = 3;
thin = 0.01;

elbow_deep = 45;
elbow_long = 70;
elbow_wall = 5;
head_long = 32;
ear = 5;
tongue = 8;
hinge = 14;  // from the head's lower side to the bolt
hang = 12;  // from the bolt to the plate
plate_thick = 3;
spacer = 5;

// Of the published mechanical drawings: board, holes (x along the short side, from the lens, away from the cable), the
// holes' width in the spacer, mass with lens, length of the lens.
module_2 = [[25, 24], [[0, 10.5], [-12.5, 10.5], [0, -10.5], [-12.5, -10.5]], 1.7, 4, 5];
hq = [[38, 38], [[15, 15], [-15, 15], [15, -15], [-15, -15]], 2.2, 85, 35];
cameras = [["module 2", module_2], ["module 3", module_2], ["module 3 wide", module_2], ["hq", hq]];
known = [for (one = cameras) if (one[0] == camera) one[1]];
assert(len(known) == 1, str("camera = \"", camera, "\" is unknown: use one of ", [for (one = cameras) one[0]]));
board = known[0][0];
board_x = board[0] == 25 ? -2.5 : 0;  // the middle of the board, from the lens

head_low = hole / 2 + 6;  // from the arm's middle to the head's lower side
arm_z = camera_height + known[0][4] + 1 + spacer + plate_thick + hang + hinge + head_low;
post_top = arm_z - hole / 2 - elbow_wall;
post_long = post_top - wall;
arm_back = post_x + block / 2;
arm_long = arm_back + head_long / 2 + 10;
cable = 120 + arm_z - low + post_x;  // with some room to move

// How firmly it stands: volumes by formula (the tests hold them against those of the meshes), the overhanging ones in full.
function rise(u) = low + u * tan(slope);
rod_area = rod * rod - pow(max(0, rod - 2 * rod_wall), 2);
base_volume = side * side * wall + 2 * (side - 2 * wall) * wall * rise(side / 2) + side * wall * (rise(0) + rise(side))
    + (deep - wall) * (block * block - hole * hole) + (side - 2 * wall) * 2.4 * ballast_high;
lid_volume = (side * side / cos(slope) - block * (side - post_at)) * lid_thick;
elbow_volume = elbow_deep * (block * block - hole * hole) + elbow_wall * block * block
    + elbow_long * (block * (hole + 10) - hole * hole);
head_volume = head_long * (block * (head_low + hole / 2 + 10) - hole * hole) + 2 * ear * 16 * (hinge + 8);
plate_volume = (board[0] + 6) * (board[1] + 6) * plate_thick + tongue * 16 * (hang + 4);
masses = [  // each with where its middle is
    [plastic * solid * base_volume, front + side * 0.55],
    [plastic * solid * lid_volume, front + side / 2],
    [ballast, front + (ballast_from + side) / 2],
    [rod_density * rod_area * post_long, post_x],
    [plastic * elbow_volume, arm_back - elbow_long / 2],
    [rod_density * rod_area * arm_long, arm_back - arm_long / 2],
    [plastic * (head_volume + plate_volume) + known[0][3] + 20, 0],  // with screws and cable
];
function sum(list, at = 0) = at < len(list) ? list[at] + sum(list, at + 1) : 0;
mass = sum([for (one = masses) one[0]]);
middle = sum([for (one = masses) one[0] * one[1]]) / mass;
margin = min(middle - front, front + side - middle, side / 2);
tips_at = mass / 1000 * 9.81 * margin / arm_z;
room = ballast_high * ((side - 2 * wall) * (side - ballast_from - wall - 2.4) - block * block);
sand = 0.0014 * room;
echo(saw_post = post_long, saw_arm = arm_long, rods_of_1_m = post_long + arm_long <= 1000 ? 1 : 2, cable_at_least = cable);
echo(mass = mass, middle_inside_the_base_by = margin, tips_at_N = tips_at, room_for_sand = sand);
echo(volumes = [base_volume, lid_volume, elbow_volume, head_volume, plate_volume]);
assert(ballast <= 3 * sand, str("There is room for ", round(sand), " g of sand, or three times as much steel."));
assert(margin >= 40 && tips_at >= firm, str("This stand tips too easily (at ", tips_at, " N): put more ballast into it."));
assert(max(side / cos(slope), elbow_deep + elbow_wall + hole + 10) <= bed, "The bed is too small.");

// The room for a screw that presses on a rod, along x from the rod's side, and for its nut, pushed in along y.
module screw() {
    translate([hole / 2, 0, 0]) rotate([0, 90, 0]) cylinder(d = 4.4, h = 11);
    translate([hole / 2 + 3.2, -4.1, -3.65]) cube([3.6, 60, 7.3]);
}

// Two of them press a post into a corner of its socket, which stands at the origin.
module screws(z) {
    translate([0, 0, z]) screw();
    translate([0, 0, z]) rotate([0, 0, 90]) screw();
}

// The base's outline from the side, smaller by `inset`, along y.
module wedge(inset, bottom) {
    translate([0, side / 2 - inset, 0]) rotate([90, 0, 0]) linear_extrude(side - 2 * inset)
        polygon([[inset, bottom], [side - inset, bottom], [side - inset, rise(side - inset)], [inset, rise(inset)]]);
}

// Frame of the lid: its lower edge is the y axis, z is across its plane.
module on_lid() {
    translate([0, 0, low]) rotate([0, -slope, 0]) children();
}

module at_corners() {
    for (u = [7, side / cos(slope) - 7], y = [-1, 1]) translate([u, y * (side / 2 - 7), 0]) children();
}

// Where the holes of a Pi 4 or 5 are: its USB sockets at the wall y = side / 2, its header to the tray.
pi = [16, side / 2 - 91];
module at_pi_holes() {
    for (u = [3.5, 52.5], y = [3.5, 61.5]) translate([pi[0] + u, pi[1] + y, 0]) children();
}

module base() {
    difference() {
        union() {
            difference() {
                wedge(0, 0);
                translate([0, 0, thin]) wedge(wall, wall);
            }
            intersection() {
                wedge(0, 0);
                union() {
                    translate([ballast_from, -side / 2, 0]) cube([2.4, side, wall + ballast_high]);
                    for (u = [0, side - 14], y = [-side / 2, side / 2 - 14]) translate([u, y, 0]) cube([14, 14, 100]);
                    at_pi_holes() cylinder(d = 6, h = wall + 6);
                }
            }
            translate([post_at - block / 2, -block / 2, 0]) cube([block, block, deep]);
        }
        translate([post_at, 0, 0]) {
            translate([-hole / 2, -hole / 2, wall]) cube([hole, hole, 100]);
            screws(deep - 12);
        }
        on_lid() at_corners() translate([0, 0, -14]) cylinder(d = 2.6, h = 20);
        at_pi_holes() translate([0, 0, wall]) cylinder(d = 2.2, h = 7);
        translate([pi[0] - 1, side / 2 - 10, wall + 5]) cube([58, 20, 22]);  // USB, network
        translate([pi[0] + 66, side / 2 - 10, wall + 5]) cube([15, 20, 10]);  // power
        for (u = [20 : 12 : 90]) translate([u, -side / 2 - 1, wall + 5]) cube([3, 20, 18]);  // air
    }
}

module lid_in_place() {
    difference() {
        on_lid() translate([0, -side / 2, 0]) cube([side / cos(slope), side, lid_thick]);
        translate([post_at - block / 2 - 6, -block / 2 - 1, 0]) cube([side, block + 2, 200]);  // post and cable
        on_lid() {
            at_corners() translate([0, 0, -1]) cylinder(d = 3.4, h = 10);
            translate([96, -52, -1]) buttons_and_knob();
            translate([96, 50, 0]) window();
            for (y = [20 : 8 : 84]) translate([30, y, -1]) cube([32, 3, 10]);  // air above the Pi
            for (at = [-12 : 4 : 12]) translate([150 + at, -60, -1]) cylinder(d = 2.4, h = 10);  // the buzzer's sound
        }
    }
    on_lid() translate([96, 50, 0]) for (y = [-1, 1]) translate([0, y * (display[2] / 2 + 5), -6]) difference() {
        translate([-4, -4, 0]) cube([8, 8, 6 + thin]);
        translate([0, 0, -1]) cylinder(d = 2.2, h = 7);  // for the strip that holds the display
    }
}

module buttons_and_knob() {
    for (at = [-1.5 : 1.5]) translate([-20, at * 24, 0]) cylinder(d = button_hole, h = 10);
    if (knob_hole > 0) translate([18, 0, 0]) cylinder(d = knob_hole, h = 10);
}

// The display lies in a recess from below, its picture behind the window.
module window() {
    translate([-display[1] / 2, -display[0] / 2, -1]) cube([display[1], display[0], 10]);
    translate([-display[3] / 2, -display[2] / 2, -1]) cube([display[3], display[2], 1 + 1.2]);
}

module elbow() {  // the post's middle at x = 0, its end at z = 0
    difference() {
        union() {
            translate([-block / 2, -block / 2, -elbow_deep]) cube([block, block, elbow_deep + elbow_wall]);
            translate([block / 2 - elbow_long, -block / 2, 0]) cube([elbow_long, block, elbow_wall + hole + 10]);
        }
        translate([-hole / 2, -hole / 2, -elbow_deep - 1]) cube([hole, hole, elbow_deep + 1]);
        translate([-100, -hole / 2, elbow_wall]) cube([200, hole, hole]);
        screws(-elbow_deep + 14);
        for (x = [-elbow_long + block / 2 + 14, block / 2 - 14])
            translate([x, 0, elbow_wall + hole / 2]) rotate([0, -90, 0]) screw();
    }
}

module head() {  // the arm's middle at the origin, the arm along x
    difference() {
        union() {
            translate([-head_long / 2, -block / 2, -head_low]) cube([head_long, block, head_low + hole / 2 + 10]);
            for (y = [-1, 1]) translate([-8, y * (tongue / 2 + 0.2 + ear / 2) - ear / 2, -head_low - hinge - 8])
                cube([16, ear, hinge + 8 + thin]);
        }
        translate([-100, -hole / 2, -hole / 2]) cube([200, hole, hole]);
        rotate([0, -90, 0]) screw();
        translate([0, 0, -head_low - hinge]) rotate([90, 0, 0]) cylinder(d = 4.4, h = 100, center = true);
    }
}

module plate() {  // the bolt at the origin, the lens straight below
    top = -hang;
    difference() {
        union() {
            translate([board_x - board[1] / 2 - 3, -board[0] / 2 - 3, top - plate_thick])
                cube([board[1] + 6, board[0] + 6, plate_thick]);
            translate([-8, -tongue / 2, top - thin]) cube([16, tongue, hang]);
            rotate([90, 0, 0]) cylinder(r = 8, h = tongue, center = true);
            for (at = known[0][1]) translate([at[0], at[1], top - plate_thick - spacer]) cylinder(d = 5, h = spacer + thin);
        }
        rotate([90, 0, 0]) cylinder(d = 4.4, h = 100, center = true);
        for (at = known[0][1]) translate([at[0], at[1], top - plate_thick - spacer - 1]) cylinder(d = known[0][2], h = spacer + plate_thick);
    }
}

module rods() {
    color("silver") {
        translate([post_x - rod / 2, -rod / 2, wall]) cube([rod, rod, post_long]);
        translate([arm_back - arm_long, -rod / 2, arm_z - rod / 2]) cube([arm_long, rod, rod]);
    }
}

module assembly() {
    color("tan") translate([-tray / 2, -tray / 2, 0]) cube([tray, tray, 8]);
    color("seagreen") translate([-150, -150, 8]) cube([300, 300, 1]);
    rods();
    translate([front, 0, 0]) {
        color("steelblue") base();
        color("lightsteelblue") lid_in_place();
        color("black") on_lid() translate([96, 50, 1]) cube([display[1], display[0], 1], center = true);
        on_lid() for (at = [0 : 3]) color(["green", "gold", "red", "royalblue"][at])
            translate([76, -52 + (at - 1.5) * 24, 0]) cylinder(d = 11, h = 9);
    }
    color("orange") translate([post_x, 0, post_top]) elbow();
    translate([0, 0, arm_z]) {
        color("orange") head();
        translate([0, 0, -head_low - hinge]) rotate([0, -tilt, 0]) {
            color("gold") plate();
            translate([0, 0, -hang - plate_thick - spacer - 1]) {
                color("darkgreen") translate([board_x - board[1] / 2, -board[0] / 2, 0]) cube([board[1], board[0], 1]);
                color("black") translate([0, 0, -known[0][4]]) cylinder(d = board[0] / 3, h = known[0][4]);
            }
        }
    }
}

// Each part as it lies on the bed of a printer.
module printed(name) {
    if (name == "base") base();
    if (name == "lid")
        translate([0, 0, lid_thick]) rotate([180, 0, 0]) rotate([0, slope, 0]) translate([0, 0, -low])
            lid_in_place();
    if (name == "elbow") translate([0, 0, block / 2]) rotate([90, 0, 0]) elbow();
    if (name == "head") translate([0, 0, head_long / 2]) rotate([0, 90, 0]) head();
    if (name == "plate") translate([0, 0, board[0] / 2 + 3]) rotate([90, 0, 0]) plate();
}

if (part == "assembly") assembly();
else if (part == "parts") {
    printed("base");
    translate([230, 0, 0]) printed("lid");
    translate([495, 20, 0]) printed("elbow");
    translate([570, 20, 0]) printed("head");
    translate([635, 20, 0]) printed("plate");
} else printed(part);
