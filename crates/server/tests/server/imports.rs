//! Files that people open: for another board, other rules or another game than the chosen one, with
//! names and without, broken and binary ones. Also the search of the archive.

#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::{Open, open, persons};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde_json::json;
use wire::{GameList, Imported, Place, PositionReport};

const PSQ: &str = "Piskvorky 20x20, 11:11, 0\n10,10,0\n11,11,0\n";

async fn import(hall: &Open, variant: &str, name: &str, bytes: &[u8]) -> Imported {
    let file = json!({"variant": variant, "name": name, "base64": BASE64.encode(bytes)});
    let answer = hall.send_json("POST", "/api/import", &file).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    serde_json::from_slice(&answer.body).unwrap()
}

async fn positions(hall: &Open, variant: &str, text: &str) -> PositionReport {
    let asked = json!({"variant": variant, "text": text});
    let answer = hall.send_json("POST", "/api/positions", &asked).await;
    serde_json::from_slice(&answer.body).unwrap()
}

#[tokio::test]
async fn a_library_is_of_renju() {
    let hall = open().await;
    let mut new = persons();
    new["variant"] = json!("gomoku");
    new["moves"] = json!(["h8", "i9", "j10"]);
    let id = hall.begin(&new).await;
    let library = hall.get(&format!("/api/games/{id}/export?format=lib")).await;
    for (chosen, own) in [
        ("gomoku", "renju"),
        ("gomoku-standard", "renju"),
        ("renju", "renju"),
        ("xiangqi", "renju"),
        ("omok", "omok"),
    ] {
        let imported = import(&hall, chosen, "a.lib", &library.body).await;
        assert_eq!(imported.faults, [], "{chosen}");
        assert_eq!((imported.games[0].variant.as_str(), imported.games[0].moves.len()), (own, 3));
    }
}

#[tokio::test]
async fn markup_of_forums_is_read_whatever_game_was_chosen() {
    let hall = open().await;
    let text = "[DhtmlXQ]\n[DhtmlXQ_title]A game[/DhtmlXQ_title]\n\
        [DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]\n[/DhtmlXQ]\n";
    for (chosen, name) in [("xiangqi", ""), ("gomoku", "a.txt"), ("xiangqi", "a.pgn")] {
        let imported = import(&hall, chosen, name, text.as_bytes()).await;
        assert_eq!(imported.faults, [], "{chosen}");
        let [game] = &imported.games[..] else {
            panic!("{chosen}: {} games", imported.games.len())
        };
        assert_eq!((game.variant.as_str(), game.moves.len()), ("xiangqi", 2));
    }
}

#[tokio::test]
async fn an_exported_game_has_both_names_the_clock_and_a_name_of_its_own() {
    let hall = open().await;
    let mut names = std::collections::BTreeSet::new();
    for (variant, clock, written) in [
        (
            "draughts",
            json!({"kind": "increment", "base_ms": 300_000, "increment_ms": 5000}),
            "300+5",
        ),
        (
            "draughts-russian",
            json!({"kind": "increment", "base_ms": 600_000, "increment_ms": 0}),
            "600",
        ),
        ("draughts-english", json!({"kind": "per_move", "ms": 1500}), "1/1.5"),
        ("draughts", json!({"kind": "none"}), ""),
    ] {
        let mut new = persons();
        new["variant"] = json!(variant);
        new["clock"] = clock;
        new["players"] =
            json!([{"kind": "person", "name": "Ada"}, {"kind": "machine", "level": 3}]);
        let id = hall.begin(&new).await;
        let answer = hall.get(&format!("/api/games/{id}/export?format=pdn")).await;
        let text = answer.text();
        assert!(text.contains("[White \"Ada\"]"), "{text}");
        assert!(text.contains("[Black \"Yiqi level 3\"]"), "{text}");
        let control = text.lines().find(|line| line.starts_with("[TimeControl "));
        let expected = format!("[TimeControl \"{written}\"]");
        assert_eq!(control, (!written.is_empty()).then_some(expected.as_str()), "{text}");
        names.insert(answer.headers["content-disposition"].clone());
        let raw = hall.get(&format!("/api/games/{id}/raw")).await;
        names.insert(raw.headers["content-disposition"].clone());
    }
    assert_eq!(names.len(), 8, "{names:?}");
}

#[tokio::test]
async fn a_person_without_a_name_is_called_by_the_side_in_a_file() {
    let hall = open().await;
    for (variant, format, tags) in [
        ("xiangqi", "pgn", ["[Red \"Red\"]", "[Black \"Yiqi level 2\"]"]),
        ("draughts", "pdn", ["[White \"White\"]", "[Black \"Yiqi level 2\"]"]),
    ] {
        let mut new = persons();
        new["variant"] = json!(variant);
        new["players"] = json!([{"kind": "person", "name": ""}, {"kind": "machine", "level": 2}]);
        let id = hall.begin(&new).await;
        let text = hall.get(&format!("/api/games/{id}/export?format={format}")).await.text();
        for tag in tags {
            assert!(text.contains(tag), "{text}");
        }
        // Read back, the side is no name, and nothing is called `?`.
        let ask = json!({"variant": variant, "name": format!("a.{format}"), "content": text});
        let found = hall.send_json("POST", "/api/import", &ask).await.json();
        assert_eq!(found["games"][0]["players"], json!(["", "Yiqi level 2"]), "{found}");
        let title = found["games"][0]["title"].as_str().unwrap_or_default();
        assert!(!title.contains('?'), "{title}");
        // A study is called by its players, in the words of the page.
        let study =
            hall.send_json("POST", "/api/studies", &json!({"kind": "game", "id": id})).await.json();
        let study = study["id"].as_str().unwrap_or_default();
        let text = hall.get(&format!("/api/studies/{study}/export?format={format}")).await.text();
        for tag in tags {
            assert!(text.contains(tag), "{text}");
        }
    }
}

#[tokio::test]
async fn a_file_says_itself_what_it_is_of() {
    let hall = open().await;
    let pdn = "[GameType \"25\"]\n\n1. c3-d4 d6-c5 2. b2-c3 2-0\n";
    for (chosen, name, content, own, moves) in [
        ("gomoku", "a.psq", PSQ, "gomoku20", 2),
        ("renju", "a.psq", PSQ, "renju20", 2),
        ("gomoku", "a.sgf", "(;GM[4]SZ[20];B[hh];W[ii])", "gomoku20", 2),
        ("gomoku", "a.sgf", "(;GM[4]SZ[15]RU[Renju];B[hh])", "renju", 1),
        ("renju", "a.sgf", "(;GM[4]SZ[15];B[hh])", "renju", 1),
        ("gomoku", "a.pdn", pdn, "draughts-russian", 3),
        ("xiangqi", "text", pdn, "draughts-russian", 3),
        ("draughts", "a.sgf", "(;GM[4]SZ[15];B[hh])", "gomoku", 1),
        ("gomoku", "a.pgn", "[Red \"A\"]\n\n1. C2=5 H8+7\n", "xiangqi", 2),
        ("gomoku", "text", "7,7 8,8", "gomoku", 2),
        ("gomoku", "text", "h8i9j10", "gomoku", 3),
        ("xiangqi", "text", "7,7 8,8", "gomoku", 2),
        ("xiangqi", "text", "32-28 19-23", "draughts", 2),
    ] {
        let imported = import(&hall, chosen, name, content.as_bytes()).await;
        assert_eq!(imported.faults, [], "{chosen}, {content}");
        let game = &imported.games[0];
        assert_eq!((game.variant.as_str(), game.moves.len()), (own, moves), "{chosen}, {content}");
        // The imported game can be played on.
        let mut new = persons();
        new["variant"] = json!(game.variant);
        new["position"] = json!(game.position);
        new["moves"] = json!(game.moves);
        hall.begin(&new).await;
    }
}

#[tokio::test]
async fn names_are_the_first_sides_first_and_titles_are_no_positions() {
    let hall = open().await;
    let file = "(;GM[4]SZ[15]PB[Anna]PW[Bert];B[hh])";
    let game = import(&hall, "gomoku", "a.sgf", file.as_bytes()).await.games.remove(0);
    assert_eq!(
        (game.players, game.title.as_str()),
        (["Anna".into(), "Bert".into()], "Anna – Bert")
    );
    let game = import(&hall, "gomoku", "a.sgf", b"(;GM[4]SZ[15];B[hh])").await.games.remove(0);
    assert_eq!((game.players, game.title.as_str()), ([String::new(), String::new()], ""));
}

#[tokio::test]
async fn what_cannot_be_read_is_said_once_with_its_place() {
    let hall = open().await;
    let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x02\0\0\0\x01\x40\x08\x06";
    for variant in ["gomoku", "xiangqi", "draughts"] {
        for name in ["a.png", "a.sgf", "a.txt"] {
            let faults = import(&hall, variant, name, png).await.faults;
            assert_eq!(faults.iter().map(|f| f.code.as_str()).collect::<Vec<_>>(), ["binary"]);
        }
    }
    // Chinese text in encodings older than UTF-8 is read.
    let gbk = b"1. \xC5\xDA\xB6\xFE\xC6\xBD\xCE\xE5\n";
    assert_eq!(import(&hall, "xiangqi", "a.moves", gbk).await.games[0].moves, ["h2e2"]);

    let broken = import(&hall, "gomoku", "a.moves", b"h8 i9\nh8 h8\n").await;
    assert_eq!((broken.games.len(), broken.faults.len()), (1, 1));
    let fault = &broken.faults[0];
    let place =
        Place { game: Some(2), line: Some(2), column: Some(4), ply: Some(2), ..Place::default() };
    assert_eq!((fault.code.as_str(), fault.place.as_ref()), ("bad-move", Some(&place)));
    for variant in ["gomoku", "xiangqi"] {
        let go = import(&hall, variant, "go.sgf", b"(;GM[1]SZ[19];B[dd])").await;
        assert_eq!((go.faults.len(), go.faults[0].code.as_str()), (1, "other-game"));
        assert!(go.faults[0].message.contains("GM[1]"), "{}", go.faults[0].message);
    }

    let found = |found: &str| Some(found.to_owned());
    for (variant, text, place) in [
        ("xiangqi", "4k4/9/x8 w", Place { column: Some(7), found: found("x"), ..Place::default() }),
        ("gomoku", "h8 ?", Place { column: Some(4), found: found("?"), ..Place::default() }),
    ] {
        let report = positions(&hall, variant, text).await;
        assert_eq!(report.faults[0].code, "syntax");
        assert_eq!(report.faults[0].place, Some(place), "{text}");
    }
    assert_eq!(positions(&hall, "gomoku", "5/5/5/5/5 x").await.faults[0].code, "other-size");
}

async fn the_archive_is_searched_by_player_and_family() {
    let hall = open().await;
    for (variant, first, second) in
        [("xiangqi", "Anna", "Bert"), ("renju", "Юрий", "anna"), ("renju20", "Cleo", "Bert")]
    {
        let mut new = persons();
        new["variant"] = json!(variant);
        new["players"][0]["name"] = json!(first);
        new["players"][1]["name"] = json!(second);
        hall.begin(&new).await;
    }
    for (query, total, first) in [
        ("", 3, Some("renju20")),
        ("?player=ANNA", 2, Some("renju")),
        ("?player=%D1%8E%D1%80", 1, Some("renju")),
        ("?player=bert&offset=1&limit=1", 2, Some("xiangqi")),
        ("?player=bert&family=gomoku", 1, Some("renju20")),
        ("?family=gomoku&state=over", 0, None),
        ("?player=%20", 3, Some("renju20")),
        ("?player=nobody", 0, None),
    ] {
        let list: GameList =
            serde_json::from_slice(&hall.get(&format!("/api/games{query}")).await.body).unwrap();
        let found = list.games.first().map(|game| game.variant.as_str());
        assert_eq!((list.total, found), (total, first), "{query}");
    }
    let message = hall.get("/api/games?family=chess").await.problem(400, "bad-parameter");
    assert!(message.contains("chess"), "{message}");
}

crate::both! {
    the_archive_is_searched_by_player_and_family
}

const ANNOTATED: &str = "[Event \"Club\"]\n[Date \"2024.05.06\"]\n[Red \"Ada\"]\n[Black \"Bob\"]\n[Annotator \"Cy\"]\n\n\
    {Before.} 1. h2e2 $1 {The cannon. [%emt 0:00:12]} (1. b2e2 {The other.} h9g7) h9g7 *\n";

#[tokio::test]
async fn a_file_is_sent_once_and_all_that_it_says_is_in_the_study() {
    let hall = open().await;
    let imported = import(&hall, "xiangqi", "a.pgn", ANNOTATED.as_bytes()).await;
    let file = imported.id.expect("it is kept");
    let new = json!({"kind": "imported", "file": file, "game": 0});
    let study = hall.send_json("POST", "/api/studies", &new).await;
    assert_eq!(study.status, 201, "{}", study.text());
    let of_id = study.json();
    // It is the study that the file itself gives, but for its own id and times.
    let new = json!({"kind": "file", "game": 0,
        "file": {"variant": "xiangqi", "name": "a.pgn", "content": ANNOTATED}});
    let of_file = hall.send_json("POST", "/api/studies", &new).await.json();
    for part in ["title", "players", "tags", "nodes", "start", "result", "rules"] {
        assert_eq!(of_id[part], of_file[part], "{part}");
    }
    assert_eq!(of_id["nodes"][1]["comment"], "The cannon.");
}

#[tokio::test]
async fn comments_tags_variations_and_times_come_with_a_game_of_a_file() {
    let hall = open().await;
    let imported = import(&hall, "xiangqi", "a.pgn", ANNOTATED.as_bytes()).await;
    let mut new = persons();
    new["variant"] = json!("xiangqi");
    new["imported"] = json!({"file": imported.id, "game": 0});
    let id = hall.begin(&new).await;
    let game = hall.get(&format!("/api/games/{id}")).await.json();
    assert_eq!(game["moves"].as_array().unwrap().len(), 2);
    assert_eq!(
        (&game["moves"][0]["text"], &game["moves"][0]["time_ms"]),
        (&json!("h2e2"), &json!(12_000))
    );
    // The study of the game is there already, and goes on with the game.
    let asked = json!({"kind": "game", "id": id});
    let found = hall.send_json("POST", "/api/studies", &asked).await;
    assert_eq!(found.status, 200, "{}", found.text());
    let study = found.json();
    assert_eq!((&study["game"], &study["title"]), (&json!(id), &json!("Club")));
    let tags = study["tags"].to_string();
    assert!(tags.contains("Annotator") && tags.contains("Cy"), "{tags}");
    let nodes = study["nodes"].as_array().unwrap();
    let comments: Vec<_> = nodes.iter().filter_map(|node| node["comment"].as_str()).collect();
    assert_eq!((nodes.len(), &comments[..]), (5, &["Before.", "The cannon.", "The other."][..]));
    let path = format!("/api/studies/{}/export?format=pgn", study["id"].as_str().unwrap());
    let text = hall.get(&path).await.text();
    assert!(text.contains("[%emt 0:00:12]") && text.contains("[Annotator \"Cy\"]"), "{text}");
    // A list of moves says nothing else: its game has no study yet.
    let plain = import(&hall, "xiangqi", "", b"h2e2 h9g7").await;
    new["imported"] = json!({"file": plain.id});
    let id = hall.begin(&new).await;
    let asked = json!({"kind": "game", "id": id});
    assert_eq!(hall.send_json("POST", "/api/studies", &asked).await.status, 201);
}

#[tokio::test]
async fn a_wrong_id_of_a_file_is_refused_with_a_reason() {
    let hall = open().await;
    let imported = import(&hall, "xiangqi", "a.pgn", ANNOTATED.as_bytes()).await;
    let mut new = persons();
    new["variant"] = json!("xiangqi");
    for (about, code, status) in [
        (json!({"file": "nobody", "game": 0}), "no-such-import", 404),
        (json!({"file": imported.id, "game": 1}), "no-such-game", 422),
    ] {
        new["imported"] = about.clone();
        let refused = hall.send_json("POST", "/api/games", &new).await;
        assert_eq!((refused.status, refused.json()["code"].as_str()), (status, Some(code)));
        let mut study = about;
        study["kind"] = json!("imported");
        let refused = hall.send_json("POST", "/api/studies", &study).await;
        assert_eq!((refused.status, refused.json()["code"].as_str()), (status, Some(code)));
    }
    new["imported"] = json!({"file": imported.id});
    new["moves"] = json!(["h2e2"]);
    let refused = hall.send_json("POST", "/api/games", &new).await.json();
    assert!(refused["message"].as_str().unwrap().contains("those of the file"), "{refused}");
    new["moves"] = json!([]);
    new["variant"] = json!("gomoku");
    let refused = hall.send_json("POST", "/api/games", &new).await.json();
    assert!(refused["message"].as_str().unwrap().contains("variant xiangqi"), "{refused}");
    // A file in which nothing can be read has no id.
    assert_eq!(import(&hall, "xiangqi", "a.pgn", b"nothing at all").await.id, None);
}
