use crate::words::{Words, write_words};
use crate::{LineError, PositionText};
use std::fmt;

/// A command of a manager to an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `ucci`: name yourself and your options.
    Ucci,
    /// `isready`: answer when all earlier commands are done.
    IsReady,
    /// `setoption N [V]`.
    SetOption {
        /// The option: one lower-case word.
        name: String,
        /// Its value; buttons have none.
        value: Option<String>,
    },
    /// `position {fen F|startpos} [moves …]`.
    Position(PositionText),
    /// `banmoves …`: these moves are forbidden until the next `position`.
    BanMoves(Vec<String>),
    /// `go …`: search.
    Go(Go),
    /// `ponderhit [draw]`: the move pondered on was played, perhaps with a draw offer.
    PonderHit {
        /// Whether a draw is offered.
        draw: bool,
    },
    /// `stop`: end the search now.
    Stop,
    /// `probe {fen F|startpos} [moves …]`: print the entry of the table.
    Probe(PositionText),
    /// `quit`.
    Quit,
}

/// The arguments of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Go {
    /// Normal search, search in the opponent's time, or search under a draw offer.
    pub intent: Intent,
    /// The limit.
    pub limit: Limit,
}

/// The kind of a `go`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Intent {
    /// Nothing.
    Plain,
    /// Clocks stand still until `ponderhit`.
    Ponder,
    /// The opponent offers a draw.
    Draw,
}

/// The mode of thinking: the protocol allows one at a time.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Limit {
    /// So many plies; 0 asks only for the static evaluation.
    Depth(u32),
    /// Until `stop`.
    Infinite,
    /// So many nodes.
    Nodes(u64),
    /// By the clock, in seconds or, after `setoption usemillisec true`, milliseconds.
    Time {
        /// Left for the side to move.
        time: u64,
        /// What comes with it.
        tally: Tally,
        /// The opponent's, if told.
        opponent: Option<(u64, Tally)>,
    },
}

/// How a clock is replenished.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Tally {
    /// `time T` alone: one move within T.
    None,
    /// So many moves to go for the time.
    MovesToGo(u32),
    /// Something is added after each move.
    Increment(u64),
}

impl Command {
    /// Reads a line. `None` when it is empty.
    ///
    /// # Errors
    /// When the command is unknown or its words are invalid.
    ///
    /// ```
    /// use protocol::ucci::Command;
    /// assert_eq!(Command::parse("banmoves h6i4").unwrap(),
    ///     Some(Command::BanMoves(vec!["h6i4".into()])));
    /// assert!(Command::parse("go time soon").is_err());
    /// ```
    pub fn parse(line: &str) -> Result<Option<Self>, LineError> {
        let mut words = Words::new(line);
        let Some(word) = words.take() else { return Ok(None) };
        let command = match word {
            "ucci" => Self::Ucci,
            "isready" => Self::IsReady,
            "setoption" => {
                let name = words.need("the option's name")?.to_owned();
                let value = words.rest_text();
                Self::SetOption { name, value: (!value.is_empty()).then_some(value) }
            }
            "position" => Self::Position(PositionText::read(&mut words)?),
            "fen" => Self::Position(PositionText::read_fen(&mut words)?),
            "banmoves" => Self::BanMoves(words.rest().iter().map(|&w| w.to_owned()).collect()),
            "go" => Self::Go(Go::read(&mut words)?),
            "ponderhit" => {
                let draw = words.eat("draw");
                words.finish("draw or the end of the line")?;
                Self::PonderHit { draw }
            }
            "stop" => Self::Stop,
            "probe" => Self::Probe(PositionText::read(&mut words)?),
            "quit" => Self::Quit,
            other => return Err(LineError::unknown(other)),
        };
        Ok(Some(command))
    }

    /// Whether it acts during a search and does not wait for its end.
    #[must_use]
    pub fn is_immediate(&self) -> bool {
        matches!(
            self,
            Self::Ucci
                | Self::IsReady
                | Self::PonderHit { .. }
                | Self::Stop
                | Self::Probe(_)
                | Self::Quit
        )
    }
}

impl Go {
    fn read(words: &mut Words<'_>) -> Result<Self, LineError> {
        let intent = if words.eat("ponder") {
            Intent::Ponder
        } else if words.eat("draw") {
            Intent::Draw
        } else {
            Intent::Plain
        };
        let expected = "depth, infinite, nodes or time";
        let limit = match words.take() {
            // Engines differ over a bare `go`; the protocol's text leaves only this reading.
            None | Some("infinite") => Limit::Infinite,
            Some("depth") if words.eat("infinite") => Limit::Infinite,
            Some("depth") => Limit::Depth(words.number("depth")?),
            Some("nodes") => Limit::Nodes(words.number("nodes")?),
            Some("time") => {
                let time = words.number("time")?;
                let tally = Tally::read(words, "movestogo", "increment")?;
                let opponent = if words.eat("opptime") {
                    let time = words.number("opptime")?;
                    Some((time, Tally::read(words, "oppmovestogo", "oppincrement")?))
                } else {
                    None
                };
                Limit::Time { time, tally, opponent }
            }
            Some(other) => return Err(words.wrong(other, expected)),
        };
        words.finish("the end of the line")?;
        Ok(Self { intent, limit })
    }
}

impl Tally {
    fn read(words: &mut Words<'_>, moves: &str, increment: &str) -> Result<Self, LineError> {
        if words.eat(moves) {
            Ok(Self::MovesToGo(words.number(moves)?))
        } else if words.eat(increment) {
            Ok(Self::Increment(words.number(increment)?))
        } else {
            Ok(Self::None)
        }
    }

    fn write(self, f: &mut fmt::Formatter<'_>, prefix: &str) -> fmt::Result {
        match self {
            Self::None => Ok(()),
            Self::MovesToGo(moves) => write!(f, " {prefix}movestogo {moves}"),
            Self::Increment(increment) => write!(f, " {prefix}increment {increment}"),
        }
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ucci => f.write_str("ucci"),
            Self::IsReady => f.write_str("isready"),
            Self::SetOption { name, value } => {
                write!(f, "setoption {name}")?;
                value.iter().try_for_each(|value| write!(f, " {value}"))
            }
            Self::Position(position) => write!(f, "position {position}"),
            Self::BanMoves(moves) => {
                f.write_str("banmoves")?;
                write_words(f, moves)
            }
            Self::Go(go) => write!(f, "go{go}"),
            Self::PonderHit { draw: false } => f.write_str("ponderhit"),
            Self::PonderHit { draw: true } => f.write_str("ponderhit draw"),
            Self::Stop => f.write_str("stop"),
            Self::Probe(position) => write!(f, "probe {position}"),
            Self::Quit => f.write_str("quit"),
        }
    }
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.intent {
            Intent::Plain => "",
            Intent::Ponder => " ponder",
            Intent::Draw => " draw",
        })?;
        match self.limit {
            Limit::Depth(depth) => write!(f, " depth {depth}"),
            // Not `depth infinite`, which ElephantEye 3.31 reads as depth 0.
            Limit::Infinite => f.write_str(" infinite"),
            Limit::Nodes(nodes) => write!(f, " nodes {nodes}"),
            Limit::Time { time, tally, opponent } => {
                write!(f, " time {time}")?;
                tally.write(f, "")?;
                if let Some((time, tally)) = opponent {
                    write!(f, " opptime {time}")?;
                    tally.write(f, "opp")?;
                }
                Ok(())
            }
        }
    }
}
