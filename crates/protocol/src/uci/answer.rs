use crate::words::{Words, write_pair, write_words};
use crate::{Bound, LineError, OptionDecl, Score};
use std::fmt;
use std::time::Duration;

/// An answer of an engine to its manager.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// `id name …`.
    IdName(String),
    /// `id author …`.
    IdAuthor(String),
    /// `option name … type …`.
    Option(OptionDecl),
    /// `uciok`.
    UciOk,
    /// `readyok`.
    ReadyOk,
    /// `info …`, progress of a search.
    Info(Info),
    /// `info string …`, for people.
    Text(String),
    /// `bestmove …`: the search has ended.
    BestMove {
        /// The move; `None` when there is no legal one (`bestmove (none)`).
        best: Option<String>,
        /// The reply expected.
        ponder: Option<String>,
    },
}

/// Progress of a search; every part may be missing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// Plies.
    pub depth: Option<u32>,
    /// The greatest depth reached.
    pub seldepth: Option<u32>,
    /// Which line, from 1.
    pub multipv: Option<u32>,
    /// The score and whether it is a bound.
    pub score: Option<(Score, Bound)>,
    /// Win, draw and loss chances in per mille.
    pub wdl: Option<[u16; 3]>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Nodes per second.
    pub nps: Option<u64>,
    /// Fill of the table in per mille.
    pub hashfull: Option<u16>,
    /// Hits in endgame tables.
    pub tbhits: Option<u64>,
    /// Since the search began.
    pub time: Option<Duration>,
    /// The root move being searched.
    pub currmove: Option<String>,
    /// Its number, from 1.
    pub currmovenumber: Option<u32>,
    /// The line.
    pub pv: Vec<String>,
}

impl Answer {
    /// Reads a line of an engine. `None` when it is no answer of this protocol: a manager must
    /// ignore banners, debugging output and blank lines.
    ///
    /// # Errors
    /// When the answer is known but its words are invalid.
    ///
    /// ```
    /// use protocol::uci::Answer;
    /// assert_eq!(Answer::parse("Welcome to Engine 3").unwrap(), None);
    /// assert_eq!(Answer::parse("readyok").unwrap(), Some(Answer::ReadyOk));
    /// ```
    pub fn parse(line: &str) -> Result<Option<Self>, LineError> {
        let mut words = Words::new(line);
        let answer = match words.take() {
            Some("id") => match words.need("name or author")? {
                "name" => Self::IdName(words.rest_text()),
                "author" => Self::IdAuthor(words.rest_text()),
                // Other fields are ignored.
                _ => return Ok(None),
            },
            Some("option") => {
                if !words.eat("name") {
                    let expected = "name";
                    let found = words.need(expected)?;
                    return Err(words.wrong(found, expected));
                }
                let name = words.text_until(&["type"]);
                Self::Option(OptionDecl::read(name, &mut words)?)
            }
            Some("uciok") => Self::UciOk,
            Some("readyok") => Self::ReadyOk,
            Some("info") if words.eat("string") => Self::Text(words.rest_text()),
            Some("info") => Self::Info(Info::read(&mut words)),
            Some("bestmove") => {
                let best = words.need("a move or (none)")?;
                let best = (best != "(none)").then(|| best.to_owned());
                let ponder = words.eat("ponder").then(|| words.take()).flatten();
                let ponder = ponder.filter(|&m| m != "(none)").map(str::to_owned);
                Self::BestMove { best, ponder }
            }
            _ => return Ok(None),
        };
        Ok(Some(answer))
    }
}

impl Info {
    /// Reads progress. Unreadable numbers count as absent: one invalid word in a report must not
    /// lose the rest of it.
    fn read(words: &mut Words<'_>) -> Self {
        let mut info = Self::default();
        while let Some(key) = words.take() {
            match key {
                "depth" => info.depth = words.number(key).ok(),
                "seldepth" => info.seldepth = words.number(key).ok(),
                "multipv" => info.multipv = words.number(key).ok(),
                "score" => info.score = read_score(words),
                "wdl" => info.wdl = read_wdl(words),
                "nodes" => info.nodes = words.number(key).ok(),
                "nps" => info.nps = words.number(key).ok(),
                "hashfull" => info.hashfull = words.number(key).ok(),
                "tbhits" => info.tbhits = words.number(key).ok(),
                "time" => info.time = words.millis(key).ok(),
                "currmove" => info.currmove = words.take().map(str::to_owned),
                "currmovenumber" => info.currmovenumber = words.number(key).ok(),
                "pv" => info.pv = words.rest().iter().map(|&w| w.to_owned()).collect(),
                // The line ends in text for people.
                "string" => words.rest().iter().for_each(|_| ()),
                _ => {}
            }
        }
        info
    }
}

fn read_score(words: &mut Words<'_>) -> Option<(Score, Bound)> {
    let score = match words.take()? {
        "cp" => Score::Cp(words.number("cp").ok()?),
        "mate" => Score::Mate(words.number("mate").ok()?),
        _ => return None,
    };
    let bound = if words.eat("lowerbound") {
        Bound::Lower
    } else if words.eat("upperbound") {
        Bound::Upper
    } else {
        Bound::Exact
    };
    Some((score, bound))
}

fn read_wdl(words: &mut Words<'_>) -> Option<[u16; 3]> {
    let mut next = || words.number("wdl").ok();
    Some([next()?, next()?, next()?])
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::IdName(name) => write!(f, "id name {name}"),
            Self::IdAuthor(author) => write!(f, "id author {author}"),
            Self::Option(option) => write!(f, "option name {} type {}", option.name, option.kind),
            Self::UciOk => f.write_str("uciok"),
            Self::ReadyOk => f.write_str("readyok"),
            Self::Info(info) => write!(f, "info{info}"),
            Self::Text(text) => write!(f, "info string {text}"),
            Self::BestMove { best, ponder } => {
                write!(f, "bestmove {}", best.as_deref().unwrap_or("(none)"))?;
                write_pair(f, "ponder", ponder.as_deref())
            }
        }
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_pair(f, "depth", self.depth)?;
        write_pair(f, "seldepth", self.seldepth)?;
        write_pair(f, "multipv", self.multipv)?;
        if let Some((score, bound)) = self.score {
            match score {
                Score::Cp(cp) => write!(f, " score cp {cp}")?,
                Score::Mate(moves) => write!(f, " score mate {moves}")?,
            }
            f.write_str(match bound {
                Bound::Exact => "",
                Bound::Lower => " lowerbound",
                Bound::Upper => " upperbound",
            })?;
        }
        if let Some([win, draw, loss]) = self.wdl {
            write!(f, " wdl {win} {draw} {loss}")?;
        }
        write_pair(f, "nodes", self.nodes)?;
        write_pair(f, "nps", self.nps)?;
        write_pair(f, "hashfull", self.hashfull)?;
        write_pair(f, "tbhits", self.tbhits)?;
        write_pair(f, "time", self.time.map(|t| t.as_millis()))?;
        write_pair(f, "currmove", self.currmove.as_deref())?;
        write_pair(f, "currmovenumber", self.currmovenumber)?;
        if !self.pv.is_empty() {
            f.write_str(" pv")?;
            write_words(f, &self.pv)?;
        }
        Ok(())
    }
}
