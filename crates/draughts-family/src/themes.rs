//! What a puzzle of draughts is about: each word can be seen in its line by the rules alone.

use crate::explain::{self, after, shot};
use draughts::{Move, Position, VariantRules};
use engine::Phase;
use game::{Line, Position as _};

/// All words.
pub(crate) const ALL: [&str; 8] =
    ["long-shot", "majority", "shot", "promotion", "free-piece", "quiet", "kings", "ending"];

/// A shot that gives so many pieces is a long one.
const LONG: u32 = 3;

/// The words for a line that begins with a move of the side to move, the most striking first.
pub(crate) fn of<V: VariantRules>(
    line: &Line<Position<V>>,
    moves: &[Move<V>],
) -> Vec<&'static str> {
    let start = line.position();
    let side = start.side_to_move();
    let Some(&first) = moves.first() else { return Vec::new() };
    let mut found: Vec<&'static str> = Vec::new();
    // To lose pieces is no loss where that is the aim.
    if let Some(shot) = shot(start, moves).filter(|_| !V::RULES.stuck_wins) {
        if shot.given == 0 {
            found.push("free-piece");
        } else {
            found.push(if shot.given >= LONG { "long-shot" } else { "shot" });
            found.extend(shot.compelled.then_some("majority"));
        }
    }
    let mut at = *start;
    for &m in moves {
        if at.side_to_move() == side && m.crowns() {
            found.push("promotion");
        }
        at = after(&at, m);
    }
    if !first.is_capture() && !after(start, first).must_capture() {
        found.push("quiet");
    }
    if game::Side::ALL.iter().all(|&side| start.count(side).1 > 0) {
        found.push("kings");
    }
    if explain::stage(line).phase == Phase::Ending {
        found.push("ending");
    }
    ALL.into_iter().filter(|word| found.contains(word)).collect()
}

#[cfg(test)]
mod tests {

    fn themes(position: &str, moves: &str) -> Vec<&'static str> {
        let family = crate::FAMILY;
        let variant = family.variants()[0];
        let session = family.session(variant, None, Some(position)).expect("a position");
        let moves: Vec<String> = moves.split(' ').map(str::to_owned).collect();
        session.puzzle_themes(&moves)
    }

    #[test]
    fn a_man_is_given_and_two_are_taken() {
        // 28-22 must be taken, and 32 takes two.
        let found = themes("W:W28,32,37:B9,17,21", "28-22 17x28 32x23");
        assert_eq!(found.first(), Some(&"ending"), "one for one wins nothing: {found:?}");
        let free = themes("W:W28,32:B23,9", "28x19");
        assert!(free.contains(&"free-piece"), "{free:?}");
    }
}
