use crate::words::{Words, write_pair, write_words};
use crate::{LineError, OptionDecl};
use std::fmt;
use std::time::Duration;

/// An answer of an engine to its manager.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// `id name|author|copyright|user …`.
    Id {
        /// Which of them.
        field: String,
        /// The text.
        text: String,
    },
    /// `option … type …`.
    Option(OptionDecl),
    /// `ucciok`.
    UcciOk,
    /// `readyok`.
    ReadyOk,
    /// `info …`, progress of a search.
    Info(Info),
    /// `info message …`, for people.
    Message(String),
    /// `bestmove …`: the search has ended.
    BestMove {
        /// The move.
        best: String,
        /// The reply expected.
        ponder: Option<String>,
        /// A draw is offered or accepted.
        draw: bool,
        /// The engine resigns.
        resign: bool,
    },
    /// `nobestmove`: the search has ended without one.
    NoBestMove,
    /// `pophash …`: the entry of the table for a probed position.
    PopHash {
        /// The best move there.
        best: Option<String>,
        /// A lower bound of the score, and its depth.
        lower: Option<(i32, u32)>,
        /// An upper bound of the score, and its depth.
        upper: Option<(i32, u32)>,
    },
    /// `bye`: the engine is about to exit.
    Bye,
}

/// Progress of a search; every part may be missing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// Since the search began.
    pub time: Option<Duration>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Plies.
    pub depth: Option<u32>,
    /// For the side to move, in hundredths of a light piece.
    pub score: Option<i32>,
    /// The root move being searched.
    pub currmove: Option<String>,
    /// The line.
    pub pv: Vec<String>,
}

impl Answer {
    /// Reads a line of an engine. `None` when it is no answer of this protocol: a manager must
    /// ignore such lines.
    ///
    /// # Errors
    /// When the answer is known but its words are invalid.
    ///
    /// ```
    /// use protocol::ucci::Answer;
    /// assert_eq!(Answer::parse("nobestmove").unwrap(), Some(Answer::NoBestMove));
    /// assert_eq!(Answer::parse("segmentation fault").unwrap(), None);
    /// ```
    pub fn parse(line: &str) -> Result<Option<Self>, LineError> {
        let mut words = Words::new(line);
        let answer = match words.take() {
            Some("id") => {
                let field = words.need("name, author, copyright or user")?.to_owned();
                Self::Id { field, text: words.rest_text() }
            }
            Some("option") => {
                let name = words.need("the option's name")?.to_owned();
                Self::Option(OptionDecl::read(name, &mut words)?)
            }
            Some("ucciok") => Self::UcciOk,
            Some("readyok") => Self::ReadyOk,
            Some("info") if words.eat("message") => Self::Message(words.rest_text()),
            Some("info") => Self::Info(Info::read(&mut words)),
            Some("bestmove") => read_best(&mut words)?,
            Some("nobestmove") => Self::NoBestMove,
            Some("pophash") => read_pophash(&mut words)?,
            Some("bye") => Self::Bye,
            _ => return Ok(None),
        };
        Ok(Some(answer))
    }
}

fn read_best(words: &mut Words<'_>) -> Result<Answer, LineError> {
    let best = words.need("a move")?.to_owned();
    let (mut ponder, mut draw, mut resign) = (None, false, false);
    while let Some(word) = words.take() {
        match word {
            "ponder" => ponder = words.take().map(str::to_owned),
            "draw" => draw = true,
            "resign" => resign = true,
            _ => {}
        }
    }
    Ok(Answer::BestMove { best, ponder, draw, resign })
}

fn read_pophash(words: &mut Words<'_>) -> Result<Answer, LineError> {
    let (mut best, mut lower, mut upper) = (None, None, None);
    while let Some(word) = words.take() {
        match word {
            "bestmove" => best = Some(words.need("a move")?.to_owned()),
            "lowerbound" => lower = Some(read_bound(words, word)?),
            "upperbound" => upper = Some(read_bound(words, word)?),
            other => return Err(words.wrong(other, "bestmove, lowerbound or upperbound")),
        }
    }
    Ok(Answer::PopHash { best, lower, upper })
}

fn read_bound(words: &mut Words<'_>, key: &str) -> Result<(i32, u32), LineError> {
    let score = words.number(key)?;
    let word = words.need("depth")?;
    if word != "depth" {
        return Err(words.wrong(word, "depth"));
    }
    Ok((score, words.number("depth")?))
}

impl Info {
    /// Reads progress; unreadable numbers count as absent.
    fn read(words: &mut Words<'_>) -> Self {
        let mut info = Self::default();
        while let Some(key) = words.take() {
            match key {
                "time" => info.time = words.millis(key).ok(),
                "nodes" => info.nodes = words.number(key).ok(),
                "depth" => info.depth = words.number(key).ok(),
                "score" => {
                    // Some engines write UCI's `cp` here.
                    words.eat("cp");
                    info.score = words.number(key).ok();
                }
                "currmove" => info.currmove = words.take().map(str::to_owned),
                "pv" => info.pv = words.rest().iter().map(|&w| w.to_owned()).collect(),
                _ => {}
            }
        }
        info
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Id { field, text } => write!(f, "id {field} {text}"),
            Self::Option(option) => write!(f, "option {} type {}", option.name, option.kind),
            Self::UcciOk => f.write_str("ucciok"),
            Self::ReadyOk => f.write_str("readyok"),
            Self::Info(info) => write!(f, "info{info}"),
            Self::Message(text) => write!(f, "info message {text}"),
            Self::BestMove { best, ponder, draw, resign } => {
                write!(f, "bestmove {best}")?;
                write_pair(f, "ponder", ponder.as_deref())?;
                f.write_str(if *draw { " draw" } else { "" })?;
                f.write_str(if *resign { " resign" } else { "" })
            }
            Self::NoBestMove => f.write_str("nobestmove"),
            Self::PopHash { best, lower, upper } => {
                f.write_str("pophash")?;
                write_pair(f, "bestmove", best.as_deref())?;
                for (name, bound) in [("lowerbound", lower), ("upperbound", upper)] {
                    if let Some((score, depth)) = bound {
                        write!(f, " {name} {score} depth {depth}")?;
                    }
                }
                Ok(())
            }
            Self::Bye => f.write_str("bye"),
        }
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_pair(f, "time", self.time.map(|t| t.as_millis()))?;
        write_pair(f, "nodes", self.nodes)?;
        write_pair(f, "depth", self.depth)?;
        write_pair(f, "score", self.score)?;
        write_pair(f, "currmove", self.currmove.as_deref())?;
        if !self.pv.is_empty() {
            f.write_str(" pv")?;
            write_words(f, &self.pv)?;
        }
        Ok(())
    }
}
