use crate::{Limitation, Limitations, Limits, Misjudgement, Oversight};
use game::{Key, Level, Position};

/// A request to an engine for a move: the limits and the strength of a search.
#[derive(Clone, Debug)]
pub struct SearchRequest<M> {
    /// The limits of the search.
    pub limits: Limits<M>,
    /// Play at this level instead of full strength.
    pub level: Option<Level>,
    /// Play with this limitation instead of that of a level.
    pub limitation: Option<Limitation>,
    /// The seed of all random choices below full strength.
    pub seed: u64,
}

impl<M> Default for SearchRequest<M> {
    fn default() -> Self {
        Self { limits: Limits::default(), level: None, limitation: None, seed: 0 }
    }
}

/// At full strength.
impl<M> From<Limits<M>> for SearchRequest<M> {
    fn from(limits: Limits<M>) -> Self {
        Self { limits, ..Self::default() }
    }
}

impl<M: Clone> SearchRequest<M> {
    /// The search that this request means in a game with these levels.
    #[must_use]
    pub fn plan(&self, levels: &Limitations) -> SearchPlan<M> {
        let of_level = || self.level.and_then(|level| Limitation::of(level, levels));
        let weak = self.limitation.or_else(of_level);
        let mut limits = self.limits.clone();
        let mut manner = EvaluationManner::default();
        if let Some(weak) = &weak {
            weak.tighten(&mut limits);
            manner = EvaluationManner { level: self.level, wrong: weak.misjudgement(self.seed) };
        }
        SearchPlan { limits, weak, manner }
    }
}

/// A search at the strength of a request.
#[derive(Clone, Debug)]
pub struct SearchPlan<M> {
    /// The limits of the request, not beyond those of the level.
    pub limits: Limits<M>,
    /// The limitation of the level; none at full strength.
    pub weak: Option<Limitation>,
    /// The strength and the evaluation noise.
    pub manner: EvaluationManner,
}

impl<M> SearchPlan<M> {
    /// What the player of this search overlooks in the position at its root. At full strength nothing.
    #[must_use]
    pub fn oversight<P: Position>(&self, root: &P) -> Oversight {
        match self.weak {
            Some(Limitation { overlooked: per_mille @ 1.., .. }) => Oversight {
                per_mille,
                seed: Key::random(self.manner.wrong.seed ^ root.key().0).0,
                viewer: Some(root.side_to_move()),
            },
            _ => Oversight::default(),
        }
    }
}

/// The strength and the evaluation noise of a search. Scores that were found in another manner are
/// not valid in this one: an engine compares it with that of its last search.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct EvaluationManner {
    /// The level; none at full strength.
    level: Option<Level>,
    /// The evaluation noise. Its seed also decides which moves are overlooked.
    pub wrong: Misjudgement,
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEVELS: Limitations = [Limitation::new(3, 500, 40, 100); 11];

    #[test]
    fn a_level_tightens_the_limits_and_full_strength_does_not() {
        let mut request = SearchRequest::<u8> { limits: Limits::depth(5), ..Default::default() };
        let full = request.plan(&LEVELS);
        assert_eq!((full.limits.depth, full.limits.nodes), (Some(5), None));
        assert!(full.weak.is_none());
        assert_eq!(full.manner, EvaluationManner::default());
        request.level = Some(Level::MAX);
        assert_eq!(request.plan(&LEVELS).manner, full.manner);
        request.level = Level::new(4);
        let weak = request.plan(&LEVELS);
        assert_eq!((weak.limits.depth, weak.limits.nodes), (Some(3), Some(500)));
        assert_eq!(weak.manner.wrong.greatest, 40);
        request.seed = 1;
        assert_ne!(request.plan(&LEVELS).manner, weak.manner, "another seed, another noise");
    }
}
