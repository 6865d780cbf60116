//! Files of the numbers of a linear evaluation: a header that says what the numbers are for and where they come
//! from, packed numbers, a checksum.

use crate::FileError;
use crate::file::number;
use crate::packed;
use flate2::read::DeflateDecoder;
use serde::{Deserialize, Serialize};
use std::io::{self, Read as _};

const MAGIC: [u8; 8] = *b"YIQILINE";
const VERSION: u32 = 2;
/// The version before, whose numbers are deflated.
const DEFLATED: u32 = 1;
/// Mark, version and length of the header.
const HEAD: usize = 16;
/// More numbers than any evaluation has.
const MOST: usize = 1 << 24;

/// The numbers of a linear evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Linear {
    /// What the numbers are for: a name with a version.
    pub form: String,
    /// The numbers, each for the opening and for the end.
    pub numbers: Vec<[i16; 2]>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Header {
    form: String,
    count: usize,
    made_by: String,
}

/// The bytes of a file; `made_by` says how the numbers were made: data, commands, commit.
///
/// # Errors
/// When the header cannot be written as JSON.
///
/// ```
/// let linear = nnue::linear::Linear { form: "a-game-1".to_owned(), numbers: vec![[7, -300]; 50] };
/// let mut bytes = nnue::linear::write(&linear, "an example")?;
/// let (read, made_by) = nnue::linear::read(&bytes)?;
/// assert_eq!((read, made_by.as_str()), (linear, "an example"));
/// bytes[20] ^= 1;
/// assert!(nnue::linear::read(&bytes).unwrap_err().to_string().contains("damaged"));
/// assert!(nnue::linear::read(b"nothing").is_err());
/// # Ok::<(), nnue::FileError>(())
/// ```
pub fn write(linear: &Linear, made_by: &str) -> Result<Vec<u8>, FileError> {
    let (form, count) = (linear.form.clone(), linear.numbers.len());
    let header = serde_json::to_vec(&Header { form, count, made_by: made_by.to_owned() })?;
    let length =
        u32::try_from(header.len()).map_err(|e| FileError::Numbers(io::Error::other(e)))?;
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend(length.to_le_bytes());
    bytes.extend(header);
    bytes.extend(packed::pack(&linear.numbers));
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    Ok(bytes)
}

/// Whether a file begins as such a file does, and is none of a network.
///
/// ```
/// assert!(nnue::linear::is_linear(b"YIQILINE...") && !nnue::linear::is_linear(b"YIQI"));
/// ```
#[must_use]
pub fn is_linear(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}

/// Reads a file: the numbers, and how they were made.
///
/// # Errors
/// When the bytes are something else or damaged.
pub fn read(bytes: &[u8]) -> Result<(Linear, String), FileError> {
    if bytes.len() < HEAD + 4 || bytes[..8] != MAGIC {
        return Err(FileError::Other);
    }
    let (content, sum) = bytes.split_at(bytes.len() - 4);
    let version = number(&content[8..12]);
    if version != VERSION && version != DEFLATED {
        return Err(FileError::Version(version));
    }
    if crc32fast::hash(content) != number(sum) {
        return Err(FileError::Damaged);
    }
    let length = number(&content[12..16]) as usize;
    let text = content.get(HEAD..HEAD.saturating_add(length)).ok_or(FileError::Damaged)?;
    let header: Header = serde_json::from_slice(text)?;
    if header.count > MOST {
        return Err(wrong(format!("{} are too many", header.count)));
    }
    let rest = &content[HEAD + length..];
    let numbers = match version {
        DEFLATED => inflated(rest, header.count)?,
        _ => packed::unpack(rest, header.count)
            .ok_or_else(|| wrong(format!("they are not {}", header.count)))?,
    };
    Ok((Linear { form: header.form, numbers }, header.made_by))
}

fn wrong(why: String) -> FileError {
    FileError::Numbers(io::Error::new(io::ErrorKind::InvalidData, why))
}

/// The numbers of the version before: all openings, then all ends.
fn inflated(bytes: &[u8], count: usize) -> Result<Vec<[i16; 2]>, FileError> {
    let expected = 4 * count;
    let mut plain = Vec::new();
    DeflateDecoder::new(bytes)
        .take(expected as u64 + 1)
        .read_to_end(&mut plain)
        .map_err(FileError::Numbers)?;
    if plain.len() != expected {
        return Err(wrong(format!("{} bytes instead of {expected}", plain.len())));
    }
    let (openings, ends) = plain.as_chunks::<2>().0.split_at(count);
    let pair = |(&a, &b): (&[u8; 2], &[u8; 2])| [i16::from_le_bytes(a), i16::from_le_bytes(b)];
    Ok(openings.iter().zip(ends).map(pair).collect())
}
