use crate::{Limits, Misjudgement};
use game::{Key, Level};
use std::num::ParseIntError;
use std::str::FromStr;

/// The limitations of a player below full strength: how far it looks, how exactly it judges, and what it overlooks.
/// The same numbers mean the same in every game; what is easy to overlook is a game's own.
///
/// As text it is these numbers in this order, with spaces between.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Limitation {
    /// The largest number of iterations.
    pub depth: u32,
    /// The largest number of nodes.
    pub nodes: u64,
    /// The largest evaluation noise, in hundredths of the game's unit.
    pub error: i32,
    /// The chance that an ordinary move is overlooked, in thousandths ([`crate::Oversight`]).
    pub overlooked: u16,
    /// With at most so many moves left it plays without error, in games whose endings are solved.
    pub solves: u32,
}

/// The limitations of levels 1 to 11 in a game, weakest first.
pub type Limitations = [Limitation; 11];

impl Limitation {
    /// Builds it from `depth`, `nodes`, `error` and `overlooked`, so that a table of levels is easy
    /// to read.
    #[must_use]
    pub const fn new(depth: u32, nodes: u64, error: i32, overlooked: u16) -> Self {
        Self { depth, nodes, error, overlooked, solves: 0 }
    }

    /// The same player, which plays without error with at most so many moves left.
    #[must_use]
    pub const fn solving(self, solves: u32) -> Self {
        Self { solves, ..self }
    }

    /// The limitation of this level in a game; none at full strength.
    ///
    /// ```
    /// use game::Level;
    /// use search::Limitation;
    /// let levels = [Limitation::new(3, 500, 40, 100); 11];
    /// assert_eq!(Limitation::of(Level::MIN, &levels), Some(levels[0]));
    /// assert_eq!(Limitation::of(Level::MAX, &levels), None);
    /// ```
    #[must_use]
    pub fn of(level: Level, in_game: &Limitations) -> Option<Self> {
        in_game.get(usize::from(level.number()) - 1).copied()
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

/// A text that is no limitation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LimitationError;

impl From<ParseIntError> for LimitationError {
    fn from(_: ParseIntError) -> Self {
        Self
    }
}

/// ```
/// use search::Limitation;
/// assert_eq!("2 500 40 100".parse(), Ok(Limitation::new(2, 500, 40, 100)));
/// assert_eq!("2 500 40 100 6".parse(), Ok(Limitation::new(2, 500, 40, 100).solving(6)));
/// assert!("2 500".parse::<Limitation>().is_err());
/// ```
impl FromStr for Limitation {
    type Err = LimitationError;

    fn from_str(text: &str) -> Result<Self, LimitationError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let (&[depth, nodes, error, overlooked], solves) = match words.split_at_checked(4) {
            Some((first, rest)) if rest.len() < 2 => {
                (<&[&str; 4]>::try_from(first).map_err(|_| LimitationError)?, rest.first())
            }
            _ => return Err(LimitationError),
        };
        let solves = solves.map_or(Ok(0), |solves| solves.parse())?;
        let depth: u32 = depth.parse()?;
        Ok(Self::new(depth.max(1), nodes.parse()?, error.parse()?, overlooked.parse()?)
            .solving(solves))
    }
}
