//! What is stored of a review besides what was found in each position ([`hall::review::PositionResult`]): its game and effort.

use hall::review::{Effort, ReviewWork};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use wire::{NewReview, ReviewFailure, ReviewFailureCode, ReviewState};

/// The head of a review.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct ReviewHead {
    pub(crate) state: ReviewState,
    pub(crate) per_move: NewReview,
    pub(crate) variant: String,
    pub(crate) rules: String,
    pub(crate) start: String,
    /// The hall's game that the study was made of; absent in what version 0.2.0 stored.
    #[serde(default)]
    pub(crate) game: Option<String>,
    pub(crate) moves: Vec<HeadMove>,
    /// Why it failed, in English.
    #[serde(default)]
    pub(crate) message: Option<String>,
    /// What kind of failure that is; absent in what version 0.2.0 stored.
    #[serde(default)]
    pub(crate) code: Option<ReviewFailureCode>,
}

/// A move of the game under review.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct HeadMove {
    /// Its node in the study.
    pub(crate) node: u32,
    pub(crate) text: String,
    /// The time that was used for it.
    #[serde(default)]
    pub(crate) time_ms: u64,
}

impl ReviewHead {
    /// The game, not searched yet.
    ///
    /// # Errors
    /// When it cannot be played, in words: it was stored by another version of the rules.
    pub(crate) fn work(&self) -> Result<ReviewWork, String> {
        let start = games::new_session(&self.variant, Some(&self.rules), Some(&self.start))
            .map_err(|error| error.to_string())?;
        let moves: Vec<String> = self.moves.iter().map(|m| m.text.clone()).collect();
        let NewReview { nodes, ms } = self.per_move;
        let effort = Effort { nodes, time: ms.map(Duration::from_millis) };
        ReviewWork::new(start, &moves, effort).map_err(|illegal| illegal.to_string())
    }

    /// The same, failed.
    pub(crate) fn fails(&mut self, code: ReviewFailureCode, message: impl Into<String>) {
        self.state = ReviewState::Failed;
        (self.code, self.message) = (Some(code), Some(message.into()));
    }

    /// Why it failed, if it did.
    pub(crate) fn failure(&self) -> Option<ReviewFailure> {
        let message = self.message.clone()?;
        Some(ReviewFailure { code: self.code.unwrap_or(ReviewFailureCode::Internal), message })
    }

    /// The node of the position after so many moves; the root of a study is 0.
    pub(crate) fn node(&self, ply: usize) -> u32 {
        ply.checked_sub(1).and_then(|last| self.moves.get(last)).map_or(0, |m| m.node)
    }

    /// The number of moves before the position of a node.
    pub(crate) fn ply(&self, node: u32) -> Option<usize> {
        (0..=self.moves.len()).find(|&ply| self.node(ply) == node)
    }
}

#[cfg(test)]
mod tests {
    use hall::review::{Confirmation, ExactResult, MoveResult, PositionResult};

    #[test]
    fn a_row_is_read_as_it_was_written() {
        let found = |score| MoveResult { score, line: vec!["h9g7".to_owned()], solved: None };
        let searched = PositionResult {
            score: engine::Score::Mate(-3),
            line: vec!["h2e2".to_owned()],
            depth: 7,
            nodes: 1000,
            solved: Some(ExactResult::Loss),
            compared: Some(found(engine::Score::Cp(12))),
            confirmed: Some(Confirmation {
                played: found(engine::Score::Mate(-2)),
                best: Some(MoveResult {
                    solved: Some(ExactResult::Draw),
                    ..found(engine::Score::Cp(0))
                }),
                is_longest: true,
                continued: 2,
            }),
        };
        let text = serde_json::to_string(&searched).unwrap();
        let row: PositionResult = serde_json::from_str(&text).unwrap();
        assert_eq!(row, searched);
        let stored = r#"{"score":{"mate":-3},"line":["h2e2"],"depth":7,"nodes":1000,"solved":"loss","compared":{"score":{"cp":12},"line":["h9g7"]},"confirmed":{"played":{"score":{"mate":-2},"line":["h9g7"]},"best":{"score":{"cp":0},"line":["h9g7"],"solved":"draw"},"is_longest":true,"continued":2}}"#;
        assert_eq!(text, stored);
    }

    #[test]
    fn a_row_of_version_0_2_0_is_read() {
        let text = r#"{"score":{"cp":31},"line":["h2e2","h9g7"],"depth":9,"nodes":10000,"compared":{"score":{"cp":20},"line":["h9g7"]}}"#;
        let searched: PositionResult = serde_json::from_str(text).unwrap();
        assert_eq!((searched.depth, searched.confirmed, searched.solved), (9, None, None));
        assert_eq!(searched.compared.map(|found| found.score), Some(engine::Score::Cp(20)));
    }
}
