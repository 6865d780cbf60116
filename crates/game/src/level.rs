use std::fmt;

/// The strength of the machine: 1 (a beginner) to 12 (full strength).
///
/// ```
/// use game::Level;
/// assert!(Level::MIN < Level::MAX);
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "u8", into = "u8"))]
pub struct Level(u8);

impl Level {
    /// The weakest.
    pub const MIN: Self = Self(1);
    /// Full strength.
    pub const MAX: Self = Self(12);

    /// The level with this number, if there is one.
    ///
    /// ```
    /// use game::Level;
    /// assert_eq!(Level::new(12), Some(Level::MAX));
    /// assert_eq!(Level::new(0), None);
    /// ```
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number <= 12 { Some(Self(number)) } else { None }
    }

    /// Its number, 1 to 12.
    ///
    /// ```
    /// assert_eq!(game::Level::MAX.number(), 12);
    /// ```
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }
}

impl From<Level> for u8 {
    fn from(level: Level) -> Self {
        level.number()
    }
}

impl TryFrom<u8> for Level {
    type Error = UnknownLevel;

    fn try_from(number: u8) -> Result<Self, Self::Error> {
        Self::new(number).ok_or(UnknownLevel)
    }
}

/// No level has this number.
///
/// ```
/// use game::{Level, UnknownLevel};
/// assert_eq!(Level::try_from(13), Err(UnknownLevel));
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct UnknownLevel;

impl fmt::Display for UnknownLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a level from 1 to 12")
    }
}

impl std::error::Error for UnknownLevel {}
