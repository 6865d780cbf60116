//! Analyses in studies over WebSocket, with the real engines and with doubles.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::open_with;
use crate::common::study::{join, make, position, with_real_engines};
use serde_json::json;
use server::Engines;
use std::time::{Duration, Instant};
use wire::{Analysis, AnalysisState};

#[tokio::test]
async fn an_analysis_reports_lines_until_it_is_stopped() {
    let hall = with_real_engines().await;
    for variant in ["xiangqi", "draughts", "gomoku", "reversi"] {
        let id = position(&hall, variant).await.id;
        let mut socket = join(&hall, &id).await;
        let node = {
            let text = socket.look(0).await.board.moves[0].text.clone();
            socket.play(0, &text).await
        };
        let analyse = json!({"type": "analyse", "node": node, "engine": "own", "lines": 3});
        socket.done(analyse).await;
        let found =
            socket.analysis(|analysis| analysis.depth >= 4 && analysis.lines.len() == 3).await;
        assert_eq!((found.node, found.state), (node, AnalysisState::Searching), "{variant}");
        let firsts: Vec<_> = found.lines.iter().map(|line| &line.moves[0].text).collect();
        assert!(firsts[0] != firsts[1] && firsts[1] != firsts[2], "{firsts:?}");
        for (line, rank) in found.lines.iter().zip(1..) {
            assert_eq!((line.rank, line.moves[0].ply), (rank, 2));
            assert_eq!(line.chances.iter().sum::<u16>(), 1000);
            assert!(!line.moves[0].put.is_empty() && !line.moves[0].notations.is_empty());
        }
        socket.done(json!({"type": "stop", "engine": "own"})).await;
        let last = socket.analysis(|analysis| analysis.state == AnalysisState::Done).await;
        assert!(last.depth >= found.depth);
    }
}

/// A position in which the second side is a chariot ahead and to move.
const LOST: &str = "3k5/9/9/9/9/9/r8/9/9/4K4 b";

#[tokio::test]
async fn scores_are_for_the_first_side() {
    let hall = with_real_engines().await;
    let new = json!({"kind": "position", "variant": "xiangqi", "position": LOST});
    let id = make(&hall, &new).await.id;
    let mut socket = join(&hall, &id).await;
    let analyse = json!({"type": "analyse", "node": 0, "engine": "own", "lines": 1, "depth": 6});
    socket.done(analyse).await;
    let found = socket.analysis(|analysis| analysis.state == AnalysisState::Done).await;
    let line = &found.lines[0];
    let score = match line.score.unwrap() {
        wire::Score::Cp(score) | wire::Score::Mate(score) => score,
    };
    assert!(score < 0 && line.chances[2] > line.chances[0], "{line:?}");
}

#[tokio::test]
async fn only_some_moves_a_threat_and_a_level() {
    let hall = with_real_engines().await;
    let id = position(&hall, "xiangqi").await.id;
    let mut socket = join(&hall, &id).await;
    let only = json!({"type": "analyse", "node": 0, "engine": "own", "lines": 2, "depth": 4,
        "only": ["P9+1", "a0a1"]});
    socket.done(only).await;
    let found = socket.analysis(|analysis| analysis.state == AnalysisState::Done).await;
    let mut firsts: Vec<_> = found.lines.iter().map(|line| line.moves[0].text.as_str()).collect();
    firsts.sort_unstable();
    assert_eq!((firsts, found.only.len()), (vec!["a0a1", "a3a4"], 2));
    let threat = json!({"type": "analyse", "node": 0, "engine": "own", "lines": 1, "depth": 4,
        "threat": true});
    socket.done(threat).await;
    let found = socket.analysis(|analysis| analysis.state == AnalysisState::Done).await;
    assert!(found.threat);
    assert_eq!(found.lines[0].moves[0].side, wire::Side::Second, "the other side moves");
    let level = json!({"type": "analyse", "node": 0, "engine": "level-2", "lines": 1, "ms": 300});
    socket.done(level).await;
    let found = socket.analysis(|analysis| analysis.state == AnalysisState::Done).await;
    assert_eq!(found.engine, "level-2");
    // In check a pass makes no sense.
    let new = json!({"kind": "position", "variant": "xiangqi", "position": "3k5/9/4r4/9/9/9/9/9/9/4K4 w"});
    let id = make(&hall, &new).await.id;
    let mut socket = join(&hall, &id).await;
    assert!(!socket.look(0).await.can_pass);
    let threat = json!({"type": "analyse", "node": 0, "engine": "own", "lines": 1, "threat": true});
    assert_eq!(socket.ask(threat).await.unwrap_err().code, "no-threat");
}

async fn a_result_is_kept_and_shown_at_once_on_return_also_after_a_restart() {
    let hall = with_real_engines().await;
    let id = position(&hall, "xiangqi").await.id;
    let mut socket = join(&hall, &id).await;
    let analyse = json!({"type": "analyse", "node": 0, "engine": "own", "lines": 2, "ms": 1500});
    socket.done(analyse.clone()).await;
    let first = socket.analysis(|analysis| analysis.state == AnalysisState::Done).await;
    socket.play(0, "h2e2").await;
    let kept = |analysis: &Analysis| analysis.state == AnalysisState::Kept;
    let mut again = analyse.clone();
    again["ms"] = json!(60_000);
    socket.done(again.clone()).await;
    let shown = socket.analysis(kept).await;
    assert_eq!((&shown.lines, shown.depth), (&first.lines, first.depth));
    // While it searches again, what is shown is never less deep.
    let next = socket.analysis(|analysis| analysis.state == AnalysisState::Searching).await;
    assert!(next.depth >= first.depth && !next.lines.is_empty());
    drop(socket);
    let data = hall.close().await;
    let hall = crate::common::start(crate::common::config(data.path())).await;
    let other = position(&hall, "xiangqi").await.id;
    let mut socket = join(&hall, &other).await;
    socket.done(again).await;
    let shown = socket.analysis(kept).await;
    assert!(shown.depth >= first.depth);
    drop(socket);
    hall.stop().await;
}

#[tokio::test]
async fn who_leaves_stops_the_search_and_a_persons_game_comes_first() {
    let hall = open_with(|config| {
        config.engines = Engines::new(|_| Ok(Box::new(crate::common::engines::Endless)));
        config.engine_searches = 1;
    })
    .await;
    let id = position(&hall, "xiangqi").await.id;
    let analyse = json!({"type": "analyse", "node": 0, "engine": "own", "lines": 1});
    let mut one = join(&hall, &id).await;
    one.done(analyse.clone()).await;
    one.analysis(|analysis| analysis.state == AnalysisState::Searching).await;
    // The only search of the pool is taken: the next client gets it as soon as the first leaves.
    let began = Instant::now();
    one.stream.close(None).await.unwrap();
    let mut two = join(&hall, &id).await;
    two.done(analyse.clone()).await;
    two.analysis(|analysis| analysis.state == AnalysisState::Searching).await;
    assert!(began.elapsed() < Duration::from_millis(1900), "{:?}", began.elapsed());
    // Another node takes the place of the search at this one.
    let node = two.play(0, "h2e2").await;
    let mut other = analyse.clone();
    other["node"] = json!(node);
    let began = Instant::now();
    two.done(other).await;
    // The first report may come before the engine has named a line.
    two.analysis(|a| a.state == AnalysisState::Searching && a.node == node && !a.lines.is_empty())
        .await;
    // Less than the slice of two seconds after which it would have been interrupted anyway.
    assert!(began.elapsed() < Duration::from_millis(1900), "{:?}", began.elapsed());
    // A machine that a person waits for comes before it, and the analysis goes on afterwards.
    let game = hall.begin(&crate::common::against_machine()).await;
    let (mut player, _) = hall.join(&game).await;
    let began = Instant::now();
    player.play(1, "h2e2").await;
    // The double stops only when it is told to, and only once it has begun.
    for i in 0.. {
        let now = player.ask(&format!("now {i}"), &json!({"type": "move_now"})).await;
        if now.is_err() || player.game.as_ref().is_some_and(|game| game.moves.len() == 2) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    while hall.game(&game).await.moves.len() < 2 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert!(began.elapsed() < Duration::from_millis(1900), "{:?}", began.elapsed());
}

crate::both! {
    a_result_is_kept_and_shown_at_once_on_return_also_after_a_restart
}
