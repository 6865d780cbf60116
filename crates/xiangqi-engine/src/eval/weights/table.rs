//! Every number of the evaluation, in centipawns: `(middlegame, endgame)`.
//!
//! Written by `examples/tune_eval.rs`, which fits them to games of our own (`docs/evaluation.md`);
//! edited by hand it keeps its form.

use super::weights;

weights! {
Material VALUE "What a piece is worth: advisor, elephant, chariot, horse, cannon, pawn." = [(180, 160), (190, 170), (950, 1050), (430, 480), (460, 440), (90, 120)];
Material TOGETHER "Two own pieces side by side, kinds i <= j in that order; i = j counts from the second piece." = [
    (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
    (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
    (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
    (0, 0), (0, 0), (0, 0),
];
Material AGAINST "An own piece of kind i and an enemy's of kind j, i < j." = [
    (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
    (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
    (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
];
Material CROSSED "How many own pawns have crossed, 0 to 5, against no, one, two enemy advisors." = [
    (0, 0), (15, 10), (30, 15), (35, 15), (40, 15), (40, 10),
    (0, 0), (5, 5), (10, 5), (15, 5), (15, 5), (15, 5),
    (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
];
Place PLACE_CHARIOT "The chariot's point: ranks from its own side, files from the edge to the centre." = [
    (-22, -6), (-8, -4), (-6, -2), (-2, 0), (-6, 0),
    (-6, -2), (0, 0), (2, 2), (6, 4), (-6, 4),
    (-4, 0), (2, 2), (4, 4), (8, 6), (6, 6),
    (-3, 2), (3, 4), (5, 6), (9, 8), (7, 8),
    (-1, 4), (5, 6), (7, 8), (11, 10), (9, 10),
    (2, 6), (8, 8), (10, 10), (14, 12), (12, 12),
    (4, 6), (10, 8), (12, 10), (16, 12), (14, 12),
    (4, 6), (10, 8), (12, 10), (16, 12), (14, 12),
    (6, 6), (12, 8), (14, 10), (18, 12), (16, 12),
    (-2, 0), (4, 2), (6, 4), (10, 6), (8, 6),
];
Place PLACE_HORSE "The horse's point." = [
    (-34, -28), (-22, -18), (-16, -12), (-16, -10), (-14, -8),
    (-24, -20), (-12, -10), (-6, -4), (-6, -2), (-34, 0),
    (-14, -12), (-2, -2), (6, 4), (4, 6), (6, 8),
    (-8, -6), (4, 4), (10, 10), (10, 12), (12, 14),
    (0, 0), (12, 10), (18, 16), (18, 18), (20, 20),
    (6, 6), (18, 16), (24, 22), (24, 24), (26, 26),
    (10, 10), (22, 20), (28, 26), (28, 28), (30, 30),
    (8, 10), (20, 20), (34, 26), (28, 28), (28, 30),
    (-4, -2), (8, 8), (30, 14), (14, 16), (-6, 18),
    (-26, -20), (-14, -10), (-8, -4), (-8, -2), (-6, 0),
];
Place PLACE_CANNON "The cannon's point." = [
    (0, 6), (0, 6), (0, 8), (0, 10), (14, 12),
    (2, 8), (2, 8), (2, 10), (2, 12), (16, 14),
    (6, 8), (6, 8), (6, 10), (6, 12), (18, 14),
    (4, 4), (4, 4), (4, 6), (4, 8), (18, 10),
    (6, 2), (6, 2), (6, 4), (6, 6), (20, 8),
    (4, 0), (4, 0), (4, 2), (4, 4), (18, 6),
    (2, -2), (2, -2), (2, 0), (2, 2), (16, 4),
    (8, -4), (2, -4), (0, -2), (-4, 0), (-10, 2),
    (4, -6), (-2, -6), (-4, -4), (-8, -2), (-14, 0),
    (16, 0), (10, 0), (8, 2), (4, 4), (-2, 6),
];
Place PLACE_PAWN "The pawn's point: ranks from the one it starts on." = [
    (0, 0), (0, 0), (4, 4), (0, 0), (6, 6),
    (2, 2), (0, 0), (10, 10), (0, 0), (8, 8),
    (40, 50), (60, 60), (70, 66), (75, 70), (80, 70),
    (55, 55), (75, 70), (90, 78), (95, 84), (100, 86),
    (55, 50), (80, 66), (95, 78), (105, 90), (110, 92),
    (45, 36), (70, 54), (95, 70), (115, 90), (110, 96),
    (-10, -30), (-5, -26), (5, -20), (10, -14), (10, -12),
];
Place PLACE_ADVISOR "The advisor's point: d0, e1, d2." = [(0, 0), (6, 4), (-10, -4)];
Place PLACE_ELEPHANT "The elephant's point: c0, a2, e2, c4." = [(0, 0), (-12, -8), (14, 8), (-6, -2)];
Place PLACE_KING "The king's point: d0, e0, d1, e1, d2, e2." = [(-2, 0), (8, 0), (-22, 0), (-26, 0), (-40, -2), (-44, -4)];
Mobility MOVES_CHARIOT "How many points a chariot reaches that no lesser enemy attacks." = [
    (-44, -50), (-30, -34), (-24, -26), (-18, -19), (-13, -13), (-8, -8),
    (-4, -3), (-1, 2), (3, 6), (7, 10), (10, 14), (13, 18),
    (16, 21), (19, 25), (22, 28), (25, 32), (27, 35), (30, 38),
];
Mobility MOVES_HORSE "How many points a horse reaches that no enemy pawn or guard attacks." = [(-48, -54), (-22, -26), (-8, -8), (4, 4), (12, 14), (18, 20), (22, 26), (26, 30), (30, 34)];
Mobility MOVES_CANNON "How many free points a cannon slides to that no enemy pawn or guard attacks." = [
    (-18, -16), (-13, -11), (-10, -8), (-7, -5), (-5, -3), (-4, -2),
    (-2, 0), (0, 2), (1, 3), (2, 4), (4, 6), (5, 7),
    (6, 8), (8, 10), (9, 11), (10, 12), (11, 13), (12, 14),
];
Mobility MOVES_ADVISOR "How many points an advisor steps to." = [(-4, -2), (0, 0), (2, 0), (4, 2), (6, 2)];
Mobility MOVES_ELEPHANT "How many points an elephant reaches." = [(-10, -6), (-2, -2), (2, 2), (4, 2), (6, 4)];
Mobility MOVES_KING "How many points the king can step to unattacked." = [(-10, -14), (0, 0), (4, 4), (4, 6), (2, 6)];
Horses HORSE_AHEAD "How many points ahead of it a horse reaches in safety." = [(-10, -6), (0, 0), (4, 4), (8, 6), (10, 8)];
Horses HORSE_OUTPOST "A horse across the river that is protected and that no pawn or guard attacks." = [(10, 8)];
Horses HORSE_UNDER_PAWN "A horse on its own half with its own pawn still in front." = [(-6, -2)];
Chariots CHARIOT_FILE "A chariot on a file with no own pawn ahead; and with no pawn at all ahead." = [(6, 4), (12, 6)];
Chariots CHARIOT_BEHIND "A chariot that gives check when its own piece leaves the line." = [(14, 10)];
Chariots CHARIOT_RIB "A chariot on the file beside the enemy king's, with that king in its home." = [(6, 4)];
Cannons HOLLOW_FILE "Nothing between a cannon and the king on its file, by how many free points lie between." = [(50, 30), (70, 45), (85, 50), (95, 55), (100, 55), (100, 55), (100, 55), (100, 55)];
Cannons HOLLOW_RANK "Nothing between a cannon and the king on its rank." = [(40, 20)];
Cannons TWO_SCREENS_FILE "Two pieces between a cannon and the king on its file, by how many are the cannon's own." = [(24, 12), (20, 12), (12, 6)];
Cannons TWO_SCREENS_RANK "The same on the rank." = [(10, 6), (10, 6), (6, 4)];
Cannons CENTRAL_ADVISORS "A cannon that looks down the king's file from afar, by how many advisors the enemy has." = [(24, 10), (14, 6), (8, 2)];
Cannons CENTRAL_ELEPHANTS "The same, by how many elephants the enemy has." = [(10, 4), (6, 2), (0, 0)];
Cannons HEART_HORSE "A cannon on the centre file against king and horse at home in it." = [(35, 20)];
Cannons BOTTOM_CANNON "A cannon on the enemy king's own back rank, by how many pieces lie between, 0 to 3." = [(20, 8), (16, 8), (10, 4), (6, 2)];
King DANGER "Units of attack on the enemy palace, see `king.rs`: 24 against three or four guards, 24 against fewer." = [
    (0, 0), (1, 0), (2, 1), (5, 2), (9, 4), (14, 6), (20, 9), (27, 12),
    (35, 16), (45, 20), (55, 25), (67, 30), (79, 36), (93, 42), (108, 49), (122, 55),
    (136, 61), (150, 68), (164, 74), (178, 80), (192, 86), (206, 93), (220, 99), (234, 105),
    (0, 0), (1, 0), (2, 1), (6, 3), (11, 5), (17, 8), (24, 12), (32, 16),
    (42, 21), (54, 26), (66, 32), (80, 39), (95, 47), (112, 55), (130, 64), (146, 72),
    (163, 79), (180, 88), (197, 96), (214, 104), (230, 112), (247, 121), (264, 129), (281, 136),
];
King SAFE_CHECK "A check to be given in safety by: chariot, horse, cannon." = [(28, 16), (24, 18), (18, 10)];
King KING_SEEN "How many points a chariot on the king's point would reach." = [
    (0, 0), (4, 0), (6, 0), (6, 0), (4, 0), (2, 0),
    (0, 0), (-2, 0), (-4, 0), (-6, 0), (-8, 0), (-10, 0),
];
King KING_COVER "How many own pieces stand before the king on its file, 0 to 3." = [(-14, 0), (0, 0), (6, 0), (8, 0)];
King GATHERED "How many own great pieces and pawns stand on the better half of the enemy's side, 0 to 6." = [(-4, 0), (0, 0), (8, 4), (20, 10), (36, 18), (48, 24), (60, 30)];
King OUTNUMBERED "The better half of the enemy's side: own attackers there less its great pieces there, -4 to 4." = [(-6, -2), (-4, -2), (-2, 0), (0, 0), (0, 0), (6, 2), (14, 6), (24, 10), (34, 14)];
King SPACE "A point of the enemy's side that is attacked, and that nothing protects; and any that is attacked." = [(1, 1), (1, 0)];
Pawns LINKED "Two crossed own pawns side by side." = [(12, 16)];
Pawns PAWN_TO_KING "A crossed pawn's distance in files from the enemy king, 0 to 4 and more." = [(6, 10), (8, 12), (4, 6), (0, 0), (-4, -8)];
Pawns PAWN_FREE "A pawn that can step ahead in safety: before the river, across it." = [(2, 2), (4, 6)];
Threats PROTECTED "A protected piece: advisor, elephant, chariot, horse, cannon, pawn." = [(4, 3), (4, 3), (4, 4), (8, 8), (8, 8), (5, 6)];
Threats HANGING "A piece attacked and not protected." = [(-8, -8), (-8, -8), (-40, -40), (-26, -26), (-26, -26), (-8, -10)];
Threats HANGING_ON_MOVE "Added back when it is the owner's move." = [(4, 4), (4, 4), (30, 30), (18, 18), (18, 18), (5, 6)];
Threats PRESSED "A protected chariot, horse, cannon that a lesser piece attacks." = [(-36, -36), (-16, -16), (-16, -16)];
Threats PRESSED_ON_MOVE "Added back when it is the owner's move." = [(26, 26), (11, 11), (11, 11)];
Threats AIMED "A protected piece attacked by one that is not lesser." = [(-1, -1), (-1, -1), (-4, -4), (-4, -4), (-4, -4), (-3, -3)];
Pins BOUND "An enemy piece that its king forbids to move freely: advisor, elephant, chariot, horse, cannon, pawn." = [(8, 8), (8, 8), (24, 24), (16, 16), (14, 14), (4, 4)];
Pins BOUND_HIT "A bound enemy piece that is attacked." = [(6, 6)];
Tempo TEMPO "Having the move." = [(14, 8)];
}

/// How much of an advantage counts, in 64ths, by how much the stronger side has to attack with
/// (rows, 0 to 10) and the other to defend with (columns, 0 to 10; see `material.rs`). Advisors
/// and elephants alone win nothing; a lone horse does not get past full guards.
pub(crate) static SCALE: [u8; 121] = [
    3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, //
    40, 20, 8, 8, 4, 4, 4, 4, 4, 4, 4, //
    60, 40, 22, 16, 12, 8, 8, 6, 4, 4, 4, //
    64, 56, 48, 40, 32, 26, 20, 16, 12, 10, 8, //
    64, 64, 60, 48, 24, 24, 24, 16, 16, 14, 14, //
    64, 64, 64, 60, 52, 48, 44, 36, 28, 26, 24, //
    64, 64, 64, 64, 60, 56, 52, 44, 36, 34, 32, //
    64, 64, 64, 64, 64, 60, 58, 54, 50, 48, 46, //
    64, 64, 64, 64, 64, 64, 62, 60, 58, 56, 54, //
    64, 64, 64, 64, 64, 64, 64, 64, 62, 60, 60, //
    64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, //
];
