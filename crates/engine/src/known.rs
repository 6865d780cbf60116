use game::Side;

/// What a game knows of a legal move for certain, without the engine's opinion: from a database, or from a
/// proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownResult<M> {
    /// The move.
    pub m: M,
    /// Who wins after it with best play; `None`: nobody.
    pub winner: Option<Side>,
    /// How many plies it takes, this move included, when that is known.
    pub plies: Option<u32>,
    /// A short stable word for where it is known from: `database`, or the method of a proof (`checks`, `fours`,
    /// `threats`).
    pub source: &'static str,
}

impl<M> KnownResult<M> {
    /// The same of a move in another form.
    pub fn map<N>(self, form: impl FnOnce(M) -> N) -> KnownResult<N> {
        let Self { m, winner, plies, source } = self;
        KnownResult { m: form(m), winner, plies, source }
    }
}
