//! Tools for Xiangqi.

mod eval_speed;
mod mates;
mod tune;

use crate::Failure;
use crate::adjudication::Adjudication;
use crate::common::CommonCommand;
use crate::data::PlayedGame;
use crate::game_tools::{Game, balanced, random_line};
use crate::random::Random;
use clap::Subcommand;
use game::{Line, NullObserver, Outcome, Position as _, Side};
use search::{Report, SearchResult};
use std::fmt::Write as _;
use std::time::Instant;
use xiangqi::{Move, Position, RuleSet, adjudicate};
use xiangqi_engine::{SearchRequest, XiangqiEngine};

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    #[command(flatten)]
    Common(CommonCommand),
    /// Measures the time of an evaluation.
    EvalSpeed(eval_speed::EvalSpeedArgs),
    /// Counts the mates of a collection that are found in time.
    Mates(mates::MatesArgs),
    /// Fits the evaluation to games of `data`.
    Tune(tune::TuneArgs),
}

pub(crate) fn run(command: &Command) -> Result<(), Failure> {
    match command {
        Command::Common(common) => common.run(&Xiangqi),
        Command::EvalSpeed(args) => {
            eval_speed::run(args);
            Ok(())
        }
        Command::Mates(args) => mates::run(args),
        Command::Tune(args) => tune::run(args),
    }
}

struct Xiangqi;

impl Game for Xiangqi {
    type Position = Position;
    type Engine = XiangqiEngine;

    const DUEL: Adjudication =
        Adjudication { decided: Some((1000, 5)), level: None, longest: Some(300), proven: false };
    const DATA: Adjudication = Adjudication {
        decided: Some((1000, 6)),
        level: Some((40, 20, 100)),
        longest: Some(240),
        proven: false,
    };
    const ONE_SIDED: Option<i32> = Some(250);

    fn arguments(&self) -> Vec<String> {
        vec!["xiangqi".to_owned()]
    }

    fn engine(&self, megabytes: usize) -> XiangqiEngine {
        XiangqiEngine::new(megabytes)
    }

    fn search(
        &self,
        engine: &mut XiangqiEngine,
        line: &Line<Position>,
        request: &SearchRequest<Move>,
        report: &mut dyn FnMut(&Report<'_, Move>),
    ) -> SearchResult<Move> {
        engine.search(line, request, &Instant::now(), &search::NoSignal, report)
    }

    fn start(&self) -> Position {
        Position::start()
    }

    fn position(&self, text: &str) -> Result<Position, Failure> {
        Ok(text.parse()?)
    }

    fn outcome(&self, line: &Line<Position>) -> Option<Outcome> {
        Some(adjudicate::judge(line, RuleSet::default())?.outcome)
    }

    fn lifeless(&self, line: &Line<Position>) -> bool {
        line.position().quiet_plies() >= 70
    }

    fn opening(
        &self,
        engine: &mut XiangqiEngine,
        _pair: u64,
        _seed: u64,
        random: &mut Random,
    ) -> Result<Line<Position>, Failure> {
        let start = self.start();
        Ok(balanced(self, engine, 20_000, 60, || random_line(&start, 8, random)))
    }

    fn data_opening(&self, _: &mut XiangqiEngine, random: &mut Random) -> Line<Position> {
        let plies = 6 + random.below(5);
        random_line(&self.start(), plies, random)
    }

    /// A line `# game NUMBER OUTCOME PLIES`, then a line `FEN | score | result` for each position
    /// that suits the fit: not in check, the best move no capture, the score no mate, a capture
    /// within the last 40 plies. Score in centipawns and result (2, 1, 0) are Red's.
    fn write(&self, number: u64, game: &PlayedGame<Position>) -> String {
        let result = match game.outcome {
            Outcome::FirstWins => 2,
            Outcome::Draw => 1,
            Outcome::SecondWins => 0,
        };
        let plies = game.opening.len() + game.moves.len();
        let mut text = format!("# game {number} {} {plies}\n", game.outcome);
        let mut position = self.start();
        for &m in &game.opening {
            position.make(m, &mut NullObserver);
        }
        for &(m, score) in &game.moves {
            let red = match position.side_to_move() {
                Side::First => score.value(),
                Side::Second => -score.value(),
            };
            let quiet = position.captured(m).is_none() && !position.is_in_check();
            let known = score.is_decisive() || red.abs() >= 2000;
            if quiet && !known && position.quiet_plies() <= 40 {
                // Writing to a string cannot fail.
                let _ = writeln!(text, "{position} | {red} | {result}");
            }
            position.make(m, &mut NullObserver);
        }
        text
    }

    fn next_number(&self, text: &str) -> u64 {
        let last = text.lines().rev().find_map(|line| line.strip_prefix("# game "));
        let number = last.and_then(|rest| rest.split(' ').next()?.parse::<u64>().ok());
        number.map_or(0, |n| n + 1)
    }
}
