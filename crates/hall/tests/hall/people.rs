//! Games of several people: who may say what. Owners of seats, their opponents, spectators and strangers send anything at
//! any time, the store fails, and the process is killed; nobody ever acts for somebody else.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::world::{PATIENCE, World, setup};
use hall::{
    Change, Command, ConsentAction, GameSetup, Person, PersonId, Player, Saying, Seat, Side,
    Speaker, cleaned_name,
};
use proptest::prelude::*;

pub(crate) fn person(id: &str) -> Speaker {
    Speaker::Person(Person { id: PersonId(id.to_owned()), name: id.to_owned(), is_host: false })
}

/// A game that Ada has made, with a seat for whoever is invited.
fn invitation(variant: &str, opening: Option<&str>, clock: u8) -> GameSetup {
    let ada = PersonId("ada".to_owned());
    let mut setup = setup(variant, opening, 0, clock);
    let seat = |seat| Player::Person { name: String::new(), seat: Some(seat) };
    setup.players = [seat(Seat::Taken { person: ada.clone() }), seat(Seat::Open { only: None })];
    setup.maker = Some(ada);
    setup
}

/// A game between Ada and Bob.
pub(crate) fn between(variant: &str, opening: Option<&str>, clock: u8) -> World {
    let mut world = World::new(invitation(variant, opening, clock));
    world.say(&person("bob"), "sit", r#"{"type":"sit_down"}"#).unwrap();
    world
}

const GAMES: [(&str, Option<&str>); 4] =
    [("xiangqi", None), ("draughts", None), ("gomoku", Some("swap2")), ("reversi", None)];

/// What a command does only with the consent of the other player, as it is logged.
fn joint(change: &Change) -> Option<fn(ConsentAction) -> bool> {
    match change {
        Change::TakenBack { .. } => Some(|it| matches!(it, ConsentAction::TakeBack { .. })),
        Change::Restarted => Some(|it| it == ConsentAction::Restart),
        Change::SidesSwapped => Some(|it| it == ConsentAction::SwapSides),
        Change::Paused { .. } => Some(|it| it == ConsentAction::Pause),
        Change::Resumed => Some(|it| it == ConsentAction::Resume),
        Change::TimeAdded { .. } => Some(|it| it == ConsentAction::AddTime),
        _ => None,
    }
}

/// Whether who has these sides may have made this change, in the game as it was.
fn is_lawful(change: &Change, own: Side, turn: Side, before: &World) -> bool {
    let state = before.state();
    match change {
        Change::Moved { .. } | Change::OpeningChosen { .. } => turn == own,
        Change::DrawOffered { side }
        | Change::ConsentAsked { side, .. }
        | Change::Said { side, .. } => *side == own,
        Change::DrawDeclined => state.draw_offer().is_some(),
        Change::ConsentRefused => state.consent().is_some(),
        Change::Ended { end, .. } => match end.reason.as_str() {
            "resign" => end.winner == Some(own.other()),
            "agreement" => state.draw_offer() == Some(own.other()),
            "called-off" => state.plies() < 2 && end.outcome.is_none(),
            "left" => end.winner != Some(own.other()) && is_away(before, own.other()),
            // By the rules, with a move; or by time.
            _ => true,
        },
        Change::SeatTaken { .. } | Change::RematchMade { .. } => false,
        other => joint(other).is_some_and(|fits| {
            state.consent().is_some_and(|it| it.side == own.other() && fits(it.action))
        }),
    }
}

/// Whether this side is to move, and its person has been away for long enough.
fn is_away(world: &World, side: Side) -> bool {
    let Some(Seat::Taken { person }) = world.state().player(side).seat() else { return false };
    world.state().turn() == side && world.away_for(person).is_some_and(|away| away >= PATIENCE)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, ..ProptestConfig::default() })]

    #[test]
    fn nobody_acts_for_somebody_else(
        game in 0..GAMES.len(),
        clock in 0_u8..4,
        steps in prop::collection::vec((0_usize..6, any::<[u16; 4]>()), 1..48),
    ) {
        let (variant, opening) = GAMES[game];
        let mut world = between(variant, opening, clock);
        let speakers = [person("ada"), person("bob"), person("ada"), person("bob"), person("eve"), Speaker::Stranger];
        for (who, step) in steps {
            let speaker = &speakers[who];
            // Now and then one of the two comes or leaves.
            if step[3] % 4 == 0 {
                world.comes(&speakers[usize::from(step[3] % 8 == 0)], step[2] % 3 == 0);
            }
            if step[3] % 16 == 4 {
                world.pass(1_000);
            }
            let before = world.copy_in(u64::from(step[2] % 300));
            let (turn, version) = (world.state().turn(), world.stored().len());
            let own = world.state().sides_of(speaker);
            let (command, is_done) = world.step_of(speaker, step);
            world.is_sound();
            let new = world.stored().split_off(version);
            match own[..] {
                // A flag falls whoever asks.
                [] => {
                    prop_assert!(!is_done, "{command:?} of a stranger was carried out");
                    let is_flag = |it: &Change| matches!(it, Change::Ended { end, .. } if end.reason == "time");
                    prop_assert!(new.iter().all(is_flag), "{command:?} of a stranger: {new:?}");
                }
                [own] => for change in &new {
                    prop_assert!(is_lawful(change, own, turn, &before), "{command:?} of {own:?}: {change:?}");
                },
                _ => prop_assert!(false, "nobody has both seats"),
            }
        }
    }
}

#[test]
fn who_is_invited_sits_down_and_the_game_begins() {
    let mut world = World::new(invitation("xiangqi", None, 0));
    let (ada, bob, eve) = (person("ada"), person("bob"), person("eve"));
    let first = r#"{"type":"move","ply":1,"text":"h2e2"}"#;
    let early = world.say(&ada, "r1", first).unwrap_err();
    assert!(early.starts_with("open-seat"), "{early}");
    let twice = world.say(&ada, "r2", r#"{"type":"sit_down"}"#).unwrap_err();
    assert!(twice.starts_with("already-seated"), "{twice}");
    let nobody = world.say(&Speaker::Stranger, "r3", r#"{"type":"sit_down"}"#).unwrap_err();
    assert!(nobody.starts_with("no-identity"), "{nobody}");
    world.say(&bob, "r4", r#"{"type":"sit_down"}"#).unwrap();
    let late = world.say(&eve, "r5", r#"{"type":"sit_down"}"#).unwrap_err();
    assert!(late.starts_with("no-open-seat"), "{late}");
    assert_eq!(world.state().sides_of(&bob), [Side::Second]);
    assert!(world.say(&bob, "r6", first).unwrap_err().starts_with("not-your-turn"));
    assert!(world.say(&eve, "r7", first).unwrap_err().starts_with("not-yours"));
    world.say(&ada, "r8", first).unwrap();
    assert!(
        world.say(&bob, "r9", r#"{"type":"hint"}"#).unwrap_err().starts_with("between-persons")
    );
}

#[test]
fn a_move_is_taken_back_only_with_consent() {
    let mut world = between("xiangqi", None, 0);
    let (ada, bob) = (person("ada"), person("bob"));
    world.say(&ada, "r1", r#"{"type":"move","ply":1,"text":"h2e2"}"#).unwrap();
    let ask = r#"{"type":"take_back","ply":0}"#;
    world.say(&ada, "r2", ask).unwrap();
    assert_eq!(world.plies(), 1, "it is only asked for");
    let own = world.say(&ada, "r3", r#"{"type":"give_consent"}"#).unwrap_err();
    assert!(own.starts_with("own-request"), "{own}");
    world.say(&bob, "r4", r#"{"type":"refuse_consent"}"#).unwrap();
    assert_eq!((world.plies(), world.state().consent()), (1, None));
    // A move is an answer, too.
    world.say(&ada, "r5", ask).unwrap();
    world.say(&bob, "r6", r#"{"type":"move","ply":2,"text":"h9g7"}"#).unwrap();
    assert_eq!(world.state().consent(), None);
    assert!(
        world.say(&bob, "r7", r#"{"type":"give_consent"}"#).unwrap_err().starts_with("no-request")
    );
    world.say(&ada, "r8", ask).unwrap();
    world.say(&bob, "r9", r#"{"type":"give_consent"}"#).unwrap();
    assert_eq!(world.plies(), 0);
}

#[test]
fn a_pause_needs_both_and_stops_the_clocks() {
    let mut world = between("xiangqi", None, 2);
    let (ada, bob) = (person("ada"), person("bob"));
    world.say(&ada, "r1", r#"{"type":"move","ply":1,"text":"h2e2"}"#).unwrap();
    world.say(&ada, "r2", r#"{"type":"pause"}"#).unwrap();
    assert!(!world.state().is_paused());
    world.say(&bob, "r3", r#"{"type":"give_consent"}"#).unwrap();
    world.pass(60_000);
    let reply = r#"{"type":"move","ply":2,"text":"h9g7"}"#;
    assert!(world.say(&bob, "r4", reply).unwrap_err().starts_with("paused"));
    world.say(&bob, "r5", r#"{"type":"resume"}"#).unwrap();
    assert!(world.state().is_paused(), "to go on is agreed, too");
    world.say(&ada, "r6", r#"{"type":"give_consent"}"#).unwrap();
    world.say(&bob, "r7", reply).unwrap();
    assert_eq!(world.ended(), 0);
}

#[test]
fn time_is_added_to_both_clocks_with_the_consent_of_both() {
    let (ada, bob) = (person("ada"), person("bob"));
    let ask = r#"{"type":"add_time"}"#;
    let mut world = between("xiangqi", None, 2);
    world.say(&ada, "r1", r#"{"type":"move","ply":1,"text":"h2e2"}"#).unwrap();
    world.pass(1_000);
    let before = world.left_ms();
    world.say(&bob, "r2", ask).unwrap();
    assert_eq!(world.left_ms(), before, "it is only asked for");
    let own = world.say(&bob, "r3", r#"{"type":"give_consent"}"#).unwrap_err();
    assert!(own.starts_with("own-request"), "{own}");
    world.say(&ada, "r4", r#"{"type":"give_consent"}"#).unwrap();
    assert_eq!(world.left_ms(), before.map(|left| left + 60_000));
    assert_eq!(world.state().consent(), None);
    // The clock of who is to move runs on, and has counted the time before.
    world.pass(2_000);
    assert_eq!(world.left_ms()[1], before[1] + 58_000);
    world.say(&bob, "r5", r#"{"type":"move","ply":2,"text":"h9g7"}"#).unwrap();
    let Some(Change::Moved { time_ms, .. }) = world.stored().pop() else { panic!("a move") };
    assert_eq!(time_ms, 3_000);
    world.is_sound();
    world.say(&ada, "e", r#"{"type":"resign"}"#).unwrap();
    assert!(world.say(&bob, "late", ask).unwrap_err().starts_with("game-over"));
    // Games without a clock have nothing to add to, and the machine is not asked.
    let mut without = between("xiangqi", None, 0);
    assert!(without.say(&bob, "n", ask).unwrap_err().starts_with("no-more-time"));
    let mut machine = World::new(setup("xiangqi", None, 1, 2));
    assert!(machine.say(&Speaker::House, "m", ask).unwrap_err().starts_with("not-two-persons"));
}

#[test]
fn what_has_ended_between_two_persons_has_ended() {
    let mut world = between("xiangqi", None, 0);
    let (ada, bob) = (person("ada"), person("bob"));
    world.say(&ada, "r1", r#"{"type":"move","ply":1,"text":"h2e2"}"#).unwrap();
    world.say(&ada, "r2", r#"{"type":"resign"}"#).unwrap();
    assert_eq!(world.state().end().unwrap().winner, Some(Side::Second), "who resigns loses");
    for (i, command) in ["restart", "swap_sides"].into_iter().enumerate() {
        let text = format!(r#"{{"type":"{command}"}}"#);
        let over = world.say(&bob, &format!("s{i}"), &text).unwrap_err();
        assert!(over.starts_with("game-over"), "{over}");
    }
    let back = world.say(&bob, "t", r#"{"type":"take_back","ply":0}"#).unwrap_err();
    assert!(back.starts_with("game-over"), "{back}");
    assert!(world.state().must_allow_rematch().is_ok());
    assert!(world.state().must_be_deletable_by(&ada).is_err(), "Bob has a part in it");
    assert!(world.state().must_be_deletable_by(&Speaker::House).is_ok());
}

#[test]
fn a_game_is_called_off_before_the_second_move_only() {
    let (ada, bob) = (person("ada"), person("bob"));
    for moves in 0..=1 {
        let mut world = between("xiangqi", None, 0);
        if moves == 1 {
            world.say(&ada, "m", r#"{"type":"move","ply":1,"text":"h2e2"}"#).unwrap();
        }
        world.say(&bob, "a", r#"{"type":"abort"}"#).unwrap();
        let end = world.state().end().unwrap();
        assert_eq!((end.outcome, end.winner, end.reason.as_str()), (None, None, "called-off"));
        let stored = serde_json::to_string(end).unwrap();
        assert!(stored.contains(r#""outcome":"*""#), "{stored}");
    }
    let mut world = between("xiangqi", None, 0);
    world.say(&ada, "m1", r#"{"type":"move","ply":1,"text":"h2e2"}"#).unwrap();
    world.say(&bob, "m2", r#"{"type":"move","ply":2,"text":"h9g7"}"#).unwrap();
    let late = world.say(&ada, "a", r#"{"type":"abort"}"#).unwrap_err();
    assert!(late.starts_with("too-late"), "{late}");
}

#[test]
fn who_has_left_and_is_to_move_can_lose_the_game() {
    let (ada, bob, eve) = (person("ada"), person("bob"), person("eve"));
    let win = r#"{"type":"claim","outcome":"win"}"#;
    let mut world = between("xiangqi", None, 0);
    world.comes(&ada, true);
    world.comes(&bob, true);
    world.say(&ada, "m1", r#"{"type":"move","ply":1,"text":"h2e2"}"#).unwrap();
    world.say(&bob, "m2", r#"{"type":"move","ply":2,"text":"h9g7"}"#).unwrap();
    world.pass(5_000);
    world.comes(&bob, false);
    world.pass(5_000);
    let own = world.say(&ada, "c1", win).unwrap_err();
    assert!(own.starts_with("not-away"), "Ada is to move: {own}");
    world.say(&ada, "m3", r#"{"type":"move","ply":3,"text":"h0g2"}"#).unwrap();
    world.pass(800);
    let early = world.say(&ada, "c2", win).unwrap_err();
    assert!(early.starts_with("not-away-long"), "it counts from the move: {early}");
    assert!(world.say(&eve, "c3", win).unwrap_err().starts_with("not-yours"));
    // Who comes back has lost nothing.
    world.comes(&bob, true);
    world.pass(5_000);
    assert!(world.say(&ada, "c4", win).unwrap_err().starts_with("not-away"));
    world.comes(&bob, false);
    world.pass(900);
    world.say(&ada, "c5", r#"{"type":"claim","outcome":"draw"}"#).unwrap();
    let end = world.state().end().unwrap();
    assert_eq!((end.winner, end.reason.as_str()), (None, "left"));
}

#[test]
fn two_persons_talk_within_bounds() {
    let (ada, bob, eve) = (person("ada"), person("bob"), person("eve"));
    let mut world = between("gomoku", Some("swap2"), 3);
    let hello = r#"{"type":"say","saying":{"kind":"phrase","phrase":"hello"}}"#;
    world.say(&ada, "s1", hello).unwrap();
    let text = r#"{"type":"say","saying":{"kind":"text","text":" good\u202e \n luck "}}"#;
    world.say(&bob, "s2", text).unwrap();
    let said: Vec<_> = world.state().talk().iter().map(|line| line.person.0.as_str()).collect();
    assert_eq!(said, ["ada", "bob"]);
    let Saying::Text { text } = &world.state().talk()[1].saying else { panic!("it is text") };
    assert_eq!(text, "good luck");
    assert!(world.say(&eve, "s3", hello).unwrap_err().starts_with("not-yours"));
    let empty = r#"{"type":"say","saying":{"kind":"text","text":" \u200e"}}"#;
    assert!(world.say(&ada, "s4", empty).unwrap_err().starts_with("bad-line"));
    world.say(&ada, "r", r#"{"type":"resign"}"#).unwrap();
    for i in 0..59 {
        world.say(&ada, &format!("t{i}"), hello).unwrap();
    }
    assert!(world.say(&ada, "u", hello).unwrap_err().starts_with("said-enough"));
    world.say(&bob, "v", hello).unwrap();
}

#[test]
fn a_game_against_the_machine_is_its_makers() {
    let mut setup = setup("xiangqi", None, 1, 0);
    setup.maker = Some(PersonId("ada".to_owned()));
    let mut world = World::new(setup);
    let (ada, eve) = (person("ada"), person("eve"));
    for command in [
        r#"{"type":"move","ply":1,"text":"h2e2"}"#,
        r#"{"type":"hint"}"#,
        r#"{"type":"resign"}"#,
        r#"{"type":"move_now"}"#,
        r#"{"type":"restart"}"#,
    ] {
        assert!(world.say(&eve, "e", command).unwrap_err().starts_with("not-yours"), "{command}");
    }
    world.say(&ada, "a", r#"{"type":"move","ply":1,"text":"h2e2"}"#).unwrap();
    assert!(world.state().must_be_deletable_by(&ada).is_ok());
    assert!(world.state().must_be_deletable_by(&eve).is_err());
    // What nobody made is the host's.
    let old = World::new(crate::world::setup("xiangqi", None, 0, 0));
    let host = Speaker::Person(Person {
        id: PersonId("h".to_owned()),
        name: String::new(),
        is_host: true,
    });
    assert_eq!(old.state().sides_of(&host).len(), 2);
    assert!(old.state().sides_of(&ada).is_empty());
    let command: Command = serde_json::from_str(r#"{"type":"sit_down"}"#).unwrap();
    assert_eq!(command, Command::SitDown);
}

#[test]
fn names_are_what_they_look_like() {
    let clean = |text: &str| cleaned_name(text);
    assert_eq!(clean("  Ada   Lovelace "), Some("Ada Lovelace".to_owned()));
    assert_eq!(clean("Ａｄａ"), Some("Ada".to_owned()), "compatibility forms are the usual ones");
    assert_eq!(clean("A\u{202E}d\u{200B}a\u{7}"), Some("Ada".to_owned()));
    assert_eq!(clean("胡荣华"), Some("胡荣华".to_owned()));
    let too_long = "x".repeat(25);
    for none in [
        "",
        "   ",
        "\u{200B}\u{202E}",
        too_long.as_str(),
        "\u{301}\u{301}a",
        "a\u{334}\u{335}\u{336}\u{337}",
    ] {
        assert_eq!(clean(none), None, "{none:?}");
    }
}
