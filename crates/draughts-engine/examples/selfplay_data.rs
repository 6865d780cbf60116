//! Plays games against itself from random openings and writes them down, for `tune_eval.rs`.
//!
//! ```text
//! cargo run --release -p draughts-engine --features tools --example selfplay_data -- \
//!     --out data/a.txt --variant international --seed 1 --games 5000 --nodes 500
//! ```
//!
//! Output: for every game a line `NUMBER RESULT MOVES | MOVE:SCORE …`: the result (2, 1, 0)
//! and the scores (hundredths of a man) from White's side, the random opening before the bar.
//! The same seed gives the same games; a run that was interrupted goes on behind the last game
//! of its file.

#![allow(clippy::print_stdout, reason = "a tool that talks to people")]

mod common;

use common::{Random, random_line, think};
use draughts::{Move, Position, judge};
use draughts_engine::{DraughtsEngine, Playable};
use game::{Line, Outcome, Position as _, Side};
use search::Configure as _;
use std::error::Error;
use std::fmt::Write as _;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::PathBuf;

/// An opening that favours a side by more is not played.
const ONE_SIDED: i32 = 150;
/// A lead that decides a game when it lasts for [`LASTS`] plies.
const DECIDED: i32 = 400;
const LASTS: u32 = 6;
/// Longest game in plies; a draw then.
const LONGEST: usize = 220;
/// From this ply on a game is drawn once the score has been level for [`LASTS_LEVEL`] plies.
const LATE: usize = 120;
const LASTS_LEVEL: u32 = 16;

struct Options {
    out: PathBuf,
    variant: String,
    seed: u64,
    games: u64,
    nodes: u64,
}

fn options() -> Result<Options, Box<dyn Error>> {
    let variant = "international".to_owned();
    let mut options = Options { out: PathBuf::new(), variant, seed: 1, games: 1000, nodes: 500 };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let value = words.next().ok_or_else(|| format!("{word} needs a value"))?;
        match word.as_str() {
            "--out" => options.out = value.into(),
            "--variant" => options.variant = value,
            "--seed" => options.seed = value.parse()?,
            "--games" => options.games = value.parse()?,
            "--nodes" => options.nodes = value.parse()?,
            _ => return Err(format!("unknown option {word}").into()),
        }
    }
    if options.out.as_os_str().is_empty() {
        return Err("--out FILE is needed".into());
    }
    Ok(options)
}

/// A game: its line, and the scores of the moves after the opening.
struct Game<V: Playable> {
    opening: Vec<Move<V>>,
    moves: Vec<(Move<V>, i32)>,
    outcome: Outcome,
}

impl<V: Playable> Game<V> {
    fn text(&self, number: u64) -> Result<String, std::fmt::Error> {
        let result = match self.outcome {
            Outcome::FirstWins => 2,
            Outcome::Draw => 1,
            Outcome::SecondWins => 0,
        };
        let mut text = format!("{number} {result}");
        for m in &self.opening {
            write!(text, " {m}")?;
        }
        text.push_str(" |");
        for (m, score) in &self.moves {
            write!(text, " {m}:{score}")?;
        }
        text.push('\n');
        Ok(text)
    }
}

/// Ends games that are decided.
#[derive(Default)]
struct Adjudicator {
    won: [u32; 2],
    level: u32,
}

impl Adjudicator {
    /// Hears a score from White's side.
    fn hear(&mut self, score: i32, plies: usize) -> Option<Outcome> {
        for (side, sign) in [(Side::First, 1), (Side::Second, -1)] {
            let won = &mut self.won[side.index()];
            *won = if sign * score >= DECIDED { *won + 1 } else { 0 };
            if *won >= LASTS {
                return Some(Outcome::win_of(side));
            }
        }
        self.level = if score.abs() <= 12 { self.level + 1 } else { 0 };
        let level = plies >= LATE && self.level >= LASTS_LEVEL;
        (level || plies >= LONGEST).then_some(Outcome::Draw)
    }
}

/// Plays a game; `None` if its opening was one-sided.
fn play<V: Playable>(
    engine: &mut DraughtsEngine<V>,
    mut line: Line<Position<V>>,
    nodes: u64,
) -> Option<Game<V>> {
    engine.new_game();
    let opening = line.plies().iter().filter_map(|ply| ply.mv).collect();
    let mut moves = Vec::new();
    let mut adjudicator = Adjudicator::default();
    loop {
        if let Some(verdict) = judge(&line) {
            return Some(Game { opening, moves, outcome: verdict.outcome });
        }
        let (m, score) = think(engine, &line, nodes)?;
        let white = if line.position().side_to_move() == Side::First { score } else { -score };
        if moves.is_empty() && white.abs() > ONE_SIDED {
            return None;
        }
        moves.push((m, white));
        if let Some(outcome) = adjudicator.hear(white, line.len()) {
            return Some(Game { opening, moves, outcome });
        }
        line.push(m);
    }
}

/// The number of the game to begin with.
fn resume(options: &Options) -> u64 {
    let text = fs::read_to_string(&options.out).unwrap_or_default();
    let last = text.lines().next_back().and_then(|line| line.split(' ').next()?.parse().ok());
    last.map_or(0, |n: u64| n + 1)
}

fn run<V: Playable>(options: &Options) -> Result<(), Box<dyn Error>> {
    let first = resume(options);
    let mut file = OpenOptions::new().create(true).append(true).open(&options.out)?;
    let mut engine = DraughtsEngine::<V>::new(1);
    let (mut positions, mut results) = (0, [0; 3]);
    for number in first..options.games {
        let mut random = Random::new(options.seed, number);
        let plies = 6 + random.below(6);
        let line = random_line(&mut random, plies);
        let Some(game) = play(&mut engine, line, options.nodes) else { continue };
        file.write_all(game.text(number)?.as_bytes())?;
        positions += game.moves.len();
        results[match game.outcome {
            Outcome::FirstWins => 0,
            Outcome::Draw => 1,
            Outcome::SecondWins => 2,
        }] += 1;
        if number % 500 == 499 {
            println!("game {} positions {positions} results {results:?}", number + 1);
        }
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let options = options()?;
    for_variant!(&options.variant, run, &options)
}
