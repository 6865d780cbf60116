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
use search::{Configure as _, Limits, NoSignal, Searcher};
use std::error::Error;
use std::time::{Duration, Instant};
use workbench::{Answers, Build, Question};
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

impl Player for Build {
    fn new_game(&mut self) -> Result<(), Failure> {
        self.new_game()
    }

    fn think(&mut self, line: &Line<Position>, options: &Options) -> Result<(Move, i32), Failure> {
        let question = Question::about(line, options.nodes, options.milliseconds);
        let (m, score) = self.ask(&question)?;
        Ok((m.parse()?, score))
    }
}

/// The other end of [`Build`].
struct Served {
    own: Own,
    options: Options,
}

impl Answers for Served {
    fn new_game(&mut self) -> Result<(), Failure> {
        self.own.new_game()
    }

    fn answer(&mut self, question: &Question) -> Result<(String, i32), Failure> {
        self.options.nodes = question.nodes;
        self.options.milliseconds = question.milliseconds;
        let mut line = Line::new(Position::start());
        for m in &question.moves {
            line.push(m.parse()?);
        }
        let (m, score) = self.own.think(&line, &self.options)?;
        Ok((m.to_string(), score))
    }
}

/// 8 random moves that both players think about equal.
fn opening(
    number: u64,
    options: &Options,
    own: &mut Own,
    other: &mut Build,
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
        return workbench::serve(&mut Served { own: Own::new(), options });
    }
    workbench::play_pairs(
        options.games,
        1,
        || Ok::<_, Failure>((Own::new(), Build::start(&options.against, &[])?)),
        |(own, other), pair| {
            let line = opening(pair, &options, own, other)?;
            let first = play(line.clone(), [own, other], &options)?;
            Ok([first, play(line, [other, own], &options)?])
        },
        |tally| println!("{tally}"),
    )?;
    Ok(())
}
