//! DXP, the DamExchange protocol: two programs play international draughts over a connection.
//!
//! There is no engine and no manager here, only two sides of a game: the *initiator* requests it,
//! the *follower* answers. Either side may have opened the connection. [`Message`] is a message of
//! the protocol, [`Frames`] splits a stream of bytes into messages, and a [`DxpConversation`] tracks which
//! messages are allowed.
//!
//! ```
//! use protocol::draughts::Colour;
//! use protocol::dxp::{DxpEvent, GameReq, DxpConversation};
//! let (mut ours, mut theirs) = (DxpConversation::new("ours"), DxpConversation::new("theirs"));
//! let request = GameReq::new("ours", Colour::Black, 5, 75, None);
//! let message = ours.ask(request.clone()).unwrap().to_bytes();
//! assert_eq!(&message[..4], b"R01o");
//! let told = theirs.receive(&message[..message.len() - 1]);
//! assert_eq!(told.event, DxpEvent::Asked(request));
//! let answer = theirs.accept().unwrap().to_bytes();
//! let told = ours.receive(&answer[..answer.len() - 1]);
//! assert_eq!(told.event, DxpEvent::Started { opponent: "theirs".into() });
//! assert!(ours.is_my_turn() && !theirs.is_my_turn());
//! ```

mod error;
mod fields;
mod frames;
mod message;
mod talk;

pub use error::MessageError;
pub use frames::Frames;
pub use message::{Acceptance, GameReq, LONGEST, Message, Reason};
pub use talk::{DxpConversation, DxpEvent, DxpOutOfTurn, DxpStep};

/// The port on which programs listen by default.
pub const PORT: u16 = 27531;
