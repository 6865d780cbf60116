//! What people tried and what failed (26 November 2026), with the right answers: `tests/data/tried/*.tsv`.
//!
//! Columns: the name of the file, the variant (`-`: none is given), the content, the right answer. `\n`, `\r`, `\t` and
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
            "r" => bytes.push(b'\r'),
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

/// A library that is cut loses moves, and says so.
#[test]
fn a_cut_library_is_told() {
    let mut whole = b"\xffRenLib\xff\x03\x04".to_vec();
    whole.resize(20, 0xFF);
    // h8 with a comment, i9 with a text on the board, or j10.
    whole.extend(b"\x78\x08good\0\0\x69\x81\0\x01A1\0\0\x7a\x40\x5a\x40");
    let read = |bytes: &[u8]| {
        let games = files::read(bytes, &Hints { name: "a.lib", ..Hints::default() });
        games.map_or_else(
            |_| (0, true),
            |games| {
                let all: Vec<_> = games.collect();
                let kept =
                    all.iter().flatten().map(|game| format!("{:?}", game.line)).collect::<String>();
                (kept.matches("mv:").count(), all.iter().any(Result::is_err))
            },
        )
    };
    let (most, is_told) = read(&whole);
    assert!(most >= 2 && !is_told, "{most} moves");
    for cut in 0..whole.len() {
        let (moves, is_told) = read(&whole[..cut]);
        assert!(is_told, "cut at {cut}: {moves} moves of {most} without a word");
    }
}

/// What `judge`, `moves`, `analyse` and the API are given is read as files are.
#[test]
fn what_is_typed_is_read_as_files_are() {
    const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    const BOARD: &str =
        "[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]";
    const OBF: &str =
        "---------------------------OX------XO--------------------------- X; F5:+0; D3:+0";
    let fen = format!("position fen {START} moves h2e2");
    let board = format!("{BOARD} f5 d6");
    for (variant, position, moves, right) in [
        ("xiangqi", "", "h2e2 h9g7", "h2e2 h9g7"),
        ("xiangqi", "", "h3e3 h10g8", "h2e2 h9g7"),
        ("xiangqi", "", "h2e2h9g7", "h2e2 h9g7"),
        ("xiangqi", "", "炮二平五马8进7", "h2e2 h9g7"),
        ("xiangqi", "startpos moves h2e2", "h9g7", "h2e2 h9g7"),
        ("xiangqi", fen.as_str(), "", "h2e2"),
        ("xiangqi", "", "h3e3 h10g9", "h3e3 h10g9"),
        ("gomoku", "", "h8g6f6g5", "h8 g6 f6 g5"),
        ("gomoku", "", "h8, i9", "h8 i9"),
        ("reversi", "", "F5D6C3", "f5 d6 c3"),
        ("reversi", "", "f5d6a1", "f5 d6 a1"),
        ("reversi", BOARD, "f5", "f5"),
        ("reversi", &board, "c3", "f5 d6 c3"),
        ("reversi", OBF, "f5", "f5"),
        (
            "xiangqi",
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR[] w - - 0 1",
            "h2e2",
            "h2e2",
        ),
        (
            "xiangqi",
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w 0 1",
            "h2e2",
            "h2e2",
        ),
        ("draughts", "W:W31-50:B1-20:H0:F1", "32-28", "32-28"),
        ("draughts-frisian", "W:W31-50:B1-20:H0:F1:+2+1", "32-28", "32-28"),
        ("draughts", "", "1. 32-28 19-23 2. 28x19", "32-28 19-23 28x19x23"),
        ("draughts", "W:W31-50:B1-20:H0:F1 moves 32-28", "19-23", "32-28 19-23"),
    ] {
        let position = Some(position).filter(|text| !text.is_empty());
        let read = games::typed(variant, None, position, &[moves]);
        let (_, read) = read.unwrap_or_else(|why| panic!("{variant} {position:?} {moves}: {why}"));
        let read: Vec<String> = read.iter().map(|text| text.to_lowercase()).collect();
        assert_eq!(read.join(" "), right, "{variant} {position:?} {moves}");
    }
    let wrong = games::typed::<&str>("xiangqi", None, Some("startpos moves h2e9"), &[]);
    assert!(wrong.is_err_and(|why| why.to_string().contains("move 1")));
}

/// The counter of a FEN of draughts goes on.
#[test]
fn plies_before_a_position_count() {
    let verdict = |position: &str| {
        let (mut game, moves) =
            games::typed("draughts", None, Some(position), &["45-50"]).expect("a position");
        moves.iter().for_each(|m| drop(game.push(m)));
        game.verdict().map(|verdict| verdict.reason)
    };
    assert_eq!(verdict("W:WK45,K46,K47,K48:BK6:H49:F60"), Some("king-moves"));
    assert_eq!(verdict("W:WK45,K46,K47,K48:BK6:H48:F60"), None);
}
