//! The laws of every position, for the property tests and for fuzzing.

#![allow(dead_code, reason = "tests and fuzz targets use what they need")]

use game::{NullObserver, Position as _, Side};
use gomoku::{Move, Position, Rules, Setup, Square, Threat};

/// The rule sets.
pub(crate) const RULES: [Rules; 6] =
    [Rules::FREESTYLE, Rules::STANDARD, Rules::RENJU, Rules::CARO, Rules::CARO_FREE, Rules::OMOK];

/// A position reports the same whether it was reached by moves or set up anew.
pub(crate) fn fresh_equals_incremental(position: &Position) {
    let text = position.to_string();
    let setup: Setup = text.parse().expect("what was printed is read");
    let fresh = setup.position(position.rules(), position.size()).expect("and is legal");
    assert_eq!(&fresh, position, "{}", text);
    assert_eq!(fresh.key(), position.key(), "{}", text);
    assert_eq!(fresh.winner(), position.winner(), "{}", text);
    for square in position.empty().iter() {
        for side in Side::ALL {
            assert_eq!(fresh.patterns(square, side), position.patterns(square, side));
            let threat = position.threat(square, side);
            assert!(position.threats(side, threat).contains(square));
        }
    }
    for side in Side::ALL {
        for threat in [Threat::Three, Threat::Four, Threat::OpenFour, Threat::Five] {
            assert_eq!(position.count(side, threat), position.threats(side, threat).len());
        }
    }
}

/// The body of the fuzz target: the first two bytes choose rules and board, the others points,
/// including forbidden ones. The final position reports the same as if it were set up anew, and is
/// taken back move by move.
pub(crate) fn fuzz_moves(data: &[u8]) {
    let [rules, size, points @ ..] = data else { return };
    let rules = RULES[usize::from(*rules) % RULES.len()];
    let size = [5, 9, 15, 22][usize::from(*size) % 4];
    let mut position = Position::new(rules, size);
    let mut stack = Vec::new();
    for point in points {
        // Two halves of a byte: the stones are close together, so that there are many patterns.
        let Some(square) = Square::new(point % 16 % size, point / 16 % size) else { continue };
        let m = if *point == u8::MAX { Move::Pass } else { square.into() };
        match m {
            Move::Put(square) if position.stone_at(square).is_some() => continue,
            Move::Put(_) if position.winner().is_some() => continue,
            Move::Put(square) => {
                let foul = position.foul_at(square, position.side_to_move());
                assert_eq!(position.is_legal(m), foul.is_none(), "{position} {square}");
            }
            Move::Pass if !position.is_legal(m) => continue,
            Move::Pass => {}
        }
        let before = position.clone();
        let undo = position.make(m, &mut NullObserver);
        stack.push((m, undo, before));
    }
    fresh_equals_incremental(&position);
    while let Some((m, undo, before)) = stack.pop() {
        position.unmake(m, undo);
        assert_eq!(position, before);
        assert_eq!(position.key(), before.key());
    }
}
