//! The engine through the common interface.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use engine::{
    BestMove, Control, Engine, Info, Level, Limits, MoveError, OptionKind, Score, Session,
};
use games::{new_engine, new_session};
use std::time::Duration;

fn session(position: &str) -> Box<dyn Session> {
    new_session("xiangqi", None, Some(position)).unwrap()
}

fn search(
    engine: &mut dyn Engine,
    session: &dyn Session,
    limits: &Limits,
) -> (BestMove, Vec<Info>) {
    let mut infos = Vec::new();
    let found =
        engine.search(session, limits, &Control::new(), &mut |info| infos.push(info.clone()));
    (found.unwrap(), infos)
}

fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

const MATE_IN_ONE: &str = "4k4/R8/9/9/9/9/9/9/1R7/3K5 w";

#[test]
fn mates_are_counted_in_moves() {
    let mut engine = new_engine("xiangqi").unwrap();
    let (found, infos) = search(engine.as_mut(), session(MATE_IN_ONE).as_ref(), &depth(4));
    assert_eq!(found.best.as_deref(), Some("b1b9"));
    let last = infos.last().unwrap();
    assert_eq!((last.score, last.wdl), (Score::Mate(1), [1000, 0, 0]));
    assert_eq!(found.info.as_ref(), Some(last));
    let mated = session("4k4/R8/9/9/9/9/9/9/1R7/3K5 b");
    let (_, infos) = search(engine.as_mut(), mated.as_ref(), &depth(6));
    assert!(matches!(infos.last().unwrap().score, Score::Mate(n) if n < 0));
}

#[test]
fn reports_make_sense() {
    let mut engine = new_engine("xiangqi").unwrap();
    let session = session("startpos");
    let limits = Limits { depth: Some(5), lines: 3, ..Limits::default() };
    let (found, infos) = search(engine.as_mut(), session.as_ref(), &limits);
    assert_eq!(infos.iter().map(|info| info.line).max(), Some(3));
    for info in &infos {
        assert_eq!(info.wdl.iter().map(|n| u32::from(*n)).sum::<u32>(), 1000);
        let mut fork = session.fork();
        for text in &info.pv {
            fork.push(text).unwrap();
        }
    }
    let info = found.info.unwrap();
    assert_eq!(found.best.as_ref(), info.pv.first());
}

#[test]
fn only_and_except_are_obeyed() {
    let mut engine = new_engine("xiangqi").unwrap();
    let session = session("startpos");
    let only = Limits { only: vec!["C2=5".to_owned()], ..depth(3) };
    let (found, _) = search(engine.as_mut(), session.as_ref(), &only);
    assert_eq!(found.best.as_deref(), Some("h2e2"));
    let except = Limits { except: vec![found.best.unwrap()], ..depth(3) };
    let (found, _) = search(engine.as_mut(), session.as_ref(), &except);
    assert_ne!(found.best.as_deref(), Some("h2e2"));
    let wrong = Limits { only: vec!["h2h9".to_owned(), "e0e5".to_owned()], ..depth(3) };
    let error = engine.search(session.as_ref(), &wrong, &Control::new(), &mut |_| {}).unwrap_err();
    assert!(matches!(error, engine::EngineError::Move(MoveError::Illegal { .. })), "{error}");
}

#[test]
fn nodes_are_met_exactly_and_the_same_twice() {
    let session = session("startpos");
    let limits = Limits { nodes: Some(5_000), ..Limits::default() };
    let mut played = Vec::new();
    for _ in 0..2 {
        let mut engine = new_engine("xiangqi").unwrap();
        let (found, infos) = search(engine.as_mut(), session.as_ref(), &limits);
        assert!(infos.iter().all(|info| info.nodes <= 5_000));
        played.push((found.best, infos.last().map(|info| info.nodes)));
    }
    assert_eq!(played[0], played[1]);
}

#[test]
fn every_level_plays_a_legal_move_the_same_for_the_same_seed() {
    let session = session("startpos");
    let mut engine = new_engine("xiangqi").unwrap();
    for number in 1..=8 {
        let limits = Limits {
            level: Level::new(number),
            move_time: Some(Duration::from_secs(20)),
            depth: Some(3),
            seed: 7,
            ..Limits::default()
        };
        let (first, _) = search(engine.as_mut(), session.as_ref(), &limits);
        engine.new_game();
        let (second, _) = search(engine.as_mut(), session.as_ref(), &limits);
        assert_eq!(first.best, second.best, "level {number}");
        assert!(session.legal_moves().contains(&first.best.unwrap()));
    }
}

#[test]
fn a_stopped_search_has_a_move_all_the_same() {
    let mut engine = new_engine("xiangqi").unwrap();
    let control = Control::new();
    control.stop();
    let session = session("startpos");
    let found = engine.search(session.as_ref(), &Limits::default(), &control, &mut |_| {}).unwrap();
    assert!(found.best.is_some());
}

#[test]
fn where_nothing_moves_there_is_no_best_move() {
    let mut engine = new_engine("xiangqi").unwrap();
    let mated = session("3k5/4P4/9/9/9/9/9/9/9/4K4 b");
    let (found, _) = search(engine.as_mut(), mated.as_ref(), &depth(3));
    assert_eq!((found.best, found.ponder), (None, None));
}

#[test]
fn a_panic_becomes_an_error_and_the_engine_lives() {
    let mut engine = new_engine("xiangqi").unwrap();
    engine.set_option("Hash", "4").unwrap();
    let session = session("startpos");
    // The callback panics inside the search, like a fault of the search.
    let failed =
        engine.search(session.as_ref(), &depth(3), &Control::new(), &mut |_| panic!("a fault"));
    assert_eq!(failed.unwrap_err().to_string(), "the search failed: a fault");
    let (found, _) = search(engine.as_mut(), session.as_ref(), &depth(3));
    assert!(found.best.is_some());
}

#[test]
fn every_option_takes_what_it_says() {
    let mut engine = new_engine("xiangqi").unwrap();
    for option in engine.options() {
        match option.kind {
            OptionKind::Check { default } => {
                engine.set_option(option.name, &default.to_string()).unwrap();
                engine.set_option(option.name, "perhaps").unwrap_err();
            }
            OptionKind::Spin { default, min, max } => {
                engine.set_option(option.name, &default.to_string()).unwrap();
                for beyond in [min - 1, max + 1] {
                    engine.set_option(option.name, &beyond.to_string()).unwrap_err();
                }
            }
            OptionKind::Combo { default, values } => {
                assert!(values.contains(&default));
                for value in values {
                    engine.set_option(option.name, value).unwrap();
                }
                engine.set_option(option.name, "none of these").unwrap_err();
            }
            OptionKind::Button => engine.set_option(option.name, "").unwrap(),
            OptionKind::Text { default } => engine.set_option(option.name, &default).unwrap(),
        }
    }
}

#[test]
fn a_book_is_played_in_a_game_and_not_in_an_analysis() {
    let path = std::env::temp_dir().join(format!("yiqi-book-{}.moves", std::process::id()));
    std::fs::write(&path, "a0a1\n").unwrap();
    let mut engine = new_engine("xiangqi").unwrap();
    engine.set_option("BookFile", path.to_str().unwrap()).unwrap();
    std::fs::remove_file(&path).unwrap();
    let session = session("startpos");
    let game = Limits { move_time: Some(Duration::from_millis(20)), ..Limits::default() };
    let (found, infos) = search(engine.as_mut(), session.as_ref(), &game);
    assert_eq!((found.best.as_deref(), infos.len()), (Some("a0a1"), 0));
    let (found, _) = search(engine.as_mut(), session.as_ref(), &depth(3));
    assert_ne!(found.best.as_deref(), Some("a0a1"));
    engine.set_option("BookFile", "").unwrap();
    let (found, _) = search(engine.as_mut(), session.as_ref(), &game);
    assert_ne!(found.best.as_deref(), Some("a0a1"));
}

#[test]
fn a_mate_by_checks_is_proven() {
    let mut engine = new_engine("xiangqi").unwrap();
    let solved =
        engine.solve(session(MATE_IN_ONE).as_ref(), &Limits::default(), &Control::new()).unwrap();
    let proof = solved.proof.unwrap();
    assert_eq!((proof.moves, proof.line), (1, vec!["b1b9".to_owned()]));
}

#[test]
fn every_variant_has_an_engine_that_moves() {
    for variant in games::variants() {
        let session = new_session(variant.id, None, None).unwrap();
        let mut engine = new_engine(variant.id).unwrap();
        let (found, infos) = search(engine.as_mut(), session.as_ref(), &depth(4));
        assert!(session.legal_moves().contains(&found.best.unwrap()), "{}", variant.id);
        assert!(infos.iter().all(|info| info.nps() > 0 || info.time < Duration::from_millis(9)));
        let other = if variant.id == "xiangqi" { "draughts" } else { "xiangqi" };
        let other = new_session(other, None, None).unwrap();
        engine.evaluate(other.as_ref()).unwrap_err();
    }
}

/// What a search has found is there for the next one of the same game, and gone in a new game.
#[test]
fn an_engine_remembers_until_a_new_game() {
    for variant in games::variants() {
        let mut engine = new_engine(variant.id).unwrap();
        let mut session = new_session(variant.id, None, None).unwrap();
        // Into the game, where no rule names the only sensible point.
        for _ in 0..4 {
            let (found, _) = search(engine.as_mut(), session.as_ref(), &depth(2));
            session.push(&found.best.unwrap()).unwrap();
        }
        engine.new_game();
        let nodes = |engine: &mut dyn Engine| {
            search(engine, session.as_ref(), &depth(6)).0.info.unwrap().nodes
        };
        let (first, again) = (nodes(engine.as_mut()), nodes(engine.as_mut()));
        engine.new_game();
        assert_ne!(first, again, "{}: the second search began with nothing", variant.id);
        assert_eq!(first, nodes(engine.as_mut()), "{}", variant.id);
    }
}

#[test]
fn a_win_by_fours_is_proven_in_gomoku() {
    let session = new_session("renju", None, Some("h8 a1 i8 a3 j8 a5")).unwrap();
    let mut engine = new_engine("renju").unwrap();
    let solved = engine.solve(session.as_ref(), &Limits::default(), &Control::new()).unwrap();
    let proof = solved.proof.unwrap();
    assert_eq!((proof.moves, proof.method, proof.is_complete()), (2, "fours", true));
}

#[test]
fn files_of_weights_are_checked() {
    let mut engine = new_engine("draughts").unwrap();
    let mut refused = |value: &str| engine.set_option("EvalFile", value).unwrap_err().to_string();
    assert!(refused("/no/such/file").contains("No such file"));
    assert!(refused("Cargo.toml").contains("no file of weights"));
    assert_eq!(engine.set_option("EvalFile", "hand-made"), Ok(()));
    assert_eq!(engine.set_option("EvalFile", "<empty>"), Ok(()));
    // The numbers of another variant.
    let numbers = concat!(env!("CARGO_MANIFEST_DIR"), "/../../nets/draughts.patterns");
    assert_eq!(engine.set_option("EvalFile", numbers), Ok(()));
    let mut other = new_engine("draughts-turkish").unwrap();
    let error = other.set_option("EvalFile", numbers).unwrap_err().to_string();
    let why = "the weights are those of draughts-patterns-3, not of draughts-turkish-patterns-3";
    assert!(error.contains(why), "{error}");
    assert_eq!(other.set_option("EvalFile", "hand-made"), Ok(()));
}

#[test]
fn folders_of_endgames_are_checked() {
    let folder = std::env::temp_dir().join(format!("yiqi-endgames-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.to_str().unwrap();
    let set = |variant: &str, value: &str| {
        let mut engine = new_engine(variant).unwrap();
        engine.set_option("EndgameFolder", value).map_err(|error| error.to_string())
    };
    assert!(set("draughts", "/no/such/folder").unwrap_err().contains("No such file"));
    assert!(set("draughts", path).unwrap_err().contains("draughts-4.yend"));
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../endings/data/draughts-4.yend");
    std::fs::copy(data, folder.join("draughts-4.yend")).unwrap();
    assert_eq!(set("draughts", path), Ok(()));
    assert_eq!(set("draughts", "none"), Ok(()));
    assert_eq!(set("draughts", "<empty>"), Ok(()));
    std::fs::copy(data, folder.join("draughts-brazilian-4.yend")).unwrap();
    let error = set("draughts-brazilian", path).unwrap_err();
    assert!(error.contains("a database of draughts, not of draughts-brazilian"), "{error}");
    // No database of these variants is possible.
    assert!(set("draughts-frisian", path).is_err());
    std::fs::remove_dir_all(&folder).unwrap();
}

/// A position that the search does not solve in so few nodes, and a database does.
#[test]
fn the_database_of_an_option_is_probed() {
    let search_with = |value: &str| {
        let mut engine = new_engine("draughts").unwrap();
        engine.set_option("EndgameFolder", value).unwrap();
        let session = new_session("draughts", None, Some("W:WK1,K2,K3:BK46")).unwrap();
        let limits = Limits { nodes: Some(300), ..Limits::default() };
        search(engine.as_mut(), session.as_ref(), &limits).0.info.unwrap().score
    };
    assert_ne!(search_with("none"), search_with(""));
}
