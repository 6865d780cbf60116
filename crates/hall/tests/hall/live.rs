//! Live games without a server: clients that send anything at any time, an engine that answers late, wrong or not at
//! all, a store that fails, and kills at every point. What is stored is always the whole game: read again, it is the
//! live one.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::world::{World, setup};
use proptest::prelude::*;

/// Variants with an opening protocol or none.
const GAMES: [(&str, Option<&str>); 6] = [
    ("xiangqi", None),
    ("draughts", None),
    ("gomoku", Some("swap2")),
    ("renju", Some("taraguchi-10")),
    ("gomoku", None),
    ("reversi", None),
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    #[test]
    fn what_is_stored_is_the_live_game(
        game in 0..GAMES.len(),
        players in 0_u8..4,
        clock in 0_u8..3,
        steps in prop::collection::vec(any::<[u16; 4]>(), 1..48),
    ) {
        let (variant, opening) = GAMES[game];
        let mut world = World::new(setup(variant, opening, players, clock));
        for step in steps {
            world.step(step);
            world.is_sound();
        }
    }
}

#[test]
fn a_killed_game_goes_on_where_it_was() {
    let mut world = World::new(setup("xiangqi", None, 1, 1));
    world.command("r1", r#"{"type":"move","ply":1,"text":"h2e2"}"#).unwrap();
    let before = world.essence();
    world.kill();
    assert_eq!(world.essence(), before);
    // The same request once more is done already; another one under its id is refused.
    world.command("r1", r#"{"type":"move","ply":1,"text":"h2e2"}"#).unwrap();
    assert_eq!(world.essence(), before);
    world.engine_moves("h9g7");
    world.wait(1_000);
    assert_eq!(world.plies(), 2);
    world.command("r2", r#"{"type":"move","ply":3,"text":"h0g2"}"#).unwrap();
    let taken = world.command("r2", r#"{"type":"move","ply":3,"text":"b0c2"}"#).unwrap_err();
    assert!(taken.starts_with("id-taken"), "{taken}");
}

#[test]
fn an_offer_waits_for_the_search_that_answers_it() {
    let mut world = World::new(setup("xiangqi", None, 1, 0));
    // The offer starts a search, the hint takes its place, the move takes the place of both.
    world.command("r1", r#"{"type":"offer_draw"}"#).unwrap();
    assert_eq!(world.search(), "Offer");
    world.command("r2", r#"{"type":"hint"}"#).unwrap();
    assert_eq!(world.search(), "Hint");
    world.command("r3", r#"{"type":"move","ply":1,"text":"h2e2"}"#).unwrap();
    assert_eq!(world.search(), "Move(Second)");
    world.engine_moves("h9g7");
    world.wait(10_000);
    assert_eq!((world.declined(), world.plies()), (1, 2), "the answer comes before the move");
}

#[test]
fn a_failed_engine_is_asked_again_by_whoever_joins() {
    let mut world = World::new(setup("gomoku", None, 2, 0));
    assert_eq!(world.search(), "Move(First)");
    world.engine_fails();
    assert_eq!(world.search(), "none");
    world.wait(100_000);
    assert_eq!(world.search(), "none", "it is not asked for nobody");
    world.join();
    assert_eq!(world.search(), "Move(First)");
    world.engine_moves("no point at all");
    world.wait(10_000);
    assert_eq!(world.search(), "none", "an impossible move is a failure");
    world.command("r1", r#"{"type":"move_now"}"#).unwrap();
    assert_eq!(world.search(), "Move(First)");
}

#[test]
fn an_impossible_choice_of_the_machine_is_a_failure() {
    let mut world = World::new(setup("gomoku", Some("swap2"), 2, 0));
    assert_eq!(world.search(), "Choice(First)");
    world.engine_moves("h1z9");
    world.wait(10_000);
    assert_eq!(world.search(), "none");
    world.join();
    assert_eq!(world.search(), "Choice(First)");
}

#[test]
fn a_flag_falls_before_the_move_that_came_too_late() {
    let mut world = World::new(setup("draughts", None, 0, 1));
    world.command("r1", r#"{"type":"move","ply":1,"text":"32-28"}"#).unwrap();
    world.pass(2_000);
    let late = world.command("r2", r#"{"type":"move","ply":2,"text":"19-23"}"#).unwrap_err();
    assert!(late.starts_with("game-over"), "{late}");
    assert_eq!(world.ended(), 1);
}
