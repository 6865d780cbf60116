//! The archive of played games: what they are searched for by, and their boards, compactly, to find positions again.
//!
//! A [`Track`] has the start of a game and, for every ply, the squares that changed. It is made once, from a
//! game that was replayed, and stored; a search then needs neither the rules nor the moves. From a track come
//! the [`Track::keys`] of its positions, which an index finds, and the first ply at which a [`Pattern`] of
//! squares fits.
//!
//! ```
//! use hall::archive::{Pattern, TrackPiece, Track, SquareCondition};
//! use game::Side;
//!
//! let stone = |file, rank, side| TrackPiece { file, rank, side, kind: "stone" };
//! let mut track = Track::new(15, 15, &[], Side::First)?;
//! track.push(&[], &[stone(7, 7, Side::First)], Side::Second)?;
//! track.push(&[], &[stone(8, 8, Side::Second)], Side::First)?;
//!
//! let read = Track::from_bytes(&track.to_bytes())?;
//! assert_eq!(read.keys().len(), 3);
//!
//! let mut pattern = Pattern::new(15, 15)?;
//! pattern.set(8, 8, SquareCondition::piece(Some(Side::Second), None))?;
//! pattern.set(7, 6, SquareCondition::empty())?;
//! assert_eq!(read.find(&pattern), Some(2));
//! # Ok::<(), hall::archive::TrackError>(())
//! ```

mod bytes;
mod pattern;
mod query;
mod track;

pub use pattern::{Pattern, SquareCondition};
pub use query::{ArchiveOrder, EndedAs, TagCount};
pub use track::{Track, TrackError, TrackPiece};
