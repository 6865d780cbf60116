//! Moves as text: engine notation and PDN.
//!
//! An engine writes a capture as from, to and the captured squares ascending (`28x19x23`). A move
//! prints in this form. PDN writes from and to (`28x19`), and where that is ambiguous all squares
//! of the path (`47x38x24x13x36`). Either form is read if it matches exactly one move.

use crate::{Move, Position, Square, VariantRules};
use game::{Notation, Position as _};

/// Engine notation: `32-28`, `28x19x23`.
///
/// ```
/// use draughts::notation::Engine;
/// use draughts::{International, Position};
/// use game::Notation;
///
/// let start = Position::<International>::start();
/// let m = Engine.parse(&start, "32-28")?;
/// assert_eq!(Engine.print(&start, m), "32-28");
/// # Ok::<(), draughts::notation::ReadMoveError>(())
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Engine;

/// PDN: `32-28`, `28x19`, `47x38x24x13x36`; `c3-d4`, `c3:e5` where squares are written with
/// letters.
///
/// ```
/// use draughts::notation::Pdn;
/// use draughts::{Position, Russian};
/// use game::Notation;
///
/// let start = Position::<Russian>::start();
/// let m = Pdn { letters: true }.parse(&start, "c3-d4")?;
/// assert_eq!(Pdn { letters: true }.print(&start, m), "c3-d4");
/// assert_eq!(Pdn { letters: false }.print(&start, m), "22-18");
/// # Ok::<(), draughts::notation::ReadMoveError>(())
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Pdn {
    /// Whether squares are written as file and rank (Russian, Brazilian, Czech, Turkish).
    pub letters: bool,
}

/// Why a text is not a move here.
///
/// ```
/// use draughts::notation::{Engine, ReadMoveError};
/// use draughts::{International, Position};
/// use game::Notation;
///
/// let start = Position::<International>::start();
/// let error = Engine.parse(&start, "32").unwrap_err();
/// assert!(matches!(error, ReadMoveError::Syntax { .. }));
/// let error = Engine.parse(&start, "32-23").unwrap_err();
/// assert_eq!(error.to_string(), "32-23 is not among the legal moves");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadMoveError {
    /// The text does not consist of squares with `-`, `x` or `:` between them.
    #[error("{text:?}, character {column}: expected {expected}")]
    Syntax {
        /// The text.
        text: String,
        /// The place of the error, from 1.
        column: usize,
        /// What was expected there.
        expected: &'static str,
    },
    /// No legal move matches the text.
    #[error("{text} is not among the legal moves{}", hint(.instead))]
    Illegal {
        /// The text.
        text: String,
        /// The legal moves, if captures are forced, in engine notation.
        instead: Vec<String>,
    },
    /// More than one legal move matches the text.
    #[error("{text} could be {}", .candidates.join(" or "))]
    Ambiguous {
        /// The text.
        text: String,
        /// The matching moves, in engine notation.
        candidates: Vec<String>,
    },
}

fn hint(instead: &[String]) -> String {
    if instead.is_empty() {
        String::new()
    } else {
        format!("; a capture must be played: {}", instead.join(", "))
    }
}

impl<V: VariantRules> Notation<Position<V>> for Engine {
    type Error = ReadMoveError;

    fn print(&self, _: &Position<V>, m: Move<V>) -> String {
        m.to_string()
    }

    fn parse(&self, position: &Position<V>, text: &str) -> Result<Move<V>, ReadMoveError> {
        read(position, text, [written_by_engine, written_by_path])
    }
}

impl<V: VariantRules> Notation<Position<V>> for Pdn {
    type Error = ReadMoveError;

    fn print(&self, position: &Position<V>, m: Move<V>) -> String {
        let name = |square: Square<V>| {
            if self.letters { square.letters() } else { square.to_string() }
        };
        let mark = if !m.is_capture() {
            "-"
        } else if self.letters {
            ":"
        } else {
            "x"
        };
        let twins =
            position.moves().iter().filter(|l| (l.from(), l.to()) == (m.from(), m.to())).count();
        let mut squares = vec![name(m.from())];
        match position.routes(m).into_iter().next() {
            Some(route) if twins > 1 => squares.extend(route.into_iter().map(name)),
            _ => squares.push(name(m.to())),
        }
        squares.join(mark)
    }

    fn parse(&self, position: &Position<V>, text: &str) -> Result<Move<V>, ReadMoveError> {
        read(position, text, [written_by_path, written_by_engine])
    }
}

/// An interpretation of the squares after the first: it tests whether a move matches.
type CaptureTest<V> = fn(&Position<V>, Move<V>, &[Square<V>]) -> bool;

/// From, to, captured squares in any order.
fn written_by_engine<V: VariantRules>(_: &Position<V>, m: Move<V>, squares: &[Square<V>]) -> bool {
    let [to, captured @ ..] = squares else { return false };
    let mut captured = captured.to_vec();
    game::sort_short(&mut captured, |square| square.number());
    *to == m.to() && (captured.is_empty() || captured == m.captured())
}

/// From, and squares of the path, of which the last is the end.
fn written_by_path<V: VariantRules>(
    position: &Position<V>,
    m: Move<V>,
    squares: &[Square<V>],
) -> bool {
    let [between @ .., to] = squares else { return false };
    if *to != m.to() {
        return false;
    }
    // The move must pass the given squares in this order. For a king, a square that it merely
    // passes may be given as a turn.
    let follows = |route: Vec<Square<V>>| {
        let mut rest = route.into_iter();
        between.iter().all(|square| rest.any(|passed| passed == *square))
    };
    between.is_empty() || position.routes(m).into_iter().any(follows)
}

fn read<V: VariantRules>(
    position: &Position<V>,
    text: &str,
    readings: [CaptureTest<V>; 2],
) -> Result<Move<V>, ReadMoveError> {
    let (squares, captures) = squares::<V>(text)?;
    let legal = position.moves();
    let from: Vec<Move<V>> = legal
        .iter()
        .copied()
        .filter(|m| m.from() == squares[0] && m.is_capture() == captures)
        .collect();
    for reading in readings {
        let fitting: Vec<Move<V>> =
            from.iter().copied().filter(|&m| reading(position, m, &squares[1..])).collect();
        match fitting[..] {
            [] => {}
            [m] => return Ok(m),
            _ => {
                let candidates = fitting.iter().map(ToString::to_string).collect();
                return Err(ReadMoveError::Ambiguous { text: text.to_owned(), candidates });
            }
        }
    }
    let forced = position.must_capture();
    let instead = if forced { legal.iter().map(ToString::to_string).collect() } else { Vec::new() };
    Err(ReadMoveError::Illegal { text: text.to_owned(), instead })
}

/// The squares in a text, at least two, and whether the text is a capture.
fn squares<V: VariantRules>(text: &str) -> Result<(Vec<Square<V>>, bool), ReadMoveError> {
    let error = |column, expected| ReadMoveError::Syntax {
        text: text.chars().take(40).collect(),
        column,
        expected,
    };
    let mut squares = Vec::new();
    let mut captures = None;
    let mut column = 1;
    for part in text.split_inclusive(['-', 'x', 'X', ':', '×']) {
        let name = part.trim_end_matches(['-', 'x', 'X', ':', '×']);
        let square = Square::read(name.trim()).ok_or_else(|| error(column, "a square"))?;
        squares.push(square);
        column += part.chars().count();
        let mark = &part[name.len()..];
        if !mark.is_empty() {
            let capture = mark != "-";
            if captures.is_some_and(|before| before != capture) {
                return Err(error(column - 1, "the same sign throughout"));
            }
            captures = Some(capture);
        }
    }
    match captures {
        Some(captures) if squares.len() > 1 && (captures || squares.len() == 2) => {
            Ok((squares, captures))
        }
        _ => Err(error(column, "two squares with - between them, or two and more with x")),
    }
}
