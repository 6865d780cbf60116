//! Any text read as a move in any notation is a legal move that prints and reads back.
#![no_main]

use game::{Notation, Position as _};
use xiangqi::notation::{Engine, Iccs, Wxf};

libfuzzer_sys::fuzz_target!(|data: (u8, &str)| {
    let (plies, text) = data;
    let mut position = xiangqi::Position::start();
    for _ in 0..plies % 40 {
        let moves = position.moves();
        let Some(&m) = moves.get(usize::from(plies) % moves.len().max(1)) else { break };
        position.make(m, &mut game::NullObserver);
    }
    if let Ok(m) = xiangqi::notation::read(&position, text) {
        assert!(position.is_legal(m));
        assert_eq!(Engine.parse(&position, &Engine.print(&position, m)).ok(), Some(m));
        assert_eq!(Iccs.parse(&position, &Iccs.print(&position, m)).ok(), Some(m));
        assert_eq!(Wxf.parse(&position, &Wxf.print(&position, m)).ok(), Some(m));
    }
});
