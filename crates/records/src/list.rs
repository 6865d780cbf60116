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
//! may have move numbers, and commas between them; a line that begins with the number of a later move goes on with
//! the game before it. A result at the end and the words of a UCI `position` command are accepted too. Numbers may be `1.`,
//! `1、`, `(1)` and `1:`, and moves run together. A `#` behind a space begins a comment; behind a move it is a mark of mate.
//! `!` and `?` are kept as annotations; what EPD says behind a position becomes a comment. Three lines and more with one
//! move each, which are legal one after the other, are one game, with a notice (not in a list of moves alone).

use crate::text::{
    Lines, TextLine, judgement, narrowed, result, squeeze, without_number, without_pdn_number,
};
use crate::{Convention, Dialect, Game, Node, Notices, ReadError, ReadErrorKind};
use game::{NullObserver, Position};
use std::collections::VecDeque;
use std::io::{self, Read, Write};

/// The most words of a position.
const MOST_FIELDS: usize = 16;

/// Reads the positions or games of a list one by one. An invalid line is one error; the next lines follow.
///
#[derive(Debug)]
pub struct Reader<R, D> {
    entries: Entries<R>,
    dialect: D,
    /// What was left out of the game before.
    notices: VecDeque<ReadError>,
}

impl<R: Read, D: Dialect> Reader<R, D> {
    /// Reads from `source`, which need not be buffered.
    #[must_use]
    pub fn new(source: R, dialect: D) -> Self {
        Self { entries: Entries::new(source), dialect, notices: VecDeque::new() }
    }
}

impl<R: Read, D: Dialect> Iterator for Reader<R, D> {
    type Item = Result<Game<D::Position>, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(notice) = self.notices.pop_front() {
            return Some(Err(notice));
        }
        let entry = match self.entries.next()? {
            Ok(entry) => entry,
            Err(error) => return Some(Err(error)),
        };
        let game = entry.read(&self.dialect);
        if game.is_ok() {
            self.notices.extend(entry.left_out().into_errors());
        }
        Some(game)
    }
}

/// A game of a list as text: a line, and those behind it that go on with its moves by their numbers (`2. …`).
#[derive(Debug)]
pub struct Entry {
    /// The words with their places.
    words: Vec<(LinePlace, String)>,
    /// The comment behind it.
    comment: String,
    /// The number of its first line.
    pub number: u32,
}

/// Line and column.
type LinePlace = (u32, u32);

/// The games of a list as text.
#[derive(Debug)]
pub struct Entries<R> {
    lines: Lines<R>,
    ahead: Option<TextLine>,
    /// Why a line behind the entry before cannot be read.
    failed: Option<ReadError>,
}

impl<R: Read> Entries<R> {
    /// Reads from `source`, which need not be buffered.
    #[must_use]
    pub fn new(source: R) -> Self {
        Self { lines: Lines::new(source), ahead: None, failed: None }
    }
}

impl<R: Read> Iterator for Entries<R> {
    type Item = Result<Entry, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(error) = self.failed.take() {
            return Some(Err(error));
        }
        let mut entry = loop {
            match self.ahead.take().map(Ok).or_else(|| self.lines.next())? {
                Err(error) => return Some(Err(error)),
                Ok(line) => {
                    let entry = Entry::of(&line);
                    if !entry.words.is_empty() {
                        break entry;
                    }
                }
            }
        };
        let mut counted = entry.words.first().map(|(_, word)| word.clone()).unwrap_or_default();
        while let Some(line) = self.lines.next() {
            let line = match line {
                Ok(line) => line,
                Err(error) => {
                    self.failed = Some(error);
                    break;
                }
            };
            let more = Entry::of(&line);
            match &more.words[..] {
                [] => {}
                [(_, first), ..] if goes_on(first) || counts_on(&counted, first) => {
                    counted = first.clone();
                    entry.words.extend(more.words);
                    if !entry.comment.is_empty() && !more.comment.is_empty() {
                        entry.comment.push(' ');
                    }
                    entry.comment.push_str(&more.comment);
                }
                _ => {
                    self.ahead = Some(line);
                    break;
                }
            }
        }
        Some(Ok(entry))
    }
}

/// Whether a line that begins with this word goes on with a game: its number is not that of a first move.
fn goes_on(word: &str) -> bool {
    let word = narrowed(word);
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = word.split_at(digits);
    number.len() <= 3
        && number.parse::<u32>().is_ok_and(|number| number > 1)
        && rest.starts_with(['.', '…', '、', ')'])
        // In WXF `15.1` is a move.
        && !rest.trim_start_matches('.').starts_with(|c: char| c.is_ascii_digit())
}

/// Whether two lines begin with numbers without a dot, of which the second is the next one.
fn counts_on(last: &str, word: &str) -> bool {
    let number = |word: &str| {
        let is_number = matches!(word.len(), 1..=3) && word.bytes().all(|b| b.is_ascii_digit());
        is_number.then(|| word.parse::<u32>().ok()).flatten()
    };
    number(last).zip(number(word)).is_some_and(|(last, now)| now == last.saturating_add(1))
}

impl Entry {
    /// What it says and a game does not keep: that both sides have lost.
    fn left_out(&self) -> Notices {
        let mut notices = Notices::default();
        if let Some((place, word)) = self.words.last().filter(|(_, word)| word != "*")
            && self.words.len() > 1
            && result(word) == Some(None)
        {
            notices.add(*place, "results", word);
        }
        notices
    }

    fn of(line: &TextLine) -> Self {
        let (text, comment) = without_comment(line.text.trim_start_matches('\u{feff}'));
        Self { words: words(text, line.number), comment: squeeze(comment), number: line.number }
    }

    /// Its words with one space between them, and the comment behind them.
    #[must_use]
    pub fn text(&self) -> (String, &str) {
        let words: Vec<&str> = self.words.iter().map(|(_, word)| word.as_str()).collect();
        (words.join(" "), &self.comment)
    }

    /// The game, by the first convention of the dialect that fits; the error is that of the usual one.
    ///
    /// # Errors
    /// When it is none.
    pub fn read<D: Dialect>(&self, dialect: &D) -> Result<Game<D::Position>, ReadError> {
        let usual = read_entry(self, dialect);
        if !usual.as_ref().is_err_and(|error| matches!(error.kind, ReadErrorKind::Move { .. })) {
            return usual;
        }
        let others = dialect.alternatives();
        others.iter().find_map(|other| read_entry(self, other).ok()).map_or(usual, Ok)
    }
}

/// A line without the comment behind a `#`. A `#` behind a move is a mark of mate.
fn without_comment(line: &str) -> (&str, &str) {
    let begins = line.match_indices('#').find(|(at, _)| {
        let before = line.get(..*at).unwrap_or_default();
        let after = line.get(at + 1..).unwrap_or_default();
        let is_mark = before.ends_with(|c: char| c.is_alphanumeric())
            && after.chars().next().is_none_or(|c| c.is_whitespace() || ",;!?".contains(c));
        !is_mark
    });
    match begins {
        Some((at, _)) => {
            line.split_at_checked(at).map_or((line, ""), |(text, rest)| (text, &rest[1..]))
        }
        None => (line, ""),
    }
}

/// The words of a text, each with the place of its first character.
fn words(text: &str, line: u32) -> Vec<(LinePlace, String)> {
    let mut all = Vec::new();
    let mut column = 1;
    for word in text.split_inclusive(char::is_whitespace) {
        let trimmed = word.trim_end();
        if !trimmed.is_empty() {
            all.push(((line, column), trimmed.to_owned()));
        }
        column += u32::try_from(word.chars().count()).unwrap_or(u32::MAX);
    }
    all
}

/// The parts of a word of moves: some people put commas between moves. In `7,7` they are none.
fn parts(word: &str) -> Vec<&str> {
    const SEPARATORS: [char; 8] = [',', ';', '，', '；', '、', '。', '→', '|'];
    let is_move = |part: &str| {
        part.is_empty() || part.contains(|c: char| c.is_alphabetic() || matches!(c, '-' | ':'))
    };
    let all: Vec<&str> = word.split(SEPARATORS).collect();
    if all.iter().all(|part| is_move(part)) { all } else { vec![word] }
}

/// Whether a word is a move number in another form: `(1)`, `1)`, `1:`.
fn is_number(word: &str) -> bool {
    let number = word.strip_prefix(['(', '[']).unwrap_or(word);
    let number = number.strip_suffix([')', ']', ':']);
    number.is_some_and(|n| matches!(n.len(), 1..=3) && n.bytes().all(|b| b.is_ascii_digit()))
}

/// The start position that words begin with, and the number of its words: moves may follow it without a word
/// between them.
fn leading_position<D: Dialect>(
    words: &[(LinePlace, String)],
    dialect: &D,
) -> Result<(D::Position, String, usize), String> {
    let text =
        |count: usize| words[..count].iter().map(|(_, word)| &**word).collect::<Vec<_>>().join(" ");
    let read = |count: usize| {
        let text = text(count);
        dialect.read_position(&text).map(|position| (position, dialect.read_counters(&text), count))
    };
    read(words.len()).or_else(|why| {
        let mut shorter = (1..words.len().min(MOST_FIELDS)).rev();
        shorter.find_map(|count| read(count).ok()).ok_or(why)
    })
}

/// The game of an entry.
fn read_entry<D: Dialect>(entry: &Entry, dialect: &D) -> Result<Game<D::Position>, ReadError> {
    let mut words = entry.words.as_slice();
    let error = |(line, column): LinePlace, kind| ReadError { line, column, kind };
    for skipped in ["position", "fen"] {
        if let Some(((_, word), rest)) = words.split_first()
            && word.eq_ignore_ascii_case(skipped)
        {
            words = rest;
        }
    }
    let mut said = entry.comment.clone();
    let mut bare = Vec::new();
    if let Some(at) = operations(words) {
        let (before, behind) = words.split_at(at);
        let behind: Vec<&str> = behind.iter().map(|(_, word)| word.as_str()).collect();
        said = [behind.join(" "), said].join(" ").trim().trim_end_matches(';').to_owned();
        bare.extend(before.iter().map(|(at, word)| (*at, word.trim_end_matches(';').to_owned())));
        words = &bare;
    }
    let end = words.iter().position(|(_, w)| w == "moves");
    let first = words.first().map(|(_, word)| word.as_str());
    let (position, mut moves) = match (end, first) {
        (Some(end), _) => (&words[..end], &words[end + 1..]),
        (None, Some(first)) if dialect.begins_position(first) && result(first).is_none() => {
            (words, &words[..0])
        }
        (None, Some("startpos")) => (&words[..1], &words[1..]),
        (None, _) => (&words[..0], words),
    };
    let mut game = match position {
        [] => Game::new(dialect.start()),
        [(_, word)] if word == "startpos" => Game::new(dialect.start()),
        [(place, _), ..] => {
            let read = leading_position(position, dialect);
            let (start, counters, fields) =
                read.map_err(|why| error(*place, ReadErrorKind::Position(why)))?;
            if fields < position.len() {
                moves = &words[fields..];
            }
            let mut game = Game::new(start);
            game.tags.set_counters(&counters);
            game
        }
    };
    game.line.comment(said);
    read_moves(&mut game, moves, dialect)?;
    Ok(game)
}

/// A move without the signs behind it that judge it, and the annotation that they mean.
fn judged(part: &str) -> (&str, Option<u16>) {
    let bare = part.trim_end_matches(['!', '?', '！', '？']);
    (bare, part.get(bare.len()..).and_then(judgement))
}

/// The number of words before the operations of a position in EPD (`bm h2e2; id "x";`), if there are some.
fn operations(words: &[(LinePlace, String)]) -> Option<usize> {
    const CODES: [&str; 12] =
        ["bm", "am", "id", "pv", "ce", "dm", "acd", "acn", "acs", "sm", "pm", "c0"];
    let at = words.iter().position(|(_, word)| CODES.contains(&word.as_str()))?;
    (at > 0 && words.last().is_some_and(|(_, word)| word.ends_with(';'))).then_some(at)
}

/// Plays the moves that words say.
fn read_moves<D: Dialect>(
    game: &mut Game<D::Position>,
    moves: &[(LinePlace, String)],
    dialect: &D,
) -> Result<(), ReadError> {
    let mut now = game.start.clone();
    let mut ply = 0;
    for (i, ((line, column), word)) in moves.iter().enumerate() {
        let word = narrowed(word);
        if i + 1 == moves.len()
            && let Some(end) = result(&word)
        {
            game.result = end;
            break;
        }
        if is_number(&word) {
            continue;
        }
        let bare = match dialect.convention() {
            Convention::Pgn => without_number(&word),
            Convention::Pdn => without_pdn_number(&word),
        };
        let skipped = word.chars().count() - bare.chars().count();
        let mut column = column + u32::try_from(skipped).unwrap_or(u32::MAX);
        for piece in parts(bare) {
            for part in dialect.split(&narrowed(piece)).into_iter().filter(|part| !part.is_empty())
            {
                let (bare, nag) = judged(part);
                if bare.is_empty() {
                    // Signs behind a space.
                    if let Some(node) = game.line.moves.last_mut() {
                        node.nags.extend(nag);
                        continue;
                    }
                }
                ply += 1;
                let m = dialect.read_move(&now, bare).map_err(|why| ReadError {
                    line: *line,
                    column,
                    kind: ReadErrorKind::Move { ply, why },
                })?;
                now.make(m, &mut NullObserver);
                let mut node = Node::new(m);
                node.nags.extend(nag);
                game.line.moves.push(node);
                column += u32::try_from(part.chars().count()).unwrap_or(u32::MAX);
            }
            column += 1;
        }
    }
    Ok(())
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
    let mut line = dialect.write_position(&game.start) + game.tags.counters();
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
    if game.start != dialect.start() || !game.tags.counters().is_empty() {
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
        now.make(m, &mut NullObserver);
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
