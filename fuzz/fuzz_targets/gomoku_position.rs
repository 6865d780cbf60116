//! Any text is refused or is a position that prints and reads back.
#![no_main]

use game::Position as _;
use gomoku::{Rules, Setup};

libfuzzer_sys::fuzz_target!(|text: &str| {
    let Ok(setup) = text.parse::<Setup>() else { return };
    let Ok(position) = setup.position(Rules::RENJU, 15) else { return };
    let again: Setup = position.to_string().parse().expect("what was printed is read");
    let again = again.position(Rules::RENJU, 15).expect("and is a position");
    assert_eq!(again, position);
    for m in position.moves() {
        assert!(position.is_legal(m));
    }
});
