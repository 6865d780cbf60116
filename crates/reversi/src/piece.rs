use game::Side;

/// A disc with the colour of a side facing up.
///
/// ```
/// let disc = reversi::Disc { side: game::Side::First };
/// assert_eq!(disc.side, game::Side::First);
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Disc {
    /// The side whose colour faces up.
    pub side: Side,
}
