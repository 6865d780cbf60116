//! What a new study is made of.

use crate::new_game::check_text;
use crate::refused::Refused;
use crate::study::{MainLine, OpenStudy, StoredEdit, head};
use engine::Session;
use games::files;
use hall::study::{Edit, FollowedMove, NewNode, Setup, Study};
use hall::{Moment, PersonId};
use records::Record;
use serde::Serialize;
use std::collections::BTreeMap;
use wire::Game;

/// The event of a game of this hall in its files.
pub const EVENT: &str = "Yiqi";

/// A study that is not stored yet.
#[derive(Debug, Serialize)]
pub struct UnsavedStudy {
    /// What it begins with, as JSON.
    pub setup: String,
    /// The id of the game that it is made of.
    pub game: Option<String>,
    /// Its edits, as JSON.
    pub edits: Vec<String>,
    /// What lists show of it.
    pub head: String,
}

impl UnsavedStudy {
    fn new(setup: Setup, root: Box<dyn Session>, edits: &[Edit]) -> Result<Self, Refused> {
        let written = |error| Refused::failed("a study as JSON", &error);
        let json = serde_json::to_string(&setup).map_err(written)?;
        let (game, result) = (setup.game.clone(), setup.result);
        let mut study = Study::new(setup, root);
        for edit in edits {
            study.apply(edit)?;
        }
        Ok(Self {
            setup: json,
            game,
            edits: edits
                .iter()
                .map(serde_json::to_string)
                .collect::<Result<_, _>>()
                .map_err(written)?,
            head: head(&mut study, result),
        })
    }
}

impl UnsavedStudy {
    /// The same, made by this person.
    ///
    /// # Errors
    /// Never where it can be read.
    pub fn made_by(mut self, maker: Option<PersonId>) -> Result<Self, Refused> {
        if maker.is_some() {
            let failed = |error| Refused::failed("a study as JSON", &error);
            let setup: Setup = serde_json::from_str(&self.setup).map_err(failed)?;
            self.setup = serde_json::to_string(&Setup { maker, ..setup }).map_err(failed)?;
        }
        Ok(self)
    }
}

/// A study as another hall has stored it, of whoever takes it over, and its main line. `game`: the game of this hall that it
/// belongs to.
///
/// # Errors
/// When it cannot be read.
pub fn study_of_stored(
    setup: &str,
    edits: Vec<String>,
    maker: Option<PersonId>,
    game: Option<String>,
) -> Result<(UnsavedStudy, MainLine), String> {
    let setup: Setup = serde_json::from_str(setup).map_err(|error| error.to_string())?;
    let setup = Setup { maker, game: game.clone(), ..setup };
    let setup = serde_json::to_string(&setup).map_err(|error| error.to_string())?;
    let log = edits.iter().map(|body| StoredEdit { request: None, body: body.clone() }).collect();
    let version = edits.len() as u64;
    let mut open = OpenStudy::replay(&setup, log, version, Moment(0), Moment(0))?;
    let line = open.main_line().map_err(|refused| refused.problem.message)?;
    let head = head(&mut open.study, open.result);
    Ok((UnsavedStudy { setup, game, edits, head }, line))
}

/// A study of a game of the hall, which began at this date (`2026-11-26`).
///
/// # Errors
/// When the game cannot be played.
pub fn study_of_game(game: &Game, date: Option<&str>) -> Result<UnsavedStudy, Refused> {
    let root = games::new_session(&game.variant, Some(&game.rules), Some(&game.start))?;
    let moves: Vec<FollowedMove> = game
        .moves
        .iter()
        .map(|played| FollowedMove { text: played.text.clone(), time_ms: played.time_ms })
        .collect();
    let edits = if moves.is_empty() { Vec::new() } else { vec![Edit::Follow { node: 0, moves }] };
    let date = date.unwrap_or("????-??-??").replace('-', ".");
    let tag = |name: &str, value: String| (name.to_owned(), value);
    let setup = Setup {
        players: game.players.clone().map(|player| match player {
            wire::Player::Person { name, .. } => name,
            wire::Player::Machine { preset: Some(preset), .. } => preset,
            wire::Player::Machine { level, .. } => format!("Yiqi level {level}"),
        }),
        tags: vec![tag("Event", EVENT.to_owned()), tag("Date", date)],
        result: game.end.as_ref().and_then(|end| end.outcome),
        game: Some(game.id.clone()),
        given: u32::try_from(edits.len()).unwrap_or(0),
        ..Setup::of(root.as_ref())
    };
    UnsavedStudy::new(setup, root, &edits)
}

/// A study of a position with moves from it.
///
/// # Errors
/// Names what is not possible.
pub fn study_of_position(
    variant: &str,
    rules: Option<&str>,
    position: Option<&str>,
    moves: &[String],
    title: &str,
) -> Result<UnsavedStudy, Refused> {
    check_text("title", title)?;
    if title.chars().count() > hall::study::limits::TITLE {
        let message = format!("title: at most {} characters", hall::study::limits::TITLE);
        return Err(Refused::impossible("bad-study", message));
    }
    let root = games::new_session(variant, rules, position)?;
    let mut study = Study::new(Setup::of(root.as_ref()), root.fork());
    let (edit, _) = study.line(0, moves)?;
    let setup = Setup {
        title: title.trim().to_owned(),
        given: u32::from(edit.is_some()),
        ..Setup::of(root.as_ref())
    };
    UnsavedStudy::new(setup, root, edit.as_slice())
}

/// The game of the hall that was made of a file: its id, and its rule set.
#[derive(Copy, Clone, Debug)]
pub struct GameOfFile<'a> {
    /// Its id.
    pub id: &'a str,
    /// Its rule set.
    pub rules: &'a str,
}

/// A study of a game of a file; `game` is the one of the hall that was made of it, if one was.
///
/// # Errors
/// When its moves are not possible.
pub fn study_of_record(
    record: &Record,
    game: Option<GameOfFile<'_>>,
) -> Result<UnsavedStudy, Refused> {
    let start = record.start.as_deref();
    let root = match game {
        Some(game) => games::new_session(record.variant, Some(game.rules), start)?,
        None => games::new_session(record.variant, rules_of(record), start)?,
    };
    let clean = |text: &str| text.split('\n').map(hall::text::shown).collect::<Vec<_>>().join("\n");
    let names = files::players(record).map(|name| clean(name.unwrap_or_default().trim()));
    let players = names.map(|name| if name == "?" { String::new() } else { name });
    let (setup, edits) = hall::study::from_record(record, root.as_ref(), players, &clean)?;
    let event = setup.tags.iter().find(|(name, _)| name == "Event");
    let event = event.map(|(_, value)| value.trim()).filter(|value| !value.is_empty());
    // Our own files name no other event: their study is called by its players.
    let title = event.filter(|event| !matches!(*event, "?" | EVENT)).unwrap_or_default();
    let title = title.chars().take(hall::study::limits::TITLE).collect();
    let game = game.map(|game| game.id.to_owned());
    UnsavedStudy::new(Setup { title, game, ..setup }, root, &edits)
}

/// The rules that a file names: those of a game that was played here are in its file.
#[must_use]
pub fn rules_of(record: &Record) -> Option<&str> {
    let start = record.start.as_deref();
    let rules = record.tags.get("Rules");
    rules.filter(|rules| games::new_session(record.variant, Some(rules), start).is_ok())
}

/// A study that was exported as JSON. Its numbers of nodes are new, its review and its tie to a game of the hall are not
/// taken over.
///
/// # Errors
/// Names what is not possible.
pub fn study_of_export(export: wire::ShownStudy) -> Result<UnsavedStudy, Refused> {
    let bad = |message: String| Refused::impossible("bad-study", message);
    let root = games::new_session(&export.variant, Some(&export.rules), Some(&export.start))?;
    if export.nodes.len() > hall::study::limits::NODES {
        return Err(bad(format!("nodes: at most {}", hall::study::limits::NODES)));
    }
    let clean = |text: &str| text.split('\n').map(hall::text::shown).collect::<Vec<_>>().join("\n");
    let mut nodes: BTreeMap<u32, wire::StudyNode> =
        export.nodes.into_iter().map(|node| (node.id, node)).collect();
    let first = nodes.remove(&0).ok_or_else(|| bad("nodes: there is no root".to_owned()))?;
    let mut edits = Vec::new();
    let mut noted = vec![(0, first.comment.clone(), first.shapes.clone(), first.collapsed)];
    let mut added = Vec::new();
    // The number that a parent got here, and its children there; the last are added first.
    let mut left: Vec<(u32, u32)> = first.children.iter().rev().map(|id| (0, *id)).collect();
    while let Some((parent, id)) = left.pop() {
        // A node that is named twice would be a circle.
        let node = nodes.remove(&id).ok_or_else(|| bad(format!("nodes: {id} is missing")))?;
        let played = node.played.ok_or_else(|| bad(format!("nodes: {id} has no move")))?;
        let evaluation =
            node.evaluation.as_ref().map(super::commands::evaluation_of).transpose()?;
        added.push(NewNode {
            parent,
            text: played.text,
            comment: clean(&node.comment),
            glyphs: node.glyphs,
            shapes: node.shapes.clone(),
            evaluation,
            time_ms: played.time_ms,
            ..NewNode::default()
        });
        let own = u32::try_from(added.len()).unwrap_or(u32::MAX);
        noted.push((own, String::new(), Vec::new(), node.collapsed));
        left.extend(node.children.iter().rev().map(|child| (own, *child)));
    }
    if !added.is_empty() {
        edits.push(Edit::Add { nodes: added });
    }
    for (node, comment, shapes, collapsed) in noted {
        if !comment.is_empty() {
            edits.push(Edit::Comment { node, text: clean(&comment) });
        }
        if !shapes.is_empty() {
            edits.push(Edit::Shapes { node, shapes });
        }
        if collapsed {
            edits.push(Edit::Collapse { node, collapsed });
        }
    }
    let title: String =
        hall::text::shown(&export.title).chars().take(hall::study::limits::TITLE).collect();
    let setup = Setup {
        title,
        players: export.players.map(|name| hall::text::shown(&name)),
        tags: export.tags.into_iter().map(|(name, value)| (name, clean(&value))).collect(),
        result: export.result,
        given: u32::try_from(edits.len()).unwrap_or(0),
        ..Setup::of(root.as_ref())
    };
    UnsavedStudy::new(setup, root, &edits)
}
