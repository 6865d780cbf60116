//! The reasons of a review that reversi can prove.

use engine::{FamilyReason, Reason};

/// Why a move of reversi is bad.
#[derive(Copy, Clone, Debug)]
pub(crate) enum ProvenReason {
    /// The game, played to its end, ends worse than after the better move.
    LosesDiscs,
    /// The opponent takes a corner that the better line keeps.
    AllowsCorner,
    /// A corner could have been taken.
    MissesCorner,
    /// The player must pass.
    MustPass,
    /// The opponent would have had to pass.
    MissesPass,
    /// A disc beside an empty corner.
    BesideCorner,
    /// The opponent has more moves than after the better line.
    MoreMoves,
    /// The player has fewer moves than after the better line.
    FewerMoves,
    /// More discs of the player stand beside empty squares.
    Frontier,
}

impl ProvenReason {
    /// All of them.
    pub(crate) const ALL: [&'static dyn FamilyReason; 9] = [
        &Self::LosesDiscs,
        &Self::AllowsCorner,
        &Self::MissesCorner,
        &Self::MustPass,
        &Self::MissesPass,
        &Self::BesideCorner,
        &Self::MoreMoves,
        &Self::FewerMoves,
        &Self::Frontier,
    ];
}

impl FamilyReason for ProvenReason {
    fn code(&self) -> &'static str {
        match self {
            Self::LosesDiscs => "loses-discs",
            Self::AllowsCorner => "allows-corner",
            Self::MissesCorner => "misses-corner",
            Self::MustPass => "must-pass",
            Self::MissesPass => "misses-pass",
            Self::BesideCorner => "beside-corner",
            Self::MoreMoves => "more-moves",
            Self::FewerMoves => "fewer-moves",
            Self::Frontier => "wide-frontier",
        }
    }

    fn is_missed(&self) -> bool {
        matches!(self, Self::MissesCorner | Self::MissesPass)
    }

    fn sentence(&self, reason: &Reason) -> String {
        let (here, there) = reason.count.unwrap_or_default();
        let better = reason.squares.last().map_or("", String::as_str);
        let square = reason.squares.first().map_or("", String::as_str);
        match self {
            Self::LosesDiscs => {
                format!(
                    "ends with {} in the end; after {better} with {there}",
                    counted(here, "disc")
                )
            }
            Self::AllowsCorner => format!("gives the opponent the corner {square}"),
            Self::MissesCorner => format!("misses the corner {square}"),
            Self::MustPass => "leads to a pass for want of moves".to_owned(),
            Self::MissesPass => "misses a line in which the opponent must pass".to_owned(),
            Self::BesideCorner => {
                format!("puts a disc on {square}, beside the empty corner {better}")
            }
            Self::MoreMoves => {
                format!("gives the opponent {}, with {better} {there}", counted(here, "move"))
            }
            Self::FewerMoves => {
                format!("leaves {} to choose from, with {better} {there}", counted(here, "move"))
            }
            Self::Frontier => format!(
                "has {} beside empty squares; after {better} {there}",
                counted(here, "disc")
            ),
        }
    }
}

fn counted(n: u32, what: &str) -> String {
    match n {
        0 => format!("no {what}s"),
        1 => format!("one {what}"),
        _ => format!("{n} {what}s"),
    }
}
