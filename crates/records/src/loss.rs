//! What a game loses when it is written in a format and read again.

use crate::{Branch, Node, Record};
use std::fmt;

/// The parts of a game that a format could not hold, counted.
///
/// ```
/// use records::{Branch, Losses, Node, Record, Tags};
/// let mut moves = vec![Node::new("a".to_owned())];
/// moves[0].comments.push("good".to_owned());
/// let line = Branch { comments: Vec::new(), moves };
/// let game = Record { variant: "some", tags: Tags::default(), start: None, line, result: None };
/// let mut again = game.clone();
/// again.line.moves[0].comments.clear();
/// assert_eq!(Losses::between(&game, &again).to_string(), "1 comment");
/// assert!(Losses::between(&game, &game).is_empty());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Losses {
    moves: usize,
    variations: usize,
    comments: usize,
    annotations: usize,
    tags: Vec<String>,
    start: bool,
    variant: bool,
    result: bool,
}

impl Losses {
    /// What `again` lacks, or has otherwise, of `game`. Unknown values (`?`) are nothing to be lost.
    #[must_use]
    pub fn between(game: &Record, again: &Record) -> Self {
        let mut losses = Self::default();
        losses.branch(&game.line, &again.line);
        for (name, value) in game.tags.iter() {
            // A player who is called by the side has no name.
            let is_unknown = matches!(value.trim(), "" | "?" | "????.??.??") || name == value;
            let same = again.tags.get(name).is_some_and(|other| other == value);
            // The rules are in the variant, too.
            if !is_unknown && !same && !matches!(name, "Result" | "Rules") {
                losses.tags.push(name.to_owned());
            }
        }
        losses.start = game.start != again.start;
        losses.variant = game.variant != again.variant;
        losses.result = game.result != again.result;
        losses
    }

    /// Whether nothing was lost.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// What was lost and how much of it, as codes.
    ///
    /// ```
    /// assert!(records::Losses::default().counted().is_empty());
    /// ```
    #[must_use]
    pub fn counted(&self) -> Vec<(&'static str, usize)> {
        let all = [
            ("moves", self.moves),
            ("variations", self.variations),
            ("comments", self.comments),
            ("annotations", self.annotations),
            ("tags", self.tags.len()),
            ("start", usize::from(self.start)),
            ("variant", usize::from(self.variant)),
            ("result", usize::from(self.result)),
        ];
        all.into_iter().filter(|(_, count)| *count > 0).collect()
    }

    fn branch(&mut self, old: &Branch<String>, new: &Branch<String>) {
        self.comments += missing(&old.comments, &new.comments);
        let same = old.moves.iter().zip(&new.moves).take_while(|(a, b)| a.mv == b.mv).count();
        for (a, b) in old.moves.iter().zip(&new.moves).take(same) {
            self.comments += missing(&a.comments, &b.comments);
            self.annotations += missing(&a.nags, &b.nags);
            for (n, variation) in a.variations.iter().enumerate() {
                match b.variations.get(n) {
                    Some(other) if begins_alike(variation, other) => self.branch(variation, other),
                    _ => match b.variations.iter().find(|other| begins_alike(variation, other)) {
                        Some(other) => self.branch(variation, other),
                        None => self.variation(variation),
                    },
                }
            }
        }
        self.moves += old.moves.len() - same;
        old.moves[same..].iter().for_each(|node| self.node(node));
    }

    fn variation(&mut self, variation: &Branch<String>) {
        self.variations += 1;
        self.comments += variation.comments.len();
        variation.moves.iter().for_each(|node| self.node(node));
    }

    /// A node that is lost with all it has.
    fn node(&mut self, node: &Node<String>) {
        self.comments += node.comments.len();
        self.annotations += node.nags.len();
        node.variations.iter().for_each(|variation| self.variation(variation));
    }
}

fn begins_alike(a: &Branch<String>, b: &Branch<String>) -> bool {
    a.moves.first().map(|node| &node.mv) == b.moves.first().map(|node| &node.mv)
}

fn missing<T: PartialEq>(old: &[T], new: &[T]) -> usize {
    if old == new { 0 } else { old.iter().filter(|item| !new.contains(item)).count().max(1) }
}

/// `2 comments, 1 variation, the result, the tags Event and Round`.
impl fmt::Display for Losses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counted = [
            (self.moves, "move"),
            (self.variations, "variation"),
            (self.comments, "comment"),
            (self.annotations, "annotation"),
        ];
        let mut parts: Vec<String> = counted
            .into_iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, what)| format!("{count} {what}{}", if count == 1 { "" } else { "s" }))
            .collect();
        for (lost, what) in [
            (self.start, "the start position"),
            (self.variant, "the variant"),
            (self.result, "the result"),
        ] {
            if lost {
                parts.push(what.to_owned());
            }
        }
        match &self.tags[..] {
            [] => {}
            [one] => parts.push(format!("the tag {one}")),
            several => parts.push(format!("the tags {}", several.join(", "))),
        }
        f.write_str(&parts.join(", "))
    }
}
