use crate::{Limits, Misjudgement};
use game::Key;
use std::time::Duration;

/// A level of play, from 1 (a beginner) to 12 (full strength).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Strength(u8);

/// The limitations of a player below full strength: the search depth, the evaluation noise, and the
/// overlooked moves, whose type the game defines.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Limitation<O> {
    /// The largest number of iterations.
    pub depth: u32,
    /// The largest number of nodes.
    pub nodes: u64,
    /// The largest evaluation noise, in hundredths of the game's unit.
    pub error: i32,
    /// What the player overlooks, in thousandths.
    pub overlooked: O,
}

/// The limitations of levels 1 to 11 in a game, weakest first.
pub type Limitations<O> = [Limitation<O>; 11];

impl Strength {
    /// Full strength.
    pub const FULL: Self = Self(12);

    /// The level with this number, if there is one.
    ///
    /// ```
    /// use search::Strength;
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

    /// The limitation of this level in a game; none at full strength.
    #[must_use]
    pub fn limitation<O: Copy>(self, of_game: &Limitations<O>) -> Option<Limitation<O>> {
        of_game.get(usize::from(self.0) - 1).copied()
    }

    /// The longest time for a move of this level where no other limit is set.
    #[must_use]
    pub const fn usual_time(self) -> Duration {
        Duration::from_millis(match self.0 {
            0..=9 => 500,
            10 | 11 => 1000,
            _ => 3000,
        })
    }
}

impl<O> Limitation<O> {
    /// Builds it from `depth`, `nodes`, `error` and `overlooked`, so that a table of levels is easy
    /// to read.
    #[must_use]
    pub const fn new(depth: u32, nodes: u64, error: i32, overlooked: O) -> Self {
        Self { depth, nodes, error, overlooked }
    }

    /// The evaluation noise of this player, given the seed of its task. The same seed decides what
    /// it overlooks.
    #[must_use]
    pub fn misjudgement(&self, seed: u64) -> Misjudgement {
        Misjudgement { greatest: self.error, seed: Key::random(seed ^ 0x5EED).0 }
    }

    /// Tightens the limits of a search to those of this player.
    pub fn tighten<M>(&self, limits: &mut Limits<M>) {
        limits.depth = Some(limits.depth.unwrap_or(u32::MAX).min(self.depth));
        limits.nodes = Some(limits.nodes.unwrap_or(u64::MAX).min(self.nodes));
    }
}
