//! Levels 1 to 12: how players of limited strength err.

use std::time::Duration;

/// A level of play, 1 (has just learnt the rules) to 12 (all the engine can).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Strength(u8);

/// What a level does: how far it looks, how wrong it judges, what it overlooks.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Limitation {
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
    /// Greatest error of judgement, in hundredths.
    pub(crate) error: i32,
    /// How many of a thousand quiet moves are overlooked.
    pub(crate) quiet: u16,
    /// How many of a thousand points that would become an open four are overlooked.
    pub(crate) fours: u16,
}

/// Levels 1 to 11. Fives and the points that stop them are never overlooked.
const LIMITATIONS: [Limitation; 11] = [
    Limitation { depth: 1, nodes: 1_000, error: 120, quiet: 500, fours: 220 },
    Limitation { depth: 1, nodes: 2_000, error: 80, quiet: 350, fours: 120 },
    Limitation { depth: 2, nodes: 3_000, error: 60, quiet: 240, fours: 60 },
    Limitation { depth: 2, nodes: 5_000, error: 40, quiet: 160, fours: 25 },
    Limitation { depth: 3, nodes: 8_000, error: 30, quiet: 110, fours: 8 },
    Limitation { depth: 4, nodes: 12_000, error: 22, quiet: 70, fours: 0 },
    Limitation { depth: 5, nodes: 20_000, error: 16, quiet: 40, fours: 0 },
    Limitation { depth: 7, nodes: 40_000, error: 10, quiet: 20, fours: 0 },
    Limitation { depth: 9, nodes: 80_000, error: 6, quiet: 8, fours: 0 },
    Limitation { depth: 12, nodes: 160_000, error: 3, quiet: 0, fours: 0 },
    Limitation { depth: 64, nodes: 400_000, error: 0, quiet: 0, fours: 0 },
];

impl Strength {
    /// Full strength.
    pub const FULL: Self = Self(12);

    /// The level with this number, if there is one.
    ///
    /// ```
    /// use gomoku_engine::Strength;
    /// assert_eq!(Strength::new(12), Some(Strength::FULL));
    /// assert_eq!(Strength::new(13), None);
    /// ```
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number <= 12 { Some(Self(number)) } else { None }
    }

    /// Its number.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    pub(crate) fn limitation(self) -> Option<Limitation> {
        LIMITATIONS.get(usize::from(self.0) - 1).copied()
    }

    /// How long a move of this level takes at most where no other limit is set.
    #[must_use]
    pub const fn usual_time(self) -> Duration {
        Duration::from_millis(match self.0 {
            0..=9 => 500,
            10 | 11 => 1000,
            _ => 3000,
        })
    }
}
