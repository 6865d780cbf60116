use crate::{GameState, GameSummary, RuleWarning};

impl GameState {
    /// The legal moves after which earlier moves would let the game end with no win for the side to
    /// move, at once or after a reply. The rules of the game determine the moves and the reasons.
    #[must_use]
    pub fn warnings(&self) -> Vec<RuleWarning> {
        if self.end().is_some() || self.opening().is_some() {
            return Vec::new();
        }
        let session = self.session();
        let foreseen = session.foresee().into_iter();
        foreseen.map(|foreseen| RuleWarning::new(session, foreseen)).collect()
    }

    /// The summary for lists.
    #[must_use]
    pub fn summary(&self) -> GameSummary {
        GameSummary {
            players: self.players().clone(),
            plies: self.plies(),
            position: self.session().position_text(),
            end: self.end().cloned(),
        }
    }
}
