//! Games as `.pos`: the number of moves in the first byte, then a byte for each, on 15×15 points.
//!
//! The byte of a point is the one of RenLib: in the low half the column from 1, in the high half the row
//! from the top, from 0.

use crate::files::dialect::{Gomoku, from_empty, playable};
use crate::files::renlib::{at, byte, square};
use game::{NullObserver, Position as _};
use gomoku::Position;
use records::{
    Dialect as _, Format, Game, GamesPerFile, Node, ReadError, ReadErrorKind, WriteError,
};
use std::io::{Read, Write};

/// A game as bytes.
pub const POS: Format =
    Format { is_text: false, holding: GamesPerFile::One, ..Format::plain("pos", "game as bytes") };

const SIZE: u8 = 15;
/// The most moves of a game.
const MOST: usize = SIZE as usize * SIZE as usize;

/// Reads the game of a file.
///
/// ```
/// use gomoku_family::files::pos;
/// let game = pos::read(&[3, 0x78, 0x69, 0x59][..], gomoku::Rules::RENJU).remove(0)?;
/// assert_eq!(game.moves().map(|m| m.to_string()).collect::<Vec<_>>(), ["h8", "i9", "i10"]);
/// # Ok::<(), records::ReadError>(())
/// ```
#[must_use]
pub fn read(source: impl Read, rules: gomoku::Rules) -> Vec<Result<Game<Position>, ReadError>> {
    vec![read_one(source, rules)]
}

fn read_one(source: impl Read, rules: gomoku::Rules) -> Result<Game<Position>, ReadError> {
    let mut bytes = Vec::new();
    // One byte more than the longest game shows that a file is none.
    let read = source.take(MOST as u64 + 2).read_to_end(&mut bytes);
    read.map_err(|failure| at(0, ReadErrorKind::Io(failure.to_string())))?;
    let expected = |place, expected: &str, found: String| {
        at(place, ReadErrorKind::Expected { expected: expected.to_owned(), found })
    };
    let Some((&count, moves)) = bytes.split_first() else {
        return Err(expected(0, "the number of moves", "the end of the file".to_owned()));
    };
    if usize::from(count) != moves.len() {
        let found = match moves.len() {
            more if more > MOST => "more than a board has points".to_owned(),
            found => format!("{found}"),
        };
        return Err(expected(0, &format!("{count} moves, as the first byte says"), found));
    }
    let Some(dialect) = Gomoku::new(rules, SIZE) else {
        unreachable!("there are boards of 15×15")
    };
    let mut game = Game::new(dialect.start());
    let mut now = game.start.clone();
    for (&mv, ply) in moves.iter().zip(1_u32..) {
        let bad = |why| at(ply as usize, ReadErrorKind::Move { ply, why });
        let square = square(mv).filter(|_| mv != 0);
        let square = square.ok_or_else(|| bad(format!("{mv:02X} is no point")))?;
        let m = playable(&now, square.into()).map_err(bad)?;
        now.make(m, &mut NullObserver);
        game.line.moves.push(Node::new(m));
    }
    Ok(game)
}

/// Writes a game, without variations and comments. Its initial stones become its first moves.
///
/// # Errors
/// When the game is not on 15×15 points, or its stones cannot have been put in turn, or `out` fails.
pub fn write(out: &mut impl Write, game: &Game<Position>) -> Result<(), WriteError> {
    let unfit = |why| WriteError::unfit(POS, why);
    if game.start.size() != SIZE {
        return Err(unfit("its board is not 15×15".to_owned()));
    }
    let moves = from_empty(game).map_err(unfit)?;
    let mut bytes = vec![u8::try_from(moves.len()).unwrap_or(u8::MAX)];
    bytes.extend(moves.iter().map(|node| byte(node.mv)));
    Ok(out.write_all(&bytes)?)
}
