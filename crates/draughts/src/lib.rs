//! The rules of draughts: international 10×10 and its family.
//!
//! Rules are data: a variant is a type whose [`VariantRules::RULES`] are one constant table, and all code
//! is generic over it. A [`Setup`] is any placement of pieces on a board. A [`Position`] is a setup
//! that passed every check, and knows its legal moves.
//!
//! ```
//! use draughts::{International, Position};
//! use game::Position as _;
//!
//! let mut position = Position::<International>::start();
//! assert_eq!(position.moves().len(), 9);
//! assert_eq!(game::perft(&mut position, 5), 27117);
//! ```

mod bits;
mod rules;
mod variants;

mod family;

pub mod groups;

mod geometry;
mod square;

mod piece;

mod moves;

mod setup;

mod fen;

mod position;

mod generate;

mod route;

mod adjudicate;

pub mod notation;

pub use adjudicate::{
    Reason, RunningLimit, ending_reached, judge, judge_within, king_moves, occurrences,
    running_limits,
};
pub use bits::Bits;
pub use family::{VARIANTS, VariantVisitor, with_variant};
pub use fen::FenError;
pub use generate::Captures;
pub use geometry::Direction;
pub use moves::Move;
pub use piece::{Kind, Piece};
pub use position::{Position, Run};
pub use route::Attempt;
pub use rules::{
    Board, DrawReason, Ending, EndingLimit, Limits, Obligation, Passing, Reach, Rules, VariantRules,
};
pub use setup::{Counters, Fault, FaultReason, InvalidSetup, Setup};
pub use square::Square;
pub use variants::{
    Brazilian, Breakthrough, Canadian, Czech, English, Frisian, International, Italian, Killer,
    Losing, Pool, Russian, Spanish, Turkish,
};
