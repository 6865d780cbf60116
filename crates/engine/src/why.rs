use std::fmt;

/// Why a move is refused: a code with what it is about, so that every language makes its own
/// sentence of it. Prints as its English sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveRefusal {
    /// A short stable word for the reason, the game's own (`leg-blocked`, `takes-fewer`).
    pub code: &'static str,
    /// The squares that show it: that of the piece in the way, of the piece that gives check,
    /// those of the stones of a foul.
    pub squares: Vec<String>,
    /// The numbers in it, in the order in which the code's sentence has them.
    pub numbers: Vec<u32>,
    /// In English (`the king would be in check by Black's chariot on e7`).
    pub message: String,
}

impl MoveRefusal {
    /// A reason that no square and no number belongs to.
    #[must_use]
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, squares: Vec::new(), numbers: Vec::new(), message: message.into() }
    }

    /// The same with the squares that show it.
    #[must_use]
    pub fn at<S: fmt::Display>(mut self, squares: impl IntoIterator<Item = S>) -> Self {
        self.squares.extend(squares.into_iter().map(|square| square.to_string()));
        self
    }

    /// The same with the numbers in it.
    #[must_use]
    pub fn with(mut self, numbers: impl IntoIterator<Item = u32>) -> Self {
        self.numbers.extend(numbers);
        self
    }

    /// The text is in a notation of the game and names no legal move.
    #[must_use]
    pub fn no_such_move() -> Self {
        Self::new("no-such-move", "no legal move is called that")
    }
}

impl fmt::Display for MoveRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}
