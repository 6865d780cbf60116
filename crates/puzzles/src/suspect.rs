use engine::PuzzleTerms;
use review::Review;
use std::collections::BTreeMap;

/// A position of a game that may be a puzzle.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Suspect {
    /// The number of moves before it.
    pub ply: usize,
    /// The chance that the move of the game lost for which it is looked at, from 0 to 1.
    pub loss: f64,
}

/// The positions of a reviewed game that may be puzzles, in order: those after a move that lost much, where it is to
/// be punished, and those before it, where the right move was missed.
#[must_use]
pub fn suspects(review: &Review, terms: &PuzzleTerms) -> Vec<Suspect> {
    let mut found = BTreeMap::new();
    for played in &review.moves {
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
