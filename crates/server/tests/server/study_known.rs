//! What a study tells of moves beyond the rules: values of a database, proofs, and the values of points.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::open;
use crate::common::study::{Socket, join, make, position, with_real_engines};
use serde_json::json;
use wire::{KnownMove, MoveValues, StudyEvent, StudyPosition};

/// The position of a node with what was found in it after it was shown.
async fn proven(socket: &mut Socket, node: u32) -> StudyPosition {
    socket.look(node).await;
    loop {
        if let StudyEvent::Position { position } = socket.next().await
            && position.node == node
        {
            return *position;
        }
    }
}

async fn values(socket: &mut Socket, wanted: impl Fn(&MoveValues) -> bool) -> MoveValues {
    loop {
        if let StudyEvent::Values { values } = socket.next().await
            && wanted(&values)
        {
            return *values;
        }
    }
}

fn by<'a>(position: &'a StudyPosition, source: &str) -> Vec<&'a KnownMove> {
    position.known.iter().filter(|known| known.source == source).collect()
}

#[tokio::test]
async fn a_database_gives_the_value_of_every_move() {
    let hall = open().await;
    // A man that will be crowned in time; and one against three kings, which will not.
    for (position, value) in [("W:WK3,25:B42", "draw"), ("B:WK3,K4,K46:B15", "loss")] {
        let new = json!({"kind": "position", "variant": "draughts", "position": position});
        let id = make(&hall, &new).await.id;
        let mut socket = join(&hall, &id).await;
        let shown = proven(&mut socket, 0).await;
        let known = by(&shown, "database");
        assert_eq!(known.len(), shown.board.moves.len(), "{:?}", shown.known);
        assert!(known.iter().all(|known| known.value == value), "{position}: {known:?}");
    }
}

#[tokio::test]
async fn wins_by_fours_and_mates_by_checks_are_proven() {
    let hall = open().await;
    let stones = ["h8", "a1", "i8", "a3", "j8", "a5"];
    let new = json!({"kind": "position", "variant": "gomoku", "moves": stones});
    let id = make(&hall, &new).await.id;
    let mut socket = join(&hall, &id).await;
    let shown = proven(&mut socket, 6).await;
    let [win] = by(&shown, "fours")[..] else { panic!("{:?}", shown.known) };
    assert_eq!((win.value.as_str(), win.plies), ("win", Some(3)));
    // One move before, the other side has to prevent it: almost all of its moves lose.
    let shown = proven(&mut socket, 5).await;
    let lost = by(&shown, "fours");
    assert!(lost.len() > 200 && lost.iter().all(|known| known.value == "loss"));
    let new = json!({"kind": "position", "variant": "xiangqi",
        "position": "4k4/9/9/9/9/9/9/9/1R7/R2K5 w"});
    let id = make(&hall, &new).await.id;
    let mut socket = join(&hall, &id).await;
    let shown = proven(&mut socket, 0).await;
    let [mate] = by(&shown, "checks")[..] else { panic!("{:?}", shown.known) };
    assert_eq!(mate.value, "win");
}

#[tokio::test]
async fn points_are_valued_where_moves_are_points() {
    let hall = with_real_engines().await;
    for (variant, moves) in [("gomoku", &["h8", "h9"][..]), ("reversi", &[])] {
        let new = json!({"kind": "position", "variant": variant, "moves": moves});
        let id = make(&hall, &new).await.id;
        let mut socket = join(&hall, &id).await;
        let node = u32::try_from(moves.len()).unwrap();
        let shown = socket.look(node).await;
        assert!(shown.points, "{variant}");
        socket.done(json!({"type": "values", "node": node})).await;
        let found = values(&mut socket, |values| values.done).await;
        assert!(found.node == node && found.values.len() >= 4, "{found:?}");
        let is_legal = |to: &str| shown.board.moves.iter().any(|legal| legal.to == to);
        assert!(found.values.iter().all(|v| is_legal(&v.to) && (0.0..=1.0).contains(&v.chance)));
    }
    // Pieces that move have no points; and the values end with the other searches.
    let id = position(&hall, "xiangqi").await.id;
    let mut socket = join(&hall, &id).await;
    assert!(!socket.look(0).await.points);
    let refused = socket.ask(json!({"type": "values", "node": 0})).await.unwrap_err();
    assert_eq!(refused.code, "no-values");
    let refused = socket.ask(json!({"type": "values", "node": 9})).await.unwrap_err();
    assert_eq!(refused.code, "no-node");
}
