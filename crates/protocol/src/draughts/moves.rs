use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A move in Hub and DXP: from, to, and the captured squares, ascending.
///
/// Protocols list the captured squares in any order. After reading they are sorted, as in our own
/// notation.
///
/// ```
/// use protocol::draughts::Move;
/// let m: Move = "14x23x19x10".parse().unwrap();
/// assert_eq!((m.from, m.to, m.captured.as_slice()), (14, 23, &[10, 19][..]));
/// assert_eq!(m.to_string(), "14x23x10x19");
/// assert!("14x".parse::<Move>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Where the piece comes from.
    pub from: u8,
    /// Where it ends.
    pub to: u8,
    /// What it captures, ascending; empty for a quiet move.
    pub captured: Vec<u8>,
}

/// Why a text is no move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is not a move: expected 32-28, or from, to and captured squares as in 28x19x23")]
pub struct MoveTextError(String);

impl Move {
    /// A move; the captured squares may come in any order.
    #[must_use]
    pub fn new(from: u8, to: u8, mut captured: Vec<u8>) -> Self {
        captured.sort_unstable();
        Self { from, to, captured }
    }

    /// Text of a move with its captured squares ascending. Text that is no move is returned
    /// unchanged: the code that checks the move reports the error.
    ///
    /// ```
    /// use protocol::draughts::Move;
    /// assert_eq!(Move::sorted("28x19x23"), "28x19x23");
    /// assert_eq!(Move::sorted("28x28x22x12"), "28x28x12x22");
    /// assert_eq!(Move::sorted("resign"), "resign");
    /// ```
    #[must_use]
    pub fn sorted(text: &str) -> String {
        text.parse::<Self>().map_or_else(|_| text.to_owned(), |m| m.to_string())
    }
}

impl FromStr for Move {
    type Err = MoveTextError;

    fn from_str(text: &str) -> Result<Self, MoveTextError> {
        let read = || {
            if let Some((from, to)) = text.split_once('-') {
                return Some(Self::new(square(from)?, square(to)?, Vec::new()));
            }
            let mut squares = text.split('x').map(square);
            let (from, to) = (squares.next()??, squares.next()??);
            let captured: Vec<u8> = squares.collect::<Option<_>>()?;
            // `28x19` without its captured squares is short notation, which is not Hub's.
            (!captured.is_empty()).then(|| Self::new(from, to, captured))
        };
        read().ok_or_else(|| MoveTextError(text.chars().take(60).collect()))
    }
}

/// A square's number, at most of two digits.
fn square(text: &str) -> Option<u8> {
    let digits = (1..=2).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    let number: u8 = digits.then(|| text.parse().ok())??;
    (number > 0).then_some(number)
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = if self.captured.is_empty() { '-' } else { 'x' };
        write!(f, "{}{mark}{}", self.from, self.to)?;
        self.captured.iter().try_for_each(|square| write!(f, "x{square}"))
    }
}
