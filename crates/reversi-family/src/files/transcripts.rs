//! Lists with a game or a position in each line. Moves may be run together, and passes may be left
//! out.

use super::Reversi;
use game::{NullObserver, Outcome, Position as _};
use records::list::{Entries, Entry};
use records::text::{result, squeeze, without_number};
use records::{Dialect as _, Game, Node, ReadError, ReadErrorKind};
use reversi::notation::transcript;
use reversi::{Move, Position, Setup};
use std::cmp::Ordering;
use std::io::Read;

/// Reads the games of a list.
#[derive(Debug)]
pub(crate) struct Transcripts<R> {
    entries: Entries<R>,
    ahead: Option<Result<Entry, ReadError>>,
    usual: Reversi,
}

impl<R: Read> Transcripts<R> {
    pub(crate) fn new(source: R, usual: Reversi) -> Self {
        Self { entries: Entries::new(source), ahead: None, usual }
    }
}

impl<R: Read> Iterator for Transcripts<R> {
    type Item = Result<Game<Position>, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let entry = match self.ahead.take().or_else(|| self.entries.next())? {
            Ok(entry) => entry,
            Err(error) => return Some(Err(error)),
        };
        let mut game = match read(&entry, self.usual) {
            Ok(game) => game,
            Err(error) => return Some(Err(error)),
        };
        // A game may be written on several lines: what cannot begin one goes on with it.
        while let Some(entry) = self.entries.next() {
            let more = entry.as_ref().ok().filter(|_| game.result.is_none()).and_then(|entry| {
                read(entry, self.usual).is_err().then(|| continued(&game, entry)).flatten()
            });
            let (Some((more, result)), Ok(entry)) = (more, &entry) else {
                self.ahead = Some(entry);
                break;
            };
            game.line.moves.extend(more.into_iter().map(Node::new));
            game.result = result;
            let comment = squeeze(entry.text().1);
            game.line.comments.extend(Some(comment).filter(|text| !text.is_empty()));
        }
        Some(Ok(game))
    }
}

/// The moves of a line that goes on with a game, and the result behind them.
fn continued(game: &Game<Position>, entry: &Entry) -> Option<(Vec<Move>, Option<Outcome>)> {
    let mut end = game.start;
    for m in game.moves() {
        end.make(m, &mut NullObserver);
    }
    let (text, _) = entry.text();
    let (moves, result) = without_result(&text);
    let moves = transcript::read(&end, &moves_of(moves)).ok();
    moves.filter(|moves| !moves.is_empty()).map(|moves| (moves, result))
}

/// A text without the result at its end: `1-0`, or the discs of both sides, as in `40-24`.
fn without_result(text: &str) -> (&str, Option<Outcome>) {
    let text = text.trim_end();
    let (before, word) = text.rsplit_once(char::is_whitespace).unwrap_or(("", text));
    if let Some(result) = result(word).filter(|_| !before.is_empty()) {
        return (before, result);
    }
    let discs = || -> Option<(u8, u8)> {
        let (black, white) = word.split_once(['-', ':'])?;
        let (black, white) = (black.parse().ok()?, white.parse().ok()?);
        (black <= 64 && white <= 64 && black + white <= 64).then_some((black, white))
    };
    match discs().filter(|_| !before.is_empty()) {
        Some((black, white)) => (
            before,
            Some(match black.cmp(&white) {
                Ordering::Greater => Outcome::FirstWins,
                Ordering::Less => Outcome::SecondWins,
                Ordering::Equal => Outcome::Draw,
            }),
        ),
        None => (text, None),
    }
}

/// A text of moves without numbers, and without what stands between them.
fn moves_of(text: &str) -> String {
    let text = text.replace("--", " pass ").replace([',', ';', '-', '→', '|'], " ");
    let words = text.split_whitespace().map(|word| word.trim_matches(['(', ')', '[', ']', ':']));
    words.map(without_number).collect::<Vec<_>>().join(" ")
}

/// The game of a line. A position may begin it, in the form of GGF too (`[8 -------- … *]`); values behind it, as in
/// OBF (`; G8:+18`), are kept as a comment. Any other text is read like the lists of other games.
fn read(entry: &Entry, usual: Reversi) -> Result<Game<Position>, ReadError> {
    let (whole, comment) = entry.text();
    let (text, values) = whole.split_once(';').unwrap_or((&whole, ""));
    let bare = |text: &str| text.trim().trim_start_matches("BO").replace(['[', ']'], " ");
    let board = bare(text);
    let told = position(&board);
    let all = bare(&whole);
    let (start, moves, values) = match told {
        Some((setup, rest)) if setup.size == usual.start().size() => match setup.position() {
            Ok(start) => (start, rest, Some(values)),
            Err(error) => {
                let kind = ReadErrorKind::Position(error.to_string());
                return Err(ReadError { line: entry.number, column: 1, kind });
            }
        },
        // Values stand behind a position only.
        _ => (usual.start(), all.as_str(), None),
    };
    let (moves, result) = without_result(moves.trim().trim_start_matches("moves"));
    let moves = moves_of(moves);
    if let Ok(moves) = transcript::read(&start, &moves)
        && (!moves.is_empty() || values.is_some())
    {
        let mut game = Game::new(start);
        game.result = result;
        game.line.moves = moves.into_iter().map(Node::new).collect();
        let values = values.unwrap_or_default().trim_end_matches([';', ' ']);
        let comments = [values, comment].map(squeeze);
        game.line.comments.extend(comments.into_iter().filter(|text| !text.is_empty()));
        return Ok(game);
    }
    entry.read(&usual)
}

/// Whether a line begins with a board.
pub(super) fn begins_with_position(line: &str) -> bool {
    let text = line.split(';').next().unwrap_or(line);
    position(&text.trim().trim_start_matches("BO").replace(['[', ']'], " ")).is_some()
}

/// The position that a text begins with, and what follows it.
fn position(text: &str) -> Option<(Setup, &str)> {
    let ends = text.char_indices().filter(|(_, c)| c.is_whitespace()).map(|(at, _)| at);
    // The shortest text that is a board and who moves; a board has at most eight rows.
    let mut ends = ends.chain([text.len()]).take(16);
    ends.find_map(|end| Some((text.get(..end)?.parse().ok()?, text.get(end..)?)))
}
