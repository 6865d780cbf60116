//! Facts about a game are sent as codes with squares and numbers, in all games: the reason why a
//! move is refused, the count of moves that ends the game first, and the warnings.

use crate::common::engines::Endless;
use crate::common::{Open, against_machine, open, open_with, persons};
use serde_json::{Value, json};
use server::Engines;
use wire::{DrawLimit, Event, Fault, Game};

/// A game between two persons from a position.
async fn begin(hall: &Open, variant: &str, rules: Option<&str>, position: &str) -> String {
    let mut game = persons();
    game["variant"] = json!(variant);
    game["position"] = json!(position);
    if let Some(rules) = rules {
        game["rules"] = json!(rules);
    }
    hall.begin(&game).await
}

#[tokio::test]
async fn a_refused_move_says_why_as_a_code() {
    let hall = open().await;
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
    let none: &[u32] = &[];
    for (variant, position, text, code, squares, numbers) in [
        ("xiangqi", start, "b0-d1", "leg-blocked", "c0", none),
        ("xiangqi", start, "e0-e2", "king-step", "", none),
        ("xiangqi", "3k5/9/9/9/9/9/9/9/3N5/2B1K4 w", "c0-e2", "eye-blocked", "d1", none),
        ("xiangqi", "4k4/9/9/9/9/9/P8/9/4A4/4K4 w", "e1-d2", "kings-facing", "", none),
        ("xiangqi", "3k5/9/4r4/9/9/9/9/9/9/R3K4 w", "a0-a1", "still-check", "e7", none),
        ("xiangqi", "3k5/9/4r4/4p4/4P4/9/9/4C4/9/5K3 w", "e2-e7", "many-screens", "e5 e6", &[2]),
        ("draughts", "W:W28,37:B14,22,23", "37-32", "must-capture", "", none),
        ("draughts", "W:W28,37:B14,22,23", "28-17", "takes-fewer", "", &[2, 1]),
        ("draughts", "W:W28,37:B5", "28-33", "man-step", "", none),
        ("draughts", "W:W28,37:B5", "37-28", "occupied", "28", none),
        ("reversi", "startpos", "a1", "flips-nothing", "a1", none),
        ("reversi", "startpos", "d4", "occupied", "d4", none),
        ("renju", "h8 a1 i8 a2 j9 a4 j10 a5", "j8", "forbidden-double-three", "j8", none),
        ("gomoku", "h8 a1", "h8", "occupied", "h8", none),
    ] {
        let id = begin(&hall, variant, None, position).await;
        let (mut socket, before) = hall.join(&id).await;
        let command = json!({"type": "move", "ply": 1, "text": text});
        let problem = socket.ask("x", &command).await.unwrap_err();
        assert_eq!(problem.code, "illegal-move", "{variant} {text}: {}", problem.message);
        let [Fault { code: of, squares: at, numbers: counts, message, .. }] = &problem.faults[..]
        else {
            panic!("{variant} {text}: {:?}", problem.faults)
        };
        assert_eq!(of, code, "{variant} {text}: {message}");
        assert!(at.join(" ").starts_with(squares), "{variant} {text}: {at:?}");
        assert_eq!(counts, numbers, "{variant} {text}");
        assert_eq!(hall.game(&id).await, before);
    }
}

#[tokio::test]
async fn a_frisian_king_moves_three_times_in_a_row() {
    let hall = open().await;
    let id = begin(&hall, "draughts-frisian", None, "W:WK46,50:B1,2").await;
    let (mut socket, _) = hall.join(&id).await;
    for (ply, text) in
        [(1, "46-41"), (2, "1-7"), (3, "41-46"), (4, "2-8"), (5, "46-41"), (6, "7-12")]
    {
        socket.play(ply, text).await;
    }
    let fourth = json!({"type": "move", "ply": 7, "text": "41-46"});
    let problem = socket.ask("x", &fourth).await.unwrap_err();
    assert_eq!(
        (problem.faults[0].code.as_str(), &problem.faults[0].numbers[..]),
        ("king-run", &[3][..])
    );
}

/// Plays moves in order and returns the game after each.
async fn play(hall: &Open, id: &str, moves: &str) -> Vec<Game> {
    let (mut socket, game) = hall.join(id).await;
    let mut games = vec![game];
    for (text, ply) in moves.split_whitespace().zip(1..) {
        games.push(socket.play(ply, text).await);
    }
    games
}

fn limit(reason: &str, count: u32, bound: u32) -> Option<DrawLimit> {
    Some(DrawLimit { reason: reason.to_owned(), count, bound })
}

#[tokio::test]
async fn the_count_told_is_the_one_that_ends_the_game_first() {
    let hall = open().await;
    // Two kings against one: the limit is five moves each, not the 25 moves of kings only.
    let id = begin(&hall, "draughts", None, "W:WK6,K47:BK5").await;
    let moves = "6-1 5-10 47-36 10-5 1-6 5-10 36-47 10-5 6-1 5-10";
    let games = play(&hall, &id, moves).await;
    assert_eq!(games[0].limit, limit("five-moves", 0, 10));
    assert_eq!(games[9].limit, limit("five-moves", 9, 10));
    let end = games[10].end.as_ref().expect("a draw after five moves each");
    assert_eq!((end.reason.as_str(), end.outcome), ("five-moves", Some(wire::Outcome::Draw)));
    assert_eq!(end.proof.as_ref().and_then(|proof| proof.counted), Some([10, 10]));
    // The warning is given one reply ahead, and again before the last move, to the side to move.
    assert!(games[7].warnings.is_empty(), "{:?}", games[7].warnings);
    for (game, is_reply) in [(&games[8], true), (&games[9], false)] {
        assert_eq!(game.warnings.len(), game.board.moves.len());
        for warning in &game.warnings {
            assert_eq!(
                (warning.end.reason.as_str(), warning.reply.is_some()),
                ("five-moves", is_reply)
            );
        }
    }
    // Frisian draughts has a limit of seven.
    let id = begin(&hall, "draughts-frisian", None, "W:WK46,K47:BK5").await;
    assert_eq!(hall.game(&id).await.limit, limit("five-moves", 0, 14));
    // From the usual start only kings' moves are counted; gomoku and games like it have no count.
    let id = begin(&hall, "draughts", None, "startpos").await;
    assert_eq!(hall.game(&id).await.limit, limit("king-moves", 0, 50));
    let mut gomoku: Value = persons();
    gomoku["variant"] = json!("gomoku");
    let id = hall.begin(&gomoku).await;
    assert_eq!(hall.game(&id).await.limit, None);
    let id = begin(&hall, "xiangqi", None, "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 118 90").await;
    let (_, game) = hall.join(&id).await;
    assert_eq!(game.limit, limit("sixty-move", 118, 120));
    let warned: Vec<_> = game.warnings.iter().map(|w| w.end.reason.as_str()).collect();
    assert!(
        !warned.is_empty() && warned.iter().all(|reason| *reason == "sixty-move"),
        "{warned:?}"
    );
}

fn reply_of(warning: &wire::RuleWarning) -> Option<&str> {
    warning.reply.as_ref().map(|reply| reply.text.as_str())
}

#[tokio::test]
async fn whoever_lets_a_reply_complete_a_lost_cycle_is_warned() {
    let hall = open().await;
    let id = begin(&hall, "xiangqi", None, "4k4/R8/9/9/9/9/9/9/9/3K5 w").await;
    let games = play(&hall, &id, "a8a9 e9e8 a9a8 e8e9 a8a9 e9e8 a9a8 e8e9").await;
    for game in &games[..6] {
        assert!(game.warnings.is_empty(), "{:?}", game.warnings);
    }
    let [warning] = &games[6].warnings[..] else { panic!("{:?}", games[6].warnings) };
    assert_eq!((warning.text.as_str(), reply_of(warning)), ("a9a8", Some("e8e9")));
    assert_eq!(
        (warning.end.reason.as_str(), warning.end.outcome),
        ("perpetual-check", Some(wire::Outcome::SecondWins))
    );
    let reply = warning.reply.as_ref().expect("a reply");
    assert_eq!(reply.notations.get("wxf").map(String::as_str), Some("K5-1"));
    assert_eq!(warning.end.rule.as_deref(), Some("wxf 1"));
    let repeated = warning.end.proof.as_ref().and_then(|proof| proof.repeated);
    assert_eq!(repeated, Some(wire::Repeated { plies: [1, 8], times: 3 }));
    assert_eq!(games[8].end.as_ref().map(|end| end.reason.as_str()), Some("perpetual-check"));
}

#[tokio::test]
async fn a_repetition_is_told_in_draughts_too() {
    let hall = open().await;
    let id = begin(&hall, "draughts", None, "W:WK47,35:BK5,16").await;
    let games = play(&hall, &id, "47-36 5-10 36-47 10-5 47-36 5-10 36-47").await;
    let warning = games[6].warnings.iter().find(|w| w.text == "36-47").expect("a warning");
    assert_eq!((reply_of(warning), warning.end.reason.as_str()), (Some("10-5"), "repetition"));
    let warning = games[7].warnings.iter().find(|w| w.text == "10-5").expect("a warning");
    assert_eq!((reply_of(warning), warning.end.outcome), (None, Some(wire::Outcome::Draw)));
    let repeated = warning.end.proof.as_ref().and_then(|proof| proof.repeated);
    assert_eq!(repeated, Some(wire::Repeated { plies: [1, 8], times: 3 }));
}

#[tokio::test]
async fn threats_of_mate_are_shown_where_they_decide() {
    let hall = open().await;
    let id = begin(&hall, "xiangqi", Some("cxa"), "4k4/9/9/9/1c6r/9/9/9/9/R2K5 w").await;
    let games = play(&hall, &id, "a0b0 b5a5 b0a0 a5b5 a0b0 b5a5 b0a0 a5b5").await;
    let end = games[8].end.as_ref().expect("the third time");
    assert_eq!(
        (end.reason.as_str(), end.outcome),
        ("perpetual-chase", Some(wire::Outcome::FirstWins))
    );
    let proof = end.proof.as_ref().expect("evidence");
    let mate = ["i5".to_owned(), "d5".to_owned()];
    assert_eq!(proof.mates, [mate]);
}

#[tokio::test]
async fn the_line_thought_of_comes_in_every_notation() {
    let hall = open_with(|c| c.engines = Engines::new(|_| Ok(Box::new(Endless)))).await;
    let mut game = persons();
    game["variant"] = json!("draughts-russian");
    let id = hall.begin(&game).await;
    let (mut socket, _) = hall.join(&id).await;
    socket.send_text(r#"{"id": "h", "type": "hint"}"#).await;
    let thinking = loop {
        if let Event::Thinking { thinking } = socket.next().await {
            break thinking;
        }
    };
    let styles: Vec<_> = thinking.lines.keys().map(String::as_str).collect();
    assert_eq!(styles, ["engine", "letters", "pdn"]);
    assert!(thinking.lines.values().all(|line| line.len() == thinking.lines["pdn"].len()));
    assert!(thinking.lines["letters"][0].starts_with(|c: char| c.is_ascii_lowercase()));
}

#[tokio::test]
async fn a_machine_judges_the_position_when_a_draw_is_offered() {
    let hall = open().await;
    // At the usual start the position is about even: the machine plays on.
    let id = hall.begin(&against_machine()).await;
    let (mut socket, before) = hall.join(&id).await;
    socket.send_text(r#"{"id": "d", "type": "offer_draw"}"#).await;
    while !matches!(socket.next().await, Event::DrawDeclined) {}
    assert_eq!(hall.game(&id).await, before);
    // In an even endgame the machine accepts the draw, even before any move.
    let mut game = against_machine();
    game["position"] = json!("3k5/9/9/9/9/9/9/9/9/R3K4 w");
    let id = hall.begin(&game).await;
    let (mut socket, _) = hall.join(&id).await;
    socket.send_text(r#"{"id": "d", "type": "offer_draw"}"#).await;
    let end = socket.wait_for(|game| game.end.is_some()).await.end.expect("a draw");
    assert_eq!((end.reason.as_str(), end.outcome), ("agreement", Some(wire::Outcome::Draw)));
}

#[tokio::test]
async fn an_offer_to_the_machine_is_answered_although_the_person_moves_on() {
    let hall = open().await;
    // Sent together: the move comes before the end of the search for the answer.
    let mut game = against_machine();
    game["position"] = json!("3k5/9/9/9/9/9/9/9/9/R3K4 w");
    let id = hall.begin(&game).await;
    let (mut socket, _) = hall.join(&id).await;
    socket.send_text(r#"{"id": "d", "type": "offer_draw"}"#).await;
    socket.send_text(r#"{"id": "m", "type": "move", "ply": 1, "text": "a0a1"}"#).await;
    let now = socket.wait_for(|game| game.end.is_some()).await;
    assert_eq!(now.end.expect("a draw").reason, "agreement");
    // On a busy machine the answer may come before the move has arrived.
    assert!(now.moves.len() <= 1);
    // At the usual start the machine declines, and moves.
    let id = hall.begin(&against_machine()).await;
    let (mut socket, _) = hall.join(&id).await;
    socket.send_text(r#"{"id": "d", "type": "offer_draw"}"#).await;
    socket.send_text(r#"{"id": "m", "type": "move", "ply": 1, "text": "h2e2"}"#).await;
    while !matches!(socket.next().await, Event::DrawDeclined) {}
    socket.wait_for(|game| game.moves.len() == 2).await;
}

#[tokio::test]
async fn a_hint_and_an_offer_do_not_stop_each_other() {
    let hall = open().await;
    for words in [["hint", "offer_draw"], ["offer_draw", "hint"]] {
        let id = hall.begin(&against_machine()).await;
        let (mut socket, _) = hall.join(&id).await;
        for (n, word) in words.iter().enumerate() {
            socket.send_text(&json!({"id": n.to_string(), "type": word}).to_string()).await;
        }
        let (mut hinted, mut declined) = (false, false);
        while !(hinted && declined) {
            match socket.next().await {
                Event::Hint { .. } => hinted = true,
                Event::DrawDeclined => declined = true,
                _ => {}
            }
        }
    }
}

#[tokio::test]
async fn an_offer_belongs_to_whom_it_came_from() {
    let hall = open().await;
    let id = hall.begin(&persons()).await;
    let (mut socket, _) = hall.join(&id).await;
    let of = |word: &str, side: &str| json!({"type": word, "side": side});
    let game = socket.change("1", &of("offer_draw", "second")).await;
    assert_eq!(game.draw_offer, Some(wire::Side::Second));
    let problem = socket.ask("2", &of("accept_draw", "second")).await.unwrap_err();
    assert_eq!(problem.code, "own-offer");
    let end = socket.change("3", &of("accept_draw", "first")).await.end.expect("a draw");
    assert_eq!(end.reason, "agreement");
}
