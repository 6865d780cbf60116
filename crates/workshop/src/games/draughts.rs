//! Tools for draughts.

use crate::Failure;
use crate::adjudication::Adjudication;
use crate::common::CommonCommand;
use crate::data::PlayedGame;
use crate::game_tools::{Game, balanced, random_line};
use crate::random::Random;
use clap::Subcommand;
#[cfg(feature = "variants")]
use draughts::groups::{LikeEnglish, LikeInternational, LikeItalian, LikeRussian};
use draughts::{International, Move, Position, Setup, VariantRules as _, judge};
use draughts_engine::{DraughtsEngine, SearchRequest, SearchableVariant};
use game::{Line, Outcome, Side};
use search::{Report, SearchResult};
use std::fmt::Write as _;
use std::time::Instant;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The variant's id, as in `draughts-russian` or `russian`. Variants other than the international
    /// one need a build with `--features variants`.
    #[arg(long, global = true, default_value = "international")]
    variant: String,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    #[command(flatten)]
    Common(CommonCommand),
}

/// Whether `id` is the variant's id, or the part of it after the dash.
fn names(id: &str, full: &str) -> bool {
    full == id || full.strip_prefix("draughts-") == Some(id)
}

#[cfg(feature = "variants")]
macro_rules! other_variants {
    ($args:ident, $($variant:expr;)*) => {
        $(if names(&$args.variant, $variant.rules().id) {
            return with($args, $variant);
        })*
    };
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    if args.variant == "international" || names(&args.variant, International::RULES.id) {
        return with(args, International);
    }
    #[cfg(feature = "variants")]
    other_variants!(
        args,
        draughts::Frisian;
        LikeRussian::BRAZILIAN;
        LikeRussian::RUSSIAN;
        LikeRussian::POOL;
        LikeEnglish::ENGLISH;
        LikeEnglish::CZECH;
        LikeItalian::ITALIAN;
        LikeItalian::SPANISH;
        draughts::Turkish;
        draughts::Canadian;
        LikeInternational::KILLER;
        LikeInternational::BREAKTHROUGH;
        LikeInternational::LOSING;
    );
    if draughts::VARIANTS.iter().any(|id| names(&args.variant, id)) {
        return Err("build the workshop with --features variants for this variant".into());
    }
    Err(format!("no variant of draughts is called {:?}", args.variant).into())
}

fn with<V: SearchableVariant>(args: &Args, variant: V) -> Result<(), Failure> {
    match &args.command {
        Command::Common(common) => common.run(&Draughts(variant)),
    }
}

struct Draughts<V: SearchableVariant>(V);

impl<V: SearchableVariant> Game for Draughts<V> {
    type Position = Position<V>;
    type Engine = DraughtsEngine<V>;

    const DUEL: Adjudication = Adjudication {
        decided: Some((400, 6)),
        level: Some((8, 20, 120)),
        longest: Some(300),
        proven: false,
    };
    const DATA: Adjudication = Adjudication {
        decided: Some((400, 6)),
        level: Some((12, 16, 120)),
        longest: Some(220),
        proven: false,
    };
    const ONE_SIDED: Option<i32> = Some(150);

    fn arguments(&self) -> Vec<String> {
        ["draughts", "--variant", self.0.rules().id].map(str::to_owned).to_vec()
    }

    fn engine(&self, megabytes: usize) -> DraughtsEngine<V> {
        DraughtsEngine::of(self.0, megabytes)
    }

    fn search(
        &self,
        engine: &mut DraughtsEngine<V>,
        line: &Line<Position<V>>,
        request: &SearchRequest<Move<V>>,
        report: &mut dyn FnMut(&Report<'_, Move<V>>),
    ) -> SearchResult<Move<V>> {
        engine.search(line, request, &Instant::now(), &search::NoSignal, report)
    }

    fn start(&self) -> Position<V> {
        Position::start_of(self.0)
    }

    fn position(&self, text: &str) -> Result<Position<V>, Failure> {
        let setup = Setup::read(self.0, text)?;
        Position::try_from(setup).map_err(|invalid| invalid.to_string().into())
    }

    fn outcome(&self, line: &Line<Position<V>>) -> Option<Outcome> {
        Some(judge(line)?.outcome)
    }

    fn opening(
        &self,
        engine: &mut DraughtsEngine<V>,
        _pair: u64,
        _seed: u64,
        random: &mut Random,
    ) -> Result<Line<Position<V>>, Failure> {
        let start = self.start();
        Ok(balanced(self, engine, 10_000, 60, || random_line(&start, 8, random)))
    }

    fn data_opening(&self, _: &mut DraughtsEngine<V>, random: &mut Random) -> Line<Position<V>> {
        let plies = 6 + random.below(6);
        random_line(&self.start(), plies, random)
    }

    /// A line `NUMBER RESULT MOVES | MOVE:SCORE …`: the result (2, 1, 0) and the scores (hundredths
    /// of a man) are White's; the opening stands before the bar.
    fn write(&self, number: u64, game: &PlayedGame<Position<V>>) -> String {
        let result = match game.outcome {
            Outcome::FirstWins => 2,
            Outcome::Draw => 1,
            Outcome::SecondWins => 0,
        };
        let mut text = format!("{number} {result}");
        // Writing to a string cannot fail.
        for m in &game.opening {
            let _ = write!(text, " {m}");
        }
        text.push_str(" |");
        let mut side = Side::ALL[game.opening.len() % 2];
        for (m, score) in &game.moves {
            let white = if side == Side::First { score.value() } else { -score.value() };
            let _ = write!(text, " {m}:{white}");
            side = side.other();
        }
        text.push('\n');
        text
    }

    fn next_number(&self, text: &str) -> u64 {
        let last = text.lines().next_back();
        let number = last.and_then(|line| line.split(' ').next()?.parse::<u64>().ok());
        number.map_or(0, |n| n + 1)
    }
}
