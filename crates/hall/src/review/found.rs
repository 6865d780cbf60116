//! What the searches of a review find.

use crate::review::before;
use engine::Score;
use serde::{Deserialize, Serialize};

/// The result of a position that is known for certain, for a side.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExactResult {
    /// It loses.
    Loss,
    /// Nobody wins.
    Draw,
    /// It wins.
    Win,
}

impl ExactResult {
    /// The expected score: 0, ½ or 1.
    #[must_use]
    pub const fn value(self) -> f64 {
        match self {
            Self::Loss => 0.0,
            Self::Draw => 0.5,
            Self::Win => 1.0,
        }
    }

    /// The result with this expected score.
    #[must_use]
    pub fn of(value: f64) -> Self {
        match value {
            value if value < 0.25 => Self::Loss,
            value if value > 0.75 => Self::Win,
            _ => Self::Draw,
        }
    }

    /// The same result for the other side.
    #[must_use]
    pub const fn for_other(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

/// What a search found after a move, for the side that made the move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveResult {
    /// The score.
    pub score: Score,
    /// The line after the move; the other side's answer comes first.
    pub line: Vec<String>,
    /// The result, where the game says that this search has solved the position
    /// ([`engine::Session::solved`]).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solved: Option<ExactResult>,
}

impl MoveResult {
    /// What a search of the position after a move says of the move.
    #[must_use]
    pub fn of_next(next: &PositionResult) -> Self {
        Self {
            score: before(next.score),
            line: next.line.clone(),
            solved: next.solved.map(ExactResult::for_other),
        }
    }

    /// What a search of the position says of its best move; `None` where there is no move.
    pub(crate) fn of_best(position: &PositionResult) -> Option<Self> {
        let (_, line) = position.line.split_first()?;
        Some(Self { score: position.score, line: line.to_vec(), solved: position.solved })
    }

    /// Whether the result is certain: a forced win, or a position that is solved.
    pub(crate) const fn is_proven(&self) -> bool {
        self.solved.is_some() || matches!(self.score, Score::Mate(_))
    }
}

/// What longer searches found after the move of the game and after the best one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Confirmation {
    /// After the move of the game.
    pub played: MoveResult,
    /// After the best move. `None` while it is not searched, or where the search after the move of the game
    /// has shown that the move is no mistake.
    pub best: Option<MoveResult>,
    /// Whether these are the longest searches: those after which a move may be called a mistake.
    pub is_longest: bool,
    /// How many searches went on at the end of one of the two lines, to show a forced win to its end.
    pub continued: u8,
}

/// What was found in a position. Scores are those of the side to move. It is stored in this form: fields may be added
/// with a default and never renamed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PositionResult {
    /// The score.
    pub score: Score,
    /// The line that the search expects, the best move first; empty where the game is over.
    pub line: Vec<String>,
    /// The depth that was completed.
    pub depth: u32,
    /// The nodes that were searched.
    pub nodes: u64,
    /// The result, where the position is solved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solved: Option<ExactResult>,
    /// What a search of the same kind found after the best move, where the move that was played seems worse.
    #[serde(default)]
    pub compared: Option<MoveResult>,
    /// What longer searches found, where the move still seems worse.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confirmed: Option<Confirmation>,
}

impl PositionResult {
    /// What a search of the position alone found.
    #[must_use]
    pub const fn new(score: Score, line: Vec<String>) -> Self {
        Self { score, line, depth: 0, nodes: 0, solved: None, compared: None, confirmed: None }
    }
}
