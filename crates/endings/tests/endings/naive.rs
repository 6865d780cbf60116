//! The solver agrees with the simplest possible solver, which uses only the rules: it lists all
//! positions with so many pieces and their successors, and passes over them until nothing changes.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use draughts::{
    Bits, Brazilian, English, International, Italian, Kind, Losing, Piece, Position, Russian,
    Setup, Square, Turkish, VariantRules,
};
use endings::{Database, Threads, Value, build};
use game::{NullObserver, Position as _, Side};
use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;

fn built<V: VariantRules>(pieces: u32, threads: usize) -> Vec<u8> {
    let mut sections = BTreeMap::new();
    let threads = Threads::new(threads).unwrap();
    build::<V, _>(pieces, &mut sections, threads, &mut |_| ControlFlow::Continue(())).unwrap();
    endings::write_file::<V>(sections.values())
}

/// The position as the other side sees it: colours swapped, the board turned.
fn turned<V: VariantRules>(position: &Position<V>) -> Position<V> {
    let turn = |set: V::Bits| {
        let inside = Square::<V>::all().filter(|square| !(square.bit() & set).is_zero());
        let there = |square: Square<V>| {
            Square::<V>::new(Square::<V>::COUNT as u32 + 1 - square.number()).unwrap().bit()
        };
        inside.fold(V::Bits::ZERO, |all, square| all | there(square))
    };
    let [white, black] = [Side::First, Side::Second].map(|side| turn(position.side(side)));
    let kings = turn(position.kings(Side::First) | position.kings(Side::Second));
    Position::of_sets([black, white], kings, !position.side_to_move()).unwrap()
}

/// Every position with so many pieces, White to move.
fn all_positions<V: VariantRules>(pieces: u32) -> Vec<Position<V>> {
    fn place<V: VariantRules>(
        setup: &mut Setup<V>,
        from: u32,
        left: u32,
        all: &mut Vec<Position<V>>,
    ) {
        if left == 0 {
            let position = Position::try_from(setup.clone());
            let both = |p: &Position<V>| Side::ALL.iter().all(|&side| !p.side(side).is_zero());
            all.extend(position.ok().filter(both));
            return;
        }
        for n in from..=Square::<V>::COUNT as u32 {
            let square = Square::new(n).unwrap();
            for side in Side::ALL {
                for kind in [Kind::Man, Kind::King] {
                    setup.put(square, Some(Piece { side, kind }));
                    place(setup, n + 1, left - 1, all);
                }
            }
            setup.put(square, None);
        }
    }
    let mut all = Vec::new();
    let mut setup = Setup::empty();
    setup.turn = Side::First;
    place(&mut setup, 1, pieces, &mut all);
    all
}

/// The values of all positions with 2 to `pieces` pieces, White to move.
fn naive<V: VariantRules>(pieces: u32) -> Vec<(Position<V>, Value)> {
    let all: Vec<Position<V>> = (2..=pieces).flat_map(all_positions).collect();
    let numbers: HashMap<Position<V>, usize> =
        all.iter().enumerate().map(|(n, &position)| (position, n)).collect();
    let stuck = if V::RULES.stuck_wins { Value::Win } else { Value::Loss };
    // A side without pieces cannot move.
    let successors: Vec<Vec<Option<u32>>> = all
        .iter()
        .map(|position| {
            let next = position.moves().into_iter().map(|m| {
                let mut next = *position;
                next.make(m, &mut NullObserver);
                numbers.get(&turned(&next)).map(|&n| n as u32)
            });
            next.collect()
        })
        .collect();
    let mut values: Vec<Option<Value>> = vec![None; all.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for n in 0..all.len() {
            if values[n].is_some() {
                continue;
            }
            let next = &successors[n];
            let of = |next: &Option<u32>| next.map_or(Some(stuck), |n| values[n as usize]);
            let value = if next.is_empty() {
                Some(stuck)
            } else if next.iter().any(|next| of(next) == Some(Value::Loss)) {
                Some(Value::Win)
            } else if next.iter().all(|next| of(next) == Some(Value::Win)) {
                Some(Value::Loss)
            } else {
                None
            };
            changed |= value.is_some();
            values[n] = value;
        }
    }
    all.into_iter().zip(values.into_iter().map(|v| v.unwrap_or(Value::Draw))).collect()
}

fn agrees<V: VariantRules>(pieces: u32, positions: usize) {
    let database = Database::<V>::load(&built::<V>(pieces, 1)).unwrap();
    assert_eq!(database.pieces(), pieces);
    let values = naive::<V>(pieces);
    assert_eq!(values.len(), positions);
    let legal: u64 = database.sections().map(|section| section.counts().positions()).sum();
    assert_eq!(legal, positions as u64);
    for (position, value) in values {
        assert_eq!(database.probe(&position), Some(value), "{position}");
        let turned = turned(&position);
        assert_eq!(database.probe(&turned), Some(value), "{turned}");
        if !position.must_capture() {
            assert_eq!(database.probe_quiet(&position), Some(value), "{position}");
        }
    }
}

#[test]
fn international() {
    // 8,845 positions with two pieces and 806,300 with three.
    agrees::<International>(3, 8_845 + 806_300);
}

#[test]
fn on_eight_by_eight() {
    agrees::<Brazilian>(3, 3_488 + 196_032);
    agrees::<Russian>(2, 3_488);
    agrees::<English>(3, 3_488 + 196_032);
    agrees::<Italian>(2, 3_488);
}

#[test]
fn other_boards_and_aims() {
    agrees::<Turkish>(2, 14_176);
    agrees::<Losing>(2, 8_845);
}

#[test]
fn threads_change_nothing() {
    assert_eq!(built::<Brazilian>(3, 1), built::<Brazilian>(3, 3));
}
