//! What the tests of matches share: they play them, and look who lost why.

#![allow(dead_code, reason = "not every test needs all of it")]
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use arena::{GameRecord, Match, MatchError, MatchEvent, MatchReport, run};
use engine::Control;
use std::path::PathBuf;

/// A scripted program, which cargo builds with the tests of this crate.
pub(crate) fn double(name: &str) -> PathBuf {
    let exe = std::env::current_exe().unwrap();
    let path = exe.parent().unwrap().parent().unwrap().join("examples").join(name);
    assert!(path.exists(), "build it: cargo build -p arena --example {name}");
    path
}

/// The games in the order of their numbers, and the report.
pub(crate) fn play(of: &Match) -> (Vec<GameRecord>, Result<MatchReport, MatchError>) {
    let mut games = Vec::new();
    let mut keep = |event: MatchEvent<'_>| {
        if let MatchEvent::Finished { game, .. } = event {
            games.push(game.clone());
        }
    };
    let report = run(of, &mut keep, &Control::new());
    games.sort_by_key(|game| game.plan.id);
    (games, report)
}

/// Both games are lost by the one who misbehaves, for this reason.
pub(crate) fn loses(of: &Match, reason: &str) -> Vec<GameRecord> {
    let (games, report) = play(of);
    let report = report.unwrap();
    assert_eq!(games.len(), 2);
    for game in &games {
        assert_eq!((game.reason.as_str(), game.half_points(1)), (reason, 0), "{game:?}");
    }
    assert_eq!(report.pairs[0].pairs.counts, [0, 0, 0, 0, 1]);
    games
}
