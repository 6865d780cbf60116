//! Grades and accuracy by the loss of expected score.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The losses of expected score from which a move has a grade, and the scale of accuracy. They are
/// justified in `docs/develop/studies.md`.
pub mod thresholds {
    /// A move that loses less is as good as the best.
    pub const GOOD: f64 = 0.02;
    /// An inaccuracy.
    pub const INACCURACY: f64 = 0.05;
    /// A mistake.
    pub const MISTAKE: f64 = 0.10;
    /// A blunder.
    pub const BLUNDER: f64 = 0.20;
    /// The loss with which the accuracy of a move falls by a factor e.
    pub const ACCURACY: f64 = 0.20;
}

/// The grade of a move, best first.
#[derive(
    Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Grade {
    /// There was no other move.
    Forced,
    /// Theory: a move of an opening that has a name, or one of our own games that longer searches have verified.
    Book,
    /// The best move, or one that loses next to nothing.
    Best,
    /// A small loss.
    Good,
    /// A greater loss.
    Inaccuracy,
    /// A great loss.
    Mistake,
    /// A very great loss.
    Blunder,
}

impl Grade {
    /// All grades.
    pub const ALL: [Self; 7] = [
        Self::Forced,
        Self::Book,
        Self::Best,
        Self::Good,
        Self::Inaccuracy,
        Self::Mistake,
        Self::Blunder,
    ];

    /// The grade of a move with this loss, if there were others.
    ///
    /// ```
    /// use hall::review::Grade;
    /// assert_eq!(Grade::of(0.0), Grade::Best);
    /// assert_eq!(Grade::of(0.4), Grade::Blunder);
    /// ```
    #[must_use]
    pub fn of(loss: f64) -> Self {
        match loss {
            loss if loss >= thresholds::BLUNDER => Self::Blunder,
            loss if loss >= thresholds::MISTAKE => Self::Mistake,
            loss if loss >= thresholds::INACCURACY => Self::Inaccuracy,
            loss if loss >= thresholds::GOOD => Self::Good,
            _ => Self::Best,
        }
    }

    /// Whether such moves say nothing of who played them: they do not count for accuracy.
    #[must_use]
    pub const fn is_unjudged(self) -> bool {
        matches!(self, Self::Forced | Self::Book)
    }

    /// Its word: `best`, `good`, `inaccuracy`, `mistake`, `blunder`, `forced`, `book`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Forced => "forced",
            Self::Book => "book",
            Self::Best => "best",
            Self::Good => "good",
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }
}

/// The accuracy of a move with this loss of expected score, from 0 to 100.
///
/// ```
/// assert_eq!(hall::review::accuracy(0.0), 100.0);
/// assert!(hall::review::accuracy(1.0) < 1.0);
/// ```
#[must_use]
pub fn accuracy(loss: f64) -> f64 {
    100.0 * (-loss.max(0.0) / thresholds::ACCURACY).exp()
}
