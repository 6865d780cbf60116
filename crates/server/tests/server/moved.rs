//! The size of a move on the wire, and a check that the events reconstruct the game of the server.

use crate::common::{Open, Socket, open, persons};
use serde_json::json;
use wire::{Event, Game, Piece};

/// The number of plies of each game.
const PLIES: u32 = 60;
/// The limit of the average characters per move: less than a third of the size of the whole game.
const MOST: [(&str, usize); 4] =
    [("xiangqi", 4_000), ("draughts", 2_000), ("gomoku", 12_000), ("renju", 12_000)];

async fn begin(hall: &Open, variant: &str) -> (String, Socket, Game) {
    let mut new = persons();
    new["variant"] = json!(variant);
    let id = hall.begin(&new).await;
    let (socket, game) = hall.join(&id).await;
    (id, socket, game)
}

/// Plays moves chosen by number until the game ends and returns the characters received for each.
async fn play(socket: &mut Socket, mut game: Game) -> (Vec<usize>, Game) {
    let mut sizes = Vec::new();
    for ply in 1..=PLIES {
        if game.end.is_some() || game.board.moves.is_empty() {
            break;
        }
        let moves = &game.board.moves;
        let text = moves[(ply as usize * 7919) % moves.len()].text.clone();
        let before = socket.bytes;
        game = socket.play(ply, &text).await;
        sizes.push(socket.bytes - before);
    }
    (sizes, game)
}

/// `cargo test --workspace --test server moved -- --nocapture` prints the figures that stand in
/// `docs/develop/architecture.md`.
#[tokio::test]
async fn a_move_costs_few_bytes() {
    let hall = open().await;
    for (variant, allowed) in MOST {
        let (_, mut socket, game) = begin(&hall, variant).await;
        let joined = socket.bytes;
        let (sizes, _) = play(&mut socket, game).await;
        let mean = sizes.iter().sum::<usize>() / sizes.len();
        let most = sizes.iter().max().copied().unwrap_or_default();
        let (plies, last) = (sizes.len(), sizes.last().copied().unwrap_or_default());
        println!(
            "{variant}: joined {joined}; {plies} plies: mean {mean}, most {most}, last {last}"
        );
        assert!(mean <= allowed, "{variant}: {mean} characters a move");
    }
}

#[tokio::test]
async fn moves_as_they_are_told_make_the_game_the_server_has() {
    let hall = open().await;
    for variant in ["xiangqi", "draughts", "draughts-english", "draughts-frisian", "renju"] {
        let (id, mut socket, game) = begin(&hall, variant).await;
        let start = game.board.pieces.clone();
        let (_, game) = play(&mut socket, game).await;
        assert_eq!(game, hall.game(&id).await, "{variant}");
        let (_, joined) = hall.join(&id).await;
        assert_eq!(game, joined, "{variant}");
        // Played backwards, the moves lead to the board of the start.
        let mut pieces = game.board.pieces;
        for played in game.moves.iter().rev() {
            pieces.retain(|piece| !played.put.contains(piece));
            pieces.extend(played.removed.iter().cloned());
        }
        assert_eq!(in_order(pieces), in_order(start), "{variant}");
    }
}

fn in_order(mut pieces: Vec<Piece>) -> Vec<Piece> {
    pieces.sort_by_key(|piece| (piece.rank, piece.file));
    pieces
}

#[tokio::test]
async fn only_a_move_is_told_as_a_move_and_who_missed_one_notices() {
    let hall = open().await;
    let (_, mut socket, game) = begin(&hall, "xiangqi").await;
    socket.send_text(r#"{"id": "a", "type": "move", "ply": 1, "text": "炮二平五"}"#).await;
    let Event::Moved { moved } = socket.next().await else { panic!("a move is told as one") };
    assert_eq!((moved.after, moved.version, moved.played.text.as_str()), (0, 1, "h2e2"));
    assert_eq!(moved.played.notations["iccs"], "H2-E2");
    let mut late = Game { version: 7, ..game.clone() };
    let gap = late.apply(*moved.clone()).unwrap_err();
    assert_eq!((gap.have, gap.after, late.version), (7, 0, 7));
    assert!(matches!(socket.next().await, Event::Done { .. }));
    socket.send_text(r#"{"id": "b", "type": "take_back", "ply": 0}"#).await;
    let Event::State { game: back } = socket.next().await else { panic!("a whole state") };
    assert_eq!((back.version, back.moves.len(), back.take_back), (2, 0, None));
}
