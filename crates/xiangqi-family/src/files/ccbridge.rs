//! The files of CCBridge (象棋桥): records (`.cbr`), libraries of records (`.cbl`), and the markup of its
//! third version (`.cbf`). They are only read.
//!
//! A record has fixed fields with texts in UTF-16, a board of 90 bytes from the top left, and from byte 2214
//! on a stream of moves: flags (1 the line ends, 2 another move in this place follows later, 4 a comment), an
//! unused byte, from, to, and the comment with its length. The first of them is no move: it has the
//! comment on the start. A library has an index of 276 bytes for each place, then the records on
//! boundaries of 4096 bytes.

use super::raw::{RawGame, RawTree, at, bytes_of, lines, square};
use encoding_rs::UTF_16LE;
use game::{Outcome, Side};
use records::text::{decode, squeeze};
use records::{Format, ReadError, ReadErrorKind, Record, Tags};
use std::io::Read;
use xiangqi::{Kind, Move, Piece, Setup, Square};

/// A record of CCBridge.
pub const CBR: Format = Format {
    shows: |head| if head.starts_with(RECORD) { 3 } else { 0 },
    is_text: false,
    is_written: false,
    ..Format::plain("cbr", "CCBridge record")
};
/// A library of CCBridge.
pub const CBL: Format = Format {
    shows: |head| if head.starts_with(LIBRARY) { 3 } else { 0 },
    is_text: false,
    is_written: false,
    ..Format::plain("cbl", "CCBridge library")
};
/// A record of CCBridge 3.
pub const CBF: Format = Format {
    shows: |head| {
        let mark = b"<ChineseChessRecord";
        if head.windows(mark.len()).any(|part| part == mark) { 3 } else { 0 }
    },
    is_written: false,
    ..Format::plain("cbf", "CCBridge 3 record")
};

const RECORD: &[u8] = b"CCBridge Record\0";
const LIBRARY: &[u8] = b"CCBridgeLibrary\0";
/// Where the moves of a record begin.
const MOVES: usize = 2214;
/// Where the index of a library begins, and the size of an entry and of a record's place.
const INDEX: usize = 66_624;
const ENTRY: usize = 276;
const PLACE: usize = 4096;

/// The texts of a record: place, size, our tag.
const TEXTS: [(usize, usize, &str); 11] = [
    (180, 128, "Title"),
    (692, 64, "Event"),
    (756, 64, "Round"),
    (884, 64, "Date"),
    (948, 64, "Site"),
    (1012, 64, "TimeControl"),
    (1076, 64, "Red"),
    (1140, 64, "RedTeam"),
    (1300, 64, "Black"),
    (1364, 64, "BlackTeam"),
    (1652, 64, "Annotator"),
];

/// Reads a record.
pub(super) fn read_record(source: impl Read) -> Vec<Result<Record, ReadError>> {
    match bytes_of(source) {
        Ok(bytes) => record(&bytes, 0),
        Err(error) => vec![Err(error)],
    }
}

/// Reads the records of a library.
pub(super) fn read_library(source: impl Read) -> Vec<Result<Record, ReadError>> {
    let bytes = match bytes_of(source) {
        Ok(bytes) => bytes,
        Err(error) => return vec![Err(error)],
    };
    if !bytes.starts_with(LIBRARY) {
        return vec![Err(expected(0, "a library of CCBridge", "another beginning"))];
    }
    let places = bytes.get(60..64).and_then(|count| count.first_chunk::<4>());
    let places = places.map_or(0, |count| u32::from_le_bytes(*count));
    let told = usize::try_from(places).ok().and_then(|n| n.checked_mul(ENTRY)?.checked_add(INDEX));
    let begins = |at: usize| bytes.get(at..).is_some_and(|rest| rest.starts_with(RECORD));
    // A count that is wrong is not trusted.
    let first = told
        .filter(|at| begins(*at))
        .or_else(|| bytes.windows(RECORD.len()).position(|part| part == RECORD));
    let Some(first) = first else { return Vec::new() };
    let starts: Vec<usize> = (first..bytes.len()).step_by(PLACE).filter(|at| begins(*at)).collect();
    let ends = starts.iter().skip(1).copied().chain([bytes.len()]);
    starts.iter().zip(ends).flat_map(|(&start, end)| record(&bytes[start..end], start)).collect()
}

fn expected(byte: usize, expected: &str, found: &str) -> ReadError {
    let (expected, found) = (expected.to_owned(), found.to_owned());
    at(byte, ReadErrorKind::Expected { expected, found })
}

/// A record that begins at this byte of the file.
fn record(bytes: &[u8], place: usize) -> Vec<Result<Record, ReadError>> {
    let column = u32::try_from(place).unwrap_or(u32::MAX);
    read(bytes, place).map_or_else(|error| vec![Err(error)], |game| game.check((0, column)))
}

fn read(bytes: &[u8], place: usize) -> Result<RawGame, ReadError> {
    if !bytes.starts_with(RECORD) {
        return Err(expected(place, "a record of CCBridge", "another beginning"));
    }
    let Some((head, moves)) = bytes.split_at_checked(MOVES) else {
        return Err(expected(place + bytes.len(), "a record of 2214 bytes", "the end of the file"));
    };
    let mut tags = Tags::default();
    for (at, size, tag) in TEXTS {
        let text = squeeze(&utf16(&head[at..at + size]));
        if !text.is_empty() {
            tags.set(tag, &text);
        }
    }
    let result = match head[2076] {
        1 => Some(Outcome::FirstWins),
        2 => Some(Outcome::SecondWins),
        3 => Some(Outcome::Draw),
        _ => None,
    };
    let mut start = Setup::empty();
    if head[2112] == 2 {
        start.turn = Side::Second;
    }
    for (byte, index) in head[2120..2210].iter().zip(0_u8..) {
        if let (Some(piece), Some(square)) = (piece(*byte), point(index)) {
            start.put(square, Some(piece));
        }
    }
    let mut stream = Stream { bytes: moves, at: 0, place: place + MOVES };
    let tree = stream.tree()?;
    Ok(RawGame { tags, start, tree, result, lost: (0, None), cut: None })
}

/// UTF-16 up to the first zero.
fn utf16(bytes: &[u8]) -> String {
    let (pairs, _) = bytes.as_chunks::<2>();
    let length = pairs.iter().take_while(|pair| **pair != [0, 0]).count() * 2;
    UTF_16LE.decode_without_bom_handling(&bytes[..length]).0.into_owned()
}

fn piece(byte: u8) -> Option<Piece> {
    let side = match byte >> 4 {
        1 => Side::First,
        2 => Side::Second,
        _ => return None,
    };
    let kind = match byte & 0x0F {
        1 => Kind::Chariot,
        2 => Kind::Horse,
        3 => Kind::Elephant,
        4 => Kind::Advisor,
        5 => Kind::King,
        6 => Kind::Cannon,
        7 => Kind::Pawn,
        _ => return None,
    };
    Some(Piece::new(side, kind))
}

/// The square of a number: from the top left, row by row.
fn point(number: u8) -> Option<Square> {
    let (row, column) = (usize::from(number / 9), usize::from(number % 9));
    square(column, 9_usize.checked_sub(row)?)
}

struct Stream<'a> {
    bytes: &'a [u8],
    at: usize,
    /// The place of the first byte in the file.
    place: usize,
}

impl Stream<'_> {
    fn take(&mut self) -> Option<[u8; 4]> {
        let taken = self.bytes.get(self.at..)?.first_chunk::<4>()?;
        self.at += 4;
        Some(*taken)
    }

    /// A node: flags, from, to, comment. `None` at the end of the bytes.
    fn node(&mut self) -> Result<Option<(u8, u8, u8, String)>, ReadError> {
        let begin = self.place + self.at;
        let Some([flags, _, from, to]) = self.take() else { return Ok(None) };
        let mut comment = String::new();
        if flags & 4 != 0 {
            let length = self.take().map(u32::from_le_bytes);
            let text = length
                .and_then(|length| usize::try_from(length).ok())
                .and_then(|length| self.bytes.get(self.at..self.at.checked_add(length)?));
            let Some(text) = text else {
                return Err(expected(begin, "a comment within the file", "the end of the file"));
            };
            self.at += text.len();
            comment = lines(&utf16(text));
        }
        Ok(Some((flags, from, to, comment)))
    }

    fn tree(&mut self) -> Result<RawTree, ReadError> {
        let mut tree = RawTree::new();
        let Some((flags, _, _, comment)) = self.node()? else { return Ok(tree) };
        tree.comment(0, comment);
        if flags & 1 != 0 {
            return Ok(tree);
        }
        // The nodes after which another move follows.
        let mut forks = Vec::new();
        let mut parent = 0;
        loop {
            let begin = self.place + self.at;
            let Some((flags, from, to, comment)) = self.node()? else { return Ok(tree) };
            // Zeros fill the place of a record without moves.
            if from == to {
                return Ok(tree);
            }
            let m = point(from).zip(point(to)).map(|(from, to)| Move::new(from, to));
            let node = tree.add(parent, m).map_err(|kind| at(begin, kind))?;
            tree.comment(node, comment);
            if flags & 2 != 0 {
                forks.push(parent);
            }
            parent = node;
            if flags & 1 != 0 {
                let Some(fork) = forks.pop() else { return Ok(tree) };
                parent = fork;
            }
        }
    }
}

/// Reads a record of CCBridge 3.
pub(super) fn read_markup(source: impl Read) -> Vec<Result<Record, ReadError>> {
    let game = bytes_of(source).and_then(|bytes| markup(&decode(&bytes)));
    game.map_or_else(|error| vec![Err(error)], |game| game.check((1, 1)))
}

/// The elements with texts, and our tags.
const ELEMENTS: [(&str, &str); 11] = [
    ("Name", "Title"),
    ("Contest", "Event"),
    ("Round", "Round"),
    ("Date", "Date"),
    ("Site", "Site"),
    ("TimeRule", "TimeControl"),
    ("Red", "Red"),
    ("RedTeam", "RedTeam"),
    ("Black", "Black"),
    ("BlackTeam", "BlackTeam"),
    ("Commentator", "Annotator"),
];

fn markup(text: &str) -> Result<RawGame, ReadError> {
    let begin = |kind| ReadError { line: 1, column: 1, kind };
    let document = roxmltree::Document::parse(text).map_err(|error| {
        let place = error.pos();
        let kind = ReadErrorKind::Unknown(format!("not markup: {error}"));
        ReadError { line: place.row, column: place.col, kind }
    })?;
    let element = |name: &str| document.descendants().find(|node| node.has_tag_name(name));
    let text =
        |name: &str| element(name).and_then(|node| node.text()).map(squeeze).unwrap_or_default();
    let fen = text("FEN");
    let start = if fen.is_empty() {
        Setup::start()
    } else {
        let position: Result<xiangqi::Position, _> = fen.parse();
        let position = position.map_err(|why| begin(ReadErrorKind::Position(why.to_string())));
        Setup::from(&position?)
    };
    let mut tags = Tags::default();
    for (name, tag) in ELEMENTS {
        let value = text(name);
        if !value.is_empty() {
            tags.set(tag, &value);
        }
    }
    let result = match text("RecordResult").as_str() {
        "1" => Some(Outcome::FirstWins),
        "2" => Some(Outcome::SecondWins),
        "3" | "4" => Some(Outcome::Draw),
        _ => None,
    };
    let mut tree = RawTree::new();
    let mut lost = (0, None);
    let moves = element("MoveList").into_iter().flat_map(|list| list.children());
    let (mut node, mut is_first, mut has_ended) = (0, true, false);
    for element in moves.filter(|node| node.has_tag_name("Move")) {
        let place = document.text_pos_at(element.range().start);
        let error = |kind| ReadError { line: place.row, column: place.col, kind };
        let value = element.attribute("value").unwrap_or("");
        if has_ended {
            // How such files say where a variation belongs is not known.
            lost.0 += 1;
            lost.1.get_or_insert("moves after the end of the game".to_owned());
            continue;
        }
        if !(is_first && value == "00-00") {
            node = tree.add(node, read_move(value)).map_err(error)?;
        }
        is_first = false;
        tree.comment(node, lines(element.text().unwrap_or("")));
        has_ended = element.attribute("end") == Some("1");
    }
    Ok(RawGame { tags, start, tree, result, lost, cut: None })
}

/// `77-47`: column and row from the top left.
fn read_move(text: &str) -> Option<Move> {
    let (from, to) = text.split_once('-')?;
    let point = |text: &str| match text.as_bytes() {
        [column @ b'0'..=b'8', row @ b'0'..=b'9'] => {
            square(usize::from(column - b'0'), usize::from(b'9' - row))
        }
        _ => None,
    };
    Some(Move::new(point(from)?, point(to)?))
}
