//! RenLib libraries, `.lib`: trees of moves on a board of 15×15 points with comments.
//!
//! The layout, as RenLib 3.6 reads and writes it: a header of 20 bytes (`FF`, `RenLib`, `FF`,
//! version, then `FF`), which files before version 3 lack; then the nodes of the tree in
//! pre-order, two bytes each: the point (low half column from 1, high half row from the top
//! from 0; 0 for the root or a pass) and flags. After a node come two bytes of more flags where
//! `EXTENSION` says so, its comment, and its text on the board, in units of two bytes.

use crate::files::dialect::{Gomoku, playable};
use encoding_rs::Encoding;
use game::{NullObserver, Position as _};
use gomoku::{Move, Position, Square, Undo};
use records::encoding::detect;
use records::text::squeeze;
use records::{
    Branch, Dialect as _, Format, Game, GamesPerFile, Node, Notices, ReadError, ReadErrorKind,
    WriteError,
};
use std::io::{Read, Write};

/// A RenLib library. Of one without a header the first byte is the centre.
pub const LIB: Format = Format {
    shows: |head| if head.starts_with(MAGIC) { 3 } else { 0 },
    shows_named: |head| head.first() == Some(&CENTRE),
    is_text: false,
    holding: GamesPerFile::Merged,
    ..Format::plain("lib", "RenLib library")
};

/// The first bytes of a library.
pub(crate) const MAGIC: &[u8] = b"\xFFRenLib\xFF";
/// The first byte of a library without header: the centre.
pub(crate) const CENTRE: u8 = 0x78;

const HEADER: usize = 20;
const SIZE: u8 = 15;
/// The greatest size of a file that is read.
const MAX_FILE: u64 = 1 << 26;
/// The greatest number of nodes that are kept.
const MAX_NODES: usize = 2_000_000;

const MORE_SIBLINGS: u8 = 0x80;
const NO_CHILD: u8 = 0x40;
const OLD_COMMENT: u8 = 0x20;
const MARK: u8 = 0x10;
const COMMENT: u8 = 0x08;
const START: u8 = 0x04;
const EXTENSION: u8 = 0x01;
/// A flag in the second byte of an extension.
const BOARD_TEXT: u8 = 0x01;
/// The separator between the first line of a comment and the others.
const BACKSPACE: u8 = 0x08;

/// A node of the file's tree.
#[derive(Debug, Default)]
struct LibNode {
    /// `None` for the root and for passes.
    square: Option<Square>,
    /// The comments as bytes: all of a file tell its encoding together.
    raw: Vec<Vec<u8>>,
    comments: Vec<String>,
    children: Vec<usize>,
    /// Whether its point is marked.
    marked: bool,
}

/// Reads a library as one game whose variations are the tree. A part that cannot be kept (a
/// point twice, a pass where the rules have none) is left out and reported as an error after the game.
///
/// ```
/// use gomoku_family::files::{Gomoku, renlib};
/// let mut file = b"\xFFRenLib\xFF\x03\x04".to_vec();
/// file.resize(20, 0xFF);
/// file.extend([0x78, 0x00, 0x69, 0xC0, 0x59, 0x40]); // h8, then i9 or i10
/// let mut read = renlib::read(&file[..], gomoku::Rules::RENJU);
/// let game = read.remove(0)?;
/// assert_eq!(game.moves().map(|m| m.to_string()).collect::<Vec<_>>(), ["h8", "i9"]);
/// assert_eq!(game.line.moves[1].variations[0].moves[0].mv.to_string(), "i10");
/// # Ok::<(), records::ReadError>(())
/// ```
#[must_use]
pub fn read(source: impl Read, rules: gomoku::Rules) -> Vec<Result<Game<Position>, ReadError>> {
    read_encoded(source, rules, None)
}

/// [`read`] with comments in this encoding; `None`: as they show together.
pub(super) fn read_encoded(
    source: impl Read,
    rules: gomoku::Rules,
    told: Option<&'static Encoding>,
) -> Vec<Result<Game<Position>, ReadError>> {
    let mut bytes = Vec::new();
    if let Err(failure) = source.take(MAX_FILE + 1).read_to_end(&mut bytes) {
        return vec![Err(at(0, ReadErrorKind::Io(failure.to_string())))];
    }
    if bytes.len() as u64 > MAX_FILE {
        let limit = usize::try_from(MAX_FILE).unwrap_or(usize::MAX);
        return vec![Err(at(0, ReadErrorKind::TooLong { what: "the file", limit }))];
    }
    let Some(dialect) = Gomoku::new(rules, SIZE) else { return Vec::new() };
    let mut bytes = Bytes { bytes: &bytes, at: 0, notices: Notices::default() };
    let mut tree = Vec::new();
    let failure = bytes.header().and_then(|()| bytes.tree(&mut tree)).err();
    decode_comments(&mut tree, told);
    let mut all = Vec::new();
    if tree.len() > 1 || failure.is_none() {
        let mut game = Game::new(dialect.start());
        if let Some(root) = tree.first_mut() {
            game.line.comments = std::mem::take(&mut root.comments);
        }
        let mut keeper = Keeper { tree, left_out: Vec::new() };
        keeper.go_on(0, &mut game.line, &mut game.start.clone());
        all.push(Ok(game));
        if let Some(first) = keeper.left_out.first().cloned() {
            let (count, what) = (keeper.left_out.len(), "lines");
            all.push(Err(at(bytes.at, ReadErrorKind::LeftOut { count, what, first })));
        }
        all.extend(bytes.notices.into_errors().into_iter().map(Err));
    }
    all.extend(failure.map(Err));
    all
}

pub(super) fn at(byte: usize, kind: ReadErrorKind) -> ReadError {
    ReadError { line: 0, column: u32::try_from(byte).unwrap_or(u32::MAX), kind }
}

/// The prefix of a text on the board among the comments.
const ON_BOARD: &[u8] = b"board: ";

/// Turns the bytes of comments into texts.
fn decode_comments(tree: &mut [LibNode], told: Option<&'static Encoding>) {
    let is_old = |text: &&Vec<u8>| std::str::from_utf8(text).is_err();
    let old: Vec<u8> =
        tree.iter().flat_map(|node| &node.raw).filter(is_old).flatten().copied().collect();
    let encoding = told.unwrap_or_else(|| detect(&old));
    for node in tree {
        for raw in std::mem::take(&mut node.raw) {
            let text = match String::from_utf8(raw) {
                Ok(text) => text,
                Err(error) => {
                    let bytes = error.into_bytes();
                    encoding.decode_without_bom_handling(&bytes).0.into_owned()
                }
            };
            node.comments.extend(Some(lines(&text)).filter(|text| !text.is_empty()));
        }
    }
}

struct Bytes<'a> {
    bytes: &'a [u8],
    at: usize,
    notices: Notices,
}

impl Bytes<'_> {
    fn expected(&self, what: &str) -> ReadError {
        let found = match self.bytes.get(self.at) {
            Some(byte) => format!("{byte:02X}"),
            None => "the end of the file".to_owned(),
        };
        at(self.at, ReadErrorKind::Expected { expected: what.to_owned(), found })
    }

    fn header(&mut self) -> Result<(), ReadError> {
        if self.bytes.first() == Some(&CENTRE) {
            return Ok(());
        }
        if !self.bytes.starts_with(MAGIC) || self.bytes.len() < HEADER {
            return Err(self.expected("the header of a RenLib library"));
        }
        let version = (self.bytes[MAGIC.len()], self.bytes[MAGIC.len() + 1]);
        if version > (3, 4) {
            let why = format!("a library of version {}.{}; 3.4 is known", version.0, version.1);
            return Err(at(MAGIC.len(), ReadErrorKind::Unknown(why)));
        }
        self.at = HEADER;
        Ok(())
    }

    /// Two bytes; `None` at the end.
    fn pair(&mut self) -> Option<(u8, u8)> {
        let pair = self.bytes.get(self.at..self.at + 2)?;
        self.at += 2;
        Some((pair[0], pair[1]))
    }

    fn text_pair(&mut self) -> Result<(u8, u8), ReadError> {
        self.pair().ok_or_else(|| self.expected("the end of a text"))
    }

    /// All nodes, the root first, each with its children.
    fn tree(&mut self, tree: &mut Vec<LibNode>) -> Result<(), ReadError> {
        tree.push(LibNode::default());
        // The nodes from the root to the current one, and the places where siblings follow.
        let mut path = vec![0];
        let mut forks: Vec<usize> = Vec::new();
        let mut is_first = true;
        let mut ends = false;
        while self.at < self.bytes.len() {
            let begin = self.at;
            let Some((point, flags)) = self.pair() else {
                // Some programs leave an extra byte at the end.
                break;
            };
            if !(is_first && point == 0) {
                let square = match point {
                    0 => None,
                    _ => Some(square(point).ok_or_else(|| {
                        let why = format!("{point:02X} is no point");
                        at(begin, ReadErrorKind::Unknown(why))
                    })?),
                };
                let parent = path.last().copied().unwrap_or(0);
                path.push(child(tree, parent, square));
            }
            is_first = false;
            if tree.len() > MAX_NODES {
                let kind = ReadErrorKind::TooLong { what: "the library", limit: MAX_NODES };
                return Err(at(begin, kind));
            }
            let now = path.last().copied().unwrap_or(0);
            tree[now].marked |= flags & MARK != 0 && tree[now].square.is_some();
            if flags & START != 0 || (flags & MARK != 0 && tree[now].square.is_none()) {
                let place = (0, u32::try_from(begin).unwrap_or(u32::MAX));
                let name = match tree[now].square {
                    Some(square) => square.to_string(),
                    None if now == 0 => "the root".to_owned(),
                    None => "a pass".to_owned(),
                };
                self.notices.add(place, "marks", &name);
            }
            let comments = self.texts(flags)?;
            tree[now].raw.extend(comments);
            ends = flags & NO_CHILD != 0;
            if flags & MORE_SIBLINGS != 0 && path.len() > 1 {
                forks.push(path.len());
            }
            if flags & NO_CHILD != 0 {
                // The next node is the sibling of the last node that announced one.
                let fork = forks.pop();
                ends = fork.is_none();
                path.truncate(fork.map_or(1, |length| length - 1));
            }
        }
        if ends { Ok(()) } else { Err(self.expected("the moves that the last ones announce")) }
    }

    /// The comment and the text on the board after a node.
    fn texts(&mut self, flags: u8) -> Result<Vec<Vec<u8>>, ReadError> {
        let mut board_text = false;
        if flags & EXTENSION != 0 {
            board_text = self.text_pair()?.1 & BOARD_TEXT != 0;
        }
        let mut comments = Vec::new();
        if flags & OLD_COMMENT != 0 {
            comments.push(self.old_comment()?.into_bytes());
        } else if flags & COMMENT != 0 {
            comments.push(self.text()?);
        }
        if board_text {
            comments.push([ON_BOARD, &self.text()?].concat());
        }
        comments.retain(|comment| !comment.is_empty());
        Ok(comments)
    }

    /// A text that ends with a zero, in pairs of bytes.
    fn text(&mut self) -> Result<Vec<u8>, ReadError> {
        let mut bytes = Vec::new();
        loop {
            let (first, second) = self.text_pair()?;
            if first == 0 {
                break;
            }
            bytes.push(first);
            if second == 0 {
                break;
            }
            bytes.push(second);
        }
        bytes.iter_mut().filter(|byte| **byte == BACKSPACE).for_each(|byte| *byte = b'\n');
        Ok(bytes)
    }

    /// A text whose last byte has its highest bit set, in the Swedish seven-bit alphabet.
    fn old_comment(&mut self) -> Result<String, ReadError> {
        let mut text = String::new();
        loop {
            let (first, second) = self.text_pair()?;
            for byte in [first, second] {
                text.push(match byte & 0x7F {
                    b'}' => 'å',
                    b'{' => 'ä',
                    b'|' => 'ö',
                    b']' => 'Å',
                    b'[' => 'Ä',
                    b'\\' => 'Ö',
                    BACKSPACE => '\n',
                    other => char::from(other),
                });
                if byte & 0x80 != 0 {
                    return Ok(lines(&text));
                }
            }
        }
    }
}

fn lines(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(squeeze).collect();
    lines.join("\n").trim().to_owned()
}

/// The point of a byte that is not 0.
pub(super) fn square(byte: u8) -> Option<Square> {
    let column = (byte & 0x0F).checked_sub(1)?;
    let row = (SIZE - 1).checked_sub(byte >> 4)?;
    Square::new(column, row)
}

/// The child of a node with this move; a new one is added if it is missing.
fn child(tree: &mut Vec<LibNode>, parent: usize, square: Option<Square>) -> usize {
    let known = tree[parent].children.iter().copied().find(|&node| tree[node].square == square);
    known.unwrap_or_else(|| {
        let node = tree.len();
        tree.push(LibNode { square, ..LibNode::default() });
        tree[parent].children.push(node);
        node
    })
}

/// Turns the file's tree into a game and its variations.
struct Keeper {
    tree: Vec<LibNode>,
    /// The parts that could not be kept.
    left_out: Vec<String>,
}

impl Keeper {
    /// Continues a branch after a node. The depth is bounded by the length of a game, because each
    /// variation begins one move further on.
    fn go_on(&mut self, from: usize, branch: &mut Branch<Move>, position: &mut Position) {
        let mut made: Vec<(Move, Undo)> = Vec::new();
        let mut now = from;
        loop {
            let children = std::mem::take(&mut self.tree[now].children);
            let mut kept = children.into_iter().filter_map(|node| self.keep(node, position));
            let Some((main, m)) = kept.next() else { break };
            let others: Vec<(usize, Move)> = kept.collect();
            let mut node = self.node(main, m);
            for (other, m) in others {
                let first = self.node(other, m);
                let mut side = Branch { comments: Vec::new(), moves: vec![first] };
                let undo = position.make(m, &mut NullObserver);
                self.go_on(other, &mut side, position);
                position.unmake(m, undo);
                node.variations.push(side);
            }
            branch.moves.push(node);
            made.push((m, position.make(m, &mut NullObserver)));
            now = main;
        }
        for (m, undo) in made.into_iter().rev() {
            position.unmake(m, undo);
        }
    }

    /// The node and its move, if it can be played.
    fn keep(&mut self, node: usize, position: &Position) -> Option<(usize, Move)> {
        match playable(position, self.tree[node].square.map_or(Move::Pass, Move::Put)) {
            Ok(m) => Some((node, m)),
            Err(why) => {
                self.left_out.push(why);
                None
            }
        }
    }

    fn node(&mut self, node: usize, m: Move) -> Node<Move> {
        let mut comments = std::mem::take(&mut self.tree[node].comments);
        if let Some(square) = m.square().filter(|_| self.tree[node].marked) {
            match comments.first_mut() {
                Some(first) => *first = format!("{} {first}", mark(square)),
                None => comments.push(mark(square)),
            }
        }
        Node { comments, ..Node::new(m) }
    }
}

/// Writes a game with its variations as a library of version 3.4. Comments are written in
/// UTF-8, annotations not at all.
///
/// # Errors
/// When the game is not on 15×15 points or begins with stones, or `out` fails.
pub fn write(out: &mut impl Write, game: &Game<Position>) -> Result<(), WriteError> {
    if game.start.size() != SIZE {
        return Err(WriteError::unfit(LIB, "its board is not 15×15".to_owned()));
    }
    if game.start != Position::new(game.start.rules(), SIZE) {
        return Err(WriteError::unfit(LIB, "it begins with stones on the board".to_owned()));
    }
    let mut bytes = MAGIC.to_vec();
    bytes.extend([3, 4]);
    bytes.resize(HEADER, 0xFF);
    let end = if game.line.moves.is_empty() { NO_CHILD } else { 0 };
    write_node(&mut bytes, 0, end, &game.line.comments);
    write_moves(&mut bytes, &game.line.moves);
    Ok(out.write_all(&bytes)?)
}

/// A marked move as a command of its comment.
fn mark(square: Square) -> String {
    format!("[%csl G{square}]")
}

fn write_node(bytes: &mut Vec<u8>, point: u8, flags: u8, comments: &[String]) {
    let text = comments.join("\n");
    let marked = square(point).and_then(|square| text.strip_prefix(&mark(square)));
    let flags = if marked.is_some() { flags | MARK } else { flags };
    let text = marked.map_or(text.as_str(), str::trim_start).replace(['\0', '\u{8}'], " ");
    let flags = if text.is_empty() { flags } else { flags | COMMENT };
    bytes.extend([point, flags]);
    if !text.is_empty() {
        let begin = bytes.len();
        bytes.extend(text.replacen('\n', "\u{8}", 1).bytes());
        bytes.push(0);
        if !(bytes.len() - begin).is_multiple_of(2) {
            bytes.push(0);
        }
    }
}

/// Writes moves; a variation follows the complete line from which it deviates.
fn write_moves(bytes: &mut Vec<u8>, moves: &[Node<Move>]) {
    let mut forks: Vec<&Node<Move>> = Vec::new();
    for (i, node) in moves.iter().enumerate() {
        let mut flags = if siblings(node).is_empty() { 0 } else { MORE_SIBLINGS };
        if i + 1 == moves.len() {
            flags |= NO_CHILD;
        }
        write_node(bytes, byte_of(node.mv), flags, &node.comments);
        if flags & MORE_SIBLINGS != 0 {
            forks.push(node);
        }
    }
    for fork in forks.into_iter().rev() {
        let siblings = siblings(fork);
        for (i, branch) in siblings.iter().enumerate() {
            let Some((first, rest)) = branch.moves.split_first() else { continue };
            let mut flags = if i + 1 == siblings.len() { 0 } else { MORE_SIBLINGS };
            if rest.is_empty() {
                flags |= NO_CHILD;
            }
            let comments: Vec<String> =
                branch.comments.iter().chain(&first.comments).cloned().collect();
            write_node(bytes, byte_of(first.mv), flags, &comments);
            write_moves(bytes, rest);
        }
    }
}

/// The branches beside a move, including those beside their first moves.
fn siblings(node: &Node<Move>) -> Vec<&Branch<Move>> {
    let mut all = Vec::new();
    for branch in &node.variations {
        if let Some(first) = branch.moves.first() {
            all.push(branch);
            all.extend(siblings(first));
        }
    }
    all
}

/// The byte of a move: that of its point, 0 for a pass.
fn byte_of(m: Move) -> u8 {
    m.square().map_or(0, byte)
}

pub(super) fn byte(square: Square) -> u8 {
    (SIZE - 1).saturating_sub(square.row()) << 4 | (square.column() + 1)
}
