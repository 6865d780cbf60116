/// The strength of the machine: 1 (a beginner) to 12 (full strength).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// The weakest.
    pub const MIN: Self = Self(1);
    /// Full strength.
    pub const MAX: Self = Self(12);

    /// The level with this number, if there is one.
    ///
    /// ```
    /// use analysis::Level;
    /// assert_eq!(Level::new(12), Some(Level::MAX));
    /// assert_eq!(Level::new(0), None);
    /// ```
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number <= 12 { Some(Self(number)) } else { None }
    }

    /// Its number, 1 to 12.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }
}
