use game::{Outcome, Position};

/// A game of a file.
///
/// Equality compares tags in their order, the start position, the whole tree and the result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game<P: Position> {
    /// The tags of the game (`Red`, `Event`, …). `Result` and the start position's
    /// tag are kept in [`Game::result`] and [`Game::start`] instead.
    pub tags: Tags,
    /// Where it began.
    pub start: P,
    /// The moves of the game, with variations at the moves that they replace.
    pub line: Branch<P::Move>,
    /// How it ended; `None` when unfinished or unknown.
    pub result: Option<Outcome>,
}

/// Moves in sequence: the game itself or a variation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch<M> {
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// The moves, each legal after the one before.
    pub moves: Vec<Node<M>>,
}

/// A move with its annotations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node<M> {
    /// The move.
    pub mv: M,
    /// Numeric annotation glyphs: 1 good, 2 poor, 3 brilliant, 4 blunder, …; programs use numbers beyond 255 too.
    pub nags: Vec<u16>,
    /// Comments after the move.
    pub comments: Vec<String>,
    /// Variations that replace it.
    pub variations: Vec<Branch<M>>,
}

impl<P: Position> Game<P> {
    /// A game with its start position only.
    #[must_use]
    pub fn new(start: P) -> Self {
        Self { tags: Tags::default(), start, line: Branch::default(), result: None }
    }

    /// The moves of the game itself, without its variations.
    pub fn moves(&self) -> impl Iterator<Item = P::Move> + '_ {
        self.line.moves.iter().map(|node| node.mv)
    }
}

impl<M> Default for Branch<M> {
    fn default() -> Self {
        Self { comments: Vec::new(), moves: Vec::new() }
    }
}

impl<M> Branch<M> {
    /// Whether it holds neither moves nor comments.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.comments.is_empty() && self.moves.is_empty()
    }

    /// The place of the next comment.
    pub fn comment(&mut self, text: String) {
        if text.is_empty() {
            return;
        }
        match self.moves.last_mut() {
            Some(node) => node.comments.push(text),
            None => self.comments.push(text),
        }
    }
}

impl<M> Node<M> {
    /// A move without annotations.
    #[must_use]
    pub fn new(mv: M) -> Self {
        Self { mv, nags: Vec::new(), comments: Vec::new(), variations: Vec::new() }
    }
}

/// Names and values in the order of the file. Names are compared without regard to case.
///
/// ```
/// let mut tags = records::Tags::default();
/// tags.set("Red", "Yang");
/// assert_eq!(tags.get("red"), Some("Yang"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags(Vec<(String, String)>);

/// The tag under which a game keeps what [`crate::Dialect::read_counters`] found behind its start position. No file
/// can have a tag of this name.
pub(crate) const COUNTERS: &str = "FEN:counters";

impl Tags {
    /// What stood behind the start position.
    pub(crate) fn counters(&self) -> &str {
        self.get(COUNTERS).unwrap_or_default()
    }

    /// Keeps what stood behind the start position.
    pub(crate) fn set_counters(&mut self, counters: &str) {
        if counters.is_empty() {
            self.remove(COUNTERS);
        } else {
            self.set(COUNTERS, counters);
        }
    }

    /// The value under this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(n, _)| n.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// Sets the value of a name, in its place or at the end.
    pub fn set(&mut self, name: &str, value: &str) {
        match self.0.iter_mut().find(|(n, _)| n.eq_ignore_ascii_case(name)) {
            Some((_, old)) => value.clone_into(old),
            None => self.0.push((name.to_owned(), value.to_owned())),
        }
    }

    /// Removes a value.
    pub fn remove(&mut self, name: &str) -> Option<String> {
        let at = self.0.iter().position(|(n, _)| n.eq_ignore_ascii_case(name))?;
        Some(self.0.remove(at).1)
    }

    /// All names and values in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Whether there are no tags.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
