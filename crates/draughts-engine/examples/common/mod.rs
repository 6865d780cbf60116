//! What the tools share: variants by name, random numbers, openings.

#![allow(dead_code, reason = "not every tool needs all of it")]

use draughts::{Move, Position};
use draughts_engine::{DraughtsEngine, Playable, SearchRequest};
use game::{Key, Line, Position as _};
use search::{Limits, NoClock, NoSignal};

/// Calls a generic function for the variant of this id (`russian`, `draughts-russian`,
/// `international`).
#[macro_export]
macro_rules! for_variant {
    ($id:expr, $function:ident, $($argument:expr),*) => {{
        use draughts::Variant as _;
        let id: &str = $id;
        $crate::for_variant!(@ id, $function, ($($argument),*),
            International Frisian Brazilian Russian English Italian Pool Czech Spanish Turkish
            Canadian Killer Breakthrough Losing)
    }};
    (@ $id:ident, $function:ident, $arguments:tt, $($variant:ident)*) => {
        match $id {
            "international" => $function::<draughts::International> $arguments,
            $(id if $crate::common::names(id, draughts::$variant::RULES.id) => {
                $function::<draughts::$variant> $arguments
            })*
            _ => Err(format!("no variant {}", $id).into()),
        }
    };
}

/// Whether `id` is the variant's id, or the part of it after the dash.
pub(crate) fn names(id: &str, full: &str) -> bool {
    full == id || full.strip_prefix("draughts-") == Some(id)
}

/// A stream of random numbers.
#[derive(Debug)]
pub(crate) struct Random(u64);

impl Random {
    /// The stream of this number under this seed.
    pub(crate) fn new(seed: u64, stream: u64) -> Self {
        Self(Key::random(Key::random(seed).0 ^ stream << 20).0)
    }

    /// Some number below `limit`.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(1);
        (Key::random(self.0).0 % limit as u64) as usize
    }
}

/// `plies` random plies from the start, after which the side to move has a move.
pub(crate) fn random_line<V: Playable>(random: &mut Random, plies: usize) -> Line<Position<V>> {
    'again: loop {
        let mut line = Line::new(Position::start());
        for _ in 0..plies {
            let moves = line.position().moves();
            if moves.is_empty() {
                continue 'again;
            }
            line.push(moves[random.below(moves.len())]);
        }
        if line.position().has_legal_move() {
            return line;
        }
    }
}

/// The best move after so many nodes and its score for the side to move.
pub(crate) fn think<V: Playable>(
    engine: &mut DraughtsEngine<V>,
    line: &Line<Position<V>>,
    nodes: u64,
) -> Option<(Move<V>, i32)> {
    let request = SearchRequest { limits: Limits::nodes(nodes), ..SearchRequest::default() };
    let found = engine.search(line, &request, &NoClock, &NoSignal, &mut |_| {});
    Some((found.best()?, found.score().value()))
}
