//! Matches of the engine against itself with other options: what a technique is worth.
//!
//! ```text
//! selfplay VARIANT GAMES NODES A B [SEED] [THREADS]
//! selfplay freestyle15 400 5000 "" "without=null-move"
//! selfplay freestyle15 20 0 level=6 level=3
//! selfplay renju15 200 5000 "" "razor_base=400 see_quiet=30"
//! ```
//!
//! VARIANT is freestyle15, freestyle20, standard15 or renju15. A and B are options separated
//! by spaces: `without=NAME,NAME` switches techniques off, `level=N` plays at a level,
//! `nodes=N` changes the nodes a move, `weights=FILE` judges by other weights
//! (`weights=rule` by those filled by rule), anything else sets a number of the search. Every
//! opening (balanced lines from `data/`) is played with both colours. The figures are A's.

#![allow(clippy::print_stdout, reason = "an example prints")]

use game::{Key, Line, Outcome, Position as _, Side};
use gomoku::{Position, Rules, Setup, judge};
use gomoku_engine::eval::{Values, WeightSet};
use gomoku_engine::{GomokuEngine, Strength, Task};
use search::{Limits, NoClock, NoSignal};
use std::error::Error;
use std::sync::Arc;

struct Variant {
    rules: Rules,
    size: u8,
    openings: Vec<Vec<gomoku::Move>>,
}

impl Variant {
    fn new(name: &str) -> Result<Self, Box<dyn Error>> {
        let (rules, size, text) = match name {
            "freestyle15" => {
                (Rules::FREESTYLE, 15, include_str!("../data/openings_freestyle15.txt"))
            }
            "freestyle20" => {
                (Rules::FREESTYLE, 20, include_str!("../data/openings_freestyle20.txt"))
            }
            "standard15" => (Rules::STANDARD, 15, include_str!("../data/openings_standard15.txt")),
            "renju15" => (Rules::RENJU, 15, include_str!("../data/openings_renju15.txt")),
            _ => return Err("no such variant".into()),
        };
        let mut openings = Vec::new();
        for line in text.lines() {
            let moves = line.split('#').next().unwrap_or_default().trim();
            if !moves.is_empty() {
                let setup: Setup = moves.parse()?;
                openings.push(setup.stones.into_iter().map(|(square, _)| square).collect());
            }
        }
        Ok(Self { rules, size, openings })
    }

    fn opening(&self, n: u64) -> Line<Position> {
        let mut line = Line::new(Position::new(self.rules, self.size));
        for &m in &self.openings[n as usize % self.openings.len()] {
            line.push(m);
        }
        line
    }
}

struct Player {
    engine: GomokuEngine,
    strength: Option<Strength>,
    nodes: u64,
}

impl Player {
    fn new(options: &str, nodes: u64, rules: Rules) -> Result<Self, Box<dyn Error>> {
        let mut player = Self { engine: GomokuEngine::new(8), strength: None, nodes };
        for option in options.split_whitespace() {
            let (name, value) = option.split_once('=').ok_or("an option is NAME=VALUE")?;
            match name {
                "without" => player.engine.set_ablation(value)?,
                "level" => player.strength = Strength::new(value.parse()?),
                "weights" => {
                    let weights = match value {
                        "rule" => WeightSet::by_rule(),
                        file => WeightSet::read(&std::fs::read_to_string(file)?)?,
                    };
                    player.engine.set_values(Some(Arc::new(Values::new(rules, &weights))));
                }
                "nodes" => player.nodes = value.parse()?,
                _ => player.engine.set_tunable(name, value.parse()?)?,
            }
        }
        Ok(player)
    }

    fn task(&self, seed: u64) -> Task {
        let limits = if self.nodes > 0 { Limits::nodes(self.nodes) } else { Limits::default() };
        Task { limits, strength: self.strength, seed }
    }
}

fn play(first: &mut Player, second: &mut Player, opening: &Line<Position>, seed: u64) -> Outcome {
    let mut line = opening.clone();
    first.engine.new_game();
    second.engine.new_game();
    loop {
        if let Some(verdict) = judge(&line) {
            return verdict.outcome;
        }
        let side = line.position().side_to_move();
        let player = if side == Side::First { &mut *first } else { &mut *second };
        let task = player.task(seed ^ line.len() as u64);
        let found = player.engine.search(&line, &task, &NoClock, &NoSignal, &mut |_| {});
        let Some(m) = found.best() else { return Outcome::Draw };
        // Full strength does not err about proven wins.
        if player.strength.is_none() && found.score().is_win() {
            return Outcome::win_of(side);
        }
        line.push(m);
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [variant, games, nodes, a, b, rest @ ..] = args.as_slice() else {
        return Err("selfplay VARIANT GAMES NODES A B [SEED] [THREADS]".into());
    };
    let variant = Variant::new(variant)?;
    let (games, nodes): (u64, u64) = (games.parse()?, nodes.parse()?);
    let seed: u64 = rest.first().map_or(Ok(1), |s| s.parse())?;
    let threads: u64 = rest.get(1).map_or(Ok(1), |s| s.parse())?;
    let player = |options| Player::new(options, nodes, variant.rules);
    workbench::play_pairs(
        games,
        threads,
        || Ok::<_, Box<dyn Error>>((player(a)?, player(b)?)),
        |(a, b), pair| {
            let line = variant.opening(pair + seed * 17);
            let state = Key::random(seed << 32 ^ pair).0;
            Ok([play(a, b, &line, state), play(b, a, &line, state)])
        },
        |tally| println!("{tally}"),
    )?;
    Ok(())
}
