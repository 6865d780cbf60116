//! Legal moves: captures if there are any, otherwise quiet moves.

mod captures;
mod quiet;

use crate::{Move, Position, VariantRules};
use std::ops::ControlFlow;

pub use captures::Captures;
pub(crate) use captures::{can_capture, captures};
pub(crate) use quiet::{between as quiet_between, moves as quiets, offers, plain};

/// Calls `sink` with every legal move until it breaks.
#[inline]
pub(crate) fn legal<V: VariantRules>(
    position: &Position<V>,
    sink: &mut impl FnMut(Move<V>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if position.is_decided() {
        return ControlFlow::Continue(());
    }
    let mut list = Captures::new();
    captures(position, &mut list);
    if list.is_empty() { quiet::moves(position, sink) } else { list.iter().try_for_each(sink) }
}

/// The number of legal moves.
#[inline]
pub(crate) fn count<V: VariantRules>(position: &Position<V>) -> u64 {
    if position.is_decided() {
        return 0;
    }
    let mut list = Captures::new();
    captures(position, &mut list);
    if list.is_empty() { quiet::count(position) } else { list.len() as u64 }
}
