//! Two builds of the engine play each other: for changes of the evaluation, whose numbers are
//! compiled in.
//!
//! ```text
//! cargo build --release -p xiangqi-engine --example duel
//! cp target/release/examples/duel /tmp/before     # and after a change, built anew:
//! target/release/examples/duel --against /tmp/before --games 400 --nodes 10000
//! ```
//!
//! Every opening (8 random moves, judged within ±100 by both at the nodes of the match) is
//! played with both colours. The other build runs as `duel --serve`, and is asked
//! `NODES MILLISECONDS MOVE…` a line; it answers `MOVE SCORE`.

#![allow(clippy::print_stdout, reason = "a tool that talks to people")]

use game::{Key, Line, Outcome, Position as _, Side};
use search::{Limits, NoSignal, Searcher};
use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};
use xiangqi::{Move, Position, RuleSet, adjudicate};
use xiangqi_engine::{Xiangqi, eval::Evaluation};

type Failure = Box<dyn Error>;

#[derive(Clone)]
struct Options {
    against: String,
    games: u64,
    seed: u64,
    nodes: u64,
    milliseconds: u64,
}

/// Somebody who can be asked for a move.
trait Player {
    fn new_game(&mut self) -> Result<(), Failure>;
    /// The move and what it is worth to the mover; nodes or milliseconds may be 0 for no limit.
    fn think(&mut self, line: &Line<Position>, options: &Options) -> Result<(Move, i32), Failure>;
}

struct Own(Searcher<Xiangqi, Evaluation>);

impl Own {
    fn new() -> Self {
        Self(Searcher::new(Evaluation::new(), 16))
    }
}

impl Player for Own {
    fn new_game(&mut self) -> Result<(), Failure> {
        self.0.new_game();
        Ok(())
    }

    fn think(&mut self, line: &Line<Position>, options: &Options) -> Result<(Move, i32), Failure> {
        let limits = Limits {
            nodes: (options.nodes > 0).then_some(options.nodes),
            move_time: (options.milliseconds > 0)
                .then(|| Duration::from_millis(options.milliseconds)),
            ..Limits::default()
        };
        let clock = Instant::now();
        let found =
            self.0.search(Xiangqi::default(), line, &limits, &clock, &NoSignal, &mut |_| {});
        Ok((found.best().ok_or("no move")?, found.score().value()))
    }
}

struct Other {
    child: Child,
    asks: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Other {
    fn start(command: &str) -> Result<Self, Failure> {
        let mut child = Command::new(command)
            .arg("--serve")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|e| format!("{command}: {e}"))?;
        let asks = child.stdin.take().ok_or("no stdin")?;
        let answers = BufReader::new(child.stdout.take().ok_or("no stdout")?);
        Ok(Self { child, asks, answers })
    }
}

impl Player for Other {
    fn new_game(&mut self) -> Result<(), Failure> {
        writeln!(self.asks, "new")?;
        Ok(())
    }

    fn think(&mut self, line: &Line<Position>, options: &Options) -> Result<(Move, i32), Failure> {
        write!(self.asks, "{} {}", options.nodes, options.milliseconds)?;
        for ply in line.plies() {
            write!(self.asks, " {}", ply.mv.ok_or("a null move in a game")?)?;
        }
        writeln!(self.asks)?;
        self.asks.flush()?;
        let mut answer = String::new();
        self.answers.read_line(&mut answer)?;
        let (m, score) = answer.trim().split_once(' ').ok_or("no answer")?;
        Ok((m.parse()?, score.parse()?))
    }
}

impl Drop for Other {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The other end of [`Other`].
fn serve(mut options: Options) -> Result<(), Failure> {
    let mut own = Own::new();
    for ask in std::io::stdin().lock().lines() {
        let ask = ask?;
        if ask == "new" {
            own.new_game()?;
            continue;
        }
        let mut words = ask.split(' ');
        options.nodes = words.next().ok_or("no nodes")?.parse()?;
        options.milliseconds = words.next().ok_or("no milliseconds")?.parse()?;
        let mut line = Line::new(Position::start());
        for word in words {
            line.push(word.parse()?);
        }
        let (m, score) = own.think(&line, &options)?;
        println!("{m} {score}");
    }
    Ok(())
}

/// 8 random moves that both players think about equal.
fn opening(
    number: u64,
    options: &Options,
    own: &mut Own,
    other: &mut Other,
) -> Result<Line<Position>, Failure> {
    let mut random = Key::random(options.seed).0.wrapping_add(number << 32);
    loop {
        let mut line = Line::new(Position::start());
        while line.len() < 8 {
            let moves = line.position().moves();
            if moves.is_empty() {
                break;
            }
            random += 1;
            line.push(moves[(Key::random(random).0 % moves.len() as u64) as usize]);
        }
        if !line.position().has_legal_move() {
            continue;
        }
        let here = own.think(&line, options)?.1;
        let there = other.think(&line, options)?.1;
        if here.abs() <= 100 && there.abs() <= 100 {
            return Ok(line);
        }
    }
}

fn play(
    mut line: Line<Position>,
    mut players: [&mut dyn Player; 2],
    options: &Options,
) -> Result<Outcome, Failure> {
    for player in &mut players {
        player.new_game()?;
    }
    let (mut won, mut level) = (0_i32, 0);
    loop {
        if let Some(verdict) = adjudicate::judge(&line, RuleSet::Wxf) {
            return Ok(verdict.outcome);
        }
        let side = line.position().side_to_move();
        let (m, score) = players[side.index()].think(&line, options)?;
        if !line.position().is_legal(m) {
            return Err(format!("{m} is not legal in {}", line.position()).into());
        }
        let red = if side == Side::First { score } else { -score };
        won = match red {
            1000.. => won.max(0) + 1,
            ..=-1000 => won.min(0) - 1,
            _ => 0,
        };
        level = if red.abs() <= 20 { level + 1 } else { 0 };
        match won {
            8.. => return Ok(Outcome::FirstWins),
            ..=-8 => return Ok(Outcome::SecondWins),
            _ if line.len() >= 120 && level >= 20 || line.len() >= 300 => {
                return Ok(Outcome::Draw);
            }
            _ => line.push(m),
        }
    }
}

/// Elo of a share of the points.
fn elo(share: f64) -> f64 {
    let share = share.clamp(0.001, 0.999);
    -400.0 * (1.0 / share - 1.0).log10()
}

fn options() -> Result<(Options, bool), Failure> {
    let mut options =
        Options { against: String::new(), games: 400, seed: 1, nodes: 0, milliseconds: 0 };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        if word == "--serve" {
            return Ok((options, true));
        }
        let value = words.next().ok_or_else(|| format!("{word} needs a value"))?;
        match word.as_str() {
            "--against" => options.against = value,
            "--games" => options.games = value.parse()?,
            "--seed" => options.seed = value.parse()?,
            "--nodes" => options.nodes = value.parse()?,
            "--movetime" => options.milliseconds = value.parse()?,
            _ => return Err(format!("unknown option {word}").into()),
        }
    }
    if options.nodes == 0 && options.milliseconds == 0 {
        options.nodes = 10_000;
    }
    Ok((options, false))
}

fn main() -> Result<(), Failure> {
    let (options, serving) = options()?;
    if serving {
        return serve(options);
    }
    let mut own = Own::new();
    let mut other = Other::start(&options.against)?;
    let mut counts = [0_u32; 3];
    // Points of each pair of games: the two share an opening and are not independent.
    let mut pairs: Vec<f64> = Vec::new();
    for pair in 0..options.games.div_ceil(2) {
        let line = opening(pair, &options, &mut own, &mut other)?;
        let mut points = 0.0;
        for own_side in Side::ALL {
            let players: [&mut dyn Player; 2] = match own_side {
                Side::First => [&mut own, &mut other],
                Side::Second => [&mut other, &mut own],
            };
            let outcome = play(line.clone(), players, &options)?;
            let (place, gained) = match outcome.winner() {
                Some(winner) if winner == own_side => (0, 1.0),
                None => (1, 0.5),
                Some(_) => (2, 0.0),
            };
            counts[place] += 1;
            points += gained / 2.0;
        }
        pairs.push(points);
        let n = pairs.len() as f64;
        if pair % 10 == 9 || pair + 1 == options.games.div_ceil(2) {
            let mean = pairs.iter().sum::<f64>() / n;
            let variance = pairs.iter().map(|p| (p - mean).powi(2)).sum::<f64>() / n;
            let half = 1.96 * (variance / n).sqrt();
            println!(
                "games {} won {} drawn {} lost {}  {:.1} %  Elo {:+.0} [{:+.0}, {:+.0}]",
                2 * pairs.len(),
                counts[0],
                counts[1],
                counts[2],
                100.0 * mean,
                elo(mean),
                elo(mean - half),
                elo(mean + half)
            );
        }
    }
    Ok(())
}
