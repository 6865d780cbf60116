//! What a client of the nodes writes down, one JSON text in a line: the only thing that the checker
//! reads.

use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::Path;
use std::time::Instant;
use wire::{Game, Side};

/// A moment: microseconds since the program began. All clients are in one process, so their moments
/// can be compared.
pub(crate) type Moment = u64;

/// One line of a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub(crate) enum Line {
    /// The client began this game; it was acknowledged.
    Begun { t: Moment, game: String, base_ms: u64, increment_ms: u64 },
    /// The client sent a move, for the first time or again.
    Invoked { t: Moment, game: String, request: String, ply: usize, text: String },
    /// The hall said that the move was played.
    Acknowledged { t: Moment, game: String, request: String, ply: usize, text: String },
    /// The hall refused the move.
    Refused { t: Moment, game: String, request: String, ply: usize, text: String, code: String },
    /// The hall sent the whole game; the first one on a connection is the answer to joining.
    State { t: Moment, game: String, node: usize, joined: bool, seen: Whole },
    /// The hall sent a move.
    Moved { t: Moment, game: String, seen: Step },
    /// The connection ended, or the hall did not answer in time; the last message came at `since`.
    Lost { t: Moment, game: String, node: usize, since: Moment, why: String },
    /// At the end, when all faults are over: the game as a node gives it to a reader.
    Final { t: Moment, game: String, node: usize, seen: Whole },
    /// The trial silenced a node from `t` to `to`: it stopped it, or cut it off from its database.
    Silenced { t: Moment, to: Moment },
    /// A reader asked a node for the game at the end, and got nothing.
    Missing { t: Moment, game: String, node: usize, why: String },
}

/// A game as a client sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Whole {
    pub(crate) version: u64,
    pub(crate) moves: Vec<String>,
    /// Who played the last move: 0 for the first side, 1 for the second; none if it moves again.
    pub(crate) last: Option<usize>,
    pub(crate) left_ms: [u64; 2],
    pub(crate) end: Option<String>,
}

/// One move as a client sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Step {
    pub(crate) version: u64,
    pub(crate) ply: usize,
    pub(crate) text: String,
    /// Who played it, as in `Whole::last`.
    pub(crate) side: Option<usize>,
    pub(crate) left_ms: [u64; 2],
    pub(crate) end: Option<String>,
}

/// The index of the side that moved, if its clock stands still now.
pub(crate) fn waits(mover: Side, turn: Side) -> Option<usize> {
    (mover != turn).then_some(match mover {
        Side::First => 0,
        Side::Second => 1,
    })
}

impl Whole {
    pub(crate) fn of(game: &Game) -> Self {
        Self {
            version: game.version,
            moves: game.moves.iter().map(|played| played.text.clone()).collect(),
            last: game.moves.last().and_then(|played| waits(played.side, game.turn)),
            left_ms: game.clock.left_ms,
            end: game.end.as_ref().map(|end| end.reason.clone()),
        }
    }
}

/// The record of one client.
#[derive(Debug)]
pub(crate) struct Record {
    file: BufWriter<File>,
    origin: Instant,
}

impl Record {
    pub(crate) fn create(folder: &Path, name: &str, origin: Instant) -> Self {
        let path = folder.join(format!("{name}.jsonl"));
        let file = File::create(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
        Self { file: BufWriter::new(file), origin }
    }

    pub(crate) fn now(&self) -> Moment {
        u64::try_from(self.origin.elapsed().as_micros()).unwrap()
    }

    pub(crate) fn write(&mut self, line: &Line) {
        serde_json::to_writer(&mut self.file, line).unwrap();
        self.file.write_all(b"\n").unwrap();
    }

    pub(crate) fn close(mut self) {
        self.file.flush().unwrap();
    }
}

/// Reads the records of all clients in a folder.
pub(crate) fn read(folder: &Path) -> Result<Vec<Vec<Line>>, String> {
    let mut all = Vec::new();
    let entries = std::fs::read_dir(folder).map_err(|why| why.to_string())?;
    let mut paths: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "jsonl"));
    paths.sort();
    for path in paths {
        let text = std::fs::read_to_string(&path).map_err(|why| why.to_string())?;
        let lines = text.lines().enumerate().map(|(i, line)| {
            serde_json::from_str(line)
                .map_err(|why| format!("{}, line {}: {why}", path.display(), i + 1))
        });
        all.push(lines.collect::<Result<Vec<Line>, String>>()?);
    }
    Ok(all)
}
