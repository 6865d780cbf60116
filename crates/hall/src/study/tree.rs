use crate::study::undo::Inverse;
use crate::study::{Edit, Evaluation, FollowedMove, Setup, Shape, StudyError};
use engine::{RecordedMove, Session, Verdict};
use game::Side;
use std::collections::{BTreeMap, BTreeSet};

/// A node: a move, and what was written about the position after it.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The node before; `None`: the root.
    pub parent: Option<u32>,
    /// The nodes after, the main move first.
    pub children: Vec<u32>,
    /// Plies from the root.
    pub ply: u32,
    /// Who moved; at the root, who moved before.
    pub side: Side,
    /// The move that leads here; `None`: the root.
    pub played: Option<RecordedMove>,
    /// A comment that stood before the move.
    pub before: String,
    /// The comment.
    pub comment: String,
    /// Glyphs by their NAG numbers.
    pub glyphs: Vec<u16>,
    /// Shapes.
    pub shapes: Vec<Shape>,
    /// The evaluation.
    pub evaluation: Option<Evaluation>,
    /// Commands of a file that are not understood.
    pub extra: String,
    /// The time that was used for the move.
    pub time_ms: u64,
    /// Whether the nodes after are folded away.
    pub collapsed: bool,
    /// How the game ends here by the rules.
    pub end: Option<Verdict>,
}

impl Node {
    /// A node about which nothing was written; its place and its move are for the caller to say.
    pub(super) const fn bare(ply: u32, side: Side, end: Option<Verdict>) -> Self {
        Self {
            parent: None,
            children: Vec::new(),
            ply,
            side,
            played: None,
            before: String::new(),
            comment: String::new(),
            glyphs: Vec::new(),
            shapes: Vec::new(),
            evaluation: None,
            extra: String::new(),
            time_ms: 0,
            collapsed: false,
            end,
        }
    }

    /// The move in engine notation.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        self.played.as_ref().map(|recorded| recorded.played.text.as_str())
    }

    /// The bytes of its comments, which are limited.
    pub(crate) fn bytes(&self) -> usize {
        self.before.len() + self.comment.len() + self.extra.len()
    }
}

/// What an edit changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EditChanges {
    /// Nodes that are new or have changed.
    pub nodes: BTreeSet<u32>,
    /// Nodes that are gone.
    pub gone: BTreeSet<u32>,
    /// Whether the title has changed.
    pub title: bool,
    /// The node it led to: the last that was added.
    pub node: Option<u32>,
}

impl EditChanges {
    pub(crate) fn of(nodes: impl IntoIterator<Item = u32>) -> Self {
        Self { nodes: nodes.into_iter().collect(), ..Self::default() }
    }
}

/// A tree of moves with what was written about them.
#[derive(Debug)]
pub struct Study {
    pub(crate) setup: Setup,
    pub(crate) title: String,
    /// By number; `None`: deleted.
    pub(crate) nodes: Vec<Option<Node>>,
    pub(crate) inverses: Vec<Inverse>,
    /// What does again what was taken back, the last one last.
    pub(crate) undone: Vec<Inverse>,
    /// Edits applied so far.
    pub(crate) applied: u32,
    /// Bytes of all comments.
    pub(crate) text: usize,
    /// The names of the squares.
    pub(crate) squares: BTreeSet<String>,
    /// A game that stands at the node of this number.
    pub(crate) at: u32,
    pub(crate) session: Box<dyn Session>,
}

impl Study {
    /// A study without moves. `root` stands at its start position.
    #[must_use]
    pub fn new(setup: Setup, root: Box<dyn Session>) -> Self {
        let node = Node::bare(0, root.side_to_move().other(), root.verdict());
        Self {
            title: setup.title.clone(),
            setup,
            nodes: vec![Some(node)],
            inverses: Vec::new(),
            undone: Vec::new(),
            applied: 0,
            text: 0,
            squares: root.board().names.into_iter().filter(|name| !name.is_empty()).collect(),
            at: 0,
            session: root,
        }
    }

    /// What it began with.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// What it is called.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Whether the last edit can be taken back.
    #[must_use]
    pub fn can_undo(&self) -> bool {
        !self.inverses.is_empty()
    }

    /// Whether something that was taken back can be done again.
    #[must_use]
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// The node with this number, if it is not deleted.
    #[must_use]
    pub fn node(&self, id: u32) -> Option<&Node> {
        self.nodes.get(id as usize)?.as_ref()
    }

    /// All nodes that are not deleted, by number; the root comes first.
    pub fn nodes(&self) -> impl Iterator<Item = (u32, &Node)> {
        (0..).zip(&self.nodes).filter_map(|(id, node)| Some((id, node.as_ref()?)))
    }

    /// How many moves all lines have.
    #[must_use]
    pub fn moves(&self) -> u32 {
        u32::try_from(self.nodes().count().saturating_sub(1)).unwrap_or(u32::MAX)
    }

    /// The nodes of the main line, without the root.
    #[must_use]
    pub fn main_line(&self) -> Vec<u32> {
        let next = |id: &u32| self.node(*id)?.children.first().copied();
        std::iter::successors(next(&0), next).collect()
    }

    /// The child of a node with this move in engine notation.
    #[must_use]
    pub fn child(&self, id: u32, text: &str) -> Option<u32> {
        let children = self.node(id)?.children.iter().copied();
        children.into_iter().find(|child| self.node(*child).and_then(Node::text) == Some(text))
    }

    /// The game at a node, with the moves that lead there. It can be played on independently.
    ///
    /// # Errors
    /// When there is no such node.
    pub fn game_at(&mut self, id: u32) -> Result<Box<dyn Session>, StudyError> {
        self.go(id)?;
        Ok(self.session.fork())
    }

    /// Moves in any notation from a node on: the edit that adds those that are not there yet, if any, and
    /// the last node of those that are there.
    ///
    /// # Errors
    /// When there is no such node or a move is not legal.
    pub fn line<T: AsRef<str>>(
        &mut self,
        id: u32,
        moves: &[T],
    ) -> Result<(Option<Edit>, u32), StudyError> {
        let mut game = self.game_at(id)?;
        let (mut last, mut nodes) = (id, Vec::new());
        let mut next = self.nodes.len();
        for (text, number) in moves.iter().zip(1..) {
            let illegal = |error| StudyError::Move { number, error };
            let text = game.read_move(text.as_ref()).map_err(illegal)?;
            game.push(&text).map_err(illegal)?;
            let known = if nodes.is_empty() { self.child(last, &text) } else { None };
            if let Some(child) = known {
                last = child;
                continue;
            }
            let parent = if nodes.is_empty() { last } else { number_of(next - 1) };
            nodes.push(crate::study::NewNode { parent, text, ..crate::study::NewNode::default() });
            next += 1;
        }
        Ok(((!nodes.is_empty()).then_some(Edit::Add { nodes }), last))
    }

    /// The edit that makes these moves, from the start position on, the main line; `None` when they
    /// are. What was the main line before stays as a variation.
    #[must_use]
    pub fn following(&self, moves: &[FollowedMove]) -> Option<Edit> {
        let mut node = 0;
        for (i, played) in moves.iter().enumerate() {
            let first = self.node(node).and_then(|node| node.children.first().copied());
            match first.filter(|first| self.child(node, &played.text) == Some(*first)) {
                Some(first) => node = first,
                None => return Some(Edit::Follow { node, moves: moves[i..].to_vec() }),
            }
        }
        None
    }

    /// The numbers of a node and all nodes after it, parents first.
    pub(crate) fn below(&self, id: u32) -> Vec<u32> {
        let mut found = vec![id];
        let mut i = 0;
        while let Some(at) = found.get(i).copied() {
            found.extend(self.node(at).into_iter().flat_map(|node| &node.children));
            i += 1;
        }
        found
    }

    pub(crate) fn known(&self, id: u32) -> Result<&Node, StudyError> {
        self.node(id).ok_or(StudyError::NoNode(id))
    }

    pub(crate) fn known_mut(&mut self, id: u32) -> Result<&mut Node, StudyError> {
        let node = self.nodes.get_mut(id as usize).and_then(Option::as_mut);
        node.ok_or(StudyError::NoNode(id))
    }

    /// Brings the game to a node: back to where the lines part, and on from there.
    pub(crate) fn go(&mut self, id: u32) -> Result<(), StudyError> {
        self.known(id)?;
        let mut ahead = Vec::new();
        let (mut from, mut to) = (self.at, id);
        let ply = |study: &Self, id: u32| study.node(id).map_or(0, |node| node.ply);
        while from != to {
            if ply(self, from) >= ply(self, to) {
                self.session.pop();
                from = self.node(from).and_then(|node| node.parent).unwrap_or(0);
            } else {
                ahead.push(to);
                to = self.node(to).and_then(|node| node.parent).unwrap_or(0);
            }
        }
        self.at = to;
        for id in ahead.into_iter().rev() {
            let text = self.node(id).and_then(Node::text).unwrap_or_default().to_owned();
            self.session.push(&text).map_err(|error| StudyError::Move { number: 1, error })?;
            self.at = id;
        }
        Ok(())
    }

    /// The tags by their names.
    #[must_use]
    pub fn tags(&self) -> BTreeMap<String, String> {
        self.setup.tags.iter().cloned().collect()
    }
}

pub(crate) fn number_of(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}
