//! Every number of the evaluation, in centipawns: `(middlegame, endgame)`.
//!
//! Written by `examples/tune_eval.rs`, which fits them to games of our own (`docs/evaluation.md`);
//! edited by hand it keeps its form.

use super::weights;

weights! {
Material VALUE "What a piece is worth: advisor, elephant, chariot, horse, cannon, pawn." = [(181, 149), (188, 153), (946, 1063), (433, 495), (453, 406), (94, 147)];
Material TOGETHER "Two own pieces side by side, kinds i <= j in that order; i = j counts from the second piece." = [
    (3, -4), (2, -26), (-6, 13), (10, 21), (12, 0), (-10, 7),
    (4, -11), (-10, 11), (-2, -5), (-16, -18), (-6, -2), (-19, -19),
    (-3, 13), (2, 8), (5, 34), (5, 11), (-5, 26), (-1, 5),
    (-19, -10), (6, 17), (-5, 2),
];
Material AGAINST "An own piece of kind i and an enemy's of kind j, i < j." = [
    (13, 9), (16, -15), (15, -1), (-36, -29), (3, 20),
    (1, -19), (13, 14), (-6, 20), (9, 28), (9, 25),
    (-1, 18), (-1, 29), (7, 11), (-2, 2), (-14, -4),
];
Material CROSSED "How many own pawns have crossed, 0 to 5, against no, one, two enemy advisors." = [
    (-11, -26), (23, 26), (31, 18), (35, 15), (40, 15), (40, 10),
    (-14, -17), (24, 22), (9, 6), (15, 7), (15, 5), (15, 5),
    (-1, 8), (9, 10), (-13, -12), (1, -2), (0, 0), (0, 0),
];
Place PLACE_CHARIOT "The chariot's point: ranks from its own side, files from the edge to the centre." = [
    (-37, -12), (-4, -1), (-4, 0), (-9, -6), (-6, 0),
    (-12, -7), (-10, -6), (6, 0), (-9, 0), (-4, 5),
    (-17, -1), (-9, 3), (-1, 5), (-4, 8), (7, 4),
    (-6, 2), (6, 9), (6, 8), (26, 14), (10, 10),
    (-2, 2), (10, 8), (18, 11), (22, 18), (12, 10),
    (-2, 5), (5, 4), (15, 16), (7, 6), (14, 17),
    (2, 9), (20, 17), (28, 15), (24, 19), (17, 15),
    (8, 9), (7, 7), (10, 11), (10, 14), (12, 9),
    (0, 2), (29, 7), (5, 2), (19, 14), (16, 12),
    (-9, -5), (19, 6), (3, 1), (10, 4), (8, 6),
];
Place PLACE_HORSE "The horse's point." = [
    (-36, -30), (-44, -29), (-13, -8), (-9, -6), (-14, -8),
    (-27, -26), (-10, -9), (-15, -11), (-17, -12), (-40, -5),
    (-11, -17), (-2, -2), (-6, 4), (7, 11), (8, 3),
    (-9, -5), (-2, 2), (11, 11), (12, 12), (8, 17),
    (3, 3), (5, 10), (27, 18), (17, 21), (28, 27),
    (8, 8), (19, 18), (27, 25), (35, 30), (33, 31),
    (9, 9), (29, 27), (25, 18), (38, 41), (28, 28),
    (10, 10), (22, 23), (26, 18), (33, 30), (29, 30),
    (-2, 0), (7, 10), (33, 19), (12, 14), (-5, 19),
    (-25, -18), (-15, -11), (-6, -1), (-9, -4), (-5, 1),
];
Place PLACE_CANNON "The cannon's point." = [
    (1, 6), (4, 6), (2, 10), (4, 13), (13, 11),
    (-9, 7), (14, 12), (1, 9), (-7, 7), (21, 13),
    (19, 5), (-5, 11), (27, 8), (3, 10), (32, 22),
    (-2, 2), (-18, 4), (4, 6), (-1, 7), (24, 8),
    (1, 4), (16, 3), (9, 3), (5, 2), (15, 1),
    (4, 1), (-5, 2), (7, 1), (14, 5), (21, 8),
    (8, -2), (3, 4), (7, -9), (-12, 2), (5, 1),
    (11, -1), (-2, -4), (2, -3), (-8, -2), (-13, 1),
    (2, -6), (-18, -10), (-7, -2), (-10, -5), (-15, -2),
    (25, -4), (18, -2), (13, 2), (-3, -4), (-2, 4),
];
Place PLACE_PAWN "The pawn's point: ranks from the one it starts on." = [
    (-18, -13), (0, 0), (-3, 13), (0, 0), (7, 9),
    (-8, 0), (0, 0), (34, 24), (0, 0), (7, -1),
    (36, 44), (59, 57), (68, 53), (68, 68), (79, 75),
    (64, 55), (81, 75), (88, 83), (92, 83), (104, 84),
    (52, 49), (84, 74), (98, 93), (109, 96), (112, 97),
    (45, 37), (70, 54), (99, 77), (118, 95), (110, 97),
    (-10, -30), (-5, -27), (7, -17), (9, -19), (10, -16),
];
Place PLACE_ADVISOR "The advisor's point: d0, e1, d2." = [(-9, -12), (13, 6), (-7, -6)];
Place PLACE_ELEPHANT "The elephant's point: c0, a2, e2, c4." = [(6, -3), (-20, -13), (10, 0), (-2, -4)];
Place PLACE_KING "The king's point: d0, e0, d1, e1, d2, e2." = [(0, -8), (25, -2), (-33, -6), (-29, 7), (-42, 2), (-48, 1)];
Mobility MOVES_CHARIOT "How many points a chariot reaches that no lesser enemy attacks." = [
    (-49, -51), (-27, -33), (-36, -29), (-17, -19), (-12, -7), (-3, -7),
    (-5, 0), (4, 5), (5, 10), (5, 14), (17, 15), (14, 18),
    (13, 22), (27, 31), (21, 26), (19, 27), (19, 27), (32, 38),
];
Mobility MOVES_HORSE "How many points a horse reaches that no enemy pawn or guard attacks." = [(-35, -56), (-18, -35), (-12, -9), (-3, 13), (3, 27), (20, 24), (26, 29), (23, 26), (33, 35)];
Mobility MOVES_CANNON "How many free points a cannon slides to that no enemy pawn or guard attacks." = [
    (-20, -19), (-5, -14), (-15, -13), (-13, -7), (-8, -15), (-6, 0),
    (-8, 3), (-3, 1), (-3, 3), (-2, 2), (5, 7), (14, 2),
    (11, 9), (6, 3), (11, 9), (13, 12), (13, 13), (14, 15),
];
Mobility MOVES_ADVISOR "How many points an advisor steps to." = [(-11, -11), (1, -3), (3, 5), (13, 3), (3, -3)];
Mobility MOVES_ELEPHANT "How many points an elephant reaches." = [(1, -1), (-4, -7), (2, -7), (1, 2), (-3, -3)];
Mobility MOVES_KING "How many points the king can step to unattacked." = [(2, -24), (-4, 8), (0, 3), (-2, 7), (4, 8)];
Horses HORSE_AHEAD "How many points ahead of it a horse reaches in safety." = [(7, -1), (-2, 1), (6, 7), (2, 13), (2, 7)];
Horses HORSE_OUTPOST "A horse across the river that is protected and that no pawn or guard attacks." = [(18, 12)];
Horses HORSE_UNDER_PAWN "A horse on its own half with its own pawn still in front." = [(0, -2)];
Chariots CHARIOT_FILE "A chariot on a file with no own pawn ahead; and with no pawn at all ahead." = [(10, 2), (25, 17)];
Chariots CHARIOT_BEHIND "A chariot that gives check when its own piece leaves the line." = [(15, 11)];
Chariots CHARIOT_RIB "A chariot on the file beside the enemy king's, with that king in its home." = [(-3, 10)];
Cannons HOLLOW_FILE "Nothing between a cannon and the king on its file, by how many free points lie between." = [(49, 27), (64, 41), (81, 47), (105, 59), (103, 53), (98, 54), (100, 56), (101, 56)];
Cannons HOLLOW_RANK "Nothing between a cannon and the king on its rank." = [(36, 7)];
Cannons TWO_SCREENS_FILE "Two pieces between a cannon and the king on its file, by how many are the cannon's own." = [(18, 21), (22, 17), (15, 6)];
Cannons TWO_SCREENS_RANK "The same on the rank." = [(12, 0), (21, 16), (6, 4)];
Cannons CENTRAL_ADVISORS "A cannon that looks down the king's file from afar, by how many advisors the enemy has." = [(25, 11), (18, 8), (4, 8)];
Cannons CENTRAL_ELEPHANTS "The same, by how many elephants the enemy has." = [(8, 5), (7, 7), (1, 3)];
Cannons HEART_HORSE "A cannon on the centre file against king and horse at home in it." = [(41, 26)];
Cannons BOTTOM_CANNON "A cannon on the enemy king's own back rank, by how many pieces lie between, 0 to 3." = [(22, 0), (16, 8), (21, 6), (3, 1)];
King DANGER "Units of attack on the enemy palace, see `king.rs`: 24 against three or four guards, 24 against fewer." = [
    (11, 2), (0, 1), (-4, 7), (2, 12), (7, 10), (7, 7), (20, 14), (28, 6),
    (41, 17), (46, 20), (59, 26), (68, 30), (81, 36), (93, 42), (108, 49), (122, 55),
    (136, 61), (150, 68), (164, 74), (178, 80), (192, 86), (206, 93), (220, 99), (234, 105),
    (2, -7), (0, 0), (-2, -3), (6, -5), (16, 0), (12, 6), (27, 14), (28, 16),
    (41, 21), (51, 23), (67, 32), (79, 38), (94, 46), (112, 55), (130, 64), (146, 72),
    (163, 79), (180, 88), (197, 96), (214, 104), (230, 112), (247, 121), (264, 129), (281, 136),
];
King SAFE_CHECK "A check to be given in safety by: chariot, horse, cannon." = [(49, 31), (44, 34), (43, 14)];
King KING_SEEN "How many points a chariot on the king's point would reach." = [
    (0, 0), (4, 0), (6, 0), (11, -7), (6, -4), (15, 4),
    (-4, -2), (-14, -1), (-2, -3), (-7, 2), (-12, 4), (-13, 6),
];
King KING_COVER "How many own pieces stand before the king on its file, 0 to 3." = [(-20, 0), (-3, 3), (12, -6), (12, 3)];
King GATHERED "How many own great pieces and pawns stand on the better half of the enemy's side, 0 to 6." = [(-4, -3), (-11, -4), (3, 11), (33, 7), (38, 18), (49, 25), (60, 30)];
King OUTNUMBERED "The better half of the enemy's side: own attackers there less its great pieces there, -4 to 4." = [(-6, -2), (-5, -3), (-10, -1), (-1, 0), (1, 4), (7, 8), (20, 4), (25, 5), (34, 14)];
King SPACE "A point of the enemy's side that is attacked, and that nothing protects; and any that is attacked." = [(0, -1), (0, 5)];
Pawns LINKED "Two crossed own pawns side by side." = [(3, 3)];
Pawns PAWN_TO_KING "A crossed pawn's distance in files from the enemy king, 0 to 4 and more." = [(4, 8), (15, 31), (3, 14), (5, 3), (2, -9)];
Pawns PAWN_FREE "A pawn that can step ahead in safety: before the river, across it." = [(-4, 5), (0, 20)];
Threats PROTECTED "A protected piece: advisor, elephant, chariot, horse, cannon, pawn." = [(19, -10), (20, -2), (12, 6), (11, 4), (20, 10), (0, 7)];
Threats HANGING "A piece attacked and not protected." = [(-12, -8), (-18, -15), (-47, -39), (-42, -37), (-48, -38), (-27, -19)];
Threats HANGING_ON_MOVE "Added back when it is the owner's move." = [(3, 4), (-1, -1), (23, 31), (5, 11), (0, 9), (3, 2)];
Threats PRESSED "A protected chariot, horse, cannon that a lesser piece attacks." = [(-43, -36), (-20, -18), (-20, -18)];
Threats PRESSED_ON_MOVE "Added back when it is the owner's move." = [(20, 26), (8, 9), (7, 10)];
Threats AIMED "A protected piece attacked by one that is not lesser." = [(-1, -2), (-11, -6), (-5, -5), (-26, -20), (-39, -11), (0, -5)];
Pins BOUND "An enemy piece that its king forbids to move freely: advisor, elephant, chariot, horse, cannon, pawn." = [(7, 8), (-5, 6), (28, 26), (30, 32), (13, 12), (2, 9)];
Pins BOUND_HIT "A bound enemy piece that is attacked." = [(18, 23)];
Tempo TEMPO "Having the move." = [(25, 6)];
}

/// How much of an advantage counts, in 64ths, by how much the stronger side has to attack with
/// (rows, 0 to 10) and the other to defend with (columns, 0 to 10; see `material.rs`). Advisors
/// and elephants alone win nothing; a lone horse does not get past full guards.
pub(crate) static SCALE: [u8; 121] = [
    3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, //
    36, 19, 8, 8, 4, 4, 4, 4, 4, 4, 4, //
    46, 22, 15, 12, 10, 8, 8, 6, 4, 4, 4, //
    64, 52, 39, 34, 23, 22, 13, 16, 12, 10, 8, //
    43, 64, 54, 55, 23, 30, 23, 15, 17, 14, 14, //
    64, 64, 64, 59, 63, 51, 42, 31, 22, 26, 24, //
    64, 64, 64, 64, 58, 46, 56, 41, 26, 23, 31, //
    64, 64, 60, 64, 49, 64, 64, 61, 50, 54, 40, //
    64, 64, 64, 64, 64, 63, 62, 64, 62, 53, 55, //
    64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 61, //
    64, 64, 64, 64, 64, 63, 64, 64, 62, 64, 64, //
];
