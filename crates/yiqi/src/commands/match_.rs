use crate::PROGRAM;
use arena::{
    Adjudication, DrawRule, Format, GameRecord, LocalVenue, Match, MatchError, MatchEvent,
    ResignRule, Venue,
};
use clap::{Args, ValueEnum};
use command_line::arguments::NatsArgs;
use command_line::arguments::{CompletedName, OutputArgs};
use command_line::contestant::{EngineSpec, TimeArgs, summary};
use command_line::output::{Output, progress};
use command_line::{Failure, Interrupt};
use engine::Control;
use indicatif::ProgressBar;
use serde_json::json;
use statistics::{EloModel, Sprt};
use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  yiqi match --engine name=yiqi \
    --engine cmd=fairy-stockfish,ranks=1,option.UCI_Variant=xiangqi --tc 5+0.05 \
    --openings books/xiangqi-60.txt --games 120 --record games.pgn --log match.jsonl")]
pub(crate) struct MatchArgs {
    /// A contestant as `KEY=VALUE,…`; given twice or more.
    ///
    /// `name=N` names it. `level=1` to `12` makes it ours at that level, `preset=ID` a machine of a
    /// textbook, which searches a depth of its own and needs no limit. `cmd=PATH` makes it a program, with `proto=uci|ucci|gomocup|hub|hub1|dxp`, `arg=A` (again for each),
    /// `dir=DIR` and `ranks=0|1` (where it counts ranks from). `option.NAME=VALUE` sets an option of either.
    /// `tc`, `movetime`, `nodes` and `depth` give it a time control of its own.
    ///
    /// A program that plays over DXP connects to `listen=PORT` of this machine (0: any free
    /// port, which `{port}` in its arguments stands for) or listens itself at
    /// `connect=ADDRESS:PORT`. DXP cannot tell it its time for a move: say that by `arg`, or by
    /// `stdin=LINE` for its standard input; `minutes=N` is what it is told it has for a game.
    #[arg(long = "engine", value_name = "SPEC", required = true)]
    engines: Vec<EngineSpec>,
    /// The variant's id.
    #[arg(
        long,
        default_value = games::variants()[0].id,
        value_name = "V",
        value_parser = CompletedName::VARIANTS,
        hide_possible_values = true
    )]
    variant: String,
    /// The rule set; the variant's first if absent.
    #[arg(long, value_name = "R", value_parser = CompletedName::RULES, hide_possible_values = true)]
    rules: Option<String>,
    #[command(flatten)]
    time: TimeArgs,
    /// Start positions, one a line: moves, or a position, or both; or a set of `workshop
    /// datagen openings`. Each is played with both colours.
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Take the openings in random order.
    #[arg(long)]
    shuffle: bool,
    /// Games of each pairing; rounded up to pairs.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,
    /// The first engine meets all others, and they do not meet each other.
    #[arg(long)]
    gauntlet: bool,
    /// Games at the same time.
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "nats", value_parser = clap::value_parser!(u8).range(1..))]
    concurrency: u8,
    /// Stop when a difference is proven: `elo0=0,elo1=5,alpha=0.05,beta=0.05,model=M` with
    /// `normalized`, `logistic` or `bayesian` for M.
    #[arg(long, value_name = "SPEC", value_parser = read_sprt)]
    sprt: Option<Sprt>,
    /// Call a game drawn when all scores stay near zero: `ply=80,moves=8,score=10`.
    #[arg(long, value_name = "SPEC", value_parser = read_draw)]
    draw: Option<DrawRule>,
    /// Call a game lost when its player's score is low: `moves=4,score=1000,both=true`.
    #[arg(long, value_name = "SPEC", value_parser = read_resign)]
    resign: Option<ResignRule>,
    /// Call a game drawn after so many plies.
    #[arg(long, value_name = "N")]
    max_plies: Option<u32>,
    /// Milliseconds a move may overstep its time.
    #[arg(long, value_name = "MS", default_value_t = 50)]
    margin: u64,
    /// Seconds an engine may take to start, and to move where nothing else limits it.
    #[arg(long, value_name = "S", default_value_t = 60)]
    patience: u64,
    /// The seed for the order of openings and for play below full strength.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Append every finished game to this file: as PGN, games of draughts as PDN, those of
    /// gomoku and renju as the file's ending says, `.sgf` or `.psq`.
    #[arg(long, value_name = "FILE", alias = "pgn")]
    record: Option<PathBuf>,
    /// Log finished games here; a match that was interrupted goes on from its log.
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    #[command(flatten)]
    workers: NatsArgs,
    #[command(flatten)]
    output: OutputArgs,
}

pub(crate) fn run(args: MatchArgs) -> Result<(), Failure> {
    let out = Output::new(args.output);
    let hall = args.workers.venue(PROGRAM)?;
    let mut file = match &args.record {
        None => None,
        Some(path) => Some(GameFile::open(&args.variant, path)?),
    };
    let games = plan(args)?;
    hosts::check_tables(games.tables_mb()).map_err(Failure::Input)?;
    let control = Control::new();
    let stop = control.clone();
    let interrupt = Interrupt::listen(move || stop.stop())?;
    let planned =
        arena::plans(games.format, games.contestants.len(), games.rounds, games.openings.len());
    let bar = progress(u64::try_from(planned.count()).unwrap_or(u64::MAX));
    let mut trouble = None;
    let venue: &dyn Venue = hall.as_ref().map_or(&LocalVenue, |hall| hall);
    let report = arena::run_at(
        venue,
        &games,
        &mut |event| {
            if let Err(failure) = show_event(&event, &out, &bar, &mut file) {
                // The match ends when its record cannot be written.
                trouble.get_or_insert(failure);
                control.stop();
            }
        },
        &control,
    );
    bar.finish_and_clear();
    if let Some(hall) = hall {
        hall.end(interrupt.pressed());
    }
    if let Some(failure) = trouble {
        return Err(failure);
    }
    let report = report.map_err(|error| match error {
        MatchError::Log(_) | MatchError::Venue(_) => Failure::trouble(error),
        error => Failure::input(error),
    })?;
    out.line(&report)?;
    out.json(|| json!({ "report": report }))?;
    if interrupt.pressed() { Err(Failure::Interrupted) } else { Ok(()) }
}

/// The file for finished games.
struct GameFile {
    path: PathBuf,
    file: File,
    format: records::Format,
}

impl GameFile {
    fn open(variant: &str, path: &Path) -> Result<Self, Failure> {
        let format = arena::file_format(variant, path).map_err(Failure::input)?;
        let file = File::options().append(true).create(true).open(path);
        let file = file.map_err(|e| Failure::input(named(path, &e)))?;
        Ok(Self { path: path.to_owned(), file, format })
    }

    fn append(&mut self, game: &GameRecord) -> Result<(), Failure> {
        let text = arena::to_text(game, self.format).map_err(Failure::trouble)?;
        writeln!(self.file, "{}\n", text.trim_end())
            .map_err(|e| Failure::trouble(named(&self.path, &e)))
    }
}

fn named(path: &Path, error: &std::io::Error) -> String {
    format!("{}: {error}", path.display())
}

/// The match the arguments describe.
fn plan(args: MatchArgs) -> Result<Match, Failure> {
    let mut openings = match &args.openings {
        None => Vec::new(),
        Some(path) => {
            arena::read_opening_set(path, &args.variant, args.rules.as_deref())
                .map_err(|e| Failure::input(format!("{}: {e}", path.display())))?
                .lines
        }
    };
    if args.shuffle {
        arena::shuffle(&mut openings, args.seed);
    }
    // Every opening with both colours, unless told how many games.
    let all = u32::try_from(openings.len().max(1)).unwrap_or(u32::MAX);
    let rounds = args.games.map_or(all, |games| games.div_ceil(2));
    let mut contestants = Vec::new();
    for (number, spec) in args.engines.into_iter().enumerate() {
        contestants.push(spec.contestant(number + 1, &args.time).map_err(Failure::Input)?);
    }
    Ok(Match {
        rules: args.rules,
        format: if args.gauntlet { Format::Gauntlet } else { Format::RoundRobin },
        openings,
        rounds,
        concurrency: usize::from(args.concurrency),
        adjudication: Adjudication {
            draw: args.draw,
            resign: args.resign,
            max_plies: args.max_plies,
        },
        sprt: args.sprt,
        seed: args.seed,
        margin: Duration::from_millis(args.margin),
        patience: Duration::from_secs(args.patience),
        log: args.log,
        ..Match::new(args.variant, contestants)
    })
}

/// Shows what happened in the match, and keeps a game that ended.
fn show_event(
    event: &MatchEvent<'_>,
    out: &Output,
    bar: &ProgressBar,
    file: &mut Option<GameFile>,
) -> Result<(), Failure> {
    match event {
        MatchEvent::Started { .. } => Ok(()),
        MatchEvent::Resumed { games, report } => {
            bar.set_position(*games);
            bar.set_message(summary(report));
            Ok(())
        }
        MatchEvent::Finished { game, report } => {
            bar.set_position(report.games);
            bar.set_message(summary(report));
            if let Some(file) = file {
                file.append(game)?;
            }
            bar.suspend(|| {
                out.line(game_line(game))?;
                out.json(|| json!({ "game": game }))
            })
        }
    }
}

/// `game 3: yiqi - eleeye 1-0 checkmate (71 moves)`.
fn game_line(game: &GameRecord) -> String {
    let [first, second] = &game.names;
    let detail = if game.detail.is_empty() { String::new() } else { format!(": {}", game.detail) };
    format!(
        "game {}: {first} - {second} {} {}{detail} ({} moves)",
        game.plan.id + 1,
        game.outcome,
        game.reason,
        game.moves.len().div_ceil(2)
    )
}

/// Words `KEY=VALUE` with commas between.
fn pairs(text: &str) -> Result<Vec<(&str, &str)>, String> {
    text.split(',')
        .map(|word| word.split_once('=').ok_or_else(|| format!("{word:?} is not KEY=VALUE")))
        .collect()
}

fn number<T: std::str::FromStr>(key: &str, value: &str) -> Result<T, String> {
    value.parse().map_err(|_| format!("{key} cannot be {value:?}"))
}

fn read_sprt(text: &str) -> Result<Sprt, String> {
    let (mut elo0, mut elo1, mut alpha, mut beta) = (0.0, 5.0, 0.05, 0.05);
    let mut model = Model::Normalized;
    for (key, value) in pairs(text)? {
        match key {
            "elo0" => elo0 = number(key, value)?,
            "elo1" => elo1 = number(key, value)?,
            "alpha" => alpha = number(key, value)?,
            "beta" => beta = number(key, value)?,
            "model" => model = Model::from_str(value, true)?,
            _ => return Err(format!("{key:?} is not one of elo0, elo1, alpha, beta, model")),
        }
    }
    let model = match model {
        Model::Normalized => EloModel::Normalized,
        Model::Logistic => EloModel::Logistic,
        Model::Bayesian => EloModel::Bayesian,
    };
    Sprt::new(elo0, elo1, alpha, beta, model).map_err(|error| error.to_string())
}

#[derive(Copy, Clone, Debug, ValueEnum)]
enum Model {
    Normalized,
    Logistic,
    Bayesian,
}

fn read_draw(text: &str) -> Result<DrawRule, String> {
    let mut rule = DrawRule { after_ply: 80, moves: 8, score: 10 };
    for (key, value) in pairs(text)? {
        match key {
            "ply" => rule.after_ply = number(key, value)?,
            "moves" => rule.moves = number(key, value)?,
            "score" => rule.score = number(key, value)?,
            _ => return Err(format!("{key:?} is not one of ply, moves, score")),
        }
    }
    Ok(rule)
}

fn read_resign(text: &str) -> Result<ResignRule, String> {
    let mut rule = ResignRule { moves: 4, score: 1000, both: true };
    for (key, value) in pairs(text)? {
        match key {
            "moves" => rule.moves = number(key, value)?,
            "score" => rule.score = number(key, value)?,
            "both" => rule.both = number(key, value)?,
            _ => return Err(format!("{key:?} is not one of moves, score, both")),
        }
    }
    Ok(rule)
}
