//! Matches of the engine against itself with other options, or against another build: what a
//! change is worth.
//!
//! ```text
//! selfplay VARIANT GAMES NODES A B [SEED] [THREADS]
//! selfplay international 400 20000 "" "without=probable-cuts"
//! selfplay international 100 0 level=6 level=5
//! selfplay russian 200 20000 "" "razor_base=400 lmr_base=900"
//! selfplay international 400 20000 "" build=/tmp/before
//! ```
//!
//! A and B are options separated by spaces: `without=NAME,NAME` switches techniques off,
//! `level=N` plays at a level, `nodes=N` changes the nodes a move, `ms=N` plays by time,
//! `build=PATH` asks another build of this tool, anything else sets a number of the search.
//! Every opening (eight random plies, judged nearly equal) is played with both colours. The
//! figures are A's.

#![allow(clippy::print_stdout, reason = "a tool that talks to people")]

mod common;

use common::{Random, random_line, think};
use draughts::{Move, Position, judge, notation};
use draughts_engine::{DraughtsEngine, Playable, Strength, Task};
use game::{Line, Notation as _, Outcome, Position as _, Side};
use search::{Limits, NoSignal};
use std::error::Error;
use std::io::{BufRead, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

type Failure = Box<dyn Error>;

/// Hundredths of a man by which an opening may favour a side.
const BALANCED: i32 = 60;
/// From here on, for so many plies on end by both, a game is won.
const DECIDED: (i32, u32) = (400, 6);
/// Longest game in plies; a draw then.
const LONGEST: usize = 300;
/// A game is drawn after so many plies, this late, in which both think it level.
const LEVEL: (i32, u32, usize) = (8, 20, 120);

struct Player<V: Playable> {
    engine: DraughtsEngine<V>,
    strength: Option<Strength>,
    nodes: u64,
    milliseconds: u64,
    other: Option<Other>,
}

/// Another build, which answers `NODES MILLISECONDS MOVE…` with `MOVE SCORE`.
struct Other {
    child: Child,
    asks: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Other {
    fn start(command: &str, variant: &str) -> Result<Self, Failure> {
        let mut child = Command::new(command)
            .args(["--serve", variant])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|e| format!("{command}: {e}"))?;
        let asks = child.stdin.take().ok_or("no stdin")?;
        let answers = BufReader::new(child.stdout.take().ok_or("no stdout")?);
        Ok(Self { child, asks, answers })
    }

    fn ask(&mut self, question: &str) -> Result<(String, i32), Failure> {
        writeln!(self.asks, "{question}")?;
        self.asks.flush()?;
        let mut answer = String::new();
        self.answers.read_line(&mut answer)?;
        let (m, score) = answer.trim().split_once(' ').ok_or("no answer")?;
        Ok((m.to_owned(), score.parse()?))
    }
}

impl Drop for Other {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl<V: Playable> Player<V> {
    fn new(options: &str, nodes: u64, variant: &str) -> Result<Self, Failure> {
        let engine = DraughtsEngine::new(8);
        let mut player = Self { engine, strength: None, nodes, milliseconds: 0, other: None };
        for option in options.split_whitespace() {
            let (name, value) = option.split_once('=').ok_or("an option is NAME=VALUE")?;
            match name {
                "without" => player.engine.set_ablation(value)?,
                "level" => player.strength = Strength::new(value.parse()?),
                "nodes" => player.nodes = value.parse()?,
                "ms" => player.milliseconds = value.parse()?,
                "build" => player.other = Some(Other::start(value, variant)?),
                _ => player.engine.set_tunable(name, value.parse()?)?,
            }
        }
        Ok(player)
    }

    fn new_game(&mut self) -> Result<(), Failure> {
        self.engine.new_game();
        if let Some(other) = &mut self.other {
            writeln!(other.asks, "new")?;
        }
        Ok(())
    }

    fn think(&mut self, line: &Line<Position<V>>, seed: u64) -> Result<(Move<V>, i32), Failure> {
        if let Some(other) = &mut self.other {
            let mut question = format!("{} {}", self.nodes, self.milliseconds);
            for m in line.plies().iter().filter_map(|ply| ply.mv) {
                question.push_str(&format!(" {m}"));
            }
            let (m, score) = other.ask(&question)?;
            return Ok((notation::Engine.parse(line.position(), &m)?, score));
        }
        let mut limits = Limits::default();
        if self.milliseconds > 0 {
            limits = Limits::move_time(Duration::from_millis(self.milliseconds));
        } else if self.nodes > 0 {
            limits = Limits::nodes(self.nodes);
        }
        let task = Task { limits, strength: self.strength, seed };
        let clock = Instant::now();
        let found = self.engine.search(line, &task, &clock, &NoSignal, &mut |_| {});
        Ok((found.best().ok_or("no move")?, found.score().value()))
    }
}

/// The other end of [`Other`].
fn serve<V: Playable>(variant: &str) -> Result<(), Failure> {
    let mut own = Player::<V>::new("", 0, variant)?;
    for question in std::io::stdin().lock().lines() {
        let question = question?;
        if question == "new" {
            own.new_game()?;
            continue;
        }
        let mut words = question.split(' ');
        own.nodes = words.next().ok_or("no nodes")?.parse()?;
        own.milliseconds = words.next().ok_or("no milliseconds")?.parse()?;
        let mut line = Line::new(Position::start());
        for word in words {
            let m = notation::Engine.parse(line.position(), word)?;
            line.push(m);
        }
        let (m, score) = own.think(&line, 0)?;
        println!("{m} {score}");
    }
    Ok(())
}

/// A line of eight random plies that neither side has spoilt yet.
fn opening<V: Playable>(judge: &mut DraughtsEngine<V>, random: &mut Random) -> Line<Position<V>> {
    loop {
        let line = random_line(random, 8);
        judge.new_game();
        if think(judge, &line, 10_000).is_some_and(|(_, score)| score.abs() <= BALANCED) {
            return line;
        }
    }
}

fn play<V: Playable>(
    mut players: [&mut Player<V>; 2],
    opening: &Line<Position<V>>,
    seed: u64,
) -> Result<Outcome, Failure> {
    let mut line = opening.clone();
    for player in &mut players {
        player.new_game()?;
    }
    let (mut sure, mut level) = ([0; 2], 0);
    loop {
        if let Some(verdict) = judge(&line) {
            return Ok(verdict.outcome);
        }
        let side = line.position().side_to_move();
        let (m, score) = players[side.index()].think(&line, seed ^ line.len() as u64)?;
        for (winner, sign) in [(side, 1), (side.other(), -1)] {
            let so = score * sign >= DECIDED.0;
            sure[winner.index()] = if so { sure[winner.index()] + 1 } else { 0 };
            if sure[winner.index()] >= DECIDED.1 {
                return Ok(Outcome::win_of(winner));
            }
        }
        level = if score.abs() <= LEVEL.0 { level + 1 } else { 0 };
        if line.len() >= LONGEST || level >= LEVEL.1 && line.len() >= LEVEL.2 {
            return Ok(Outcome::Draw);
        }
        line.push(m);
    }
}

/// Results in pairs, which share an opening and are not independent.
#[derive(Default)]
struct Results {
    counts: [u64; 3],
    pairs: Vec<f64>,
}

impl Results {
    fn print(&self) {
        let [wins, draws, losses] = self.counts;
        let n = self.pairs.len() as f64;
        let mean = self.pairs.iter().sum::<f64>() / n / 2.0;
        let variance =
            self.pairs.iter().map(|p| (p / 2.0 - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
        let half = 1.96 * (variance / n).sqrt();
        let elo = |p: f64| -400.0 * (1.0 / p.clamp(0.001, 0.999) - 1.0).log10();
        println!(
            "{} games +{wins} ={draws} -{losses} {:.1} % Elo {:+.0} [{:+.0}, {:+.0}]",
            wins + draws + losses,
            100.0 * mean,
            elo(mean),
            elo(mean - half),
            elo(mean + half)
        );
    }
}

struct Match<'a> {
    variant: &'a str,
    games: u64,
    nodes: u64,
    options: [&'a str; 2],
    seed: u64,
    threads: u64,
}

fn run<V: Playable>(m: &Match<'_>) -> Result<(), Failure> {
    let next = AtomicU64::new(0);
    let results = Mutex::new(Results::default());
    let run = || -> Result<(), Failure> {
        let [mut a, mut b] = [
            Player::<V>::new(m.options[0], m.nodes, m.variant)?,
            Player::<V>::new(m.options[1], m.nodes, m.variant)?,
        ];
        let mut judge = DraughtsEngine::new(4);
        loop {
            let pair = next.fetch_add(1, Relaxed);
            if pair >= m.games.div_ceil(2) {
                return Ok(());
            }
            let mut random = Random::new(m.seed, pair);
            let line = opening(&mut judge, &mut random);
            let seed = random.below(1 << 30) as u64;
            let outcomes =
                [play([&mut a, &mut b], &line, seed)?, play([&mut b, &mut a], &line, seed)?];
            let mut results = results.lock().map_err(|_| "a thread failed while counting")?;
            let mut points = 0.0;
            for (outcome, own) in outcomes.into_iter().zip([Side::First, Side::Second]) {
                let result = match outcome.winner() {
                    Some(side) if side == own => 0,
                    None => 1,
                    Some(_) => 2,
                };
                results.counts[result] += 1;
                points += 1.0 - result as f64 / 2.0;
            }
            results.pairs.push(points);
            let n = results.pairs.len() as u64;
            if n.is_multiple_of(10) || 2 * n >= m.games {
                results.print();
            }
        }
    };
    std::thread::scope(|scope| {
        let handles: Vec<_> =
            (0..m.threads).map(|_| scope.spawn(|| run().map_err(|e| e.to_string()))).collect();
        for handle in handles {
            handle.join().map_err(|_| "a thread failed")??;
        }
        Ok(())
    })
}

fn main() -> Result<(), Failure> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if let [serving, variant] = args.as_slice()
        && serving == "--serve"
    {
        return for_variant!(variant, serve, variant);
    }
    let [variant, games, nodes, a, b, rest @ ..] = args.as_slice() else {
        return Err("selfplay VARIANT GAMES NODES A B [SEED] [THREADS]".into());
    };
    let m = Match {
        variant,
        games: games.parse()?,
        nodes: nodes.parse()?,
        options: [a, b],
        seed: rest.first().map_or(Ok(1), |s| s.parse())?,
        threads: rest.get(1).map_or(Ok(1), |s| s.parse())?,
    };
    for_variant!(variant, run, &m)
}
