//! Laws of the search, on a game small enough to be solved by plain minimax.

use crate::toy::{self, Board, Connect, Middle};
use game::{Line, Position as _};
use proptest::prelude::*;
use search::{
    Configure as _, Evaluator as _, Limits, NoClock, NoSignal, Ply, Score, SearchResult, Searcher,
    Settings, Signal, Switches, Tunables,
};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

fn played(moves: &[u8], k: usize) -> Line<Board> {
    let mut line = Line::new(Board::new());
    for m in moves {
        let legal = line.position().moves();
        if legal.is_empty() {
            break;
        }
        line.push(legal[*m as usize % legal.len()]);
        if line.position().lost(k) {
            line.pop();
        }
    }
    line
}

fn searcher(switches: Switches) -> Searcher<Connect, Middle> {
    let mut s = Searcher::new(Middle::default(), 1);
    s.set_settings(Settings::new(Tunables::default(), switches));
    s
}

fn run(
    s: &mut Searcher<Connect, Middle>,
    k: usize,
    line: &Line<Board>,
    limits: &Limits<u8>,
) -> SearchResult<u8> {
    s.search(Connect(k), line, limits, &NoClock, &NoSignal, &mut |_| {})
}

/// The definition of the result of a search of `depth` plies.
fn minimax(line: &mut Line<Board>, k: usize, depth: u32, ply: u16) -> Score {
    if line.position().lost(k) {
        return Score::mated_in(Ply(ply));
    }
    if depth == 0 {
        let mut e = Middle::default();
        e.reset(Connect(k), line.position());
        return e.evaluate(Connect(k), line.position(), &());
    }
    let mut best = None;
    for m in line.position().moves() {
        line.push(m);
        let score = -minimax(line, k, depth - 1, ply + 1);
        line.pop();
        best = best.max(Some(score));
    }
    best.unwrap_or(Score::ZERO)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 48,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn without_techniques_the_result_is_the_minimax_value(
        moves in prop::collection::vec(0u8..5, 0..12), depth in 1u32..6, k in 3usize..5,
    ) {
        let mut line = played(&moves, k);
        prop_assume!(!line.position().moves().is_empty());
        let found = run(&mut searcher(Switches::none()), k, &line, &Limits::depth(depth));
        prop_assert_eq!(found.score(), minimax(&mut line, k, depth, 0));
    }

    /// With the table, windows and orderings the value stays the same: they prune nothing that
    /// minimax would see. The table may know a deeper result than the one requested.
    #[test]
    fn orderings_and_windows_do_not_change_the_value(
        moves in prop::collection::vec(0u8..5, 0..12), depth in 1u32..6, k in 3usize..5,
    ) {
        let line = played(&moves, k);
        prop_assume!(!line.position().moves().is_empty());
        let plain = run(&mut searcher(Switches::none()), k, &line, &Limits::depth(depth));
        let mut on = Switches::none();
        for name in ["windows", "killers", "counter-moves", "butterfly", "continuation",
            "capture-history", "mate-distance"] {
            assert!(on.turn(name, true));
        }
        let found = run(&mut searcher(on), k, &line, &Limits::depth(depth));
        prop_assert_eq!(found.score(), plain.score());
    }

    #[test]
    fn the_whole_search_solves_small_endings(
        moves in prop::collection::vec(0u8..5, 8..18), k in 3usize..5,
    ) {
        let mut line = played(&moves, k);
        prop_assume!(line.len() >= 8 && !line.position().moves().is_empty());
        let left = (toy::WIDTH * toy::HEIGHT - line.len()) as u32;
        let truth = minimax(&mut line, k, left + 1, 0);
        let found = run(&mut searcher(Switches::all()), k, &line, &Limits::depth(30));
        prop_assert_eq!(found.score(), truth);
    }

    #[test]
    fn the_picker_gives_exactly_the_legal_moves(moves in prop::collection::vec(0u8..5, 0..20)) {
        let line = played(&moves, 4);
        search::laws::picker_is_complete(Connect(4), Middle::default(), &line).unwrap();
        search::laws::evaluation_is_incremental(Connect(4), &Middle::default(), &line).unwrap();
    }

    #[test]
    fn lines_are_distinct_ordered_and_legal(moves in prop::collection::vec(0u8..5, 0..10)) {
        let line = played(&moves, 4);
        let limits = Limits { lines: 3, ..Limits::depth(6) };
        let found = run(&mut searcher(Switches::all()), 4, &line, &limits);
        prop_assert_eq!(found.lines.len(), 3.min(line.position().moves().len()));
        for pair in found.lines.windows(2) {
            prop_assert!(pair[0].score >= pair[1].score);
            prop_assert!(pair[0].pv[0] != pair[1].pv[0]);
        }
        for l in &found.lines {
            let mut replay = line.clone();
            for &m in &l.pv {
                prop_assert!(replay.position().is_legal(m));
                replay.push(m);
            }
        }
    }
}

#[test]
fn one_thread_does_the_same_twice() {
    let line = played(&[2, 2, 1], 4);
    let mut first = searcher(Switches::all());
    let a = run(&mut first, 4, &line, &Limits::depth(12));
    let b = run(&mut searcher(Switches::all()), 4, &line, &Limits::depth(12));
    assert_eq!(a, b);
    first.new_game();
    assert_eq!(a, run(&mut first, 4, &line, &Limits::depth(12)));
}

#[test]
fn node_limits_are_exact() {
    let line = played(&[], 4);
    for nodes in [1, 2, 100, 1023, 1024, 1025, 5000] {
        let found = run(&mut searcher(Switches::all()), 4, &line, &Limits::nodes(nodes));
        assert_eq!(found.nodes, nodes);
        assert!(found.best().is_some());
    }
}

#[test]
fn only_and_except_choose_the_moves() {
    let line = played(&[], 4);
    let only = Limits { only: vec![0, 4], ..Limits::depth(8) };
    assert!([0, 4].contains(&run(&mut searcher(Switches::all()), 4, &line, &only).best().unwrap()));
    let except = Limits { except: vec![0, 1, 2, 3], ..Limits::depth(8) };
    assert_eq!(run(&mut searcher(Switches::all()), 4, &line, &except).best(), Some(4));
    let none = Limits { except: vec![0, 1, 2, 3, 4], ..Limits::depth(8) };
    assert_eq!(run(&mut searcher(Switches::all()), 4, &line, &none).best(), None);
}

/// Asks to stop at the `n`th poll.
struct StopAfter(AtomicU32);

impl Signal for StopAfter {
    fn stopped(&self) -> bool {
        self.0.fetch_sub(1, Relaxed) <= 1
    }
}

#[test]
fn a_search_without_limits_ends_when_it_is_stopped() {
    for threads in [1, 3] {
        let line = played(&[], 4);
        let mut s = searcher(Switches::all());
        s.set_threads(threads);
        let signal = StopAfter(AtomicU32::new(20));
        let found = s.search(Connect(4), &line, &Limits::default(), &NoClock, &signal, &mut |_| {});
        assert!(found.best().is_some());
    }
}

#[test]
fn several_threads_find_the_same_truth() {
    let mut line = played(&[2, 2, 1, 3, 3, 0, 1, 1], 3);
    let left = (toy::WIDTH * toy::HEIGHT - line.len()) as u32;
    let truth = minimax(&mut line, 3, left + 1, 0);
    let mut s = searcher(Switches::all());
    s.set_threads(3);
    assert_eq!(run(&mut s, 3, &line, &Limits::depth(30)).score(), truth);
}

#[test]
fn a_win_near_enough_ends_the_search() {
    // Two in a row with a free end on either side: the third wins.
    let mut line = Line::new(Board::new());
    for m in [1, 1, 2, 2] {
        line.push(m);
    }
    let limits = Limits { mate: Some(1), ..Limits::default() };
    let found = run(&mut searcher(Switches::all()), 3, &line, &limits);
    assert_eq!(found.score(), Score::mate_in(Ply(1)));
}

#[test]
fn reports_grow_in_depth_and_nodes() {
    let line = played(&[], 4);
    let mut seen = Vec::new();
    searcher(Switches::all()).search(
        Connect(4),
        &line,
        &Limits::depth(9),
        &NoClock,
        &NoSignal,
        &mut |r| {
            assert!(!r.pv.is_empty());
            seen.push((r.depth, r.nodes));
        },
    );
    assert_eq!(seen.len(), 9);
    assert!(seen.windows(2).all(|w| w[0].0 < w[1].0 && w[0].1 < w[1].1));
}
