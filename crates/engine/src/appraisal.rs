//! An evaluation taken apart: what each of its terms says, and what it sees on the board.

use game::Side;

/// The id of the evaluation of our engine; others are those of [`crate::Preset`].
pub const OWN_EVALUATION: &str = "own";

/// An evaluation of a position, taken apart. The totals of its terms add up to its score.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Appraisal {
    /// What the evaluation says, for the first side, in hundredths.
    pub score: i32,
    /// Its terms.
    pub terms: Vec<AppraisalTerm>,
    /// What it sees on the board.
    pub layers: Vec<Layer>,
}

/// A term of an evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppraisalTerm {
    /// A word for it, as the game calls it (`mobility`).
    pub id: String,
    /// What it says for the first and for the second side, where it can be told for each.
    pub sides: Option<[i32; 2]>,
    /// What it says for the first side in all.
    pub total: i32,
}

impl AppraisalTerm {
    /// A term that has a value for each side.
    #[must_use]
    pub fn by_sides(id: impl Into<String>, sides: [i32; 2]) -> Self {
        Self { id: id.into(), sides: Some(sides), total: sides[0] - sides[1] }
    }

    /// A term that only compares the sides.
    #[must_use]
    pub fn whole(id: impl Into<String>, total: i32) -> Self {
        Self { id: id.into(), sides: None, total }
    }
}

impl Appraisal {
    /// An evaluation of these terms. What their rounding to hundredths makes of the sum becomes a term of
    /// its own.
    #[must_use]
    pub fn new(score: i32, mut terms: Vec<AppraisalTerm>, layers: Vec<Layer>) -> Self {
        let sum: i32 = terms.iter().map(|term| term.total).sum();
        if sum != score {
            terms.push(AppraisalTerm::whole("rounding", score - sum));
        }
        Self { score, terms, layers }
    }
}

/// What an evaluation sees on the board, to be drawn on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// A word for it, as the game calls it (`places`).
    pub id: &'static str,
    /// What is to be drawn.
    pub content: LayerContent,
}

/// What a layer draws.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LayerContent {
    /// What the place adds to the piece on it.
    Shading(Vec<SquareValue>),
    /// Where each piece can go.
    Dots(Vec<Reach>),
    /// Pieces that attack and protect others.
    Arrows(Vec<Arrow>),
    /// How many pieces of each side reach a place.
    Control(Vec<SquareControl>),
    /// What a place, or the piece on it, is worth.
    Values(Vec<SquareValue>),
}

/// A value of a square for a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SquareValue {
    /// The square's name.
    pub at: String,
    /// The side.
    pub side: Side,
    /// The value for that side, in hundredths.
    pub value: i32,
    /// What is there, as the game's word (`open-four`).
    pub word: Option<&'static str>,
}

/// Where a piece can go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    /// The piece's square.
    pub from: String,
    /// Its side.
    pub side: Side,
    /// Where it can go.
    pub to: Vec<String>,
}

/// A piece that attacks or protects another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// The piece's square.
    pub from: String,
    /// The other piece's square.
    pub to: String,
    /// The side of the piece.
    pub side: Side,
    /// Whether the other piece is of the same side.
    pub protects: bool,
}

/// How many pieces reach a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SquareControl {
    /// The square's name.
    pub at: String,
    /// Of the first and of the second side.
    pub by: [u32; 2],
}
