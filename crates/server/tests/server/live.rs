//! Live games: the requests of clients, the events sent to them, and what survives a restart.

#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::engines::{Endless, Illegal, Panicking};
use crate::common::{against_machine, config, machines, open, open_with, persons, start};
use serde_json::{Value, json};
use server::Engines;
use std::time::Duration;
use wire::{Event, Side};

fn command(word: &str) -> Value {
    json!({"type": word})
}

fn take_back(ply: u32) -> Value {
    json!({"type": "take_back", "ply": ply})
}

async fn moves_are_played_told_to_everybody_and_kept() {
    let hall = open().await;
    let id = hall.begin(&persons()).await;
    let (mut one, first) = hall.join(&id).await;
    let (mut other, _) = hall.join(&id).await;
    assert_eq!((first.version, first.turn, first.board.moves.len()), (0, Side::First, 44));

    let game = one.play(1, "h2e2").await;
    assert_eq!((game.version, game.turn, game.moves.len()), (1, Side::Second, 1));
    assert_eq!(other.wait_for(|g| g.version == 1).await, game);
    // Any notation of the variant is read; captures are listed.
    other.play(2, "H8+7").await;
    let game = one.play(3, "e2e6").await;
    assert_eq!(
        (game.moves[2].captured.as_slice(), game.lost[1].len()),
        (&["pawn".to_owned()][..], 1)
    );
    assert_eq!(hall.game(&id).await, game);

    let data = hall.close().await;
    let hall = start(config(data.path())).await;
    let (_, again) = hall.join(&id).await;
    assert_eq!(again, game);
}

async fn what_cannot_be_done_is_refused_and_changes_nothing() {
    let hall = open().await;
    let id = hall.begin(&persons()).await;
    let (mut socket, before) = hall.join(&id).await;
    let move_of = |ply: u32, text: &str| json!({"type": "move", "ply": ply, "text": text});
    for (command, code) in [
        (move_of(2, "h2e2"), "wrong-ply"),
        (move_of(0, "h2e2"), "wrong-ply"),
        (move_of(1, "h2e3"), "illegal-move"),
        (move_of(1, "castle"), "bad-move"),
        (move_of(1, &"x".repeat(9000)), "bad-move"),
        (take_back(0), "nothing-to-take-back"),
        (take_back(7), "nothing-to-take-back"),
        (command("swap_sides"), "not-against-the-machine"),
        (command("accept_draw"), "no-offer"),
        (command("decline_draw"), "no-offer"),
        (command("move_now"), "nobody-thinks"),
        (command("pause"), "not-two-machines"),
        (command("resume"), "not-two-machines"),
    ] {
        let problem = socket.ask("x", &command).await.unwrap_err();
        assert_eq!(problem.code, code, "{}", problem.message);
        assert!(!problem.message.is_empty() && problem.message.len() < 400);
    }
    for (text, id) in [
        ("", ""),
        ("{", ""),
        ("[1, 2]", ""),
        (r#"{"type": "resign"}"#, ""),
        (r#"{"id": "", "type": "resign"}"#, ""),
        (r#"{"id": 7, "type": "resign"}"#, ""),
        (r#"{"id": "a", "type": "dance"}"#, "a"),
        (r#"{"id": "b", "type": "move", "ply": -1, "text": "h2e2"}"#, "b"),
        (r#"{"id": "c", "type": "move"}"#, "c"),
    ] {
        socket.send_text(text).await;
        let Event::Error { id: of, problem } = socket.next().await else { panic!("{text}") };
        assert_eq!(of, id, "{text}: {}", problem.message);
    }
    assert_eq!(hall.game(&id).await, before);
    // The server stops reading a message that does not end.
    socket.send_text(&" ".repeat(100_000)).await;
    assert!(socket.try_next().await.is_none());
    assert_eq!(hall.game(&id).await, before);
    assert_eq!(hall.connect("no-such-game", &[]).await.err(), Some(404));
}

async fn a_repeated_request_is_done_once_also_after_a_restart() {
    let hall = open().await;
    let id = hall.begin(&persons()).await;
    let (mut socket, _) = hall.join(&id).await;
    let first = json!({"type": "move", "ply": 1, "text": "h2e2"});
    assert_eq!(socket.change("r1", &first).await.version, 1);
    assert_eq!(socket.ask("r1", &first).await.unwrap(), None);
    drop(socket);
    let (mut socket, game) = hall.join(&id).await;
    assert_eq!(game.version, 1);
    assert_eq!(socket.ask("r1", &first).await.unwrap(), None);

    let data = hall.close().await;
    let hall = start(config(data.path())).await;
    let (mut socket, _) = hall.join(&id).await;
    assert_eq!(socket.ask("r1", &first).await.unwrap(), None);
    assert_eq!(hall.game(&id).await.moves.len(), 1);
}

async fn another_request_with_an_id_that_was_used_is_not_called_done() {
    let hall = open().await;
    let id = hall.begin(&persons()).await;
    let (mut one, _) = hall.join(&id).await;
    let (mut other, _) = hall.join(&id).await;
    one.change("1", &json!({"type": "move", "ply": 1, "text": "h2e2"})).await;
    let answer = json!({"type": "move", "ply": 2, "text": "h9g7"});
    assert_eq!(other.ask("1", &answer).await.unwrap_err().code, "id-taken");
    assert_eq!(hall.game(&id).await.moves.len(), 1);
}

async fn take_back_restart_resign_and_going_on() {
    let hall = open().await;
    let id = hall.begin(&persons()).await;
    let (mut socket, _) = hall.join(&id).await;
    for (ply, text) in [(1, "h2e2"), (2, "h9g7"), (3, "h0g2")] {
        socket.play(ply, text).await;
    }
    let game = socket.change("t", &take_back(1)).await;
    assert_eq!((game.moves.len(), game.turn), (1, Side::Second));
    let game = socket.change("r", &command("resign")).await;
    let end = game.end.unwrap();
    assert_eq!(
        (end.outcome, end.winner, end.reason.as_str()),
        (Some(wire::Outcome::FirstWins), Some(Side::First), "resign")
    );
    assert!(game.board.moves.is_empty());
    let refused = socket.ask("m", &json!({"type": "move", "ply": 2, "text": "h9g7"})).await;
    assert_eq!(refused.unwrap_err().code, "game-over");
    // A finished game can be continued from any of its plies, including the last.
    let game = socket.change("g", &take_back(1)).await;
    assert!(game.end.is_none() && game.moves.len() == 1);
    let game = socket.change("s", &command("restart")).await;
    assert_eq!((game.moves.len(), game.turn), (0, Side::First));
    assert_eq!(game.version, 7);
}

async fn persons_agree_on_a_draw_or_do_not() {
    let hall = open().await;
    let id = hall.begin(&persons()).await;
    let (mut socket, _) = hall.join(&id).await;
    assert_eq!(socket.change("1", &command("offer_draw")).await.draw_offer, Some(Side::First));
    assert_eq!(socket.ask("2", &command("offer_draw")).await.unwrap_err().code, "already-offered");
    assert_eq!(socket.change("3", &command("decline_draw")).await.draw_offer, None);
    socket.change("4", &command("offer_draw")).await;
    assert_eq!(socket.play(1, "h2e2").await.draw_offer, Some(Side::First), "it stands");
    assert_eq!(socket.play(2, "h9g7").await.draw_offer, None, "the other side's move declines it");
    socket.change("5", &command("offer_draw")).await;
    let end = socket.change("6", &command("accept_draw")).await.end.unwrap();
    assert_eq!(
        (end.outcome, end.winner, end.reason.as_str()),
        (Some(wire::Outcome::Draw), None, "agreement")
    );
}

#[tokio::test]
async fn the_end_by_the_rules_is_told_with_its_reason() {
    let hall = open().await;
    let mut new = persons();
    new["position"] = json!("3k5/R8/9/9/9/9/9/9/8R/4K4 w");
    let id = hall.begin(&new).await;
    let (mut socket, _) = hall.join(&id).await;
    let end = socket.play(1, "i1i9").await.end.unwrap();
    assert_eq!((end.outcome, end.reason.as_str()), (Some(wire::Outcome::FirstWins), "checkmate"));
}

#[tokio::test]
async fn a_move_that_a_rule_would_punish_is_warned_of() {
    let hall = open().await;
    let mut new = persons();
    // Red's chariot gives perpetual check: the third occurrence loses.
    new["position"] = json!("3k5/9/9/9/9/9/9/9/R8/4K4 w");
    let id = hall.begin(&new).await;
    let (mut socket, _) = hall.join(&id).await;
    let cycle = ["a1a9", "d9d8", "a9a8", "d8d9", "a8a9", "d9d8", "a9a8", "d8d9", "a8a9", "d9d8"];
    let mut ply = 0;
    let mut warned = None;
    for text in cycle {
        ply += 1;
        let game = socket.play(ply, text).await;
        if game.end.is_some() {
            break;
        }
        warned = warned.or_else(|| game.warnings.first().cloned());
    }
    let warned = warned.expect("a warning before the rule decides");
    assert_eq!(warned.end.reason, "perpetual-check");
    assert_eq!(warned.end.winner, Some(Side::Second));
}

async fn a_clock_that_runs_out_loses() {
    let hall = open().await;
    let mut new = persons();
    new["clock"] = json!({"kind": "per_move", "ms": 80});
    let id = hall.begin(&new).await;
    let (mut socket, game) = hall.join(&id).await;
    assert_eq!((game.clock.running, game.clock.left_ms), (None, [80, 80]), "not before a move");
    let game = socket.play(1, "h2e2").await;
    assert_eq!(game.clock.running, Some(Side::Second));
    let game = socket.wait_for(|g| g.end.is_some()).await;
    let end = game.end.unwrap();
    assert_eq!((end.reason.as_str(), end.winner), ("time", Some(Side::First)));
    assert_eq!((game.clock.left_ms[1], game.clock.running), (0, None));
    let game = socket.change("back", &take_back(1)).await;
    assert!(game.end.is_none() && game.clock.left_ms[1] > 0);
}

async fn clocks_stand_still_while_the_hall_is_closed() {
    let hall = open().await;
    let mut new = persons();
    new["clock"] = json!({"kind": "increment", "base_ms": 3_600_000, "increment_ms": 5000});
    let id = hall.begin(&new).await;
    let (mut socket, _) = hall.join(&id).await;
    socket.play(1, "h2e2").await;
    let game = socket.play(2, "h9g7").await;
    assert_eq!(game.clock.running, Some(Side::First));
    assert!((3_604_000..=3_605_000).contains(&game.clock.left_ms[1]), "{:?}", game.clock);
    let data = hall.close().await;
    let hall = start(config(data.path())).await;
    let seen = hall.game(&id).await;
    assert_eq!((seen.clock.running, seen.clock.left_ms), (None, game.clock.left_ms));
    let (_, again) = hall.join(&id).await;
    assert_eq!(again.clock.running, Some(Side::First));
}

async fn the_machine_answers_and_can_change_sides() {
    let hall = open().await;
    let id = hall.begin(&against_machine()).await;
    let (mut socket, _) = hall.join(&id).await;
    let game = socket.play(1, "h2e2").await;
    assert_eq!(game.thinking, Some(Side::Second));
    let refused = socket.ask("m", &json!({"type": "move", "ply": 2, "text": "h9g7"})).await;
    assert!(["not-your-turn", "wrong-ply"].contains(&refused.unwrap_err().code.as_str()));
    let id_of_first = hall.begin(&against_machine()).await;
    let (mut fresh, _) = hall.join(&id_of_first).await;
    fresh.play(1, "h2e2").await;
    let game = fresh.wait_for(|g| g.moves.len() == 2).await;
    assert_eq!((game.moves[1].score_cp, game.thinking), (Some(-17), None));
    fresh.change("s", &command("swap_sides")).await;
    let game = fresh.wait_for(|g| g.moves.len() == 3).await;
    assert_eq!(game.turn, Side::Second);
    assert!(matches!(game.players[0], wire::Player::Machine { .. }));
    // The machine declines a draw offered in the opening.
    fresh.send_text(r#"{"id": "d", "type": "offer_draw"}"#).await;
    while !matches!(fresh.next().await, Event::DrawDeclined) {}
    let end = fresh.change("r", &command("resign")).await.end.unwrap();
    assert_eq!(end.winner, Some(Side::First));
}

#[tokio::test]
async fn a_hint_is_given_to_whom_it_helps() {
    let hall = open().await;
    let id = hall.begin(&against_machine()).await;
    let (mut socket, _) = hall.join(&id).await;
    socket.send_text(r#"{"id": "h", "type": "hint"}"#).await;
    loop {
        if let Event::Hint { ply, text, notations, score, .. } = socket.next().await {
            assert_eq!((ply, text.as_str(), score), (0, "a0a1", Some(wire::Score::Cp(17))));
            assert_eq!(notations["iccs"], "A0-A1");
            break;
        }
    }
    assert_eq!(hall.game(&id).await.version, 0);
}

#[tokio::test]
async fn thinking_is_reported_and_can_be_cut_short() {
    let hall = open_with(|c| c.engines = Engines::new(|_| Ok(Box::new(Endless)))).await;
    let id = hall.begin(&against_machine()).await;
    let (mut socket, _) = hall.join(&id).await;
    socket.play(1, "h2e2").await;
    let mut seen = 0;
    while seen < 2 {
        if let Event::Thinking { thinking } = socket.next().await {
            assert_eq!((thinking.ply, thinking.for_hint, thinking.depth), (1, false, 1));
            assert_eq!(thinking.lines["iccs"].len(), 1);
            assert!((0.0..=1.0).contains(&thinking.progress));
            seen += 1;
        }
    }
    socket.ask("now", &command("move_now")).await.unwrap();
    let game = match hall.game(&id).await {
        game if game.moves.len() == 2 => game,
        _ => socket.wait_for(|g| g.moves.len() == 2).await,
    };
    assert_eq!(game.thinking, None);
    // Taking back while the machine thinks stops the search, too.
    socket.play(3, "h0g2").await;
    let game = socket.change("t", &take_back(2)).await;
    assert_eq!((game.moves.len(), game.thinking), (2, None));
}

async fn machines_play_pause_and_go_on() {
    let slow = |c: &mut server::Config| c.least_thinking = Duration::from_millis(20);
    let hall = open_with(slow).await;
    let id = hall.begin(&machines()).await;
    let (mut socket, _) = hall.join(&id).await;
    socket.wait_for(|g| g.moves.len() >= 2).await;
    let paused = socket.change("p", &command("pause")).await;
    assert!(paused.paused && paused.thinking.is_none());
    assert_eq!(socket.ask("p2", &command("pause")).await.unwrap(), None);
    assert_eq!(hall.game(&id).await.version, paused.version);
    assert_eq!(socket.ask("r", &command("resign")).await.unwrap_err().code, "no-person");
    let going = socket.change("g", &command("resume")).await;
    assert!(!going.paused && going.thinking.is_some());
    socket.wait_for(|g| g.moves.len() > paused.moves.len()).await;
}

async fn an_engine_that_fails_does_not_end_the_game() {
    for bad in ["panic", "illegal"] {
        let hall = open_with(|c| {
            c.engines = Engines::new(move |_| match bad {
                "panic" => Ok(Box::new(Panicking)),
                _ => Ok(Box::new(Illegal)),
            });
        })
        .await;
        let id = hall.begin(&against_machine()).await;
        let (mut socket, _) = hall.join(&id).await;
        socket.send_text(r#"{"id": "m", "type": "move", "ply": 1, "text": "h2e2"}"#).await;
        loop {
            if let Event::Error { problem, id } = socket.next().await {
                assert_eq!((problem.code.as_str(), id.as_str()), ("engine-failed", ""), "{bad}");
                break;
            }
        }
        let game = hall.game(&id).await;
        assert_eq!((game.moves.len(), game.thinking), (1, None));
        assert_eq!(socket.change("t", &take_back(0)).await.moves.len(), 0);
    }
}

#[tokio::test]
async fn a_silent_client_is_dropped_and_a_living_one_is_not() {
    let hall = open_with(|c| {
        c.heartbeat = Duration::from_millis(40);
        c.silence = Duration::from_millis(400);
    })
    .await;
    let id = hall.begin(&persons()).await;
    let (mut socket, _) = hall.join(&id).await;
    let (mut silent, _) = hall.join(&id).await;
    // A client that reads also answers the server's pings and stays connected; a client that does
    // not read answers nothing.
    let listening = tokio::time::timeout(Duration::from_millis(1200), socket.try_next()).await;
    assert!(listening.is_err(), "still open");
    assert!(silent.try_next().await.is_none());
    assert!(matches!(socket.ask("p", &command("ping")).await, Ok(None)));
}

async fn deleting_a_game_sends_its_clients_away() {
    let hall = open().await;
    let id = hall.begin(&persons()).await;
    let (mut socket, _) = hall.join(&id).await;
    assert_eq!(hall.send("DELETE", &format!("/api/games/{id}"), &[], b"").await.status, 204);
    assert!(socket.try_next().await.is_none());
    assert_eq!(hall.connect(&id, &[]).await.err(), Some(404));
}

async fn a_game_nobody_looks_at_is_put_away_and_comes_back() {
    let hall = open_with(|c| c.idle_after = Duration::from_millis(30)).await;
    let id = hall.begin(&persons()).await;
    for ply in 1..=6 {
        let (mut socket, _) = hall.join(&id).await;
        let text = ["h2e2", "h7e7", "h0g2", "h9g7", "i0h0", "i9h9"][ply as usize - 1];
        socket.play(ply, text).await;
        drop(socket);
        tokio::time::sleep(Duration::from_millis(60)).await;
    }
    assert_eq!(hall.game(&id).await.moves.len(), 6);
}

#[tokio::test]
async fn the_real_engine_plays_within_its_clock() {
    let hall = open_with(|c| c.engines = Engines::default()).await;
    let mut new = against_machine();
    new["clock"] = json!({"kind": "per_move", "ms": 3000});
    let id = hall.begin(&new).await;
    let (mut socket, _) = hall.join(&id).await;
    socket.play(1, "h2e2").await;
    let game = socket.wait_for(|g| g.moves.len() == 2 || g.end.is_some()).await;
    assert_eq!((game.moves.len(), game.end), (2, None));
}

crate::both! {
    moves_are_played_told_to_everybody_and_kept
    what_cannot_be_done_is_refused_and_changes_nothing
    a_repeated_request_is_done_once_also_after_a_restart
    another_request_with_an_id_that_was_used_is_not_called_done
    take_back_restart_resign_and_going_on
    persons_agree_on_a_draw_or_do_not
    a_clock_that_runs_out_loses
    clocks_stand_still_while_the_hall_is_closed
    the_machine_answers_and_can_change_sides
    machines_play_pause_and_go_on
    an_engine_that_fails_does_not_end_the_game
    deleting_a_game_sends_its_clients_away
    a_game_nobody_looks_at_is_put_away_and_comes_back
}
