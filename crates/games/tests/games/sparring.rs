//! The sparring partners of every variant: what they say of themselves is what they play.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use engine::{Control, Engine, Limits, Session};
use proptest::prelude::*;
use std::collections::BTreeMap;

fn partner(variant: &str, id: &str) -> Box<dyn Engine> {
    games::new_preset(variant, id).unwrap()
}

fn choice(engine: &mut dyn Engine, session: &dyn Session, seed: u64) -> String {
    let limits = Limits { seed, ..Limits::default() };
    engine.search(session, &limits, &Control::new(), &mut |_| ()).unwrap().best.unwrap()
}

/// What a partner plays in a position, of a hundred seeds.
fn choices(variant: &str, id: &str, position: &str) -> BTreeMap<String, u32> {
    let session = games::new_session(variant, None, Some(position)).unwrap();
    let mut engine = partner(variant, id);
    let mut found = BTreeMap::new();
    for seed in 0..100 {
        *found.entry(choice(engine.as_mut(), session.as_ref(), seed)).or_insert(0) += 1;
    }
    found
}

fn only(variant: &str, id: &str, position: &str) -> String {
    let found = choices(variant, id, position);
    assert_eq!(found.len(), 1, "{variant} {id}: {found:?}");
    found.into_keys().next().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn they_play_legal_moves_and_the_same_ones_for_the_same_seed(
        which in 0usize..1000, partner_of in 0usize..4, seed: u64, plies in 0usize..30,
    ) {
        let variants = games::variants();
        let variant = variants[which % variants.len()].id;
        let id = games::sparring_partners(variant).unwrap()[partner_of].id;
        let mut session = games::new_session(variant, None, None).unwrap();
        let mut engine = partner(variant, id);
        for ply in 0..plies as u64 {
            if session.verdict().is_some() {
                break;
            }
            let played = choice(engine.as_mut(), session.as_ref(), seed ^ ply);
            prop_assert!(session.legal_moves().contains(&played), "{variant} {id} {played}");
            let again = choice(partner(variant, id).as_mut(), session.as_ref(), seed ^ ply);
            prop_assert_eq!(&played, &again);
            session.push(&played).unwrap();
        }
    }
}

#[test]
fn random_prefers_no_move() {
    for variant in ["xiangqi", "draughts", "gomoku", "reversi"] {
        let session = games::new_session(variant, None, None).unwrap();
        let moves = session.legal_moves().len();
        let mut engine = partner(variant, "random");
        let mut found = BTreeMap::<String, usize>::new();
        for seed in 0..100 * moves as u64 {
            *found.entry(choice(engine.as_mut(), session.as_ref(), seed)).or_insert(0) += 1;
        }
        assert_eq!(found.len(), moves, "{variant}: every move is played");
        // Six standard deviations about a hundred.
        assert!(found.values().all(|n| (40..160).contains(n)), "{variant}: {found:?}");
    }
}

#[test]
fn in_xiangqi_the_greedy_one_takes_and_the_careful_one_counts() {
    // Two horses that nothing protects, and a pawn.
    let position = "3k5/4a4/9/4n4/9/p3R4/4n4/9/9/5K3 w";
    let careful = choices("xiangqi", "careful", position);
    assert!(careful.keys().all(|m| m == "e4e3" || m == "e4e6"), "{careful:?}");
    // The horse is protected by the advisor: the pawn is free.
    let protected = "4k4/4a4/5n3/9/9/p4R3/9/9/9/3K5 w";
    assert_eq!(only("xiangqi", "greedy", protected), "f4f7");
    assert_eq!(only("xiangqi", "careful", protected), "f4a4");
    // A mate comes before the free pawn.
    let mate = "3k5/R8/9/9/9/p8/9/9/9/1R2K4 w";
    let mates = choices("xiangqi", "careful", mate);
    assert_eq!(mates.keys().collect::<Vec<_>>(), ["b0b9", "b0d0"]);
    // A chariot that is attacked does not stay where a pawn takes it.
    let attacked = choices("xiangqi", "careful", "3k5/9/9/9/4p4/4R4/9/9/9/5K3 w");
    assert_eq!(attacked.keys().collect::<Vec<_>>(), ["e4e5"]);
}

#[test]
fn in_draughts_the_careful_one_leaves_no_man() {
    // 33-28 gives a man to 22x33 or 23x32; other moves do not.
    let careful = choices("draughts", "careful", "W:W33,38,50:B22,23,1");
    assert!(!careful.contains_key("33-28") || careful.len() == 1, "{careful:?}");
    let random = choices("draughts", "random", "W:W33,38,50:B22,23,1");
    assert!(random.len() > careful.len(), "{random:?}");
}

#[test]
fn in_gomoku_fives_come_first_then_open_fours() {
    assert!(["h12", "h7"].contains(&only_of("h8 a1 h9 a3 h10 a5 h11 a7").as_str()));
    // White stops the five.
    assert_eq!(only("gomoku", "careful", "h8 h7 h9 a3 h10 a5 h11"), "h12");
    // The greedy one does not see it.
    assert!(choices("gomoku", "greedy", "h8 h7 h9 a3 h10 a5 h11").keys().all(|m| m != "h12"));
    // White stops the open four.
    let stops = choices("gomoku", "careful", "h8 a1 h9 c3 h10");
    assert!(stops.keys().all(|m| m == "h7" || m == "h11"), "{stops:?}");
}

/// One of the moves of the careful partner after these.
fn only_of(moves: &str) -> String {
    choices("gomoku", "careful", moves).into_keys().next().unwrap()
}

#[test]
fn in_reversi_the_careful_one_takes_corners_and_gives_none() {
    for plies in 0..200_u64 {
        let mut session = games::new_session("reversi", None, None).unwrap();
        let mut random = partner("reversi", "random");
        for ply in 0..10 + plies % 30 {
            if session.verdict().is_none() {
                let played = choice(random.as_mut(), session.as_ref(), plies * 100 + ply);
                session.push(&played).unwrap();
            }
        }
        if session.verdict().is_some() {
            continue;
        }
        let corners = |moves: &[String]| {
            moves.iter().filter(|m| ["a1", "a8", "h1", "h8"].contains(&m.as_str())).count()
        };
        let moves = session.legal_moves();
        let played = choice(partner("reversi", "careful").as_mut(), session.as_ref(), 1);
        let after = |m: &str| {
            let mut next = games::new_session("reversi", None, None).unwrap();
            for earlier in session.moves() {
                next.push(&earlier).unwrap();
            }
            next.push(m).unwrap();
            next
        };
        let wins = |m: &str| after(m).verdict().is_some();
        if wins(&played) {
            continue;
        }
        if corners(&moves) > 0 {
            assert_eq!(corners(std::slice::from_ref(&played)), 1, "{moves:?}: {played}");
        } else {
            let given = |m: &str| corners(&after(m).legal_moves());
            let least = moves.iter().map(|m| given(m)).min().unwrap();
            assert_eq!(given(&played), least, "{moves:?}: {played}");
        }
    }
}
