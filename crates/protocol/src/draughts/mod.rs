//! What the protocols of draughts share: positions and moves as plain data, and the names of
//! the variants. Nothing here knows a rule.

mod board;
mod moves;
mod variant;

pub use board::{Board, BoardError, Colour, Man};
pub use moves::{Move, MoveTextError};
pub use variant::{HubVariant, VARIANTS, by_hub_name, by_id};
