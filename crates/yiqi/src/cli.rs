//! The arguments of the command line.

use crate::commands::serving::LogArgs;
use crate::commands::{
    analyse, bench, convert, copies, datagen, dxp, endgames, games, gate, hall, jobs, judge, lab,
    match_, moves, openings, perft, review, store, train, worker,
};
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use std::ffi::OsStr;

/// Xiangqi, draughts, gomoku, renju and reversi, and a hall to play them in. Without a command: opens the hall in the browser.
#[derive(Debug, Parser)]
#[command(name = "yiqi", version, args_conflicts_with_subcommands = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) hall: hall::HallArgs,
}

impl Cli {
    /// How the program writes its log. Only the hall has settings for it.
    pub(crate) fn log(&self) -> LogArgs {
        match &self.command {
            None => self.hall.serving.log,
            Some(Command::Serve(hall)) => hall.serving.log,
            Some(_) => LogArgs::default(),
        }
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Opens the hall without opening a browser.
    Serve(Box<hall::HallArgs>),
    /// Copies the hall's games to a file, also while a server runs.
    Backup(copies::CopyArgs),
    /// Replaces the hall's games by such a copy, also while a server runs.
    Restore(copies::RestoreArgs),
    /// Moves a hall between a folder and a database.
    #[command(subcommand)]
    Store(store::StoreCommand),
    /// Does work for a hall on another machine, at the lowest priority.
    Worker(worker::WorkerArgs),
    /// The work that a hall hands out to such machines.
    #[command(subcommand)]
    Jobs(jobs::JobsCommand),
    /// Lists every variant: id first on its line, then its name.
    Games(games::GamesArgs),
    /// Runs an engine for UCI on standard input and output.
    Uci,
    /// Runs an engine for UCCI on standard input and output.
    Ucci,
    /// Runs an engine for the Gomocup (Piskvork) protocol on standard input and output.
    Gomocup,
    /// Runs an engine for Hub, a protocol of draughts, on standard input and output.
    Hub {
        /// The first variant, by our name or Hub's.
        #[arg(value_parser = CompletedName::VARIANTS, hide_possible_values = true, default_value = ::games::usual(engine::Protocol::Hub))]
        variant: String,
    },
    /// Plays international draughts with another program over DXP.
    Dxp(dxp::DxpArgs),
    /// Counts sequences of legal moves.
    Perft(perft::PerftArgs),
    /// Lists the legal moves, sorted, one in a line.
    Moves(moves::MovesArgs),
    /// Says whether and how a game has ended.
    Judge(judge::JudgeArgs),
    /// Searches a position and shows the lines found.
    Analyse(analyse::AnalyseArgs),
    /// Searches fixed positions to a fixed depth: the node count is the program's signature.
    Bench(bench::BenchArgs),
    /// Plays games between engines.
    Match(Box<match_::MatchArgs>),
    /// Makes openings for matches.
    Openings(openings::OpeningsArgs),
    /// Builds, checks and queries endgame databases.
    #[command(subcommand)]
    Endgames(endgames::EndgamesCommand),
    /// Measures techniques of the search, and makes experiments.
    #[command(subcommand)]
    Lab(lab::LabCommand),
    /// Plays games of the engine against itself, for training.
    #[command(subcommand)]
    Datagen(datagen::DatagenCommand),
    /// Settles by games whether one engine is better than another, and tunes numbers.
    #[command(subcommand)]
    Gate(gate::GateCommand),
    /// Trains a network on games of the engine against itself.
    Train(train::TrainArgs),
    /// Converts game files from one format to another.
    Convert(convert::ConvertArgs),
    /// Reviews the games of a file: every move searched, graded and, where possible, explained.
    Review(review::ReviewArgs),
    /// Prints a script that completes commands in a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
}

impl Command {
    /// Whether Ctrl-C simply ends the command: the others end in their own way.
    pub(crate) fn ends_at_once(&self) -> bool {
        matches!(
            self,
            Self::Games(_)
                | Self::Uci
                | Self::Ucci
                | Self::Gomocup
                | Self::Hub { .. }
                | Self::Moves(_)
                | Self::Judge(_)
                | Self::Completions { .. }
        )
    }
}

/// Names that a shell completes. Others are not refused here: the command says what is wrong with them
/// (`gomoku20` is a variant too, `33=both` a rule set).
#[derive(Clone, Copy, Debug)]
pub(crate) struct CompletedName(fn() -> Vec<&'static str>);

impl CompletedName {
    /// The ids of all variants.
    pub(crate) const VARIANTS: Self =
        Self(|| ::games::variants().iter().map(|variant| variant.id).collect());
    /// The ids of the rule sets of all variants.
    pub(crate) const RULES: Self = Self(|| {
        let variants = ::games::variants();
        let sets = variants.iter().flat_map(|variant| variant.rule_sets).map(|set| set.id);
        let mut ids: Vec<&'static str> = sets.collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    });
}

impl TypedValueParser for CompletedName {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.0)().into_iter().map(PossibleValue::new)))
    }
}

/// The form of a command's output.
#[derive(Copy, Clone, Debug, Args)]
pub(crate) struct OutputArgs {
    /// Print JSON: one object, or one per line.
    #[arg(long)]
    pub(crate) json: bool,
}

/// The position of a command.
#[derive(Clone, Debug, Args)]
pub(crate) struct PositionArgs {
    /// The variant's id (`yiqi games` lists them).
    #[arg(value_parser = CompletedName::VARIANTS, hide_possible_values = true)]
    variant: String,
    /// Rows and columns of the board (gomoku and renju): `gomoku --size 20` is `gomoku20`.
    #[arg(long, value_name = "N")]
    size: Option<u8>,
    /// The position's text, perhaps with moves behind it; the standard start if absent.
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// The rule set, or switches of it; the variant's first if absent.
    #[arg(long, value_name = "R", value_parser = CompletedName::RULES, hide_possible_values = true)]
    rules: Option<String>,
}

impl PositionArgs {
    /// The variant's id, with the size of the board if one was given.
    pub(crate) fn variant(&self) -> String {
        self.size.map_or_else(|| self.variant.clone(), |size| format!("{}{size}", self.variant))
    }

    /// A session that begins at the position, and the moves: those behind the position, then these.
    pub(crate) fn game(
        &self,
        moves: &[String],
    ) -> Result<(Box<dyn engine::Session>, Vec<String>), crate::failure::Failure> {
        let (rules, position) = (self.rules.as_deref(), self.position.as_deref());
        Ok(::games::typed(&self.variant(), rules, position, moves)?)
    }

    /// A session that begins at the position.
    pub(crate) fn session(&self) -> Result<Box<dyn engine::Session>, crate::failure::Failure> {
        let (rules, position) = (self.rules.as_deref(), self.position.as_deref());
        Ok(::games::new_session(&self.variant(), rules, position)?)
    }
}
