//! Games by correspondence: the clock of days runs whoever serves the game, and the hall answers by conditional moves.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::people::{between, person};
use crate::world::World;
use hall::{Change, ConditionalStanding, Moment, Side, Speaker, TurnUpdate};
use proptest::prelude::*;

const GAMES: [&str; 4] = ["xiangqi", "draughts", "gomoku", "reversi"];
const OPENINGS: [(&str, &str); 4] =
    [("gomoku", "swap1"), ("gomoku", "swap2"), ("renju", "yamaguchi"), ("renju", "soosorv-8")];
const HOUR: u64 = 60 * 60 * 1000;
const DAYS: u8 = 4;

fn play(world: &mut World, speaker: &Speaker, text: &str) -> Result<(), String> {
    let ply = world.plies() + 1;
    let command = format!(r#"{{"type":"move","ply":{ply},"text":"{text}"}}"#);
    world.say(speaker, &format!("m{ply}-{text}-{}", world.stored().len()), &command)
}

fn player(side: Side) -> Speaker {
    person(if side == Side::First { "ada" } else { "bob" })
}

/// A legal move by number.
fn legal(world: &World, pick: u16) -> Option<String> {
    let moves = world.state().session().legal_moves();
    (!moves.is_empty()).then(|| moves[usize::from(pick) % moves.len()].clone())
}

/// Lines from the present position out of numbers: each is legal, and they may say two answers to the same moves.
fn lines(world: &World, picks: &[u16]) -> Vec<Vec<String>> {
    let mut lines = Vec::new();
    for chunk in picks.chunks(4) {
        let mut session = world.state().session().fork();
        let mut line = Vec::new();
        for pick in chunk {
            let moves = session.legal_moves();
            if moves.is_empty() || session.verdict().is_some() {
                break;
            }
            let text = moves[usize::from(*pick) % moves.len().min(3)].clone();
            session.push(&text).unwrap();
            line.push(text);
        }
        line.truncate(line.len() / 2 * 2);
        if !line.is_empty() {
            lines.push(line);
        }
    }
    lines
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    /// Whatever is entered, only answers to moves that were foreseen are played, at once and in order, also by another process.
    #[test]
    fn only_what_was_foreseen_is_answered(
        game in 0..GAMES.len(),
        steps in prop::collection::vec((any::<[u16; 8]>(), any::<u16>(), 0_u8..8), 1..24),
    ) {
        let mut world = between(GAMES[game], None, DAYS);
        for (picks, pick, kind) in steps {
            if world.state().end().is_some() {
                break;
            }
            let turn = world.state().turn();
            let (mover, waits) = (player(turn), player(turn.other()));
            match kind {
                0..=2 => {
                    let entered = lines(&world, &picks);
                    let is_done = world.enter(&waits, &entered).is_ok();
                    if is_done && !entered.is_empty() {
                        prop_assert!(matches!(world.standing(&waits), Some(ConditionalStanding::Waiting(_))));
                    }
                    prop_assert!(world.enter(&mover, &entered).is_err(), "who is to move makes a move");
                    continue;
                }
                3 => { world.kill(); continue }
                _ => {}
            }
            let Some(text) = legal(&world, pick % 3) else { break };
            // What both have said, as far as it goes, before the move.
            let before = [world.standing(&mover), world.standing(&waits)];
            let known = world.stored().len();
            play(&mut world, &mover, &text).unwrap();
            let changes = world.stored().split_off(known);
            let played: Vec<_> = changes.iter().filter_map(|change| match change {
                Change::Moved { text, .. } => Some(text.clone()),
                _ => None,
            }).collect();
            prop_assert_eq!(&played[0], &text);
            // Each answer stands in a line of its person.
            for length in 1..played.len() {
                let of = if length % 2 == 1 { &before[1] } else { &before[0] };
                let Some(ConditionalStanding::Waiting(lines)) = of else {
                    prop_assert!(false, "{played:?} by nobody's lines");
                    continue;
                };
                // The mover's own lines begin with a move of the opponent, after the one that was just played.
                let said = if length % 2 == 1 { &played[..=length] } else { &played[1..=length] };
                prop_assert!(lines.iter().any(|line| line.starts_with(said)), "{played:?} of {lines:?}");
            }
            // And nothing that was said is left out.
            if let Some(ConditionalStanding::Waiting(lines)) = &before[1]
                && let Some(line) = lines.iter().find(|line| line[0] == text)
                && changes.iter().all(|change| matches!(change, Change::Moved { .. }))
            {
                prop_assert_eq!(Some(&line[1]), played.get(1));
            }
            let standing = [world.standing(&mover), world.standing(&waits)];
            world.kill();
            prop_assert_eq!([world.standing(&mover), world.standing(&waits)], standing);
        }
    }

    /// In an opening nothing can be foreseen: sides may change. After it lines are entered and answered as in any game, and none
    /// is ever played by the hall before.
    #[test]
    fn an_opening_has_no_conditional_moves(
        game in 0..OPENINGS.len(),
        picks in prop::collection::vec(any::<[u16; 8]>(), 1..24),
    ) {
        let (variant, opening) = OPENINGS[game];
        let mut world = between(variant, Some(opening), DAYS);
        let people = [person("ada"), person("bob")];
        for (number, picks) in picks.into_iter().enumerate() {
            if world.state().end().is_some() {
                break;
            }
            let turn = world.state().turn();
            let is_mover = |who: &&Speaker| world.state().sides_of(who) == [turn];
            let mover = people.iter().find(is_mover).unwrap().clone();
            let waits = people.iter().find(|who| !is_mover(who)).unwrap().clone();
            let known = world.stored().len();
            let Some(stage) = world.state().opening().and_then(|opening| opening.stage()) else {
                // The opening is over: what is entered now is answered.
                let entered = lines(&world, &picks);
                if entered.is_empty() || world.enter(&waits, &entered).is_err() {
                    continue;
                }
                let line = entered[0].clone();
                play(&mut world, &mover, &line[0]).unwrap();
                let played: Vec<_> = world.stored().split_off(known);
                let is_over = played.iter().any(|change| matches!(change, Change::Ended { .. }));
                prop_assert!(is_over || played.len() >= 2, "{line:?}: {played:?}");
                continue;
            };
            for who in &people {
                let refused = world.enter(who, &lines(&world, &picks)).unwrap_err();
                prop_assert!(refused.contains("in an opening"), "{refused}");
                prop_assert_eq!(world.standing(who), None);
            }
            if picks[0] % 5 == 0 {
                world.kill();
            }
            let all: Vec<String> = stage.choices.iter().chain(&stage.points).cloned().collect();
            let choice = &all[usize::from(picks[1]) % all.len()];
            let ply = world.plies() + 1;
            let command = if stage.choices.contains(choice) {
                format!(r#"{{"type":"choose","choice":"{choice}"}}"#)
            } else {
                format!(r#"{{"type":"move","ply":{ply},"text":"{choice}"}}"#)
            };
            // Not every point may be chosen at every stage.
            let _ = world.say(&mover, &format!("o{number}"), &command);
            prop_assert!(world.stored().len() <= known + 1, "the hall played in an opening");
        }
    }

    /// However often the process ends and whatever is said meanwhile, a person has the days of the setting, and no more.
    #[test]
    fn a_turn_has_its_days(
        game in 0..GAMES.len(),
        steps in prop::collection::vec((0_u8..4, 1..20_u64), 1..24),
    ) {
        let mut world = between(GAMES[game], None, DAYS);
        let text = legal(&world, 0).unwrap();
        play(&mut world, &player(Side::First), &text).unwrap();
        let loser = world.state().turn();
        let mut passed = 0;
        for (number, (kind, hours)) in steps.into_iter().enumerate() {
            match kind {
                0 => world.kill(),
                1 => {
                    let hello = r#"{"type":"say","saying":{"kind":"phrase","phrase":"hello"}}"#;
                    // After the end one may talk too.
                    let _ = world.say(&player(Side::First), &format!("s{number}"), hello);
                }
                _ => {
                    passed += hours;
                    world.pass(hours * HOUR);
                }
            }
            // A second more than what may have been on its way.
            world.wait(0);
            let is_over = world.state().end().is_some();
            prop_assert_eq!(is_over, passed > 48, "{} hours", passed);
            if passed == 48 {
                world.wait(1000);
                passed += 1;
            }
        }
        if passed > 48 {
            let end = world.state().end().unwrap();
            prop_assert_eq!((end.reason.as_str(), end.winner), ("time", Some(loser.other())));
        }
    }
}

#[test]
fn whose_move_it_waits_for_and_until_when() {
    let mut world = between("xiangqi", None, DAYS);
    let (ada, bob) = (person("ada"), person("bob"));
    let first = world.turn_after_last();
    assert!(
        matches!(&first, TurnUpdate::Of(turn) if turn.person.0 == "ada" && turn.due.is_none()),
        "{first:?}"
    );
    world.pass(5 * HOUR);
    play(&mut world, &ada, "h2e2").unwrap();
    let due = Moment(i64::try_from(53 * HOUR).unwrap());
    let second = world.turn_after_last();
    assert!(
        matches!(&second, TurnUpdate::Of(turn) if turn.person.0 == "bob" && turn.due == Some(due)),
        "{second:?}"
    );
    // Nobody has to be there.
    world.pass(HOUR);
    let claim = world.say(&ada, "c", r#"{"type":"claim","outcome":"win"}"#).unwrap_err();
    assert!(claim.starts_with("not-away"), "{claim}");
    world.say(&bob, "d", r#"{"type":"offer_draw"}"#).unwrap();
    assert_eq!(world.turn_after_last(), TurnUpdate::Same, "words move no clock");
    world.say(&bob, "r", r#"{"type":"resign"}"#).unwrap();
    assert_eq!(world.turn_after_last(), TurnUpdate::Nobody);
    assert_eq!(between("xiangqi", None, 2).turn_after_last(), TurnUpdate::Same);
}

#[test]
fn the_hall_answers_at_once_and_says_when_the_game_has_left_the_lines() {
    let mut world = between("xiangqi", None, DAYS);
    let (ada, bob) = (person("ada"), person("bob"));
    let line = |moves: &[&str]| moves.iter().map(ToString::to_string).collect::<Vec<_>>();
    // Bob waits for the first move.
    let refused = |world: &mut World, lines: &[Vec<String>]| world.enter(&bob, lines).unwrap_err();
    assert!(refused(&mut world, &[line(&["h2e2"])]).contains("ends with an answer"));
    assert!(refused(&mut world, &[line(&["h2e2", "h2e2"])]).starts_with("lines[0][1]"));
    let two = [line(&["h2e2", "h9g7"]), line(&["h2e2", "b9c7", "h0g2", "h9g7"])];
    assert!(refused(&mut world, &two).contains("two answers"));
    assert!(refused(&mut world, &vec![line(&["h2e2", "h9g7"]); 41]).contains("at most 40"));
    let lines =
        [line(&["h2e2", "h9g7", "h0g2", "b9c7"]), line(&["b2e2", "b9c7"]), line(&["h2e2", "h9g7"])];
    world.enter(&bob, &lines).unwrap();
    play(&mut world, &ada, "h2e2").unwrap();
    assert_eq!(world.plies(), 2);
    let left = ConditionalStanding::Waiting(vec![line(&["h0g2", "b9c7"])]);
    assert_eq!(world.standing(&bob), Some(left));
    let [.., Change::Moved { left_ms, time_ms: 0, .. }] = &world.stored()[..] else { panic!() };
    assert_eq!(*left_ms, [48 * HOUR; 2]);
    // Another move than the lines foresee.
    play(&mut world, &ada, "h0i2").unwrap();
    assert_eq!((world.plies(), world.standing(&bob)), (3, Some(ConditionalStanding::Left)));
    play(&mut world, &bob, "b9c7").unwrap();
    world.enter(&bob, &[line(&["b0c2", "a9a8"])]).unwrap();
    play(&mut world, &ada, "b0c2").unwrap();
    assert_eq!((world.plies(), world.standing(&bob)), (6, Some(ConditionalStanding::Played)));
    // Moves that are taken back are other moves then.
    world.enter(&bob, &[line(&["c3c4", "c6c5"])]).unwrap();
    world.say(&ada, "t", r#"{"type":"take_back","ply":4}"#).unwrap();
    world.say(&bob, "g", r#"{"type":"give_consent"}"#).unwrap();
    assert_eq!(world.standing(&bob), Some(ConditionalStanding::Left));
    play(&mut world, &ada, "b0c2").unwrap();
    assert_eq!(world.plies(), 5);
    // Not in other games, and not for others.
    let mut blitz = between("xiangqi", None, 2);
    assert!(blitz.enter(&bob, &[line(&["h2e2", "h9g7"])]).unwrap_err().contains("correspondence"));
    assert!(world.enter(&person("eve"), &[]).is_err());
}
