//! Every number of the evaluation, in centipawns: `(middlegame, endgame)`.
//!
//! Written by `workshop xiangqi tune`, which fits the numbers to games of our own
//! (`docs/develop/search.md`). The tuner keeps the form of the file, which can also be edited.

use super::weights;

weights! {
Material VALUE "What a piece is worth: advisor, elephant, chariot, horse, cannon, pawn." = [(176, 145), (183, 117), (932, 1081), (437, 494), (440, 360), (92, 198)];
Material TOGETHER "Two own pieces side by side, kinds i <= j in that order; i = j counts from the second piece." = [
    (7, -2), (34, -17), (-15, 6), (-11, 63), (12, 13), (-11, 6),
    (-6, -37), (-29, 30), (-8, -33), (-31, -3), (2, -2), (-70, -81),
    (24, 44), (4, 9), (19, 50), (2, 38), (-21, 72), (-2, 26),
    (-55, -40), (-3, 34), (-7, 2),
];
Material AGAINST "An own piece of kind i and an enemy's of kind j, i < j." = [
    (3, 1), (46, -31), (20, -16), (-64, -54), (-1, 34),
    (-7, -18), (11, 33), (-20, 27), (4, 31), (5, 67),
    (20, 62), (5, 77), (-13, 5), (0, 21), (-9, 13),
];
Material CROSSED "How many own pawns have crossed, 0 to 5, against no, one, two enemy advisors." = [
    (-28, -64), (18, 22), (42, 51), (37, 18), (40, 15), (40, 10),
    (-20, -18), (44, 0), (7, 26), (17, 17), (15, 6), (15, 5),
    (-2, 36), (13, -4), (-25, -22), (6, -10), (2, 0), (0, 0),
];
Place PLACE_CHARIOT "The chariot's point: ranks from its own side, files from the edge to the centre." = [
    (-44, -41), (-15, -4), (-11, 10), (-26, -19), (-7, -2),
    (-19, -6), (-19, -13), (21, -11), (-8, -3), (-18, 7),
    (-36, -3), (-3, -1), (8, 14), (-10, 32), (6, -4),
    (-8, -5), (12, 16), (10, 12), (32, 17), (14, 15),
    (-12, 2), (20, 13), (46, 18), (48, 23), (17, 12),
    (-9, 2), (3, 7), (11, 21), (4, 7), (8, 27),
    (1, 13), (15, 18), (41, 28), (44, 19), (27, 33),
    (2, 10), (1, -3), (5, 24), (-4, 18), (18, 14),
    (-11, -8), (37, -14), (10, -2), (22, 16), (15, 15),
    (-44, -8), (21, -2), (11, -4), (28, 6), (2, 4),
];
Place PLACE_HORSE "The horse's point." = [
    (-41, -33), (-57, -39), (-24, -5), (17, -7), (-14, -6),
    (-59, -52), (-20, -16), (-40, -31), (-9, -8), (-30, -8),
    (-23, -19), (5, 2), (-9, -19), (1, 0), (16, -6),
    (-22, -2), (-19, -2), (-14, 25), (18, 13), (-10, 33),
    (12, 12), (-3, 7), (47, 15), (23, 8), (28, 28),
    (-3, 9), (30, 30), (38, 27), (55, 25), (29, 44),
    (-6, 6), (48, 47), (19, 25), (43, 42), (17, 22),
    (15, 3), (28, 27), (37, 4), (52, 40), (32, 43),
    (4, 6), (18, 33), (56, 26), (24, 5), (-2, 23),
    (-24, -18), (-18, -18), (0, 6), (-14, -10), (-1, 0),
];
Place PLACE_CANNON "The cannon's point." = [
    (-10, -2), (-18, -11), (5, 9), (9, 12), (10, 7),
    (-2, 13), (24, 14), (19, 8), (-1, 21), (31, 22),
    (25, -11), (-6, 13), (39, 6), (21, 29), (37, 33),
    (-12, 2), (-29, 15), (19, 17), (-13, 26), (33, -17),
    (12, 14), (3, 10), (6, 10), (5, -10), (21, 9),
    (3, 3), (-8, 3), (-2, -4), (10, 19), (27, 4),
    (23, -15), (-8, 16), (15, 10), (-15, 10), (2, -17),
    (18, 6), (-16, -12), (15, 3), (-27, -13), (-38, -22),
    (3, -7), (-28, -25), (-10, 1), (-35, -8), (-20, -9),
    (73, -22), (10, -12), (-6, -11), (-26, -21), (5, -2),
];
Place PLACE_PAWN "The pawn's point: ranks from the one it starts on." = [
    (-23, -4), (0, 0), (-16, 3), (0, 0), (3, 15),
    (-22, -6), (0, 0), (29, 22), (0, 0), (8, 14),
    (23, 43), (60, 52), (66, 52), (60, 77), (76, 87),
    (67, 55), (95, 71), (108, 87), (74, 83), (105, 84),
    (35, 36), (88, 77), (107, 122), (116, 125), (110, 103),
    (54, 44), (74, 64), (122, 108), (133, 126), (117, 112),
    (-10, -28), (-7, -46), (7, -34), (6, -58), (8, -42),
];
Place PLACE_ADVISOR "The advisor's point: d0, e1, d2." = [(-17, -13), (9, 8), (4, -11)];
Place PLACE_ELEPHANT "The elephant's point: c0, a2, e2, c4." = [(6, 0), (-28, -30), (22, -20), (-13, -18)];
Place PLACE_KING "The king's point: d0, e0, d1, e1, d2, e2." = [(15, -11), (48, 2), (-44, -5), (-14, 18), (-59, -17), (-76, 8)];
Mobility MOVES_CHARIOT "How many points a chariot reaches that no lesser enemy attacks." = [
    (-42, -50), (-37, -25), (-36, -27), (-15, -15), (-8, 7), (8, -6),
    (2, 4), (5, 12), (15, 15), (6, 22), (17, 15), (5, 16),
    (10, 19), (23, 29), (12, 27), (10, 22), (9, 21), (33, 20),
];
Mobility MOVES_HORSE "How many points a horse reaches that no enemy pawn or guard attacks." = [(-34, -76), (-20, -36), (-16, -7), (-5, 17), (2, 38), (23, 22), (26, 29), (28, 28), (46, 34)];
Mobility MOVES_CANNON "How many free points a cannon slides to that no enemy pawn or guard attacks." = [
    (-24, -32), (-10, -34), (-29, -28), (-21, -11), (-12, -35), (-11, -4),
    (-16, 0), (-6, -12), (-5, 14), (-8, 13), (7, 9), (20, 0),
    (20, 15), (10, 7), (23, 7), (21, 13), (14, 22), (14, 12),
];
Mobility MOVES_ADVISOR "How many points an advisor steps to." = [(-7, -18), (-1, -4), (4, 17), (17, 7), (-13, -16)];
Mobility MOVES_ELEPHANT "How many points an elephant reaches." = [(8, -12), (-1, -18), (-1, -13), (-1, -9), (-13, -14)];
Mobility MOVES_KING "How many points the king can step to unattacked." = [(3, -21), (-11, 2), (-5, 3), (-10, 8), (25, 11)];
Horses HORSE_AHEAD "How many points ahead of it a horse reaches in safety." = [(5, -2), (3, 4), (11, -2), (-1, 17), (-4, 7)];
Horses HORSE_OUTPOST "A horse across the river that is protected and that no pawn or guard attacks." = [(33, 17)];
Horses HORSE_UNDER_PAWN "A horse on its own half with its own pawn still in front." = [(0, -10)];
Chariots CHARIOT_FILE "A chariot on a file with no own pawn ahead; and with no pawn at all ahead." = [(11, -4), (19, 16)];
Chariots CHARIOT_BEHIND "A chariot that gives check when its own piece leaves the line." = [(27, 20)];
Chariots CHARIOT_RIB "A chariot on the file beside the enemy king's, with that king in its home." = [(-9, 2)];
Cannons HOLLOW_FILE "Nothing between a cannon and the king on its file, by how many free points lie between." = [(44, 23), (45, 15), (81, 29), (135, 64), (121, 49), (104, 67), (103, 65), (109, 60)];
Cannons HOLLOW_RANK "Nothing between a cannon and the king on its rank." = [(21, -16)];
Cannons TWO_SCREENS_FILE "Two pieces between a cannon and the king on its file, by how many are the cannon's own." = [(23, 34), (41, 43), (30, 8)];
Cannons TWO_SCREENS_RANK "The same on the rank." = [(-5, -30), (61, 50), (7, 6)];
Cannons CENTRAL_ADVISORS "A cannon that looks down the king's file from afar, by how many advisors the enemy has." = [(25, 20), (20, 3), (-4, 32)];
Cannons CENTRAL_ELEPHANTS "The same, by how many elephants the enemy has." = [(7, 18), (2, 28), (-2, -3)];
Cannons HEART_HORSE "A cannon on the centre file against king and horse at home in it." = [(46, 41)];
Cannons BOTTOM_CANNON "A cannon on the enemy king's own back rank, by how many pieces lie between, 0 to 3." = [(29, 2), (16, 8), (40, 9), (-10, -8)];
King DANGER "Units of attack on the enemy palace, see `king.rs`: 24 against three or four guards, 24 against fewer." = [
    (13, 21), (1, 9), (-7, 25), (2, 20), (0, 21), (-4, 24), (24, 12), (30, -3),
    (51, 7), (44, 21), (74, 29), (76, 34), (86, 38), (95, 42), (110, 50), (123, 55),
    (136, 61), (150, 68), (164, 74), (178, 80), (192, 86), (206, 93), (220, 99), (234, 105),
    (0, -6), (-6, -17), (-9, -10), (6, -6), (37, -5), (2, -2), (37, 10), (10, 13),
    (41, 14), (47, 19), (66, 32), (73, 29), (91, 43), (110, 56), (130, 65), (145, 72),
    (163, 79), (180, 88), (197, 96), (214, 104), (230, 112), (247, 121), (264, 129), (281, 136),
];
King SAFE_CHECK "A check to be given in safety by: chariot, horse, cannon." = [(49, 28), (76, 26), (18, 6)];
King MORE_SAFE_CHECKS "Every further point from which to check in safety: chariot, horse, cannon." = [(31, 32), (31, 11), (-5, 2)];
King SAFE_CHECK_NOW "A check in safety with the move: chariot, horse, cannon." = [(27, -1), (32, 9), (18, 2)];
King POOR_CHECK "A check where the checking piece can be taken: chariot, horse, cannon." = [(19, 14), (10, 6), (-1, -2)];
King NET "A safe check against a king with no, one, two free steps." = [(60, 27), (36, 11), (13, 2)];
King KING_SEEN "How many points a chariot on the king's point would reach." = [
    (0, 0), (4, 0), (6, 0), (9, -33), (7, -5), (22, -11),
    (-1, 5), (-47, 14), (1, 1), (-1, 3), (-11, 24), (1, 3),
];
King KING_COVER "How many own pieces stand before the king on its file, 0 to 3." = [(-19, 2), (11, -6), (3, -2), (5, 6)];
King GATHERED "How many own great pieces and pawns stand on the better half of the enemy's side, 0 to 6." = [(-6, 4), (-14, -4), (-1, -5), (33, 7), (45, 25), (55, 29), (60, 30)];
King OUTNUMBERED "The better half of the enemy's side: own attackers there less its great pieces there, -4 to 4." = [(-18, -2), (-4, -3), (-3, 8), (5, -4), (-7, 13), (12, 2), (18, 0), (26, 2), (35, 11)];
King SPACE "A point of the enemy's side that is attacked, and that nothing protects; and any that is attacked." = [(2, 1), (0, 3)];
Pawns LINKED "Two crossed own pawns side by side." = [(-5, -19)];
Pawns PAWN_TO_KING "A crossed pawn's distance in files from the enemy king, 0 to 4 and more." = [(6, 31), (26, 63), (7, 24), (15, 7), (23, -8)];
Pawns PAWN_FREE "A pawn that can step ahead in safety: before the river, across it." = [(-2, 23), (-16, 37)];
Threats PROTECTED "A protected piece: advisor, elephant, chariot, horse, cannon, pawn." = [(19, 4), (22, -2), (11, 1), (15, -7), (19, 17), (-2, 7)];
Threats HANGING "A piece attacked and not protected." = [(-18, -10), (-29, -28), (-61, -31), (-54, -58), (-64, -41), (-19, -27)];
Threats HANGING_ON_MOVE "Added back when it is the owner's move." = [(9, 6), (4, -6), (5, 34), (6, 11), (8, 7), (5, 3)];
Threats PRESSED "A protected chariot, horse, cannon that a lesser piece attacks." = [(-57, -35), (-39, -28), (-28, -23)];
Threats PRESSED_ON_MOVE "Added back when it is the owner's move." = [(2, 26), (-2, 6), (-4, 7)];
Threats AIMED_AT "A protected piece, rows as for `PROTECTED`, attacked by: pawn, guard, horse, cannon, chariot." = [
    (-19, -22), (-1, -1), (-6, 20), (-29, -27), (6, 6),
    (-30, -20), (-6, -3), (7, 8), (-22, -9), (-5, -21),
    (-3, -2), (-2, -1), (-9, -3), (-18, -4), (-5, -10),
    (-32, -21), (-17, -12), (-14, -21), (-27, -66), (-33, -36),
    (-35, -14), (-18, -4), (-48, -24), (-21, -14), (-44, -31),
    (-19, -12), (-10, -6), (9, -4), (-14, 17), (-4, -19),
];
Threats HANGING_BEFORE "A piece attacked and not protected, by whom, likewise." = [
    (-5, -7), (0, 0), (-2, 2), (0, 0), (-7, 2),
    (-12, -5), (0, 0), (1, -2), (-19, -9), (1, -14),
    (-4, -3), (-6, 10), (3, 8), (-12, -10), (3, 8),
    (-16, -6), (9, -1), (3, 8), (-9, -9), (-18, -11),
    (-4, -1), (-8, -4), (-9, -1), (1, 8), (-29, -18),
    (-18, -11), (-4, -7), (3, -17), (-25, -3), (-1, 0),
];
Pins BOUND "An enemy piece that its king forbids to move freely: advisor, elephant, chariot, horse, cannon, pawn." = [(-7, 0), (-20, -15), (41, 34), (64, 71), (-3, 7), (-12, -7)];
Pins BOUND_HIT "A bound enemy piece that is attacked." = [(26, 26)];
Tempo TEMPO "Having the move." = [(33, 3)];
}

/// The share of an advantage that counts, in 64ths, by the attacking material of the stronger side
/// (rows, 0 to 10) and the defending material of the other (columns, 0 to 10; see `material.rs`).
/// Advisors and elephants alone cannot win; a lone horse cannot break full guards.
pub(crate) static SCALE: [u8; 121] = [
    3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, //
    29, 10, 5, 7, 3, 4, 4, 4, 4, 4, 4, //
    49, 20, 12, 11, 5, 7, 7, 6, 4, 4, 4, //
    64, 36, 40, 30, 18, 17, 9, 16, 12, 10, 8, //
    44, 64, 48, 56, 22, 31, 18, 12, 10, 14, 14, //
    64, 64, 58, 57, 64, 52, 38, 24, 20, 26, 24, //
    64, 64, 60, 64, 61, 53, 53, 36, 22, 26, 29, //
    64, 64, 29, 30, 50, 64, 64, 64, 50, 48, 38, //
    64, 64, 64, 64, 64, 64, 62, 64, 58, 51, 54, //
    64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 60, //
    64, 64, 64, 64, 64, 56, 46, 64, 59, 63, 64, //
];
