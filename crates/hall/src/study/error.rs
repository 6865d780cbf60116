use engine::MoveError;
use thiserror::Error;

/// Why an edit was refused. The study is unchanged then.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum StudyError {
    /// There is no such node, or it was deleted.
    #[error("there is no node {0}")]
    NoNode(u32),
    /// The root is no move: it cannot be moved or deleted.
    #[error("the root cannot be moved or deleted")]
    Root,
    /// The move is not legal there.
    #[error("move {number}: {error}")]
    Move {
        /// Which move of the edit, from 1.
        number: usize,
        /// Why not.
        error: MoveError,
    },
    /// The node has this move already.
    #[error("node {parent} has the move {text} already")]
    Twice {
        /// The node.
        parent: u32,
        /// The move.
        text: String,
    },
    /// A limit was reached.
    #[error("{what}: at most {most}")]
    TooMuch {
        /// Of what.
        what: &'static str,
        /// The limit.
        most: usize,
    },
    /// A square is not on the board.
    #[error("{0:?} is no square of this board")]
    NoSquare(String),
    /// There is nothing to take back.
    #[error("there is nothing to take back")]
    NothingToUndo,
    /// Nothing was taken back, or something else was changed since.
    #[error("there is nothing to do again")]
    NothingToRedo,
}
