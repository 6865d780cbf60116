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

use super::budget::{EventBudget, EventReservation};
use engine::laboratory::{Batch, ENTER, Event, ITERATION, LEAVE};
use wire::{LabRecording, LabState};

/// Events that are sent at once.
pub(super) const PAGE: usize = 32_768;

/// A recorded search, as far as it is.
#[derive(Debug)]
pub(super) struct Tape {
    events: Vec<Event>,
    /// The moves that events name by number.
    moves: Vec<String>,
    nodes: Vec<NodePath>,
    /// The nodes that are open at the end of the events.
    open: Vec<u32>,
    taken: EventReservation,
    /// Counts the changes.
    pub(super) number: u64,
    pub(super) stands: LabRecording,
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
    pub(super) fn new(budget: &EventBudget) -> Self {
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
            number: 0,
            stands,
        }
    }

    /// How many events and moves it has: a search that begins again tells the same ones first.
    pub(super) fn len(&self) -> (usize, usize) {
        (self.events.len(), self.moves.len())
    }

    /// Takes events over, of which the first `known` are there already. Returns whether there was room.
    pub(super) fn take(&mut self, batch: Batch<'_>, known: (usize, usize)) -> bool {
        let events = batch.events.get(known.0..).unwrap_or_default();
        let moves = batch.moves.get(known.1..).unwrap_or_default();
        if !self.taken.more(events.len()) {
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

    /// A page of events as a binary message, from this event on.
    pub(super) fn page(&self, slot: u32, from: u32, most: usize) -> Vec<u8> {
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

    /// The moves from this number on.
    pub(super) fn moves_from(&self, from: usize) -> &[String] {
        self.moves.get(from..).unwrap_or_default()
    }

    /// The moves to a node, null moves as `None`; nothing where there is no such node.
    pub(super) fn path(&self, node: u32) -> Option<Vec<Option<String>>> {
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
        let mut tape = Tape::new(&EventBudget::default());
        let batch = Batch { events: &events, moves: &moves, nodes: 5, leaves: 1 };
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
