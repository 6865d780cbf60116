//! What people tried and what failed (26 November 2026), with the right answers: `tests/data/tried/*.tsv`.
//!
//! Columns: the name of the file, the variant (`-`: none is given), the content, the right answer. `\n`, `\t` and
//! `\xHH` are escapes. Every part of the answer, separated by ` & `, must hold: `moves …`, `result 1-0`, `variant …`,
//! `start …`, `tag NAME=VALUE`, `comment …` (somewhere in the game), `notice …` or `fault …` (a part of one),
//! `score`.

use games::files::{self, Hints};
use records::{Branch, Record};

fn unescaped(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        bytes.extend(before.bytes());
        let (code, tail) = after.split_at(1);
        rest = tail;
        match code {
            "n" => bytes.push(b'\n'),
            "t" => bytes.push(b'\t'),
            "x" => {
                bytes.push(u8::from_str_radix(&tail[..2], 16).expect("two hex digits"));
                rest = &tail[2..];
            }
            other => bytes.extend(other.bytes()),
        }
    }
    bytes.extend(rest.bytes());
    bytes
}

fn comments(branch: &Branch<String>, all: &mut Vec<String>) {
    all.extend(branch.comments.iter().cloned());
    for node in &branch.moves {
        all.extend(node.comments.iter().cloned());
        node.variations.iter().for_each(|side| comments(side, all));
    }
}

fn holds(part: &str, games: &[Record], told: &[String]) -> bool {
    let (kind, value) = part.split_once(' ').unwrap_or((part, ""));
    let moves = |game: &Record| game.moves().collect::<Vec<_>>().join(" ");
    let first = games.first();
    match kind {
        "moves" => first.is_some_and(|game| moves(game) == value),
        "second" => games.get(1).is_some_and(|game| moves(game) == value),
        "result" => first.is_some_and(|game| {
            let told = records::text::result(value).expect("a result");
            game.result == told
        }),
        "variant" => first.is_some_and(|game| game.variant == value),
        "start" => first.is_some_and(|game| files::start_text(game) == value),
        "tag" => value.split_once('=').is_some_and(|(name, value)| {
            first.is_some_and(|game| game.tags.get(name) == Some(value))
        }),
        "comment" => first.is_some_and(|game| {
            let mut all = Vec::new();
            comments(&game.line, &mut all);
            all.iter().any(|comment| comment == value)
        }),
        "notice" => told.iter().any(|text| text.starts_with("notice") && text.contains(value)),
        "fault" => told.iter().any(|text| text.starts_with("fault") && text.contains(value)),
        other => panic!("unknown part {other:?}"),
    }
}

fn check(name: &str, table: &str) {
    let mut wrong = Vec::new();
    for (number, line) in table.lines().enumerate() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let [file, variant, content, answer] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{name}:{}: four columns are expected", number + 1);
        };
        let bytes = unescaped(content);
        let variant = (variant != "-").then_some(variant);
        let hints = Hints { name: file, variant, ..Hints::default() };
        let (mut games, mut told) = (Vec::new(), Vec::new());
        match files::read(&bytes[..], &hints) {
            Err(error) => told.push(format!("fault {error}")),
            Ok(all) => {
                for game in all {
                    match game {
                        Ok(game) => games.push(game),
                        Err(e) if e.error.is_notice() => told.push(format!("notice {}", e.error)),
                        Err(error) => told.push(format!("fault {}", error.error)),
                    }
                }
            }
        }
        for part in answer.split(" & ").filter(|part| !holds(part, &games, &told)) {
            let moves = games.iter().map(|game| game.moves().collect::<Vec<_>>().join(" "));
            let read = moves.collect::<Vec<_>>();
            wrong.push(format!(
                "{name}:{}: {content}\n  {part}\n  read {read:?} {told:?}",
                number + 1
            ));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn xiangqi() {
    check("xiangqi", include_str!("../data/tried/xiangqi.tsv"));
}

#[test]
fn draughts() {
    check("draughts", include_str!("../data/tried/draughts.tsv"));
}

#[test]
fn gomoku() {
    check("gomoku", include_str!("../data/tried/gomoku.tsv"));
}

#[test]
fn reversi() {
    check("reversi", include_str!("../data/tried/reversi.tsv"));
}
