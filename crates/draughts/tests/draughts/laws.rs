//! The laws of every position, throughout random games of every variant.

use crate::checks::{along_a_game, fuzz_moves};
use draughts::notation::Pdn;
use draughts::{Position, Setup, VARIANTS};
use game::{Notation as _, NullObserver, Position as _};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn hold_along_random_games(
        variant in proptest::sample::select(&VARIANTS[..]),
        choices in proptest::collection::vec(any::<u16>(), 0..120),
    ) {
        along_a_game(variant, &choices);
    }

    #[test]
    fn hold_along_what_a_fuzzer_plays(data in proptest::collection::vec(any::<u8>(), 0..80)) {
        fuzz_moves(&data);
    }

    #[test]
    fn a_null_move_changes_only_the_side(choices in proptest::collection::vec(any::<u16>(), 0..60)) {
        let mut position = Position::<draughts::International>::start();
        for choice in choices {
            let moves = position.moves();
            if moves.is_empty() { break; }
            position.make(moves[choice as usize % moves.len()], &mut NullObserver);
            let before = position;
            if let Some(undo) = position.pass() {
                prop_assert_eq!(position.side_to_move(), !before.side_to_move());
                prop_assert_ne!(position.key(), before.key());
                position.unpass(undo);
            } else {
                prop_assert!(position.must_capture());
            }
            prop_assert_eq!(position, before);
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,60}") {
        if let Ok(setup) = text.parse::<Setup<draughts::Frisian>>() {
            let again: Setup<draughts::Frisian> = setup.to_string().parse().expect("what was printed is read");
            prop_assert_eq!(again, setup);
        }
        let position = Position::<draughts::International>::start();
        let _ = Pdn::default().parse(&position, &text);
    }

    #[test]
    fn texts_like_positions_are_read_or_refused(text in "[WB](:[WBwb][K0-9,-]{0,12}){0,3}[.=]?") {
        if let Ok(setup) = text.parse::<Setup<draughts::Russian>>() {
            let again: Setup<draughts::Russian> = setup.to_string().parse().expect("what was printed is read");
            prop_assert_eq!(again, setup);
        }
    }
}
