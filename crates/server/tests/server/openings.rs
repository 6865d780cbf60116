//! Openings before the game proper: the deciding side, the effect on the board and the colours, and
//! the state after a restart.

use crate::common::{config, open, open_with, start};
use serde_json::{Value, json};
use server::Engines;
use wire::OpeningAnswerKind::{PutTwo, Swap};
use wire::{OpeningStageKind, Player, Side};

fn game(opening: &str, second: &Value) -> Value {
    json!({
        "variant": "gomoku",
        "players": [{"kind": "person", "name": "Ada"}, second],
        "clock": {"kind": "none"},
        "opening": opening,
    })
}

fn choose(choice: &str) -> Value {
    json!({"type": "choose", "choice": choice})
}

fn name(player: &Player) -> &str {
    match player {
        Player::Person { name, .. } => name,
        Player::Machine { .. } => "machine",
    }
}

#[tokio::test]
async fn swap2_is_played_with_two_more_stones() {
    let hall = open().await;
    let id = hall.begin(&game("swap2", &json!({"kind": "person", "name": "Bo"}))).await;
    let (mut socket, first) = hall.join(&id).await;
    let opening = first.opening.clone().unwrap();
    assert_eq!((opening.stage, opening.region), (OpeningStageKind::Put, None));
    assert_eq!((first.turn, first.board.moves.len()), (Side::First, 225));
    // A stone is a move like any other; the first player puts all three.
    socket.play(1, "h8").await;
    let now = socket.play(2, "i9").await;
    assert_eq!(now.turn, Side::First);
    let now = socket.play(3, "g7").await;
    assert_eq!((now.turn, now.board.moves.len()), (Side::Second, 0));
    assert_eq!(now.opening.unwrap().choices, ["swap", "keep", "put-two"]);
    let wrong = socket.ask("w", &choose("declare=3")).await.unwrap_err();
    assert_eq!(wrong.code, "bad-choice");
    socket.change("two", &choose("put-two")).await;
    socket.change("p4", &choose("h10")).await;
    socket.play(5, "a1").await;
    let now = socket.change("swap", &choose("swap")).await;
    assert_eq!(now.opening, None);
    assert_eq!(now.players.each_ref().map(name), ["Bo", "Ada"]);
    assert_eq!((now.turn, now.moves.len()), (Side::Second, 5));
    let late = socket.ask("late", &choose("keep")).await.unwrap_err();
    assert_eq!(late.code, "no-opening");
    let now = socket.play(6, "c3").await;

    let data = hall.close().await;
    let hall = start(config(data.path())).await;
    let (mut socket, again) = hall.join(&id).await;
    assert_eq!(again, now);
    let fresh = socket.change("again", &json!({"type": "restart"})).await;
    assert_eq!(fresh.players.each_ref().map(name), ["Ada", "Bo"]);
    assert_eq!(fresh.opening.unwrap().stage, OpeningStageKind::Put);
}

/// The word for it on the wire.
fn word(kind: impl serde::Serialize) -> String {
    json!(kind).as_str().unwrap_or_default().to_owned()
}

/// The consequences of choices, in short: `swap: play`, `put-two: put own, put own`.
fn leads(opening: &wire::OpeningState) -> Vec<String> {
    let step = |step: &wire::OpeningStep| {
        let own = if step.own { " own" } else { "" };
        let left = if step.left > 0 { format!(" {}", step.left) } else { String::new() };
        format!("{}{own}{left}", word(step.kind))
    };
    let answer = |answer: &wire::OpeningChoice| {
        let steps: Vec<String> = answer.leads.iter().map(step).collect();
        format!("{}: {}", word(answer.kind), steps.join(", "))
    };
    opening.answers.iter().map(answer).collect()
}

#[tokio::test]
async fn an_opening_says_what_choices_lead_to_and_what_was_chosen() {
    let hall = open().await;
    let bo = json!({"kind": "person", "name": "Bo"});
    let id = hall.begin(&game("swap2", &bo)).await;
    let (mut socket, _) = hall.join(&id).await;
    for (ply, at) in (1..).zip(["h8", "i9", "g7"]) {
        socket.play(ply, at).await;
    }
    let now = socket.game.clone().unwrap();
    // White moves next: the player who takes Black waits.
    assert_eq!(
        leads(now.opening.as_ref().unwrap()),
        ["swap: play", "keep: play own", "put-two: put own, put own"]
    );
    assert_eq!((now.opening_answers.len(), now.take_back), (0, Some(2)));
    socket.change("two", &choose("put-two")).await;
    socket.play(4, "h10").await;
    socket.play(5, "a1").await;
    let now = socket.change("swap", &choose("swap")).await;
    let answers: Vec<_> = now.opening_answers.iter().map(|a| (a.kind, a.has, a.stones)).collect();
    assert_eq!(answers, [(PutTwo, Side::Second, 3), (Swap, Side::Second, 5)]);

    let renju = json!({
        "variant": "renju", "opening": "soosorv-8", "clock": {"kind": "none"},
        "players": [{"kind": "person", "name": "Ada"}, bo],
    });
    let id = hall.begin(&renju).await;
    let (mut socket, first) = hall.join(&id).await;
    let region = first.opening.unwrap().region;
    assert_eq!(region, Some(wire::OpeningRegion { within: true, edge: 1 }));
    for (ply, at) in (1..).zip(["h8", "h9", "h10"]) {
        socket.play(ply, at).await;
    }
    let now = socket.game.clone().unwrap();
    assert_eq!(
        leads(now.opening.as_ref().unwrap()),
        ["swap: put, declare", "keep: put own, declare own"]
    );
}

#[tokio::test]
async fn stones_of_an_opening_are_taken_back_with_the_choices_after_them() {
    let hall = open().await;
    let id = hall.begin(&game("swap2", &json!({"kind": "person", "name": "Bo"}))).await;
    let (mut socket, first) = hall.join(&id).await;
    assert_eq!(first.opening_kind.as_deref(), Some("swap2"));
    let back = |ply: u32| json!({"type": "take_back", "ply": ply});
    for (ply, at) in (1..).zip(["h8", "i9", "g7"]) {
        socket.play(ply, at).await;
    }
    socket.change("two", &choose("put-two")).await;
    socket.change("p4", &choose("h10")).await;
    let now = socket.change("b3", &back(3)).await;
    assert_eq!((now.moves.len(), now.turn), (3, Side::Second));
    assert_eq!(now.opening.unwrap().choices, ["swap", "keep", "put-two"]);
    let now = socket.change("swap", &choose("swap")).await;
    assert_eq!(now.players.each_ref().map(name), ["Bo", "Ada"]);
    assert_eq!((now.opening, now.opening_kind.as_deref()), (None, Some("swap2")));
    let now = socket.change("b2", &back(2)).await;
    assert_eq!(now.players.each_ref().map(name), ["Ada", "Bo"]);
    assert_eq!((now.moves.len(), now.turn), (2, Side::First));
    assert_eq!(now.opening.unwrap().acts, ["h8", "i9"]);

    let data = hall.close().await;
    let hall = start(config(data.path())).await;
    let (_, again) = hall.join(&id).await;
    assert_eq!((again.moves.len(), again.turn), (2, Side::First));
}

#[tokio::test]
async fn a_fifth_move_offered_is_taken_back_alone() {
    let hall = open().await;
    let game = json!({
        "variant": "renju", "opening": "rif",
        "players": [{"kind": "person", "name": "Ada"}, {"kind": "person", "name": "Bo"}],
        "clock": {"kind": "none"},
    });
    let id = hall.begin(&game).await;
    let (mut socket, _) = hall.join(&id).await;
    for (ply, at) in (1..).zip(["h8", "h9", "h10"]) {
        socket.play(ply, at).await;
    }
    socket.change("keep", &choose("keep")).await;
    socket.change("p4", &choose("i8")).await;
    let now = socket.change("o1", &choose("g7")).await;
    assert_eq!(now.opening.unwrap().offered, ["g7"]);
    let back = json!({"type": "take_back", "ply": 4});
    let now = socket.change("back", &back).await;
    assert_eq!(now.moves.len(), 4);
    let opening = now.opening.unwrap();
    assert!(opening.offered.is_empty(), "{opening:?}");
    let now = socket.change("o2", &choose("i7")).await;
    assert_eq!(now.opening.unwrap().offered, ["i7"]);

    let data = hall.close().await;
    let hall = start(config(data.path())).await;
    let (_, again) = hall.join(&id).await;
    assert_eq!(again.opening.unwrap().offered, ["i7"]);
}

#[tokio::test]
async fn the_machine_chooses_a_colour_and_plays() {
    let hall = open_with(|config| config.engines = Engines::default()).await;
    let id = hall.begin(&game("swap", &json!({"kind": "machine", "level": 2}))).await;
    let (mut socket, _) = hall.join(&id).await;
    socket.play(1, "h8").await;
    socket.play(2, "a1").await;
    // Two black stones in the middle against one in the corner: Black is better.
    socket.play(3, "i9").await;
    let now = socket.wait_for(|game| game.opening.is_none()).await;
    assert_eq!(now.players.each_ref().map(name), ["machine", "Ada"]);
    assert_eq!(now.opening_answers[0].has, Side::First);
    assert_eq!(now.turn, Side::Second);
    socket.play(4, "j10").await;
    let now = socket.wait_for(|game| game.moves.len() == 5).await;
    assert_eq!(now.turn, Side::Second);
    // Back to the ply where the person decides, who was Black then.
    let back = json!({"type": "take_back", "ply": 1});
    let now = socket.change("back", &back).await;
    assert_eq!(now.players.each_ref().map(name), ["Ada", "machine"]);
    assert_eq!((now.moves.len(), now.turn), (1, Side::First));
}

#[tokio::test]
async fn openings_that_do_not_fit_are_refused() {
    let hall = open().await;
    let person = || json!({"kind": "person", "name": "Bo"});
    let answer = hall.send_json("POST", "/api/games", &game("rif", &person())).await;
    assert!(answer.problem(422, "unknown-opening").contains("swap2"));
    let mut with_moves = game("swap2", &person());
    with_moves["moves"] = json!(["h8"]);
    let answer = hall.send_json("POST", "/api/games", &with_moves).await;
    assert!(answer.problem(422, "bad-game").contains("empty board"));
}
