use crate::record::{GameRecord, RecordedScore};
use records::xiangqi::{Notation, Xiangqi};
use records::{Dialect, Game, Node, pgn};
use thiserror::Error;

/// Why a game cannot be written as PGN.
#[derive(Debug, Error)]
pub enum PgnError {
    /// No file format is known for the variant.
    #[error("games of {0} cannot be written as PGN")]
    Variant(String),
    /// The record contradicts itself.
    #[error("game {id}: {why}")]
    Record {
        /// The game's number.
        id: u32,
        /// What is wrong.
        why: String,
    },
}

/// A game as PGN text, each move with its score, depth and time as a comment.
///
/// # Errors
/// When the variant has no such format or the record contradicts itself.
pub fn to_pgn(record: &GameRecord) -> Result<String, PgnError> {
    match record.variant.as_str() {
        "xiangqi" => write(record, &Xiangqi::new(Notation::Iccs)),
        other => Err(PgnError::Variant(other.to_owned())),
    }
}

fn write<D: Dialect>(record: &GameRecord, dialect: &D) -> Result<String, PgnError> {
    use game::{Position, Silent};
    let wrong = |why| PgnError::Record { id: record.plan.id, why };
    let start = dialect.read_position(&record.start).map_err(wrong)?;
    let mut game = Game::new(start);
    game.tags.set("Event", "yiqi match");
    game.tags.set("Round", &(record.plan.pair() + 1).to_string());
    for (side, name) in dialect.player_tags().into_iter().zip(&record.names) {
        game.tags.set(side, name);
    }
    for (tag, time) in ["FirstTimeControl", "SecondTimeControl"].into_iter().zip(&record.times) {
        game.tags.set(tag, time);
    }
    game.tags.set("Rules", &record.rules);
    game.tags.set("Termination", &termination(record));
    game.result = Some(record.outcome);
    let mut now = game.start.clone();
    for played in &record.moves {
        let mv = dialect.read_move(&now, &played.text).map_err(wrong)?;
        now.make(mv, &mut Silent);
        let mut node = Node::new(mv);
        let mut comment = Vec::new();
        if let Some(score) = played.score {
            comment.push(match score {
                RecordedScore::Cp(cp) => format!("{:+.2}", f64::from(cp) / 100.0),
                RecordedScore::Mate(moves) => format!("{}M{}", sign(moves), moves.unsigned_abs()),
            });
        }
        comment.extend(played.depth.map(|depth| format!("d{depth}")));
        comment.extend(played.time_ms.map(|ms| format!("{ms}ms")));
        if !comment.is_empty() {
            node.comments.push(comment.join(" "));
        }
        game.line.moves.push(node);
    }
    Ok(pgn::to_string(&game, dialect))
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
