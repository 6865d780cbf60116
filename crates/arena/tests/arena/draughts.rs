//! Matches of draughts against scripted programs that speak Hub, Hub 1 and DXP: they play on
//! when they behave, and lose with the reason when they do not.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use crate::common::{double, loses, play};
use arena::{
    Adjudication, Contestant, DxpProgram, DxpRole, EndManner, External, Kind, Match, TimeControl,
};
use protocol::RankBase;
use protocol::manager::ProtocolKind;
use std::time::Duration;

/// A program by what it speaks, which is the first of its arguments.
fn contestant(name: &str, args: &str) -> Contestant {
    let mut args: Vec<String> = args.split_whitespace().map(str::to_owned).collect();
    let command = double("draughts_double");
    let kind = if args[0] == "dxp" {
        args.insert(1, "{port}".to_owned());
        let (door, stdin) = (DxpRole::Listen(0), vec!["time 100".to_owned()]);
        Kind::Dxp(DxpProgram { command, args, dir: None, door, stdin, minutes: None })
    } else {
        let protocol = if args[0] == "hub" { ProtocolKind::Hub } else { ProtocolKind::HubOne };
        let options = vec![("threads".to_owned(), Some("1".to_owned()))];
        Kind::External(External {
            command,
            args,
            dir: None,
            protocol,
            ranks: RankBase::Zero,
            options,
        })
    };
    let time = TimeControl { move_time: Some(Duration::from_secs(20)), ..TimeControl::default() };
    Contestant { name: name.to_owned(), kind, time }
}

/// A short match of a well-behaved program against one with these arguments.
fn setup(args: &str) -> Match {
    let players = vec![contestant("good", "hub"), contestant("bad", args)];
    let adjudication = Adjudication { max_plies: Some(12), ..Adjudication::default() };
    Match { adjudication, ..Match::new("draughts", players) }
}

const SPEECHES: [&str; 3] = ["hub", "hub1", "dxp"];

#[test]
fn good_programs_play_the_same_game() {
    let mut seen = Vec::new();
    for speech in ["hub", "hub --shuffled", "hub1", "hub1 --shuffled", "dxp"] {
        let adjudication = Adjudication { max_plies: Some(40), ..Adjudication::default() };
        let (games, report) = play(&Match { adjudication, ..setup(speech) });
        report.unwrap();
        for game in games {
            assert_eq!(game.manner, EndManner::Adjudication, "{speech}: {game:?}");
            let pdn = arena::to_text(&game, arena::archives("draughts").unwrap()[0]).unwrap();
            for part in ["[GameType \"20", "[White \"", "ms} ", "1-1"] {
                assert!(pdn.contains(part), "{part} is missing in\n{pdn}");
            }
            seen.push(game.moves.into_iter().map(|m| m.text).collect::<Vec<_>>());
        }
    }
    assert_eq!((seen.len(), seen[0].len()), (10, 40));
    assert!(seen.iter().all(|moves| *moves == seen[0]));
    assert!(seen[0].iter().any(|m| m.contains('x')), "{:?} captures nothing", seen[0]);
}

/// Openings as positions, and as moves; the game goes on to its end by the rules.
#[test]
fn openings_and_ends() {
    let text = "W:W32:B28 # one capture and over\n33-29 16-21 29-23 19x28x23 32x23x28\n\
                B:WK50:BK1 moves 1-6\n";
    let openings = arena::read_openings("draughts", None, text).unwrap();
    assert_eq!(openings.len(), 3);
    for speech in SPEECHES {
        let of = Match {
            openings: openings.clone(),
            rounds: 3,
            adjudication: Adjudication { max_plies: Some(30), ..Adjudication::default() },
            ..setup(speech)
        };
        let (games, report) = play(&of);
        report.unwrap();
        assert_eq!(games.len(), 6, "{speech}");
        assert!(games.iter().all(|game| game.manner != EndManner::Fault), "{speech}: {games:?}");
        let mut captured = games.iter().filter(|game| game.plan.opening == 0);
        assert!(captured.all(|game| game.reason == "no-moves" && game.moves.len() == 1));
    }
}

/// What every protocol has in common.
fn misdeeds_lose(speech: &str) {
    let with = |flags: &str| setup(&format!("{speech} {flags}"));
    for game in loses(&with("--illegal --after 1"), "illegal-move") {
        assert!(game.detail.contains("1-50"), "{}", game.detail);
    }
    loses(&with("--crash --after 1"), "crash");
    loses(&with("--garbage"), "garbage");
    let patience = Duration::from_millis(300);
    loses(&Match { patience, ..with("--slow") }, "handshake");
}

/// A program that is late, or never moves at all.
fn tardiness_loses(speech: &str) {
    for (flags, reason) in [("--stall", "stall"), ("--oversleep 400", "time")] {
        let mut hurried = setup(&format!("{speech} {flags}"));
        hurried.contestants[1].time.move_time = Some(Duration::from_millis(100));
        loses(&hurried, reason);
    }
}

#[test]
fn misdeeds_over_hub_lose() {
    misdeeds_lose("hub");
    loses(&setup("hub --no-move"), "no-move");
}

#[test]
fn misdeeds_over_hub_one_lose() {
    misdeeds_lose("hub1");
}

#[test]
fn misdeeds_over_dxp_lose() {
    misdeeds_lose("dxp");
    loses(&setup("dxp --no-move"), "garbage");
    loses(&setup("dxp --refuse"), "garbage");
    loses(&setup("dxp --resign --after 2"), "resign");
}

#[test]
fn tardiness_over_hub_loses() {
    tardiness_loses("hub");
}

#[test]
fn tardiness_over_hub_one_loses() {
    tardiness_loses("hub1");
}

#[test]
fn tardiness_over_dxp_loses() {
    tardiness_loses("dxp");
}

#[test]
fn matches_that_make_no_sense_are_refused() {
    let frisian = |args| Match { variant: "draughts-frisian".to_owned(), ..setup(args) };
    let fault = |of: &Match| play(of).1.unwrap_err().to_string();
    assert!(fault(&frisian("hub")).ends_with("does not play draughts-frisian"));
    let mut of = setup("dxp");
    of.contestants.remove(0);
    of.contestants.push(contestant("other", "dxp"));
    of.variant = "draughts-frisian".to_owned();
    assert!(fault(&of).ends_with("DXP is a protocol of international draughts"));
}
