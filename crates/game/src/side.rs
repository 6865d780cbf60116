use std::ops::Not;

/// One of the two players, named by the order of moves from the standard start.
///
/// `First` is Red in Xiangqi, White in international draughts and Black in gomoku. In the
/// variants of draughts where Black begins, `First` is still White: the names of the result
/// (`1-0` is a win of White) depend on it, the side to move is a matter of the position.
///
/// ```
/// use game::Side;
///
/// assert_eq!(Side::First.other(), !Side::First);
/// let mut clocks = [300, 300];
/// clocks[Side::Second.index()] -= 7;
/// assert_eq!(clocks, [300, 293]);
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(
    feature = "schema",
    schema(description = "One of the two players: `first` is Red in Xiangqi.")
)]
#[repr(u8)]
pub enum Side {
    /// Red (Xiangqi), White (draughts), Black (gomoku).
    First = 0,
    /// Black (Xiangqi, draughts), White (gomoku).
    Second = 1,
}

impl Side {
    /// Both sides, `First` first.
    pub const ALL: [Self; 2] = [Self::First, Self::Second];

    /// 0 for `First`, 1 for `Second`: for tables of two.
    ///
    /// ```
    /// assert_eq!(game::Side::Second.index(), 1);
    /// ```
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The opponent.
    ///
    /// ```
    /// use game::Side;
    /// assert_eq!(Side::First.other(), Side::Second);
    /// ```
    #[inline]
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

impl Not for Side {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        self.other()
    }
}
