//! Published perft counts.

mod checks;

use checks::Naive;
use game::{Position as _, Silent};
use reversi::{Position, Size};

/// How many nodes a count may take here; `YIQI_PERFT_NODES` sets another number.
const BUDGET: u64 = 3_100_000;

fn budget() -> u64 {
    std::env::var("YIQI_PERFT_NODES").ok().and_then(|n| n.parse().ok()).unwrap_or(BUDGET)
}

#[test]
fn counts_match_the_published_table() {
    let text = include_str!("data/perft.tsv");
    for row in text.lines().filter(|line| !line.starts_with('#')) {
        let (name, counts) = row.split_once('\t').expect("two columns");
        let edge = name.split_once('x').expect("a size").0.parse().expect("a number");
        let mut position = Position::start(Size::new(edge).expect("a board"));
        for (depth, count) in (1..).zip(counts.split(' ')) {
            let count: u64 = count.parse().expect("a count");
            if count > budget() {
                break;
            }
            assert_eq!(game::perft(&mut position, depth), count, "{name} perft {depth}");
        }
    }
}

/// Perft that counts games which end before the depth is reached as well: the sum of both
/// columns of the published table.
fn with_ended_games(position: &mut Position, depth: u32) -> u64 {
    if depth == 0 || !position.has_legal_move() {
        return 1;
    }
    let mut nodes = 0;
    for m in position.moves() {
        let undo = position.make(m, &mut Silent);
        nodes += with_ended_games(position, depth - 1);
        position.unmake(m, undo);
    }
    nodes
}

#[test]
fn ended_games_can_be_counted_too() {
    let mut start = Position::start(Size::Eight);
    for (depth, count) in [(8, 390_216), (11, 212_258_800)] {
        if count <= budget() {
            assert_eq!(with_ended_games(&mut start, depth), count, "depth {depth}");
        }
    }
}

/// On the smaller boards no table is published: the counts are held against the other
/// implementation, on 4×4 down to where all games have ended.
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
