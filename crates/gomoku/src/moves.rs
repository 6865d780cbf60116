//! A move is the point on which a stone is put.

use crate::Square;

/// A move: the point where the stone goes.
pub type Move = Square;
