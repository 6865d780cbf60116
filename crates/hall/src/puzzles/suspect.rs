use crate::review::{Review, ReviewedMove};
use engine::{PuzzleTerms, Score};
use std::collections::BTreeMap;

/// A position of a game that may be a puzzle.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Suspect {
    /// The number of moves before it.
    pub ply: usize,
    /// The chance that the move of the game lost for which it is looked at, from 0 to 1; 0 where nobody went wrong.
    pub loss: f64,
}

/// The positions of a reviewed game that may be puzzles, in order: those after a move that lost much, where it is to
/// be punished, and those before it, where the right move was missed. Where the game says so, also those that the review
/// has solved.
#[must_use]
pub fn suspects(review: &Review, terms: &PuzzleTerms) -> Vec<Suspect> {
    let mut found = BTreeMap::new();
    for played in &review.moves {
        if terms.solved && is_solved(played) {
            found.entry(played.ply).or_default();
        }
        if played.loss < terms.fall || played.grade.is_unjudged() {
            continue;
        }
        for ply in [played.ply - 1, played.ply] {
            let loss: &mut f64 = found.entry(ply).or_default();
            *loss = loss.max(played.loss);
        }
    }
    found.into_iter().map(|(ply, loss)| Suspect { ply, loss }).collect()
}

/// Whether the position after a move is solved, not by a mate: its chance is 0, ½ or 1.
fn is_solved(played: &ReviewedMove) -> bool {
    matches!(played.score, Score::Cp(_)) && (2.0 * played.chance).fract() == 0.0
}
