//! Recorded searches of real games: the events are the tree that the counters counted.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use engine::laboratory::{ENTER, Event, ITERATION, JOIN, LEAVE, RAISE, Reason, SKIP};
use engine::ladder;
use engine::{Control, LabResult, Techniques, WatchLimits};
use std::time::Duration;

/// The variants of one test each: one of each family and of each board.
const VARIANTS: [&str; 6] =
    ["xiangqi", "draughts", "draughts-russian", "gomoku", "renju", "reversi"];

/// Records a search of the variant's second position.
fn record(
    variant: &str,
    rung: &str,
    depth: u32,
    nodes: u32,
) -> (Vec<Event>, Vec<String>, LabResult) {
    let positions = games::positions(variant).unwrap();
    let position = positions.get(1).or(positions.first()).unwrap();
    let session = games::new_session(variant, None, Some(position)).unwrap();
    let techniques = ladder::techniques(ladder::find(rung).unwrap()).unwrap();
    let (mut events, mut moves) = (Vec::new(), Vec::new());
    let mut laboratory = games::new_laboratory(variant).unwrap();
    let control = Control::new();
    let taped = laboratory
        .record(session.as_ref(), techniques, depth, nodes, &control, &mut |batch| {
            events.extend_from_slice(batch.events);
            moves.extend_from_slice(batch.moves);
            true
        })
        .unwrap();
    (events, moves, taped)
}

#[test]
fn the_recorded_tree_is_the_counted_one() {
    for variant in VARIANTS {
        for rung in ["alpha-beta", "table", "full"] {
            let depth = if rung == "full" { 4 } else { 3 };
            let (events, moves, taped) = record(variant, rung, depth, 1_000_000);
            let name = format!("{variant}, {rung}");
            assert!(taped.is_whole, "{name}");
            let counters = &taped.counters;
            let (mut nodes, mut open, mut reasons) = (0_u32, Vec::new(), [0_u64; 16]);
            let (mut raises, mut skips, mut leaves, mut cut_offs) = (0_u64, 0_u64, 0_u64, 0_u64);
            for [first, b, c, d] in &events {
                match first & 15 {
                    ITERATION => open.clear(),
                    ENTER => {
                        assert!(c < d, "{name}: a window is open");
                        assert!(*b >= -1 && *b < moves.len() as i32, "{name}: moves have names");
                        let (purpose, since) = (first >> 4 & 15, first >> 24 & 255);
                        open.push((nodes, purpose, since));
                        nodes += 1;
                    }
                    RAISE => raises += 1,
                    SKIP => skips += 1,
                    JOIN => assert!(*b < nodes as i32, "{name}: an earlier node is joined"),
                    LEAVE => {
                        let (_, purpose, since) = open.pop().expect("a node is open");
                        let (reason, tried) = (first >> 4 & 15, c & 0xFFFF);
                        reasons[reason as usize] += 1;
                        let is_test = matches!(purpose, 7 | 9);
                        leaves += u64::from(since == 1 && !is_test || since == 0 && tried == 0);
                        cut_offs += u64::from(since == 0 && tried > 0 && reason == 1);
                        assert!(*d >= 0, "{name}");
                    }
                    kind => panic!("{name}: an event of kind {kind}"),
                }
            }
            assert!(open.is_empty(), "{name}");
            assert_eq!(u64::from(nodes), counters.nodes(), "{name}");
            assert_eq!(reasons, counters.reasons, "{name}");
            assert_eq!(
                (raises, skips, leaves, cut_offs),
                (counters.raises, counters.skipped, counters.leaves, counters.cut_offs),
                "{name}"
            );
        }
    }
}

#[test]
fn a_table_hit_names_the_node_that_it_joins() {
    let (events, ..) = record("reversi", "table", 5, 1_000_000);
    let joins: Vec<i32> = events.iter().filter(|e| e[0] & 15 == JOIN).map(|e| e[1]).collect();
    let known = joins.iter().filter(|&&node| node >= 0).count();
    assert!(!joins.is_empty() && known * 10 >= joins.len() * 9, "{known} of {}", joins.len());
    let hits = events.iter().filter(|e| e[0] == LEAVE | (Reason::Table as i32) << 4);
    assert_eq!(hits.count(), joins.len());
}

#[test]
fn minimax_has_the_leaves_of_perft() {
    let (_, _, taped) = record("reversi", "minimax", 3, 1_000_000);
    let positions = games::positions("reversi").unwrap();
    let session = games::new_session("reversi", None, Some(&positions[1])).unwrap();
    let mut sum = 0;
    session.divide(3, &mut |_, nodes| {
        sum += nodes;
        std::ops::ControlFlow::Continue(())
    });
    assert_eq!(taped.counters.leaves, sum);
}

#[test]
fn the_limit_of_nodes_ends_a_search_that_can_be_looked_at() {
    let (events, _, taped) = record("xiangqi", "minimax", 4, 5_000);
    assert!(!taped.is_whole);
    assert_eq!(events.iter().filter(|event| event[0] & 15 == ENTER).count(), 5_000);
}

#[test]
fn a_watched_search_tells_its_iterations() {
    for variant in VARIANTS {
        let session = games::new_session(variant, None, None).unwrap();
        let mut laboratory = games::new_laboratory(variant).unwrap();
        let mut told = Vec::new();
        let limits = WatchLimits { depth: 4, time: Duration::from_secs(600), nodes: 10_000_000 };
        let measured = laboratory
            .watch(session.as_ref(), limits, &Control::new(), &mut |one| told.push(one))
            .unwrap();
        let depths: Vec<u32> = told.iter().map(|one| one.depth).collect();
        assert_eq!(depths, (1..=measured.depth).collect::<Vec<_>>(), "{variant}");
        for one in &told {
            let favourites = one.moves.iter().filter(|look| look.is_favourite).count();
            assert_eq!(favourites, 1, "{variant}: {one:?}");
            let favourite = one.moves.iter().find(|look| look.is_favourite).unwrap();
            assert_eq!(one.pv.first(), Some(&favourite.text), "{variant}");
            let below: u64 = one.moves.iter().map(|look| look.nodes).sum();
            assert!(below < one.nodes, "{variant}: the root is a node too");
            assert!(one.is_complete, "{variant}");
        }
        let last = told.last().unwrap();
        assert_eq!((last.pv.clone(), last.score), (measured.pv, Some(measured.score)), "{variant}");
    }
}

#[test]
fn a_stopped_search_ends_soon() {
    let session = games::new_session("xiangqi", None, None).unwrap();
    let mut laboratory = games::new_laboratory("xiangqi").unwrap();
    let control = Control::new();
    let mut nodes = 0;
    let taped = laboratory
        .record(session.as_ref(), Techniques::none(), 6, 1_000_000, &control, &mut |batch| {
            nodes = batch.nodes;
            batch.nodes < 20_000
        })
        .unwrap();
    assert!(!taped.is_whole && nodes < 40_000, "{nodes}");
}
