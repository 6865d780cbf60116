//! Matches of the engine against itself with other options: what a technique, a level or a
//! file of weights is worth.
//!
//! ```text
//! selfplay GAMES NODES A B [SEED] [THREADS]
//! selfplay 400 2000 "" "eval=plain"
//! selfplay 200 0 level=6 level=5
//! selfplay 400 5000 "" "without=razoring lmr_factor=800"
//! ```
//!
//! A and B are options separated by spaces: `without=NAME,NAME` switches techniques off,
//! `level=N` plays at a level, `nodes=N` changes the nodes a move, `eval=NAME` judges by
//! `plain` or by a file of weights, anything else sets a number of the search. Each game begins
//! with eight random plies and is played with both colours. The figures are A's.

#![allow(clippy::print_stdout, reason = "an example prints")]

mod common;

use common::{Random, evaluation, random_line};
use game::{Line, Outcome, Position as _};
use reversi::{Position, judge};
use reversi_engine::{ReversiEngine, SearchRequest, Strength};
use search::{Configure as _, Limits, NoClock, NoSignal};

type Failure = Box<dyn std::error::Error>;

struct Player {
    engine: ReversiEngine,
    strength: Option<Strength>,
    nodes: u64,
}

impl Player {
    fn new(options: &str, nodes: u64) -> Result<Self, Failure> {
        let options: Vec<(&str, &str)> = options
            .split_whitespace()
            .map(|option| option.split_once('=').ok_or("an option is NAME=VALUE"))
            .collect::<Result<_, _>>()?;
        let judge = options.iter().find(|(key, _)| *key == "eval").map_or("ours", |o| o.1);
        let engine = ReversiEngine::with(evaluation(judge)?, 8);
        let mut player = Self { engine, strength: None, nodes };
        for (key, value) in options {
            match key {
                "eval" => {}
                "without" => player.engine.set_ablation(value)?,
                "level" => player.strength = Strength::new(value.parse()?),
                "nodes" => player.nodes = value.parse()?,
                _ => player.engine.set_tunable(key, value.parse()?)?,
            }
        }
        Ok(player)
    }
}

fn play(
    mut players: [&mut Player; 2],
    opening: &Line<Position>,
    seed: u64,
) -> Result<Outcome, Failure> {
    let mut line = opening.clone();
    for player in &mut players {
        player.engine.new_game();
    }
    loop {
        if let Some(verdict) = judge(&line) {
            return Ok(verdict.outcome);
        }
        let player = &mut players[line.position().side_to_move().index()];
        let limits = Limits::nodes(if player.nodes > 0 { player.nodes } else { u64::MAX });
        let request =
            SearchRequest { limits, strength: player.strength, seed: seed ^ line.len() as u64 };
        let found = player.engine.search(&line, &request, &NoClock, &NoSignal, &mut |_| {});
        line.push(found.best().ok_or("no move")?);
    }
}

fn main() -> Result<(), Failure> {
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
        || Ok::<_, Failure>((Player::new(a, nodes)?, Player::new(b, nodes)?)),
        |(a, b), pair| {
            let mut random = Random((seed << 32 ^ pair) << 8);
            let line = random_line(8, &mut random);
            let seed = random.0;
            Ok([play([&mut *a, &mut *b], &line, seed)?, play([b, a], &line, seed)?])
        },
        |tally| println!("{tally}"),
    )?;
    Ok(())
}
