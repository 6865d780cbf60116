//! What is stored of a review, byte for byte.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use hall::review::{Confirmation, ExactResult, MoveResult, PositionResult, ReviewHead};

#[test]
fn a_head_is_written_as_it_was() {
    let stored = r#"{"state":"failed","per_move":{"nodes":2000},"variant":"gomoku","rules":"free","start":"","game":null,"moves":[{"node":1,"text":"h8","time_ms":0}],"message":"the disk is full","code":"disk-full"}"#;
    let head: ReviewHead = serde_json::from_str(stored).unwrap();
    assert_eq!(serde_json::to_string(&head).unwrap(), stored);
    assert_eq!((head.node(0), head.node(1), head.ply(1)), (0, 1, Some(1)));
    // Version 0.2.0 knew neither the game nor what kind of failure it was.
    let older = r#"{"state":"done","per_move":{"ms":300},"variant":"gomoku","rules":"free","start":"","moves":[{"node":1,"text":"h8"}]}"#;
    assert!(serde_json::from_str::<ReviewHead>(older).unwrap().failure().is_none());
}

#[test]
fn a_row_is_read_as_it_was_written() {
    let found = |score| MoveResult { score, line: vec!["h9g7".to_owned()], solved: None };
    let searched = PositionResult {
        score: engine::Score::Mate(-3),
        line: vec!["h2e2".to_owned()],
        depth: 7,
        nodes: 1000,
        solved: Some(ExactResult::Loss),
        compared: Some(found(engine::Score::Cp(12))),
        confirmed: Some(Confirmation {
            played: found(engine::Score::Mate(-2)),
            best: Some(MoveResult {
                solved: Some(ExactResult::Draw),
                ..found(engine::Score::Cp(0))
            }),
            is_longest: true,
            continued: 2,
        }),
    };
    let text = serde_json::to_string(&searched).unwrap();
    let row: PositionResult = serde_json::from_str(&text).unwrap();
    assert_eq!(row, searched);
    let stored = r#"{"score":{"mate":-3},"line":["h2e2"],"depth":7,"nodes":1000,"solved":"loss","compared":{"score":{"cp":12},"line":["h9g7"]},"confirmed":{"played":{"score":{"mate":-2},"line":["h9g7"]},"best":{"score":{"cp":0},"line":["h9g7"],"solved":"draw"},"is_longest":true,"continued":2}}"#;
    assert_eq!(text, stored);
}

#[test]
fn a_row_of_version_0_2_0_is_read() {
    let text = r#"{"score":{"cp":31},"line":["h2e2","h9g7"],"depth":9,"nodes":10000,"compared":{"score":{"cp":20},"line":["h9g7"]}}"#;
    let searched: PositionResult = serde_json::from_str(text).unwrap();
    assert_eq!((searched.depth, searched.confirmed, searched.solved), (9, None, None));
    assert_eq!(searched.compared.map(|found| found.score), Some(engine::Score::Cp(20)));
}
