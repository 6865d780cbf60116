use crate::End;
use engine::{ForeseenEnd, Session};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// A move in all notations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct WrittenMove {
    /// In engine notation.
    pub text: String,
    /// In every notation of the variant: id → text.
    pub notations: BTreeMap<String, String>,
}

/// A legal move that would let the game end against (or without gain for) the mover by what was
/// played before: a repetition, or a count of moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct RuleWarning {
    /// The move, in engine notation.
    pub text: String,
    /// The reply that would end the game; absent if the move itself does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reply: Option<WrittenMove>,
    /// How the game would end, with what was repeated or counted.
    pub end: End,
}

impl RuleWarning {
    /// What the rules foresee after a move in this position.
    #[must_use]
    pub fn new(session: &dyn Session, foreseen: ForeseenEnd) -> Self {
        let ForeseenEnd { text, reply, verdict } = foreseen;
        let reply = reply.map(|reply| WrittenMove {
            notations: written_after(session, &text, &reply),
            text: reply,
        });
        Self { text, reply, end: verdict.into() }
    }
}

/// A reply to a move, in every notation.
fn written_after(session: &dyn Session, text: &str, reply: &str) -> BTreeMap<String, String> {
    let mut after = session.fork();
    let written = after.push(text).and_then(|_| after.write_all(reply)).unwrap_or_default();
    notations(written)
}

/// A move in every notation of the variant, by the notations' ids.
#[must_use]
pub fn notations(written: Vec<(&'static str, String)>) -> BTreeMap<String, String> {
    written.into_iter().map(|(style, text)| (style.to_owned(), text)).collect()
}
