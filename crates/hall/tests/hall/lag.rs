//! The time on the way is given back within bounds, whatever clients say of it.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::people::{between, person};
use hall::{Change, Command, MOST_GIVEN_BACK};
use proptest::prelude::*;

/// What each move may add, in milliseconds.
const AGAIN: u64 = 100;

fn most() -> u64 {
    u64::try_from(MOST_GIVEN_BACK.as_millis()).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    /// Against clocks that give nothing back: a move never costs less than its maker says that it took, nor more than has
    /// passed, and all moves of a side together get back no more than there is.
    #[test]
    fn what_is_given_back_is_bounded(
        moves in prop::collection::vec((0_u64..3_000, prop::option::of(0_u64..3_500)), 1..30),
    ) {
        let mut world = between("reversi", None, 5);
        let people = [person("ada"), person("bob")];
        let mut given = [0_u64; 2];
        let mut counts = [0_u64; 2];
        for (i, (passes, thought_ms)) in moves.into_iter().enumerate() {
            let side = world.state().turn();
            let legal = world.state().session().legal_moves();
            let Some(text) = legal.first().cloned() else { break };
            world.pass(passes);
            let (before, elapsed) = (world.state().clocks.left_ms(hall::MonotonicTime::START), world.thought());
            let elapsed = u64::try_from(elapsed.as_millis()).unwrap();
            let had = world.left_ms()[side.index()] + if world.state().plies() > 0 { elapsed } else { 0 };
            let ply = world.state().plies() + 1;
            let command = Command::Move { ply, text, thought_ms };
            let command = serde_json::to_string(&command).unwrap();
            let done = world.say(&people[side.index()], &format!("m{i}"), &command);
            let Some(Change::Moved { time_ms, left_ms, .. }) = world.stored().pop() else {
                prop_assert!(done.is_err() || world.state().end().is_some());
                break;
            };
            prop_assert!(done.is_ok(), "{done:?}");
            let back = elapsed - time_ms;
            match thought_ms {
                Some(thought) => prop_assert!(back <= elapsed.saturating_sub(thought)),
                None => prop_assert_eq!(back, 0),
            }
            prop_assert!(back <= most());
            if ply > 1 {
                prop_assert_eq!(left_ms[side.index()], had - time_ms);
            }
            prop_assert!(left_ms[side.other().index()] <= before[side.other().index()]);
            given[side.index()] += back;
            counts[side.index()] += 1;
            prop_assert!(given[side.index()] <= most() + AGAIN * counts[side.index()]);
        }
    }

    /// Whose time was over before the move was made has lost, and nobody else: a move that was made in time and came late
    /// by no more than can be given back is played.
    #[test]
    fn a_flag_falls_for_who_was_too_late(thought in 4_000_u64..5_600, lag in 0_u64..800) {
        let mut world = between("reversi", None, 2);
        for (i, who) in ["ada", "bob", "ada", "bob"].into_iter().enumerate() {
            let text = world.state().session().legal_moves()[0].clone();
            let command = Command::Move { ply: u32::try_from(i).unwrap() + 1, text, thought_ms: None };
            world.say(&person(who), &format!("m{i}"), &serde_json::to_string(&command).unwrap()).unwrap();
        }
        let had = world.left_ms()[0];
        world.pass(thought + lag);
        let text = world.state().session().legal_moves()[0].clone();
        let command = Command::Move { ply: 5, text, thought_ms: Some(thought) };
        let done = world.say(&person("ada"), "late", &serde_json::to_string(&command).unwrap());
        let costs = (thought + lag) - lag.min(most());
        prop_assert_eq!(done.is_ok(), costs < had, "{} of {}", costs, had);
        prop_assert_eq!(world.state().end().is_some(), costs >= had);
    }
}

#[test]
fn a_spectator_or_the_opponent_does_not_shorten_the_grace() {
    let mut world = between("reversi", None, 2);
    for (i, who) in ["ada", "bob"].into_iter().enumerate() {
        let text = world.state().session().legal_moves()[0].clone();
        let command = Command::Move { ply: u32::try_from(i).unwrap() + 1, text, thought_ms: None };
        world
            .say(&person(who), &format!("m{i}"), &serde_json::to_string(&command).unwrap())
            .unwrap();
    }
    let had = world.left_ms()[0];
    world.pass(had + 200);
    for who in ["bob", "eve"] {
        let stolen = r#"{"type":"move","ply":3,"text":"d3"}"#;
        assert!(world.say(&person(who), who, stolen).is_err());
        assert!(world.state().end().is_none(), "{who} ended the game");
    }
    let text = world.state().session().legal_moves()[0].clone();
    let late = Command::Move { ply: 3, text, thought_ms: Some(had - 1) };
    world.say(&person("ada"), "x", &serde_json::to_string(&late).unwrap()).unwrap();
    // The next one has no more than was left.
    world.wait(60_000);
    assert!(world.state().end().is_some());
}
