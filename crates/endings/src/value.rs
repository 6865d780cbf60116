use std::fmt;

/// The result of a position with best play, for the side to move, by movement alone: repetition and
/// the limits on king moves are ignored.
///
/// ```
/// use endings::Value;
///
/// assert!(Value::Win > Value::Draw && Value::Draw > Value::Loss);
/// assert_eq!(Value::ALL.map(Value::other), [Value::Win, Value::Draw, Value::Loss]);
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// The opponent wins.
    Loss,
    /// Neither side can force a win.
    Draw,
    /// The side to move wins.
    Win,
}

impl Value {
    /// All three, from worst to best.
    pub const ALL: [Self; 3] = [Self::Loss, Self::Draw, Self::Win];

    /// The same result for the opponent.
    ///
    /// ```
    /// use endings::Value;
    /// assert_eq!(Value::Win.other(), Value::Loss);
    /// assert_eq!(Value::Draw.other(), Value::Draw);
    /// ```
    #[must_use]
    #[inline]
    pub const fn other(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Loss => "loss",
            Self::Draw => "draw",
            Self::Win => "win",
        })
    }
}
