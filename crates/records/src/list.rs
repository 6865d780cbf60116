//! Positions and games, one in a line: FEN lists and move lists.
//!
//! ```text
//! # anything after a # is a comment
//! 4k4/9/9/9/9/9/9/9/9/3K1R3 w - - 0 1
//! 4k4/9/9/9/9/9/9/9/9/3K1R3 w - - 0 1 moves f0f9
//! startpos moves h2e2 h9g7
//! 1. h2e2 h9g7 2. h0g2
//! ```
//!
//! A line without a position has moves from the standard start. Moves may be in any notation of the game and
//! may have move numbers; a result at the end and the words of a UCI `position` command are accepted too.

use crate::text::{Lines, TextLine, narrowed, result, squeeze, without_number, without_pdn_number};
use crate::{Convention, Dialect, Game, Node, ReadError, ReadErrorKind};
use game::{Position, Silent};
use std::io::{self, Read, Write};

/// The most words of a position.
const MOST_FIELDS: usize = 16;

/// Reads the positions or games of a list one by one. An invalid line is one error; the next lines follow.
///
#[derive(Debug)]
pub struct Reader<R, D> {
    lines: Lines<R>,
    dialect: D,
}

impl<R: Read, D: Dialect> Reader<R, D> {
    /// Reads from `source`, which need not be buffered.
    #[must_use]
    pub fn new(source: R, dialect: D) -> Self {
        Self { lines: Lines::new(source), dialect }
    }
}

impl<R: Read, D: Dialect> Iterator for Reader<R, D> {
    type Item = Result<Game<D::Position>, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.lines.next()? {
                Err(error) => return Some(Err(error)),
                Ok(line) => {
                    if let Some(game) = read_with_alternatives(&line, &self.dialect).transpose() {
                        return Some(game);
                    }
                }
            }
        }
    }
}

/// The words of a text, each with the column of its first character.
fn words(text: &str) -> Vec<(u32, &str)> {
    let mut all = Vec::new();
    let mut column = 1;
    for word in text.split_inclusive(char::is_whitespace) {
        let trimmed = word.trim_end();
        if !trimmed.is_empty() {
            all.push((column, trimmed));
        }
        column += u32::try_from(word.chars().count()).unwrap_or(u32::MAX);
    }
    all
}

/// The game in a line, by the first convention of the dialect that fits; the error is that of the usual one.
fn read_with_alternatives<D: Dialect>(
    line: &TextLine,
    dialect: &D,
) -> Result<Option<Game<D::Position>>, ReadError> {
    let usual = read_line(line, dialect);
    if !usual.as_ref().is_err_and(|error| matches!(error.kind, ReadErrorKind::Move { .. })) {
        return usual;
    }
    let others = dialect.alternatives();
    others.iter().find_map(|other| read_line(line, other).ok()).map_or(usual, Ok)
}

/// The start position that words begin with, and the number of its words: moves may follow it without a word
/// between them.
fn leading_position<D: Dialect>(
    words: &[(u32, &str)],
    dialect: &D,
) -> Result<(D::Position, usize), String> {
    let text =
        |count: usize| words[..count].iter().map(|(_, word)| *word).collect::<Vec<_>>().join(" ");
    let whole = dialect.read_position(&text(words.len()));
    whole.map(|position| (position, words.len())).or_else(|why| {
        let shorter = (1..words.len().min(MOST_FIELDS)).rev();
        let mut found = shorter.filter_map(|count| {
            dialect.read_position(&text(count)).ok().map(|position| (position, count))
        });
        found.next().ok_or(why)
    })
}

/// The game in a line; `None` if the line is empty or a comment.
fn read_line<D: Dialect>(
    line: &TextLine,
    dialect: &D,
) -> Result<Option<Game<D::Position>>, ReadError> {
    let (text, comment) = match line.text.split_once('#') {
        Some((text, comment)) => (text, squeeze(comment)),
        None => (line.text.as_str(), String::new()),
    };
    let words = words(text.trim_start_matches('\u{feff}'));
    let mut words = words.as_slice();
    if words.is_empty() {
        return Ok(None);
    }
    let error = |column, kind| ReadError { line: line.number, column, kind };
    for skipped in ["position", "fen"] {
        if let Some(((_, word), rest)) = words.split_first()
            && word.eq_ignore_ascii_case(skipped)
        {
            words = rest;
        }
    }
    let end = words.iter().position(|(_, w)| *w == "moves");
    let (position, mut moves) = match (end, words.first()) {
        (Some(end), _) => (&words[..end], &words[end + 1..]),
        (None, Some((_, first))) if dialect.begins_position(first) && result(first).is_none() => {
            (words, &words[..0])
        }
        (None, Some((_, "startpos"))) => (&words[..1], &words[1..]),
        (None, _) => (&words[..0], words),
    };
    let mut game = match position {
        [] | [(_, "startpos")] => Game::new(dialect.start()),
        [(column, _), ..] => {
            let read = leading_position(position, dialect);
            let (start, fields) =
                read.map_err(|why| error(*column, ReadErrorKind::Position(why)))?;
            if fields < position.len() {
                moves = &words[fields..];
            }
            Game::new(start)
        }
    };
    game.line.comment(comment);
    let mut now = game.start.clone();
    let mut ply = 0;
    for (i, &(column, word)) in moves.iter().enumerate() {
        if i + 1 == moves.len()
            && let Some(end) = result(&narrowed(word))
        {
            game.result = end;
            break;
        }
        let word = narrowed(word);
        let bare = match dialect.convention() {
            Convention::Pgn => without_number(&word),
            Convention::Pdn => without_pdn_number(&word),
        };
        let skipped = word.chars().count() - bare.chars().count();
        let mut column = column + u32::try_from(skipped).unwrap_or(u32::MAX);
        for part in dialect.split(&narrowed(bare)).into_iter().filter(|part| !part.is_empty()) {
            ply += 1;
            let m = dialect
                .read_move(&now, part)
                .map_err(|why| error(column, ReadErrorKind::Move { ply, why }))?;
            now.make(m, &mut Silent);
            game.line.moves.push(Node::new(m));
            column += u32::try_from(part.chars().count()).unwrap_or(u32::MAX);
        }
    }
    Ok(Some(game))
}

/// Writes the start position and the moves of a game, without variations, in one line, and its first comment
/// after a `#`.
///
/// # Errors
/// When `out` fails.
pub fn write_position<D: Dialect>(
    out: &mut impl Write,
    game: &Game<D::Position>,
    dialect: &D,
) -> io::Result<()> {
    let mut line = dialect.write_position(&game.start);
    if !game.line.moves.is_empty() {
        line.push_str(" moves ");
        line.push_str(&moves(game, dialect));
    }
    finish(out, line, game)
}

/// Writes the moves of a game, without variations, in one line, and its first comment after a `#`. The
/// position is written too unless it is the standard start.
///
/// # Errors
/// When `out` fails.
pub fn write_moves<D: Dialect>(
    out: &mut impl Write,
    game: &Game<D::Position>,
    dialect: &D,
) -> io::Result<()> {
    if game.start != dialect.start() {
        return write_position(out, game, dialect);
    }
    let line =
        if game.line.moves.is_empty() { "startpos".to_owned() } else { moves(game, dialect) };
    finish(out, line, game)
}

fn moves<D: Dialect>(game: &Game<D::Position>, dialect: &D) -> String {
    let mut now = game.start.clone();
    let texts = game.moves().map(|m| {
        let text = dialect.write_move(&now, m);
        now.make(m, &mut Silent);
        text
    });
    texts.collect::<Vec<_>>().join(" ")
}

fn finish<P: Position>(out: &mut impl Write, mut line: String, game: &Game<P>) -> io::Result<()> {
    if let Some(comment) = game.line.comments.first() {
        line.push_str(" # ");
        line.push_str(&squeeze(comment));
    }
    writeln!(out, "{line}")
}
