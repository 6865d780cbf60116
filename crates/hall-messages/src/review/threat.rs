//! What the opponent threatens, for a person who is taught.

use crate::refused::Refused;
use crate::review::shown::played;
use engine::{BestMove, Limits, Session};
use wire::{FindThreat, FoundThreat};

/// Nodes for each of the two positions: somebody waits for it.
const NODES: u64 = 20_000;
/// The longest game.
const MOST_MOVES: usize = 2_000;
/// The expected score that a pass must cost: what costs less is no threat that is worth a word.
const LEAST: f64 = 0.2;

/// The search for a threat: the position, and the same one after a pass.
#[derive(Debug)]
pub struct ThreatSearch {
    session: Box<dyn Session>,
    /// Nothing where a pass makes no sense.
    passed: Option<Box<dyn Session>>,
    /// What was found in the position, and after the pass.
    found: Vec<BestMove>,
}

/// A position to search for a threat.
#[derive(Clone, Debug)]
pub struct ThreatQuestion<'a> {
    /// The position to search.
    pub session: &'a dyn Session,
    /// The game whose side to move passed before; nothing where nobody passed.
    pub passed: Option<&'a dyn Session>,
    /// How long.
    pub limits: Limits,
}

impl ThreatSearch {
    /// A search for what the opponent of the side to move threatens.
    ///
    /// # Errors
    /// When there is no such game.
    pub fn new(asked: &FindThreat) -> Result<Self, Refused> {
        let count = asked.moves.len();
        if count > MOST_MOVES {
            let message = format!("moves: at most {MOST_MOVES} are expected, not {count}");
            return Err(Refused::impossible("bad-threat", message));
        }
        let mut session =
            games::new_session(&asked.variant, Some(&asked.rules), Some(&asked.start))?;
        for (number, text) in asked.moves.iter().enumerate() {
            let pushed = session.push(text);
            pushed.map_err(|error| Refused::from(error).at(&format!("moves[{number}]")))?;
        }
        let passed = if session.verdict().is_some() { None } else { session.passed() };
        Ok(Self { session, passed, found: Vec::new() })
    }

    /// What is to be searched next; nothing when all is known.
    #[must_use]
    pub fn next(&self) -> Option<ThreatQuestion<'_>> {
        let passed = self.passed.as_deref()?;
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        match self.found.len() {
            0 => Some(ThreatQuestion { session: self.session.as_ref(), passed: None, limits }),
            1 => {
                let before = Some(self.session.as_ref());
                Some(ThreatQuestion { session: passed, passed: before, limits })
            }
            _ => None,
        }
    }

    /// What was found of the last question.
    pub fn answer(&mut self, found: BestMove) {
        self.found.push(found);
    }

    /// The threat, once everything is searched.
    #[must_use]
    pub fn threat(&self) -> FoundThreat {
        let loss = self.loss();
        match (&self.passed, self.found.get(1).and_then(|found| found.info.as_ref())) {
            (Some(passed), Some(info)) if loss >= LEAST => FoundThreat {
                line: played(passed.as_ref(), &info.pv, self.session.moves().len() + 1),
                loss: loss as f32,
            },
            _ => FoundThreat::default(),
        }
    }

    /// What a pass costs the side to move.
    fn loss(&self) -> f64 {
        let [now, passed] = self.found.as_slice() else { return 0.0 };
        let (Some(now), Some(passed)) = (&now.info, &passed.info) else { return 0.0 };
        let (expectation, progress) = (self.session.expectation(), self.session.stage().progress);
        let kept = expectation.of(now.score, progress);
        kept - (1.0 - expectation.of(passed.score, progress))
    }
}
