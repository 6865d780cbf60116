/// A score from the view of the side to move.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Score {
    /// `cp N` under UCI, a bare number under UCCI: hundredths of a pawn or of a light piece.
    Cp(i32),
    /// Mate in that many moves, negative when being mated.
    Mate(i32),
}

/// Whether a score is exact.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Bound {
    /// It is.
    #[default]
    Exact,
    /// `lowerbound`: at least this.
    Lower,
    /// `upperbound`: at most this.
    Upper,
}
