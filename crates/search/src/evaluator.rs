use crate::{Domain, Score};
use game::Observer;
use std::fmt::Debug;

/// Judges positions. It listens to the moves of the search and may keep what it needs in
/// frames, one per ply: `push` comes before a move is announced, `pop` takes it back.
///
/// Work may be put off until [`Evaluator::evaluate`]: once pruning is at work, most positions
/// are never evaluated.
pub trait Evaluator<D: Domain>: Observer<D::Position> + Clone + Debug + Send {
    /// Forgets all frames and starts at this position.
    fn reset(&mut self, domain: D, position: &D::Position);

    /// Opens a frame for the move (or null move) about to be made.
    fn push(&mut self);

    /// Drops the last frame.
    fn pop(&mut self);

    /// What the position is worth to the side to move.
    fn evaluate(&mut self, domain: D, position: &D::Position, info: &D::Info) -> Score;
}
