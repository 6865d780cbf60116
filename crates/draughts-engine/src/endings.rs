//! The interface to endgame databases.

use draughts::{Position, VariantRules};
use endings::{Database, Value};
use search::End;
use std::fmt::Debug;

/// An endgame database of a variant. It is shared by all searches of a process and lives as long as
/// the process, so that a search may hold a plain reference.
pub trait Endings<V: VariantRules>: Debug + Send + Sync + 'static {
    /// The largest number of pieces of both sides together; positions with more are never probed.
    fn pieces(&self) -> u32;

    /// The result with best play for the side to move. The position must have no capture.
    fn probe(&self, position: &Position<V>) -> Option<End>;
}

impl<V: VariantRules> Endings<V> for Database<V> {
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
