//! Opening protocols of gomoku and renju as state machines: the decisions before the game proper
//! begins, which remove the advantage of the first move.
//!
//! An [`Opening`] knows whose decision is due and what its options are ([`Opening::stage`]). It
//! accepts a [`Choice`] or refuses it with a reason ([`Opening::act`]). At the end it knows the
//! stones on the board and the colours of the players. It knows no clock and no strength; an
//! [`Adviser`] chooses for a program that can evaluate a position.
//!
//! ```
//! use gomoku::opening::{Choice, Kind, Opening, Player, Stage};
//! use game::Side;
//!
//! let mut opening = Opening::new(Kind::Swap2, 15)?;
//! for text in ["h8", "i9", "g7"] {
//!     opening.act(text.parse()?)?;
//! }
//! assert!(matches!(opening.stage(), Stage::Choose { who: Player::Answerer, .. }));
//! opening.act(Choice::Swap)?;
//! assert_eq!(opening.stage(), Stage::Done);
//! assert_eq!(opening.player(Side::First), Player::Answerer);
//! assert_eq!(opening.to_string(), "swap2 15 h8 i9 g7 swap");
//! # Ok::<(), gomoku::opening::OpeningError>(())
//! ```

mod kind;

mod zone;

mod symmetry;

mod choice;

mod state;

mod text;

mod advice;

pub use advice::Adviser;
pub use choice::{Choice, OpeningError};
pub use kind::{Kind, MOST_OFFERS};
pub use state::{Opening, Player, Stage};
pub use symmetry::Symmetry;
pub use zone::Zone;
