use crate::archive::Pattern;
use crate::archive::bytes::{Bytes, put};
use engine::BoardView;
use game::{Key, Side};
use std::ops::ControlFlow;
use thiserror::Error;

/// The first byte of a stored track.
const FORMAT: u8 = 1;
/// The greatest number of kinds of pieces: a set of coloured kinds and the empty square fit in 64 bits.
const KINDS: usize = 31;
/// The longest side of a board.
const LONGEST: u8 = 64;

/// What is on a square: 0 is nothing, then two numbers for each kind, one of each side.
type SquareCode = u8;

/// A piece on a square.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct TrackPiece<'a> {
    /// Its file, from 0.
    pub file: u8,
    /// Its rank, from 0.
    pub rank: u8,
    /// Its side.
    pub side: Side,
    /// The name of its kind.
    pub kind: &'a str,
}

/// Why there is no track.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Error)]
pub enum TrackError {
    /// A board that is larger than any.
    #[error("a board of {0} × {1} squares")]
    Board(u8, u8),
    /// A square that is not on the board.
    #[error("there is no square {0}, {1}")]
    Square(u8, u8),
    /// More kinds of pieces than a track can tell apart, or a long name.
    #[error("too many kinds of pieces")]
    Kinds,
    /// Stored bytes that are no track.
    #[error("these bytes are no track of a game")]
    Damaged,
}

/// The boards of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Track {
    files: u8,
    ranks: u8,
    kinds: Vec<String>,
    start: Vec<(u16, SquareCode)>,
    turn: Side,
    plies: Vec<Ply>,
}

/// The squares that a move changed, and who moves after it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Ply {
    turn: Side,
    changes: Vec<(u16, SquareCode)>,
}

impl Track {
    /// A game that begins with these pieces.
    ///
    /// # Errors
    /// When a piece is not on the board, or the board or the number of kinds is too large.
    pub fn new(
        files: u8,
        ranks: u8,
        start: &[TrackPiece<'_>],
        turn: Side,
    ) -> Result<Self, TrackError> {
        check_board(files, ranks)?;
        let mut track =
            Self { files, ranks, kinds: Vec::new(), start: Vec::new(), turn, plies: Vec::new() };
        for stone in start {
            let placed = track.placed(stone)?;
            track.start.push(placed);
        }
        track.start.sort_unstable();
        Ok(track)
    }

    /// A game that begins with this board.
    ///
    /// # Errors
    /// As [`Track::new`].
    pub fn of_board(board: &BoardView, turn: Side) -> Result<Self, TrackError> {
        let placed = |piece: &engine::PieceView| TrackPiece {
            file: piece.file,
            rank: piece.rank,
            side: piece.side,
            kind: piece.kind,
        };
        let stones: Vec<TrackPiece<'_>> = board.pieces.iter().map(placed).collect();
        Self::new(board.grid.files, board.grid.ranks, &stones, turn)
    }

    /// Adds a move by the pieces that it removed and put; `turn` moves after it.
    ///
    /// # Errors
    /// As [`Track::new`]; nothing is added then.
    pub fn push(
        &mut self,
        removed: &[TrackPiece<'_>],
        put: &[TrackPiece<'_>],
        turn: Side,
    ) -> Result<(), TrackError> {
        let mut changes = Vec::with_capacity(removed.len() + put.len());
        for stone in removed {
            changes.push((self.square(stone.file, stone.rank)?, 0));
        }
        for stone in put {
            let (square, code) = self.placed(stone)?;
            changes.retain(|(known, _)| *known != square);
            changes.push((square, code));
        }
        self.plies.push(Ply { turn, changes });
        Ok(())
    }

    /// The number of moves.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.plies.len()
    }

    fn square(&self, file: u8, rank: u8) -> Result<u16, TrackError> {
        square(self.files, self.ranks, file, rank)
    }

    fn placed(&mut self, stone: &TrackPiece<'_>) -> Result<(u16, SquareCode), TrackError> {
        let square = self.square(stone.file, stone.rank)?;
        let kind = match self.kinds.iter().position(|kind| kind == stone.kind) {
            Some(kind) => kind,
            None if self.kinds.len() < KINDS && stone.kind.len() < 100 => {
                self.kinds.push(stone.kind.to_owned());
                self.kinds.len() - 1
            }
            None => return Err(TrackError::Kinds),
        };
        Ok((square, code(kind, stone.side)))
    }

    /// The keys of all positions, that of the start first.
    #[must_use]
    pub fn keys(&self) -> Vec<Key> {
        let board = Key::random(hash(&[self.files, self.ranks]));
        let mut keys = Vec::with_capacity(self.plies.len() + 1);
        let mut codes = vec![0; self.squares()];
        let mut pieces = Key(0);
        let mut set = |pieces: &mut Key, &(square, code): &(u16, SquareCode)| {
            let Some(now) = codes.get_mut(usize::from(square)) else { return };
            *pieces ^= self.key(square, *now);
            *pieces ^= self.key(square, code);
            *now = code;
        };
        for change in &self.start {
            set(&mut pieces, change);
        }
        keys.push(board ^ pieces ^ turn_key(self.turn));
        for ply in &self.plies {
            for change in &ply.changes {
                set(&mut pieces, change);
            }
            keys.push(board ^ pieces ^ turn_key(ply.turn));
        }
        keys
    }

    /// The part of a key that a piece on a square has. It depends on the name of the kind, and not on its
    /// number in this track.
    fn key(&self, square: u16, code: SquareCode) -> Key {
        let Some(kind) = code.checked_sub(1).and_then(|code| self.kinds.get(usize::from(code / 2)))
        else {
            return Key(0);
        };
        let [low, high] = square.to_le_bytes();
        let mut bytes = vec![low, high, (code - 1) % 2];
        bytes.extend_from_slice(kind.as_bytes());
        Key::random(hash(&bytes))
    }

    /// The first ply after which the pattern fits; 0 is the start.
    #[must_use]
    pub fn find(&self, pattern: &Pattern) -> Option<u32> {
        let wanted = pattern.compiled(self.files, self.ranks, &self.kinds)?;
        let mut found = None;
        let mut ply = 0;
        self.walk(&mut |codes, turn| {
            if wanted.fits(codes, turn) {
                found = Some(ply);
                return ControlFlow::Break(());
            }
            ply += 1;
            ControlFlow::Continue(())
        });
        found
    }

    /// Calls `each` with every board and who moves, the start first, until it breaks.
    fn walk(&self, each: &mut dyn FnMut(&[SquareCode], Side) -> ControlFlow<()>) {
        let mut codes = vec![0; self.squares()];
        let set = |codes: &mut Vec<SquareCode>, changes: &[(u16, SquareCode)]| {
            for &(square, code) in changes {
                if let Some(now) = codes.get_mut(usize::from(square)) {
                    *now = code;
                }
            }
        };
        set(&mut codes, &self.start);
        if each(&codes, self.turn).is_break() {
            return;
        }
        for ply in &self.plies {
            set(&mut codes, &ply.changes);
            if each(&codes, ply.turn).is_break() {
                return;
            }
        }
    }

    fn squares(&self) -> usize {
        usize::from(self.files) * usize::from(self.ranks)
    }

    /// The track as it is stored.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = vec![FORMAT, self.files, self.ranks, self.turn.index() as u8];
        put(&mut out, self.kinds.len() as u64);
        for kind in &self.kinds {
            put(&mut out, kind.len() as u64);
            out.extend_from_slice(kind.as_bytes());
        }
        let changes = |out: &mut Vec<u8>, changes: &[(u16, SquareCode)]| {
            for &(square, code) in changes {
                put(out, u64::from(square));
                out.push(code);
            }
        };
        put(&mut out, self.start.len() as u64);
        changes(&mut out, &self.start);
        put(&mut out, self.plies.len() as u64);
        for ply in &self.plies {
            put(&mut out, (ply.changes.len() as u64) << 1 | ply.turn.index() as u64);
            changes(&mut out, &ply.changes);
        }
        out
    }

    /// Reads a stored track. Any bytes are read or refused.
    ///
    /// # Errors
    /// When they are no track.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, TrackError> {
        let mut bytes = Bytes(bytes);
        if bytes.byte()? != FORMAT {
            return Err(TrackError::Damaged);
        }
        let (files, ranks, turn) = (bytes.byte()?, bytes.byte()?, side(bytes.byte()?)?);
        check_board(files, ranks)?;
        let mut kinds = Vec::new();
        for _ in 0..bytes.count()? {
            let length = bytes.count()?;
            let name = std::str::from_utf8(bytes.take(length)?).map_err(|_| TrackError::Damaged)?;
            kinds.push(name.to_owned());
        }
        if kinds.len() > KINDS {
            return Err(TrackError::Kinds);
        }
        let squares = u64::from(files) * u64::from(ranks);
        let codes = 2 * kinds.len();
        let change = |bytes: &mut Bytes<'_>| -> Result<(u16, SquareCode), TrackError> {
            let (square, code) = (bytes.number()?, bytes.byte()?);
            if square >= squares || usize::from(code) > codes {
                return Err(TrackError::Damaged);
            }
            Ok((u16::try_from(square).map_err(|_| TrackError::Damaged)?, code))
        };
        let count = bytes.count()?;
        let start = (0..count).map(|_| change(&mut bytes)).collect::<Result<_, _>>()?;
        let mut plies = Vec::new();
        for _ in 0..bytes.count()? {
            let head = bytes.number()?;
            let count = usize::try_from(head >> 1).map_err(|_| TrackError::Damaged)?;
            if count > bytes.0.len() {
                return Err(TrackError::Damaged);
            }
            let changes = (0..count).map(|_| change(&mut bytes)).collect::<Result<_, _>>()?;
            plies.push(Ply { turn: side((head & 1) as u8)?, changes });
        }
        if !bytes.0.is_empty() {
            return Err(TrackError::Damaged);
        }
        Ok(Self { files, ranks, kinds, start, turn, plies })
    }
}

pub(crate) fn check_board(files: u8, ranks: u8) -> Result<(), TrackError> {
    let fits = |length: u8| (1..=LONGEST).contains(&length);
    if fits(files) && fits(ranks) { Ok(()) } else { Err(TrackError::Board(files, ranks)) }
}

pub(crate) fn square(files: u8, ranks: u8, file: u8, rank: u8) -> Result<u16, TrackError> {
    if file >= files || rank >= ranks {
        return Err(TrackError::Square(file, rank));
    }
    Ok(u16::from(rank) * u16::from(files) + u16::from(file))
}

/// The number of a piece on a square. There are at most [`KINDS`] kinds.
pub(crate) fn code(kind: usize, side: Side) -> SquareCode {
    (1 + 2 * kind + side.index()) as SquareCode
}

fn side(byte: u8) -> Result<Side, TrackError> {
    match byte {
        0 => Ok(Side::First),
        1 => Ok(Side::Second),
        _ => Err(TrackError::Damaged),
    }
}

fn turn_key(turn: Side) -> Key {
    match turn {
        Side::First => Key(0),
        Side::Second => Key::random(hash(b"second")),
    }
}

/// FNV-1a. The keys are stored, so this never changes.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
