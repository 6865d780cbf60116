//! How many threads search a position.

use engine::{BestMove, Control, Limits};
use local_hall::{SearchFound, SearchQuestion, Searcher};
use serde_json::json;

/// A search from the start by fresh engines that may use so many threads.
fn found(limits: &Limits, threads: u32) -> BestMove {
    let session = games::new_session("reversi", None, None).unwrap();
    let position = json!({
        "of": "position", "variant": "reversi", "rules": session.rules(), "start": session.start_text(),
        "moves": [], "limits": limits, "table_mb": 1, "threads": threads,
    });
    let question: SearchQuestion = serde_json::from_value(position).unwrap();
    match Searcher::default().search(question, &Control::new(), &mut |_| ()).unwrap() {
        SearchFound::Move(found) => *found,
        SearchFound::Lab(_) => panic!("not of the lab"),
    }
}

#[test]
fn a_limit_of_nodes_gives_the_same_with_any_number_of_threads() {
    let limits = Limits { nodes: Some(30_000), ..Limits::default() };
    let searched = |threads| found(&limits, threads).info.map(|info| (info.depth, info.nodes));
    // None is one.
    assert_eq!(searched(1), searched(0));
    assert_eq!(searched(1), searched(4));
}

#[test]
fn several_threads_find_a_move() {
    let limits = Limits { depth: Some(8), ..Limits::default() };
    assert!(found(&limits, 3).best.is_some());
}
