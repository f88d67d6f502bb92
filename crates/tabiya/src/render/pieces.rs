//! The pieces: our own drawings, one per role, on a square of 100 units with the floor at the bottom.
//!
//! A white and a black piece share their shape and differ in paint. All but the knight are
//! symmetric about the line x = 50; king and queen share collar and skirt, and all six share the foot.

use crate::Role;

/// A piece as layers of SVG path data, painted in this order.
pub(super) struct Shape {
    /// Filled and outlined: the silhouette, and what stands on top of it.
    pub body: &'static str,
    /// Stroked: rings, folds, the bishop's cut.
    pub lines: &'static str,
    /// Filled in the colour of the lines: the knight's eye and nostril.
    pub dots: &'static str,
}

/// The drawing of a role.
pub(super) fn shape(role: Role) -> &'static Shape {
    match role {
        Role::Pawn => &PAWN,
        Role::Knight => &KNIGHT,
        Role::Bishop => &BISHOP,
        Role::Rook => &ROOK,
        Role::Queen => &QUEEN,
        Role::King => &KING,
    }
}

/// A ball on a collar and a wide skirt.
static PAWN: Shape = Shape {
    body: "M50 21C42 21 36.5 27 36.5 34C36.5 38.5 38.5 42 41.5 44.3C37.5 45 35.5 46.5 35.5 48.3\
           C35.5 50.5 38 51.3 42.5 51.3C42 61 38.5 69 32 74C29 76 25.5 78 25.5 81\
           C22 82 20 84.5 20 87.5C20 89.5 21 90.5 23 90.5L50 90.5L77 90.5C79 90.5 80 89.5 80 87.5\
           C80 84.5 78 82 74.5 81C74.5 78 71 76 68 74C61.5 69 58 61 57.5 51.3\
           C62 51.3 64.5 50.5 64.5 48.3C64.5 46.5 62.5 45 58.5 44.3C61.5 42 63.5 38.5 63.5 34\
           C63.5 27 58 21 50 21Z",
    lines: "M27.5 81H72.5M44 51.3H56",
    dots: "",
};

/// A tower with three merlons.
static ROOK: Shape = Shape {
    body: "M50 18L44.5 18L44.5 24L37 24L37 18L27 18L27 30.5C27 33 35 35.5 35.5 38.5\
           C36 50 35.5 63 32 74C29 76 25.5 78 25.5 81C22 82 20 84.5 20 87.5\
           C20 89.5 21 90.5 23 90.5L50 90.5L77 90.5C79 90.5 80 89.5 80 87.5C80 84.5 78 82 74.5 81\
           C74.5 78 71 76 68 74C64.5 63 64 50 64.5 38.5C65 35.5 73 33 73 30.5L73 18L63 18L63 24\
           L55.5 24L55.5 18L50 18Z",
    lines: "M27.5 81H72.5M30.5 32H69.5M37.5 39H62.5M34.5 73H65.5",
    dots: "",
};

/// A mitre with its cut.
static BISHOP: Shape = Shape {
    body: "M50 9C46.5 9 44.5 11.3 44.5 13.8C44.5 15.6 45.5 17 46.8 18C39 24 33.5 33 33.5 41\
           C33.5 47 36.5 50.5 39.5 53C36.5 53.8 34.5 55.2 34.5 57C34.5 59 37.5 59.8 41.5 59.8\
           C41 66 38 71 32 74C29 76 25.5 78 25.5 81C22 82 20 84.5 20 87.5C20 89.5 21 90.5 23 90.5\
           L50 90.5L77 90.5C79 90.5 80 89.5 80 87.5C80 84.5 78 82 74.5 81C74.5 78 71 76 68 74\
           C62 71 59 66 58.5 59.8C62.5 59.8 65.5 59 65.5 57C65.5 55.2 63.5 53.8 60.5 53\
           C63.5 50.5 66.5 47 66.5 41C66.5 33 61 24 53.2 18C54.5 17 55.5 15.6 55.5 13.8\
           C55.5 11.3 53.5 9 50 9Z",
    lines: "M27.5 81H72.5M41.5 53H58.5M43.5 59.8H56.5M57.5 26L49.5 37.5",
    dots: "",
};

/// An open crown with five pearls.
static QUEEN: Shape = Shape {
    body: "M50 26L43.8 46L33.5 24L32.5 47.5L18 32.5C24 45 30 51 35.5 60.3C34.5 60.6 33 62 33 64\
           C33 66 34.5 67.4 38 67.8C37 70.5 35 72.8 32 75C29 76 25.5 78 25.5 81\
           C22 82 20 84.5 20 87.5C20 89.5 21 90.5 23 90.5L50 90.5L77 90.5C79 90.5 80 89.5 80 87.5\
           C80 84.5 78 82 74.5 81C74.5 78 71 76 68 75C65 72.8 63 70.5 62 67.8\
           C65.5 67.4 67 66 67 64C67 62 65.5 60.6 64.5 60.3C70 51 76 45 82 32.5L67.5 47.5L66.5 24\
           L56.2 46L50 26ZM45.2 20a4.8 4.8 0 1 0 9.6 0a4.8 4.8 0 1 0 -9.6 0ZM28 18.5\
           a4.8 4.8 0 1 0 9.6 0a4.8 4.8 0 1 0 -9.6 0ZM10.7 28a4.8 4.8 0 1 0 9.6 0\
           a4.8 4.8 0 1 0 -9.6 0ZM62.4 18.5a4.8 4.8 0 1 0 9.6 0a4.8 4.8 0 1 0 -9.6 0ZM79.7 28\
           a4.8 4.8 0 1 0 9.6 0a4.8 4.8 0 1 0 -9.6 0Z",
    lines: "M27.5 81H72.5M36.5 60.3H63.5M39 67.8H61",
    dots: "",
};

/// A closed crown under a cross.
static KING: Shape = Shape {
    body: "M46.8 27V19.2H41.3V13.2H46.8V7.5H53.2V13.2H58.7V19.2H53.2V27ZM50 26.5\
           C42 26.5 34.5 29.5 31.5 34C26 34 23.5 35.5 24 38.5C26 47 31 54 35.5 60.3\
           C34.5 60.6 33 62 33 64C33 66 34.5 67.4 38 67.8C37 70.5 35 72.8 32 75\
           C29 76 25.5 78 25.5 81C22 82 20 84.5 20 87.5C20 89.5 21 90.5 23 90.5L50 90.5L77 90.5\
           C79 90.5 80 89.5 80 87.5C80 84.5 78 82 74.5 81C74.5 78 71 76 68 75\
           C65 72.8 63 70.5 62 67.8C65.5 67.4 67 66 67 64C67 62 65.5 60.6 64.5 60.3\
           C69 54 74 47 76 38.5C76.5 35.5 74 34 68.5 34C65.5 29.5 58 26.5 50 26.5Z",
    lines: "M27.5 81H72.5M36.5 60.3H63.5M39 67.8H61M33 34H67M26.2 41.2H73.8",
    dots: "",
};

/// A horse's head looking left, with mane, eye and mouth.
static KNIGHT: Shape = Shape {
    body: "M31 74C30 62 44 58 46.5 48C41 52 36 52.5 31.5 56C28.5 58.5 26.5 61.5 23.5 61\
           C18 60 15.5 55 17 50.5C19 45.5 24.5 39 27.5 32C29 28 31 24.5 34.5 22\
           C34 18 34.5 13 37 9.5C40.5 12 43 15 44.5 18.5C64 20 77 38 76 62C75.8 67 74 71 71 74\
           C73 76 74.5 78 74.5 81C78 82 80 84.5 80 87.5C80 89.5 79 90.5 77 90.5L23 90.5\
           C21 90.5 20 89.5 20 87.5C20 84.5 22 82 25.5 81C25.5 78 28 76 31 74Z",
    lines: "M27.5 81H72.5M46.5 48C49 46 50 42 50 39M45.5 21C47 27 62 28 66 50C67.5 60 67 68 64 74\
           M33 74.3H69M24 57.2C25.5 57 27 56 28.2 54.6",
    dots: "M33.2 33.5A2.6 2.6 0 1 0 38.4 33.5A2.6 2.6 0 1 0 33.2 33.5ZM21 53.5\
           A1.7 1.7 0 1 0 24.4 52.5A1.7 1.7 0 1 0 21 53.5Z",
};
