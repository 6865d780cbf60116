use crate::record::{GameRecord, MoveRecord, RecordedScore};
use engine::Variant;
use records::xiangqi::{Notation, Xiangqi};
use records::{Branch, Dialect, Format, Game, Node, Record, Tags, files, pgn};
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

/// A game as PGN text, draughts as PDN, each move with its score, depth and time as a comment.
///
/// # Errors
/// When the variant has no such format or the record contradicts itself.
pub fn to_pgn(record: &GameRecord) -> Result<String, PgnError> {
    match engine::find_variant(&record.variant) {
        Ok(variant) if variant.id == "xiangqi" => write(record, &Xiangqi::new(Notation::Iccs)),
        Ok(variant) if variant.family == "draughts" => pdn(record, variant),
        _ => Err(PgnError::Variant(record.variant.clone())),
    }
}

/// A game of draughts: PDN, the portable notation of its family.
fn pdn(record: &GameRecord, variant: &'static Variant) -> Result<String, PgnError> {
    let wrong = |why| PgnError::Record { id: record.plan.id, why };
    let mut file = Record {
        variant: variant.id,
        size: None,
        tags: Tags::default(),
        start: (record.start != variant.start).then(|| record.start.clone()),
        line: Branch::default(),
        result: Some(record.outcome),
    };
    let players = file.player_tags();
    set_tags(record, &mut file.tags, players);
    for played in &record.moves {
        let mut node = Node::new(played.text.clone());
        node.comments.extend(comment(played));
        file.line.moves.push(node);
    }
    let mut out = Vec::new();
    files::write(&mut out, &file, Format::Pdn, None).map_err(|error| wrong(error.to_string()))?;
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

/// What the mover thought, how deep and how long.
fn comment(played: &MoveRecord) -> Option<String> {
    let mut comment = Vec::new();
    if let Some(score) = played.score {
        comment.push(match score {
            RecordedScore::Cp(cp) => format!("{:+.2}", f64::from(cp) / 100.0),
            RecordedScore::Mate(moves) => format!("{}M{}", sign(moves), moves.unsigned_abs()),
        });
    }
    comment.extend(played.depth.map(|depth| format!("d{depth}")));
    comment.extend(played.time_ms.map(|ms| format!("{ms}ms")));
    (!comment.is_empty()).then(|| comment.join(" "))
}

fn write<D: Dialect>(record: &GameRecord, dialect: &D) -> Result<String, PgnError> {
    use game::{Position, Silent};
    let wrong = |why| PgnError::Record { id: record.plan.id, why };
    let start = dialect.read_position(&record.start).map_err(wrong)?;
    let mut game = Game::new(start);
    set_tags(record, &mut game.tags, dialect.player_tags());
    game.result = Some(record.outcome);
    let mut now = game.start.clone();
    for played in &record.moves {
        let mv = dialect.read_move(&now, &played.text).map_err(wrong)?;
        now.make(mv, &mut Silent);
        let mut node = Node::new(mv);
        node.comments.extend(comment(played));
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
