//! The database in the program: all endings of international draughts with 2 to 4 pieces.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use draughts::{International, Position, Setup, Square};
use endings::{Class, Section, Threads, Value, build, international, read_file, shipped};
use game::Side;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

#[test]
fn it_has_every_position() {
    let positions = |pieces| -> u64 {
        let of = international().sections().filter(|s| s.class().pieces() == pieces);
        of.map(|section| section.counts().positions()).sum()
    };
    // Counted independently; the numbers agree with the literature.
    assert_eq!([2, 3, 4].map(positions), [8_845, 806_300, 41_971_200]);
    assert_eq!(international().pieces(), 4);
    assert!(shipped::<draughts::Brazilian>().is_none());
}

#[test]
fn it_is_what_a_build_makes() {
    let mut built: BTreeMap<Class, Section> = BTreeMap::new();
    let go_on = &mut |_| ControlFlow::Continue(());
    build::<International, _>(3, &mut built, Threads::MIN, go_on).unwrap();
    let mut sections = read_file::<International>(shipped::<International>().unwrap()).unwrap();
    sections.retain(|section| section.class().pieces() <= 3);
    assert_eq!(sections.len(), built.len());
    for section in sections {
        assert_eq!(Some(&section), built.get(&section.class()));
    }
}

#[test]
fn known_endings() {
    let value = |fen: &str| {
        let position = Position::try_from(fen.parse::<Setup<International>>().unwrap()).unwrap();
        international().probe(&position).unwrap()
    };
    // Four kings would catch a king on the main road; three do not.
    assert_eq!(value("W:WK6,K16,K26:BK46"), Value::Draw);
    assert_eq!(value("B:WK6,K16,K26:BK46"), Value::Draw);
    // Both are crowned; a king catches a man.
    assert_eq!(value("W:W7:B44"), Value::Draw);
    assert_eq!(value("W:WK46:B1"), Value::Win);
    // A side that cannot move has lost.
    assert_eq!(value("W:W6:B1"), Value::Loss);
    assert_eq!(value("W:W36:B31,27"), Value::Loss);
}

/// The numbers of drawn and won positions of so many kings against a lone one, where the stronger
/// side is to move and neither side can capture; with the lone king on the main road or anywhere.
fn kings_against_one(kings: u32, on_main_road: bool) -> (u32, u32) {
    const MAIN_ROAD: [u32; 10] = [5, 10, 14, 19, 23, 28, 32, 37, 41, 46];
    let bits: Vec<u64> = Square::<International>::all().map(Square::bit).collect();
    let (mut draws, mut wins) = (0, 0);
    let mut count = |own: u64| {
        for (n, &lone) in (1..).zip(&bits) {
            if on_main_road && !MAIN_ROAD.contains(&n) {
                continue;
            }
            let all = own | lone;
            let Some(position) = Position::<International>::of_sets([own, lone], all, Side::First)
            else {
                continue;
            };
            if Side::ALL.iter().any(|&side| position.can_capture(side)) {
                continue;
            }
            match international().probe(&position).unwrap() {
                Value::Draw => draws += 1,
                Value::Win => wins += 1,
                Value::Loss => panic!("{position}"),
            }
        }
    };
    for (a, first) in bits.iter().enumerate() {
        for (b, second) in bits[..a].iter().enumerate() {
            if kings == 2 {
                count(first | second);
            } else {
                bits[..b].iter().for_each(|third| count(first | second | third));
            }
        }
    }
    (draws, wins)
}

#[test]
fn a_lone_king_holds_the_main_road() {
    assert_eq!(kings_against_one(2, true), (6_342, 96));
    assert_eq!(kings_against_one(2, false), (6_342 + 28_832, 96 + 776));
    assert_eq!(kings_against_one(3, true), (70_600, 4_534));
}
