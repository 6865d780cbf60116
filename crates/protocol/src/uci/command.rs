use crate::words::{Words, write_pair, write_words};
use crate::{LineError, PositionText};
use std::fmt;
use std::time::Duration;

/// A command of a manager to an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `uci`: name yourself and your options.
    Uci,
    /// `debug on|off`.
    Debug(bool),
    /// `isready`: answer when everything before is done.
    IsReady,
    /// `setoption name N [value V]`.
    SetOption {
        /// The option; case does not matter.
        name: String,
        /// Its value; buttons have none.
        value: Option<String>,
    },
    /// `ucinewgame`: what comes next belongs to another game.
    NewGame,
    /// `position {fen F|startpos} [moves …]`.
    Position(PositionText),
    /// `go …`: search.
    Go(Go),
    /// `stop`: end the search now.
    Stop,
    /// `ponderhit`: the move pondered on was played.
    PonderHit,
    /// `quit`.
    Quit,
    /// `go perft N`: count moves, as most engines allow beyond the standard.
    Perft(u32),
    /// `d`: print the board (beyond the standard).
    Display,
    /// `eval`: print the static evaluation (beyond the standard).
    Eval,
    /// `bench [DEPTH]`: search a fixed set of positions (beyond the standard).
    Bench(Option<u32>),
}

/// The limits of a `go`. None set means `infinite`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// Only these moves are considered; empty means all.
    pub searchmoves: Vec<String>,
    /// The position is one the opponent is still thinking about.
    pub ponder: bool,
    /// Left on the clock of the side that moves first from the start.
    pub wtime: Option<Duration>,
    /// Left on the other clock.
    pub btime: Option<Duration>,
    /// Increment of the first side.
    pub winc: Option<Duration>,
    /// Increment of the other side.
    pub binc: Option<Duration>,
    /// Moves until the next time control.
    pub movestogo: Option<u32>,
    /// Plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Stop at a mate in so many moves.
    pub mate: Option<u32>,
    /// Time for this move.
    pub movetime: Option<Duration>,
    /// Search until `stop`.
    pub infinite: bool,
}

const GO_KEYS: [&str; 13] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
];

impl Command {
    /// Reads a line. `None` when it contains no command: empty lines and unknown words are ignored,
    /// as the protocol demands, up to the first known word.
    ///
    /// # Errors
    /// When the command is known but its words are invalid.
    ///
    /// ```
    /// use protocol::uci::Command;
    /// assert_eq!(Command::parse("joho debug on").unwrap(), Some(Command::Debug(true)));
    /// assert_eq!(Command::parse("how do you do").unwrap(), None);
    /// assert!(Command::parse("position foo").is_err());
    /// ```
    pub fn parse(line: &str) -> Result<Option<Self>, LineError> {
        let mut words = Words::new(line);
        while let Some(word) = words.take() {
            let command = match word {
                "uci" => Self::Uci,
                "debug" => match words.need("on or off")? {
                    "on" => Self::Debug(true),
                    "off" => Self::Debug(false),
                    other => return Err(words.wrong(other, "on or off")),
                },
                "isready" => Self::IsReady,
                "setoption" => read_option(&mut words)?,
                "ucinewgame" => Self::NewGame,
                "position" => Self::Position(PositionText::read(&mut words)?),
                "fen" => Self::Position(PositionText::read_fen(&mut words)?),
                "go" if words.eat("perft") => Self::Perft(words.number("perft")?),
                "go" => Self::Go(Go::read(&mut words)?),
                "stop" => Self::Stop,
                "ponderhit" => Self::PonderHit,
                "quit" => Self::Quit,
                "perft" => Self::Perft(words.number("perft")?),
                "d" => Self::Display,
                "eval" => Self::Eval,
                "bench" => Self::Bench(match words.peek() {
                    Some(_) => Some(words.number("bench")?),
                    None => None,
                }),
                _ => continue,
            };
            return Ok(Some(command));
        }
        Ok(None)
    }

    /// Whether it acts during a search and does not wait for its end.
    #[must_use]
    pub fn is_immediate(&self) -> bool {
        matches!(
            self,
            Self::Uci
                | Self::Debug(_)
                | Self::IsReady
                | Self::Stop
                | Self::PonderHit
                | Self::Quit
                | Self::Display
        )
    }
}

fn read_option(words: &mut Words<'_>) -> Result<Command, LineError> {
    let expected = "name, then the option's name";
    match words.need(expected)? {
        "name" => {}
        other => return Err(words.wrong(other, expected)),
    }
    let name = words.text_until(&["value"]);
    if name.is_empty() {
        return Err(match words.take() {
            Some(found) => words.wrong(found, "the option's name"),
            None => LineError::end(2, "the option's name"),
        });
    }
    let value = words.eat("value").then(|| words.rest_text());
    Ok(Command::SetOption { name, value })
}

impl Go {
    fn read(words: &mut Words<'_>) -> Result<Self, LineError> {
        let mut go = Self::default();
        while let Some(key) = words.take() {
            match key {
                "searchmoves" => {
                    go.searchmoves = words.list_until(&GO_KEYS);
                    if go.searchmoves.is_empty() {
                        let expected = "moves after searchmoves";
                        let found = words.need(expected)?;
                        return Err(words.wrong(found, expected));
                    }
                }
                "ponder" => go.ponder = true,
                "infinite" => go.infinite = true,
                "wtime" => go.wtime = Some(words.millis(key)?),
                "btime" => go.btime = Some(words.millis(key)?),
                "winc" => go.winc = Some(words.millis(key)?),
                "binc" => go.binc = Some(words.millis(key)?),
                "movetime" => go.movetime = Some(words.millis(key)?),
                "movestogo" => go.movestogo = Some(words.number(key)?),
                "depth" => go.depth = Some(words.number(key)?),
                "nodes" => go.nodes = Some(words.number(key)?),
                "mate" => go.mate = Some(words.number(key)?),
                // Unknown words are skipped, as everywhere in UCI.
                _ => {}
            }
        }
        Ok(go)
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Uci => f.write_str("uci"),
            Self::Debug(on) => write!(f, "debug {}", if *on { "on" } else { "off" }),
            Self::IsReady => f.write_str("isready"),
            Self::SetOption { name, value: Some(value) } => {
                write!(f, "setoption name {name} value {value}")
            }
            Self::SetOption { name, value: None } => write!(f, "setoption name {name}"),
            Self::NewGame => f.write_str("ucinewgame"),
            Self::Position(position) => write!(f, "position {position}"),
            Self::Go(go) => write!(f, "go{go}"),
            Self::Stop => f.write_str("stop"),
            Self::PonderHit => f.write_str("ponderhit"),
            Self::Quit => f.write_str("quit"),
            Self::Perft(depth) => write!(f, "go perft {depth}"),
            Self::Display => f.write_str("d"),
            Self::Eval => f.write_str("eval"),
            Self::Bench(depth) => {
                f.write_str("bench")?;
                depth.iter().try_for_each(|depth| write!(f, " {depth}"))
            }
        }
    }
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let millis = |time: Option<Duration>| time.map(|t| t.as_millis());
        if self.ponder {
            f.write_str(" ponder")?;
        }
        write_pair(f, "wtime", millis(self.wtime))?;
        write_pair(f, "btime", millis(self.btime))?;
        write_pair(f, "winc", millis(self.winc))?;
        write_pair(f, "binc", millis(self.binc))?;
        write_pair(f, "movestogo", self.movestogo)?;
        write_pair(f, "depth", self.depth)?;
        write_pair(f, "nodes", self.nodes)?;
        write_pair(f, "mate", self.mate)?;
        write_pair(f, "movetime", millis(self.movetime))?;
        if self.infinite {
            f.write_str(" infinite")?;
        }
        if !self.searchmoves.is_empty() {
            f.write_str(" searchmoves")?;
            write_words(f, &self.searchmoves)?;
        }
        Ok(())
    }
}
