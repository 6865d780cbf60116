//! Passes of renju: in sessions, before the machine, and in files: those that have them keep them, the others refuse
//! the game in words.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use engine::{Control, Level, Limits, MoveError, Session};
use game::Outcome;
use games::files::{self, Hints};
use games::{new_engine, new_session};
use gomoku_family::files::{CODE, LIB, OPENINGS, POS, PSQ, REC, SGF};
use records::{Format, MOVES, Record};

fn read(bytes: &[u8], name: &str) -> Vec<Record> {
    let hints = Hints { name, variant: Some("renju"), ..Hints::default() };
    files::read(bytes, &hints).unwrap().map(|game| game.unwrap()).collect()
}

fn written(record: &Record, format: Format) -> Result<Vec<u8>, String> {
    let mut out = Vec::new();
    let done = files::write(&mut out, record, format, None);
    done.map(|()| out).map_err(|error| error.to_string())
}

/// A game with a pass in its main line, in a variation and as the first move of one.
fn game() -> Record {
    let text = b"(;GM[4]SZ[15]RU[Renju];B[hh];W[ii];B[]C[no move];W[gg](;B[jj];W[])(;B[];W[kk])(;B[gh];W[];B[]))";
    read(text, "x.sgf").remove(0)
}

#[test]
fn formats_with_passes_give_them_back() {
    let game = game();
    assert_eq!(game.moves().collect::<Vec<_>>().join(" "), "h8 i7 pass g9 j6 pass");
    for (format, name) in [(SGF, "x.sgf"), (LIB, "x.lib")] {
        let again = read(&written(&game, format).unwrap(), name);
        assert_eq!(again.len(), 1, "{name}: nothing is left out");
        assert_eq!(again[0].line, game.line, "{name}");
        assert_eq!(again[0].variant, "renju");
    }
    let text = written(&game, MOVES).unwrap();
    let lines = read(&text, "x.moves");
    let moves: Vec<String> =
        lines.iter().map(|one| one.moves().collect::<Vec<_>>().join(" ")).collect();
    assert_eq!(moves[0], "h8 i7 pass g9 j6 pass");
}

#[test]
fn formats_without_passes_refuse_the_game() {
    for format in [PSQ, REC, POS, OPENINGS, CODE] {
        let why = written(&game(), format).unwrap_err();
        assert!(why.contains("a player passes in it"), "{}: {why}", format.title);
    }
}

fn session(variant: &str, moves: &str) -> Box<dyn Session> {
    let mut session = new_session(variant, None, None).unwrap();
    for text in moves.split_whitespace() {
        session.push(text).unwrap();
    }
    session
}

#[test]
fn a_session_has_passes_and_takes_them_back() {
    let mut session = session("renju", "h8 i9");
    let before = (session.position_text(), session.board(), session.moves());
    let played = session.record(" PASS").unwrap();
    assert_eq!((played.played.text.as_str(), played.played.to.as_str()), ("pass", "pass"));
    assert!(played.removed.is_empty() && played.put.is_empty());
    assert_eq!(session.moves(), ["h8", "i9", "pass"]);
    assert_eq!(session.side_to_move(), game::Side::Second);
    assert_eq!(session.board().pieces, before.1.pieces);
    assert_eq!(session.verdict(), None);
    let end = session.preview("pass").unwrap().unwrap();
    assert_eq!((end.outcome, end.reason, end.by_history), (Outcome::Draw, "passes", true));
    assert!(session.pop());
    assert_eq!((session.position_text(), session.board(), session.moves()), before);
    // The text of a position after a pass says whose turn it is.
    session.push("pass").unwrap();
    let again = new_session("renju", None, Some(&session.position_text())).unwrap();
    assert_eq!(again.position_text(), session.position_text());
    assert_eq!(again.side_to_move(), session.side_to_move());
}

#[test]
fn a_pass_is_refused_where_the_rules_have_none() {
    for (variant, rules) in [("gomoku", None), ("caro19", None), ("renju", Some("33=none"))] {
        let session = new_session(variant, rules, None).unwrap();
        let error = session.read_move("pass").unwrap_err();
        assert_eq!(error.to_string(), "pass is not legal here: these rules have no pass");
        let MoveError::Illegal { why, .. } = error else { panic!("{error:?}") };
        assert_eq!(why.code, "no-pass");
    }
}

#[test]
fn the_machine_answers_a_pass_with_a_stone() {
    let limits = Limits { nodes: Some(500), ..Limits::default() };
    for moves in ["pass", "h8 pass", "h8 i9 pass", "h8 i9 h10 pass", "h8 g8 h9 g9 h10 pass"] {
        for level in [Level::new(1), Level::new(8), None] {
            let session = session("renju", moves);
            let mut engine = new_engine("renju").unwrap();
            let limits = Limits { level, ..limits.clone() };
            let found = engine.search(&*session, &limits, &Control::new(), &mut |_| {}).unwrap();
            let best = found.best.unwrap();
            assert!(session.legal_moves().contains(&best), "{moves}: {best}");
        }
    }
    // Black has three in a row, and White has passed.
    let session = session("renju", "h8 a1 h9 a3 h10 pass");
    let mut engine = new_engine("renju").unwrap();
    let found = engine.search(&*session, &limits, &Control::new(), &mut |_| {}).unwrap();
    assert!(["h7", "h11"].contains(&found.best.unwrap().as_str()));
}
