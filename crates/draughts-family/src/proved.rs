//! The reasons of a review that draughts can prove.

use engine::{FamilyReason, Reason};

/// Why a move of draughts is bad.
#[derive(Copy, Clone, Debug)]
pub(crate) enum ProvenReason {
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
    /// The line that is expected loses pieces.
    LosesMaterial,
    /// The better line wins pieces.
    MissesMaterial,
    /// The opponent gets a king.
    AllowsKing,
    /// A man could have become a king.
    MissesKing,
    /// Fewer moves of the player lose nothing at once than after the better line.
    FewerSafeMoves,
    /// More moves of the opponent lose nothing at once than after the better line.
    MoreSafeMoves,
    /// The player has fewer moves than after the better line.
    FewerMoves,
    /// The opponent has more moves than after the better line.
    MoreMoves,
    /// Fewer pieces of the player stand in the centre than after the better line.
    LeavesCentre,
    /// The player keeps more pieces than after the better line, where the aim is to lose them.
    KeepsPieces,
    /// The player has more moves than after the better line, where the aim is to have none.
    OwnMoves,
    /// The opponent has fewer moves than after the better line, where the aim is to have none.
    TheirMoves,
}

impl ProvenReason {
    /// All of them.
    pub(crate) const ALL: [&'static dyn FamilyReason; 18] = [
        &Self::HangsPiece,
        &Self::MajorityCapture,
        &Self::AllowsShot,
        &Self::MissesShot,
        &Self::DatabaseDraw,
        &Self::DatabaseLoss,
        &Self::LosesMaterial,
        &Self::MissesMaterial,
        &Self::AllowsKing,
        &Self::MissesKing,
        &Self::FewerSafeMoves,
        &Self::MoreSafeMoves,
        &Self::FewerMoves,
        &Self::MoreMoves,
        &Self::LeavesCentre,
        &Self::KeepsPieces,
        &Self::OwnMoves,
        &Self::TheirMoves,
    ];
}

impl FamilyReason for ProvenReason {
    fn code(&self) -> &'static str {
        match self {
            Self::HangsPiece => "hangs-piece",
            Self::MajorityCapture => "majority-capture",
            Self::AllowsShot => "allows-shot",
            Self::MissesShot => "misses-shot",
            Self::DatabaseDraw => "database-draw",
            Self::DatabaseLoss => "database-loss",
            Self::LosesMaterial => "loses-material",
            Self::MissesMaterial => "misses-material",
            Self::AllowsKing => "allows-king",
            Self::MissesKing => "misses-king",
            Self::FewerSafeMoves => "fewer-safe-moves",
            Self::MoreSafeMoves => "more-safe-moves",
            Self::FewerMoves => "fewer-moves",
            Self::MoreMoves => "more-moves",
            Self::LeavesCentre => "leaves-centre",
            Self::KeepsPieces => "keeps-pieces",
            Self::OwnMoves => "own-moves",
            Self::TheirMoves => "their-moves",
        }
    }

    fn is_missed(&self) -> bool {
        matches!(self, Self::MissesShot | Self::MissesMaterial | Self::MissesKing)
    }

    fn sentence(&self, reason: &Reason) -> String {
        let (given, taken) = reason.count.unwrap_or_default();
        let square = reason.squares.first().map_or("", String::as_str);
        match self {
            Self::HangsPiece => format!("leaves {} to be taken", reason.pieces_on_squares()),
            Self::MajorityCapture => {
                format!("a capture that must be played loses {taken} for {given}")
            }
            Self::AllowsShot => format!("allows a shot of {taken} for {given}"),
            Self::MissesShot => format!("misses a shot of {taken} for {given}"),
            Self::DatabaseDraw => "gives a won ending away (database)".to_owned(),
            Self::DatabaseLoss => "loses the ending (database)".to_owned(),
            Self::LosesMaterial => match taken {
                0 => format!("loses {}", reason.pieces_on_squares()),
                _ => format!("loses {} for {taken}", counted(given, "piece")),
            },
            Self::MissesMaterial => match taken {
                0 => format!("misses winning {}", reason.pieces_on_squares()),
                _ => format!("misses winning {} for {taken}", counted(given, "piece")),
            },
            Self::AllowsKing => format!("lets the opponent make a king on {square}"),
            Self::MissesKing => format!("misses making a king on {square}"),
            Self::FewerSafeMoves => format!(
                "leaves {} that lose{} nothing at once, the better line {taken}",
                counted(given, "move"),
                if given == 1 { "s" } else { "" }
            ),
            Self::MoreSafeMoves => {
                format!(
                    "leaves the opponent {}, the better line {taken}",
                    counted(given, "safe move")
                )
            }
            Self::FewerMoves | Self::OwnMoves => {
                format!("leaves {}, the better line {taken}", counted(given, "move"))
            }
            Self::MoreMoves | Self::TheirMoves => {
                format!("leaves the opponent {}, the better line {taken}", counted(given, "move"))
            }
            Self::LeavesCentre => {
                format!(
                    "holds the centre with {}, the better line with {taken}",
                    counted(given, "piece")
                )
            }
            Self::KeepsPieces => {
                format!("keeps {}, the better line {taken}", counted(given, "piece"))
            }
        }
    }
}

fn counted(n: u32, what: &str) -> String {
    if n == 1 { format!("one {what}") } else { format!("{n} {what}s") }
}
