//! Our own engine in matches.

use crate::common;
use arena::{
    Adjudication, Builtin, Contestant, EndManner, Format, GameRecord, Kind, Match, ResignRule,
    TimeControl,
};
use engine::Level;

fn finished(of: &Match) -> Vec<GameRecord> {
    let (games, report) = common::play(of);
    report.expect("the match makes sense");
    games
}

fn contestant(name: &str, level: u8, nodes: u64) -> Contestant {
    let options = vec![("Hash".to_owned(), "1".to_owned())];
    Contestant {
        name: name.to_owned(),
        kind: Kind::Builtin(Builtin { level: Level::new(level), options, ..Builtin::default() }),
        time: TimeControl { nodes: Some(nodes), ..TimeControl::default() },
    }
}

/// Fixed nodes, one thread and one seed: a match repeats itself, however many games are played
/// at once.
#[test]
fn a_match_repeats_itself() {
    let players = vec![contestant("strong", 12, 400), contestant("weak", 2, 400)];
    let adjudication = Adjudication { max_plies: Some(40), ..Adjudication::default() };
    let of = |concurrency, seed| Match {
        adjudication,
        concurrency,
        seed,
        rounds: 2,
        ..Match::new("xiangqi", players.clone())
    };
    let moves = |games: Vec<GameRecord>| -> Vec<Vec<String>> {
        games.into_iter().map(|g| g.moves.into_iter().map(|m| m.text).collect()).collect()
    };
    let games = finished(&of(1, 1));
    assert!(games.iter().all(|game| game.manner != EndManner::Fault), "{games:?}");
    let games = moves(games);
    assert_eq!(moves(finished(&of(3, 1))), games);
    assert_ne!(moves(finished(&of(1, 2))), games);
}

#[test]
fn the_stronger_wins() {
    let players =
        vec![contestant("strong", 12, 3000), contestant("weak", 1, 100), contestant("b", 1, 100)];
    let resign = Some(ResignRule { moves: 2, score: 600, both: false });
    let adjudication = Adjudication { resign, ..Adjudication::default() };
    let of = Match { adjudication, format: Format::Gauntlet, ..Match::new("xiangqi", players) };
    let games = finished(&of);
    assert_eq!(games.len(), 4);
    for game in games {
        assert_eq!(game.half_points(0), 2, "{} {}", game.reason, game.detail);
        assert!(arena::to_text(&game, arena::archives("xiangqi").unwrap()[0]).is_ok());
    }
}

/// A machine of a textbook searches a depth of its own: it needs no limit. Our engine does.
#[test]
fn a_machine_with_its_own_depth_needs_no_limit() {
    let machine = |name: &str, preset: Option<&str>| Contestant {
        name: name.to_owned(),
        kind: Kind::Builtin(Builtin {
            preset: preset.map(str::to_owned),
            options: preset.map(|_| ("Depth".to_owned(), "1".to_owned())).into_iter().collect(),
            ..Builtin::default()
        }),
        time: TimeControl::default(),
    };
    let adjudication = Adjudication { max_plies: Some(4), ..Adjudication::default() };
    let of = |players| Match { adjudication, ..Match::new("xiangqi", players) };
    let weak = contestant("weak", 1, 50);
    let games = finished(&of(vec![machine("textbook", Some("classic-3")), weak.clone()]));
    assert_eq!(games.len(), 2);
    assert!(games.iter().all(|game| game.manner != EndManner::Fault), "{games:?}");
    let (_, report) = common::play(&of(vec![machine("ours", None), weak]));
    let fault = report.unwrap_err().to_string();
    assert!(fault.starts_with("ours has no limit on its moves"), "{fault}");
}

/// A search on the opponent's time is taken up when the reply comes, given up when another one does, and ends with its
/// game: the games are played to their end, without a fault.
#[test]
fn the_opponents_time_is_used() {
    let player = |name: &str, ponder| Contestant {
        name: name.to_owned(),
        kind: Kind::Builtin(Builtin {
            options: vec![("Hash".to_owned(), "1".to_owned())],
            ponder,
            ..Builtin::default()
        }),
        time: TimeControl {
            move_time: Some(std::time::Duration::from_millis(5)),
            ..TimeControl::default()
        },
    };
    let adjudication = Adjudication { max_plies: Some(24), ..Adjudication::default() };
    for variant in ["xiangqi", "draughts", "gomoku"] {
        let players = vec![player("ponders", true), player("rests", false)];
        let margin = std::time::Duration::from_secs(10);
        let of = Match { adjudication, margin, ..Match::new(variant, players) };
        let games = finished(&of);
        assert_eq!(games.len(), 2);
        for game in games {
            assert_ne!(game.manner, EndManner::Fault, "{variant}: {}", game.detail);
        }
    }
}
