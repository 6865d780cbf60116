//! Pawns.

use super::camp::{Camp, beside};
use super::sink::Sink;
use super::weights;
use xiangqi::Kind;

/// The structure of the pawns of `us`, and their distance to the enemy king.
pub(crate) fn terms(us: &Camp<'_>, them: &Camp<'_>, sink: &mut impl Sink) {
    let crossed = us.crossed();
    let count = crossed.len() as usize;
    let advisors = them.of(Kind::Advisor).len() as usize;
    sink.add(weights::CROSSED.up_to(advisors * 6 + count), 1);
    // Every pair is counted from both of its pawns.
    let linked = crossed & beside(crossed);
    sink.add(weights::LINKED.only(), linked.len() as i32 / 2);
    let steps = |pawns| us.ahead_of(pawns) - us.all - them.any;
    sink.add(weights::PAWN_FREE.at(0), steps(us.of(Kind::Pawn) - crossed).len() as i32);
    sink.add(weights::PAWN_FREE.at(1), steps(crossed).len() as i32);
    for pawn in crossed {
        let files = pawn.file().index().abs_diff(them.king.file().index());
        sink.add(weights::PAWN_TO_KING.up_to(files), 1);
    }
}
