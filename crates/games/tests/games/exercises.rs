//! The exercises of the page's lessons (`web/src/lib/games/*/exercises/*.json`), judged by the real rules: each says what
//! its right moves do, and the moves that it accepts are exactly the legal ones that do it.
//!
//! With `YIQI_WRITE=1` the accepted moves are written into the files instead.

#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

mod goal;

use engine::{MarkKind, Session};
use game::Side;
use goal::{Goal, forbidden_points};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// How many exercises a course must have.
const LEAST: usize = 25;

/// One exercise at its beginning.
struct Exercise<'a> {
    id: &'a str,
    start: Box<dyn Session>,
    /// Plies that were played before it begins.
    before: usize,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/lib/games")
}

/// The files of all courses.
fn courses() -> Vec<PathBuf> {
    let mut found = Vec::new();
    for game in std::fs::read_dir(folder()).unwrap() {
        let Ok(files) = std::fs::read_dir(game.unwrap().path().join("exercises")) else { continue };
        let files = files.map(|file| file.unwrap().path());
        found.extend(files.filter(|file| file.extension().is_some_and(|end| end == "json")));
    }
    found.sort();
    found
}

fn strings(value: &Value) -> Vec<&str> {
    value.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

fn side(value: &Value) -> Side {
    if value.as_str() == Some("second") { Side::Second } else { Side::First }
}

/// The exercise's position: by its text or by its pieces, after the moves before it.
fn begin<'a>(variant: &str, exercise: &'a Value) -> Result<Exercise<'a>, String> {
    let id = exercise["id"].as_str().ok_or("an exercise has no id")?;
    let text = match exercise["position"].as_str() {
        Some(text) => text.to_owned(),
        None => {
            let mut placed = Vec::new();
            for group in exercise["pieces"].as_array().ok_or("neither position nor pieces")? {
                let [of, kind, at] = strings(group)[..] else { return Err("pieces".into()) };
                placed.extend(at.split(' ').map(|at| engine::PiecePlacement {
                    at: at.to_owned(),
                    side: side(&Value::from(of)),
                    kind: kind.to_owned(),
                }));
            }
            games::write_board(variant, &placed, side(&exercise["turn"]))
                .map_err(|error| format!("{id}: {error}"))?
        }
    };
    let mut start = games::new_session(variant, None, Some(&text))
        .map_err(|error| format!("{id}: {text}: {error}"))?;
    for text in strings(&exercise["before"]) {
        start.push(text).map_err(|error| format!("{id}: before: {error}"))?;
    }
    let before = start.moves().len();
    Ok(Exercise { id, start, before })
}

/// Whether somebody can try a move at the board: a legal one, a forbidden point, or one of the own pieces put elsewhere.
fn can_be_tried(session: &dyn Session, m: &str) -> bool {
    let board = session.board();
    let is_forbidden = |kind: &MarkKind| matches!(kind, MarkKind::Forbidden(_));
    let is_place = |to: &str| !to.is_empty() && board.names.iter().any(|name| name == to);
    session.legal_moves().iter().any(|legal| legal == m)
        || board.marks.iter().any(|mark| mark.at == m && is_forbidden(&mark.kind))
        || board.pieces.iter().any(|piece| {
            piece.side == session.side_to_move()
                && m.strip_prefix(piece.at.as_str()).is_some_and(is_place)
        })
}

/// What is wrong with one exercise; the accepted moves of each step are written into it, if they are wanted.
fn check(variant: &str, exercise: &mut Value, write: bool) -> Result<(), String> {
    let known =
        ["id", "variant", "position", "pieces", "turn", "before", "marks", "steps", "others"];
    for key in exercise.as_object().into_iter().flatten().map(|(key, _)| key) {
        if !known.contains(&key.as_str()) {
            return Err(format!("{}: unknown key {key}", exercise["id"]));
        }
    }
    let copy = exercise.clone();
    let variant = copy["variant"].as_str().unwrap_or(variant);
    let Exercise { id, start, before } = begin(variant, &copy)?;
    if start.verdict().is_some() {
        return Err(format!("{id}: the game is over"));
    }
    let mut reached = vec![start];
    let count = copy["steps"].as_array().map_or(0, Vec::len);
    let mut accepted = BTreeSet::new();
    let mut untried: BTreeSet<&str> = strings(&copy["others"]).into_iter().collect();
    for at in 0..count {
        let step = &copy["steps"][at];
        let goal = Goal::read(&step["goal"]).map_err(|error| format!("{id}: {error}"))?;
        let mut right = BTreeSet::new();
        let mut next: Vec<Box<dyn Session>> = Vec::new();
        for session in &reached {
            let legal = session.legal_moves();
            untried.retain(|m| !can_be_tried(session.as_ref(), m));
            let here: Vec<String> = match &goal.foul {
                Some(kind) => forbidden_points(session.as_ref(), kind),
                None => legal.iter().filter(|m| goal.met(session.as_ref(), m)).cloned().collect(),
            };
            if here.is_empty() {
                let played = session.moves()[before..].join(" ");
                return Err(format!(
                    "{id}, step {at}: nothing does it after [{played}]: {:?}",
                    &legal[..legal.len().min(20)]
                ));
            }
            if goal.foul.is_none() && here.len() == legal.len() && legal.len() > 1 {
                return Err(format!("{id}, step {at}: every move does it"));
            }
            accepted.extend(here.iter().cloned());
            for m in &here {
                if goal.foul.is_some() || at + 1 == count {
                    continue;
                }
                let mut after = session.fork();
                after.push(m).map_err(|error| format!("{id}: {error}"))?;
                if let Some(reply) = step["reply"].as_str() {
                    let answers = after.legal_moves();
                    after.push(reply).map_err(|_| {
                        format!(
                            "{id}, step {at}: {m} cannot be answered by {reply}: {:?}",
                            &answers[..answers.len().min(20)]
                        )
                    })?;
                } else {
                    return Err(format!("{id}, step {at}: it has no reply"));
                }
                if after.verdict().is_some() {
                    return Err(format!("{id}, step {at}: the game ends by the reply"));
                }
                next.push(after);
            }
            right.extend(here);
        }
        if write {
            exercise["steps"][at]["accept"] = right.iter().cloned().collect::<Vec<_>>().into();
        } else if strings(&step["accept"]) != right.iter().map(String::as_str).collect::<Vec<_>>() {
            return Err(format!("{id}, step {at}: it accepts {}, not {right:?}", step["accept"]));
        }
        reached = next;
    }
    if count == 0 {
        return Err(format!("{id}: it has no step"));
    }
    if let Some(right) = strings(&copy["others"]).into_iter().find(|m| accepted.contains(*m)) {
        return Err(format!("{id}: {right} is right, but has a sentence for wrong moves"));
    }
    if let Some(m) = untried.first() {
        return Err(format!("{id}: {m} has a sentence for wrong moves, but nobody can try it"));
    }
    Ok(())
}

/// JSON with one exercise a paragraph, as people edit it.
fn written(course: &Value) -> String {
    let mut text = format!("{{\n  \"variant\": {},\n  \"chapters\": [\n", course["variant"]);
    let chapters = course["chapters"].as_array().unwrap();
    for (i, chapter) in chapters.iter().enumerate() {
        let _ = writeln!(text, "    {{ \"id\": {}, \"exercises\": [", chapter["id"]);
        let exercises = chapter["exercises"].as_array().unwrap();
        for (j, exercise) in exercises.iter().enumerate() {
            let mut lines = Vec::new();
            for (key, value) in exercise.as_object().unwrap() {
                let inner = match value.as_array() {
                    Some(all) if key == "steps" || key == "pieces" => {
                        let all: Vec<_> =
                            all.iter().map(|one| format!("          {one}")).collect();
                        format!("[\n{}\n        ]", all.join(",\n"))
                    }
                    _ => value.to_string(),
                };
                lines.push(format!("        \"{key}\": {inner}"));
            }
            let comma = if j + 1 == exercises.len() { "" } else { "," };
            let _ = writeln!(text, "      {{\n{}\n      }}{comma}", lines.join(",\n"));
        }
        let comma = if i + 1 == chapters.len() { "" } else { "," };
        let _ = writeln!(text, "    ] }}{comma}");
    }
    text + "  ]\n}\n"
}

#[test]
fn every_exercise_has_exactly_the_answers_that_do_what_it_says() {
    let write = std::env::var_os("YIQI_WRITE").is_some();
    let mut wrong = Vec::new();
    let mut ids = BTreeSet::new();
    for file in courses() {
        let name = file.strip_prefix(folder()).unwrap().display().to_string();
        let text = std::fs::read_to_string(&file).unwrap();
        let mut course: Value =
            serde_json::from_str(&text).unwrap_or_else(|e| panic!("{name}: {e}"));
        let variant = course["variant"].as_str().unwrap_or_default().to_owned();
        let mut count = 0;
        for chapter in course["chapters"].as_array_mut().into_iter().flatten() {
            for exercise in chapter["exercises"].as_array_mut().into_iter().flatten() {
                count += 1;
                if !ids.insert(exercise["id"].to_string()) {
                    wrong.push(format!("{name}: {} stands twice", exercise["id"]));
                }
                if let Err(why) = check(&variant, exercise, write) {
                    wrong.push(format!("{name}: {why}"));
                }
            }
        }
        if count < LEAST {
            wrong.push(format!("{name}: {count} exercises, at least {LEAST} are wanted"));
        }
        if write {
            std::fs::write(&file, written(&course)).unwrap();
        }
    }
    assert!(!ids.is_empty(), "there are exercises");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
