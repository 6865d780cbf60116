//! What things are worth, in hundredths of a man. Pairs are for the opening, when all men are
//! on the board, and for the end, when none is; in between the two are mixed.

use draughts::Rules;

/// The numbers of the evaluation, as they fit a variant's rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// A man.
    pub man: i32,
    /// The first king of a side.
    pub king: i32,
    /// Each further king.
    pub kings_more: i32,
    /// A man one row further (tempo).
    pub tempo: [i32; 2],
    /// A man on a column at the edge of the board.
    pub edge: [i32; 2],
    /// A man near the middle column, per step towards it.
    pub centre: [i32; 2],
    /// A man that guards its own back row.
    pub guard: [i32; 2],
    /// Men leaning to one side of the board, per eighth of a column and man.
    pub skew: [i32; 2],
    /// A step that cannot be answered by capturing the man that made it.
    pub safe_step: [i32; 2],
    /// A man with a man of its own behind it.
    pub link: [i32; 2],
    /// A man beyond the middle of the board that cannot be captured where it stands.
    pub outpost: [i32; 2],
    /// A man that no opponent can stop any more, and for each row it has gone.
    pub runner: [i32; 2],
    /// A square a king can go to without being captured.
    pub king_step: i32,
    /// A king that can go nowhere without being captured.
    pub king_trapped: i32,
    /// A king's move of a run that the rules limit (Frisian).
    pub king_run: i32,
    /// By how much a lead is divided when the stronger side has at most three pieces against
    /// a flying king.
    pub few_against_king: i32,
    /// Whose turn it is.
    pub turn: i32,
}

/// The game of 10×10 with flying kings.
const FLYING: Weights = Weights {
    man: 100,
    king: 280,
    kings_more: 230,
    tempo: [1, 3],
    edge: [-3, -1],
    centre: [2, 0],
    guard: [5, 0],
    skew: [3, 1],
    safe_step: [3, 2],
    link: [1, 1],
    outpost: [4, 4],
    runner: [30, 9],
    king_step: 1,
    king_trapped: -90,
    king_run: 0,
    few_against_king: 8,
    turn: 3,
};

impl Weights {
    /// The weights that fit these rules.
    #[must_use]
    pub fn of(rules: &Rules) -> Self {
        let mut weights = FLYING;
        if !rules.flying {
            // A king that goes one step is little more than a man that also goes back.
            weights.king = 135;
            weights.kings_more = 135;
            weights.king_step = 3;
            weights.king_trapped = -25;
            weights.guard = [9, 2];
            weights.tempo = [1, 4];
            weights.few_against_king = 1;
        }
        if rules.board.size == 8 && rules.flying {
            weights.guard = [8, 1];
            // Three kings win against one that does not hold the main road.
            weights.few_against_king = 3;
        }
        if rules.board.every_square {
            weights.king = 400;
            weights.kings_more = 300;
            weights.guard = [0, 0];
            weights.tempo = [2, 3];
        }
        if rules.king_run > 0 {
            weights.king = 200;
            weights.kings_more = 170;
            weights.king_run = -6;
        }
        if rules.king_wins {
            weights.tempo = [2, 3];
            weights.runner = [120, 25];
            weights.guard = [9, 9];
        }
        if rules.stuck_wins {
            weights = Self {
                man: -60,
                king: -40,
                kings_more: -40,
                tempo: [0, 0],
                edge: [0, 0],
                centre: [0, 0],
                guard: [0, 0],
                skew: [1, 0],
                safe_step: [-2, -2],
                link: [0, 0],
                outpost: [0, 0],
                runner: [0, 0],
                king_step: 0,
                king_trapped: 0,
                few_against_king: 1,
                ..FLYING
            };
        }
        weights
    }
}
