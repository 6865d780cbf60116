//! The weights, in thousandths of a man. Pairs are for the opening, with all men on the board, and
//! for the end, with none; in between the two are blended.

use draughts::Rules;

macro_rules! terms {
    ($($name:ident $words:literal;)*) => {
        /// The terms: each is counted for each side, and the difference counts.
        #[derive(Copy, Clone, Debug, PartialEq, Eq)]
        pub enum Term { $(#[doc = $words] $name,)* }

        impl Term {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// Its name in the table of weights.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => stringify!($name),)* }
            }
        }
    };
}

terms! {
    Man "A man.";
    King "The first king of a side.";
    KingsMore "Each further king.";
    Tempo "A man one row further.";
    Edge "A man on a column at the edge of the board.";
    Centre "A man near the middle column, per step towards it.";
    Guard "A man that guards its own back row; counted twice near the middle.";
    Skew "Men leaning to one side of the board, per eighth of a column and man.";
    SafeStep "A step that cannot be answered by capturing the man that made it.";
    Held "A man with no such step: it is held, blocked or must wait.";
    Link "A man with a man of its own behind it.";
    Outpost "A man beyond the middle of the board that cannot be captured where it stands.";
    Runner "A man that no opponent can stop any more.";
    RunnerRow "A row such a man has gone.";
    KingStep "A square a king can go to without being captured.";
    KingTrapped "A king that can go nowhere without being captured.";
    MainRoad "A king on the long diagonal.";
    KingRun "A king's move of a run that the rules limit (Frisian).";
    KingDenied "A square a king can go to where it would be captured; learnt only.";
    Turn "Whose turn it is.";
}

/// The number of terms.
pub const TERMS: usize = Term::ALL.len();

/// The weights of the evaluation for a variant's rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// By [`Term`]: for the opening and for the end.
    pub terms: [[i32; 2]; TERMS],
    /// The divisor of a lead when the stronger side has at most three pieces against a flying king.
    pub few_against_king: i32,
}

use Term::{
    Centre, Edge, Guard, King, KingRun, KingStep, KingTrapped, KingsMore, Link, Man, Outpost,
    Runner, RunnerRow, SafeStep, Skew, Tempo, Turn,
};

/// The game of 10×10 with flying kings.
const FLYING: &[(Term, [i32; 2])] = &[
    (Man, [1000, 1000]),
    (King, [2800, 2800]),
    (KingsMore, [2300, 2300]),
    (Tempo, [10, 30]),
    (Edge, [-30, -10]),
    (Centre, [20, 0]),
    (Guard, [50, 0]),
    (Skew, [30, 10]),
    (SafeStep, [30, 20]),
    (Link, [10, 10]),
    (Outpost, [40, 40]),
    (Runner, [300, 300]),
    (RunnerRow, [90, 90]),
    (KingStep, [10, 10]),
    (KingTrapped, [-900, -900]),
    (Turn, [30, 30]),
];

impl Weights {
    /// No term counts.
    pub const NONE: Self = Self { terms: [[0; 2]; TERMS], few_against_king: 1 };

    /// The weights that fit these rules.
    #[must_use]
    pub fn of(rules: &Rules) -> Self {
        let mut weights = Self { few_against_king: 8, ..Self::NONE };
        weights.set(FLYING);
        if !rules.flying {
            // A king that moves one step is worth little more than a man that can also move back.
            weights.set(&[
                (King, [1350, 1350]),
                (KingsMore, [1350, 1350]),
                (KingStep, [30, 30]),
                (KingTrapped, [-250, -250]),
                (Guard, [90, 20]),
                (Tempo, [10, 40]),
            ]);
            weights.few_against_king = 1;
        }
        if rules.board.size == 8 && rules.flying {
            weights.set(&[(Guard, [80, 10])]);
            // Three kings win against one that does not occupy the main road.
            weights.few_against_king = 3;
        }
        if rules.board.every_square {
            weights.set(&[
                (King, [4000, 4000]),
                (KingsMore, [3000, 3000]),
                (Guard, [0, 0]),
                (Tempo, [20, 30]),
            ]);
        }
        if rules.king_run > 0 {
            weights.set(&[(King, [2000, 2000]), (KingsMore, [1700, 1700]), (KingRun, [-60, -60])]);
        }
        if rules.king_wins {
            weights.set(&[
                (Tempo, [20, 30]),
                (Runner, [1200, 1200]),
                (RunnerRow, [250, 250]),
                (Guard, [90, 90]),
            ]);
        }
        if rules.stuck_wins {
            weights = Self::NONE;
            weights.set(&[
                (Man, [-600, -600]),
                (King, [-400, -400]),
                (KingsMore, [-400, -400]),
                (Skew, [10, 0]),
                (SafeStep, [-20, -20]),
                (Turn, [30, 30]),
            ]);
        }
        weights
    }

    fn set(&mut self, values: &[(Term, [i32; 2])]) {
        for &(term, value) in values {
            self.terms[term as usize] = value;
        }
    }
}
