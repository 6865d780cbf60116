//! The HTTP interface: its answers and its refusals.

#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::{Open, open, persons};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde_json::{Value, json};
use wire::{Catalogue, GameList, Imported, PositionReport, Preferences};

/// The content type of a JSON body.
const JSON: [(&str, &str); 1] = [("Content-Type", "application/json")];

fn read<T: serde::de::DeserializeOwned>(answer: &crate::common::Answer) -> T {
    assert_eq!(answer.status, 200, "{}", answer.text());
    serde_json::from_slice(&answer.body).unwrap()
}

#[tokio::test]
async fn the_catalogue_says_what_can_be_played() {
    let hall = open().await;
    let catalogue: Catalogue = read(&hall.get("/api/catalogue").await);
    let xiangqi = &catalogue.variants[0];
    assert_eq!(xiangqi.id, "xiangqi");
    let count = |kind: &str| xiangqi.piece_kinds.iter().filter(|k| *k == kind).count();
    assert_eq!((count("king"), count("pawn"), xiangqi.piece_kinds.len()), (1, 5, 16));
    assert_eq!(catalogue.levels.len(), 12);
}

async fn preferences_are_remembered_also_by_the_next_opening() {
    let hall = open().await;
    let before: Preferences = read(&hall.get("/api/preferences").await);
    assert_eq!(before, Preferences::default());
    let mine = json!({"music": true, "new_game": persons(), "families": {
        "draughts": {"notation": "pdn", "new_game": persons()},
        "gomoku": {"pieces": "flat", "options": {"numbers": true, "placing": "slide"}},
    }});
    let answer: Preferences = read(&hall.send_json("PUT", "/api/preferences", &mine).await);
    assert!(answer.music && answer.coordinates && answer.families["draughts"].new_game.is_some());
    let stones = &answer.families["gomoku"];
    assert_eq!((stones.pieces.as_str(), stones.options.len()), ("flat", 2));

    let data = hall.close().await;
    let hall = crate::common::start(crate::common::config(data.path())).await;
    assert_eq!(read::<Preferences>(&hall.get("/api/preferences").await), answer);

    for (bad, code, place) in [
        (json!({"sound_volume": 1.5}), "bad-preference", "sound_volume"),
        (json!({"theme": "<b>"}), "bad-preference", "theme"),
        (
            json!({"families": {"draughts": {"pieces": "<b>"}}}),
            "bad-preference",
            "families.draughts: pieces",
        ),
        (
            json!({"families": {"gomoku": {"options": {"placing": ""}}}}),
            "bad-preference",
            "families.gomoku: options.placing",
        ),
        (
            json!({"new_game": {"variant": "xiangqi", "players": [{"kind": "person"},
            {"kind": "machine", "level": 13}], "clock": {"kind": "none"}}}),
            "bad-game",
            "new_game: players[1].level",
        ),
    ] {
        let refused = hall.send_json("PUT", "/api/preferences", &bad).await;
        let message = refused.problem(422, code);
        assert!(message.starts_with(place), "{message}");
    }
    assert_eq!(read::<Preferences>(&hall.get("/api/preferences").await), answer);
}

async fn a_game_is_made_listed_shown_and_deleted() {
    let hall = open().await;
    let mut new = persons();
    new["moves"] = json!(["h2e2", "H9-G7"]);
    let answer = hall.send_json("POST", "/api/games", &new).await;
    assert_eq!(answer.status, 201, "{}", answer.text());
    let id = answer.json()["id"].as_str().unwrap().to_owned();
    assert_eq!(answer.headers["location"], format!("/api/games/{id}"));

    let game = hall.game(&id).await;
    assert_eq!((game.version, game.moves.len()), (2, 2));
    assert_eq!(game.moves[1].text, "h9g7");
    assert_eq!(game.moves[1].from.as_deref(), Some("h9"));
    assert_eq!(game.moves[1].notations["wxf"].to_lowercase(), "h8+7");
    assert_eq!((game.board.pieces.len(), game.board.files, game.board.ranks), (32, 9, 10));
    assert!(game.board.moves.iter().any(|m| m.text == "h0g2"));
    assert!(game.created_at.ends_with('Z') && game.end.is_none() && game.warnings.is_empty());

    let list: GameList = read(&hall.get("/api/games?limit=10&state=playing").await);
    assert_eq!((list.total, list.games[0].id.clone(), list.games[0].plies), (1, id.clone(), 2));
    let over: GameList = read(&hall.get("/api/games?state=over").await);
    assert_eq!((over.total, over.games.len()), (0, 0));

    let path = format!("/api/games/{id}");
    assert_eq!(hall.send("DELETE", &path, &[], b"").await.status, 204);
    hall.send("DELETE", &path, &[], b"").await.problem(404, "not-found");
    hall.get(&path).await.problem(404, "not-found");
}

#[tokio::test]
async fn a_game_may_begin_mated_and_is_over_then() {
    let hall = open().await;
    let mut new = persons();
    new["position"] = json!("3k5/3R5/3R5/9/9/9/9/9/9/4K4 b");
    let id = hall.begin(&new).await;
    let game = hall.game(&id).await;
    assert_eq!(game.end.unwrap().outcome, Some(wire::Outcome::FirstWins));
    assert!(game.board.moves.is_empty());
}

#[tokio::test]
async fn positions_are_checked_with_every_fault() {
    let hall = open().await;
    let ask_of = async |variant: &str, text: &str| {
        let body = json!({"variant": variant, "text": text});
        read::<PositionReport>(&hall.send_json("POST", "/api/positions", &body).await)
    };
    let ask = async |text: &str| ask_of("xiangqi", text).await;
    let good = ask("4k4/9/9/9/9/9/9/9/9/3K1R3 w").await;
    assert!(good.faults.is_empty() && good.text.is_some());
    assert_eq!(good.board.as_ref().unwrap().pieces.len(), 3);

    let bad = ask("9/4R4/9/9/9/9/9/9/P8/3K1R3 w").await;
    assert!(bad.text.is_none() && bad.faults.len() >= 2, "{:?}", bad.faults);
    assert_eq!(bad.board.unwrap().pieces.len(), 4);

    // As engines and other programs write it: with the word of a command, with pieces in hand, without two of the fields.
    let board = "4k4/9/9/9/9/9/9/9/9/3K1R3";
    for written in [
        format!("position fen {board} w - - 0 1"),
        format!("{board}[] w - - 0 1"),
        format!("{board} w 0 1"),
    ] {
        assert_eq!(ask(&written).await.text, good.text, "{written}");
    }
    // As lidraughts writes it, with the counters of half moves and moves; read by an import, too.
    let fen = "W:W31-50:B1-20:H0:F1";
    let read_fen = ask_of("draughts", fen).await;
    assert_eq!(read_fen.text.as_deref(), Some("W:W31-50:B1-20"), "{:?}", read_fen.faults);
    let file = json!({"variant": "draughts", "name": "a.fen", "content": fen});
    let imported = hall.send_json("POST", "/api/import", &file).await.json();
    assert_eq!(imported["faults"].as_array().map(Vec::len), Some(0), "{imported}");
    assert_eq!(imported["games"].as_array().map(Vec::len), Some(1), "{imported}");
    let nonsense = ask("nonsense").await;
    assert!(nonsense.text.is_none() && nonsense.board.is_none() && !nonsense.faults.is_empty());
}

#[tokio::test]
async fn a_board_set_up_by_hand_is_checked_by_its_pieces() {
    let hall = open().await;
    let ask = async |variant: &str, turn: &str, pieces: Value| {
        let body = json!({"variant": variant, "turn": turn, "pieces": pieces});
        hall.send_json("POST", "/api/positions", &body).await
    };
    let placed = |at: &str, side: &str, kind: &str| json!({"at": at, "side": side, "kind": kind});
    let kings = [placed("e9", "second", "king"), placed("d0", "first", "king")];
    let good = read::<PositionReport>(&ask("xiangqi", "second", json!(kings)).await);
    assert_eq!(good.text.as_deref(), Some("4k4/9/9/9/9/9/9/9/9/3K5 b - - 0 1"));
    assert_eq!((good.written, good.turn), (good.text, Some(wire::Side::Second)));
    // A setup that is no position is also written, with its faults.
    let bad = read::<PositionReport>(&ask("xiangqi", "first", json!([kings[0]])).await);
    assert_eq!(bad.written.as_deref(), Some("4k4/9/9/9/9/9/9/9/9/9 w - - 0 1"));
    assert_eq!((bad.text, bad.turn, bad.faults[0].code.as_str()), (None, None, "king-missing"));
    let man = json!([placed("46", "first", "man"), placed("5", "second", "king")]);
    let good = read::<PositionReport>(&ask("draughts", "first", man).await);
    assert_eq!(good.text.as_deref(), Some("W:W46:BK5"));
    let stone = json!([placed("a1", "second", "stone")]);
    let good = read::<PositionReport>(&ask("gomoku5", "first", stone).await);
    assert_eq!(good.text.as_deref(), Some("5/5/5/5/o4 x"));

    let queen = ask("xiangqi", "first", json!([placed("e9", "second", "queen")])).await;
    queen.problem(422, "bad-position");
    let both = json!({"variant": "xiangqi", "text": "", "pieces": []});
    hall.send_json("POST", "/api/positions", &both).await.problem(422, "bad-position");
    hall.send_json("POST", "/api/positions", &json!({"variant": "xiangqi"}))
        .await
        .problem(422, "bad-position");
}

#[tokio::test]
async fn lists_and_the_catalogue_show_boards_that_need_no_reading() {
    let hall = open().await;
    let mut new = persons();
    new["moves"] = json!(["h2e2", "h9g7", "e2e6"]);
    hall.begin(&new).await;
    let list: wire::GameList = read(&hall.get("/api/games").await);
    let board = list.games[0].board.as_ref().expect("a picture of the board");
    assert_eq!((board.files, board.ranks, board.pieces.len()), (9, 10, 31));
    let catalogue: wire::Catalogue = read(&hall.get("/api/catalogue").await);
    let first = |id: &str| catalogue.variants.iter().find(|v| v.id == id).unwrap().first;
    assert_eq!(first("draughts"), wire::Side::First);
    assert_eq!(first("draughts-english"), wire::Side::Second);
}

async fn files_are_read_and_written() {
    let hall = open().await;
    let mut new = persons();
    new["moves"] = json!(["h2e2", "h9g7", "h0g2"]);
    let id = hall.begin(&new).await;
    let export = async |query: &str| hall.get(&format!("/api/games/{id}/export?{query}")).await;

    let pgn = export("format=pgn&notation=iccs").await;
    assert!(pgn.headers["content-disposition"].contains(".pgn\""));
    assert!(pgn.text().contains("1. H2-E2 H9-G7 2. H0-G2"), "{}", pgn.text());
    assert!(pgn.text().contains("[Black \"Bo\"]"));
    // The date on the wall of the hall, and the moment in UTC: that of the list of games, which the page shows.
    let began = hall.get(&format!("/api/games/{id}")).await.json()["created_at"].clone();
    let (utc_date, utc_time) = began.as_str().unwrap().split_once('T').unwrap();
    let tag = |name: &str| {
        let text = pgn.text();
        let (_, value) =
            text.split_once(&format!("[{name} \"")).unwrap_or_else(|| panic!("{text}"));
        value.split('"').next().unwrap().to_owned()
    };
    assert_eq!(tag("UTCDate"), utc_date.replace('-', "."));
    assert!(utc_time.starts_with(&tag("UTCTime")), "{utc_time}");
    let date = tag("Date");
    assert!(date.len() == 10 && !date.contains('?'), "{date}");
    let moves = export("format=moves&notation=engine").await;
    assert_eq!(moves.text(), "h2e2 h9g7 h0g2\n");
    assert!(export("format=fen").await.text().ends_with(" b - - 3 2\n"));
    for style in ["chinese", "chinese-simplified", "wxf"] {
        let query = format!("format=pgn&notation={style}");
        let body =
            json!({"variant": "xiangqi", "name": "a.pgn", "content": export(&query).await.text()});
        let read: Imported = read(&hall.send_json("POST", "/api/import", &body).await);
        assert_eq!(read.faults, [], "{style}");
        assert_eq!(read.games[0].moves, ["h2e2", "h9g7", "h0g2"], "{style}");
        assert!(read.games[0].title.contains("Bo"));
    }
    let message = export("format=pdf").await.problem(400, "bad-parameter");
    assert!(message.contains("pdf"));
    export("format=pgn&notation=klingon").await.problem(400, "bad-parameter");
    export("notation=wxf").await.problem(400, "bad-parameter");

    let file = json!({"variant": "xiangqi", "name": "list.txt",
        "content": "startpos moves h2e2\nnonsense\n4k4/9/9/9/9/9/9/9/9/3K1R3 w\n"});
    let list: Imported = read(&hall.send_json("POST", "/api/import", &file).await);
    assert_eq!((list.games.len(), list.faults.len()), (2, 1));
    assert!(list.faults[0].message.starts_with("line 2"), "{}", list.faults[0].message);
    let empty = json!({"variant": "xiangqi", "name": "x.pgn", "content": ""});
    let empty: Imported = read(&hall.send_json("POST", "/api/import", &empty).await);
    assert_eq!(empty.faults[0].code, "empty");
}

/// Transcripts of reversi leave out the passes.
#[tokio::test]
async fn a_game_begins_with_a_transcript_that_leaves_out_a_pass() {
    const MOVES: &str = "d3 c5 f6 f5 f4 c3 c4 d2 e2 b4 d1 f3 b5 e3 f2 f1 a4 d6 e6 e7 f7 b6 e8 c6 b3 a5 d7 a3 e1 a6\
         g1 a2 c2 c7 b8 d8 c8 g8 g6 h6 g5 h5 g4 h4 h3 g7 h8 f8 h7 a8 a7 b7 a1 b2 g3 g2 h2 h1 c1";
    let hall = open().await;
    let mut new = persons();
    new["variant"] = json!("reversi");
    new["moves"] = MOVES.split(' ').collect();
    let id = hall.begin(&new).await;
    let game = hall.get(&format!("/api/games/{id}")).await.json();
    let moves = game["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 60);
    assert_eq!(moves[58]["text"], "pass");
}

#[tokio::test]
async fn files_that_are_no_text_go_both_ways() {
    let hall = open().await;
    let mut new = persons();
    new["variant"] = json!("renju");
    new["moves"] = json!(["h8", "h9", "i8"]);
    let id = hall.begin(&new).await;
    let library = hall.get(&format!("/api/games/{id}/export?format=lib")).await;
    assert_eq!(library.headers["content-type"], "application/octet-stream");
    assert!(library.body.starts_with(b"\xFFRenLib\xFF"));
    let import = async |body: Value| hall.send_json("POST", "/api/import", &body).await;
    let bytes = BASE64.encode(&library.body);
    let file = json!({"variant": "renju", "name": "a.lib", "base64": bytes});
    let imported: Imported = read(&import(file).await);
    assert_eq!(imported.faults, []);
    assert_eq!(imported.games[0].moves, ["h8", "h9", "i8"]);

    let file = |extra: Value| {
        let mut file = json!({"variant": "renju", "name": "a.lib"});
        file.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        file
    };
    let broken = import(file(json!({"base64": "/1Jl?"}))).await;
    assert!(broken.problem(400, "bad-base64").contains("base64: "));
    import(file(json!({}))).await.problem(400, "bad-file");
    import(file(json!({"content": "h8", "base64": ""}))).await.problem(400, "bad-file");
}

async fn bad_input_gets_one_error_with_its_place_and_changes_nothing() {
    let hall = open().await;
    let game = |key: &str, value: Value| {
        let mut game = persons();
        game[key] = value;
        game.to_string()
    };
    let cases = [
        ("", 400, "bad-json", "line 1 column 0"),
        ("{", 400, "bad-json", "line 1 column 1"),
        ("[]", 400, "bad-json", "line 1"),
        ("\u{0}\u{1}", 400, "bad-json", "line 1"),
        ("{\"variant\": \"xiangqi\"}", 400, "bad-json", "players"),
        (&format!("{} x", persons()), 400, "bad-json", "trailing"),
        (
            &game("clock", json!({"kind": "sundial"})),
            400,
            "bad-json",
            "clock.kind: unknown variant",
        ),
        (&game("moves", json!([1])), 400, "bad-json", "moves[0]: invalid type"),
        (&game("variant", json!("chess")), 422, "unknown-variant", "chess"),
        (&game("rules", json!("home")), 422, "unknown-rules", "home"),
        (&game("position", json!("9/9 w")), 422, "bad-position", ""),
        (&game("moves", json!(["h2e2", "h2e2"])), 422, "illegal-move", "moves[1]"),
        (&game("moves", json!(["one"])), 422, "bad-move", "moves[0]"),
        (&game("clock", json!({"kind": "per_move", "ms": 0})), 422, "bad-game", "clock.ms"),
        (
            &game("clock", json!({"kind": "byo_yomi", "base_ms": 0, "period_ms": 0, "periods": 1})),
            422,
            "bad-game",
            "period_ms",
        ),
        (&game("position", json!("9".repeat(5000))), 422, "bad-game", "position"),
        (
            &game("players", json!([{"kind": "person"}, {"kind": "machine", "level": 0}])),
            422,
            "bad-game",
            "players[1].level",
        ),
    ];
    for (body, status, code, place) in cases {
        let answer = hall.send("POST", "/api/games", &JSON, body.as_bytes()).await;
        let message = answer.problem(status, code);
        assert!(message.contains(place), "{body}: {message}");
    }
    let large = vec![b' '; 100 << 10];
    hall.send("POST", "/api/games", &JSON, &large).await.problem(413, "too-large");
    hall.send("POST", "/api/games", &JSON, &[0xff, 0xfe]).await.problem(400, "bad-json");
    let deep = "[".repeat(10_000);
    hall.send("POST", "/api/games", &JSON, deep.as_bytes()).await.problem(400, "bad-json");
    for query in ["limit=0", "limit=201", "offset=-1", "state=odd", "page=2"] {
        hall.get(&format!("/api/games?{query}")).await.problem(400, "bad-parameter");
    }
    hall.get("/api/nothing").await.problem(404, "not-found");
    hall.get("/api/games/no-such-game").await.problem(404, "not-found");
    hall.get("/api/games/%ff").await.problem(404, "not-found");
    hall.get("/api/games/01939f7e-0000-7000-8000-000000000000/live")
        .await
        .problem(400, "not-a-websocket");
    hall.send("PATCH", "/api/games", &[], b"").await.problem(405, "wrong-method");
    let list: GameList = read(&hall.get("/api/games").await);
    assert_eq!(list.total, 0);
}

#[tokio::test]
async fn foreign_hosts_and_origins_are_refused() {
    let hall =
        crate::common::open_with(|config| config.allow_hosts.push("hall.example".to_owned())).await;
    let port = hall.addr.port();
    let own = format!("http://127.0.0.1:{port}");
    let with = async |hall: &Open, method: &str, headers: &[(&str, &str)]| {
        let headers = [headers, &JSON[..]].concat();
        hall.send(method, "/api/preferences", &headers, b"{}").await
    };
    for host in [&format!("localhost:{port}"), "hall.example", "[::1]", "127.0.0.1"] {
        assert_eq!(with(&hall, "GET", &[("Host", host)]).await.status, 200, "{host}");
    }
    for host in ["evil.example", &format!("evil.example:{port}"), "10.0.0.1", "", "a b"] {
        let answer = with(&hall, "GET", &[("Host", host)]).await;
        assert!(answer.status == 403 || answer.status == 400, "{host}: {}", answer.status);
    }
    // The page itself is protected too.
    hall.send("GET", "/", &[("Host", "evil.example")], b"").await.problem(403, "foreign-host");

    assert_eq!(with(&hall, "PUT", &[("Origin", &own)]).await.status, 200);
    let same = ("Host", "hall.example");
    assert_eq!(with(&hall, "PUT", &[same, ("Origin", "https://hall.example")]).await.status, 200);
    for origin in ["https://evil.example", "null", "http://localhost:3000", "http://127.0.0.1"] {
        for method in ["PUT", "POST", "DELETE"] {
            let answer = with(&hall, method, &[("Origin", origin)]).await;
            answer.problem(403, "foreign-origin");
        }
    }
    with(&hall, "PUT", &[("Sec-Fetch-Site", "cross-site")]).await.problem(403, "foreign-origin");
    with(&hall, "PUT", &[("Origin", &own), ("Origin", "null")]).await.problem(403, "bad-header");

    let id = hall.begin(&persons()).await;
    let socket = async |origin: &str| hall.connect(&id, &[("Origin", origin)]).await.err();
    assert_eq!(socket(&own).await, None);
    assert_eq!(socket("http://localhost:3000").await, Some(403));
    assert_eq!(socket("null").await, Some(403));
    assert_eq!(hall.connect(&id, &[("Host", "evil.example")]).await.err(), Some(403));
}

#[tokio::test]
async fn the_page_is_served_with_what_protects_it() {
    let hall = open().await;
    let index = hall.get("/").await;
    assert_eq!(index.status, 200);
    assert!(index.headers["content-type"].starts_with("text/html"));
    assert_eq!(index.headers["cache-control"], "no-cache");
    let policy = &index.headers["content-security-policy"];
    assert!(policy.contains("default-src 'self'") && policy.contains("frame-ancestors 'none'"));
    assert_eq!(index.headers["x-content-type-options"], "nosniff");
    assert_eq!(index.headers["referrer-policy"], "no-referrer");

    // An unknown address gets the page, which shows the error; a missing file does not.
    for address in ["/games/some-id", "/foo/bar", "/foo"] {
        let unknown = hall.get(address).await;
        assert_eq!(unknown.status, 404);
        assert!(unknown.headers["content-type"].starts_with("text/html"));
        assert_eq!(unknown.text(), index.text().replace("=\"./", "=\"/"));
    }
    hall.get("/assets/nothing.js").await.problem(404, "not-found");
    hall.get("/../../etc/passwd.txt").await.problem(404, "not-found");
    hall.send("POST", "/", &[], b"").await.problem(405, "wrong-method");

    let tag = index.headers["etag"].as_str();
    let again = hall.send("GET", "/", &[("If-None-Match", tag)], b"").await;
    assert_eq!((again.status, again.body.len()), (304, 0));

    let zipped = hall.send("GET", "/api/openapi.json", &[("Accept-Encoding", "gzip")], b"").await;
    assert_eq!(zipped.headers["content-encoding"], "gzip");
    assert_eq!(zipped.body[..2], [0x1f, 0x8b]);
}

#[tokio::test]
async fn the_next_free_port_is_taken() {
    let first = open().await;
    let data = tempfile::tempdir().unwrap();
    let mut config = crate::common::config(data.path());
    config.listen = first.addr;
    config.next_free_port = false;
    let error = server::Hall::start(config.clone()).await.unwrap_err().to_string();
    assert!(error.starts_with(&format!("cannot listen on {}", first.addr)), "{error}");
    config.next_free_port = true;
    let second = server::Hall::start(config).await.unwrap();
    assert_ne!(second.addr.port(), first.addr.port());
    assert_eq!(second.url(), format!("http://{}/", second.addr));
}

crate::both! {
    preferences_are_remembered_also_by_the_next_opening
    a_game_is_made_listed_shown_and_deleted
    files_are_read_and_written
    bad_input_gets_one_error_with_its_place_and_changes_nothing
}
