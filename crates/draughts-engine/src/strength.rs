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
    /// Greatest error of judgement in hundredths of a man.
    pub(crate) error: i32,
    /// How many of a thousand quiet moves are overlooked.
    pub(crate) overlooked: u16,
}

/// Levels 1 to 11. Captures are never overlooked, for the rules force them.
const LIMITATIONS: [Limitation; 11] = [
    Limitation { depth: 1, nodes: 2_000, error: 150, overlooked: 600 },
    Limitation { depth: 1, nodes: 3_000, error: 90, overlooked: 400 },
    Limitation { depth: 2, nodes: 5_000, error: 60, overlooked: 250 },
    Limitation { depth: 3, nodes: 8_000, error: 40, overlooked: 150 },
    Limitation { depth: 4, nodes: 12_000, error: 26, overlooked: 80 },
    Limitation { depth: 5, nodes: 20_000, error: 18, overlooked: 45 },
    Limitation { depth: 7, nodes: 30_000, error: 12, overlooked: 22 },
    Limitation { depth: 9, nodes: 60_000, error: 8, overlooked: 10 },
    Limitation { depth: 12, nodes: 120_000, error: 5, overlooked: 4 },
    Limitation { depth: 15, nodes: 300_000, error: 2, overlooked: 0 },
    Limitation { depth: 64, nodes: 900_000, error: 0, overlooked: 0 },
];

impl Strength {
    /// Full strength.
    pub const FULL: Self = Self(12);

    /// The level with this number, if there is one.
    ///
    /// ```
    /// use draughts_engine::Strength;
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
