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
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

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

/// The Elo difference these results speak for and the 95 % interval's half width.
fn elo([wins, draws, losses]: [u64; 3]) -> (f64, f64) {
    let n = (wins + draws + losses) as f64;
    let mean = (wins as f64 + draws as f64 / 2.0) / n;
    let variance = (wins as f64 * (1.0 - mean).powi(2)
        + draws as f64 * (0.5 - mean).powi(2)
        + losses as f64 * mean.powi(2))
        / n;
    let of = |p: f64| -400.0 * (1.0 / p.clamp(0.001, 0.999) - 1.0).log10();
    let half = 1.96 * (variance / n).sqrt();
    (of(mean), (of(mean + half) - of(mean - half)) / 2.0)
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
    Player::new(a, nodes, variant.rules)?;
    Player::new(b, nodes, variant.rules)?;
    let next = AtomicU64::new(0);
    let results = Mutex::new([0_u64; 3]);
    let run = || -> Result<(), String> {
        let make = |options| Player::new(options, nodes, variant.rules).map_err(|e| e.to_string());
        let (mut a, mut b) = (make(a)?, make(b)?);
        loop {
            let pair = next.fetch_add(1, Relaxed);
            if pair >= games.div_ceil(2) {
                return Ok(());
            }
            let line = variant.opening(pair + seed * 17);
            let state = Key::random(seed << 32 ^ pair).0;
            for a_first in [true, false] {
                let outcome = if a_first {
                    play(&mut a, &mut b, &line, state)
                } else {
                    play(&mut b, &mut a, &line, state)
                };
                let result = match outcome.winner() {
                    None => 1,
                    Some(side) if (side == Side::First) == a_first => 0,
                    Some(_) => 2,
                };
                let mut results = results.lock().expect("no thread panics while counting");
                results[result] += 1;
                let so_far = *results;
                let n: u64 = so_far.iter().sum();
                if n.is_multiple_of(20) || n >= games {
                    let (elo, half) = elo(so_far);
                    let [w, d, l] = so_far;
                    let score = 100.0 * (w as f64 + d as f64 / 2.0) / n as f64;
                    println!("{n} games +{w} ={d} -{l} {score:.1} % Elo {elo:+.0} ± {half:.0}");
                }
            }
        }
    };
    std::thread::scope(|scope| {
        let handles: Vec<_> = (0..threads).map(|_| scope.spawn(run)).collect();
        for handle in handles {
            handle.join().map_err(|_| "a thread failed")??;
        }
        Ok(())
    })
}
