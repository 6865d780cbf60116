//! The packed format of games: at most four bytes for a ply, checked block by block.
//!
//! A file begins with a [`Header`], which says where the games come from; blocks of whole games follow. A file that was
//! being written when the machine stopped ends with an incomplete block, which [`Reader::next_block`] reports as
//! [`PackError::Torn`]: everything before it is good. Any byte that was changed is found.
//!
//! Numbers of fixed length are little-endian. A *number* is LEB128: seven bits a byte, the lowest first, and the top bit
//! of a byte says that more follow.
//!
//! | part of the head | bytes |
//! |---|---|
//! | mark | `YIQIGAME` |
//! | version | 4: 1 |
//! | length of the header | 4 |
//! | the [`Header`] | JSON |
//! | checksum | 4: CRC-32 of all bytes before |
//!
//! | part of a block | bytes |
//! |---|---|
//! | mark | `BLCK` |
//! | number of the first game | 8 |
//! | games, plies, length unpacked, length packed | 4 each |
//! | checksum | 4: CRC-32 of the fields above and of the packed games |
//! | games | deflate |
//!
//! | part of a game, unpacked | form |
//! |---|---|
//! | plies, plies of the opening | two numbers |
//! | result and ending | 1 byte: bits 0 and 1 are 0, 1, 2 for a win of the second side, a draw, a win of the first side; the bits above are the [`Ending`] |
//! | moves | a number for each ply |
//! | scores | a number for each ply after the opening: 0 where nothing was searched, else 1 + the score with its sign in the lowest bit (0, −1, 1, −2 become 0, 1, 2, 3); hundredths for the side to move, a mate in `n` moves is 30,000 − `n` |
//!
//! A move is its number in the sorted list of the legal moves in engine notation
//! ([`engine::Session::legal_moves`]), so the format fits every game and holds legal moves only.

use crate::job::DatagenJob;
use engine::{MoveError, OpenError, Session};
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use game::Outcome;
use serde::{Deserialize, Serialize};
use std::io::{self, Read, Write};
use thiserror::Error;

const MAGIC: [u8; 8] = *b"YIQIGAME";
const BLOCK: [u8; 4] = *b"BLCK";
/// The version of the format that this program writes and reads.
pub const VERSION: u32 = 1;
/// Bytes of a block before its packed games: mark, first, games, plies, lengths, checksum.
const BLOCK_HEAD: usize = 4 + 8 + 4 + 4 + 4 + 4 + 4;
/// No header and no block is longer.
const MOST: usize = 1 << 26;
/// No game is longer.
const MOST_PLIES: u64 = 1 << 16;

/// Where the games of a file come from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The variant's id.
    pub variant: String,
    /// The rule set's id; the variant's first when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// The position all games begin from; the standard start when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The seed.
    pub seed: u64,
    /// The program, its version, and what tells one build from another.
    pub program: String,
    /// The command that makes the same file, or what else must be known of its origin.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub made_by: String,
    /// The job, if the games were played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub job: Option<DatagenJob>,
}

/// A game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The number of random plies at its beginning, which have no score.
    pub opening: u32,
    /// The result. It means nothing where the ending is [`Ending::Open`].
    pub outcome: Outcome,
    /// What ended it.
    pub ending: Ending,
    /// The plies.
    pub plies: Vec<Ply>,
}

/// A move and its score.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The number of the move in the sorted list of legal moves.
    pub index: u16,
    /// The score of the search for the side to move, in hundredths; a mate in `n` moves is 30,000 − `n`.
    /// `None` where nothing was searched: in the opening, and where there was one legal move.
    pub score: Option<i16>,
}

/// What ended a game.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// The rules of the game.
    Rules,
    /// A great lead.
    Lead,
    /// Level scores.
    Level,
    /// Its length.
    Length,
    /// A long time without progress, as the rules count it.
    Quiet,
    /// A win that the search had proven.
    Proven,
    /// Nothing: it is an opening.
    Open,
}

impl Ending {
    /// All of them, in the order of their codes.
    pub const ALL: [Self; 7] =
        [Self::Rules, Self::Lead, Self::Level, Self::Length, Self::Quiet, Self::Proven, Self::Open];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rules => "rules",
            Self::Lead => "lead",
            Self::Level => "level",
            Self::Length => "length",
            Self::Quiet => "quiet",
            Self::Proven => "proven",
            Self::Open => "open",
        }
    }
}

const OUTCOMES: [Outcome; 3] = [Outcome::SecondWins, Outcome::Draw, Outcome::FirstWins];

/// Games that were written together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The number of the first game.
    pub first: u64,
    /// The games, in the order of their numbers.
    pub games: Vec<Game>,
}

/// Why a file of packed games cannot be read.
#[derive(Debug, Error)]
pub enum PackError {
    /// It cannot be read at all.
    #[error(transparent)]
    File(#[from] io::Error),
    /// It is something else.
    #[error("this is no file of packed games")]
    Other,
    /// A later program wrote it.
    #[error("version {0} of the format is not known; this program reads version {VERSION}")]
    Version(u32),
    /// The header is damaged.
    #[error("the header is damaged: {0}")]
    Header(String),
    /// The last block is incomplete or damaged.
    #[error("the block at byte {at} is incomplete or damaged")]
    Torn {
        /// Where the block begins: everything before is good.
        at: u64,
    },
    /// A game cannot be played by the rules.
    #[error("game {number}, ply {ply}: {why}")]
    Game {
        /// The number of the game.
        number: u64,
        /// The ply, from 1; 0 for the start.
        ply: usize,
        /// Why.
        why: String,
    },
}

impl Header {
    /// The bytes with which a file begins.
    ///
    /// # Errors
    /// When the header cannot be written as JSON.
    pub fn to_bytes(&self) -> Result<Vec<u8>, PackError> {
        let text = serde_json::to_vec(self).map_err(|e| PackError::Header(e.to_string()))?;
        let length = u32::try_from(text.len()).map_err(|e| PackError::Header(e.to_string()))?;
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(length.to_le_bytes());
        bytes.extend(text);
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        Ok(bytes)
    }

    /// A session at the start of the games.
    ///
    /// # Errors
    /// When the variant, the rules or the position are unknown.
    pub fn session(&self) -> Result<Box<dyn Session>, OpenError> {
        games::new_session(&self.variant, self.rules.as_deref(), self.position.as_deref())
    }
}

impl Block {
    /// The block as it is written.
    ///
    /// # Errors
    /// When it is too long for the format.
    pub fn to_bytes(&self) -> io::Result<Vec<u8>> {
        let too_long = |_| io::Error::new(io::ErrorKind::InvalidInput, "the block is too long");
        let length = |n: usize| u32::try_from(n).map_err(too_long);
        let mut raw = Vec::new();
        for game in &self.games {
            game.write(&mut raw);
        }
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(&raw)?;
        let packed = encoder.finish()?;
        let plies = self.games.iter().map(|game| game.plies.len()).sum();
        let mut bytes = BLOCK.to_vec();
        bytes.extend(self.first.to_le_bytes());
        for number in [self.games.len(), plies, raw.len(), packed.len()] {
            bytes.extend(length(number)?.to_le_bytes());
        }
        let mut checksum = crc32fast::Hasher::new();
        checksum.update(&bytes);
        checksum.update(&packed);
        bytes.extend(checksum.finalize().to_le_bytes());
        bytes.extend(packed);
        Ok(bytes)
    }
}

/// Reads a file of packed games block by block.
#[derive(Debug)]
pub struct Reader<R> {
    from: R,
    header: Header,
    good: u64,
}

impl<R: Read> Reader<R> {
    /// Reads the header.
    ///
    /// # Errors
    /// When the file is something else, of a later version, or damaged.
    pub fn new(mut from: R) -> Result<Self, PackError> {
        let mut head = [0; 16];
        if fill(&mut from, &mut head)? < head.len() || head[..8] != MAGIC {
            return Err(PackError::Other);
        }
        let version = number(&head[8..12]);
        if version != VERSION {
            return Err(PackError::Version(version));
        }
        let damaged = |why: &str| PackError::Header(why.to_owned());
        let length = number(&head[12..]) as usize;
        if length > MOST {
            return Err(damaged("it is too long"));
        }
        let mut rest = vec![0; length + 4];
        if fill(&mut from, &mut rest)? < rest.len() {
            return Err(damaged("it is cut off"));
        }
        let (text, sum) = rest.split_at(length);
        let mut checksum = crc32fast::Hasher::new();
        checksum.update(&head);
        checksum.update(text);
        if checksum.finalize() != number(sum) {
            return Err(damaged("its checksum is wrong"));
        }
        let header = serde_json::from_slice(text).map_err(|e| PackError::Header(e.to_string()))?;
        Ok(Self { from, header, good: (head.len() + rest.len()) as u64 })
    }

    /// Where the games come from.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// How many bytes were good so far.
    #[must_use]
    pub fn good(&self) -> u64 {
        self.good
    }

    /// The next block; `None` at the end.
    ///
    /// # Errors
    /// [`PackError::Torn`] when the block is not whole.
    pub fn next_block(&mut self) -> Result<Option<Block>, PackError> {
        let torn = PackError::Torn { at: self.good };
        let mut head = [0; BLOCK_HEAD];
        match fill(&mut self.from, &mut head)? {
            0 => return Ok(None),
            BLOCK_HEAD if head[..4] == BLOCK => {}
            _ => return Err(torn),
        }
        let at = |from: usize| number(&head[from..from + 4]) as usize;
        let first = u64::from(number(&head[4..8])) | u64::from(number(&head[8..12])) << 32;
        let (games, plies, raw_length, packed_length) = (at(12), at(16), at(20), at(24));
        if raw_length > MOST || packed_length > MOST {
            return Err(torn);
        }
        let mut packed = Vec::new();
        (&mut self.from).take(packed_length as u64).read_to_end(&mut packed)?;
        let mut checksum = crc32fast::Hasher::new();
        checksum.update(&head[..BLOCK_HEAD - 4]);
        checksum.update(&packed);
        if packed.len() < packed_length || checksum.finalize() != number(&head[BLOCK_HEAD - 4..]) {
            return Err(torn);
        }
        // What the checksum confirms can still be wrong, if somebody made it so.
        let mut raw = Vec::new();
        let most = raw_length as u64 + 1;
        if DeflateDecoder::new(&packed[..]).take(most).read_to_end(&mut raw).is_err() {
            return Err(torn);
        }
        let mut bytes = &raw[..];
        let mut read = Vec::new();
        while !bytes.is_empty() {
            let Some(game) = Game::read(&mut bytes) else { return Err(torn) };
            read.push(game);
        }
        let found: usize = read.iter().map(|game| game.plies.len()).sum();
        if raw.len() != raw_length || read.len() != games || found != plies {
            return Err(torn);
        }
        self.good += (BLOCK_HEAD + packed_length) as u64;
        Ok(Some(Block { first, games: read }))
    }
}

/// Receives the session before a move, the move in engine notation and its score.
pub type OnPly<'a> = dyn FnMut(&dyn Session, &str, Option<i16>) + 'a;

impl Game {
    /// Plays the game from `session`, which stands at its start, and calls `each` before every move with
    /// the session, the move in engine notation and its score.
    ///
    /// # Errors
    /// When a move does not exist: its ply, from 1, and why.
    pub fn replay(
        &self,
        session: &mut dyn Session,
        each: &mut OnPly<'_>,
    ) -> Result<(), (usize, String)> {
        for (number, ply) in (1..).zip(&self.plies) {
            let moves = session.legal_moves();
            let text = moves.get(usize::from(ply.index)).ok_or_else(|| {
                (number, format!("move {} of {} legal moves", ply.index, moves.len()))
            })?;
            each(session, text, ply.score);
            session.push(text).map_err(|e: MoveError| (number, e.to_string()))?;
        }
        Ok(())
    }

    fn write(&self, to: &mut Vec<u8>) {
        write_number(to, self.plies.len() as u64);
        write_number(to, self.opening.into());
        let outcome = OUTCOMES.iter().position(|&o| o == self.outcome).unwrap_or(1);
        let ending = Ending::ALL.iter().position(|&e| e == self.ending).unwrap_or(0);
        to.push((outcome | ending << 2) as u8);
        for ply in &self.plies {
            write_number(to, ply.index.into());
        }
        for ply in self.plies.iter().skip(self.opening as usize) {
            write_number(to, ply.score.map_or(0, |score| folded(score) + 1));
        }
    }

    fn read(from: &mut &[u8]) -> Option<Self> {
        let plies = read_number(from).filter(|&n| n <= MOST_PLIES)?;
        let opening = read_number(from).filter(|&n| n <= plies)?;
        let (&code, rest) = from.split_first()?;
        *from = rest;
        let outcome = *OUTCOMES.get(usize::from(code & 3))?;
        let ending = *Ending::ALL.get(usize::from(code >> 2))?;
        let mut read = Vec::new();
        for _ in 0..plies {
            read.push(Ply { index: read_number(from)?.try_into().ok()?, score: None });
        }
        for ply in read.iter_mut().skip(opening as usize) {
            ply.score = match read_number(from)? {
                0 => None,
                n => Some(unfolded(n - 1)?),
            };
        }
        Some(Self { opening: opening as u32, outcome, ending, plies: read })
    }
}

/// Small numbers of either sign as small numbers: 0, −1, 1, −2, …
fn folded(score: i16) -> u64 {
    let score = i64::from(score);
    ((score << 1) ^ (score >> 63)).unsigned_abs()
}

fn unfolded(n: u64) -> Option<i16> {
    let n = i64::try_from(n).ok()?;
    i16::try_from((n >> 1) ^ -(n & 1)).ok()
}

/// Seven bits a byte, the lowest first; the top bit says that more follow (LEB128).
fn write_number(to: &mut Vec<u8>, mut n: u64) {
    while n >= 0x80 {
        to.push((n & 0x7f) as u8 | 0x80);
        n >>= 7;
    }
    to.push(n as u8);
}

fn read_number(from: &mut &[u8]) -> Option<u64> {
    let mut n = 0;
    // No number of the format has more than 32 bits.
    for shift in (0..35).step_by(7) {
        let (&byte, rest) = from.split_first()?;
        *from = rest;
        n |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(n);
        }
    }
    None
}

fn number(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |n, &byte| n << 8 | u32::from(byte))
}

/// Reads until the buffer is full or the file ends; the number of bytes read.
fn fill(from: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match from.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(n) => filled += n,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) => return Err(e),
        }
    }
    Ok(filled)
}

#[cfg(test)]
mod tests;
