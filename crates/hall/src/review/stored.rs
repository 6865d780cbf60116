//! What is stored of a review besides what was found in each position ([`PositionResult`](super::PositionResult)): its
//! game, its effort and how it stands.

use crate::review::{Effort, ReviewWork};
use engine::Registry;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use utoipa::ToSchema;

/// `POST /api/studies/{id}/review`: how long to search each move. Absent: the server's choice.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct NewReview {
    /// Nodes for each move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Time for each move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ms: Option<u64>,
}

/// How a review stands.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReviewState {
    /// It waits for its turn.
    Waiting,
    /// It searches.
    Running,
    /// Every move was searched.
    Done,
    /// Someone ended it.
    Cancelled,
    /// It failed; `failure` says why.
    Failed,
}

/// Why a review failed: a code, by which every language makes its own sentence, and the English one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ReviewFailure {
    /// What kind of failure it is.
    pub code: ReviewFailureCode,
    /// In English.
    pub message: String,
}

/// The kind of a failure of a review. Those of the disk have the codes that refused requests have.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ReviewFailureCode {
    /// A search gave no result.
    SearchFailed,
    /// The disk of the server is full.
    DiskFull,
    /// The disk failed for another reason.
    DiskFailed,
    /// The server's file of games was deleted or replaced.
    DataGone,
    /// Another program holds the file locked.
    DataBusy,
    /// The server cannot reach its database.
    DatabaseUnreachable,
    /// The stored data cannot be read.
    DataDamaged,
    /// The study was changed or deleted meanwhile.
    ChangedElsewhere,
    /// The hall closes.
    Closing,
    /// The server failed; its log says why.
    Internal,
    /// A hall in a browser has not kept what searches, and the network does not give it.
    PartNotFetched,
}

/// The head of a review. It is stored in this form: fields may be added with a default and never renamed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReviewHead {
    /// How it stands.
    pub state: ReviewState,
    /// How long each move is searched.
    pub per_move: NewReview,
    /// The variant's id.
    pub variant: String,
    /// The rule set's id.
    pub rules: String,
    /// The start position.
    pub start: String,
    /// The hall's game that the study was made of; absent in what version 0.2.0 stored.
    #[serde(default)]
    pub game: Option<String>,
    /// The moves of the game.
    pub moves: Vec<HeadMove>,
    /// Why it failed, in English.
    #[serde(default)]
    pub message: Option<String>,
    /// What kind of failure that is; absent in what version 0.2.0 stored.
    #[serde(default)]
    pub code: Option<ReviewFailureCode>,
}

/// A move of the game under review.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeadMove {
    /// Its node in the study.
    pub node: u32,
    /// The move, in engine notation.
    pub text: String,
    /// The time that was used for it.
    #[serde(default)]
    pub time_ms: u64,
    /// Whether it is theory though its opening may have no name: a move of the base of openings that was verified.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub book: bool,
}

impl ReviewHead {
    /// The game, not searched yet. `registry` has its family.
    ///
    /// # Errors
    /// When it cannot be played, in words: it was stored by another version of the rules.
    pub fn work(&self, registry: &Registry) -> Result<ReviewWork, String> {
        let start = registry
            .session(&self.variant, Some(&self.rules), Some(&self.start))
            .map_err(|error| error.to_string())?;
        let moves: Vec<String> = self.moves.iter().map(|m| m.text.clone()).collect();
        let NewReview { nodes, ms } = self.per_move;
        let effort = Effort { nodes, time: ms.map(Duration::from_millis) };
        let mut work =
            ReviewWork::new(start, &moves, effort).map_err(|illegal| illegal.to_string())?;
        work.know_book(&self.book());
        Ok(work)
    }

    /// The moves that are theory though their opening may have no name: for each the number of moves before it.
    #[must_use]
    pub fn book(&self) -> Vec<usize> {
        let moves = self.moves.iter().enumerate();
        moves.filter(|(_, played)| played.book).map(|(ply, _)| ply).collect()
    }

    /// The same, failed.
    pub fn fails(&mut self, code: ReviewFailureCode, message: impl Into<String>) {
        self.state = ReviewState::Failed;
        (self.code, self.message) = (Some(code), Some(message.into()));
    }

    /// Why it failed, if it did.
    #[must_use]
    pub fn failure(&self) -> Option<ReviewFailure> {
        let message = self.message.clone()?;
        Some(ReviewFailure { code: self.code.unwrap_or(ReviewFailureCode::Internal), message })
    }

    /// The node of the position after so many moves; the root of a study is 0.
    #[must_use]
    pub fn node(&self, ply: usize) -> u32 {
        ply.checked_sub(1).and_then(|last| self.moves.get(last)).map_or(0, |m| m.node)
    }

    /// The number of moves before the position of a node.
    #[must_use]
    pub fn ply(&self, node: u32) -> Option<usize> {
        (0..=self.moves.len()).find(|&ply| self.node(ply) == node)
    }
}
