//! Studies: trees of moves with comments, glyphs, shapes and evaluations.
//!
//! A [`Study`] is its [`Setup`] and the log of its [`Edit`]s, which are stored. Every move is played in a
//! session of `engine`, so that a study holds legal moves only; this module names no game. Nodes have numbers
//! that are never used again. Edits can be undone, the last one first. [`from_record`] and
//! [`Study::record`] convert from and to game files, with the commands for arrows, coloured points and
//! evaluations that are usual in comments of PGN files.
//!
//! ```
//! use hall::study::{Edit, Setup, Study};
//!
//! let root = games::new_session("xiangqi", None, None)?;
//! let mut study = Study::new(Setup::of(root.as_ref()), root);
//! let (edit, _) = study.line(0, &["C2=5", "H8+7"])?;
//! let changed = study.apply(&edit.expect("both moves are new"))?;
//! assert_eq!(changed.node, Some(2));
//! assert_eq!(study.node(2).unwrap().text(), Some("h9g7"));
//! study.apply(&Edit::Undo)?;
//! assert!(study.node(1).is_none() && !study.can_undo());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod apply;
mod commands;
mod edit;
mod error;
mod head;
mod record;
mod tree;
mod undo;

pub use edit::{Edit, Evaluation, FollowedMove, NewNode, Setup, Shape, ShapeColor};
pub use engine::Score;
pub use error::StudyError;
pub use head::StudyHead;
pub use record::{StudyExtent, from_record, move_times};
pub use tree::{EditChanges, Node, Study};

/// The limits of one study. An edit beyond one of them is refused.
pub mod limits {
    /// Nodes, deleted ones included: their numbers are not used again.
    pub const NODES: usize = 10_000;
    /// Plies from the root to a node.
    pub const PLIES: usize = 5_000;
    /// Characters of one comment.
    pub const COMMENT: usize = 8_000;
    /// Bytes of all comments.
    pub const TEXT: usize = 1 << 20;
    /// Glyphs of one node.
    pub const GLYPHS: usize = 16;
    /// Shapes of one node.
    pub const SHAPES: usize = 100;
    /// Characters of a title.
    pub const TITLE: usize = 200;
    /// Edits that can be taken back. It may grow with a later version and never become smaller: a log
    /// has an undo only where it was possible.
    pub const UNDO: usize = 500;
    /// How deep variations may be nested in a file.
    pub const NESTED: usize = 200;
}
