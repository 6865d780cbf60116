use crate::Position;

/// A notation for moves, for writing and reading. Each notation of a game has its own type.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/nim/pile.rs")); }
/// # use nim::Nim;
/// use game::{Notation, Position as _, Side};
///
/// /// Moves as tally marks: `|||`.
/// struct Tally;
///
/// impl Notation<Nim> for Tally {
///     type Error = std::io::Error;
///
///     fn print(&self, _: &Nim, taken: u8) -> String {
///         "|".repeat(usize::from(taken))
///     }
///
///     fn parse(&self, position: &Nim, text: &str) -> Result<u8, Self::Error> {
///         let taken = text.len() as u8;
///         let written = text.chars().all(|mark| mark == '|') && position.is_legal(taken);
///         written.then_some(taken).ok_or_else(|| std::io::Error::other("one to three marks"))
///     }
/// }
///
/// let position = Nim { stones: 2, turn: Side::First };
/// assert_eq!(Tally.print(&position, 2), "||");
/// assert_eq!(Tally.parse(&position, "||").unwrap(), 2);
/// assert!(Tally.parse(&position, "|||").is_err());
/// ```
pub trait Notation<P: Position> {
    /// The reason why a text is not a legal move here.
    type Error: std::error::Error;

    /// Writes the legal move `m`.
    fn print(&self, position: &P, m: P::Move) -> String;

    /// Reads a legal move of `position`.
    ///
    /// # Errors
    /// When `text` is not in this notation, or names no legal move, or more than one.
    fn parse(&self, position: &P, text: &str) -> Result<P::Move, Self::Error>;
}
