//! Which moves are compared with the engine's, in games between the engine and one of its levels.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use engine::{Control, Engine, Level, Limits, Session};
use hall::Side;
use hall::agreement::{AgreementWork, SideCounts, thresholds};

const NODES: u64 = 2_000;

/// The moves of a game in which the side `engine` plays the first choice of the engine, and the other one a level.
fn played(variant: &str, engine: Side, seed: u64) -> Vec<String> {
    let mut session = games::new_session(variant, None, None).unwrap();
    let mut players = [(); 2].map(|()| games::new_engine(variant).unwrap());
    while session.verdict().is_none() && session.moves().len() < 90 {
        let side = session.side_to_move();
        let level = if side == engine && session.moves().len() >= 8 { 12 } else { 6 };
        let limits = Limits {
            nodes: Some(NODES),
            level: Level::new(level),
            lines: 1,
            seed: seed + session.moves().len() as u64,
            ..Limits::default()
        };
        let player = players[side.index()].as_mut();
        player.new_game();
        let found = player.search(session.as_ref(), &limits, &Control::new(), &mut |_| {}).unwrap();
        session.push(&found.best.unwrap()).unwrap();
    }
    session.moves()
}

fn compared(variant: &str, moves: &[String], engine: &mut dyn Engine) -> AgreementWork {
    let start = games::new_session(variant, None, None).unwrap();
    let mut work = AgreementWork::new(start, moves, NODES).unwrap();
    while let Some(request) = work.next() {
        assert!(request.session.legal_moves().len() > 1);
        assert!(request.session.moves().len() >= thresholds::OPENING);
        engine.new_game();
        let session: &dyn Session = request.session.as_ref();
        let found = engine.search(session, &request.limits, &Control::new(), &mut |_| {}).unwrap();
        work.answer(&found);
    }
    work
}

#[test]
fn who_plays_the_moves_of_the_engine_agrees_with_it_and_others_less() {
    for variant in ["xiangqi", "draughts", "gomoku", "reversi"] {
        let mut sums = [SideCounts::default(); 2];
        for seed in 0..8 {
            let of_engine = if seed % 2 == 0 { Side::First } else { Side::Second };
            let moves = played(variant, of_engine, seed * 1000);
            let mut engine = games::new_engine(variant).unwrap();
            let work = compared(variant, &moves, engine.as_mut());
            for (sum, side) in sums.iter_mut().zip([of_engine, of_engine.other()]) {
                let counts = work.counts(side);
                assert!(counts.compared == 0 || counts.compared >= thresholds::LEAST);
                assert!(counts.compared as usize <= thresholds::MOST);
                sum.compared += counts.compared;
                sum.agreed += counts.agreed;
            }
        }
        let [own, other] = sums.map(|sum| f64::from(sum.agreed) / f64::from(sum.compared.max(1)));
        println!("{variant}: {own:.2} {other:.2} {sums:?}");
        assert!(sums.iter().all(|sum| sum.compared >= 10), "{variant}: {sums:?}");
        assert!(own > 0.85 && other < own - 0.2, "{variant}: {own} {other}");
    }
}

#[test]
fn openings_forced_moves_and_short_games_say_nothing() {
    // Nothing of a game without a move.
    let start = || games::new_session("reversi", None, None).unwrap();
    assert!(AgreementWork::new(start(), &[], NODES).unwrap().next().is_none());
    // Nothing of the first moves, and too little of a short game.
    let mut session = start();
    while session.moves().len() < thresholds::OPENING + 4 {
        let first = session.legal_moves().remove(0);
        session.push(&first).unwrap();
    }
    let mut engine = games::new_engine("reversi").unwrap();
    let work = compared("reversi", &session.moves(), engine.as_mut());
    for side in Side::ALL {
        assert_eq!(work.counts(side), SideCounts::default());
    }
    // A move that is not possible is an error.
    assert!(AgreementWork::new(start(), &["a1".to_owned()], NODES).is_err());
}
