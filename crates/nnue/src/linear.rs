//! Files of the numbers of a linear evaluation: a header that says what the numbers are for and where they come
//! from, packed numbers, a checksum.

use crate::FileError;
use crate::file::number;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use serde::{Deserialize, Serialize};
use std::io::{self, Read as _, Write as _};

const MAGIC: [u8; 8] = *b"YIQILINE";
const VERSION: u32 = 1;
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
    let mut encoder = DeflateEncoder::new(bytes, Compression::best());
    // All openings first, then all ends: neighbours are alike.
    for part in 0..2 {
        let part: Vec<u8> = linear.numbers.iter().flat_map(|n| n[part].to_le_bytes()).collect();
        encoder.write_all(&part).map_err(FileError::Numbers)?;
    }
    let mut bytes = encoder.finish().map_err(FileError::Numbers)?;
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
    if number(&content[8..12]) != VERSION {
        return Err(FileError::Version(number(&content[8..12])));
    }
    if crc32fast::hash(content) != number(sum) {
        return Err(FileError::Damaged);
    }
    let length = number(&content[12..16]) as usize;
    let text = content.get(HEAD..HEAD.saturating_add(length)).ok_or(FileError::Damaged)?;
    let header: Header = serde_json::from_slice(text)?;
    let wrong = |why: String| FileError::Numbers(io::Error::new(io::ErrorKind::InvalidData, why));
    if header.count > MOST {
        return Err(wrong(format!("{} are too many", header.count)));
    }
    let expected = 4 * header.count;
    let mut packed = Vec::new();
    DeflateDecoder::new(&content[HEAD + length..])
        .take(expected as u64 + 1)
        .read_to_end(&mut packed)
        .map_err(FileError::Numbers)?;
    if packed.len() != expected {
        return Err(wrong(format!("{} bytes instead of {expected}", packed.len())));
    }
    let shorts = packed.as_chunks::<2>().0;
    let (openings, ends) = shorts.split_at(header.count);
    let pair = |(&a, &b): (&[u8; 2], &[u8; 2])| [i16::from_le_bytes(a), i16::from_le_bytes(b)];
    let numbers = openings.iter().zip(ends).map(pair).collect();
    Ok((Linear { form: header.form, numbers }, header.made_by))
}
