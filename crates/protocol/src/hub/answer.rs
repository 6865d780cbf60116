use super::line::{Line, Seconds, hundredths, write_argument, write_number};
use crate::{LineError, OptionDecl, OptionType};
use std::fmt;
use std::time::Duration;

/// An answer of an engine to its manager.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// `id name=… version=… author=… country=…`.
    Id(Id),
    /// `param name=… value=… type=…`. Real numbers are kept as text.
    Param(OptionDecl),
    /// `wait`: the manager may set parameters now.
    Wait,
    /// `ready`: the engine is initialised.
    Ready,
    /// `info …`: progress of a search.
    Info(Info),
    /// `done [move=…] [ponder=…]`: the search has ended.
    Done {
        /// The move; an engine that has none leaves it out.
        best: Option<String>,
        /// The reply expected.
        ponder: Option<String>,
    },
    /// `pong`, the answer to `ping`.
    Pong,
    /// `error message="…"`.
    Error(String),
}

/// The description of an engine; every part may be missing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Id {
    /// Its name.
    pub name: Option<String>,
    /// Its version.
    pub version: Option<String>,
    /// Its author.
    pub author: Option<String>,
    /// Its country.
    pub country: Option<String>,
}

/// Progress of a search; every part may be missing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// Plies.
    pub depth: Option<u32>,
    /// For the side to move, in hundredths of a man.
    pub score: Option<i32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// The time since the search began. The speed in millions of nodes a second, which Hub also
    /// has, follows from the nodes and the time.
    pub time: Option<Duration>,
    /// The line.
    pub pv: Vec<String>,
}

impl Answer {
    /// Reads a line of an engine. `None` when it is no answer of this protocol: a manager must
    /// ignore such lines.
    ///
    /// # Errors
    /// When the answer is known but malformed.
    ///
    /// ```
    /// use protocol::hub::Answer;
    /// assert_eq!(Answer::parse("done move=32-28").unwrap(),
    ///     Some(Answer::Done { best: Some("32-28".into()), ponder: None }));
    /// assert_eq!(Answer::parse("segmentation fault").unwrap(), None);
    /// ```
    pub fn parse(text: &str) -> Result<Option<Self>, LineError> {
        let word = text.split_whitespace().next().unwrap_or_default();
        if !["id", "param", "wait", "ready", "info", "done", "pong", "error"].contains(&word) {
            // Lines that an engine prints on its own initiative need not be in Hub's form.
            return Ok(None);
        }
        let Some(line) = Line::read(text)? else { return Ok(None) };
        let owned = |name: &str| line.value(name).map(str::to_owned);
        Ok(Some(match word {
            "id" => Self::Id(Id {
                name: owned("name"),
                version: owned("version"),
                author: owned("author"),
                country: owned("country"),
            }),
            "param" => Self::Param(read_param(&line)?),
            "wait" => Self::Wait,
            "ready" => Self::Ready,
            "info" => Self::Info(Info::read(&line)),
            "done" => Self::Done { best: owned("move"), ponder: owned("ponder") },
            "pong" => Self::Pong,
            _ => Self::Error(owned("message").unwrap_or_default()),
        }))
    }
}

fn read_param(line: &Line<'_>) -> Result<OptionDecl, LineError> {
    let name = line.need("name", "name=")?.to_owned();
    let default = line.value("value").unwrap_or_default();
    // An interface that does not know a type takes the value as text, and so does this one.
    let kind = match line.value("type").unwrap_or("string") {
        "bool" => OptionType::Check { default: default == "true" },
        "int" => OptionType::Spin {
            default: default.parse().unwrap_or(0),
            min: line.number("min")?.unwrap_or(i64::MIN),
            max: line.number("max")?.unwrap_or(i64::MAX),
        },
        "enum" => OptionType::Combo {
            default: default.to_owned(),
            values: line
                .value("values")
                .unwrap_or_default()
                .split_whitespace()
                .map(str::to_owned)
                .collect(),
        },
        _ => OptionType::String { default: default.to_owned() },
    };
    Ok(OptionDecl { name, kind })
}

impl Info {
    /// Reads progress; numbers that cannot be read count as absent.
    fn read(line: &Line<'_>) -> Self {
        Self {
            depth: line.number("depth").unwrap_or(None),
            score: line.value("score").and_then(hundredths),
            nodes: line.number("nodes").unwrap_or(None),
            time: line.seconds("time").unwrap_or(None),
            pv: line
                .value("pv")
                .unwrap_or_default()
                .split_whitespace()
                .map(str::to_owned)
                .collect(),
        }
    }

    /// Millions of nodes a second, once a measurable time has passed.
    fn speed(&self) -> Option<String> {
        let micros = self.time?.as_micros();
        let per_ten_micros = (u128::from(self.nodes?) * 10).checked_div(micros)?;
        Some(format!("{}.{}", per_ten_micros / 10, per_ten_micros % 10))
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let optional = |f: &mut fmt::Formatter<'_>, name: &str, value: &Option<String>| {
            value.iter().try_for_each(|value| write_argument(f, name, value))
        };
        match self {
            Self::Id(id) => {
                f.write_str("id")?;
                optional(f, "name", &id.name)?;
                optional(f, "version", &id.version)?;
                optional(f, "author", &id.author)?;
                optional(f, "country", &id.country)
            }
            Self::Param(param) => {
                f.write_str("param")?;
                write_argument(f, "name", &param.name)?;
                write_kind(f, &param.kind)
            }
            Self::Wait => f.write_str("wait"),
            Self::Ready => f.write_str("ready"),
            Self::Info(info) => write!(f, "info{info}"),
            Self::Done { best, ponder } => {
                f.write_str("done")?;
                optional(f, "move", best)?;
                optional(f, "ponder", ponder)
            }
            Self::Pong => f.write_str("pong"),
            Self::Error(message) => {
                f.write_str("error")?;
                write_argument(f, "message", message)
            }
        }
    }
}

fn write_kind(f: &mut fmt::Formatter<'_>, kind: &OptionType) -> fmt::Result {
    match kind {
        OptionType::Check { default } => write!(f, " value={default} type=bool"),
        OptionType::Spin { default, min, max } => {
            write!(f, " value={default} type=int min={min} max={max}")
        }
        OptionType::Combo { default, values } => {
            write_argument(f, "value", default)?;
            write!(f, " type=enum values=\"{}\"", values.join(" "))
        }
        OptionType::String { default } => {
            write_argument(f, "value", default)?;
            f.write_str(" type=string")
        }
        // Hub has neither of them: a button is a command, and a caption is an id.
        OptionType::Button | OptionType::Label => f.write_str(" value=\"\" type=string"),
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_number(f, "depth", self.depth)?;
        if let Some(score) = self.score {
            let sign = if score < 0 { "-" } else { "" };
            write!(
                f,
                " score={sign}{}.{:02}",
                score.unsigned_abs() / 100,
                score.unsigned_abs() % 100
            )?;
        }
        write_number(f, "nodes", self.nodes)?;
        write_number(f, "time", self.time.map(Seconds))?;
        write_number(f, "nps", self.speed())?;
        if self.pv.is_empty() { Ok(()) } else { write!(f, " pv=\"{}\"", self.pv.join(" ")) }
    }
}
