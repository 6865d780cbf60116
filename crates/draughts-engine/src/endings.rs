//! Where databases of endings are asked.

use draughts::{Position, Variant};
use endings::{Database, Value};
use search::End;
use std::fmt::Debug;

/// A database of endings of a variant. It is shared by all searches of a process and lives as
/// long as it does, so that a search may carry a plain reference.
pub trait Endings<V: Variant>: Debug + Send + Sync + 'static {
    /// The most pieces of both sides together that it knows about; others are never asked for.
    fn pieces(&self) -> u32;

    /// How the game ends with best play for the side to move, which need not capture.
    fn probe(&self, position: &Position<V>) -> Option<End>;
}

impl<V: Variant> Endings<V> for Database<V> {
    fn pieces(&self) -> u32 {
        Self::pieces(self)
    }

    #[inline]
    fn probe(&self, position: &Position<V>) -> Option<End> {
        self.probe_quiet(position).map(|value| match value {
            Value::Win => End::Win,
            Value::Draw => End::Draw,
            Value::Loss => End::Loss,
        })
    }
}
