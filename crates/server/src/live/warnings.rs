//! Warnings shown to a person before a move: ends of the game by a rule about earlier moves, which
//! are a repetition or a count of moves.

use super::GameState;
use crate::view;
use engine::{ForeseenEnd, Session};
use wire::{RuleWarning, WrittenMove};

impl GameState {
    /// The legal moves after which earlier moves would let the game end with no win for the side to
    /// move, at once or after a reply. The rules of the game determine the moves and the reasons.
    pub(crate) fn warnings(&self) -> Vec<RuleWarning> {
        if self.end().is_some() || self.opening().is_some() {
            return Vec::new();
        }
        let session = self.session();
        session.foresee().into_iter().map(|foreseen| warning(session, foreseen)).collect()
    }
}

/// A move that a rule would punish.
pub(crate) fn warning(session: &dyn Session, foreseen: ForeseenEnd) -> RuleWarning {
    let ForeseenEnd { text, reply, verdict } = foreseen;
    let reply = reply.map(|reply| WrittenMove {
        notations: view::notations(written_after(session, &text, &reply)),
        text: reply,
    });
    RuleWarning { text, reply, end: hall::End::from(verdict) }
}

/// A reply to a move, in every notation.
fn written_after(session: &dyn Session, text: &str, reply: &str) -> Vec<(&'static str, String)> {
    let mut after = session.fork();
    after.push(text).and_then(|_| after.write_all(reply)).unwrap_or_default()
}
