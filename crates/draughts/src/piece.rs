use game::Side;

/// A man or a king.
///
/// ```
/// use draughts::{International, Kind, Position, Square};
///
/// let start = Position::<International>::start();
/// let corner = Square::new(46).expect("the board has 50 squares");
/// assert_eq!(start.piece_at(corner).map(|piece| piece.kind), Some(Kind::Man));
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Moves forward.
    Man,
    /// A crowned man.
    King,
}

/// A piece with its colour.
///
/// ```
/// use draughts::{International, Kind, Piece, Setup, Square};
/// use game::Side;
///
/// let mut setup = Setup::<International>::empty();
/// setup.put(Square::new(5).unwrap(), Some(Piece { side: Side::First, kind: Kind::King }));
/// assert_eq!(setup.to_string(), "W:WK5:B");
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The side that owns it.
    pub side: Side,
    /// Its kind.
    pub kind: Kind,
}
