//! Endings out of chance: pieces on any squares, or games of the engine up to a number of moves.

use super::{MOVES, forced_win};
use engine::{Control, Engine, Limits, PiecePlacement, Session};
use game::Side;
use serde_json::{Value, json};
use std::collections::HashSet;

/// Nodes of a move where a game is played on.
const PLAYED: u64 = 200;
/// Nodes of both sides where a won ending is played to its end.
pub(super) const OUT: u64 = 10_000;

/// SplitMix64: the same numbers everywhere.
pub(super) struct Random(pub(super) u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % (bound as u64)) as usize
    }
}

/// So many endings by the recipe of a file, the shortest first.
pub(super) fn endings(file: &Value, count: usize) -> Vec<Value> {
    let variant = file["variant"].as_str().unwrap();
    let nodes = file["nodes"].as_u64().unwrap();
    let recipes = file["from"].as_array().unwrap().iter();
    let recipes: Vec<&Value> = recipes.filter(|recipe| recipe["aim"] != "draw").collect();
    let each = count.div_ceil(recipes.len());
    let mut engine = games::new_engine(variant).unwrap();
    let (mut seen, mut found) = (HashSet::new(), Vec::new());
    for (number, recipe) in recipes.into_iter().enumerate() {
        let mut random = Random(number as u64 + 1);
        let wanted = found.len() + each;
        let mut tries = 0;
        while found.len() < wanted && tries < 400 {
            let Some(session) = position(variant, recipe, engine.as_mut(), &mut random) else {
                continue;
            };
            tries += 1;
            let text = session.position_text();
            let Some(win) = forced_win(engine.as_mut(), session.as_ref(), nodes) else { continue };
            let is_fit = MOVES.contains(&win.moves) && seen.insert(text.clone());
            if is_fit && is_won_in_play(engine.as_mut(), session.as_ref(), win.moves) {
                let (moves, method) = (win.moves, win.method);
                found.push((moves, json!({ "position": text, "moves": moves, "method": method })));
            }
        }
    }
    found.sort_by_key(|(moves, _)| *moves);
    let numbered = found.into_iter().zip(1..).map(|((_, mut ending), number)| {
        ending["id"] = json!(format!("{variant}-{number}"));
        ending
    });
    numbered.collect()
}

/// A position by a recipe, with the first side to move where pieces are placed; `None` where these numbers give none.
pub(super) fn position(
    variant: &str,
    recipe: &Value,
    engine: &mut dyn Engine,
    random: &mut Random,
) -> Option<Box<dyn Session>> {
    let session = match recipe["pieces"].as_array() {
        Some(pieces) => placed(variant, pieces, random)?,
        None => played(variant, recipe["plies"].as_u64().unwrap(), engine, random)?,
    };
    (session.verdict().is_none() && session.legal_moves().len() > 2).then_some(session)
}

fn placed(variant: &str, pieces: &[Value], random: &mut Random) -> Option<Box<dyn Session>> {
    let board = games::new_session(variant, None, None).unwrap().board();
    let names: Vec<&String> = board.names.iter().filter(|name| !name.is_empty()).collect();
    let mut used = HashSet::new();
    let mut placed = Vec::new();
    for (side, kinds) in Side::ALL.into_iter().zip(pieces) {
        for kind in kinds.as_str().unwrap().split(' ') {
            let at = names[random.below(names.len())].clone();
            if !used.insert(at.clone()) {
                return None;
            }
            placed.push(PiecePlacement { at, side, kind: kind.to_owned() });
        }
    }
    let text = games::write_board(variant, &placed, Side::First).ok()?;
    games::new_session(variant, None, Some(&text)).ok()
}

/// A game of the engine behind six random moves.
fn played(
    variant: &str,
    plies: u64,
    engine: &mut dyn Engine,
    random: &mut Random,
) -> Option<Box<dyn Session>> {
    let mut session = games::new_session(variant, None, None).unwrap();
    let limits = Limits { nodes: Some(PLAYED), ..Limits::default() };
    let plies = plies + random.below(4) as u64;
    for ply in 0..plies {
        if session.verdict().is_some() {
            return None;
        }
        let legal = session.legal_moves();
        let chosen = if ply < 6 { near(session.as_ref(), &legal, random) } else { None };
        let text = match chosen {
            Some(text) => text,
            None => {
                engine
                    .search(session.as_ref(), &limits, &Control::new(), &mut |_| ())
                    .unwrap()
                    .best?
            }
        };
        session.push(&text).ok()?;
    }
    Some(session)
}

/// A random move; on a wide board one in the middle.
fn near(session: &dyn Session, legal: &[String], random: &mut Random) -> Option<String> {
    let board = session.board();
    let middle = |place: usize, of: u8| place.abs_diff(usize::from(of / 2)) <= 2 || of < 12;
    let files = usize::from(board.grid.files);
    let close: Vec<&String> = legal
        .iter()
        .filter(|text| {
            let at = board.names.iter().position(|name| name == *text);
            at.is_none_or(|at| {
                middle(at % files, board.grid.files) && middle(at / files, board.grid.ranks)
            })
        })
        .collect();
    (!close.is_empty()).then(|| close[random.below(close.len())].clone())
}

/// Whether the side to move wins when the engine plays both sides.
fn is_won_in_play(engine: &mut dyn Engine, start: &dyn Session, moves: u32) -> bool {
    let limits = Limits { nodes: Some(OUT), ..Limits::default() };
    let mut session = start.fork();
    let winner = start.side_to_move();
    for _ in 0..4 * moves + 8 {
        if let Some(verdict) = session.verdict() {
            return verdict.outcome.winner() == Some(winner);
        }
        let found = engine.search(session.as_ref(), &limits, &Control::new(), &mut |_| ());
        let Some(best) = found.unwrap().best else { return false };
        session.push(&best).unwrap();
    }
    false
}
