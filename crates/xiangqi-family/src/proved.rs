//! The reasons of a review that Xiangqi can prove.

use engine::{FamilyReason, Reason};

/// Why a move of Xiangqi is bad.
#[derive(Copy, Clone, Debug)]
pub(crate) enum ProvenReason {
    /// A piece can be taken for less.
    HangsPiece,
    /// The opponent can repeat a position, which is a draw.
    AllowsRepetition,
    /// The line that is expected loses material.
    LosesMaterial,
    /// The better line wins material.
    MissesMaterial,
    /// The answer threatens pieces.
    ThreatensPieces,
    /// The opponent gives checks that the better move prevents.
    AllowsChecks,
    /// A pawn of the opponent crosses the river.
    PawnCrosses,
    /// A pawn could have crossed the river.
    MissesCrossing,
    /// A piece has fewer moves than after the better line.
    ShutIn,
    /// A piece of the opponent has more moves than after the better line.
    FreesPiece,
    /// The player has fewer moves than after the better line.
    FewerMoves,
    /// The opponent has more moves than after the better line.
    MoreMoves,
}

impl ProvenReason {
    /// All of them.
    pub(crate) const ALL: [&'static dyn FamilyReason; 12] = [
        &Self::HangsPiece,
        &Self::AllowsRepetition,
        &Self::LosesMaterial,
        &Self::MissesMaterial,
        &Self::ThreatensPieces,
        &Self::AllowsChecks,
        &Self::PawnCrosses,
        &Self::MissesCrossing,
        &Self::ShutIn,
        &Self::FreesPiece,
        &Self::FewerMoves,
        &Self::MoreMoves,
    ];
}

impl FamilyReason for ProvenReason {
    fn code(&self) -> &'static str {
        match self {
            Self::HangsPiece => "hangs-piece",
            Self::AllowsRepetition => "allows-repetition",
            Self::LosesMaterial => "loses-material",
            Self::MissesMaterial => "misses-material",
            Self::ThreatensPieces => "threatens-pieces",
            Self::AllowsChecks => "allows-checks",
            Self::PawnCrosses => "pawn-crosses",
            Self::MissesCrossing => "misses-crossing",
            Self::ShutIn => "shut-in",
            Self::FreesPiece => "frees-piece",
            Self::FewerMoves => "fewer-moves",
            Self::MoreMoves => "more-moves",
        }
    }

    fn is_missed(&self) -> bool {
        matches!(self, Self::MissesMaterial | Self::MissesCrossing)
    }

    fn sentence(&self, reason: &Reason) -> String {
        let (here, there) = reason.count.unwrap_or_default();
        let square = reason.squares.first().map_or("", String::as_str);
        let piece = reason.pieces.first().copied().unwrap_or_default();
        match self {
            Self::HangsPiece => format!("leaves {} to be taken", reason.pieces_on_squares()),
            Self::AllowsRepetition => "lets the opponent draw by repetition".to_owned(),
            Self::LosesMaterial => format!("loses {}", bargain(reason)),
            Self::MissesMaterial => format!("misses winning {}", bargain(reason)),
            Self::ThreatensPieces => {
                format!("the answer attacks {}", listed(reason, 0..reason.pieces.len()))
            }
            Self::AllowsChecks => {
                format!("allows {}; after the better move {there}", counted(here, "check"))
            }
            Self::PawnCrosses => format!("lets a pawn cross the river on {square}"),
            Self::MissesCrossing => format!("misses crossing the river with a pawn on {square}"),
            Self::ShutIn => format!(
                "the {piece} on {square} has {}, and {there} after the better line",
                counted(here, "move")
            ),
            Self::FreesPiece => format!(
                "the opponent's {piece} on {square} has {}, and {there} after the better line",
                counted(here, "move")
            ),
            Self::FewerMoves => {
                format!("leaves {} to choose from, the better line {there}", counted(here, "move"))
            }
            Self::MoreMoves => {
                format!("gives the opponent {}, the better line {there}", counted(here, "move"))
            }
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

/// These pieces with their squares: `the horse on c3 and the pawn on e4`.
fn listed(reason: &Reason, range: std::ops::Range<usize>) -> String {
    let all = reason.pieces.iter().zip(&reason.squares);
    let words = all.skip(range.start).take(range.len());
    let words: Vec<String> =
        words.map(|(piece, square)| format!("the {piece} on {square}")).collect();
    words.join(" and ")
}

/// What goes, and what comes for it.
fn bargain(reason: &Reason) -> String {
    let gone = reason.count.map_or(reason.pieces.len(), |(gone, _)| gone as usize);
    let goes = listed(reason, 0..gone);
    let comes: Vec<String> = reason.pieces.iter().skip(gone).map(|piece| one(piece)).collect();
    if comes.is_empty() { goes } else { format!("{goes} for {}", comes.join(" and ")) }
}

fn one(piece: &str) -> String {
    let article = if piece.starts_with(['a', 'e']) { "an" } else { "a" };
    format!("{article} {piece}")
}
