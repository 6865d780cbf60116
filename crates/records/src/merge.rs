//! Several games as one tree of moves.

use crate::{Branch, Node, Record};
use std::mem::take;

impl Record {
    /// Adds the moves of another game to this tree: where it deviates, its moves become a variation.
    /// Comments and annotations of both are kept. This game keeps its tags; a result stays only if both
    /// have the same.
    ///
    /// # Errors
    /// When the games are of different variants or begin from different positions, in words.
    ///
    /// ```
    /// use records::{Branch, Node, Record, Tags};
    /// let game = |moves: &[&str]| Record {
    ///     variant: "some",
    ///     tags: Tags::default(),
    ///     start: None,
    ///     line: Branch {
    ///         comments: Vec::new(),
    ///         moves: moves.iter().map(|m| Node::new((*m).to_owned())).collect(),
    ///     },
    ///     result: None,
    /// };
    /// let mut tree = game(&["a", "b", "c"]);
    /// tree.merge(game(&["a", "d"]))?;
    /// assert_eq!(tree.line.moves[1].variations[0].moves[0].mv, "d");
    /// # Ok::<(), String>(())
    /// ```
    pub fn merge(&mut self, other: Self) -> Result<(), String> {
        if self.variant != other.variant {
            return Err(format!(
                "it is a game of {}, and the file holds games of {}",
                other.variant, self.variant
            ));
        }
        if self.start != other.start {
            return Err("it begins from another position than the games before it".to_owned());
        }
        if self.result != other.result {
            self.result = None;
        }
        add_missing(&mut self.line.comments, other.line.comments);
        merge_line(&mut self.line, 0, other.line.moves);
        Ok(())
    }
}

fn add_missing<T: PartialEq>(into: &mut Vec<T>, from: Vec<T>) {
    for item in from {
        if !into.contains(&item) {
            into.push(item);
        }
    }
}

/// Merges moves that begin before the move `at` of a branch. The recursion is as deep as variations
/// are nested.
fn merge_line<M: PartialEq>(branch: &mut Branch<M>, at: usize, moves: Vec<Node<M>>) {
    let mut at = at;
    let mut moves = moves.into_iter();
    while let Some(mut node) = moves.next() {
        let Some(own) = branch.moves.get_mut(at) else {
            branch.moves.push(node);
            branch.moves.extend(moves);
            return;
        };
        let variations = take(&mut node.variations);
        let deviates = own.mv != node.mv;
        if deviates {
            vary(branch, at, std::iter::once(node).chain(moves.by_ref()).collect());
        } else {
            add_missing(&mut own.comments, node.comments);
            add_missing(&mut own.nags, node.nags);
        }
        for variation in variations {
            let mut moves = variation.moves;
            if let Some(first) = moves.first_mut() {
                first.comments.splice(0..0, variation.comments);
                merge_line(branch, at, moves);
            }
        }
        if deviates {
            return;
        }
        at += 1;
    }
}

/// Adds moves as a variation that replaces the move `at`.
fn vary<M: PartialEq>(branch: &mut Branch<M>, at: usize, moves: Vec<Node<M>>) {
    let (Some(node), Some(first)) = (branch.moves.get_mut(at), moves.first()) else { return };
    let begins = |side: &&mut Branch<M>| side.moves.first().is_some_and(|own| own.mv == first.mv);
    match node.variations.iter_mut().find(begins) {
        Some(side) => merge_line(side, 0, moves),
        None => node.variations.push(Branch { comments: Vec::new(), moves }),
    }
}
