//! Plays games against itself from random openings and writes quiet positions down, for
//! `tune_eval.rs`.
//!
//! ```text
//! cargo run --release -p xiangqi-engine --example selfplay_data -- \
//!     --out data/a.txt --seed 1 --games 5000 --nodes 5000
//! ```
//!
//! Output: for every game a line `# game N RESULT PLIES`, then lines `FEN | score | result`:
//! score in centipawns and result (2, 1, 0) both from Red's side. Only positions that an
//! evaluation must judge by itself are kept: not in check, the best move no capture, the score
//! no mate, a piece taken within the last 40 plies. The same seed gives the same games; a run that was interrupted goes on behind the
//! last game of its file.

#![allow(clippy::print_stdout, reason = "a tool that talks to people")]

use game::{Key, Line, Outcome, Position as _, Side};
use search::{Configure as _, Limits, NoClock, NoSignal, Searcher};
use std::error::Error;
use std::fmt::Write as _;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::PathBuf;
use xiangqi::{Move, Position, RuleSet, adjudicate};
use xiangqi_engine::{Xiangqi, eval::Evaluation};

struct Options {
    out: PathBuf,
    seed: u64,
    games: u64,
    nodes: u64,
}

fn options() -> Result<Options, Box<dyn Error>> {
    let mut options = Options { out: PathBuf::new(), seed: 1, games: 1000, nodes: 5000 };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let value = words.next().ok_or_else(|| format!("{word} needs a value"))?;
        match word.as_str() {
            "--out" => options.out = value.into(),
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

/// A stream of random numbers of its own for every game.
struct Random {
    stream: u64,
    next: u64,
}

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.next += 1;
        (Key::random(self.stream.wrapping_add(self.next)).0 % limit as u64) as usize
    }
}

/// 6 to 10 random moves from the start.
fn opening(random: &mut Random) -> Line<Position> {
    'again: loop {
        let mut line = Line::new(Position::start());
        for _ in 0..6 + random.below(5) {
            let moves = line.position().moves();
            if moves.is_empty() {
                continue 'again;
            }
            line.push(moves[random.below(moves.len())]);
        }
        if line.position().has_legal_move() {
            return line;
        }
    }
}

/// Ends games that are decided.
#[derive(Default)]
struct Adjudicator {
    won: i32,
    level: i32,
}

impl Adjudicator {
    /// Hears a score from Red's side.
    fn hear(&mut self, score: i32, line: &Line<Position>) -> Option<Outcome> {
        let plies = line.len();
        self.won = match score {
            1000.. => self.won.max(0) + 1,
            ..=-1000 => self.won.min(0) - 1,
            _ => 0,
        };
        self.level = if score.abs() <= 40 { self.level + 1 } else { 0 };
        match self.won {
            6.. => Some(Outcome::FirstWins),
            ..=-6 => Some(Outcome::SecondWins),
            _ if plies >= 100 && self.level >= 20 => Some(Outcome::Draw),
            _ if plies >= 240 || line.position().quiet_plies() >= 70 => Some(Outcome::Draw),
            _ => None,
        }
    }
}

type Player = Searcher<Xiangqi, Evaluation>;

/// Plays a game; `None` if its opening was one-sided.
fn play(player: &mut Player, mut line: Line<Position>, nodes: u64) -> Option<Game> {
    player.new_game();
    let limits: Limits<Move> = Limits::nodes(nodes);
    let mut kept = Vec::new();
    let mut adjudicator = Adjudicator::default();
    let first = line.len();
    loop {
        if let Some(verdict) = adjudicate::judge(&line, RuleSet::Wxf) {
            return Some(Game { outcome: verdict.outcome, plies: line.len(), kept });
        }
        let found =
            player.search(Xiangqi::default(), &line, &limits, &NoClock, &NoSignal, &mut |_| {});
        let m = found.best()?;
        let position = line.position();
        let score = match position.side_to_move() {
            Side::First => found.score(),
            Side::Second => -found.score(),
        };
        if line.len() == first && score.value().abs() > 250 {
            return None;
        }
        if !score.is_decisive()
            && score.value().abs() < 2000
            && position.captured(m).is_none()
            && position.quiet_plies() <= 40
            && !position.is_in_check()
        {
            kept.push((position.to_string(), score.value()));
        }
        if let Some(outcome) = adjudicator.hear(score.value(), &line) {
            return Some(Game { outcome, plies: line.len(), kept });
        }
        line.push(m);
    }
}

struct Game {
    outcome: Outcome,
    plies: usize,
    kept: Vec<(String, i32)>,
}

impl Game {
    fn text(&self, number: u64) -> Result<String, std::fmt::Error> {
        let result = match self.outcome {
            Outcome::FirstWins => 2,
            Outcome::Draw => 1,
            Outcome::SecondWins => 0,
        };
        let mut text = String::new();
        writeln!(text, "# game {number} {} {}", self.outcome, self.plies)?;
        for (fen, score) in &self.kept {
            writeln!(text, "{fen} | {score} | {result}")?;
        }
        Ok(text)
    }
}

/// The number of the game to begin with.
fn resume(options: &Options) -> u64 {
    let text = fs::read_to_string(&options.out).unwrap_or_default();
    let last = text.lines().rev().find_map(|line| line.strip_prefix("# game "));
    let number = last.and_then(|rest| rest.split(' ').next()?.parse::<u64>().ok());
    number.map_or(0, |n| n + 1)
}

fn main() -> Result<(), Box<dyn Error>> {
    let options = options()?;
    let first = resume(&options);
    let mut file = OpenOptions::new().create(true).append(true).open(&options.out)?;
    let mut player = Player::new(Evaluation::new(), 16);
    let (mut positions, mut results) = (0, [0; 3]);
    for number in first..options.games {
        let stream = Key::random(options.seed).0.wrapping_add(number << 20);
        let mut random = Random { stream, next: 0 };
        let line = opening(&mut random);
        let Some(game) = play(&mut player, line, options.nodes) else { continue };
        file.write_all(game.text(number)?.as_bytes())?;
        positions += game.kept.len();
        results[match game.outcome {
            Outcome::FirstWins => 0,
            Outcome::Draw => 1,
            Outcome::SecondWins => 2,
        }] += 1;
        if number % 100 == 99 {
            println!("game {} positions {positions} results {results:?}", number + 1);
        }
    }
    Ok(())
}
