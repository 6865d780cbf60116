//! Positions as text: FEN in the form of PDN (`W:W31-50:B1-20`, kings `K`), in Frisian draughts
//! with an optional last field for running kings (`:46=2,5=1`).

use crate::{Kind, Piece, Position, Setup, Square, VariantRules};
use game::Side;
use std::fmt;
use std::str::FromStr;

/// Why a text is not a FEN.
///
/// ```
/// use draughts::{FenError, International, Setup};
///
/// let error: FenError = "W:W31-50:B1-2x".parse::<Setup<International>>().unwrap_err();
/// assert_eq!(error.column, 11);
/// assert!(error.expected.starts_with("a square"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("FEN, character {column}: expected {expected}, found '{found}'")]
pub struct FenError {
    /// The character with the error, from 1.
    pub column: usize,
    /// What was expected there.
    pub expected: String,
    /// What was found there, cut to 20 characters.
    pub found: String,
}

/// Reads a FEN: either order of the colours, empty lists, ranges, `K` before a square or a
/// range, commas or spaces between squares, a full stop at the end; squares by number, or by file and rank as PDN
/// allows. Fields of lidraughts.org behind the pieces are read too: `H12` (plies since a capture or a man's move) and
/// `F40` (the number of the move), see [`crate::Counters`], and `+2+1` (moves in a row of each side's king, in
/// Frisian draughts).
///
/// ```
/// use draughts::{Russian, Setup};
///
/// let setup: Setup<Russian> = "W:Wa1,Kc3:Bd8".parse()?;
/// assert_eq!(setup.to_string(), "W:W29,K22:B2");
/// # Ok::<(), draughts::FenError>(())
/// ```
impl<V: VariantRules> FromStr for Setup<V> {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Self, FenError> {
        Self::read(V::only(), text)
    }
}

impl<V: VariantRules> Setup<V> {
    /// Reads a setup of this variant, as [`FromStr`] does one of a variant that is a type.
    ///
    /// ```
    /// use draughts::Setup;
    /// use draughts::groups::LikeRussian;
    ///
    /// let setup = Setup::read(LikeRussian::RUSSIAN, "W:Wa1:Bd8")?;
    /// assert_eq!(setup.to_string(), "W:W29:B2");
    /// # Ok::<(), draughts::FenError>(())
    /// ```
    ///
    /// # Errors
    /// When it is no FEN.
    pub fn read(variant: V, text: &str) -> Result<Self, FenError> {
        let mut setup = Self::empty_of(variant);
        let body = text.trim_end().trim_end_matches('.');
        let mut column = 1;
        let mut seen = [false; 2];
        // `W:W31;B1`: some programs have another sign between the colours.
        for (n, field) in body.split([':', ';']).enumerate() {
            let here = column;
            column += field.chars().count() + 1;
            let error = |expected: &str, found: &str| FenError {
                column: here,
                expected: expected.to_owned(),
                found: found.chars().take(20).collect(),
            };
            if n == 0 {
                setup.turn = side(field.trim()).ok_or_else(|| error("W or B to move", field))?;
                continue;
            }
            if let Some((letter, number)) = counter(field.trim()).filter(|_| seen == [true; 2]) {
                let counters = &mut setup.counters;
                let told = if letter == 'H' { &mut counters.quiet } else { &mut counters.number };
                *told = number;
                continue;
            }
            if let Some(runs) = king_runs(field.trim()).filter(|_| seen == [true; 2]) {
                add_runs(&mut setup, runs);
                continue;
            }
            let Some(colour) = field.get(..1).and_then(side) else {
                let is_runs = variant.king_run() > 0 && seen == [true; 2] && field.contains('=');
                if is_runs && setup.runs.is_empty() {
                    read_runs(&mut setup, field, here)?;
                    continue;
                }
                return Err(error("W or B and a list of squares", field));
            };
            if std::mem::replace(&mut seen[colour.index()], true) {
                return Err(error("each colour once", field));
            }
            read_squares(&mut setup, colour, &field[1..], here + 1)?;
        }
        if seen != [true; 2] {
            let expected = "the squares of both colours, as in W:W31-50:B1-20".to_owned();
            return Err(FenError { column: column - 1, expected, found: String::new() });
        }
        Ok(setup)
    }
}

/// `H12` or `F3`.
fn counter(field: &str) -> Option<(char, u32)> {
    let letter = field.chars().next().map(|c| c.to_ascii_uppercase())?;
    let number = field.strip_prefix(['H', 'h', 'F', 'f'])?;
    let is_number = number.len() < 6 && number.bytes().all(|b| b.is_ascii_digit());
    Some((letter, number.parse().ok().filter(|_| is_number)?))
}

/// `+2+1`: moves in a row of White's king and of Black's.
fn king_runs(field: &str) -> Option<[u8; 2]> {
    let (white, black) = field.strip_prefix('+')?.split_once('+')?;
    Some([white.parse().ok()?, black.parse().ok()?])
}

/// Gives the moves in a row to the only king of a side; among several it is not said which one moved.
fn add_runs<V: VariantRules>(setup: &mut Setup<V>, runs: [u8; 2]) {
    if setup.variant.king_run() == 0 {
        return;
    }
    for (side, moves) in [Side::First, Side::Second].into_iter().zip(runs) {
        let king = Some(Piece { side, kind: Kind::King });
        let mut kings = Square::<V>::all().filter(|&square| setup.piece_at(square) == king);
        if let (Some(square), None) = (kings.next(), kings.next())
            && moves > 0
        {
            setup.runs.push((square, moves.min(setup.variant.king_run())));
        }
    }
}

fn side(text: &str) -> Option<Side> {
    match text {
        "W" | "w" => Some(Side::First),
        "B" | "b" => Some(Side::Second),
        _ => None,
    }
}

fn read_squares<V: VariantRules>(
    setup: &mut Setup<V>,
    side: Side,
    list: &str,
    column: usize,
) -> Result<(), FenError> {
    let mut column = column;
    // Some programs leave out the commas.
    let separators = |c: char| c == ',' || (c == ' ' && !list.contains(','));
    for item in list.split(separators) {
        let here = column;
        column += item.chars().count() + 1;
        let item = item.trim();
        if item.is_empty() && (list.trim().is_empty() || !list.contains(',')) {
            continue;
        }
        if item.starts_with(['G', 'g', 'P', 'p']) && item.len() > 1 {
            return Err(FenError {
                column: here,
                expected:
                    "a position between two moves, without captured pieces that are still there"
                        .to_owned(),
                found: item.chars().take(20).collect(),
            });
        }
        let (kind, range) = match item.strip_prefix(['K', 'k']) {
            Some(range) => (Kind::King, range),
            None => (Kind::Man, item),
        };
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        // `K1-K5` is written by some programs for `K1-5`.
        let last = last.strip_prefix(['K', 'k']).filter(|_| kind == Kind::King).unwrap_or(last);
        let (first, last) = (square::<V>(first, here)?, square::<V>(last, here)?);
        if first.number() > last.number() {
            return Err(FenError {
                column: here,
                expected: "a range that ascends".to_owned(),
                found: range.chars().take(20).collect(),
            });
        }
        for n in first.number()..=last.number() {
            let square = square::<V>(&n.to_string(), here)?;
            if setup.piece_at(square).is_some() {
                return Err(FenError {
                    column: here,
                    expected: format!("each square once ({square} is taken)"),
                    found: item.chars().take(20).collect(),
                });
            }
            setup.put(square, Some(Piece { side, kind }));
        }
    }
    Ok(())
}

fn read_runs<V: VariantRules>(
    setup: &mut Setup<V>,
    list: &str,
    column: usize,
) -> Result<(), FenError> {
    let mut column = column;
    for item in list.split(',') {
        let error = |expected: &str| FenError {
            column,
            expected: expected.to_owned(),
            found: item.chars().take(20).collect(),
        };
        let (king, moves) = item.split_once('=').ok_or_else(|| error("a square, = and moves"))?;
        let moves = moves.trim().parse().map_err(|_| error("a count of moves after ="))?;
        setup.runs.push((square::<V>(king, column)?, moves));
        column += item.chars().count() + 1;
    }
    Ok(())
}

fn square<V: VariantRules>(text: &str, column: usize) -> Result<Square<V>, FenError> {
    let text = text.trim();
    Square::read(&text.to_ascii_lowercase()).ok_or_else(|| FenError {
        column,
        expected: format!("a square from 1 to {}", Square::<V>::COUNT),
        found: text.chars().take(20).collect(),
    })
}

/// Prints the FEN, White's squares first, runs of three and more as ranges.
impl<V: VariantRules> fmt::Display for Setup<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.turn == Side::First { "W" } else { "B" })?;
        for (letter, side) in [('W', Side::First), ('B', Side::Second)] {
            write!(f, ":{letter}")?;
            let mut first = true;
            for kind in [Kind::Man, Kind::King] {
                let wanted = Some(Piece { side, kind });
                let all: Vec<u32> = Square::<V>::all()
                    .filter(|&square| self.piece_at(square) == wanted)
                    .map(Square::number)
                    .collect();
                for run in all.chunk_by(|a, b| a + 1 == *b) {
                    write_run(f, run, kind == Kind::King, &mut first)?;
                }
            }
        }
        for (n, (square, moves)) in self.runs.iter().enumerate() {
            write!(f, "{}{square}={moves}", if n == 0 { ':' } else { ',' })?;
        }
        self.counters.fmt(f)
    }
}

/// Writes neighbouring squares: as a range where that is shorter.
fn write_run(
    f: &mut fmt::Formatter<'_>,
    run: &[u32],
    kings: bool,
    first: &mut bool,
) -> fmt::Result {
    let king = if kings { "K" } else { "" };
    let mut item = |text: String| {
        let comma = if std::mem::replace(first, false) { "" } else { "," };
        write!(f, "{comma}{king}{text}")
    };
    match run {
        [low, .., high] if run.len() > 2 => item(format!("{low}-{high}")),
        _ => run.iter().try_for_each(|n| item(n.to_string())),
    }
}

impl<V: VariantRules> fmt::Display for Position<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Setup::from(self).fmt(f)
    }
}
