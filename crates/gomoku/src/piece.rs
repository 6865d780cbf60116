use crate::Patterns;
use game::Side;

/// A stone.
///
/// ```
/// use gomoku::Stone;
///
/// let stone = Stone { side: game::Side::First };
/// assert_eq!(stone.side.index(), 0);
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Stone {
    /// The side that owns it.
    pub side: Side,
}

/// The content of a point, as reported to an observer of moves: a stone also changes the threats of
/// the empty points around it.
///
/// ```
/// use game::{Observer, Position as _};
/// use gomoku::{Content, Position, Rules, Square};
///
/// /// Counts stones, and the empty points whose prospects they change.
/// #[derive(Default)]
/// struct Counts {
///     stones: u32,
///     changes: u32,
/// }
///
/// impl Observer<Position> for Counts {
///     fn left(&mut self, _: Content, _: Square) {}
///     fn arrived(&mut self, content: Content, _: Square) {
///         match content {
///             Content::Stone(_) => self.stones += 1,
///             Content::Prospects(_) => self.changes += 1,
///         }
///     }
/// }
///
/// let mut counts = Counts::default();
/// let mut position = Position::new(Rules::FREESTYLE, 15);
/// position.make(Square::new(7, 7).unwrap().into(), &mut counts);
/// assert_eq!(counts.stones, 1);
/// assert!(counts.changes >= 8);
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Content {
    /// A stone.
    Stone(Stone),
    /// The effects of stones of either side there.
    Prospects(Patterns),
}
