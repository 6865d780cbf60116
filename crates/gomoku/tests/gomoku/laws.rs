//! The laws of every position, on random boards under every rule set.

use crate::checks::{RULES, fresh_equals_incremental, fuzz_moves};
use game::{Notation, NullObserver, Position as _, Side};
use gomoku::notation::{Engine, Gomocup};
use gomoku::{Move, Position, Rules, Setup, Square};
use proptest::prelude::*;

/// All facts that a position reports about a point.
fn facts(position: &Position, square: Square) -> impl PartialEq + std::fmt::Debug {
    Side::ALL.map(|side| {
        let foul = position.foul_at(square, side).map(|foul| foul.kind);
        let mut patterns = position.patterns(square, side);
        patterns.sort();
        (patterns, position.threat(square, side), foul)
    })
}

/// The image of a point under a symmetry of the board.
fn turned(square: Square, size: u8, symmetry: u8) -> Square {
    let (mut x, mut y) = (square.column(), square.row());
    if symmetry & 1 != 0 {
        x = size - 1 - x;
    }
    if symmetry & 2 != 0 {
        y = size - 1 - y;
    }
    if symmetry & 4 != 0 {
        std::mem::swap(&mut x, &mut y);
    }
    Square::new(x, y).expect("turned within the board")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn hold_on_random_boards(
        rules in proptest::sample::select(&RULES[..]),
        size in prop_oneof![Just(5_u8), Just(9), Just(15), Just(22)],
        choices in proptest::collection::vec((0_u8..8, 0_u8..8), 1..60),
        symmetry in 0_u8..8,
    ) {
        let mut position = Position::new(rules, size);
        let mut other = Position::new(rules, size);
        let mut stack = Vec::new();
        // The stones are in a corner of eight by eight points, so that there are many patterns.
        for (x, y) in choices {
            let Some(square) = Square::new(x % size, y % size) else { continue };
            if position.stone_at(square).is_some() || position.winner().is_some() {
                continue;
            }
            if position.is_legal(Move::Pass) && (x ^ y) == 7 {
                // A pass leaves the board as it is, and is taken back.
                let before = position.clone();
                let undo = position.make(Move::Pass, &mut NullObserver);
                prop_assert_eq!(position.side_to_move(), !before.side_to_move());
                prop_assert!(position.key() != before.key() && !position.moves().contains(&Move::Pass));
                other.make(Move::Pass, &mut NullObserver);
                stack.push((Move::Pass, undo, before));
            }
            let m = Move::Put(square);
            if position.is_legal(m) {
                prop_assert_eq!(Engine.parse(&position, &Engine.print(&position, m)), Ok(m));
                prop_assert_eq!(Gomocup.parse(&position, &Gomocup.print(&position, m)), Ok(m));
            }
            let before = position.clone();
            other.make(turned(square, size, symmetry).into(), &mut NullObserver);
            let undo = position.make(m, &mut NullObserver);
            stack.push((m, undo, before));
        }
        fresh_equals_incremental(&position);
        for square in position.empty().iter() {
            let there = turned(square, size, symmetry);
            prop_assert_eq!(facts(&position, square), facts(&other, there), "{} {}", position, square);
        }
        let listed = position.moves();
        for square in position.empty().iter() {
            let m = Move::Put(square);
            prop_assert_eq!(listed.contains(&m), position.is_legal(m));
            prop_assert_eq!(position.is_allowed(square), position.is_legal(m));
        }
        while let Some((m, undo, before)) = stack.pop() {
            position.unmake(m, undo);
            prop_assert_eq!(&position, &before);
            prop_assert_eq!(position.key(), before.key());
            fresh_equals_incremental(&position);
        }
    }

    #[test]
    fn hold_along_what_a_fuzzer_plays(data in proptest::collection::vec(any::<u8>(), 2..80)) {
        fuzz_moves(&data);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[a-v0-9xo/ ]{0,40}") {
        if let Ok(setup) = text.parse::<Setup>()
            && let Ok(position) = setup.position(Rules::RENJU, 15)
        {
            fresh_equals_incremental(&position);
        }
    }
}
