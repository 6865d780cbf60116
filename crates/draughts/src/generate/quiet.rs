use crate::geometry::Shape;
use crate::{Bits, Move, Position, Square, VariantRules};
use std::ops::ControlFlow;

/// Every move that does not capture.
#[inline]
pub(crate) fn moves<V: VariantRules>(
    position: &Position<V>,
    sink: &mut impl FnMut(Move<V>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let (turn, empty) = (position.turn, position.empty());
    let men = position.men(turn);
    let far_row = V::far_row(turn);
    for &direction in position.variant.men_move().directions(turn) {
        let mut targets = V::step(men, direction) & empty;
        while !targets.is_zero() {
            let to = V::Bits::bit(targets.first());
            targets = targets.rest();
            let from = V::step(to, direction.reverse());
            sink(quiet(from, to, !(to & far_row).is_zero()))?;
        }
    }
    let kings = movable_kings(position);
    if kings.is_zero() { ControlFlow::Continue(()) } else { king_moves(position, kings, sink) }
}

/// The moves of these kings that do not capture.
fn king_moves<V: VariantRules>(
    position: &Position<V>,
    mut kings: V::Bits,
    sink: &mut impl FnMut(Move<V>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let empty = position.empty();
    while !kings.is_zero() {
        let from = V::Bits::bit(kings.first());
        kings = kings.rest();
        for &direction in position.variant.king_move().directions(position.turn) {
            let mut to = V::step(from, direction) & empty;
            while !to.is_zero() {
                sink(quiet(from, to, false))?;
                if !position.variant.flying() {
                    break;
                }
                to = V::step(to, direction) & empty;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Every move that neither captures nor crowns, in the order of [`moves`].
#[inline]
pub(crate) fn plain<V: VariantRules>(position: &Position<V>, sink: &mut impl FnMut(Move<V>)) {
    let (turn, free) = (position.turn, position.empty() & !V::far_row(position.turn));
    let men = position.men(turn);
    for &direction in position.variant.men_move().directions(turn) {
        let mut targets = V::step(men, direction) & free;
        while !targets.is_zero() {
            let to = V::Bits::bit(targets.first());
            targets = targets.rest();
            sink(quiet(V::step(to, direction.reverse()), to, false));
        }
    }
    let kings = movable_kings(position);
    if !kings.is_zero() {
        let _ = king_moves(position, kings, &mut |m| {
            sink(m);
            ControlFlow::Continue(())
        });
    }
}

/// Every quiet move of a man, none of them crowning, that lets the opponent capture. There must be
/// no king on the board, and no capture that the opponent has already.
///
/// The opponent's capture must be caused by the move: it takes the man that arrived, or it lands
/// where the man was before.
#[inline]
pub(crate) fn offers<V: VariantRules>(
    position: &Position<V>,
    sink: &mut impl FnMut(Move<V>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let (turn, empty) = (position.turn, position.empty());
    let (men, opponents) = (position.men(turn), position.men(turn.other()));
    let captures = position.variant.men_capture().directions(turn.other());
    let (mut taken, mut uncovering) = (V::Bits::ZERO, V::Bits::ZERO);
    for &direction in captures {
        let reached = V::step(opponents, direction);
        taken |= reached & V::step(empty, direction.reverse());
        uncovering |= V::step(reached & men, direction);
    }
    for &direction in position.variant.men_move().directions(turn) {
        let back = direction.reverse();
        let mut offered = taken | V::step(men & uncovering, direction);
        if captures.contains(&back) {
            // The man that arrived is captured across the square from which it came.
            offered |= V::step(opponents, back);
        }
        let mut targets = V::step(men, direction) & empty & offered & !V::far_row(turn);
        while !targets.is_zero() {
            let to = V::Bits::bit(targets.first());
            targets = targets.rest();
            sink(quiet(V::step(to, back), to, false))?;
        }
    }
    ControlFlow::Continue(())
}

/// The move without capture between two squares, if there is one.
#[inline]
pub(crate) fn between<V: VariantRules>(
    position: &Position<V>,
    from: Square<V>,
    to: Square<V>,
) -> Option<Move<V>> {
    let (start, end) = (from.bit(), to.bit());
    let own = position.side(position.turn);
    if (own & start).is_zero() || (position.empty() & end).is_zero() {
        return None;
    }
    if (position.kings & start).is_zero() {
        let mut steps = position.variant.men_move().directions(position.turn).iter();
        let crowns = !(end & V::far_row(position.turn)).is_zero();
        let steps_there = steps.any(|&direction| V::step(start, direction) == end);
        return steps_there.then(|| quiet(start, end, crowns));
    }
    if (movable_kings(position) & start).is_zero() {
        return None;
    }
    let empty = position.empty();
    for &direction in position.variant.king_move().directions(position.turn) {
        let mut reached = V::step(start, direction) & empty;
        while !reached.is_zero() {
            if reached == end {
                return Some(quiet(start, end, false));
            }
            if !position.variant.flying() {
                break;
            }
            reached = V::step(reached, direction) & empty;
        }
    }
    None
}

/// The number of moves.
#[inline]
pub(super) fn count<V: VariantRules>(position: &Position<V>) -> u64 {
    let (turn, empty) = (position.turn, position.empty());
    let men = position.men(turn);
    let mut count = 0;
    for &direction in position.variant.men_move().directions(turn) {
        count += (V::step(men, direction) & empty).count();
    }
    let kings = movable_kings(position);
    if !kings.is_zero() {
        for &direction in position.variant.king_move().directions(turn) {
            let mut reached = V::step(kings, direction) & empty;
            while !reached.is_zero() {
                count += reached.count();
                if !position.variant.flying() {
                    break;
                }
                reached = V::step(reached, direction) & empty;
            }
        }
    }
    u64::from(count)
}

/// The kings that may move without capturing: not the one whose run is used up while its
/// side has a man (Frisian draughts).
#[inline(always)]
fn movable_kings<V: VariantRules>(position: &Position<V>) -> V::Bits {
    let kings = position.side(position.turn) & position.kings;
    if position.variant.king_run() == 0 {
        return kings;
    }
    let run = position.run(position.turn);
    let used_up =
        run.moves >= position.variant.king_run() && !position.men(position.turn).is_zero();
    if used_up { kings & !run.set() } else { kings }
}

#[inline(always)]
fn quiet<V: VariantRules>(from: V::Bits, to: V::Bits, crowns: bool) -> Move<V> {
    let [from, to] = [from, to].map(|set| Square::from_bit(set.first()));
    Move::of_parts(from, to, V::Bits::ZERO, crowns)
}
