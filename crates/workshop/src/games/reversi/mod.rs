//! Tools for reversi.

mod solve;
mod tune;

use crate::Failure;
use crate::adjudication::Adjudication;
use crate::common::CommonCommand;
use crate::data::PlayedGame;
use crate::game_tools::{Game, random_line};
use crate::random::Random;
use clap::Subcommand;
use game::{Line, NullObserver, Outcome, Position as _};
use reversi::notation::transcript;
use reversi::{Move, Position, Setup, Size, judge};
use reversi_engine::eval::{Evaluation, Weights};
use reversi_engine::{ReversiEngine, SearchRequest};
use search::{Report, SearchResult};
use std::sync::Arc;
use std::time::Instant;

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    #[command(flatten)]
    Common(CommonCommand),
    /// Fits the weights of the evaluation to games of `data`.
    Tune(tune::TuneArgs),
    /// Solves endings exactly.
    Solve(solve::SolveArgs),
}

pub(crate) fn run(command: &Command) -> Result<(), Failure> {
    match command {
        Command::Common(common) => common.run(&Reversi),
        Command::Tune(args) => tune::run(args),
        Command::Solve(args) => solve::run(args),
    }
}

/// The evaluation with this name: `plain`, `ours`, or a file of weights.
fn evaluation(name: &str) -> Result<Evaluation, Failure> {
    Ok(match name {
        "plain" => Evaluation::plain(),
        "ours" => Evaluation::default(),
        file => {
            let bytes = std::fs::read(file).map_err(|e| format!("{file}: {e}"))?;
            Evaluation::with(Arc::new(Weights::read(&bytes)?))
        }
    })
}

struct Reversi;

impl Game for Reversi {
    type Position = Position;
    type Engine = ReversiEngine;

    const DUEL: Adjudication = Adjudication::NONE;
    const DATA: Adjudication = Adjudication::NONE;

    fn arguments(&self) -> Vec<String> {
        vec!["reversi".to_owned()]
    }

    fn engine(&self, megabytes: usize) -> ReversiEngine {
        ReversiEngine::new(megabytes)
    }

    fn set(&self, engine: &mut ReversiEngine, name: &str, value: &str) -> Result<bool, Failure> {
        if name != "eval" {
            return Ok(false);
        }
        *engine = ReversiEngine::with(evaluation(value)?, 8);
        Ok(true)
    }

    fn search(
        &self,
        engine: &mut ReversiEngine,
        line: &Line<Position>,
        request: &SearchRequest<Move>,
        report: &mut dyn FnMut(&Report<'_, Move>),
    ) -> SearchResult<Move> {
        engine.search(line, request, &Instant::now(), &search::NoSignal, report)
    }

    fn start(&self) -> Position {
        Position::start(Size::Eight)
    }

    /// A position, or the edge of a board (4, 6 or 8) for its start.
    fn position(&self, text: &str) -> Result<Position, Failure> {
        if let Some(size) = text.parse().ok().and_then(Size::new) {
            return Ok(Position::start(size));
        }
        text.parse::<Setup>()?.position().map_err(|invalid| invalid.to_string().into())
    }

    fn outcome(&self, line: &Line<Position>) -> Option<Outcome> {
        Some(judge(line)?.outcome)
    }

    fn opening(
        &self,
        _: &mut ReversiEngine,
        _pair: u64,
        _seed: u64,
        random: &mut Random,
    ) -> Result<Line<Position>, Failure> {
        Ok(random_line(&self.start(), 8, random))
    }

    fn data_opening(&self, _: &mut ReversiEngine, random: &mut Random) -> Line<Position> {
        let plies = 4 + random.below(21);
        random_line(&self.start(), plies, random)
    }

    /// A line `OPENING DIFFERENCE TRANSCRIPT`: the number of moves of the opening, and the
    /// difference of discs for Black at the end.
    fn write(&self, _: u64, game: &PlayedGame<Position>) -> String {
        let moves = game.opening.iter().copied().chain(game.moves.iter().map(|(m, _)| *m));
        let mut position = self.start();
        for m in moves.clone() {
            position.make(m, &mut NullObserver);
        }
        let [black, white] = position.score();
        let difference = i32::from(black) - i32::from(white);
        format!("{} {difference} {}\n", game.opening.len(), transcript::print(moves))
    }
}
