//! Published perft counts.

use crate::checks::Naive;
use game::{NullObserver, Position as _};
use reversi::{Position, Size};

/// The limit of nodes for a count here; `YIQI_PERFT_NODES` sets another number.
const BUDGET: u64 = 3_100_000;

fn budget() -> u64 {
    std::env::var("YIQI_PERFT_NODES").ok().and_then(|n| n.parse().ok()).unwrap_or(BUDGET)
}

/// The published counts of the start position, for depth 1, 2, 3, …
fn published() -> Vec<u64> {
    let text = include_str!("../data/perft.tsv");
    let row = text.lines().find(|line| !line.starts_with('#')).expect("a row");
    let (_, counts) = row.split_once('\t').expect("two columns");
    counts.split(' ').map(|count| count.parse().expect("a count")).collect()
}

/// Perft that also counts games which end before the depth is reached, as the published table does.
fn with_ended_games(position: &mut Position, depth: u32) -> u64 {
    if depth == 0 || !position.has_legal_move() {
        return 1;
    }
    if depth == 1 {
        return u64::try_from(position.moves().len()).expect("a small number");
    }
    let mut nodes = 0;
    for m in position.moves() {
        let undo = position.make(m, &mut NullObserver);
        nodes += with_ended_games(position, depth - 1);
        position.unmake(m, undo);
    }
    nodes
}

#[test]
fn counts_match_the_published_table() {
    let mut start = Position::start(Size::Eight);
    for (depth, count) in (1..).zip(published()) {
        if count > budget() {
            break;
        }
        assert_eq!(with_ended_games(&mut start, depth), count, "depth {depth}");
    }
}

/// The common perft counts sequences of exactly this number of plies. The shortest games have nine
/// plies: there are 228 of them, and the published count of depth 10 contains them.
#[test]
fn the_common_perft_leaves_ended_games_out() {
    let mut start = Position::start(Size::Eight);
    for (depth, count) in (1..).zip(published()).take(10) {
        if count <= budget() {
            let ended = if depth == 10 { 228 } else { 0 };
            assert_eq!(game::perft(&mut start, depth), count - ended, "depth {depth}");
        }
    }
}

/// No table is published for the smaller boards. The counts are compared with the other
/// implementation, on 4×4 down to the end of all games.
#[test]
fn small_boards_agree_with_the_naive_rules() {
    for (size, deepest) in [(Size::Four, 12), (Size::Six, 7)] {
        let mut start = Position::start(size);
        for depth in 1..=deepest {
            let naive = Naive::of(&start).perft(depth);
            assert_eq!(game::perft(&mut start, depth), naive, "{size:?} perft {depth}");
        }
    }
}
