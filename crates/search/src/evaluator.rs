use crate::{Domain, Score};
use game::Observer;
use std::fmt::Debug;

/// Evaluates positions. It observes the moves of the search and may keep data in frames, one per
/// ply: `push` comes before a move is announced, `pop` drops its frame.
///
/// Work may be postponed until [`Evaluator::evaluate`]: with pruning, most positions are never
/// evaluated.
pub trait Evaluator<D: Domain>: Observer<D::Position> + Clone + Debug + Send {
    /// Forgets all frames and starts at this position.
    fn reset(&mut self, domain: D, position: &D::Position);

    /// Opens a frame for the move (or null move) about to be made.
    fn push(&mut self);

    /// Drops the last frame.
    fn pop(&mut self);

    /// The score of the position for the side to move.
    fn evaluate(&mut self, domain: D, position: &D::Position, info: &D::Info) -> Score;
}
