//! Matches of the engine against itself with other options: what a technique is worth.
//!
//! ```text
//! selfplay VARIANT GAMES NODES A B [SEED] [THREADS]
//! selfplay freestyle15 400 5000 "" "without=null-move"
//! selfplay freestyle15 20 0 level=6 level=3
//! selfplay renju15 200 5000 "" "razor_base=400 see_quiet=30"
//! selfplay freestyle20 200 30000 "" build=/tmp/before
//! ```
//!
//! VARIANT is freestyle15, freestyle20, standard15 or renju15. A and B are options separated
//! by spaces: `without=NAME,NAME` switches techniques off, `level=N` plays at a level,
//! `nodes=N` changes the nodes a move, `weights=FILE` judges by other weights
//! (`weights=rule` by those filled by rule), `ms=N` plays by time, `build=PATH` asks another
//! build of this tool, anything else sets a number of the search. Every opening (balanced lines from `data/`) is played with both colours. The figures are A's.

#![allow(clippy::print_stdout, reason = "an example prints")]

use game::{Key, Line, Outcome, Position as _};
use gomoku::{Move, Position, Rules, Setup, Square, judge};
use gomoku_engine::eval::{Values, WeightSet};
use gomoku_engine::{GomokuEngine, SearchRequest, Strength};
use search::{Configure as _, Limits, NoSignal, Score};
use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};
use workbench::{Answers, Build, Question};

type Failure = Box<dyn Error>;

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
    start: Position,
    strength: Option<Strength>,
    nodes: u64,
    milliseconds: u64,
    other: Option<Build>,
}

impl Player {
    fn new(options: &str, nodes: u64, name: &str) -> Result<Self, Failure> {
        let variant = Variant::new(name)?;
        let start = Position::new(variant.rules, variant.size);
        let engine = GomokuEngine::new(8);
        let (strength, other) = (None, None);
        let mut player = Self { engine, start, strength, nodes, milliseconds: 0, other };
        for option in options.split_whitespace() {
            let (key, value) = option.split_once('=').ok_or("an option is NAME=VALUE")?;
            match key {
                "without" => player.engine.set_ablation(value)?,
                "level" => player.strength = Strength::new(value.parse()?),
                "weights" => {
                    let weights = match value {
                        "rule" => WeightSet::by_rule(),
                        file => WeightSet::read(&std::fs::read_to_string(file)?)?,
                    };
                    let values = Values::new(variant.rules, &weights);
                    player.engine.set_values(Some(Arc::new(values)));
                }
                "nodes" => player.nodes = value.parse()?,
                "ms" => player.milliseconds = value.parse()?,
                "build" => player.other = Some(Build::start(value, &[name])?),
                _ => player.engine.set_tunable(key, value.parse()?)?,
            }
        }
        Ok(player)
    }

    fn think(&mut self, line: &Line<Position>, seed: u64) -> Result<(Move, Score), Failure> {
        if let Some(other) = &mut self.other {
            let (m, score) = other.ask(&Question::about(line, self.nodes, self.milliseconds))?;
            return Ok((Square::read(&m)?, Score::new(score)));
        }
        let mut limits = Limits::default();
        if self.milliseconds > 0 {
            limits = Limits::move_time(Duration::from_millis(self.milliseconds));
        } else if self.nodes > 0 {
            limits = Limits::nodes(self.nodes);
        }
        let request = SearchRequest { limits, strength: self.strength, seed };
        let found = self.engine.search(line, &request, &Instant::now(), &NoSignal, &mut |_| {});
        Ok((found.best().ok_or("no move")?, found.score()))
    }
}

impl Answers for Player {
    fn new_game(&mut self) -> Result<(), Failure> {
        self.engine.new_game();
        if let Some(other) = &mut self.other {
            other.new_game()?;
        }
        Ok(())
    }

    fn answer(&mut self, question: &Question) -> Result<(String, i32), Failure> {
        (self.nodes, self.milliseconds) = (question.nodes, question.milliseconds);
        let mut line = Line::new(self.start.clone());
        for m in &question.moves {
            line.push(Square::read(m)?);
        }
        let (m, score) = self.think(&line, 0)?;
        Ok((m.to_string(), score.value()))
    }
}

fn play(
    mut players: [&mut Player; 2],
    opening: &Line<Position>,
    seed: u64,
) -> Result<Outcome, Failure> {
    let mut line = opening.clone();
    for player in &mut players {
        player.new_game()?;
    }
    loop {
        if let Some(verdict) = judge(&line) {
            return Ok(verdict.outcome);
        }
        let side = line.position().side_to_move();
        let player = &mut players[side.index()];
        let (m, score) = player.think(&line, seed ^ line.len() as u64)?;
        // Full strength does not err about proven wins.
        if player.strength.is_none() && score.is_win() {
            return Ok(Outcome::win_of(side));
        }
        line.push(m);
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if let [serve, name] = args.as_slice()
        && serve == "--serve"
    {
        return workbench::serve(&mut Player::new("", 0, name)?);
    }
    let [name, games, nodes, a, b, rest @ ..] = args.as_slice() else {
        return Err("selfplay VARIANT GAMES NODES A B [SEED] [THREADS]".into());
    };
    let variant = Variant::new(name)?;
    let (games, nodes): (u64, u64) = (games.parse()?, nodes.parse()?);
    let seed: u64 = rest.first().map_or(Ok(1), |s| s.parse())?;
    let threads: u64 = rest.get(1).map_or(Ok(1), |s| s.parse())?;
    let player = |options| Player::new(options, nodes, name);
    workbench::play_pairs(
        games,
        threads,
        || Ok::<_, Box<dyn Error>>((player(a)?, player(b)?)),
        |(a, b), pair| {
            let line = variant.opening(pair + seed * 17);
            let state = Key::random(seed << 32 ^ pair).0;
            Ok([play([&mut *a, &mut *b], &line, state)?, play([b, a], &line, state)?])
        },
        |tally| println!("{tally}"),
    )?;
    Ok(())
}
