//! Endings to hold: positions that are drawn, in which many moves lose.

use super::make::{OUT, Random, position};
use engine::{Control, Engine, Limits, Score, Session};
use serde_json::{Value, json};
use std::collections::HashSet;

/// Nodes of a search of the position, and of one after each move.
const NODES: u64 = 20_000;
/// A side that is behind by more than this (in hundredths) may be lost, though no search sees it.
const BEHIND: i32 = -150;
/// The plies in which the engine must hold the position against itself.
const PLIES: usize = 300;
/// How many positions of a recipe are tried.
const TRIES: usize = 400;

/// What is said of a draw to hold.
pub(super) struct Draw {
    /// How many moves there are, and how many of them lose.
    moves: usize,
    losing: usize,
    /// `solved`, where the result of every move is known; else `search`.
    method: &'static str,
}

impl Draw {
    pub(super) fn to_json(&self) -> Value {
        json!({ "moves": self.moves, "losing": self.losing, "method": self.method })
    }
}

/// What the file says of a draw, in the form of [`Draw::to_json`].
pub(super) fn facts(ending: &Value) -> Value {
    json!({ "moves": ending["moves"], "losing": ending["losing"], "method": ending["method"] })
}

/// What a search finds for the side to move.
enum Found {
    /// The result is known: 0, ½ or 1.
    Solved(f64),
    /// A forced win or loss was found.
    Forced(f64),
    Open(i32),
}

fn find(engine: &mut dyn Engine, session: &dyn Session) -> Option<Found> {
    if let Some(verdict) = session.verdict() {
        return Some(Found::Solved(match verdict.outcome.winner() {
            None => 0.5,
            Some(side) if side == session.side_to_move() => 1.0,
            Some(_) => 0.0,
        }));
    }
    // A database answers without a search.
    if let Some(result) = session.solved(Score::Cp(0), 0) {
        return Some(Found::Solved(result));
    }
    engine.new_game();
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let info = engine.search(session, &limits, &Control::new(), &mut |_| ()).unwrap().info?;
    if let Some(result) = session.solved(info.score, info.depth) {
        return Some(Found::Solved(result));
    }
    Some(match info.score {
        Score::Cp(score) => Found::Open(score),
        Score::Mate(moves) => Found::Forced(if moves > 0 { 1.0 } else { 0.0 }),
    })
}

/// What is to say of the position, if it is a draw in which at least a third of the moves lose: either all of this is solved, or a
/// search finds a forced loss after each losing move and none for the others, and the engine holds the draw against itself.
pub(super) fn held_draw(engine: &mut dyn Engine, session: &dyn Session) -> Option<Draw> {
    match find(engine, session)? {
        Found::Solved(result) if result != 0.5 => return None,
        Found::Forced(_) => return None,
        Found::Open(score) if !(BEHIND..=0).contains(&score) => return None,
        Found::Solved(_) | Found::Open(_) => {}
    }
    let legal = session.legal_moves();
    let (mut losing, mut is_solved) = (0, true);
    for text in &legal {
        let mut next = session.fork();
        next.push(text).unwrap();
        match find(engine, next.as_ref())? {
            Found::Solved(result) => losing += usize::from(result == 1.0),
            Found::Forced(result) => {
                losing += usize::from(result == 1.0);
                is_solved = false;
            }
            Found::Open(_) => is_solved = false,
        }
    }
    let is_fit = 3 * losing >= legal.len() && losing < legal.len();
    if !is_fit || !is_held_in_play(engine, session) {
        return None;
    }
    let method = if is_solved { "solved" } else { "search" };
    Some(Draw { moves: legal.len(), losing, method })
}

/// Whether the game is drawn when the engine plays both sides, or still goes on after many plies.
fn is_held_in_play(engine: &mut dyn Engine, start: &dyn Session) -> bool {
    let limits = Limits { nodes: Some(OUT), ..Limits::default() };
    let mut session = start.fork();
    engine.new_game();
    for _ in 0..PLIES {
        if let Some(verdict) = session.verdict() {
            return verdict.outcome.winner().is_none();
        }
        let found = engine.search(session.as_ref(), &limits, &Control::new(), &mut |_| ());
        let Some(best) = found.unwrap().best else { return false };
        session.push(&best).unwrap();
    }
    true
}

/// So many endings to hold by the recipes of a file, those with the fewest losing moves first; none where it has no recipe.
pub(super) fn endings(file: &Value, count: usize) -> Vec<Value> {
    let variant = file["variant"].as_str().unwrap();
    let recipes = file["from"].as_array().unwrap().iter();
    let recipes: Vec<&Value> = recipes.filter(|recipe| recipe["aim"] == "draw").collect();
    let Some(each) = (!recipes.is_empty()).then(|| count.div_ceil(recipes.len())) else {
        return Vec::new();
    };
    let mut engine = games::new_engine(variant).unwrap();
    let (mut seen, mut found) = (HashSet::new(), Vec::new());
    for (number, recipe) in recipes.into_iter().enumerate() {
        let mut random = Random(number as u64 + 101);
        let wanted = found.len() + each;
        let mut tries = 0;
        while found.len() < wanted && tries < TRIES {
            let Some(session) = position(variant, recipe, engine.as_mut(), &mut random) else {
                continue;
            };
            tries += 1;
            let text = session.position_text();
            let Some(draw) = held_draw(engine.as_mut(), session.as_ref()) else { continue };
            if seen.insert(text.clone()) {
                let mut ending = draw.to_json();
                ending["aim"] = json!("draw");
                ending["position"] = json!(text);
                found.push((draw.losing * 1000 / draw.moves, ending));
            }
        }
    }
    found.sort_by_key(|(share, _)| *share);
    let numbered = found.into_iter().zip(1..).map(|((_, mut ending), number)| {
        ending["id"] = json!(format!("{variant}-draw-{number}"));
        ending
    });
    numbered.collect()
}
