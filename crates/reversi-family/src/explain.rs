//! What reversi says of itself for a review.

use engine::{Expectation, Phase, PuzzleTerms, Score, Stage};
use game::Line;
use reversi::Position;
use std::cmp::Ordering;

/// The meaning of scores, fitted to our own games; the card beside it says to which.
pub(crate) const EXPECTED: Expectation = include!("../curves/reversi.rs");

/// A puzzle of reversi is an ending that is solved: one move wins, or one alone does not lose. The
/// curve of scores is flat near the middle, so that the move that lost such a game seems to lose little.
pub(crate) const PUZZLES: PuzzleTerms = PuzzleTerms {
    fall: 0.06,
    lead: 0.45,
    winning: 0.90,
    saved: 0.45,
    lost: 0.10,
    solved: true,
    spread: 860.0,
};

/// The result of a position that was played out to its end: the search went as deep as there are
/// empty squares.
pub(crate) fn solved(position: &Position, score: Score, depth: u32) -> Option<f64> {
    let Score::Cp(discs) = score else { return None };
    let is_whole = depth >= position.empty().len();
    is_whole.then(|| match discs.cmp(&0) {
        Ordering::Greater => 1.0,
        Ordering::Equal => 0.5,
        Ordering::Less => 0.0,
    })
}

/// The discs on the board at the start.
const FIRST: u32 = 4;

/// How far the game is, by the squares that are filled. Each phase is a third of them: on 8×8 the
/// ending begins with twenty empty squares, which the engine plays out.
pub(crate) fn stage(line: &Line<Position>) -> Stage {
    let [first, second] = line.position().discs().map(u32::from);
    let filled = (first + second).saturating_sub(FIRST);
    let all = (filled + line.position().empty().len()).max(1);
    let phase = match 3 * filled {
        filled if filled < all => Phase::Opening,
        filled if filled < 2 * all => Phase::Middlegame,
        _ => Phase::Ending,
    };
    Stage { phase, progress: f64::from(filled) / f64::from(all) }
}
