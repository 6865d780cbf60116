use crate::{Limitation, Limitations, Limits, Misjudgement, Strength};

/// A request to an engine for a move: the limits and the strength of a search.
#[derive(Clone, Debug)]
pub struct SearchRequest<M> {
    /// The limits of the search.
    pub limits: Limits<M>,
    /// Play at this level instead of full strength.
    pub strength: Option<Strength>,
    /// The seed of all random choices below full strength.
    pub seed: u64,
}

impl<M> Default for SearchRequest<M> {
    fn default() -> Self {
        Self { limits: Limits::default(), strength: None, seed: 0 }
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
    pub fn plan<O: Copy>(&self, levels: &Limitations<O>) -> SearchPlan<M, O> {
        let weak = self.strength.and_then(|strength| strength.limitation(levels));
        let mut limits = self.limits.clone();
        let mut manner = EvaluationManner::default();
        if let Some(weak) = &weak {
            weak.tighten(&mut limits);
            manner =
                EvaluationManner { strength: self.strength, wrong: weak.misjudgement(self.seed) };
        }
        SearchPlan { limits, weak, manner }
    }
}

/// A search at the strength of a request.
#[derive(Clone, Debug)]
pub struct SearchPlan<M, O> {
    /// The limits of the request, not beyond those of the level.
    pub limits: Limits<M>,
    /// The limitation of the level; none at full strength.
    pub weak: Option<Limitation<O>>,
    /// The strength and the evaluation noise.
    pub manner: EvaluationManner,
}

/// The strength and the evaluation noise of a search. Scores that were found in another manner are
/// not valid in this one: an engine compares it with that of its last search.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct EvaluationManner {
    /// The level; none at full strength.
    strength: Option<Strength>,
    /// The evaluation noise. Its seed also decides which moves are overlooked.
    pub wrong: Misjudgement,
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEVELS: Limitations<u16> = [Limitation::new(3, 500, 40, 100); 11];

    #[test]
    fn a_level_tightens_the_limits_and_full_strength_does_not() {
        let mut request = SearchRequest::<u8> { limits: Limits::depth(5), ..Default::default() };
        let full = request.plan(&LEVELS);
        assert_eq!((full.limits.depth, full.limits.nodes), (Some(5), None));
        assert!(full.weak.is_none());
        assert_eq!(full.manner, EvaluationManner::default());
        request.strength = Some(Strength::FULL);
        assert_eq!(request.plan(&LEVELS).manner, full.manner);
        request.strength = Strength::new(4);
        let weak = request.plan(&LEVELS);
        assert_eq!((weak.limits.depth, weak.limits.nodes), (Some(3), Some(500)));
        assert_eq!(weak.manner.wrong.greatest, 40);
        request.seed = 1;
        assert_ne!(request.plan(&LEVELS).manner, weak.manner, "another seed, another noise");
    }
}
