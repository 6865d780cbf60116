//! Matches of gomoku between scripted brains: good ones play to the end, bad ones lose with
//! the reason.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use crate::common::{double, loses, play};
use arena::{Contestant, EndManner, External, Kind, Match, TimeControl, read_openings};
use protocol::RankBase;
use protocol::manager::ProtocolKind;
use std::time::Duration;

fn contestant(name: &str, flags: &str, time: Duration) -> Contestant {
    Contestant {
        name: name.to_owned(),
        kind: Kind::External(External {
            command: double("brain"),
            args: flags.split_whitespace().map(str::to_owned).collect(),
            dir: None,
            protocol: ProtocolKind::Gomocup,
            ranks: RankBase::Zero,
            options: vec![("thread_num".to_owned(), Some("1".to_owned()))],
        }),
        time: TimeControl { move_time: Some(time), ..TimeControl::default() },
    }
}

/// Black has four in a row already and, row by row, gets its five with its second move.
fn setup(flags: &str) -> Match {
    let time = Duration::from_secs(20);
    let players = vec![contestant("good", "", time), contestant("bad", flags, time)];
    let openings = read_openings("gomoku", None, "d1a9e1c10 f1e11g1g12 # row one\n").unwrap();
    Match { openings, ..Match::new("gomoku", players) }
}

#[test]
fn good_brains_play_to_the_end() {
    for flags in ["--noise", "--suggest", "--nameless", "--deaf"] {
        let (games, report) = play(&setup(flags));
        report.unwrap();
        for game in &games {
            assert_eq!((game.reason.as_str(), game.manner), ("five", EndManner::Rules), "{flags}");
            let text: Vec<&str> = game.moves[8..].iter().map(|m| m.text.as_str()).collect();
            assert_eq!(text, ["a1", "b1", "c1"], "{flags}");
            // Who suggests says nothing of the score.
            let silent = flags == "--suggest" && game.moves[8].score.is_none();
            assert!(silent || game.moves[8].score == Some(engine::Score::Cp(-12)), "{flags}");
        }
    }
}

#[test]
fn a_board_of_another_size() {
    let time = Duration::from_secs(20);
    let players = vec![contestant("one", "", time), contestant("two", "--last", time)];
    let (games, report) = play(&Match::new("gomoku-standard7", players));
    report.unwrap();
    assert_eq!(games[0].moves[0].text, "a1");
    assert_eq!(games[0].moves[1].text, "g7");
}

#[test]
fn bad_brains_lose() {
    loses(&setup("--illegal"), "illegal-move");
    let games = loses(&setup("--off-board"), "illegal-move");
    assert!(games[0].detail.contains("99,3"), "{}", games[0].detail);
    loses(&setup("--crash"), "crash");
    for game in loses(&setup("--error"), "garbage") {
        assert!(game.detail.contains("I do not know"), "{}", game.detail);
    }
    loses(&setup("--two"), "garbage");
    for game in loses(&setup("--refuse"), "garbage") {
        assert!(game.detail.contains("unsupported size"), "{}", game.detail);
    }
}

#[test]
fn slow_brains_lose() {
    let hurried = |flags: &str| {
        let mut of = setup(flags);
        of.contestants[1].time.move_time = Some(Duration::from_millis(100));
        of
    };
    loses(&hurried("--stall"), "stall");
    loses(&hurried("--oversleep 400"), "time");
}

/// A foul of Black's in renju loses by the rules.
#[test]
fn fouls_lose() {
    let mut of = setup("");
    of.variant = "renju".to_owned();
    // The first empty point, c1, would make six in a row.
    of.openings = read_openings("renju", None, "a1o15b1o13d1o11e1o9f1o7").unwrap();
    let (games, report) = play(&of);
    report.unwrap();
    for game in &games {
        assert_eq!((game.reason.as_str(), game.outcome), ("overline", game::Outcome::SecondWins));
    }
}

#[test]
fn brains_play_gomoku_only() {
    let mut of = setup("");
    of.variant = "xiangqi".to_owned();
    of.openings.clear();
    let error = play(&of).1.unwrap_err().to_string();
    assert!(error.contains("no brain can be told to play xiangqi"), "{error}");
}
