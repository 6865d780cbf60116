//! A fixed amount of work: its node count is the signature of the search.

use crate::{DraughtsEngine, SearchRequest, SearchableVariant};
use draughts::groups::{LikeEnglish, LikeInternational, LikeRussian};
use draughts::{Frisian, International, Position, Setup, Turkish};
use game::Line;
use search::{Configure, Limits, NoClock, NoSignal};

/// Positions of international draughts, from all phases of the game.
pub const POSITIONS: [&str; 12] = [
    "W:W31-50:B1-20",
    "W:W26,27,28,31,32,33,35-40,42,43,45,47-50:B1-4,6-9,11-14,16-19,22,24",
    "B:W27,28,32,33,35,37-40,42,43,45,48,49:B3,6,8-10,12-14,16,18,19,23,24,26",
    "W:W25,27,28,30,32,33,35,37,38,40,43:B3,8,9,12-14,18,19,22,23,26",
    "W:W27,32,34,36,37,39,42,44,47:B8,9,13,16,18,19,21,24,29",
    "B:W28,33,35,38,39,45:B9,14,18,19,20,25",
    "W:W22,31,37,41:B10,15,24,36",
    "W:WK5,33,38,39:B12,13,17,K45",
    "B:WK3,K22,41:BK26,8,36",
    "W:WK1,K6,K11,48:BK46",
    "W:W40,44,45,49,50:B5,10,15,20,25",
    "B:W29,30,34,35,40:BK47,16,26",
];

/// How many positions are searched: these, and the start of seven other variants.
pub const COUNT: usize = POSITIONS.len() + 7;

/// The depth of the usual bench.
pub const DEPTH: u32 = 13;

/// Searches all [`POSITIONS`] to this depth, and the start of other variants two thirds as deep,
/// with one thread and fresh engines, and returns the number of nodes: always the same, on every
/// machine.
#[must_use]
pub fn run(depth: u32) -> u64 {
    run_with(depth, &mut |_| {})
}

/// [`run`]; `each` is told the nodes of each position.
pub fn run_with(depth: u32, each: &mut dyn FnMut(u64)) -> u64 {
    let less = depth * 2 / 3;
    nodes(International, &POSITIONS.map(read), depth, each)
        + from_start(Frisian, less, each)
        + from_start(LikeRussian::RUSSIAN, less, each)
        + from_start(LikeRussian::BRAZILIAN, less, each)
        + from_start(LikeEnglish::ENGLISH, less, each)
        + from_start(Turkish, less, each)
        + from_start(LikeInternational::BREAKTHROUGH, less, each)
        + from_start(LikeInternational::LOSING, less, each)
}

/// The nodes of the position from which a variant starts.
fn from_start<V: SearchableVariant>(variant: V, depth: u32, each: &mut dyn FnMut(u64)) -> u64 {
    nodes(variant, &[Position::start_of(variant)], depth, each)
}

fn nodes<V: SearchableVariant>(
    variant: V,
    positions: &[Position<V>],
    depth: u32,
    each: &mut dyn FnMut(u64),
) -> u64 {
    let mut engine = DraughtsEngine::of(variant, 16);
    let request = SearchRequest { limits: Limits::depth(depth), ..SearchRequest::default() };
    let mut nodes = 0;
    for &position in positions {
        engine.new_game();
        let found = engine.search(&Line::new(position), &request, &NoClock, &NoSignal, &mut |_| {});
        nodes += found.nodes;
        each(found.nodes);
    }
    nodes
}

fn read(fen: &str) -> Position<International> {
    let setup: Setup<International> = fen.parse().expect("a test reads all positions");
    Position::try_from(setup).expect("a test reads all positions")
}
