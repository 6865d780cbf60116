use super::kind::Kind;
use super::zone::Zone;
use crate::{ReadSquareError, Square};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// One decision in an opening. Prints as `h8`, `swap`, `keep`, `put-two`, `offer-ten`,
/// `declare=5`, `offer=k10` and `pick=k10`, and is read from that.
///
/// ```
/// use gomoku::opening::Choice;
///
/// assert_eq!("put-two".parse(), Ok(Choice::PutTwo));
/// assert_eq!("declare=5".parse(), Ok(Choice::Declare(5)));
/// assert_eq!(Choice::Declare(5).to_string(), "declare=5");
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    /// The next stone goes here.
    Put(Square),
    /// The colours are exchanged.
    Swap,
    /// The colours stay.
    Keep,
    /// Two more stones are put, then the other player chooses colours (Swap2).
    PutTwo,
    /// Ten fifth moves will be offered, and colours are not exchanged any more (Taraguchi-10).
    OfferTen,
    /// This number of fifth moves will be offered.
    Declare(u8),
    /// This fifth move is offered.
    Offer(Square),
    /// This fifth move is taken.
    Pick(Square),
}

/// Why an opening cannot begin or a choice cannot be made.
///
/// ```
/// use gomoku::opening::{Kind, Opening, OpeningError};
///
/// let error = Opening::new(Kind::Rif, 8).unwrap_err();
/// assert_eq!(error, OpeningError::Board { kind: Kind::Rif, size: 8, least: 9 });
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OpeningError {
    /// The board does not suit the protocol.
    #[error("{kind} needs a board of {least} to {} points along an edge{}; this has {size}",
        crate::LARGEST,
        if .kind.has_centre() { ", an odd number" } else { "" })]
    Board {
        /// The protocol.
        kind: Kind,
        /// The board's size.
        size: u8,
        /// The smallest suitable size.
        least: u8,
    },
    /// A different decision is due now.
    #[error("{choice} cannot be chosen now: {expected}")]
    OutOfTurn {
        /// The choice.
        choice: Choice,
        /// The decision that is due.
        expected: String,
    },
    /// The point is not on the board.
    #[error("{0} is not on the board")]
    OffBoard(Square),
    /// There is a stone.
    #[error("{0} has a stone already")]
    Taken(Square),
    /// The stone must not be put there.
    #[error("{at} is refused: the stone goes {zone}")]
    Zone {
        /// The point.
        at: Square,
        /// The allowed zone.
        zone: Zone,
    },
    /// The same fifth move has been offered.
    #[error("{0} has been offered already")]
    Offered(Square),
    /// A symmetrical fifth move has been offered: they must differ in every respect (RIF 9.4).
    #[error("{at} is symmetrical to {like}, which has been offered")]
    Symmetrical {
        /// The point.
        at: Square,
        /// The move offered before.
        like: Square,
    },
    /// That fifth move was not offered.
    #[error("{0} has not been offered")]
    NotOffered(Square),
    /// The number of fifth moves is impossible.
    #[error("{number} fifth moves cannot be declared: 1 to {most}")]
    Number {
        /// The declared number.
        number: u8,
        /// The greatest possible number.
        most: u8,
    },
    /// The text is no choice, or no opening.
    #[error("word {place}, {found:?}: expected {expected}")]
    Text {
        /// Which word, from 1.
        place: usize,
        /// The word, cut to 20 characters.
        found: String,
        /// What was expected there.
        expected: &'static str,
    },
    /// A choice in a log cannot be made.
    #[error("word {place}: {why}")]
    Replay {
        /// Which word, from 1.
        place: usize,
        /// The reason.
        why: Box<OpeningError>,
    },
}

const EXPECTED: &str =
    "a point, swap, keep, put-two, offer-ten, declare=N, offer=POINT or pick=POINT";

impl OpeningError {
    pub(super) fn text(place: usize, found: &str, expected: &'static str) -> Self {
        Self::Text { place, found: found.chars().take(20).collect(), expected }
    }
}

impl FromStr for Choice {
    type Err = OpeningError;

    fn from_str(text: &str) -> Result<Self, OpeningError> {
        let error = || OpeningError::text(1, text, EXPECTED);
        let point = |text| Square::read(text).map_err(|_: ReadSquareError| error());
        match text {
            "swap" => return Ok(Self::Swap),
            "keep" => return Ok(Self::Keep),
            "put-two" => return Ok(Self::PutTwo),
            "offer-ten" => return Ok(Self::OfferTen),
            _ => {}
        }
        match text.split_once('=') {
            None => point(text).map(Self::Put),
            Some(("declare", number)) => number.parse().map(Self::Declare).map_err(|_| error()),
            Some(("offer", at)) => point(at).map(Self::Offer),
            Some(("pick", at)) => point(at).map(Self::Pick),
            Some(_) => Err(error()),
        }
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Put(at) => at.fmt(f),
            Self::Swap => f.write_str("swap"),
            Self::Keep => f.write_str("keep"),
            Self::PutTwo => f.write_str("put-two"),
            Self::OfferTen => f.write_str("offer-ten"),
            Self::Declare(number) => write!(f, "declare={number}"),
            Self::Offer(at) => write!(f, "offer={at}"),
            Self::Pick(at) => write!(f, "pick={at}"),
        }
    }
}
