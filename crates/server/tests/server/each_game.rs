//! Two persons at two browsers play every game of the house, with what persons do besides moves.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::Socket;
use crate::persons::{Browser, command, hall};
use serde_json::{Value, json};
use server::HallMode;
use wire::{Game, Player, Seat};

fn has_open_seat(game: &Game) -> bool {
    let is_open =
        |player: &Player| matches!(player, Player::Person { seat: Some(Seat::Open { .. }), .. });
    game.players.iter().any(is_open)
}

/// The first legal move of whose turn it is: in some games the second side begins.
async fn play_first([first, second]: [&mut Socket; 2], ply: u32) {
    let wanted = ply as usize - 1;
    for socket in [&mut *first, &mut *second] {
        let known = socket.game.as_ref().unwrap();
        if known.moves.len() != wanted || has_open_seat(known) {
            socket.wait_for(|game| game.moves.len() == wanted && !has_open_seat(game)).await;
        }
    }
    let game = first.game.clone().unwrap();
    let mover = if game.turn == wire::Side::First { first } else { second };
    mover.play(ply, &game.board.moves[0].text).await;
}

#[tokio::test]
async fn every_game_is_played_by_two_persons_and_watched_by_a_third() {
    let hall = hall(HallMode::Public).await;
    let (ada, bob) = (Browser::new(&hall, "Ada").await, Browser::new(&hall, "Bob").await);
    let eve = Browser::new(&hall, "Eve").await;
    let catalogue = hall.get("/api/catalogue").await.json();
    let variants = catalogue["variants"].as_array().unwrap();
    assert!(variants.len() > 10, "{catalogue}");
    for variant in variants.iter().map(|variant| variant["id"].as_str().unwrap()) {
        let game = json!({
            "variant": variant, "clock": {"kind": "increment", "base_ms": 300_000, "increment_ms": 2000},
            "players": [{"kind": "person"}, {"kind": "person", "seat": {"kind": "open"}}],
        });
        let made = ada.ask(&hall, "POST", "/api/games", &game).await;
        assert_eq!(made.status, 201, "{variant}: {}", made.text());
        let id = made.json()["id"].as_str().unwrap().to_owned();
        let (mut first, mut second) = (ada.join(&hall, &id).await, bob.join(&hall, &id).await);
        let mut third = eve.join(&hall, &id).await;
        second.change("sit", &command("sit_down")).await;
        for ply in 1..=4 {
            play_first([&mut first, &mut second], ply).await;
        }
        // What needs the other one's consent.
        second.change("t", &json!({"type": "take_back", "ply": 3})).await;
        let back = first.change("c1", &command("give_consent")).await;
        assert_eq!(back.moves.len(), 3, "{variant}");
        first.change("a", &command("add_time")).await;
        let before = second.wait_for(|game| game.consent.is_some()).await.clock.left_ms[0];
        let more = second.change("c2", &command("give_consent")).await;
        assert!(more.clock.left_ms[0] > before + 50_000, "{variant}: {:?}", more.clock);
        second.change("p", &command("pause")).await;
        assert!(first.change("c3", &command("give_consent")).await.paused, "{variant}");
        first.change("g", &command("resume")).await;
        assert!(!second.change("c4", &command("give_consent")).await.paused, "{variant}");
        // Who watches has seen everything, and does nothing.
        let seen = third.wait_for(|game| game.moves.len() == 3 && game.clock.left_ms[0] > 300_000);
        assert_eq!(seen.await.players, more.players, "{variant}");
        for said in [command("resign"), command("add_time"), command("offer_draw")] {
            let refused = third.ask("x", &said).await.unwrap_err();
            assert_eq!(refused.code, "not-yours", "{variant}: {said}");
        }
        let end = second.change("r", &command("resign")).await.end.unwrap();
        assert_eq!(end.winner, Some(wire::Side::First), "{variant}");
        let path = format!("/api/games/{id}/rematch");
        let next = bob.ask(&hall, "POST", &path, &Value::Null).await;
        assert_eq!(next.status, 201, "{variant}: {}", next.text());
        let next = next.json();
        assert_eq!(
            (&next["variant"], &next["players"][0]["name"]),
            (&json!(variant), &json!("Bob"))
        );
        let next = next["id"].as_str().unwrap();
        let (mut first, mut second) = (bob.join(&hall, next).await, ada.join(&hall, next).await);
        second.change("sit", &command("sit_down")).await;
        play_first([&mut first, &mut second], 1).await;
    }
    hall.close().await;
}
