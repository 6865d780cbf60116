//! The events of a recorded search, and the way to each of its nodes.
//!
//! A page of events for the browser is a binary message: `LAB1`, the slot, the number of the first event and the number of
//! events as 32-bit little-endian numbers, then four signed 32-bit little-endian numbers *a b c d* for each event.
//! `a & 15` is the kind. Nodes are numbered by their `enter` events from 0; events belong to the innermost open node.
//! Scores are from the side to move at the node; ±32400 is an open window, from ±31600 on a score is a proven end in
//! 32000 − |score| plies from the root.
//!
//! | kind | | a | b | c | d |
//! |---|---|---|---|---|---|
//! | 0 | iteration | | depth | | |
//! | 1 | enter | bits 4–7 purpose, 8–15 ply, 16–23 depth left, 24–31 plies of quiescence + 1 (0: above it) | number of the move, −1: none | alpha | beta |
//! | 2 | raise | | alpha | number of the last move | |
//! | 3 | skip | | number of the move | | |
//! | 4 | leave | bits 4–7 reason | score | moves tried, and from bit 16 all its moves | nodes saved |
//! | 5 | join | | node whose result the table has, −1: unknown | | |
//!
//! Purposes and reasons are those of `search::Purpose` and `search::Reason`, in their order. A node with the ply of its
//! parent is the same position once more; one with move −1 below its parent came by a null move. `moves` events bring
//! the texts of moves before the page that needs them.
//!
//! *Nodes saved* is an estimate. After a cut-off: the moves that were not tried, times the mean size of the subtrees of
//! those that were. For a node that ended before its moves: the mean size of the subtrees of the same depth so far, less
//! its own.

use crate::budget::{EventBudget, EventReservation};
use crate::{LabSearchPosition, RecordedEnd};
use engine::laboratory::{Batch, ENTER, Event, ITERATION, LEAVE};
use hall_messages::Refused;
use wire::{LabEvent, LabRecording, LabState};

/// Events that are sent at once.
const PAGE: usize = 32_768;
/// Nodes that are named at once.
const NAMES: usize = 256;

/// A recorded search, as far as it is.
#[derive(Debug)]
pub struct Tape {
    events: Vec<Event>,
    /// The moves that events name by number.
    moves: Vec<String>,
    nodes: Vec<NodePath>,
    /// The nodes that are open at the end of the events.
    open: Vec<u32>,
    taken: EventReservation,
    /// Whether there was no room for more events.
    is_out_of_room: bool,
    /// Moves that were sent.
    moves_sent: usize,
    number: u64,
    stands: LabRecording,
}

/// The way to a node.
#[derive(Copy, Clone, Debug)]
struct NodePath {
    /// The node before it, or its own number at a root.
    before: u32,
    /// The number of its move, or -1.
    mv: i32,
    ply: u8,
}

impl Tape {
    /// A recording that waits for its search.
    #[must_use]
    pub fn new(budget: &EventBudget) -> Self {
        let stands = LabRecording {
            state: LabState::Waiting,
            events: 0,
            nodes: 0,
            leaves: 0,
            time_ms: 0,
            score: None,
            best: Vec::new(),
            counters: Default::default(),
            message: None,
        };
        Self {
            events: Vec::new(),
            moves: Vec::new(),
            nodes: Vec::new(),
            open: Vec::new(),
            taken: budget.open(),
            is_out_of_room: false,
            moves_sent: 0,
            number: 0,
            stands,
        }
    }

    /// How many events and moves it has: a search that begins again tells the same ones first.
    #[must_use]
    pub fn len(&self) -> (usize, usize) {
        (self.events.len(), self.moves.len())
    }

    /// Counts the changes.
    #[must_use]
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// Whether nothing more will come.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        !matches!(self.stands.state, LabState::Waiting | LabState::Searching)
    }

    /// How it stands.
    #[must_use]
    pub fn event(&self, slot: u32) -> LabEvent {
        LabEvent::Recording { slot, recording: Box::new(self.stands.clone()) }
    }

    /// Takes events over, of which the first `known` are there already. Returns whether there was room.
    pub fn take(&mut self, batch: Batch<'_>, known: (usize, usize)) -> bool {
        self.number += 1;
        if self.stands.state == LabState::Waiting {
            self.stands.state = LabState::Searching;
        }
        self.stands.time_ms = u64::try_from(batch.time.as_millis()).unwrap_or(u64::MAX);
        let events = batch.events.get(known.0..).unwrap_or_default();
        let moves = batch.moves.get(known.1..).unwrap_or_default();
        if !self.taken.more(events.len()) {
            self.is_out_of_room = true;
            return false;
        }
        self.moves.extend_from_slice(moves);
        for event in events {
            self.follow(*event);
        }
        self.events.extend_from_slice(events);
        self.stands.events = u32::try_from(self.events.len()).unwrap_or(u32::MAX);
        self.stands.nodes = self.stands.nodes.max(batch.nodes);
        self.stands.leaves = self.stands.leaves.max(batch.leaves);
        true
    }

    fn follow(&mut self, [first, mv, ..]: Event) {
        match first & 15 {
            ITERATION => self.open.clear(),
            LEAVE => {
                self.open.pop();
            }
            ENTER => {
                let node = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX);
                let before = self.open.last().copied().unwrap_or(node);
                // Eight bits of the event.
                let ply = (first >> 8 & 255) as u8;
                self.nodes.push(NodePath { before, mv, ply });
                self.open.push(node);
            }
            _ => {}
        }
    }

    /// Its search has ended, by itself or not; it might have had so many nodes.
    pub fn end(&mut self, ended: Option<RecordedEnd>, nodes: u32) {
        self.number += 1;
        let is_full = self.stands.nodes >= nodes;
        if let Some(ended) = ended {
            self.stands.state = LabState::Done;
            self.stands.score = Some(ended.score);
            self.stands.best = ended.best;
            self.stands.counters = ended.counters;
            self.stands.leaves = ended.leaves;
        } else if is_full || self.is_out_of_room {
            self.stands.state = LabState::Limit;
            self.stands.message = Some(if is_full {
                format!("the search has more than {nodes} nodes")
            } else {
                "the hall has no memory left for more events".to_owned()
            });
        } else if self.stands.state == LabState::Searching {
            // Interrupted for a more urgent search: it will begin again, or it was stopped.
            self.stands.state = LabState::Waiting;
        }
    }

    /// Its search was stopped; what is recorded stays.
    pub fn stop(&mut self) {
        if !self.is_over() {
            self.stands.state = LabState::Stopped;
            self.number += 1;
        }
    }

    /// Its search failed.
    pub fn fail(&mut self) {
        self.stands.state = LabState::Failed;
        self.stands.message = Some("the search failed".to_owned());
        self.number += 1;
    }

    /// A page of events, and the moves in it that were not sent before.
    pub fn events(
        &mut self,
        slot: u32,
        from: u32,
        most: Option<u32>,
    ) -> (Option<LabEvent>, Vec<u8>) {
        let new = self.moves.get(self.moves_sent..).unwrap_or_default();
        let first = u32::try_from(self.moves_sent).unwrap_or(u32::MAX);
        let moves =
            (!new.is_empty()).then(|| LabEvent::Moves { slot, from: first, moves: new.to_vec() });
        self.moves_sent = self.moves.len();
        (moves, self.page(slot, from, most.map_or(PAGE, |most| most as usize)))
    }

    /// The moves into nodes in every notation; the search began at this place.
    ///
    /// # Errors
    /// When a node does not exist, or there are too many.
    pub fn names(
        &self,
        place: &LabSearchPosition,
        slot: u32,
        nodes: &[u32],
    ) -> Result<LabEvent, Refused> {
        if nodes.len() > NAMES {
            let message = format!("nodes: at most {NAMES} at once");
            return Err(Refused::impossible("bad-node", message));
        }
        let named = nodes.iter().map(|&node| Ok(place.name(node, &self.known(node)?)));
        Ok(LabEvent::Names { slot, names: named.collect::<Result<_, Refused>>()? })
    }

    /// A node with its position; the search began at this place.
    ///
    /// # Errors
    /// When it does not exist.
    pub fn node(
        &self,
        place: &LabSearchPosition,
        slot: u32,
        node: u32,
    ) -> Result<LabEvent, Refused> {
        let node = Box::new(place.node(node, &self.known(node)?));
        Ok(LabEvent::Node { slot, node })
    }

    /// The way to a node that there must be.
    fn known(&self, node: u32) -> Result<Vec<Option<String>>, Refused> {
        let nothing = || Refused::impossible("bad-node", format!("there is no node {node}"));
        self.path(node).ok_or_else(nothing)
    }

    /// A page of events as a binary message, from this event on.
    fn page(&self, slot: u32, from: u32, most: usize) -> Vec<u8> {
        let start = (from as usize).min(self.events.len());
        let end = self.events.len().min(start + most.min(PAGE));
        let events = &self.events[start..end];
        let mut bytes = Vec::with_capacity(16 + 16 * events.len());
        bytes.extend(b"LAB1");
        let first = u32::try_from(start).unwrap_or(u32::MAX);
        let count = u32::try_from(events.len()).unwrap_or(u32::MAX);
        for number in [slot, first, count] {
            bytes.extend(number.to_le_bytes());
        }
        for number in events.iter().flatten() {
            bytes.extend(number.to_le_bytes());
        }
        bytes
    }

    /// The moves to a node, null moves as `None`; nothing where there is no such node.
    fn path(&self, node: u32) -> Option<Vec<Option<String>>> {
        let mut at = self.nodes.get(node as usize)?;
        let mut path = Vec::new();
        loop {
            let before = self.nodes.get(at.before as usize)?;
            if at.ply == 0 {
                path.reverse();
                return Some(path);
            }
            if before.ply != at.ply {
                let number = usize::try_from(at.mv).ok();
                path.push(number.and_then(|number| self.moves.get(number).cloned()));
            }
            if std::ptr::eq(before, at) {
                return None;
            }
            at = before;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn enter(ply: i32, mv: i32) -> Event {
        [ENTER | ply << 8, mv, 0, 0]
    }

    #[test]
    fn a_node_is_found_by_its_moves() {
        let events = [
            [ITERATION, 1, 0, 0],
            enter(0, -1),
            enter(1, 0),
            // The same position once more, then a null move.
            enter(1, 0),
            [LEAVE, 0, 0, 0],
            enter(2, -1),
            enter(3, 1),
        ];
        let moves = ["a".to_owned(), "b".to_owned()];
        let mut tape = Tape::new(&EventBudget::new(1000));
        let time = std::time::Duration::ZERO;
        let batch = Batch { events: &events, moves: &moves, nodes: 5, leaves: 1, time };
        assert!(tape.take(batch, (0, 0)));
        let (a, b) = (Some("a".to_owned()), Some("b".to_owned()));
        assert_eq!(tape.path(0), Some(vec![]));
        assert_eq!(tape.path(1), Some(vec![a.clone()]));
        assert_eq!(tape.path(2), Some(vec![a.clone()]));
        assert_eq!(tape.path(4), Some(vec![a, None, b]));
        assert_eq!(tape.path(5), None);
        let page = tape.page(1, 5, 100);
        assert_eq!(
            (page.len(), &page[..4], page[4], page[8], page[12]),
            (48, &b"LAB1"[..], 1, 5, 2)
        );
    }
}
