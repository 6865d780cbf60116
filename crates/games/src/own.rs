//! The hall's own JSON: a study with everything in it, and a game as `GET /api/games/{id}` has it. It is only read.

use crate::{new_session, push_with_pass};
use records::{
    Branch, Format, GameError, GamesPerFile, Node, Notices, ReadError, ReadErrorKind, Record, Tags,
    text,
};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::Read;

/// A study or a game of a hall as JSON.
pub const JSON: Format = Format {
    shows,
    holding: GamesPerFile::One,
    is_written: false,
    ..Format::plain("json", "study or game of a hall")
};

/// The greatest size of a file that is read.
const MAX_FILE: u64 = 1 << 26;
/// How deep variations may be nested.
const MAX_DEPTH: usize = 500;

fn shows(head: &[u8]) -> u8 {
    let text = String::from_utf8_lossy(head);
    let text = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    let is_ours = ["\"variant\"", "\"version\""].iter().all(|key| text.contains(key));
    if text.starts_with('{') && is_ours { 3 } else { 0 }
}

/// The game of such a file, and notices of what it has no place for.
pub(crate) fn read(source: impl Read) -> Vec<Result<Record, GameError>> {
    let error = |kind| GameError { game: 1, error: ReadError { line: 1, column: 1, kind } };
    let mut bytes = Vec::new();
    if let Err(failure) = source.take(MAX_FILE).read_to_end(&mut bytes) {
        return vec![Err(error(ReadErrorKind::Io(failure.to_string())))];
    }
    let value: Value = match serde_json::from_str(&text::decode(&bytes)) {
        Ok(value) => value,
        Err(wrong) => {
            let (line, column) = (place(wrong.line()), place(wrong.column()));
            let kind = ReadErrorKind::Unknown(format!("not JSON: {wrong}"));
            return vec![Err(GameError { game: 1, error: ReadError { line, column, kind } })];
        }
    };
    let mut notices = Notices::default();
    match record(&value, &mut notices) {
        Ok(record) => {
            let notices = notices.into_errors().into_iter();
            let told = notices.map(|error| Err(GameError { game: 1, error }));
            std::iter::once(Ok(record)).chain(told).collect()
        }
        Err(kind) => vec![Err(error(kind))],
    }
}

fn place(number: usize) -> u32 {
    u32::try_from(number.max(1)).unwrap_or(u32::MAX)
}

fn word<'v>(value: &'v Value, key: &str) -> &'v str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

fn record(value: &Value, notices: &mut Notices) -> Result<Record, ReadErrorKind> {
    let unknown = |why: String| ReadErrorKind::Unknown(why);
    let name = word(value, "variant");
    let variant = crate::find_variant(name).map_err(|error| unknown(error.to_string()))?;
    let start = Some(word(value, "start")).filter(|text| !text.is_empty());
    let session = new_session(variant.id, None, start)
        .map_err(|error| ReadErrorKind::Position(error.to_string()))?;
    let mut tags = Tags::default();
    for (tag, text) in value.get("tags").and_then(Value::as_object).into_iter().flatten() {
        tags.set(tag, text.as_str().unwrap_or_default());
    }
    let players = value.get("players").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    for (tag, player) in variant.sides.into_iter().zip(players) {
        let name = player.as_str().unwrap_or_else(|| word(player, "name"));
        if !name.is_empty() {
            tags.set(tag, name);
        }
    }
    let title = word(value, "title");
    if !title.is_empty() && tags.get("Event").is_none_or(|event| event == "?") {
        tags.set("Event", title);
    }
    let told = value.get("end").map_or("", |end| word(end, "outcome"));
    let told = if told == "1/2" { "1/2-1/2" } else { told };
    let told = if told.is_empty() { word(value, "result") } else { told };
    let line = match value.get("nodes").and_then(Value::as_array) {
        Some(nodes) => Nodes::of(nodes).tree(notices)?,
        None => game(value),
    };
    let usual = new_session(variant.id, None, None).map(|session| session.start_text()).ok();
    let start = Some(session.start_text()).filter(|text| Some(text) != usual.as_ref());
    let mut scratch = session;
    for (node, ply) in line.moves.iter().zip(1..) {
        let played = push_with_pass(&mut *scratch, &node.mv);
        played.map_err(|error| ReadErrorKind::Move { ply, why: error.to_string() })?;
    }
    if value.get("review").is_some_and(|review| !review.is_null()) {
        notices.add((1, 1), "reviews", "review");
    }
    Ok(Record { variant: variant.id, tags, start, line, result: text::result(told).flatten() })
}

/// The moves of a game.
fn game(value: &Value) -> Branch<String> {
    let moves = value.get("moves").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let moves = moves.iter().map(|m| Node::new(word(m, "text").to_owned()));
    Branch { comments: Vec::new(), moves: moves.collect() }
}

/// The nodes of a study that are not in the tree yet, by their numbers.
struct Nodes<'v>(BTreeMap<u64, &'v Value>);

impl<'v> Nodes<'v> {
    fn of(nodes: &'v [Value]) -> Self {
        let number = |node: &Value| node.get("id").and_then(Value::as_u64);
        Self(nodes.iter().filter_map(|node| Some((number(node)?, node))).collect())
    }

    fn tree(&mut self, notices: &mut Notices) -> Result<Branch<String>, ReadErrorKind> {
        let root = self.take(0)?;
        let comments = said(root, notices);
        let moves = self.line(root, 0, notices)?;
        Ok(Branch { comments, moves })
    }

    /// A node, once: a node that is named twice would be a circle.
    fn take(&mut self, id: u64) -> Result<&'v Value, ReadErrorKind> {
        let missing = || ReadErrorKind::Unknown(format!("the node {id} is missing"));
        self.0.remove(&id).ok_or_else(missing)
    }

    /// The moves after a node.
    fn line(
        &mut self,
        from: &'v Value,
        depth: usize,
        notices: &mut Notices,
    ) -> Result<Vec<Node<String>>, ReadErrorKind> {
        if depth > MAX_DEPTH {
            return Err(ReadErrorKind::TooDeep(MAX_DEPTH));
        }
        let mut moves = Vec::new();
        let mut now = from;
        loop {
            let children = now.get("children").and_then(Value::as_array);
            let mut children = children.into_iter().flatten().filter_map(Value::as_u64);
            let Some(main) = children.next() else { return Ok(moves) };
            let main = self.take(main)?;
            let mut node = played(main, notices)?;
            for other in children {
                let other = self.take(other)?;
                let mut side = vec![played(other, notices)?];
                side.extend(self.line(other, depth + 1, notices)?);
                node.variations.push(Branch { comments: Vec::new(), moves: side });
            }
            moves.push(node);
            now = main;
        }
    }
}

/// The move of a node with what is written there.
fn played(value: &Value, notices: &mut Notices) -> Result<Node<String>, ReadErrorKind> {
    let text = value.get("played").map_or("", |played| word(played, "text"));
    if text.is_empty() {
        let id = value.get("id").and_then(Value::as_u64).unwrap_or_default();
        return Err(ReadErrorKind::Unknown(format!("the node {id} has no move")));
    }
    let glyphs = value.get("glyphs").and_then(Value::as_array).into_iter().flatten();
    let nags = glyphs.filter_map(Value::as_u64).filter_map(|nag| u16::try_from(nag).ok());
    Ok(Node {
        mv: text.to_owned(),
        nags: nags.collect(),
        comments: said(value, notices),
        variations: Vec::new(),
    })
}

/// The comment of a node. Drawings and evaluations are counted.
fn said(value: &Value, notices: &mut Notices) -> Vec<String> {
    for shape in value.get("shapes").and_then(Value::as_array).into_iter().flatten() {
        notices.add((1, 1), "marks", &shape.to_string());
    }
    if let Some(evaluation) = value.get("evaluation").filter(|evaluation| !evaluation.is_null()) {
        notices.add((1, 1), "evaluations", &evaluation.to_string());
    }
    let comment = word(value, "comment");
    Some(comment.to_owned()).filter(|text| !text.is_empty()).into_iter().collect()
}
