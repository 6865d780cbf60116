use crate::{Limits, Misjudgement};
use game::Key;
use std::time::Duration;

/// A level of play, 1 (has just learnt the rules) to 12 (all the engine can).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Strength(u8);

/// How a player below full strength is held back: how far it looks, how wrong it judges, and
/// what it overlooks, which is the game's own to say.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Limitation<O> {
    /// Iterations at most.
    pub depth: u32,
    /// Nodes at most.
    pub nodes: u64,
    /// Greatest error of judgement, in hundredths of the game's unit.
    pub error: i32,
    /// What is overlooked, in thousandths.
    pub overlooked: O,
}

/// How a game holds back levels 1 to 11, weakest first.
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

    /// What holds this level back in a game; nothing at full strength.
    #[must_use]
    pub fn limitation<O: Copy>(self, of_game: &Limitations<O>) -> Option<Limitation<O>> {
        of_game.get(usize::from(self.0) - 1).copied()
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

impl<O> Limitation<O> {
    /// From `depth`, `nodes`, `error` and `overlooked`, so that a table of levels reads as one.
    #[must_use]
    pub const fn new(depth: u32, nodes: u64, error: i32, overlooked: O) -> Self {
        Self { depth, nodes, error, overlooked }
    }

    /// How wrong this player judges, given the seed of its task; what it overlooks is drawn
    /// from the same number.
    #[must_use]
    pub fn misjudgement(&self, seed: u64) -> Misjudgement {
        Misjudgement { greatest: self.error, seed: Key::random(seed ^ 0x5EED).0 }
    }

    /// Tightens the limits of a search to what this player looks at.
    pub fn tighten<M>(&self, limits: &mut Limits<M>) {
        limits.depth = Some(limits.depth.unwrap_or(u32::MAX).min(self.depth));
        limits.nodes = Some(limits.nodes.unwrap_or(u64::MAX).min(self.nodes));
    }
}
