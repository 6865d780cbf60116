use crate::record::GameRecord;
use crate::spec::{Kind, Match};
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::Path;
use thiserror::Error;

/// Why a log cannot be used.
#[derive(Debug, Error)]
pub enum LogError {
    /// The file cannot be read or written.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: String,
        /// Why.
        source: io::Error,
    },
    /// A line is not valid.
    #[error("{path}, line {line}: {source}")]
    Line {
        /// The file.
        path: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        source: serde_json::Error,
    },
    /// The log belongs to another match.
    #[error("{path} is the log of another match: its {what} differs")]
    Other {
        /// The file.
        path: String,
        /// What differs.
        what: &'static str,
    },
}

/// The first line: the conditions that must not change when a match is continued.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Header {
    variant: String,
    rules: Option<String>,
    /// Name, kind and time control of each contestant.
    contestants: Vec<[String; 3]>,
    openings: String,
    seed: u64,
}

/// The log of a match: a header, then one finished game in each line. The header is written with the first game, so that
/// a match whose contestants cannot play leaves nothing that binds the next one.
#[derive(Debug)]
pub(crate) struct Log {
    file: File,
    path: String,
    /// The header as long as it is not written.
    header: Option<Header>,
}

impl Log {
    /// Opens a new or an existing log and returns the games in it.
    ///
    /// An incomplete last line was being written when the match was interrupted; its game is played again.
    pub(crate) fn open(path: &Path, of: &Match) -> Result<(Self, Vec<GameRecord>), LogError> {
        let name = path.display().to_string();
        let trouble = |source| LogError::File { path: name.clone(), source };
        let mut file =
            OpenOptions::new().read(true).append(true).create(true).open(path).map_err(trouble)?;
        let header = Header::of(of);
        let (mut games, mut good, mut any) = (Vec::new(), 0, false);
        let mut reader = BufReader::new(&file);
        let mut text = String::new();
        for line in 1.. {
            text.clear();
            reader.read_line(&mut text).map_err(trouble)?;
            if !text.ends_with('\n') {
                break;
            }
            let wrong = |source| LogError::Line { path: name.clone(), line, source };
            if line == 1 {
                let found: Header = serde_json::from_str(&text).map_err(wrong)?;
                if let Some(what) = header.differs(&found) {
                    return Err(LogError::Other { path: name, what });
                }
                any = true;
            } else {
                games.push(serde_json::from_str(&text).map_err(wrong)?);
            }
            good += u64::try_from(text.len()).unwrap_or(0);
        }
        file.set_len(good).and_then(|()| file.seek(SeekFrom::End(0))).map_err(trouble)?;
        Ok((Self { file, path: name, header: (!any).then_some(header) }, games))
    }

    pub(crate) fn write_game(&mut self, game: &GameRecord) -> Result<(), LogError> {
        if let Some(header) = self.header.take() {
            self.write(&header)?;
        }
        self.write(game)
    }

    fn write(&mut self, value: &impl Serialize) -> Result<(), LogError> {
        let trouble = |source| LogError::File { path: self.path.clone(), source };
        let mut line = serde_json::to_string(value).map_err(|e| trouble(e.into()))?;
        line.push('\n');
        self.file.write_all(line.as_bytes()).map_err(trouble)
    }
}

impl Header {
    fn of(of: &Match) -> Self {
        let contestants = of.contestants.iter().map(|c| {
            let nature = match &c.kind {
                Kind::Builtin(spec) => format!("{spec:?}"),
                Kind::Build(spec) => format!("{spec:?}"),
                Kind::External(spec) => format!("{spec:?}"),
                Kind::Dxp(spec) => format!("{spec:?}"),
            };
            [c.name.clone(), nature, c.time.to_string()]
        });
        Self {
            variant: of.variant.clone(),
            rules: of.rules.clone(),
            contestants: contestants.collect(),
            openings: format!("{} openings, {:016x}", of.openings.len(), digest(of)),
            seed: of.seed,
        }
    }

    fn differs(&self, other: &Self) -> Option<&'static str> {
        [
            ("variant", self.variant == other.variant),
            ("rule set", self.rules == other.rules),
            ("list of contestants", self.contestants == other.contestants),
            ("list of openings", self.openings == other.openings),
            ("seed", self.seed == other.seed),
        ]
        .into_iter()
        .find_map(|(what, same)| (!same).then_some(what))
    }
}

/// FNV-1a over the openings: the same in every build, unlike the standard library's hashes.
fn digest(of: &Match) -> u64 {
    let text = of.openings.iter().map(|o| format!("{o:?}\n")).collect::<String>();
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
