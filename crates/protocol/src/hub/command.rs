use super::line::{Line, Seconds, write_argument, write_number};
use crate::LineError;
use std::fmt;
use std::time::Duration;

/// A command of a manager to an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `hub`: name yourself and your parameters.
    Hub,
    /// `set-param name=N value=V`.
    SetParam {
        /// The parameter.
        name: String,
        /// Its value.
        value: String,
    },
    /// `init`: do the slow initialisation, then answer `ready`.
    Init,
    /// `new-game`: what follows is independent of the games before.
    NewGame,
    /// `pos pos=P [moves="…"]`, or `pos start`.
    Pos {
        /// The position's text; `None` is the start.
        position: Option<String>,
        /// The moves played from there.
        moves: Vec<String>,
    },
    /// `level …`: how long to think, for the next search.
    Level(Level),
    /// `go think|ponder|analyze`.
    Go(Mode),
    /// `ponder-hit`: the move pondered on was played.
    PonderHit,
    /// `stop`: end the search now.
    Stop,
    /// `ping`, answered by `pong`.
    Ping,
    /// `quit`.
    Quit,
}

/// The limits of a search; all that are set apply together.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Level {
    /// Plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// The time left on the clock, with the increment of this move.
    pub time: Option<Duration>,
    /// Added before each move.
    pub increment: Option<Duration>,
    /// The moves until the next time control.
    pub moves: Option<u32>,
    /// The search runs until it is stopped.
    pub infinite: bool,
}

/// The purpose of a search.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Mode {
    /// A move to play.
    Think,
    /// The position after the move expected of the opponent.
    Ponder,
    /// An analysis of the position.
    Analyze,
}

impl Command {
    /// Reads a line. `None` when it is empty or a command that Hub does not know; the protocol
    /// demands that these are ignored.
    ///
    /// # Errors
    /// When the line is malformed or a value is invalid.
    ///
    /// ```
    /// use protocol::hub::{Command, Mode};
    /// assert_eq!(Command::parse("go think").unwrap(), Some(Command::Go(Mode::Think)));
    /// assert_eq!(Command::parse("sing a=song").unwrap(), None);
    /// assert_eq!(Command::parse("level depth=deep").unwrap_err().to_string(),
    ///     "word 2, \"deep\": expected a whole number after depth=");
    /// ```
    pub fn parse(line: &str) -> Result<Option<Self>, LineError> {
        let Some(line) = Line::read(line)? else { return Ok(None) };
        let command = match line.command {
            "hub" => Self::Hub,
            "set-param" => Self::SetParam {
                name: line.need("name", "name= and value=")?.to_owned(),
                value: line.need("value", "value=")?.to_owned(),
            },
            "init" => Self::Init,
            "new-game" => Self::NewGame,
            "pos" => {
                let position = if line.has("start") {
                    None
                } else {
                    Some(line.need("pos", "pos= or start")?.to_owned())
                };
                let moves = line.value("moves").unwrap_or_default();
                Self::Pos { position, moves: moves.split_whitespace().map(str::to_owned).collect() }
            }
            "level" => Self::Level(Level {
                depth: line.number("depth")?,
                nodes: line.number("nodes")?,
                move_time: line.seconds("move-time")?,
                time: line.seconds("time")?,
                increment: line.seconds("inc")?,
                moves: line.number("moves")?,
                infinite: line.has("infinite"),
            }),
            "go" => Self::Go(match line.first() {
                Some("think") => Mode::Think,
                Some("ponder") => Mode::Ponder,
                Some("analyze") => Mode::Analyze,
                other => {
                    let expected = "think, ponder or analyze";
                    return Err(match other {
                        Some(word) => LineError::word(2, word, expected),
                        None => LineError::end(1, expected),
                    });
                }
            }),
            "ponder-hit" => Self::PonderHit,
            "stop" => Self::Stop,
            "ping" => Self::Ping,
            "quit" => Self::Quit,
            _ => return Ok(None),
        };
        Ok(Some(command))
    }

    /// Whether it acts during a search and does not wait for its end.
    #[must_use]
    pub fn is_immediate(&self) -> bool {
        matches!(self, Self::PonderHit | Self::Stop | Self::Ping | Self::Quit)
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hub => f.write_str("hub"),
            Self::SetParam { name, value } => {
                f.write_str("set-param")?;
                write_argument(f, "name", name)?;
                write_argument(f, "value", value)
            }
            Self::Init => f.write_str("init"),
            Self::NewGame => f.write_str("new-game"),
            Self::Pos { position, moves } => {
                f.write_str("pos")?;
                match position {
                    Some(position) => write_argument(f, "pos", position)?,
                    None => f.write_str(" start")?,
                }
                if moves.is_empty() { Ok(()) } else { write!(f, " moves=\"{}\"", moves.join(" ")) }
            }
            Self::Level(level) => write!(f, "level{level}"),
            Self::Go(Mode::Think) => f.write_str("go think"),
            Self::Go(Mode::Ponder) => f.write_str("go ponder"),
            Self::Go(Mode::Analyze) => f.write_str("go analyze"),
            Self::PonderHit => f.write_str("ponder-hit"),
            Self::Stop => f.write_str("stop"),
            Self::Ping => f.write_str("ping"),
            Self::Quit => f.write_str("quit"),
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_number(f, "depth", self.depth)?;
        write_number(f, "nodes", self.nodes)?;
        write_number(f, "move-time", self.move_time.map(Seconds))?;
        write_number(f, "moves", self.moves)?;
        write_number(f, "time", self.time.map(Seconds))?;
        write_number(f, "inc", self.increment.map(Seconds))?;
        f.write_str(if self.infinite { " infinite" } else { "" })
    }
}
