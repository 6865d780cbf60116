//! What nodes of a hall ask one another, and the answers.

use crate::client::ClientId;
use crate::refusal::Refusal;
use crate::request;
use engine::Session;
use hall::Speaker;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use store::LeaseKey;
use wire::{NewReview, Problem, StudyCommand, TakenReview};

/// A question to the node that serves a game or a study.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct NodeQuestion {
    /// The id of the client's request, for the log.
    pub(super) request: String,
    /// Whose it is.
    pub(super) client: ClientId,
    /// Who speaks.
    pub(super) speaker: Speaker,
    /// The node that asks.
    pub(super) from: i64,
    /// What it is about.
    pub(super) topic: LeaseKey,
    /// What is asked.
    pub(super) ask: NodeRequest,
}

/// What is asked of a node.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum NodeRequest {
    /// The whole state, as JSON; and the events after it are told as long as the visit lasts.
    Join {
        /// Its number among those of the node that asks.
        visit: u64,
    },
    /// The visit has ended. This is not answered.
    Leave {
        /// Its number.
        visit: u64,
    },
    /// The game or the study as it is now.
    View,
    /// To carry out a command of a player.
    Play(wire::Request),
    /// The conditional moves of who speaks; with lines, those take their place.
    Conditional(Option<wire::SetConditionalMoves>),
    /// To remember the rematch with this id.
    Rematch(String),
    /// To end the game by decision of who directs its tournament.
    Decide(Option<hall::Outcome>),
    /// To carry out a command of who edits a study.
    Edit {
        /// The id of the request.
        request: String,
        /// What is wanted.
        command: StudyCommand,
    },
    /// The game at a node of a study.
    GameAt(u32),
    /// To begin a review.
    Review(NewReview),
    /// To take a review that was searched elsewhere.
    TakeReview(TakenReview),
    /// To end it.
    CancelReview,
    /// To delete the game or the study.
    Delete,
    /// To read the game again, because what is stored of it has changed.
    PutAway,
    /// To let all who watch join again, because who may see it has changed.
    LookAgain,
}

/// A game as plain data.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct PlainSession {
    variant: String,
    rules: String,
    start: String,
    moves: Vec<String>,
}

impl PlainSession {
    pub(super) fn of(game: &dyn Session) -> Self {
        Self {
            variant: game.variant().id.to_owned(),
            rules: game.rules().to_owned(),
            start: game.start_text(),
            moves: game.moves(),
        }
    }

    /// The game again.
    pub(crate) fn session(&self) -> Result<Box<dyn Session>, Refusal> {
        let damaged = |error: String| Refusal::internal("a game of another node", &error);
        let game = games::new_session(&self.variant, Some(&self.rules), Some(&self.start));
        let mut game = game.map_err(|error| damaged(error.to_string()))?;
        for text in &self.moves {
            game.push(text).map_err(|error| damaged(error.to_string()))?;
        }
        Ok(game)
    }
}

/// The answer of a node.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum NodeAnswer {
    /// It is done.
    Done {
        /// The number of the last event before the answer; 0 where the node that asks is told of none.
        last: u64,
        /// What was asked for, as JSON.
        body: String,
    },
    /// It was refused.
    Refused { status: u16, problem: Problem },
    /// This node does not serve it.
    NotHere,
}

impl NodeQuestion {
    /// A question about this, for the request that this task answers.
    pub(super) fn new(from: i64, topic: LeaseKey, ask: NodeRequest) -> Self {
        let request = request::current().map_or_else(String::new, |asked| asked.id.clone());
        // Whom a moderator has disabled is there like a stranger.
        let is_join = matches!(ask, NodeRequest::Join { .. });
        let speaker = if is_join { request::visitor() } else { request::speaker() };
        let client = request::client();
        Self { request, client, speaker, from, topic, ask }
    }
}

impl From<Result<(u64, String), Refusal>> for NodeAnswer {
    fn from(done: Result<(u64, String), Refusal>) -> Self {
        match done {
            Ok((last, body)) => Self::Done { last, body },
            Err(refusal) => Self::Refused { status: refusal.status(), problem: refusal.problem },
        }
    }
}

/// As it is sent to another node.
pub(super) fn written(said: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(said).expect("strings, numbers and string-keyed maps are always JSON")
}

/// What another node has sent.
pub(super) fn read<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    let read = serde_json::from_slice(bytes);
    read.inspect_err(|error| tracing::warn!("the words of another node: {error}")).ok()
}

/// Reads what another node has answered.
pub(super) fn parsed<T: DeserializeOwned>(body: &str) -> Result<T, Refusal> {
    serde_json::from_str(body).map_err(|error| Refusal::internal("an answer of a node", &error))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

    use super::*;

    #[test]
    fn a_refusal_arrives_as_it_was_said() {
        let refusal = Refusal::conflict("not-now", "later");
        let answer = NodeAnswer::from(Err(refusal.clone()));
        let arrived = read::<NodeAnswer>(&written(&answer)).unwrap();
        assert_eq!(arrived, answer);
        let NodeAnswer::Refused { status, problem } = arrived else { panic!("refused") };
        assert_eq!(Refusal::of_node(status, problem), refusal);
        assert!(read::<NodeQuestion>(b"{}").is_none());
    }
}
