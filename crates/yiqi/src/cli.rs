//! The arguments of the command line.

use crate::commands::{
    accounts, analyse, answer, bench, convert, copies, dxp, games, hall, judge, lab, match_, moved,
    moves, page, perft, review, store,
};
use clap::{Args, Parser, Subcommand};
use command_line::Failure;
use command_line::arguments::CompletedName;
use command_line::log::LogSettings;
use command_line::worker::WorkerArgs;

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
    pub(crate) fn log(&self) -> LogSettings {
        match &self.command {
            None => self.hall.serving.log.settings(),
            Some(Command::Serve(hall)) => hall.serving.log.settings(),
            Some(_) => LogSettings::default(),
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
    /// Lists and changes the accounts of a hall that no server has open.
    Accounts(accounts::AccountsArgs),
    /// Moves a hall between a folder and a database.
    #[command(subcommand)]
    Store(store::StoreCommand),
    /// Does work that comes over NATS, at the lowest priority.
    Worker(WorkerArgs),
    /// Lists every variant: id first on its line, then its name.
    Games(games::GamesArgs),
    /// Runs an engine for UCI on standard input and output.
    ///
    /// Ranks count from 0 (`h2e2`). The option `UCI_Ranks` (`auto`, `0`, `1`) says where the manager counts from; with
    /// `auto`, moves that are legal only with ranks from 1 show it. After a `position` that is wrong, `go` answers
    /// `bestmove (none)` and says why.
    Uci,
    /// Runs an engine for UCCI on standard input and output.
    Ucci,
    /// Runs an engine for the Gomocup (Piskvork) protocol on standard input and output.
    ///
    /// Commands: `START`, `RECTSTART` (square boards only), `RESTART`, `BEGIN`, `TURN`, `BOARD`, `SWAP2BOARD`,
    /// `TAKEBACK`, `PLAY`, `INFO`, `ABOUT`, `END`, on boards of 5×5 to 22×22. `INFO rule` is 0 freestyle, 1 standard, 4
    /// renju, 8 and 9 caro (8 with six and more winning); 5 and 6 are freestyle that begins with a swap. A continuous game
    /// (2) is not supported. During a search, `ABOUT` and `STOP` take effect at once; all other lines wait. A line that
    /// cannot be parsed is answered by `ERROR` or `UNKNOWN` and changes nothing.
    ///
    /// A tenth of `timeout_turn` is reserved, at least 8 and at most 50 ms. Of `max_memory`, 40 MiB are reserved for the
    /// program; less than 48 MiB in all is refused. Coordinates are Piskvork's: column, row, from 0.
    ///
    /// Extensions of Yixin-Board: `YXSHOWINFO` (rule 2 is renju after it), `YXBOARD`, `YXSTOP`, `YXNBEST`,
    /// `YXSHOWFORBID`, `YXBALANCEONE`, `YXBALANCETWO`, `YXBLOCK`, `YXBLOCKUNDO`, `YXBLOCKRESET`, `YXSEARCHDEFEND`,
    /// `YXHASHCLEAR`, the openings `yxswap2step1` to `3` and `yxsoosorvstep1` to `6`, and `INFO max_depth`, `max_node`,
    /// `thread_num`, `hash_size`, `time_increment`, `show_detail`. Its commands for databases are not supported.
    Gomocup,
    /// Runs an engine for Hub, a protocol of draughts, on standard input and output.
    ///
    /// This is Hub 2 as Scan 3.1 documents it. `variant` takes `normal killer bt frisian losing` and our ids without
    /// `draughts-`. Scores are in men, ±99.xx near the end of a game. `level` lines add up and hold for one search; a
    /// search without any runs until `stop`. While a search runs, `ping`, `stop` and `ponder-hit` take effect at once. A
    /// line that cannot be parsed is answered by `error message="…"`.
    Hub {
        /// The first variant, by our name or Hub's.
        #[arg(value_parser = CompletedName::VARIANTS, hide_possible_values = true, default_value = ::games::usual(engine::Protocol::Hub))]
        variant: String,
    },
    /// Plays international draughts with another program over DXP.
    ///
    /// Without `--initiate` or `--follow`, the side that connects proposes the games. An undecided end is the result `*`.
    /// A message that makes no sense is answered by a chat text that names the fault, and the game goes on. The exit code
    /// is 1 when the connection is lost during a game or the other side refuses to play.
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
    /// Measures techniques of the search, and makes experiments.
    #[command(subcommand)]
    Lab(lab::LabCommand),
    /// Converts game files from one format to another.
    Convert(convert::ConvertArgs),
    /// Writes the hall as a folder of static files, for any web server: it plays in the browser.
    Page(page::PageArgs),
    /// Reviews the games of a file: every move searched, graded and, where possible, explained.
    Review(review::ReviewArgs),
    /// Prints a script that completes commands in a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// `gate answer` plays against another build; the rest of the gate is in the other program.
    #[command(hide = true)]
    Gate(answer::GateArgs),
    /// In the other program.
    #[command(hide = true, disable_help_flag = true)]
    Datagen(moved::MovedArgs),
    /// In the other program.
    #[command(hide = true, disable_help_flag = true)]
    Train(moved::MovedArgs),
    /// In the other program.
    #[command(hide = true, disable_help_flag = true)]
    Openings(moved::MovedArgs),
    /// In the other program.
    #[command(hide = true, disable_help_flag = true)]
    Endgames(moved::MovedArgs),
}

impl Command {
    /// Whether Ctrl-C simply ends the command: the others end in their own way.
    pub(crate) fn ends_at_once(&self) -> bool {
        matches!(
            self,
            Self::Games(_)
                | Self::Page(_)
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
    ) -> Result<(Box<dyn engine::Session>, Vec<String>), Failure> {
        let (rules, position) = (self.rules.as_deref(), self.position.as_deref());
        Ok(::games::typed(&self.variant(), rules, position, moves)?)
    }

    /// A session that begins at the position.
    pub(crate) fn session(&self) -> Result<Box<dyn engine::Session>, Failure> {
        let (rules, position) = (self.rules.as_deref(), self.position.as_deref());
        Ok(::games::new_session(&self.variant(), rules, position)?)
    }
}
