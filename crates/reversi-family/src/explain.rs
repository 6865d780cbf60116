//! What reversi says of itself for a review.

use engine::{Expectation, Phase, Stage};
use game::Line;
use reversi::Position;

/// The meaning of scores, fitted to our own games (`docs/review.md`).
pub(crate) const EXPECTED: Expectation = Expectation::constant(860.0);

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
