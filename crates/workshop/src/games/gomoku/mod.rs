//! Tools for gomoku and renju.

mod shapes;
mod solve;
mod stones;
mod tune_order;

use crate::Failure;
use crate::adjudication::Adjudication;
use crate::common::{CommonCommand, read_file};
use crate::data::PlayedGame;
use crate::game_tools::{Game, balanced};
use crate::random::Random;
use clap::Subcommand;
use game::{Line, Outcome};
use gomoku::{LARGEST, Move, Position, Rules, SMALLEST, Setup, Square, judge};
use gomoku_engine::eval::{Values, WeightSet};
use gomoku_engine::{GomokuEngine, SearchRequest};
use search::{Report, SearchResult};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// A rule set and the size of the board: freestyle, standard, renju or caro, and 15 if no size
    /// follows, as in freestyle20.
    #[arg(long, global = true, default_value = "freestyle15", value_parser = GomokuVariant::read)]
    variant: GomokuVariant,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    #[command(flatten)]
    Common(CommonCommand),
    /// Fits the order of quiet moves to games of `data`.
    TuneOrder(tune_order::TuneOrderArgs),
    /// Proves the wins of a collection and prints the time of each.
    Solve(solve::SolveArgs),
    /// Makes and unmakes ten million random stones and prints the time.
    Stones,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let variant = &args.variant;
    if matches!(args.command, Command::TuneOrder(_)) && variant.size != 15 {
        return Err("the order is fitted to games on boards of 15×15".into());
    }
    match &args.command {
        Command::Common(common) => common.run(variant),
        Command::TuneOrder(tune) => tune_order::run(variant.rules, tune),
        Command::Solve(solve) => solve::run(variant, solve),
        Command::Stones => {
            stones::run(variant.rules);
            Ok(())
        }
    }
}

/// A rule set on a board of some size.
#[derive(Clone, Debug)]
struct GomokuVariant {
    name: String,
    rules: Rules,
    size: u8,
}

impl GomokuVariant {
    fn read(text: &str) -> Result<Self, String> {
        let digits = text.find(|c: char| c.is_ascii_digit()).unwrap_or(text.len());
        let (name, size) = text.split_at(digits);
        let rules = match name {
            "freestyle" => Rules::FREESTYLE,
            "standard" => Rules::STANDARD,
            "renju" => Rules::RENJU,
            "caro" => Rules::CARO,
            _ => return Err("a variant is freestyle, standard, renju or caro and a size".into()),
        };
        let size = if size.is_empty() { Ok(15) } else { size.parse::<u8>() };
        let size = size.ok().filter(|size| (SMALLEST..=LARGEST).contains(size));
        let size = size.ok_or_else(|| format!("a size is {SMALLEST} to {LARGEST}"))?;
        Ok(Self { name: format!("{name}{size}"), rules, size })
    }

    /// Balanced openings, as in `crates/gomoku-engine/data`.
    fn openings(&self) -> Result<&'static str, Failure> {
        macro_rules! data {
            ($file:literal) => {
                include_str!(concat!("../../../../gomoku-engine/data/openings_", $file, ".txt"))
            };
        }
        Ok(match self.name.as_str() {
            "freestyle15" => data!("freestyle15"),
            "freestyle20" => data!("freestyle20"),
            "standard15" => data!("standard15"),
            "renju15" => data!("renju15"),
            name => return Err(format!("there are no balanced openings of {name}").into()),
        })
    }
}

impl Game for GomokuVariant {
    type Position = Position;
    type Engine = GomokuEngine;

    const DUEL: Adjudication = Adjudication { proven: true, ..Adjudication::NONE };
    const DATA: Adjudication = Self::DUEL;

    fn arguments(&self) -> Vec<String> {
        ["gomoku", "--variant", &self.name].map(str::to_owned).to_vec()
    }

    fn engine(&self, megabytes: usize) -> GomokuEngine {
        GomokuEngine::new(megabytes)
    }

    fn set(&self, engine: &mut GomokuEngine, name: &str, value: &str) -> Result<bool, Failure> {
        if name != "weights" {
            return Ok(false);
        }
        let weights = match value {
            "rule" => WeightSet::by_rule(),
            file => WeightSet::read(&read_file(Path::new(file))?)?,
        };
        engine.set_values(Some(Arc::new(Values::new(self.rules, &weights))));
        Ok(true)
    }

    fn search(
        &self,
        engine: &mut GomokuEngine,
        line: &Line<Position>,
        request: &SearchRequest<Move>,
        report: &mut dyn FnMut(&Report<'_, Move>),
    ) -> SearchResult<Move> {
        engine.search(line, request, &Instant::now(), &search::NoSignal, report)
    }

    fn start(&self) -> Position {
        Position::new(self.rules, self.size)
    }

    /// Ten stones of a middlegame: an empty board is answered without a search.
    fn usual(&self) -> Result<Position, Failure> {
        self.position("h8g9h10h9g8i8j7f11i10g10")
    }

    fn position(&self, text: &str) -> Result<Position, Failure> {
        let setup: Setup = text.parse()?;
        setup.position(self.rules, self.size).map_err(|invalid| invalid.to_string().into())
    }

    fn outcome(&self, line: &Line<Position>) -> Option<Outcome> {
        Some(judge(line)?.outcome)
    }

    fn opening(
        &self,
        _: &mut GomokuEngine,
        pair: u64,
        seed: u64,
        _: &mut Random,
    ) -> Result<Line<Position>, Failure> {
        let lines =
            self.openings()?.lines().map(|line| line.split('#').next().unwrap_or("").trim());
        let all: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
        let place = pair.wrapping_add(seed.wrapping_mul(17)) % all.len() as u64;
        let setup: Setup = all[place as usize].parse()?;
        let mut line = Line::new(self.start());
        for (square, _) in setup.stones {
            line.push(square.into());
        }
        Ok(line)
    }

    /// Three to eight random stones near the centre, with a balanced score.
    fn data_opening(&self, engine: &mut GomokuEngine, random: &mut Random) -> Line<Position> {
        let centre = usize::from(self.size / 2);
        balanced(self, engine, 4000, 150, || {
            let mut line = Line::new(self.start());
            let plies = 3 + random.below(6);
            let reach = (2 + random.below(4)).min(centre);
            for _ in 0..plies {
                let mut at = || (centre - reach + random.below(2 * reach + 1)) as u8;
                if let Some(square) = Square::new(at(), at())
                    && line.position().is_allowed(square)
                {
                    line.push(square.into());
                }
            }
            line
        })
    }

    fn data_nodes(&self, nodes: u64, random: &mut Random) -> u64 {
        // A search without a node finds no move.
        (nodes / 2 + random.below(nodes as usize) as u64).max(1)
    }

    /// A line `RESULT OPENING MOVE:SCORE …`: the result for Black (1, 0.5, 0), how many of the moves
    /// are the opening, and the score for the side to move; `-` for a score that is proven and for
    /// the opening.
    fn write(&self, _: u64, game: &PlayedGame<Position>) -> String {
        let result = match game.outcome {
            Outcome::FirstWins => "1",
            Outcome::Draw => "0.5",
            Outcome::SecondWins => "0",
        };
        let opening = game.opening.iter().map(|m| format!("{m}:-"));
        let moves = game.moves.iter().map(|(m, score)| {
            if score.is_decisive() { format!("{m}:-") } else { format!("{m}:{}", score.value()) }
        });
        let moves: Vec<String> = opening.chain(moves).collect();
        format!("{result} {} {}\n", game.opening.len(), moves.join(" "))
    }
}
