use super::NotationError;
use super::engine::{Points, legal};
use crate::{Move, Position};
use game::Notation;

/// The notation of the Internet Chinese Chess Server, `H2-E2`. Also reads small letters and moves
/// without the dash.
///
/// ```
/// use game::Notation as _;
/// use xiangqi::{Position, notation::Iccs};
///
/// let start = Position::start();
/// let m = Iccs.parse(&start, "H2-E2")?;
/// assert_eq!(Iccs.print(&start, m), "H2-E2");
/// # Ok::<(), xiangqi::notation::NotationError>(())
/// ```
#[derive(Copy, Clone, Debug, Default)]
pub struct Iccs;

impl Notation<Position> for Iccs {
    type Error = NotationError;

    fn print(&self, _position: &Position, m: Move) -> String {
        format!("{}-{}", m.from, m.to).to_ascii_uppercase()
    }

    fn parse(&self, position: &Position, text: &str) -> Result<Move, NotationError> {
        let (from, points) = Points::new(text).square()?;
        let (to, points) = points.dash().square()?;
        points.end()?;
        legal(position, Move::new(from, to), text)
    }
}
