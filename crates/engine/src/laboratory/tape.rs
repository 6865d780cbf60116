//! A traced search coded as events of four numbers, for those who look at its tree.
//!
//! Nodes have no number of their own in the events: the n-th [`ENTER`], counted from 0, is node n. The events
//! between the [`ENTER`] and the [`LEAVE`] of a node belong to the innermost open node.

use super::Step;
use game::{Key, NullObserver, Position};
use search::{Entry, Exit, Purpose, Reason};
use std::collections::HashMap;
use std::fmt::Display;

/// An event. The lowest four bits of the first number are its kind.
pub type Event = [i32; 4];

/// An iteration begins: its depth. It closes all open nodes.
pub const ITERATION: i32 = 0;
/// A node begins: purpose (4 bits), ply (8), depth left (8) and plies of quiescence and one more (8) above the kind;
/// the number of its move, or -1; alpha; beta.
pub const ENTER: i32 = 1;
/// Alpha of the open node rises: alpha; the number of the move that was searched last.
pub const RAISE: i32 = 2;
/// A move is left out: its number.
pub const SKIP: i32 = 3;
/// The open node ends: reason (4 bits) above the kind; score; moves tried (16 bits) and all its moves (16); an
/// estimate of the nodes that it saved.
pub const LEAVE: i32 = 4;
/// The open node will end with what the table has: the node that put it there, or -1 if that is unknown.
pub const JOIN: i32 = 5;

/// Depths with a mean size of their own.
const DEPTHS: usize = 65;

/// Codes the steps of one search that began at a position.
#[derive(Debug)]
pub struct StepCoder<P: Position> {
    position: P,
    open: Vec<OpenNode<P>>,
    numbers: HashMap<P::Move, i32>,
    nodes: u32,
    leaves: u64,
    /// The nodes that the table may know, if the search has one.
    stored: Option<HashMap<Key, StoredNode>>,
    /// By depth: the nodes of subtrees that were searched, and the number of these subtrees.
    sizes: [(u64, u64); DEPTHS],
}

/// A node that was left and is in the table.
#[derive(Copy, Clone, Debug)]
struct StoredNode {
    node: i32,
    depth: i32,
}

/// A node that was entered and not yet left.
#[derive(Debug)]
struct OpenNode<P: Position> {
    node: u32,
    ply: u16,
    depth: i32,
    quiescence: Option<u16>,
    purpose: Purpose,
    way: NodeOrigin<P>,
    /// The number of the move whose search was entered last.
    last: i32,
}

/// How the position of a node came from that of the node before.
#[derive(Copy, Clone, Debug)]
enum NodeOrigin<P: Position> {
    Same,
    Moved(P::Move, P::Undo),
    Passed(P::Undo),
    /// The position is not known: the rules know no pass here.
    Lost,
}

/// The events that a step becomes, and the moves that are named in them for the first time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CodedStep {
    /// In the order of the search.
    pub events: Vec<Event>,
    /// In engine notation; the first ever has the number 0.
    pub moves: Vec<String>,
}

/// A number of the search in an event: greater ones are all alike.
fn small(number: u64) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

impl<P: Position<Move: Display>> StepCoder<P> {
    /// A coder for a search of this position; `has_table`: the search has a transposition table.
    #[must_use]
    pub fn new(position: P, has_table: bool) -> Self {
        Self {
            position,
            open: Vec::new(),
            numbers: HashMap::new(),
            nodes: 0,
            leaves: 0,
            stored: has_table.then(HashMap::new),
            sizes: [(0, 0); DEPTHS],
        }
    }

    /// The nodes entered so far.
    #[must_use]
    pub fn nodes(&self) -> u32 {
        self.nodes
    }

    /// The leaves left so far, as [`search::Counters::leaves`] counts them.
    #[must_use]
    pub fn leaves(&self) -> u64 {
        self.leaves
    }

    /// Codes the next step.
    pub fn code(&mut self, step: &Step<P::Move>, coded: &mut CodedStep) {
        match *step {
            Step::Iteration(depth) => {
                while let Some(open) = self.open.pop() {
                    self.go_back(&open.way);
                }
                coded.events.push([ITERATION, depth.0, 0, 0]);
            }
            Step::Enter(entry) => self.enter(entry, coded),
            // The node that follows says the same.
            Step::Try(_) | Step::Probe(_) => {}
            Step::Skip(m) => {
                let number = self.number(m, coded);
                coded.events.push([SKIP, number, 0, 0]);
            }
            Step::Raise(alpha) => {
                let last = self.open.last().map_or(-1, |open| open.last);
                coded.events.push([RAISE, alpha.value(), last, 0]);
            }
            Step::Leave(exit) => self.leave(exit, coded),
        }
    }

    fn number(&mut self, m: P::Move, coded: &mut CodedStep) -> i32 {
        let next = small(self.numbers.len() as u64);
        *self.numbers.entry(m).or_insert_with(|| {
            coded.moves.push(m.to_string());
            next
        })
    }

    fn enter(&mut self, entry: Entry<P::Move>, coded: &mut CodedStep) {
        let number = entry.mv.map_or(-1, |m| self.number(m, coded));
        let way = match self.open.last() {
            None => NodeOrigin::Same,
            Some(OpenNode { way: NodeOrigin::Lost, .. }) => NodeOrigin::Lost,
            Some(above) if above.ply == entry.ply.0 => NodeOrigin::Same,
            Some(_) => match entry.mv {
                Some(m) => NodeOrigin::Moved(m, self.position.make(m, &mut NullObserver)),
                None => self.position.pass().map_or(NodeOrigin::Lost, NodeOrigin::Passed),
            },
        };
        if let Some(above) = self.open.last_mut()
            && above.ply != entry.ply.0
        {
            above.last = number;
        }
        let since = entry.quiescence.map_or(0, |since| since.min(254) + 1);
        let first = ENTER
            | (entry.purpose as i32) << 4
            | i32::from(entry.ply.0.min(255)) << 8
            | entry.depth.0.clamp(0, 255) << 16
            | i32::from(since) << 24;
        coded.events.push([first, number, entry.alpha.value(), entry.beta.value()]);
        self.open.push(OpenNode {
            node: self.nodes,
            ply: entry.ply.0,
            depth: entry.depth.0,
            quiescence: entry.quiescence,
            purpose: entry.purpose,
            way,
            last: -1,
        });
        self.nodes += 1;
    }

    fn leave(&mut self, exit: Exit, coded: &mut CodedStep) {
        let Some(open) = self.open.pop() else { return };
        let size = u64::from(self.nodes - open.node);
        if exit.reason == Reason::Table {
            coded.events.push([JOIN, self.joined(&open), 0, 0]);
        }
        let saved = small(self.saved(&open, exit, size));
        let moves = exit.tried.min(0xFFFF) | exit.width.min(0xFFFF) << 16;
        let first = LEAVE | (exit.reason as i32) << 4;
        coded.events.push([first, exit.score.value(), moves.cast_signed(), saved]);
        self.count(&open, exit, size);
        self.store(&open, exit);
        self.go_back(&open.way);
    }

    fn go_back(&mut self, way: &NodeOrigin<P>) {
        match way {
            NodeOrigin::Same | NodeOrigin::Lost => {}
            NodeOrigin::Moved(m, undo) => self.position.unmake(*m, *undo),
            NodeOrigin::Passed(undo) => self.position.unpass(*undo),
        }
    }

    fn count(&mut self, open: &OpenNode<P>, exit: Exit, size: u64) {
        match open.quiescence {
            Some(0) => {
                let is_test = matches!(open.purpose, Purpose::Razor | Purpose::ProbCut);
                self.leaves += u64::from(!is_test);
            }
            Some(_) => {}
            None if exit.tried == 0 => self.leaves += 1,
            None => {
                if let Some((nodes, trees)) = self.sizes.get_mut(depth(open)) {
                    *nodes += size;
                    *trees += 1;
                }
            }
        }
    }

    /// An estimate of the nodes that the end of a node saved: for moves that were not tried the mean of those
    /// that were, for a node that ended before its moves the mean of the trees of its depth so far.
    fn saved(&self, open: &OpenNode<P>, exit: Exit, size: u64) -> u64 {
        if exit.reason == Reason::CutOff && exit.tried > 0 {
            let left = u64::from(exit.width.saturating_sub(exit.tried));
            return left * (size - 1) / u64::from(exit.tried);
        }
        let is_short = matches!(
            exit.reason,
            Reason::MateDistance
                | Reason::Table
                | Reason::Razoring
                | Reason::ReverseFutility
                | Reason::NullMove
                | Reason::ProbCut
                | Reason::ProbableCut
                | Reason::MultiCut
        );
        if !is_short || open.quiescence.is_some() {
            return 0;
        }
        let (nodes, trees) = self.sizes.get(depth(open)).copied().unwrap_or_default();
        nodes.checked_div(trees).unwrap_or_default().saturating_sub(size)
    }

    /// The node that put the value of this one into the table.
    fn joined(&self, open: &OpenNode<P>) -> i32 {
        let known = self.stored.as_ref().filter(|_| !matches!(open.way, NodeOrigin::Lost));
        let known = known.and_then(|stored| stored.get(&self.position.key()));
        known.filter(|known| known.depth >= open.depth).map_or(-1, |known| known.node)
    }

    fn store(&mut self, open: &OpenNode<P>, exit: Exit) {
        let Some(stored) = &mut self.stored else { return };
        let is_searched = exit.tried > 0 && exit.reason != Reason::Stopped;
        if !is_searched || open.purpose == Purpose::Singular || matches!(open.way, NodeOrigin::Lost)
        {
            return;
        }
        let new = StoredNode { node: small(u64::from(open.node)), depth: open.depth };
        let kept = stored.entry(self.position.key()).or_insert(new);
        if new.depth >= kept.depth {
            *kept = new;
        }
    }
}

fn depth<P: Position>(open: &OpenNode<P>) -> usize {
    usize::try_from(open.depth).unwrap_or(0)
}
