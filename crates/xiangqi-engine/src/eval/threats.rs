//! Protected pieces, hanging pieces, and pieces attacked by lesser ones.

use super::camp::Camp;
use super::material::{WORTH, worth_index};
use super::sink::Sink;
use super::weights;
use xiangqi::{Kind, Squares};

/// The safety of the pieces of `us`; `on_move` is true if it is their move.
pub(crate) fn terms(us: &Camp<'_>, them: &Camp<'_>, on_move: bool, sink: &mut impl Sink) {
    let protected = us.any;
    let attacked = us.all & them.any;
    let small = them.by_small();
    for kind in WORTH {
        let safe = us.of(kind) & protected;
        sink.add(weights::PROTECTED.at(worth_index(kind)), safe.len() as i32);
    }
    if (attacked - us.of(Kind::King)).is_empty() {
        return;
    }
    let attackers = [
        them.by(Kind::Pawn),
        them.by(Kind::Advisor) | them.by(Kind::Elephant),
        them.by(Kind::Horse),
        them.by(Kind::Cannon),
        them.by(Kind::Chariot),
    ];
    for kind in WORTH {
        let place = worth_index(kind);
        let attacked = us.of(kind) & attacked;
        if attacked.is_empty() {
            continue;
        }
        let hanging = attacked - protected;
        sink.add(weights::HANGING.at(place), hanging.len() as i32);
        if on_move {
            sink.add(weights::HANGING_ON_MOVE.at(place), hanging.len() as i32);
        }
        let held = attacked & protected;
        let lesser = match kind {
            Kind::Chariot => small | them.by(Kind::Horse) | them.by(Kind::Cannon),
            Kind::Horse | Kind::Cannon => small,
            _ => Squares::EMPTY,
        };
        let pressed = held & lesser;
        if !pressed.is_empty() {
            // Chariot, horse, cannon follow advisor and elephant.
            sink.add(weights::PRESSED.at(place - 2), pressed.len() as i32);
            if on_move {
                sink.add(weights::PRESSED_ON_MOVE.at(place - 2), pressed.len() as i32);
            }
        }
        for (by, &attacks) in attackers.iter().enumerate() {
            let hit = attacked & attacks;
            if !hit.is_empty() {
                let held = (hit & protected).len() as i32;
                sink.add(weights::AIMED_AT.at(place * 5 + by), held);
                sink.add(weights::HANGING_BEFORE.at(place * 5 + by), hit.len() as i32 - held);
            }
        }
    }
}
