//! The reasons of a review that draughts can prove.

use engine::{FamilyReason, Reason};

/// Why a move of draughts is bad.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Proved {
    /// Pieces are taken for none.
    HangsPiece,
    /// Pieces are taken for fewer, since the rules demand one capture and not another.
    MajorityCapture,
    /// Pieces are taken for fewer, by forced captures.
    AllowsShot,
    /// Forced captures would have won pieces.
    MissesShot,
    /// The endgame database has a draw after it, and a win after the better move.
    DatabaseDraw,
    /// The endgame database has a loss after it.
    DatabaseLoss,
}

impl Proved {
    /// All of them.
    pub(crate) const ALL: [&'static dyn FamilyReason; 6] = [
        &Self::HangsPiece,
        &Self::MajorityCapture,
        &Self::AllowsShot,
        &Self::MissesShot,
        &Self::DatabaseDraw,
        &Self::DatabaseLoss,
    ];
}

impl FamilyReason for Proved {
    fn code(&self) -> &'static str {
        match self {
            Self::HangsPiece => "hangs-piece",
            Self::MajorityCapture => "majority-capture",
            Self::AllowsShot => "allows-shot",
            Self::MissesShot => "misses-shot",
            Self::DatabaseDraw => "database-draw",
            Self::DatabaseLoss => "database-loss",
        }
    }

    fn is_missed(&self) -> bool {
        matches!(self, Self::MissesShot)
    }

    fn sentence(&self, reason: &Reason) -> String {
        let (given, taken) = reason.count.unwrap_or_default();
        match self {
            Self::HangsPiece => format!("leaves {} to be taken", reason.pieces_on_squares()),
            Self::MajorityCapture => {
                format!("a capture that must be played loses {taken} for {given}")
            }
            Self::AllowsShot => format!("allows a shot of {taken} for {given}"),
            Self::MissesShot => format!("misses a shot of {taken} for {given}"),
            Self::DatabaseDraw => "gives a won ending away (database)".to_owned(),
            Self::DatabaseLoss => "loses the ending (database)".to_owned(),
        }
    }
}
