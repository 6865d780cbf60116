use crate::Side;
use std::fmt;

/// How a game ended. Prints as `1-0`, `0-1` or `1/2`.
///
/// ```
/// use game::{Outcome, Side};
///
/// let outcome = Outcome::win_of(Side::First);
/// assert_eq!(outcome, Outcome::FirstWins);
/// assert_eq!(outcome.winner(), Some(Side::First));
/// assert_eq!(Outcome::Draw.winner(), None);
/// assert_eq!(outcome.to_string(), "1-0");
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Outcome {
    /// The side that moves first from the standard start won ([`Side::First`]).
    #[cfg_attr(feature = "serde", serde(rename = "1-0"))]
    FirstWins,
    /// The other side won.
    #[cfg_attr(feature = "serde", serde(rename = "0-1"))]
    SecondWins,
    /// Neither side won.
    #[cfg_attr(feature = "serde", serde(rename = "1/2"))]
    Draw,
}

impl Outcome {
    /// A win of `side`.
    ///
    /// ```
    /// use game::{Outcome, Side};
    /// assert_eq!(Outcome::win_of(Side::Second), Outcome::SecondWins);
    /// ```
    #[must_use]
    #[inline]
    pub const fn win_of(side: Side) -> Self {
        match side {
            Side::First => Self::FirstWins,
            Side::Second => Self::SecondWins,
        }
    }

    /// The winner, if there is one.
    #[must_use]
    #[inline]
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::FirstWins => Some(Side::First),
            Self::SecondWins => Some(Side::Second),
            Self::Draw => None,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::FirstWins => "1-0",
            Self::SecondWins => "0-1",
            Self::Draw => "1/2",
        })
    }
}

/// An outcome and its reason. `R` is the game's own reason type; it prints as the reason's word
/// followed by its evidence, if any (`perpetual-chase e5 by b3`).
///
/// ```
/// use game::{Outcome, Verdict};
///
/// let verdict = Verdict { outcome: Outcome::Draw, reason: "natural-limit" };
/// assert_eq!(verdict.to_string(), "1/2 natural-limit");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Verdict<R> {
    /// The result.
    pub outcome: Outcome,
    /// The reason, with the evidence that lets people check it.
    pub reason: R,
}

impl<R: fmt::Display> fmt::Display for Verdict<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.outcome, self.reason)
    }
}
