//! What people are warned of before they move: ends of the game that a rule about what was played
//! before would bring, a repetition or a count of moves.

use super::State;
use crate::view;
use engine::{Foreseen, Session};
use wire::{RuleWarning, WrittenMove};

impl State {
    /// The legal moves that would let the game end by what was played before, and not for whoever
    /// moves: at once, or with a reply. The rules of the game say which these are, and why.
    pub(crate) fn warnings(&self) -> Vec<RuleWarning> {
        if self.end().is_some() || self.opening().is_some() {
            return Vec::new();
        }
        let session = self.session();
        session.foresee().into_iter().map(|foreseen| warning(session, foreseen)).collect()
    }
}

fn warning(session: &dyn Session, foreseen: Foreseen) -> RuleWarning {
    let Foreseen { text, reply, verdict } = foreseen;
    let reply = reply.map(|reply| WrittenMove {
        notations: view::notations(written_after(session, &text, &reply)),
        text: reply,
    });
    RuleWarning { text, reply, end: view::end(verdict) }
}

/// A reply to a move, in every notation.
fn written_after(session: &dyn Session, text: &str, reply: &str) -> Vec<(&'static str, String)> {
    let mut after = session.fork();
    after.push(text).and_then(|_| after.write_all(reply)).unwrap_or_default()
}
