//! Matches of the engine against itself with other options: what a technique is worth.
//!
//! ```text
//! selfplay GAMES NODES A B [SEED] [THREADS]
//! selfplay 400 20000 "" "without=null-move"
//! selfplay 100 0 level=6 level=5
//! selfplay 200 20000 "" "razor_base=400 see_quiet=30"
//! ```
//!
//! A and B are options separated by spaces: `without=NAME,NAME` switches techniques off,
//! `level=N` plays at a level, `nodes=N` changes the nodes a move, anything else sets a number
//! of the search. Every opening (eight random plies, judged nearly equal) is played with both
//! colours. The figures are A's.

#![allow(clippy::print_stdout, reason = "an example prints")]

use game::{Key, Line, Outcome, Position as _, Side};
use search::{Configure as _, Limits, NoClock, NoSignal};
use std::error::Error;
use xiangqi::{Position, RuleSet, adjudicate};
use xiangqi_engine::{SearchRequest, Strength, XiangqiEngine};

/// Centipawns by which an opening may favour a side.
const BALANCED: i32 = 60;
/// From here on, for so many plies on end by both, a game is won.
const DECIDED: (i32, u32) = (1000, 5);
/// Longest game in plies; a draw then.
const LONGEST: usize = 300;

struct Player {
    engine: XiangqiEngine,
    strength: Option<Strength>,
    nodes: u64,
}

impl Player {
    fn new(options: &str, nodes: u64) -> Result<Self, Box<dyn Error>> {
        let mut player = Self { engine: XiangqiEngine::new(8), strength: None, nodes };
        for option in options.split_whitespace() {
            let (name, value) = option.split_once('=').ok_or("an option is NAME=VALUE")?;
            match name {
                "without" => player.engine.set_ablation(value)?,
                "level" => player.strength = Strength::new(value.parse()?),
                "nodes" => player.nodes = value.parse()?,
                _ => player.engine.set_tunable(name, value.parse()?)?,
            }
        }
        Ok(player)
    }

    fn request(&self, seed: u64) -> SearchRequest {
        let limits = if self.nodes > 0 { Limits::nodes(self.nodes) } else { Limits::default() };
        SearchRequest { limits, strength: self.strength, seed, ..SearchRequest::default() }
    }
}

/// A line of eight random plies that neither side has spoilt yet.
fn opening(judge: &mut XiangqiEngine, seed: &mut u64) -> Line<Position> {
    loop {
        let mut line = Line::new(Position::start());
        for _ in 0..8 {
            *seed = Key::random(*seed).0;
            let moves = line.position().moves();
            line.push(moves[*seed as usize % moves.len()]);
        }
        judge.new_game();
        let request = SearchRequest { limits: Limits::nodes(20_000), ..SearchRequest::default() };
        let found = judge.search(&line, &request, &NoClock, &NoSignal, &mut |_| {});
        if found.score().value().abs() <= BALANCED {
            return line;
        }
    }
}

fn play(first: &mut Player, second: &mut Player, opening: &Line<Position>, seed: u64) -> Outcome {
    let mut line = opening.clone();
    first.engine.new_game();
    second.engine.new_game();
    // For how many plies on end each side has thought it wins.
    let mut sure = [0; 2];
    loop {
        if let Some(verdict) = adjudicate::judge(&line, RuleSet::default()) {
            return verdict.outcome;
        }
        if line.len() >= LONGEST {
            return Outcome::Draw;
        }
        let side = line.position().side_to_move();
        let player = if side == Side::First { &mut *first } else { &mut *second };
        let request = player.request(seed ^ line.len() as u64);
        let found = player.engine.search(&line, &request, &NoClock, &NoSignal, &mut |_| {});
        let (Some(m), score) = (found.best(), found.score().value()) else { return Outcome::Draw };
        for (winner, sign) in [(side, 1), (side.other(), -1)] {
            let so = score * sign >= DECIDED.0;
            sure[winner.index()] = if so { sure[winner.index()] + 1 } else { 0 };
            if sure[winner.index()] >= DECIDED.1 {
                return Outcome::win_of(winner);
            }
        }
        line.push(m);
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [games, nodes, a, b, rest @ ..] = args.as_slice() else {
        return Err("selfplay GAMES NODES A B [SEED] [THREADS]".into());
    };
    let (games, nodes): (u64, u64) = (games.parse()?, nodes.parse()?);
    let seed: u64 = rest.first().map_or(Ok(1), |s| s.parse())?;
    let threads: u64 = rest.get(1).map_or(Ok(1), |s| s.parse())?;
    workbench::play_pairs(
        games,
        threads,
        || {
            let judge = XiangqiEngine::new(8);
            Ok::<_, Box<dyn Error>>((Player::new(a, nodes)?, Player::new(b, nodes)?, judge))
        },
        |(a, b, judge), pair| {
            let mut state = Key::random(seed << 32 ^ pair).0;
            let line = opening(judge, &mut state);
            Ok([play(a, b, &line, state), play(b, a, &line, state)])
        },
        |tally| println!("{tally}"),
    )?;
    Ok(())
}
