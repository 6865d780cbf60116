//! Finished games go into files and are read back as they were played.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use arena::GameRecord;
use games::files::{self, Hints, players};
use serde_json::json;

/// The second game of a match, with these moves.
fn record(variant: &str, moves: &str, outcome: &str) -> GameRecord {
    let start = games::new_session(variant, None, None).unwrap().start_text();
    let moves = moves.split_whitespace().enumerate();
    let moves = moves.map(|(n, text)| match n {
        0..3 => json!({ "text": text }),
        _ => json!({ "text": text, "time_ms": 1000 * n + 7, "score": { "cp": 12 }, "depth": n }),
    });
    let record = json!({
        "plan": { "id": 1, "opening": 0, "players": [1, 0] },
        "variant": variant,
        "rules": "official",
        "names": ["strong", "weak"],
        "times": ["100 nodes", "100 nodes"],
        "start": start,
        "first_to_move": true,
        "moves": moves.collect::<Vec<_>>(),
        "outcome": outcome,
        "manner": "rules",
        "reason": "five",
        "detail": "",
    });
    serde_json::from_value(record).unwrap()
}

#[test]
fn games_of_gomoku_come_back() {
    let five = "h8 a1 i8 a2 j8 a3 k8 a4 l8";
    for (variant, moves, outcome, name) in [
        ("gomoku", five, "1-0", "games.psq"),
        ("gomoku20", five, "1-0", "games.psq"),
        ("renju", five, "1-0", "games.sgf"),
        // A double three: Black has lost.
        ("renju", "h8 a1 i8 a2 j9 a3 j10 a4 j8", "0-1", "games.sgf"),
    ] {
        let game = record(variant, moves, outcome);
        let format = arena::file_format(variant, name.as_ref()).unwrap();
        let text = arena::to_text(&game, format).unwrap();
        let file = format!("{text}\n{text}");
        let hints = Hints { name, variant: Some(variant), ..Hints::default() };
        let back: Vec<_> =
            files::read(file.as_bytes(), &hints).unwrap().collect::<Result<_, _>>().unwrap();
        assert_eq!(back.len(), 2, "{file}");
        for record in back {
            assert_eq!(record.moves().collect::<Vec<_>>().join(" "), moves, "{file}");
            assert_eq!(players(&record), [Some("strong"), Some("weak")], "{file}");
            assert_eq!(record.result, Some(game.outcome), "{file}");
        }
    }
}

#[test]
fn piskvork_is_told_the_times() {
    let game = record("gomoku", "h8 a1 i8 a2 j8", "1/2");
    let text = arena::to_text(&game, games::files::format_named("psq").unwrap()).unwrap();
    let expected = "Piskvorky 15x15, 0:0, 0\n8,8,0\n1,1,0\n9,8,0\n1,2,3007\n10,8,4007\nstrong\nweak\n-1\n3,Freestyle\n";
    assert_eq!(text, expected);
}
