//! XQF, the files of XQStudio (象棋演播室), versions 1.0 to 1.8.
//!
//! A header of 1024 bytes has the pieces' places (file × 10 + rank), the result, and texts in GBK with
//! their lengths before them. Then come the nodes of the tree in pre-order: from, to, flags, an unused
//! byte, and a comment with its length. Up to version 1.0 (byte 2: 10) the length is always there. From
//! then on places and nodes are shifted by keys that the header gives (bytes 3 to 15); from 1.2 on the
//! places are rotated too.
//!
//! The layout of version 1.0 is the one that the author of XQStudio published; the keys are those that
//! programs which read such files agree on.

use super::raw::{RawGame, RawTree, at, board, bytes_of, lines, listed, siblings, square};
use encoding_rs::GB18030;
use game::{Outcome, Side};
use records::text::squeeze;
use records::{
    Format, Game, GamesPerFile, Node, ReadError, ReadErrorKind, Record, Tags, WriteError,
};
use std::io::{Read, Write};
use xiangqi::{Move, Position, Setup, Square};

/// A file of XQStudio.
pub const XQF: Format = Format {
    shows: |head| match head {
        [b'X', b'Q', 1..=31, ..] => 3,
        _ => 0,
    },
    is_text: false,
    holding: GamesPerFile::One,
    ..Format::plain("xqf", "XQStudio game")
};

const HEADER: usize = 0x400;
/// The last version without keys.
const PLAIN: u8 = 10;
/// The first version in which the places of the pieces are rotated.
const ROTATED: u8 = 12;
/// Version 1.8.
const NEWEST: u8 = 18;

/// The header's texts: the place of the length byte, the room for the text, our tag.
const TEXTS: [(usize, usize, &str); 11] = [
    (0x50, 63, "Title"),
    (0xD0, 63, "Event"),
    (0x110, 15, "Date"),
    (0x120, 15, "Site"),
    (0x130, 15, "Red"),
    (0x140, 15, "Black"),
    (0x150, 63, "TimeControl"),
    (0x190, 15, "RedTime"),
    (0x1A0, 15, "BlackTime"),
    (0x1D0, 15, "Annotator"),
    (0x1E0, 15, "Author"),
];

/// What the bytes of a file are shifted by.
struct Keys {
    pieces: u8,
    from: u8,
    to: u8,
    length: u32,
    stream: [u8; 32],
}

impl Keys {
    /// The keys of a header.
    fn of(header: &[u8]) -> Self {
        let byte = |at: usize| header.get(at).copied().unwrap_or(0);
        if byte(2) <= PLAIN {
            return Self { pieces: 0, from: 0, to: 0, length: 0, stream: [0; 32] };
        }
        let grown = |key: u8| key.wrapping_mul(key).wrapping_mul(54).wrapping_add(221);
        let pieces = grown(byte(13)).wrapping_mul(byte(13));
        let from = grown(byte(14)).wrapping_mul(pieces);
        let to = grown(byte(15)).wrapping_mul(from);
        let length = (u32::from(byte(12)) * 256 + u32::from(byte(13))) % 32000 + 767;
        let mut stream = *b"[(C) Copyright Mr. Dong Shiwei.]";
        for (i, key) in stream.iter_mut().enumerate() {
            *key &= (byte(12 + i % 4) & byte(3)) | byte(8 + i % 4);
        }
        Self { pieces, from, to, length, stream }
    }
}

/// Reads a file: one game, and an error if a part of it cannot be kept.
pub(super) fn read(source: impl Read) -> Vec<Result<Record, ReadError>> {
    let game = bytes_of(source).and_then(|bytes| read_bytes(&bytes));
    game.map_or_else(|error| vec![Err(error)], |game| game.check((0, HEADER as u32)))
}

fn read_bytes(bytes: &[u8]) -> Result<RawGame, ReadError> {
    let expected = |what: &str, byte: usize| {
        let found = match bytes.get(byte) {
            Some(found) => format!("{found:02X}"),
            None => "the end of the file".to_owned(),
        };
        at(byte, ReadErrorKind::Expected { expected: what.to_owned(), found })
    };
    if !bytes.starts_with(b"XQ") {
        return Err(expected("XQ, with which such a file begins", 0));
    }
    let Some((header, nodes)) = bytes.split_at_checked(HEADER) else {
        return Err(expected("a header of 1024 bytes", bytes.len()));
    };
    let version = header[2];
    if version > NEWEST {
        let why = format!("a file of version {}.{}; 1.8 is known", version / 10, version % 10);
        return Err(at(2, ReadErrorKind::Unknown(why)));
    }
    let keys = Keys::of(header);
    let mut start = board(places(header, &keys));
    // Files of whole games and of openings may lack the board.
    let is_whole = header[0x40] < 2;
    if is_whole && Position::try_from(start.clone()).is_err() {
        start = Setup::start();
    } else if header[0x32] == 1 {
        start.turn = Side::Second;
    }
    let nodes: Vec<u8> = nodes
        .iter()
        .zip((0..32).cycle())
        .map(|(byte, i)| byte.wrapping_sub(keys.stream[i]))
        .collect();
    let mut tree = RawTree::new();
    let mut nodes = Nodes { bytes: &nodes, at: 0, plain: version <= PLAIN, keys: &keys };
    let is_whole = nodes.read(&mut tree)?;
    let cut = (!is_whole).then_some("another move is announced");
    let result = match header[0x33] {
        1 => Some(Outcome::FirstWins),
        2 => Some(Outcome::SecondWins),
        3 | 4 => Some(Outcome::Draw),
        _ => None,
    };
    Ok(RawGame { tags: tags(header), start, tree, result, lost: (0, None), cut })
}

/// The places of the pieces.
fn places(header: &[u8], keys: &Keys) -> [Option<Square>; 32] {
    let mut places = [None; 32];
    for (i, byte) in header[0x10..0x30].iter().enumerate() {
        let slot = if header[2] >= ROTATED { (usize::from(keys.pieces) + i + 1) % 32 } else { i };
        places[slot] = point(byte.wrapping_sub(keys.pieces));
    }
    places
}

/// The square of a number: file × 10 + rank.
fn point(number: u8) -> Option<Square> {
    square(usize::from(number / 10), usize::from(number % 10))
}

fn tags(header: &[u8]) -> Tags {
    let mut tags = Tags::default();
    for (place, room, tag) in TEXTS {
        let length = usize::from(header[place]).min(room);
        let text = &header[place + 1..=place + length];
        let text = text.split(|byte| *byte == 0).next().unwrap_or(&[]);
        let text = GB18030.decode_without_bom_handling(text).0;
        // A text that was too long may end inside a character.
        let text = squeeze(text.trim_end_matches('\u{FFFD}'));
        if !text.is_empty() {
            tags.set(tag, &text);
        }
    }
    tags
}

/// The nodes after the header, without the stream of keys.
struct Nodes<'a> {
    bytes: &'a [u8],
    at: usize,
    plain: bool,
    keys: &'a Keys,
}

/// A node's squares and flags.
struct Head {
    from: u8,
    to: u8,
    /// Whether a move follows.
    next: bool,
    /// Whether another move in its place follows after that.
    sibling: bool,
}

impl Nodes<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let taken = self.bytes.get(self.at..)?.first_chunk::<N>()?;
        self.at += N;
        Some(*taken)
    }

    fn head(&mut self) -> Result<(Head, String), ReadError> {
        let begin = HEADER + self.at;
        let cut = at(
            begin,
            ReadErrorKind::Expected {
                expected: "a move".to_owned(),
                found: "the end of the file".to_owned(),
            },
        );
        let [from, to, flags, _] = self.take().ok_or_else(|| cut.clone())?;
        let (next, sibling, has_comment) = if self.plain {
            (flags & 0xF0 != 0, flags & 0x0F != 0, true)
        } else {
            (flags & 0x80 != 0, flags & 0x40 != 0, flags & 0x20 != 0)
        };
        let mut comment = String::new();
        if has_comment {
            let length = u32::from_le_bytes(self.take().ok_or_else(|| cut.clone())?);
            let length = length.wrapping_sub(self.keys.length);
            // Some programs write a length below zero for none.
            if (length as i32) > 0 {
                let text = usize::try_from(length)
                    .ok()
                    .and_then(|length| self.bytes.get(self.at..self.at.checked_add(length)?));
                let text = text.ok_or_else(|| {
                    let found = format!("{length} bytes to the end of the comment");
                    let expected = "a comment within the file".to_owned();
                    at(begin, ReadErrorKind::Expected { expected, found })
                })?;
                self.at += text.len();
                comment = lines(&GB18030.decode_without_bom_handling(text).0);
            }
        }
        let from = from.wrapping_sub(24).wrapping_sub(self.keys.from);
        let to = to.wrapping_sub(32).wrapping_sub(self.keys.to);
        Ok((Head { from, to, next, sibling }, comment))
    }

    /// Reads the tree; whether all moves that are announced are there.
    fn read(&mut self, tree: &mut RawTree) -> Result<bool, ReadError> {
        let (root, comment) = self.head()?;
        tree.comment(0, comment);
        if !root.next {
            return Ok(true);
        }
        // The nodes after which another move follows.
        let mut forks = Vec::new();
        let mut parent = 0;
        while self.at < self.bytes.len() {
            let begin = HEADER + self.at;
            let (head, comment) = self.head()?;
            let m = point(head.from).zip(point(head.to)).map(|(from, to)| Move::new(from, to));
            let node = tree.add(parent, m).map_err(|kind| at(begin, kind))?;
            tree.comment(node, comment);
            if head.sibling {
                forks.push(parent);
            }
            match (head.next, forks.pop()) {
                (true, fork) => {
                    forks.extend(fork);
                    parent = node;
                }
                (false, Some(fork)) => parent = fork,
                (false, None) => return Ok(true),
            }
        }
        Ok(false)
    }
}

/// Writes a game: version 1.0 if it has no variations, which every version of XQStudio reads, else
/// version 1.8 with keys of 0.
///
/// # Errors
/// When `out` fails, or there are more pieces of a kind than a game begins with.
pub(super) fn write(out: &mut impl Write, game: &Game<Position>) -> Result<(), WriteError> {
    let is_plain = game.line.moves.iter().all(|node| node.variations.is_empty());
    let version = if is_plain { PLAIN } else { NEWEST };
    Ok(out.write_all(&encode(game, version, [0; 13])?)?)
}

/// The bytes of a game as this version (10: 1.0, 18: 1.8). `keys` are the header's bytes from 3 on,
/// which all others are shifted by; version 1.0 has none.
///
/// # Errors
/// When there are more pieces of a kind than a game begins with.
pub fn encode(game: &Game<Position>, version: u8, keys: [u8; 13]) -> Result<Vec<u8>, WriteError> {
    let mut bytes = vec![0; HEADER];
    bytes[..3].copy_from_slice(&[b'X', b'Q', version]);
    if version > PLAIN {
        bytes[3..16].copy_from_slice(&keys);
    }
    let keys = Keys::of(&bytes);
    let places = listed(&game.start).map_err(|why| WriteError::unfit(XQF, why))?;
    for i in 0..32 {
        let slot = if version >= ROTATED { (usize::from(keys.pieces) + i + 1) % 32 } else { i };
        bytes[0x10 + i] =
            places[slot].map_or(0xFF, |square| number(square).wrapping_add(keys.pieces));
    }
    let turn = game::Position::side_to_move(&game.start);
    bytes[0x32] = u8::from(turn == Side::Second);
    bytes[0x33] = match game.result {
        None => 0,
        Some(Outcome::FirstWins) => 1,
        Some(Outcome::SecondWins) => 2,
        Some(Outcome::Draw) => 3,
    };
    bytes[0x40] = if game.start == Position::start() { 0 } else { 3 };
    for (place, room, tag) in TEXTS {
        let Some(text) = game.tags.get(tag).map(squeeze) else { continue };
        if matches!(text.as_str(), "?" | "????.??.??") {
            continue;
        }
        let text = fitting(&text, room);
        bytes[place] = u8::try_from(text.len()).unwrap_or(0);
        bytes[place + 1..=place + text.len()].copy_from_slice(&text);
    }
    let mut nodes = Vec::new();
    let moves = &game.line.moves;
    let mut write = WriteNodes { bytes: &mut nodes, plain: version <= PLAIN, keys: &keys };
    // The root is written as a move from 0 to 0.
    write.node((0, 0), 0xFF, !moves.is_empty(), false, &game.line.comments);
    write.moves(moves);
    for (byte, i) in nodes.iter_mut().zip((0..32).cycle()) {
        *byte = byte.wrapping_add(keys.stream[i]);
    }
    bytes.extend(nodes);
    Ok(bytes)
}

fn number(square: Square) -> u8 {
    u8::try_from(square.file().index() * 10 + square.rank().index()).unwrap_or(0xFF)
}

/// A text in GBK that is no longer than its room, cut between characters.
fn fitting(text: &str, room: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    for c in text.chars() {
        let mut buffer = [0; 4];
        let (encoded, _, _) = GB18030.encode(c.encode_utf8(&mut buffer));
        if bytes.len() + encoded.len() > room {
            break;
        }
        bytes.extend_from_slice(&encoded);
    }
    bytes
}

struct WriteNodes<'a> {
    bytes: &'a mut Vec<u8>,
    plain: bool,
    keys: &'a Keys,
}

impl WriteNodes<'_> {
    fn node(
        &mut self,
        (from, to): (u8, u8),
        unused: u8,
        next: bool,
        sibling: bool,
        comments: &[String],
    ) {
        let text = comments.join("\n");
        let text = GB18030.encode(&text).0;
        let flag = |is: bool, bit: u8| if is { bit } else { 0 };
        let flags = if self.plain {
            flag(next, 0xF0) | flag(sibling, 0x0F)
        } else {
            flag(next, 0x80) | flag(sibling, 0x40) | flag(!text.is_empty(), 0x20)
        };
        let from = from.wrapping_add(24).wrapping_add(self.keys.from);
        let to = to.wrapping_add(32).wrapping_add(self.keys.to);
        self.bytes.extend([from, to, flags, unused]);
        if self.plain || !text.is_empty() {
            let length = u32::try_from(text.len()).unwrap_or(u32::MAX);
            self.bytes.extend(length.wrapping_add(self.keys.length).to_le_bytes());
            self.bytes.extend_from_slice(&text);
        }
    }

    /// Writes moves; a variation follows the complete line from which it deviates.
    fn moves(&mut self, moves: &[Node<Move>]) {
        for (i, node) in moves.iter().enumerate() {
            let last = i + 1 == moves.len();
            self.mv(node, !last, !siblings(node).is_empty(), &[]);
        }
        for node in moves.iter().rev() {
            let siblings = siblings(node);
            for (i, branch) in siblings.iter().enumerate() {
                let Some((first, rest)) = branch.moves.split_first() else { continue };
                self.mv(first, !rest.is_empty(), i + 1 < siblings.len(), &branch.comments);
                self.moves(rest);
            }
        }
    }

    /// Writes a move. `before` are comments that stand before it.
    fn mv(&mut self, node: &Node<Move>, next: bool, sibling: bool, before: &[String]) {
        let comments: Vec<String> = before.iter().chain(&node.comments).cloned().collect();
        self.node((number(node.mv.from), number(node.mv.to)), 0, next, sibling, &comments);
    }
}
