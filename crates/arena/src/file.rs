use crate::record::{GameRecord, MoveRecord};
use engine::OpenError;
use engine::Score;
use games::files::{self, format_of_path};
use records::{Branch, Format, Node, Record, Tags};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why games cannot be written to a file.
#[derive(Debug, Error)]
pub enum FileError {
    /// The variant is unknown.
    #[error(transparent)]
    Variant(#[from] OpenError),
    /// The file's ending names no format of such games.
    #[error("{path}: games of {variant} are kept in files that end with {known}", path = .path.display())]
    Ending {
        /// The file.
        path: PathBuf,
        /// The variant's id.
        variant: String,
        /// The endings of the formats for it.
        known: String,
    },
    /// The record contradicts itself.
    #[error("game {id}: {why}")]
    Record {
        /// The game's number.
        id: u32,
        /// What is wrong.
        why: String,
    },
}

/// The format of a file with this name for games of the variant. If the variant has only one format, the
/// ending may be any that does not name another format.
///
/// # Errors
/// When the variant is unknown or the ending names another format.
///
/// ```
/// assert_eq!(arena::file_format("renju", "a.psq".as_ref())?.name, "psq");
/// assert_eq!(arena::file_format("draughts", "games.pgn".as_ref())?.name, "pdn");
/// let error = arena::file_format("gomoku", "a.pgn".as_ref()).unwrap_err().to_string();
/// assert_eq!(error, "a.pgn: games of gomoku are kept in files that end with .sgf or .psq");
/// # Ok::<(), arena::FileError>(())
/// ```
pub fn file_format(variant: &str, path: &Path) -> Result<Format, FileError> {
    let formats = archives(variant)?;
    match (formats, format_of_path(path)) {
        (_, Ok(format)) if formats.contains(&format) => Ok(format),
        ([only], Ok(other)) if only.borrows.contains(&other.name) => Ok(*only),
        ([only], Err(_)) => Ok(*only),
        _ => {
            let known: Vec<String> = formats.iter().map(|format| format!(".{format}")).collect();
            Err(FileError::Ending {
                path: path.to_owned(),
                variant: variant.to_owned(),
                known: known.join(" or "),
            })
        }
    }
}

/// The formats that hold many games of the variant in a file, the usual one first.
///
/// # Errors
/// When the variant is unknown.
pub fn archives(variant: &str) -> Result<&'static [Format], FileError> {
    Ok(games::REGISTRY.find(variant)?.0.files().archives())
}

/// A game as the text of a file of this format. Each move has its score, depth and time as a
/// comment, as far as the format knows them.
///
/// # Errors
/// When the format does not suit the game or the record contradicts itself.
pub fn to_text(record: &GameRecord, format: Format) -> Result<String, FileError> {
    let wrong = |why| FileError::Record { id: record.plan.id, why };
    let variant = games::find_variant(&record.variant)?;
    let mut file = Record {
        variant: variant.id,
        tags: Tags::default(),
        start: (record.start != variant.start).then(|| record.start.clone()),
        line: Branch::default(),
        result: Some(record.outcome),
    };
    let players = files::player_tags(variant.id);
    set_tags(record, &mut file.tags, players);
    for played in &record.moves {
        let mut node = Node::new(played.text.clone());
        match played.time_ms {
            Some(ms) if format.times_only => {
                node.comments.push(format!("[%emt {}.{:03}]", ms / 1000, ms % 1000));
            }
            _ => node.comments.extend(comment(played)),
        }
        file.line.moves.push(node);
    }
    let mut out = Vec::new();
    files::write(&mut out, &file, format, format.exchange_notation)
        .map_err(|error| wrong(error.to_string()))?;
    String::from_utf8(out).map_err(|error| wrong(error.to_string()))
}

fn set_tags(record: &GameRecord, tags: &mut Tags, players: [&str; 2]) {
    tags.set("Event", "yiqi match");
    tags.set("Round", &(record.plan.pair() + 1).to_string());
    for (side, name) in players.into_iter().zip(&record.names) {
        tags.set(side, name);
    }
    for (tag, time) in ["FirstTimeControl", "SecondTimeControl"].into_iter().zip(&record.times) {
        tags.set(tag, time);
    }
    tags.set("Rules", &record.rules);
    tags.set("Termination", &termination(record));
}

/// The score, the depth and the time of a move.
fn comment(played: &MoveRecord) -> Option<String> {
    let mut comment = Vec::new();
    if let Some(score) = played.score {
        comment.push(match score {
            Score::Cp(cp) => format!("{:+.2}", f64::from(cp) / 100.0),
            Score::Mate(moves) => format!("{}M{}", sign(moves), moves.unsigned_abs()),
        });
    }
    comment.extend(played.depth.map(|depth| format!("d{depth}")));
    comment.extend(played.time_ms.map(|ms| format!("{ms}ms")));
    (!comment.is_empty()).then(|| comment.join(" "))
}

fn sign(number: i32) -> char {
    if number < 0 { '-' } else { '+' }
}

fn termination(record: &GameRecord) -> String {
    if record.detail.is_empty() {
        record.reason.clone()
    } else {
        format!("{}: {}", record.reason, record.detail)
    }
}
