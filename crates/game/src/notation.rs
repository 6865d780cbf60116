use crate::Position;

/// A way of writing moves down, both ways. One type per notation of a game.
pub trait Notation<P: Position> {
    /// Why a text is not a legal move here.
    type Error: std::error::Error;

    /// Writes the legal move `m`.
    fn print(&self, position: &P, m: P::Move) -> String;

    /// Reads a legal move of `position`.
    ///
    /// # Errors
    /// When `text` is not in this notation, or names no legal move, or more than one.
    fn parse(&self, position: &P, text: &str) -> Result<P::Move, Self::Error>;
}
