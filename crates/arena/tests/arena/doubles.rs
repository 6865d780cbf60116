//! Matches against scripted programs that misbehave: each loses its game with the reason, and
//! nothing hangs.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use crate::common::{double, loses, play};
use arena::{
    Adjudication, Contestant, EndManner, External, Kind, Match, MatchError, MatchEvent,
    TimeControl, run,
};
use engine::Control;
use protocol::RankBase;
use protocol::manager::ProtocolKind;
use std::path::PathBuf;
use std::time::Duration;

fn contestant(name: &str, flags: &str) -> Contestant {
    let protocol = if flags.contains("--ucci") { ProtocolKind::Ucci } else { ProtocolKind::Uci };
    let one = flags.contains("--ranks-from-1");
    Contestant {
        name: name.to_owned(),
        kind: Kind::External(External {
            command: double("misbehave"),
            args: flags.split_whitespace().map(str::to_owned).collect(),
            dir: None,
            protocol,
            ranks: if one { RankBase::One } else { RankBase::Zero },
            options: Vec::new(),
        }),
        time: TimeControl { move_time: Some(Duration::from_secs(20)), ..TimeControl::default() },
    }
}

/// A short match of a well-behaved program against one with these flags.
fn setup(flags: &str) -> Match {
    let players = vec![contestant("good", ""), contestant("bad", flags)];
    let adjudication = Adjudication { max_plies: Some(6), ..Adjudication::default() };
    Match { adjudication, ..Match::new("xiangqi", players) }
}

#[test]
fn good_programs_play_on() {
    for flags in ["--last", "--last --ucci", "--last --noise", "--last --ranks-from-1"] {
        let (games, report) = play(&setup(flags));
        for game in &games {
            assert_eq!((game.reason.as_str(), game.moves.len()), ("adjudication", 6), "{flags}");
            assert_eq!(game.manner, EndManner::Adjudication);
        }
        assert_eq!(report.unwrap().standings[1].games.draws, 2);
    }
}

/// The doubles shuffle to and fro: the rules end that before anybody adjudicates.
#[test]
fn the_rules_judge() {
    let of = Match { adjudication: Adjudication::default(), ..setup("--last") };
    for game in play(&of).0 {
        assert_eq!((game.reason.as_str(), game.manner), ("repetition", EndManner::Rules));
    }
}

#[test]
fn illegal_moves_lose() {
    for game in loses(&setup("--illegal --after 2"), "illegal-move") {
        assert!(game.detail.contains("a0i9"));
    }
    loses(&setup("--illegal --ucci"), "illegal-move");
}

#[test]
fn crashes_lose() {
    for game in loses(&setup("--crash-on-go --after 1"), "crash") {
        assert!(game.detail.contains('3'), "{}", game.detail);
    }
    loses(&setup("--exit-early"), "crash");
}

#[test]
fn nonsense_loses() {
    loses(&setup("--garbage"), "garbage");
    loses(&setup("--no-move"), "no-move");
    loses(&setup("--no-move --ucci"), "no-move");
}

/// A match whose second program has very little time.
fn hurried(flags: &str) -> Match {
    let mut of = setup(flags);
    of.contestants[1].time.move_time = Some(Duration::from_millis(100));
    of
}

#[test]
fn stalling_loses() {
    loses(&hurried("--stall"), "stall");
    loses(&hurried("--flood"), "stall");
}

#[test]
fn overstepped_time_loses() {
    loses(&hurried("--oversleep 400"), "time");
}

#[test]
fn a_handshake_without_end_loses() {
    let of = Match { patience: Duration::from_millis(300), ..setup("--slow-handshake") };
    loses(&of, "handshake");
}

#[test]
fn resigning_loses() {
    let games = loses(&setup("--resign --ucci --after 1"), "resign");
    assert_eq!(games[0].manner, EndManner::Resignation);
}

#[test]
fn a_program_that_is_not_there_is_an_error() {
    let mut of = setup("");
    if let Kind::External(spec) = &mut of.contestants[1].kind {
        spec.command = PathBuf::from("/nowhere/at/all");
    }
    let error = play(&of).1.unwrap_err().to_string();
    assert!(error.starts_with("bad: cannot start /nowhere/at/all: "), "{error}");
}

#[test]
fn an_option_that_is_not_there_is_an_error() {
    let mut of = setup("");
    if let Kind::External(spec) = &mut of.contestants[1].kind {
        spec.options.push(("Hsah".to_owned(), Some("1".to_owned())));
    }
    let error = play(&of).1.unwrap_err().to_string();
    assert!(error.ends_with("has no option \"Hsah\""), "{error}");
}

#[test]
fn senseless_matches_are_refused() {
    let mut of = setup("");
    of.contestants[1].name = "good".to_owned();
    assert!(matches!(play(&of).1, Err(MatchError::SameName(_))));
    let mut of = setup("");
    of.contestants[1].time = TimeControl::default();
    assert!(matches!(play(&of).1, Err(MatchError::Unlimited(_))));
    let mut of = setup("");
    of.contestants.pop();
    assert!(matches!(play(&of).1, Err(MatchError::TooFew)));
    let of = Match { variant: "chess".to_owned(), ..setup("") };
    assert!(matches!(play(&of).1, Err(MatchError::Open(_))));
}

#[test]
fn many_at_once_play_the_same_games() {
    let of = |concurrency| Match { rounds: 4, concurrency, ..setup("--last") };
    let sorted = |concurrency| {
        let mut games: Vec<_> = play(&of(concurrency))
            .0
            .into_iter()
            .map(|g| (g.plan.id, g.moves.into_iter().map(|m| m.text).collect::<Vec<_>>()))
            .collect();
        games.sort();
        games
    };
    assert_eq!(sorted(1), sorted(3));
}

#[test]
fn a_stopped_match_goes_on_from_its_log() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.jsonl");
    let of = Match { rounds: 3, log: Some(path.clone()), ..setup("--last") };
    let control = Control::new();
    let mut seen = 0;
    let mut stop_after_two = |event: MatchEvent<'_>| {
        if matches!(event, MatchEvent::Finished { .. }) {
            seen += 1;
            if seen == 2 {
                control.stop();
            }
        }
    };
    let partial = run(&of, &mut stop_after_two, &control).unwrap();
    assert!((2..6).contains(&partial.games), "{}", partial.games);

    // What a kill in the middle of a line leaves behind.
    let mut text = std::fs::read_to_string(&path).unwrap();
    text.push_str("{\"plan\":{\"id\":5,\"op");
    std::fs::write(&path, text).unwrap();

    let (games, report) = play(&of);
    assert_eq!(games.len() as u64, 6 - partial.games);
    assert_eq!(report.unwrap().games, 6);
    assert_eq!(std::fs::read_to_string(&path).unwrap().lines().count(), 7);
    // Nothing is left to do, and the report is the same.
    let (games, report) = play(&of);
    assert_eq!((games.len(), report.unwrap().games), (0, 6));

    let other = Match { seed: 99, ..of.clone() };
    let error = play(&other).1.unwrap_err().to_string();
    assert!(error.ends_with("another match: its seed differs"), "{error}");

    std::fs::write(&path, "not json\n").unwrap();
    let error = play(&of).1.unwrap_err().to_string();
    assert!(error.contains("line 1"), "{error}");
}

/// A wrong option is mended and the same command given again: no game was played, so nothing is lost.
#[test]
fn a_match_that_could_not_be_played_leaves_no_log() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.jsonl");
    let mut of = Match { log: Some(path.clone()), ..setup("--last") };
    let Kind::External(good) = &of.contestants[1].kind else { unreachable!() };
    let missing = External { command: "/no/such/program".into(), ..good.clone() };
    of.contestants[1].kind = Kind::External(missing);
    let error = play(&of).1.unwrap_err();
    assert!(matches!(error, MatchError::Unusable(_)), "{error}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "");
    let report = play(&Match { log: Some(path), ..setup("--last") }).1;
    assert_eq!(report.unwrap().games, 2);
}

#[test]
fn games_become_pgn() {
    let (games, _) = play(&setup("--last"));
    let text = arena::to_text(&games[0], arena::archives("xiangqi").unwrap()[0]).unwrap();
    for part in ["[Red \"good\"]", "[Black \"bad\"]", "{-0.12 d1", "1/2-1/2"] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
}
