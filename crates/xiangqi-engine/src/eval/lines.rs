//! Attacks along the lines of the enemy king: cannons, chariots behind a screen, the own king on
//! its file; and the pieces that these attacks pin.

use super::camp::Camp;
use super::material::{WORTH, worth_index};
use super::sink::Sink;
use super::weights;
use xiangqi::{File, Kind, Rank, Square, Squares, attacks};

/// The patterns in which `us` attacks the king of `them` along a line.
pub(crate) fn terms(us: &Camp<'_>, them: &Camp<'_>, occupied: Squares, sink: &mut impl Sink) {
    let king = them.king;
    let lines = attacks::lines(king);
    let mut bound = Squares::EMPTY;
    for from in us.of(Kind::Chariot) & lines {
        let between = attacks::between(from, king) & occupied;
        if between.len() == 1 {
            bound |= between & them.all;
            sink.add(weights::CHARIOT_BEHIND.only(), i32::from(between.intersects(us.all)));
        }
    }
    if attacks::file_line(king).contains(us.king) {
        let between = attacks::between(us.king, king) & occupied;
        if !between.more_than_one() {
            bound |= between & them.all;
        }
    }
    for from in us.of(Kind::Cannon) & lines {
        bound |= cannon(us, them, from, occupied, sink);
    }
    if !bound.is_empty() {
        sink.add(weights::BOUND_HIT.only(), (bound & us.any).len() as i32);
        for kind in WORTH {
            let n = (bound & them.of(kind)).len() as i32;
            sink.add(weights::BOUND.at(worth_index(kind)), n);
        }
    }
}

/// A cannon of ours on a line of their king. Returns the pieces that it pins.
fn cannon(
    us: &Camp<'_>,
    them: &Camp<'_>,
    from: Square,
    occupied: Squares,
    sink: &mut impl Sink,
) -> Squares {
    let king = them.king;
    let free = attacks::between(from, king);
    let between = free & occupied;
    let on_file = from.file() == king.file();
    let mut bound = Squares::EMPTY;
    match between.len() {
        0 if on_file => sink.add(weights::HOLLOW_FILE.up_to(free.len() as usize), 1),
        0 => sink.add(weights::HOLLOW_RANK.only(), 1),
        2 => {
            bound = between & them.all;
            let own = (between & us.all).len() as usize;
            let block = if on_file { weights::TWO_SCREENS_FILE } else { weights::TWO_SCREENS_RANK };
            sink.add(block.at(own), 1);
        }
        _ => {}
    }
    if on_file && !between.is_empty() {
        let (advisors, elephants) = (them.of(Kind::Advisor).len(), them.of(Kind::Elephant).len());
        sink.add(weights::CENTRAL_ADVISORS.up_to(advisors as usize), 1);
        sink.add(weights::CENTRAL_ELEPHANTS.up_to(elephants as usize), 1);
        let heart = Square::E1.relative_to(them.side);
        if king == Square::E0.relative_to(them.side) && them.of(Kind::Horse).contains(heart) {
            sink.add(weights::HEART_HORSE.only(), 1);
        }
    }
    if !on_file && king.relative_to(them.side).rank() == Rank::R0 && king.file() != File::A {
        sink.add(weights::BOTTOM_CANNON.up_to(between.len() as usize), 1);
    }
    bound
}
