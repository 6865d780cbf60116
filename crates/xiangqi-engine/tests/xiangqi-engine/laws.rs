//! Laws of the search for Xiangqi.

use game::{Line, Position as _};
use proptest::prelude::*;
use search::{Configure as _, Limits, NoClock, NoSignal, Signal, laws};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use xiangqi::{Position, RuleSet, adjudicate};
use xiangqi_engine::eval::{Evaluation, XiangqiNetwork};
use xiangqi_engine::{Level, SearchRequest, Xiangqi, XiangqiEngine};

/// The start and positions of all phases, some in check.
const STARTS: [&str; 5] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
    "r2akab1r/9/1cn1b1nc1/p1p1p3p/6p2/2P6/P3P1P1P/1CN1C1N2/9/R1BAKABR1 b",
    "4kab2/4a4/4b4/4n4/2p3p2/9/2P1P1P2/4C4/4A4/3AK1B2 w",
    "3k5/4P4/9/4n4/9/9/9/4C4/9/4K4 w",
    "2ba5/4ak3/bc4PN1/2p6/8p/p8/9/9/3p5/4K4 w",
];

fn lines() -> impl Strategy<Value = Line<Position>> {
    (0..STARTS.len(), prop::collection::vec(any::<prop::sample::Index>(), 0..50)).prop_map(
        |(start, choices)| {
            let mut line: Line<Position> =
                Line::new(STARTS[start].parse().expect("the starts are legal"));
            for choice in choices {
                let moves = line.position().moves();
                if moves.is_empty() {
                    break;
                }
                line.push(moves[choice.index(moves.len())]);
            }
            line
        },
    )
}

fn think(
    engine: &mut XiangqiEngine,
    fen: &str,
    limits: Limits<xiangqi::Move>,
) -> search::SearchResult<xiangqi::Move> {
    let line = Line::new(fen.parse::<Position>().expect("tests give legal positions"));
    let request = SearchRequest { limits, ..SearchRequest::default() };
    engine.search(&line, &request, &NoClock, &NoSignal, &mut |_| {})
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 64,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn the_picker_gives_exactly_the_legal_moves(line in lines()) {
        laws::picker_is_complete(Xiangqi::default(), Evaluation::new(), &line).unwrap();
    }

    #[test]
    fn the_kept_evaluation_is_the_fresh_one(line in lines()) {
        laws::evaluation_is_incremental(Xiangqi::default(), &Evaluation::new(), &line).unwrap();
        let learnt = Evaluation::with_net(Some(XiangqiNetwork::built_in()));
        laws::evaluation_is_incremental(Xiangqi::default(), &learnt, &line).unwrap();
    }

    #[test]
    fn best_moves_are_legal_at_every_level(line in lines(), level in 1u8..12, seed: u64) {
        prop_assume!(adjudicate::judge(&line, RuleSet::default()).is_none());
        let mut engine = XiangqiEngine::new(1);
        let request =
            SearchRequest { limits: Limits::nodes(300), level: Level::new(level), seed, ..SearchRequest::default() };
        let found = engine.search(&line, &request, &NoClock, &NoSignal, &mut |_| {});
        prop_assert!(line.position().is_legal(found.best().unwrap()));
        // The same seed plays the same move.
        let again = XiangqiEngine::new(1).search(&line, &request, &NoClock, &NoSignal, &mut |_| {});
        prop_assert_eq!(found, again);
    }

    #[test]
    fn lines_are_distinct_and_legal(line in lines()) {
        let request = SearchRequest { limits: Limits { lines: 4, ..Limits::depth(4) }, ..SearchRequest::default() };
        let found = XiangqiEngine::new(1).search(&line, &request, &NoClock, &NoSignal, &mut |_| {});
        prop_assert_eq!(found.lines.len(), 4.min(line.position().moves().len()));
        for (i, l) in found.lines.iter().enumerate() {
            prop_assert!(found.lines[..i].iter().all(|k| k.pv[0] != l.pv[0]));
            let mut replay = line.clone();
            for &m in &l.pv {
                prop_assert!(replay.position().is_legal(m), "{:?} in {:?}", l.pv, line.position());
                replay.push(m);
            }
        }
    }
}

#[test]
fn one_thread_does_the_same_twice() {
    for fen in STARTS {
        let a = think(&mut XiangqiEngine::new(4), fen, Limits::nodes(20_000));
        let b = think(&mut XiangqiEngine::new(4), fen, Limits::nodes(20_000));
        assert_eq!(a, b, "{fen}");
        assert_eq!(a.nodes, 20_000);
    }
}

/// Mates in up to five moves, by the names in the rows of their file. Each is found within a fixed
/// number of nodes, and the reported line is a mate.
#[test]
fn short_mates_are_found() {
    let mut engine = XiangqiEngine::new(16);
    let mut solved = 0;
    for row in include_str!("../data/mates.tsv").lines().filter(|l| !l.starts_with('#')) {
        let mut fields = row.split('\t');
        let (fen, n): (&str, i32) =
            (fields.next().unwrap(), fields.next().unwrap().parse().unwrap());
        if n > 5 {
            continue;
        }
        engine.new_game();
        let limits = Limits { mate: Some(n as u32), ..Limits::nodes(400_000) };
        let found = think(&mut engine, fen, limits);
        let plies = found.score().mate_plies();
        assert!(plies.is_some_and(|p| p > 0 && p < 2 * n), "{fen}: {}", found.score());
        solved += 1;
        // The variation is the mate itself unless the table cut it short.
        let mut line = Line::new(fen.parse::<Position>().unwrap());
        let pv = &found.lines[0].pv;
        pv.iter().for_each(|&m| line.push(m));
        if pv.len() as i32 == plies.unwrap() {
            assert!(!line.position().has_legal_move(), "{fen}: {pv:?}");
        }
    }
    assert_eq!(solved, 19);
}

#[test]
fn mates_are_mates_with_and_without_the_table() {
    let fen = "3akab2/9/9/9/9/9/9/9/3R5/3R1K3 w";
    for list in ["", "table", "pruning,reductions,extensions,histories", "quiescence"] {
        let mut engine = XiangqiEngine::new(4);
        engine.set_ablation(list).unwrap();
        let found = think(&mut engine, fen, Limits::depth(6));
        assert!(found.score().is_win(), "without {list:?}: {}", found.score());
    }
}

#[test]
fn options_that_do_not_exist_are_refused_by_name() {
    let mut engine = XiangqiEngine::new(1);
    assert!(engine.set_ablation("nonsense").unwrap_err().to_string().contains("nonsense"));
    assert!(engine.set_tunable("nonsense", 1).is_err());
    assert!(engine.set_tunable("razor_base", -5).is_err());
    assert!(engine.set_tunable("razor_base", 350).is_ok());
}

struct StopAfter(AtomicU32);

impl Signal for StopAfter {
    fn stopped(&self) -> bool {
        self.0.fetch_sub(1, Relaxed) <= 1
    }
}

#[test]
fn a_stop_is_obeyed_within_a_few_thousand_nodes() {
    for threads in [1, 2] {
        let mut engine = XiangqiEngine::new(4);
        engine.set_threads(threads);
        let line = Line::new(Position::start());
        // The search polls about once in a thousand nodes of its own.
        let signal = StopAfter(AtomicU32::new(30));
        let found = engine.search(&line, &SearchRequest::default(), &NoClock, &signal, &mut |_| {});
        assert!(found.best().is_some());
        assert!(found.nodes < 200_000, "{} nodes with {threads} threads", found.nodes);
    }
    // A search stopped before it began still returns a move.
    let found = XiangqiEngine::new(1).search(
        &Line::new(Position::start()),
        &SearchRequest::default(),
        &NoClock,
        &AtomicBool::new(true),
        &mut |_| {},
    );
    assert!(found.best().is_some());
}

#[test]
fn a_beginner_mostly_takes_a_chariot_that_hangs() {
    // Black's chariot on e5 stands in front of Red's, unprotected.
    let fen = "4ka3/4a4/4b4/p7p/4r4/9/P3R3P/4B4/4A4/4KA3 w";
    let line = Line::new(fen.parse::<Position>().unwrap());
    let mut taken = 0;
    for seed in 0..40 {
        let request = SearchRequest { level: Level::new(1), seed, ..SearchRequest::default() };
        let found = XiangqiEngine::new(1).search(&line, &request, &NoClock, &NoSignal, &mut |_| {});
        taken += u32::from(found.best().unwrap().to_string() == "e3e5");
    }
    assert!((20..40).contains(&taken), "{taken} of 40");
}
