//! The trees of textbooks, searched by the real search and coded as the lab codes them. The page has them as a file:
//! `YIQI_WRITE=1 cargo test --workspace --test textbook` writes it.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

#[path = "../../search/tests/search/tree/mod.rs"]
mod tree;

use engine::laboratory::{CodedStep, ENTER, LEAVE, RAISE, StepCoder};
use game::Line;
use search::{
    Basics, Configure as _, Limits, NoClock, NoSignal, Recorder, Searcher, Settings, Switches,
    Tunables,
};
use std::fmt::Write as _;
use std::path::Path;
use std::sync::{Arc, Mutex};
use tree::{Leaves, Place, Written};

/// The tree of Russell and Norvig, "Artificial Intelligence".
const NORVIG: &str = "((3 12 8) (2 4 6) (14 5 2))";
/// The tree of the article "Alpha–beta pruning" of Wikipedia.
const FOUR_PLIES: &str = "(((( 5 6) (7 4 5)) ((3))) (((6) (6 9)) ((7))) (((5)) ((9 8) (6))))";

/// Searches a tree, and returns its value and its events.
fn search(tree: &str, depth: u32, cut_offs: bool) -> (i32, CodedStep) {
    let line = Line::new(Place::root(tree));
    let steps = Arc::new(Mutex::new(Vec::new()));
    let basics = Basics { cut_offs, ..Basics::NONE };
    let mut searcher = Searcher::traced(Leaves, 1, Recorder::new(basics, Some(steps.clone())));
    searcher.set_settings(Settings::new(Tunables::default(), Switches::none()));
    let limits = Limits::depth(depth);
    let found = searcher.search(Written, &line, &limits, &NoClock, &NoSignal, &mut |_| {});
    let mut coder = StepCoder::new(line.position().clone(), false);
    let mut coded = CodedStep::default();
    for step in steps.lock().unwrap().iter() {
        coder.code(step, &mut coded);
    }
    (found.score().value(), coded)
}

#[test]
fn the_events_have_the_windows_of_the_textbook() {
    let (value, CodedStep { events, moves }) = search(NORVIG, 2, true);
    assert_eq!((value, moves.len()), (3, 3));
    // Windows from the view of the side that moves there.
    let entered: Vec<[i32; 3]> = events
        .iter()
        .filter(|event| event[0] & 15 == ENTER)
        .map(|event| [event[1], event[2], event[3]])
        .collect();
    const OPEN: i32 = 32_400;
    assert_eq!(
        entered,
        [
            [-1, -OPEN, OPEN],
            [0, -OPEN, OPEN],
            [0, -OPEN, OPEN],
            [1, -OPEN, 3],
            [2, -OPEN, 3],
            [1, -OPEN, -3],
            [0, 3, OPEN],
            [2, -OPEN, -3],
            [0, 3, OPEN],
            [1, 3, 14],
            [2, 3, 5],
        ]
    );
    // The second node is cut off after one of three leaves: two are saved.
    let cut = events.iter().filter(|event| event[0] == LEAVE | 1 << 4).collect::<Vec<_>>();
    assert_eq!(cut, [&[LEAVE | 1 << 4, -2, 1 | 3 << 16, 2], &[LEAVE | 1 << 4, -2, 3 | 3 << 16, 0]]);
    // The root's alpha rises once: the first move stays the best.
    let raised: Vec<_> = events.iter().filter(|event| event[0] == RAISE).collect();
    assert!(raised.contains(&&[RAISE, 3, 0, 0]), "{raised:?}");
}

#[test]
fn the_page_has_these_trees() {
    let trees = [
        ("norvig-minimax", NORVIG, 2, false),
        ("norvig-alpha-beta", NORVIG, 2, true),
        ("four-plies-minimax", FOUR_PLIES, 4, false),
        ("four-plies-alpha-beta", FOUR_PLIES, 4, true),
    ];
    let mut text = String::from("[\n");
    for (n, (id, tree, depth, cut_offs)) in trees.into_iter().enumerate() {
        let (value, CodedStep { events, moves }) = search(tree, depth, cut_offs);
        let letters: Vec<String> = moves
            .iter()
            .map(|m| format!("\"{}\"", char::from(b'A' + m.parse::<u8>().unwrap())))
            .collect();
        let coded: Vec<String> =
            events.iter().map(|[a, b, c, d]| format!("[{a}, {b}, {c}, {d}]")).collect();
        let _ = write!(
            text,
            "{}  {{\n    \"id\": \"{id}\",\n    \"tree\": \"{tree}\",\n    \"depth\": {depth},\n    \"value\": {value},\n    \"moves\": [{}],\n    \"events\": [\n      {}\n    ]\n  }}",
            if n == 0 { "" } else { ",\n" },
            letters.join(", "),
            coded.join(",\n      "),
        );
    }
    text += "\n]\n";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/lib/lab/textbook.json");
    if std::env::var_os("YIQI_WRITE").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &text).unwrap();
    }
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    // The page's formatter may break the lines elsewhere.
    let bare = |text: &str| text.split_whitespace().collect::<String>();
    assert_eq!(bare(&known), bare(&text), "YIQI_WRITE=1 writes {}", path.display());
}
