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
use draughts_engine::{DraughtsEngine, Playable, SearchRequest, Strength};
use game::{Line, Notation as _, Outcome, Position as _};
use search::{Configure as _, Limits, NoSignal};
use std::error::Error;
use std::time::{Duration, Instant};
use workbench::{Answers, Build, Question};

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
    other: Option<Build>,
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
                "build" => player.other = Some(Build::start(value, &[variant])?),
                _ => player.engine.set_tunable(name, value.parse()?)?,
            }
        }
        Ok(player)
    }

    fn new_game(&mut self) -> Result<(), Failure> {
        self.engine.new_game();
        if let Some(other) = &mut self.other {
            other.new_game()?;
        }
        Ok(())
    }

    fn think(&mut self, line: &Line<Position<V>>, seed: u64) -> Result<(Move<V>, i32), Failure> {
        if let Some(other) = &mut self.other {
            let (m, score) = other.ask(&Question::about(line, self.nodes, self.milliseconds))?;
            return Ok((notation::Engine.parse(line.position(), &m)?, score));
        }
        let mut limits = Limits::default();
        if self.milliseconds > 0 {
            limits = Limits::move_time(Duration::from_millis(self.milliseconds));
        } else if self.nodes > 0 {
            limits = Limits::nodes(self.nodes);
        }
        let request = SearchRequest { limits, strength: self.strength, seed };
        let clock = Instant::now();
        let found = self.engine.search(line, &request, &clock, &NoSignal, &mut |_| {});
        Ok((found.best().ok_or("no move")?, found.score().value()))
    }
}

impl<V: Playable> Answers for Player<V> {
    fn new_game(&mut self) -> Result<(), Failure> {
        self.new_game()
    }

    fn answer(&mut self, question: &Question) -> Result<(String, i32), Failure> {
        (self.nodes, self.milliseconds) = (question.nodes, question.milliseconds);
        let mut line = Line::new(Position::start());
        for m in &question.moves {
            line.push(notation::Engine.parse(line.position(), m)?);
        }
        let (m, score) = self.think(&line, 0)?;
        Ok((m.to_string(), score))
    }
}

/// The other end of [`Build`].
fn serve<V: Playable>(variant: &str) -> Result<(), Failure> {
    workbench::serve(&mut Player::<V>::new("", 0, variant)?)
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

struct Match<'a> {
    variant: &'a str,
    games: u64,
    nodes: u64,
    options: [&'a str; 2],
    seed: u64,
    threads: u64,
}

fn run<V: Playable>(m: &Match<'_>) -> Result<(), Failure> {
    let player = |options| Player::<V>::new(options, m.nodes, m.variant);
    workbench::play_pairs(
        m.games,
        m.threads,
        || Ok::<_, Failure>((player(m.options[0])?, player(m.options[1])?, DraughtsEngine::new(4))),
        |(a, b, judge), pair| {
            let mut random = Random::new(m.seed, pair);
            let line = opening(judge, &mut random);
            let seed = random.below(1 << 30) as u64;
            Ok([play([a, b], &line, seed)?, play([b, a], &line, seed)?])
        },
        |tally| println!("{tally}"),
    )?;
    Ok(())
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
