//! Our own engine in matches.

mod common;

use arena::{
    Adjudication, Builtin, Contestant, Format, GameRecord, Kind, Manner, Match, ResignRule,
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
        kind: Kind::Builtin(Builtin { level: Level::new(level), options }),
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
    assert!(games.iter().all(|game| game.manner != Manner::Fault), "{games:?}");
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
        assert!(arena::to_text(&game, records::Format::Pgn).is_ok());
    }
}

/// Games of gomoku in a file of either kind are read back as they were played.
#[test]
fn games_of_gomoku_go_into_files_and_come_back() {
    let players = vec![contestant("strong", 12, 300), contestant("weak", 1, 100)];
    for (variant, start, name) in [
        ("gomoku", "", "games.psq"),
        ("renju", "", "games.sgf"),
        ("gomoku20", "h8 i9 j10", "a.psq"),
    ] {
        let openings = match start {
            "" => Vec::new(),
            moves => arena::read_openings(variant, None, moves).expect("an opening"),
        };
        let games = finished(&Match { openings, ..Match::new(variant, players.clone()) });
        let format = arena::file_format(variant, name.as_ref()).expect("the ending fits");
        let mut file = String::new();
        for game in &games {
            file += &arena::to_text(game, format).expect("the game can be written");
            file.push('\n');
        }
        let hints = records::files::Hints { name, variant: Some(variant), ..Default::default() };
        let back: Vec<_> = records::files::read(file.as_bytes(), &hints)
            .expect("the format is known")
            .collect::<Result<_, _>>()
            .unwrap_or_else(|error| panic!("{error}\n{file}"));
        assert_eq!(back.len(), games.len(), "{file}");
        for (record, game) in back.iter().zip(&games) {
            let played = game.moves.iter().map(|played| played.text.as_str());
            assert!(record.moves().eq(played), "{file}");
            assert_eq!(record.players(), [0, 1].map(|n| Some(game.names[n].as_str())), "{file}");
            assert_eq!(record.result, Some(game.outcome), "{file}");
        }
    }
}
