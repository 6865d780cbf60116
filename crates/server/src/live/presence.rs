//! Who is connected to a live game.

use crate::events::EventStream;
use hall::{PersonId, Seat, Side, Speaker};
use std::collections::HashMap;
use tokio::sync::mpsc;

/// What a client has after it has joined a game.
#[derive(Debug)]
pub(crate) struct JoinedGame {
    /// The game and its events.
    pub(crate) stream: EventStream,
    /// Whether the events tell more than the client may know now: the game is held back from it.
    pub(crate) is_held_back: bool,
    /// Counts the client among those who are there; `None` where another node does.
    #[cfg_attr(
        not(feature = "cluster"),
        expect(dead_code, reason = "its end is told when it is dropped")
    )]
    pub(crate) presence: Option<Visit>,
}

/// One connection; its end is told to the game's task.
#[derive(Debug)]
pub(crate) struct Visit {
    who: Option<PersonId>,
    left: mpsc::UnboundedSender<Option<PersonId>>,
}

impl Drop for Visit {
    fn drop(&mut self) {
        // The task may have ended.
        let _ = self.left.send(self.who.take());
    }
}

/// All connections of a game, by person; those of strangers under `None`.
#[derive(Debug)]
pub(super) struct Visitors {
    present: HashMap<Option<PersonId>, u32>,
    left: mpsc::UnboundedSender<Option<PersonId>>,
}

impl Visitors {
    /// None yet, and where it is told that one has left.
    pub(super) fn new() -> (Self, mpsc::UnboundedReceiver<Option<PersonId>>) {
        let (left, leaving) = mpsc::unbounded_channel();
        (Self { present: HashMap::new(), left }, leaving)
    }

    /// Somebody has come.
    pub(super) fn came(&mut self, speaker: &Speaker) -> Visit {
        let who = speaker.person().map(|person| person.id.clone());
        *self.present.entry(who.clone()).or_default() += 1;
        Visit { who, left: self.left.clone() }
    }

    /// A connection has ended. Returns whether the person has no other one.
    pub(super) fn left(&mut self, who: &Option<PersonId>) -> bool {
        if let Some(count) = self.present.get_mut(who) {
            *count = count.saturating_sub(1);
        }
        self.present.retain(|_, count| *count > 0);
        !self.present.contains_key(who)
    }

    /// Whether a person is there.
    pub(super) fn has(&self, person: &PersonId) -> bool {
        self.present.contains_key(&Some(person.clone()))
    }

    /// Whether the person of each seat is there, and how many others are.
    pub(super) fn of(&self, players: &[hall::Player; 2]) -> ([bool; 2], u32) {
        let sitter = |side: Side| match players[side.index()].seat() {
            Some(Seat::Taken { person }) => Some(person.clone()),
            _ => None,
        };
        let sitters = Side::ALL.map(sitter);
        let present =
            [0, 1].map(|side| sitters[side].is_some() && self.present.contains_key(&sitters[side]));
        let is_spectator = |who: &Option<PersonId>| who.is_none() || !sitters.contains(who);
        let spectators = self.present.iter().filter(|(who, _)| is_spectator(who));
        // Each connection of a stranger counts, and each person once.
        let count = spectators.map(|(who, count)| if who.is_some() { 1 } else { *count }).sum();
        (present, count)
    }
}
