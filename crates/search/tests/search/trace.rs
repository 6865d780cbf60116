//! The trace of a search: trees of textbooks with their windows, and the recorded tree compared with
//! the counters.

use crate::toy::{Board, Connect, Middle};
use crate::tree::{Leaves, Place, Written};
use game::Line;
use game::Position as _;
use proptest::prelude::*;
use search::{
    Basics, Configure as _, Counters, Domain, Evaluator, Limits, MoveOf, NoClock, NoSignal, Reason,
    Recorder, Score, SearchResult, Searcher, Settings, Step, Switches, Tunables,
};
use std::sync::{Arc, Mutex};

/// The result of a search, its counts and its steps.
type Traced<M> = (SearchResult<M>, Counters, Vec<Step<M>>);

/// A search with these techniques.
fn trace<D: Domain, E: Evaluator<D>>(
    domain: D,
    evaluator: E,
    line: &Line<D::Position>,
    depth: u32,
    basics: Basics,
    switches: Switches,
) -> Traced<MoveOf<D>> {
    let steps = Arc::new(Mutex::new(Vec::new()));
    let mut searcher = Searcher::traced(evaluator, 1, Recorder::new(basics, Some(steps.clone())));
    searcher.set_settings(Settings::new(Tunables::default(), switches));
    let found =
        searcher.search(domain, line, &Limits::depth(depth), &NoClock, &NoSignal, &mut |_| {});
    let counters = searcher.trace().expect("no panic lost it").counters().clone();
    let steps = std::mem::take(&mut *steps.lock().expect("no panic has held it"));
    (found, counters, steps)
}

/// The textbook's alpha-beta: no techniques above it.
const ALPHA_BETA: Basics = Basics { cut_offs: true, ..Basics::NONE };

/// Each node in the order of the search: its path, and its window from the view of the root's side.
fn windows(steps: &[Step<u8>]) -> Vec<String> {
    let mut path: Vec<u8> = Vec::new();
    let mut told = Vec::new();
    let show = |score: Score| match score.value() {
        value if value <= -Score::INFINITE.value() => "-∞".to_owned(),
        value if value >= Score::INFINITE.value() => "+∞".to_owned(),
        value => value.to_string(),
    };
    for step in steps {
        if let Step::Enter(entry) = step {
            path.truncate(usize::from(entry.ply.0).saturating_sub(1));
            path.extend(entry.mv);
            let (low, high) = if entry.ply.0 % 2 == 0 {
                (entry.alpha, entry.beta)
            } else {
                (-entry.beta, -entry.alpha)
            };
            let name: String = path.iter().map(|m| char::from(b'A' + m)).collect();
            told.push(format!("{name}[{},{}]", show(low), show(high)));
        }
    }
    told
}

/// The tree of Russell and Norvig, "Artificial Intelligence", chapter on adversarial search: three moves
/// for MAX, three answers each. Its value is 3, and the leaves 4 and 6 are not looked at.
const NORVIG: &str = "((3 12 8) (2 4 6) (14 5 2))";

#[test]
fn the_small_tree_has_the_windows_of_the_textbook() {
    let line = Line::new(Place::root(NORVIG));
    let (found, counters, steps) = trace(Written, Leaves, &line, 2, ALPHA_BETA, Switches::none());
    assert_eq!((found.score().value(), found.best()), (3, Some(0)));
    assert_eq!((counters.leaves, counters.inner), (7, 4));
    assert_eq!((counters.cut_offs, counters.first_cut_offs), (2, 1));
    assert_eq!(
        windows(&steps),
        [
            "[-∞,+∞]",
            "A[-∞,+∞]",
            "AA[-∞,+∞]",
            "AB[-∞,3]",
            "AC[-∞,3]",
            "B[3,+∞]",
            "BA[3,+∞]",
            "C[3,+∞]",
            "CA[3,+∞]",
            "CB[3,14]",
            "CC[3,5]",
        ]
    );
}

#[test]
fn minimax_looks_at_every_leaf() {
    let line = Line::new(Place::root(NORVIG));
    let (found, counters, steps) = trace(Written, Leaves, &line, 2, Basics::NONE, Switches::none());
    assert_eq!((found.score().value(), found.best()), (3, Some(0)));
    assert_eq!((counters.leaves, counters.inner, counters.cut_offs), (9, 4, 0));
    assert!(windows(&steps).iter().all(|window| window.ends_with("[-∞,+∞]")));
}

/// The tree of the article "Alpha–beta pruning" of Wikipedia: four plies, MAX moves first, its value
/// is 6. Three subtrees are greyed out there: the leaf 5 of the second node, the leaf 9 of the
/// second subtree's last node, and the whole last branch.
const FOUR_PLIES: &str = "(((( 5 6) (7 4 5)) ((3))) (((6) (6 9)) ((7))) (((5)) ((9 8) (6))))";

#[test]
fn the_four_plies_have_the_windows_of_the_textbook() {
    let line = Line::new(Place::root(FOUR_PLIES));
    let (found, counters, steps) = trace(Written, Leaves, &line, 4, ALPHA_BETA, Switches::none());
    assert_eq!((found.score().value(), found.best()), (6, Some(1)));
    // Of 14 leaves: not the 5, not the 9, not 9, 8 and 6.
    assert_eq!((counters.leaves, counters.cut_offs), (9, 5));
    let saves = |step: &&Step<u8>| matches!(step, Step::Leave(exit) if exit.tried < exit.width);
    assert_eq!(steps.iter().filter(saves).count(), 3);
    let all = windows(&steps);
    for window in ["AAA[-∞,+∞]", "AAB[5,+∞]", "AABB[5,7]", "AB[-∞,5]", "B[3,+∞]", "C[6,+∞]"]
    {
        assert!(all.iter().any(|told| told == window), "{window} in {all:?}");
    }
    for cut in ["AABC", "BABB", "CB"] {
        assert!(!all.iter().any(|told| told.starts_with(&format!("{cut}["))), "{cut} in {all:?}");
    }
}

fn played(moves: &[u8], k: usize) -> Line<Board> {
    let mut line = Line::new(Board::new());
    for m in moves {
        let legal = line.position().moves();
        let Some(&m) = legal.get(usize::from(*m) % legal.len().max(1)) else { break };
        line.push(m);
        if line.position().lost(k) {
            line.pop();
        }
    }
    line
}

/// Counts the recorded tree from its steps alone.
fn recount(steps: &[Step<u8>]) -> (u64, u64, u64, u64) {
    let (mut nodes, mut left, mut tried, mut cut_offs) = (0, 0, 0, 0);
    let mut open = Vec::new();
    for step in steps {
        match step {
            Step::Enter(entry) => {
                nodes += 1;
                open.push((entry.quiescence, 0));
            }
            Step::Try(_) => {
                tried += 1;
                open.last_mut().expect("a node is open").1 += 1;
            }
            Step::Leave(exit) => {
                left += 1;
                let (quiescence, moves) = open.pop().expect("a node is open");
                assert_eq!(moves, exit.tried);
                cut_offs += u64::from(quiescence.is_none() && exit.reason == Reason::CutOff);
            }
            Step::Iteration(_) | Step::Probe(_) | Step::Skip(_) | Step::Raise(_) => {}
        }
    }
    assert!(open.is_empty());
    (nodes, left, tried, cut_offs)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 32,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn the_recorded_tree_is_the_counted_one(
        moves in prop::collection::vec(0u8..5, 0..10), depth in 1u32..7, all in any::<bool>(),
    ) {
        let line = played(&moves, 4);
        prop_assume!(!line.position().moves().is_empty());
        let (basics, switches) =
            if all { (Basics::ALL, Switches::all()) } else { (ALPHA_BETA, Switches::none()) };
        let (found, counters, steps) =
            trace(Connect(4), Middle::default(), &line, depth, basics, switches);
        let (nodes, left, tried, cut_offs) = recount(&steps);
        prop_assert_eq!(nodes, left);
        prop_assert_eq!(nodes, counters.nodes());
        prop_assert_eq!(nodes, counters.inner + counters.leaves + counters.quiescence);
        prop_assert_eq!(tried, counters.tried);
        prop_assert_eq!(cut_offs, counters.cut_offs);
        prop_assert_eq!(found.nodes, counters.tried + counters.probed);
    }

    /// What is traced is the search that plays.
    #[test]
    fn a_traced_search_does_what_the_other_does(
        moves in prop::collection::vec(0u8..5, 0..10), depth in 1u32..9,
    ) {
        let line = played(&moves, 4);
        prop_assume!(!line.position().moves().is_empty());
        let mut playing: Searcher<Connect, Middle> = Searcher::new(Middle::default(), 1);
        let limits = Limits::depth(depth);
        let played =
            playing.search(Connect(4), &line, &limits, &NoClock, &NoSignal, &mut |_| {});
        let (traced, ..) =
            trace(Connect(4), Middle::default(), &line, depth, Basics::ALL, Switches::all());
        prop_assert_eq!(played, traced);
    }

    /// The reductions of nodes far above the window and after an improvement belong to the late moves: they go with
    /// the switch.
    #[test]
    fn all_reductions_go_with_their_switch(
        moves in prop::collection::vec(0u8..5, 0..6), depth in 4u32..7,
    ) {
        let line = played(&moves, 4);
        prop_assume!(!line.position().moves().is_empty());
        let nodes = |high: i32, late_moves: bool| {
            let mut tunables = Tunables::default();
            for (name, value) in [("lmr_high", high), ("lmr_high_margin", 0), ("lmr_improved", high)] {
                tunables.set(name, value).expect("the table has this number");
            }
            let switches = Switches { late_moves, ..Switches::all() };
            let mut searcher: Searcher<Connect, Middle> = Searcher::new(Middle::default(), 1);
            searcher.set_settings(Settings::new(tunables, switches));
            let limits = Limits::depth(depth);
            searcher.search(Connect(4), &line, &limits, &NoClock, &NoSignal, &mut |_| {}).nodes
        };
        prop_assert_eq!(nodes(3, false), nodes(0, false));
    }

    /// Cut-offs, orders, null windows and deepening leave the value as minimax has it.
    #[test]
    fn the_basics_do_not_change_the_value(
        moves in prop::collection::vec(0u8..5, 0..12), depth in 1u32..6, k in 3usize..5,
        order in any::<[bool; 5]>(), killers in any::<bool>(),
    ) {
        let line = played(&moves, k);
        prop_assume!(!line.position().moves().is_empty());
        let search = |basics, switches| {
            trace(Connect(k), Middle::default(), &line, depth, basics, switches)
        };
        let (minimax, all, _) = search(Basics::NONE, Switches::none());
        let [capture_order, hints, null_windows, deepening, shortcuts] = order;
        let basics =
            Basics { cut_offs: true, capture_order, hints, null_windows, deepening, shortcuts };
        let mut switches = Switches::none();
        switches.turn("killers", killers);
        switches.turn("butterfly", killers);
        let (found, counters, _) = search(basics, switches);
        prop_assert_eq!(found.score(), minimax.score());
        if !deepening && !null_windows {
            prop_assert!(counters.leaves <= all.leaves);
        }
    }
}
