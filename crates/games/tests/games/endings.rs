//! The endings of the page's lessons (`web/src/lib/games/*/endings/*.json`): in each the side to move wins, or holds a draw
//! (`"aim": "draw"`), and a solver or a search shows it again here.
//!
//! With `YIQI_WRITE=1` the endings are made anew instead, from the recipe (`from`) of each file; `YIQI_WRITE=xiangqi` makes those of
//! one file.

#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

mod draw;
mod make;

use engine::{Control, Engine, Limits, Score, Session};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// How many endings to win a file must have.
const LEAST: usize = 20;
/// How many endings to hold a file must have, where it has recipes for them.
const LEAST_DRAWN: usize = 7;
/// The fewest and the most moves of the winner: one that wins at once is a puzzle, and a long one no exercise.
const MOVES: std::ops::RangeInclusive<u32> = 2..=12;

/// A forced win of the side to move.
struct ForcedWin {
    moves: u32,
    method: &'static str,
}

fn files() -> Vec<PathBuf> {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/lib/games");
    let mut found = Vec::new();
    for game in std::fs::read_dir(games).unwrap() {
        let Ok(files) = std::fs::read_dir(game.unwrap().path().join("endings")) else { continue };
        let files = files.map(|file| file.unwrap().path());
        found.extend(files.filter(|file| file.extension().is_some_and(|end| end == "json")));
    }
    found.sort();
    found
}

/// Whether the side to move wins for certain: by the solver of the game, by a search to the end, or by a search that found a
/// forced win.
fn forced_win(engine: &mut dyn Engine, session: &dyn Session, nodes: u64) -> Option<ForcedWin> {
    let (limits, control) = (Limits { nodes: Some(nodes), ..Limits::default() }, Control::new());
    engine.new_game();
    if let Some(proof) = engine.solve(session, &limits, &control).unwrap().proof {
        return Some(ForcedWin { moves: proof.moves, method: proof.method });
    }
    engine.new_game();
    let info = engine.search(session, &limits, &control, &mut |_| ()).unwrap().info?;
    if session.solved(info.score, info.depth) == Some(1.0) {
        let empty = session.board().grid;
        let places = u32::from(empty.files) * u32::from(empty.ranks);
        let left = places.saturating_sub(u32::try_from(session.board().pieces.len()).unwrap());
        return Some(ForcedWin { moves: left.div_ceil(2), method: "solved" });
    }
    match info.score {
        Score::Mate(moves @ 1..) => {
            Some(ForcedWin { moves: u32::try_from(moves).unwrap(), method: "search" })
        }
        _ => None,
    }
}

fn check(file: &Value) {
    let variant = file["variant"].as_str().unwrap();
    let nodes = file["nodes"].as_u64().unwrap();
    let mut engine = games::new_engine(variant).unwrap();
    let endings = file["endings"].as_array().unwrap();
    let is_drawn = |one: &&Value| one["aim"] == "draw";
    let drawn = endings.iter().filter(is_drawn).count();
    let least = if file["from"].as_array().unwrap().iter().any(|recipe| is_drawn(&recipe)) {
        LEAST_DRAWN
    } else {
        0
    };
    assert!(drawn >= least, "{variant}: {drawn} to hold");
    assert!(endings.len() - drawn >= LEAST, "{variant}: {}", endings.len() - drawn);
    let mut ids = HashSet::new();
    for ending in endings {
        let (id, position) = (ending["id"].as_str().unwrap(), ending["position"].as_str().unwrap());
        assert!(ids.insert(id), "{variant}: {id} is there twice");
        let session = games::new_session(variant, None, Some(position)).unwrap();
        assert!(session.verdict().is_none() && session.legal_moves().len() > 1, "{id}");
        if is_drawn(&ending) {
            let draw = draw::held_draw(engine.as_mut(), session.as_ref())
                .unwrap_or_else(|| panic!("{variant}: {id}: this is no draw to hold: {position}"));
            assert_eq!(draw.to_json(), draw::facts(ending), "{variant}: {id}");
            continue;
        }
        let win = forced_win(engine.as_mut(), session.as_ref(), nodes)
            .unwrap_or_else(|| panic!("{variant}: {id}: no win was proven: {position}"));
        assert_eq!(win.method, ending["method"].as_str().unwrap(), "{variant}: {id}");
        assert!(MOVES.contains(&win.moves), "{variant}: {id}: {}", win.moves);
    }
}

#[test]
fn every_ending_is_won_or_held() {
    let write = std::env::var("YIQI_WRITE").ok();
    let mut number = 0;
    for path in files() {
        number += 1;
        let mut file: Value =
            serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        if write.as_ref().is_some_and(|wanted| wanted == "1" || *wanted == name) {
            let mut made = make::endings(&file, LEAST);
            made.extend(draw::endings(&file, LEAST_DRAWN));
            file["endings"] = json!(made);
            let text = serde_json::to_string_pretty(&file).unwrap();
            std::fs::write(&path, text + "\n").unwrap();
        } else {
            check(&file);
        }
    }
    assert!(number >= 4, "{number} files");
}
