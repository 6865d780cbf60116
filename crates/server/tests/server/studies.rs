//! Studies over HTTP and WebSocket.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::study::{get, join, make, position};
use crate::common::{open, persons};
use serde_json::json;
use wire::ShownStudy;

async fn a_tree_grows_and_every_client_sees_it() {
    let hall = open().await;
    let id = position(&hall, "xiangqi").await.id;
    let (mut one, mut two) = (join(&hall, &id).await, join(&hall, &id).await);
    let first = one.play(0, "C2=5").await;
    assert_eq!((first, one.play(0, "h2e2").await), (1, 1), "the same move is the same node");
    let reply = one.play(first, "H8+7").await;
    let other = one.play(first, "b9c7").await;
    assert_eq!(one.node(first).children, [reply, other]);
    let played = one.node(reply).played.as_ref().unwrap();
    assert_eq!((played.text.as_str(), played.ply), ("h9g7", 2));
    assert!(!played.removed.is_empty() && !played.put.is_empty(), "boards follow from moves");
    let insert = json!({"type": "insert", "node": 0, "moves": ["h2e2", "h9g7", "h0g2", "i9h9"]});
    assert_eq!(one.done(insert).await, Some(5));
    for (command, node) in [
        (json!({"type": "comment", "node": other, "text": " a **horse**\r\nand more "}), other),
        (json!({"type": "glyphs", "node": other, "glyphs": [5, 146]}), other),
        (
            json!({"type": "shapes", "node": other, "shapes": [
            {"color": "green", "from": "h0", "to": "g2"}, {"color": "red", "from": "e6"}]}),
            other,
        ),
        (
            json!({"type": "evaluate", "node": other, "evaluation":
            {"score": {"cp": -20}, "chance": 0.45, "depth": 9, "engine": "own"}}),
            other,
        ),
        (json!({"type": "collapse", "node": other, "collapsed": true}), other),
        (json!({"type": "make_main", "node": other}), other),
    ] {
        assert_eq!(one.done(command).await, Some(node));
    }
    one.done(json!({"type": "title", "title": "my study"})).await;
    let node = one.node(other);
    assert_eq!(node.comment, "a **horse**\nand more");
    assert_eq!((&node.glyphs[..], node.shapes.len(), node.collapsed), (&[5, 146][..], 2, true));
    assert_eq!(one.node(first).children, [other, reply]);
    // The other client saw the same, and so does one that comes later.
    two.done(json!({"type": "look", "node": 0})).await;
    assert_eq!(two.study.nodes, one.study.nodes);
    assert_eq!(two.study.title, "my study");
    assert_eq!(get(&hall, &id).await.nodes, one.study.nodes);
    // Deleting and undo.
    one.done(json!({"type": "delete", "node": first})).await;
    assert_eq!(one.study.nodes.len(), 1);
    one.done(json!({"type": "undo"})).await;
    assert_eq!(one.study.nodes.len(), 6);
    assert!(one.study.can_redo);
    one.done(json!({"type": "redo"})).await;
    assert_eq!((one.study.nodes.len(), one.study.can_redo), (1, false));
    one.done(json!({"type": "undo"})).await;
    // What is exported opens again, with everything that was written.
    let export = hall.get(&format!("/api/studies/{id}/export?format=json")).await;
    let new = json!({"kind": "export", "study": export.json()});
    let answer = hall.send_json("POST", "/api/studies", &new).await;
    assert_eq!(answer.status, 201, "{}", answer.text());
    let again: ShownStudy = serde_json::from_slice(&answer.body).unwrap();
    let was: ShownStudy = serde_json::from_slice(&export.body).unwrap();
    assert_ne!(again.id, was.id);
    assert_eq!((&again.title, &again.players), (&was.title, &was.players));
    let written = |study: &ShownStudy| {
        let mut all: Vec<_> = study
            .nodes
            .iter()
            .map(|node| {
                let text = node.played.as_ref().map(|played| (played.ply, played.text.clone()));
                let children: Vec<_> = node
                    .children
                    .iter()
                    .map(|child| {
                        let child = study.nodes.iter().find(|one| one.id == *child).unwrap();
                        child.played.as_ref().unwrap().text.clone()
                    })
                    .collect();
                let evaluation = node.evaluation.as_ref().map(|one| format!("{one:?}"));
                (
                    text,
                    children,
                    node.comment.clone(),
                    node.glyphs.clone(),
                    node.shapes.clone(),
                    node.collapsed,
                    evaluation,
                )
            })
            .collect();
        all.sort_by_key(|one| format!("{one:?}"));
        all
    };
    assert_eq!(written(&again), written(&was));
    assert_eq!(get(&hall, &id).await.nodes, one.study.nodes);
}

async fn impossible_requests_are_refused_and_change_nothing() {
    let hall = open().await;
    let id = position(&hall, "draughts").await.id;
    let mut socket = join(&hall, &id).await;
    socket.play(0, "32-28").await;
    let before = get(&hall, &id).await;
    for (command, code) in [
        (json!({"type": "play", "node": 0, "text": "32-29"}), "illegal-move"),
        (json!({"type": "play", "node": 7, "text": "32-28"}), "no-node"),
        (json!({"type": "look", "node": 7}), "no-node"),
        (json!({"type": "insert", "node": 0, "moves": ["33-29", "nonsense"]}), "bad-move"),
        (json!({"type": "delete", "node": 0}), "bad-edit"),
        (json!({"type": "comment", "node": 0, "text": "a\u{202E}b"}), "bad-game"),
        (json!({"type": "comment", "node": 0, "text": "x".repeat(9000)}), "study-full"),
        (json!({"type": "glyphs", "node": 1, "glyphs": vec![1; 40]}), "study-full"),
        (
            json!({"type": "shapes", "node": 1, "shapes": [{"color": "red", "from": "99"}]}),
            "bad-edit",
        ),
        (
            json!({"type": "shapes", "node": 1, "shapes": [{"color": "pink", "from": "9"}]}),
            "bad-json",
        ),
        (
            json!({"type": "evaluate", "node": 1, "evaluation": {"score": {}, "chance": 0.5}}),
            "bad-edit",
        ),
        (
            json!({"type": "evaluate", "node": 1, "evaluation":
            {"score": {"cp": 1}, "chance": 2.0}}),
            "bad-edit",
        ),
        (json!({"type": "analyse", "node": 0, "engine": "fish", "lines": 1}), "not-found"),
        (json!({"type": "analyse", "node": 0, "engine": "own", "lines": 6}), "bad-analysis"),
        (
            json!({"type": "analyse", "node": 0, "engine": "own", "lines": 1, "only": ["1-2"]}),
            "illegal-move",
        ),
        (json!({"type": "analyse", "node": 9, "engine": "own", "lines": 1}), "no-node"),
        (json!({"type": "dance"}), "bad-json"),
    ] {
        let problem = socket.ask(command.clone()).await.unwrap_err();
        assert_eq!(problem.code, code, "{command}: {}", problem.message);
    }
    assert_eq!(get(&hall, &id).await, before);
    socket.done(json!({"type": "undo"})).await;
    let problem = socket.ask(json!({"type": "undo"})).await.unwrap_err();
    assert_eq!(problem.code, "nothing-to-undo");
    for (new, status, code) in [
        (json!({"kind": "game", "id": "x"}), 404, "not-found"),
        (json!({"kind": "position", "variant": "chess"}), 422, "unknown-variant"),
        (
            json!({"kind": "position", "variant": "xiangqi", "position": "nine"}),
            422,
            "bad-position",
        ),
        (json!({"kind": "position", "variant": "xiangqi", "moves": ["a0a9"]}), 422, "illegal-move"),
        (
            json!({"kind": "file", "file": {"variant": "xiangqi", "name": "a.pgn", "content": "1. h2e2 *"},
            "game": 3}),
            422,
            "no-such-game",
        ),
        (json!({"kind": "dance"}), 400, "bad-json"),
    ] {
        hall.send_json("POST", "/api/studies", &new).await.problem(status, code);
    }
    hall.get("/api/studies/nonsense").await.problem(404, "not-found");
}

async fn a_request_is_done_once_also_after_a_restart() {
    let hall = open().await;
    let id = position(&hall, "gomoku").await.id;
    let mut socket = join(&hall, &id).await;
    let play = json!({"type": "play", "node": 0, "text": "h8"});
    assert_eq!(socket.ask_as("same", &play).await.unwrap(), Some(1));
    assert_eq!(socket.ask_as("same", &play).await.unwrap(), Some(1));
    let other = json!({"type": "play", "node": 0, "text": "h9"});
    assert_eq!(socket.ask_as("same", &other).await.unwrap_err().code, "id-taken");
    drop(socket);
    let before = get(&hall, &id).await;
    let data = hall.close().await;
    let hall = crate::common::start(crate::common::config(data.path())).await;
    assert_eq!(get(&hall, &id).await, before, "the study is as it was");
    let mut socket = join(&hall, &id).await;
    assert_eq!(socket.ask_as("same", &play).await.unwrap(), Some(1));
    assert_eq!(get(&hall, &id).await.version, before.version);
    socket.done(json!({"type": "undo"})).await;
    assert_eq!(socket.study.nodes.len(), 1);
    drop(socket);
    hall.stop().await;
}

async fn a_game_has_one_study_which_follows_it() {
    let hall = open().await;
    let game = hall.begin(&persons()).await;
    let (mut player, _) = hall.join(&game).await;
    player.play(1, "h2e2").await;
    let new = json!({"kind": "game", "id": game});
    let study = make(&hall, &new).await;
    assert_eq!((study.nodes.len(), study.players[1].as_str()), (2, "Bo"));
    assert!(!study.can_undo, "what a study begins with cannot be undone");
    let again = hall.send_json("POST", "/api/studies", &new).await;
    assert_eq!((again.status, again.json()["id"].as_str()), (200, Some(study.id.as_str())));
    let mut socket = join(&hall, &study.id).await;
    // A variation in the study, and moves in the game: both stay.
    socket.play(1, "b9c7").await;
    player.play(2, "h9g7").await;
    player.play(3, "h0g2").await;
    while socket.study.nodes.len() < 5 {
        socket.next().await;
    }
    let texts: Vec<_> =
        std::iter::successors(Some(0), |id| socket.node(*id).children.first().copied())
            .filter_map(|id| Some(socket.node(id).played.as_ref()?.text.clone()))
            .collect();
    assert_eq!(texts, ["h2e2", "h9g7", "h0g2"]);
    assert_eq!(socket.node(1).children.len(), 2);
    socket.done(json!({"type": "undo"})).await;
    assert_eq!(socket.node(1).children.len(), 1, "the move that was tried is taken back");
    player.ask("resign", &json!({"type": "resign"})).await.unwrap();
    assert_eq!(get(&hall, &study.id).await.result, Some(wire::Outcome::FirstWins));
    // The study outlives the game.
    drop((player, socket));
    assert_eq!(hall.send("DELETE", &format!("/api/games/{game}"), &[], b"").await.status, 204);
    assert_eq!(get(&hall, &study.id).await.nodes.len(), 4);
}

async fn studies_are_listed_and_deleted() {
    let hall = open().await;
    let mut ids = Vec::new();
    for i in 0..3 {
        let title = format!("study {i}");
        let new =
            json!({"kind": "position", "variant": "xiangqi", "moves": ["h2e2"], "title": title});
        ids.push(make(&hall, &new).await.id);
    }
    let page: wire::StudyList =
        serde_json::from_slice(&hall.get("/api/studies?limit=2").await.body).unwrap();
    assert_eq!((page.studies.len(), page.total), (2, 3));
    assert_eq!((page.studies[0].title.as_str(), page.studies[0].moves), ("study 2", 1));
    assert!(page.studies[0].board.is_some() && !page.studies[0].damaged);
    let next = page.next.unwrap();
    let path = format!("/api/studies?limit=2&before={next}");
    let page: wire::StudyList = serde_json::from_slice(&hall.get(&path).await.body).unwrap();
    assert_eq!((page.studies.len(), page.next), (1, None));
    hall.get("/api/studies?limit=0").await.problem(400, "bad-parameter");
    hall.get("/api/studies?before=x").await.problem(400, "bad-parameter");
    let path = format!("/api/studies/{}", ids[0]);
    let raw = hall.get(&format!("{path}/raw")).await.json();
    assert!(raw["edits"][0]["body"].as_str().unwrap().contains("h2e2"), "{raw}");
    assert_eq!(hall.send("DELETE", &path, &[], b"").await.status, 204);
    hall.get(&path).await.problem(404, "not-found");
    hall.send("DELETE", &path, &[], b"").await.problem(404, "not-found");
}

#[tokio::test]
async fn a_file_becomes_a_study_and_is_written_in_every_format() {
    let hall = open().await;
    let files = [
        (
            "xiangqi",
            "a.pgn",
            "[Red \"Hu\"]\n[Result \"1-0\"]\n\n{start} 1. H2-E2 $1 {[%cal Gh2e2] \
          good [%eval 0.30]} (1. B0-C2 H9-G7) 1... H9-G7 2. H0-G2 1-0\n",
        ),
        (
            "draughts",
            "a.pdn",
            "[White \"A\"]\n\n1. 32-28 {[%csl G28] first} (1. 33-29) 19-23 2-0\n",
        ),
        ("gomoku", "a.sgf", "(;GM[4]SZ[15];B[hh]C[center](;W[ii])(;W[gg]))"),
        ("reversi", "a.txt", "f5 d6 c3"),
    ];
    for (variant, name, content) in files {
        let file = json!({"variant": variant, "name": name, "content": content});
        let new = json!({"kind": "file", "file": file, "game": 0});
        let study = make(&hall, &new).await;
        assert!(study.nodes.len() >= 4 && !study.can_undo, "{variant}: {study:?}");
        let moves = study.nodes.len() - 1;
        let path = format!("/api/studies/{}/export", study.id);
        let json = hall.get(&format!("{path}?format=json")).await;
        let whole: ShownStudy = serde_json::from_slice(&json.body).unwrap();
        assert_eq!(whole.nodes, study.nodes);
        let family = games::family(games::find_variant(variant).unwrap().family).unwrap();
        let formats = family.files().formats().iter().map(|format| format.name);
        for format in formats.chain(["fen", "moves"]) {
            let written = hall.get(&format!("{path}?format={format}")).await;
            if !["pgn", "pdn", "sgf", "lib", "psq", "fen", "moves"].contains(&format) {
                // Some formats are only read, and some hold only games of their own board.
                assert!([200, 422].contains(&written.status), "{}", written.text());
                continue;
            }
            assert_eq!(written.status, 200, "{variant} {format}: {}", written.text());
            assert!(!written.body.is_empty());
            // What was written is read again, with its variations where the format holds them.
            if ["pgn", "pdn", "sgf", "lib"].contains(&format) {
                use base64::Engine as _;
                let base64 = base64::engine::general_purpose::STANDARD.encode(&written.body);
                let name = format!("b.{format}");
                let file = json!({"variant": variant, "name": name, "base64": base64});
                let again = make(&hall, &json!({"kind": "file", "file": file, "game": 0})).await;
                assert_eq!(again.nodes.len() - 1, moves, "{variant} {format}");
                if ["pgn", "pdn"].contains(&format) {
                    assert_eq!(again.nodes, study.nodes, "{variant} {format}");
                }
            }
        }
        hall.get(&format!("{path}?format=doc")).await.problem(400, "bad-parameter");
    }
}

#[tokio::test]
async fn a_position_says_what_is_known() {
    let hall = open().await;
    let new = json!({"kind": "position", "variant": "gomoku",
        "moves": ["h8", "a1", "h9", "a2", "h10", "a3", "h11", "a5"]});
    let id = make(&hall, &new).await.id;
    let mut socket = join(&hall, &id).await;
    let position = socket.look(8).await;
    let wins: Vec<_> = position.known.iter().filter(|known| known.value == "win").collect();
    assert_eq!(wins.len(), 2, "{:?}", position.known);
    assert!(wins.iter().all(|known| known.source == "rules" && known.plies == Some(1)));
    assert!(position.can_pass && position.end.is_none());
    let end = socket.play(8, &wins[0].text).await;
    let position = socket.look(end).await;
    assert_eq!(position.end.unwrap().outcome, Some(wire::Outcome::FirstWins));
    assert!(position.known.is_empty() && position.board.moves.is_empty() && !position.can_pass);
    assert!(socket.node(end).end.is_some());
    // A perpetual check in Xiangqi: the danger of repetition is seen before it is there.
    let start = "3k5/9/9/9/9/9/9/9/R8/4K4 w";
    let check = ["a1a9", "d9d8", "a9a8", "d8d9"];
    let moves: Vec<&str> = check.into_iter().chain(["a8a9", "d9d8", "a9a8", "d8d9"]).collect();
    let new = json!({"kind": "position", "variant": "xiangqi", "position": start, "moves": moves});
    let id = make(&hall, &new).await.id;
    let mut socket = join(&hall, &id).await;
    let position = socket.look(8).await;
    let known = position.known.iter().find(|known| known.source == "repetition");
    assert!(known.is_some() && !position.warnings.is_empty(), "{:?}", position.known);
}

crate::both! {
    a_tree_grows_and_every_client_sees_it
    impossible_requests_are_refused_and_change_nothing
    a_request_is_done_once_also_after_a_restart
    a_game_has_one_study_which_follows_it
    studies_are_listed_and_deleted
}
