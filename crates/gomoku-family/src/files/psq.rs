//! The files of Piskvork: games (`.psq`, `.rec`) and lists of openings.
//!
//! ```text
//! Piskvorky 15x15, 0:0, 0     size, levels of the players, who began
//! 8,8,0                       column and row from 1, milliseconds
//! 9,9,1200
//! White and Black             then, after games of a tournament, the players
//! -1                          and how the last move came about
//! 1,Renju                     the winner (1 Black, 2 White, 3 a draw) and the rules, as Gomocup adds them
//! ```
//!
//! Piskvork counts coordinates as its protocol does, so that a game in a file and the same game
//! over the protocol are one: row 1 is our row 1. A `.rec` has the players first and counts from
//! 0. Times are kept as comments, `[%emt 1.2]` (seconds).

use crate::files::dialect::{Gomoku, from_empty, playable};
use game::{NullObserver, Outcome, Position as _};
use gomoku::{Position, Rules, Square};
use records::pgn::lines_of;
use records::text::{Lines, TextLine, squeeze};
use records::{Format, Game, GamesPerFile, Node, Notices, ReadError, ReadErrorKind, WriteError};
use std::collections::VecDeque;
use std::io::{Read, Write};

/// A game of Piskvork.
pub const PSQ: Format =
    Format { shows, times_only: true, ..Format::plain("psq", "game of Piskvork") };
/// A game of Gomotur.
pub const REC: Format =
    Format { holding: GamesPerFile::One, ..Format::plain("rec", "game of Gomotur") };
/// A list of openings in the form of Gomocup.
pub const OPENINGS: Format =
    Format { shows: shows_openings, ..Format::plain("openings", "list of openings") };
/// Moves of gomoku run together, one game a line.
pub const CODE: Format = Format::plain("code", "list of games without spaces");

fn shows(head: &[u8]) -> u8 {
    let text = String::from_utf8_lossy(head);
    let text = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    if is_head(text) { 3 } else { 0 }
}

fn shows_openings(head: &[u8]) -> u8 {
    let first = lines_of(head).into_iter().next();
    // A line with one pair may be a point of a list with a move in each line.
    if first.is_some_and(|line| offsets(&line).is_some_and(|all| all.len() > 1)) { 3 } else { 0 }
}

/// The first word of a `.psq`.
pub(crate) const MAGIC: &str = "Piskvorky";

/// Whether a text begins with the first word of a `.psq`, in either case, and a size.
fn is_head(text: &str) -> bool {
    let (word, rest) = text.split_at_checked(MAGIC.len()).unwrap_or(("", ""));
    word.eq_ignore_ascii_case(MAGIC) && rest.trim_start().starts_with(|c: char| c.is_ascii_digit())
}

/// Reads the games of `.psq` files. A file may contain several.
///
/// ```
/// use gomoku_family::files::{Gomoku, psq};
/// let file = "Piskvorky 20x20, 11:11, 0\n10,10,0\n11,11,35\nA\nB\n-1\n";
/// let usual = Gomoku::of("gomoku", None).unwrap();
/// let game = psq::Reader::new(file.as_bytes(), usual).next().unwrap()?;
/// assert_eq!(game.start.size(), 20);
/// assert_eq!(game.tags.get("Black"), Some("A"));
/// assert_eq!(game.moves().map(|m| m.to_string()).collect::<Vec<_>>(), ["j10", "k11"]);
/// # Ok::<(), records::ReadError>(())
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    lines: Lines<R>,
    usual: Gomoku,
    /// The head of the next game.
    ahead: Option<TextLine>,
    /// What was left out of the game before.
    notices: VecDeque<ReadError>,
}

impl<R: Read> Reader<R> {
    /// Reads from `source`; games that do not name their rules use those of `usual`.
    #[must_use]
    pub fn new(source: R, usual: Gomoku) -> Self {
        Self { lines: Lines::new(source), usual, ahead: None, notices: VecDeque::new() }
    }
}

fn error(line: u32, kind: ReadErrorKind) -> ReadError {
    ReadError { line, column: 1, kind }
}

fn expected(line: &TextLine, what: &str) -> ReadError {
    let found = format!("'{}'", line.text.chars().take(40).collect::<String>());
    error(line.number, ReadErrorKind::Expected { expected: what.to_owned(), found })
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<Game<Position>, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(notice) = self.notices.pop_front() {
            return Some(Err(notice));
        }
        let head = loop {
            match self.ahead.take().map(Ok).or_else(|| self.lines.next())? {
                Err(error) => return Some(Err(error)),
                Ok(line) if line.text.trim().is_empty() => {}
                Ok(line) => break line,
            }
        };
        let mut body = Vec::new();
        let mut broken = None;
        while let Some(line) = self.lines.next() {
            match line {
                Err(error) => broken = broken.or(Some(error)),
                Ok(line) if is_head(&line.text) => {
                    self.ahead = Some(line);
                    break;
                }
                // No game has more lines than points and names.
                Ok(line) if body.len() < 2_000 => body.push(line),
                Ok(_) => {}
            }
        }
        if let Some(error) = broken {
            return Some(Err(error));
        }
        Some(read_psq(&head, &body, self.usual).map(|(game, notices)| {
            self.notices.extend(notices.into_errors());
            game
        }))
    }
}

/// Reads `x,y` or `x,y,ms`; times below zero are none.
fn coordinates(text: &str) -> Option<(u8, u8, u64)> {
    let mut fields = text.trim().trim_end_matches(',').split(',').map(str::trim);
    let x = fields.next()?.parse().ok()?;
    let y = fields.next()?.parse().ok()?;
    let time: i64 = fields.next().map_or(Some(0), |time| time.parse().ok())?;
    fields.next().is_none().then_some((x, y, u64::try_from(time).unwrap_or(0)))
}

/// Whether a line has numbers only, two or more, as a move has: it is no name.
fn is_like_a_move(text: &str) -> bool {
    let mut numbers = 0;
    let parts = text.split([',', ';', '.', ':', ' ', '\t']).filter(|part| !part.is_empty());
    let all = parts.inspect(|_| numbers += 1).all(|part| part.parse::<i64>().is_ok());
    all && numbers > 1
}

/// `Piskvorky WxH, a:b, h`: the size and the side that began.
fn read_head(head: &TextLine) -> Result<(u8, usize), ReadError> {
    let what = "Piskvorky, the size, the levels and who began, as in Piskvorky 15x15, 0:0, 0";
    let read = || {
        let sizes = head.text.trim_start().get(MAGIC.len()..).filter(|_| is_head(&head.text))?;
        let mut fields = sizes.split(',').map(str::trim);
        let (width, height) = fields.next()?.split_once(['x', 'X', '×'])?;
        let (width, height): (u8, u8) = (width.trim().parse().ok()?, height.trim().parse().ok()?);
        let begins = fields.nth(1).map_or(Some(0), |text| text.parse().ok())?;
        Some((width, height, begins))
    };
    let (width, height, begins) = read().ok_or_else(|| expected(head, what))?;
    if width != height {
        let why = format!("a board of {width}×{height}: only square boards are known");
        return Err(error(head.number, ReadErrorKind::Unknown(why)));
    }
    Ok((width, usize::from(begins == 1)))
}

fn read_psq(
    head: &TextLine,
    body: &[TextLine],
    usual: Gomoku,
) -> Result<(Game<Position>, Notices), ReadError> {
    let (size, begins) = read_head(head)?;
    let said: Vec<TextLine> =
        body.iter().filter(|line| !line.text.trim().is_empty()).cloned().collect();
    let moves = said.iter().take_while(|line| coordinates(&line.text).is_some()).count();
    let (moves, rest) = said.split_at(moves);
    let mut words = rest.iter();
    let mut names: Vec<&str> = Vec::new();
    let mut notices = Notices::default();
    let mut last = None;
    for line in words.by_ref() {
        let word = line.text.trim();
        if word.parse::<i32>().is_ok() {
            last = words.next();
            break;
        }
        if is_like_a_move(word) {
            // Moves behind it would be lost.
            return Err(expected(line, "a move, as in 8,8,0, or the name of a player"));
        }
        if names.len() == 2 {
            notices.add((line.number, 1), "lines of text", word);
        }
        names.push(word);
    }
    // Gomocup adds the winner (1, 2, otherwise none) and the rules.
    let ending = last.and_then(|line| line.text.trim().split_once(','));
    for line in last.filter(|_| ending.is_none()).into_iter().chain(words) {
        notices.add((line.number, 1), "lines of text", &line.text);
    }
    let rules = ending.and_then(|(_, rules)| Gomoku::rules_of(rules)).unwrap_or(usual.rules());
    let dialect = Gomoku::new(rules, size).ok_or_else(|| {
        error(head.number, ReadErrorKind::Unknown(format!("there is no board of {size}×{size}")))
    })?;
    let mut game = Game::new(records::Dialect::start(&dialect));
    let tags = if begins == 0 { ["Black", "White"] } else { ["White", "Black"] };
    for (tag, name) in tags.into_iter().zip(names) {
        game.tags.set(tag, name);
    }
    let end = read_moves(&mut game, moves, 1)?;
    game.result = end.or(match ending {
        Some(("1", _)) => Some(Outcome::FirstWins),
        Some(("2", _)) => Some(Outcome::SecondWins),
        Some(("0" | "3", _)) => Some(Outcome::Draw),
        _ => None,
    });
    Ok((game, notices))
}

/// Plays the moves, counted from `base`; the result is the one on the board.
fn read_moves(
    game: &mut Game<Position>,
    lines: &[TextLine],
    base: u8,
) -> Result<Option<Outcome>, ReadError> {
    let mut now = game.start.clone();
    for (line, ply) in lines.iter().zip(1..) {
        let bad = |why| error(line.number, ReadErrorKind::Move { ply, why });
        let (x, y, time) = coordinates(&line.text).ok_or_else(|| expected(line, "x,y,time"))?;
        let square = x.checked_sub(base).zip(y.checked_sub(base));
        let square = square.and_then(|(x, y)| Square::new(x, y));
        let square = square.ok_or_else(|| bad(format!("{x},{y} is no point")))?;
        let m = playable(&now, square.into()).map_err(bad)?;
        now.make(m, &mut NullObserver);
        let mut node = Node::new(m);
        if time > 0 {
            node.comments.push(format!("[%emt {}]", seconds(time)));
        }
        game.line.moves.push(node);
    }
    Ok(now.winner().map(Outcome::win_of))
}

/// Milliseconds as seconds, without trailing zeros.
fn seconds(milliseconds: u64) -> String {
    let text = format!("{}.{:03}", milliseconds / 1000, milliseconds % 1000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The time in a comment, in milliseconds.
fn time(node: &Node<Square>) -> u64 {
    let told = node.comments.iter().find_map(|comment| {
        let text = comment.strip_prefix("[%emt ")?.strip_suffix(']')?;
        let (whole, part) = text.split_once('.').unwrap_or((text, ""));
        let part: u64 = format!("{part:0<3}").get(..3)?.parse().ok()?;
        whole.parse::<u64>().ok()?.checked_mul(1000)?.checked_add(part)
    });
    told.unwrap_or(0)
}

/// The most lines of a `.rec` that are read.
const MAX_REC: usize = 200_000;

/// Reads a `.rec`: two names, then the moves, counted from 0. Some programs append further games,
/// which are read too.
#[must_use]
pub fn read_rec(source: impl Read, usual: Gomoku) -> Vec<Result<Game<Position>, ReadError>> {
    let mut lines = Lines::new(source);
    let mut all = Vec::new();
    while let Some(line) = lines.next() {
        match line {
            Err(error) => return vec![Err(error)],
            Ok(line) if line.text.trim().is_empty() => {}
            Ok(line) if all.len() == MAX_REC => {
                let kind = ReadErrorKind::TooLong { what: "the file", limit: MAX_REC };
                return vec![Err(error(line.number, kind))];
            }
            Ok(line) => all.push(line),
        }
    }
    let is_move = |line: &TextLine| coordinates(&line.text).is_some();
    // The last line of a game says how it ended.
    let is_end = |line: &TextLine| line.text.trim().parse::<i32>().is_ok();
    let mut games = Vec::new();
    let mut rest = &all[..];
    while !rest.is_empty() || games.is_empty() {
        let names = rest.len().min(2);
        let moves = rest[names..].iter().take_while(|line| is_move(line)).count();
        let ends = rest[names + moves..].iter().take_while(|line| is_end(line)).count();
        let (game, after) = rest.split_at(names + moves + ends);
        games.push(read_one_rec(&game[..names + moves], usual));
        rest = after;
    }
    games
}

fn read_one_rec(all: &[TextLine], usual: Gomoku) -> Result<Game<Position>, ReadError> {
    let mut game = Game::new(records::Dialect::start(&usual));
    let is_move = |line: &&TextLine| coordinates(&line.text).is_some();
    let [first, second, rest @ ..] = all else {
        let found = "nothing".to_owned();
        let expected = "two names, then moves".to_owned();
        return Err(error(1, ReadErrorKind::Expected { expected, found }));
    };
    if let Some(line) = [first, second].into_iter().find(|line| is_move(line)) {
        return Err(expected(line, "the name of a player"));
    }
    game.tags.set("Black", first.text.trim());
    game.tags.set("White", second.text.trim());
    let moves = rest.iter().take_while(is_move).count();
    game.result = read_moves(&mut game, &rest[..moves], 0)?;
    Ok(game)
}

/// Writes a game as `.psq`, without variations and comments. Its initial stones become its first
/// moves.
///
/// # Errors
/// When the format cannot represent the game, or `out` fails.
pub fn write(out: &mut impl Write, game: &Game<Position>) -> Result<(), WriteError> {
    let moves = from_empty(game).map_err(|why| WriteError::unfit(PSQ, why))?;
    let size = game.start.size();
    writeln!(out, "{MAGIC} {size}x{size}, 0:0, 0")?;
    write_moves(out, &moves, 1)?;
    if let Some([black, white]) = names(game) {
        writeln!(out, "{black}\n{white}")?;
    }
    writeln!(out, "-1")?;
    let winner = match game.result {
        Some(Outcome::FirstWins) => "1",
        Some(Outcome::SecondWins) => "2",
        Some(Outcome::Draw) => "3",
        None if game.start.rules() == Rules::FREESTYLE => return Ok(()),
        None => "-1",
    };
    Ok(writeln!(out, "{winner},{}", Gomoku::name_of(game.start.rules()))?)
}

/// Writes a game as `.rec`, as [`write()`] does.
///
/// # Errors
/// When the format cannot represent the game, or `out` fails.
pub fn write_rec(out: &mut impl Write, game: &Game<Position>) -> Result<(), WriteError> {
    let moves = from_empty(game).map_err(|why| WriteError::unfit(REC, why))?;
    let [black, white] = names(game).unwrap_or(["?".to_owned(), "?".to_owned()]);
    writeln!(out, "{black}\n{white}")?;
    write_moves(out, &moves, 0)?;
    Ok(writeln!(out, "-1")?)
}

fn write_moves(out: &mut impl Write, moves: &[Node<Square>], base: u8) -> Result<(), WriteError> {
    for node in moves {
        let (x, y) = (node.mv.column() + base, node.mv.row() + base);
        writeln!(out, "{x},{y},{}", time(node))?;
    }
    Ok(())
}

/// The players, Black first, each on one line that has no other meaning.
fn names(game: &Game<Position>) -> Option<[String; 2]> {
    let name = |tag| game.tags.get(tag).map(squeeze).filter(|name| !name.is_empty());
    let (black, white) = (name("Black"), name("White"));
    if black.is_none() && white.is_none() {
        return None;
    }
    Some([black, white].map(|name| match name {
        None => "?".to_owned(),
        Some(name) if is_like_a_move(&name) || name.parse::<i32>().is_ok() => {
            format!("\"{name}\"")
        }
        Some(name) => name,
    }))
}

/// Reads a list of openings in the form of Gomocup: each line has the offsets of the stones from
/// the centre, `dx,dy, dx,dy, …`, Black's first.
#[derive(Debug)]
pub struct Openings<R> {
    lines: Lines<R>,
    usual: Gomoku,
}

impl<R: Read> Openings<R> {
    /// Reads from `source` openings for the board and the rules of `usual`.
    #[must_use]
    pub fn new(source: R, usual: Gomoku) -> Self {
        Self { lines: Lines::new(source), usual }
    }
}

impl<R: Read> Iterator for Openings<R> {
    type Item = Result<Game<Position>, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.lines.next()? {
                Err(error) => return Some(Err(error)),
                Ok(line) if line.text.trim().is_empty() || line.text.starts_with('#') => {}
                Ok(line) => return Some(read_opening(&line, self.usual)),
            }
        }
    }
}

/// The numbers of an opening, if the line is one.
pub(crate) fn offsets(text: &str) -> Option<Vec<(i32, i32)>> {
    let fields = text.trim().trim_end_matches(',').split(',');
    let numbers: Option<Vec<i32>> = fields.map(|field| field.trim().parse().ok()).collect();
    let (pairs, rest) = numbers.as_deref()?.as_chunks::<2>();
    rest.is_empty().then(|| pairs.iter().map(|&[dx, dy]| (dx, dy)).collect())
}

fn read_opening(line: &TextLine, usual: Gomoku) -> Result<Game<Position>, ReadError> {
    let what = "offsets from the centre by twos, as in 0,0, 1,-2";
    let offsets = offsets(&line.text).ok_or_else(|| expected(line, what))?;
    let centre = i32::from(usual.size() / 2);
    let mut game = Game::new(records::Dialect::start(&usual));
    let mut now = game.start.clone();
    for ((dx, dy), ply) in offsets.into_iter().zip(1..) {
        let bad = |why| error(line.number, ReadErrorKind::Move { ply, why });
        let point = |offset: i32| offset.checked_add(centre).and_then(|n| u8::try_from(n).ok());
        let square = point(dx).zip(point(dy)).and_then(|(x, y)| Square::new(x, y));
        let square = square.ok_or_else(|| bad(format!("{dx},{dy} is beyond the edge")))?;
        let m = playable(&now, square.into()).map_err(bad)?;
        now.make(m, &mut NullObserver);
        game.line.moves.push(Node::new(m));
    }
    Ok(game)
}

/// Writes a game as an opening, without variations and comments.
///
/// # Errors
/// When the format cannot represent the game, or `out` fails.
pub fn write_opening(out: &mut impl Write, game: &Game<Position>) -> Result<(), WriteError> {
    let moves = from_empty(game).map_err(|why| WriteError::unfit(OPENINGS, why))?;
    let centre = i32::from(game.start.size() / 2);
    let offset = |n: u8| i32::from(n) - centre;
    let pairs = moves.iter().map(|node| (offset(node.mv.column()), offset(node.mv.row())));
    let pairs: Vec<String> = pairs.map(|(dx, dy)| format!("{dx},{dy}")).collect();
    Ok(writeln!(out, "{}", pairs.join(", "))?)
}

/// Writes the moves of a game run together, `h8i9j10`, without variations and comments.
///
/// # Errors
/// When the format cannot represent the game, or `out` fails.
pub fn write_code(out: &mut impl Write, game: &Game<Position>) -> Result<(), WriteError> {
    let moves = from_empty(game).map_err(|why| WriteError::unfit(CODE, why))?;
    for node in &moves {
        write!(out, "{}", node.mv)?;
    }
    if moves.is_empty() {
        write!(out, "startpos")?;
    }
    Ok(writeln!(out)?)
}
