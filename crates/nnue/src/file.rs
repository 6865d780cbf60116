//! Weight files: a header that says what the network is and where it comes from, packed numbers, a checksum.

use crate::network::{Network, Parameters, Shape, ShapeError};
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use serde::{Deserialize, Serialize};
use std::io::{self, Read as _, Write as _};
use thiserror::Error;

const MAGIC: [u8; 8] = *b"YIQINNUE";
const VERSION: u32 = 2;
/// Mark, version and length of the header.
const HEAD: usize = 16;

/// The header of a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Header {
    shape: Shape,
    made_by: String,
}

/// Why a file is no network.
#[derive(Debug, Error)]
pub enum FileError {
    /// It is something else.
    #[error("this is no file of weights")]
    Other,
    /// A later program wrote it.
    #[error("version {0} of the format is not known; this program reads version {VERSION}")]
    Version(u32),
    /// It is cut off or changed.
    #[error("the file is cut off or damaged: its checksum is wrong")]
    Damaged,
    /// The header cannot be read.
    #[error("the header: {0}")]
    Header(#[from] serde_json::Error),
    /// The numbers cannot be unpacked, or are not as many as the header says.
    #[error("the numbers: {0}")]
    Numbers(io::Error),
    /// The numbers are no network.
    #[error(transparent)]
    Shape(#[from] ShapeError),
}

/// The bytes of a file; `made_by` says how the network was made: data, commands, commit.
///
/// # Errors
/// When the header cannot be written as JSON.
pub fn write(network: &Network, made_by: &str) -> Result<Vec<u8>, FileError> {
    let header = Header { shape: network.shape().clone(), made_by: made_by.to_owned() };
    let header = serde_json::to_vec(&header)?;
    let length =
        u32::try_from(header.len()).map_err(|e| FileError::Numbers(io::Error::other(e)))?;
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend(length.to_le_bytes());
    bytes.extend(header);
    let parameters = network.parameters();
    let mut encoder = DeflateEncoder::new(bytes, Compression::best());
    let mut numbers: Vec<u8> =
        shorts(parameters).into_iter().flatten().flat_map(|n| n.to_le_bytes()).collect();
    numbers.extend(longs(parameters).into_iter().flatten().flat_map(|n| n.to_le_bytes()));
    encoder.write_all(&numbers).map_err(FileError::Numbers)?;
    let mut bytes = encoder.finish().map_err(FileError::Numbers)?;
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    Ok(bytes)
}

/// The numbers of 16 bits, in the order of a file. They come first.
fn shorts(of: &Parameters) -> [&[i16]; 6] {
    [&of.weights, &of.bias, &of.output, &of.skip, &of.third, &of.last]
}

/// The numbers of 32 bits, in the order of a file.
fn longs(of: &Parameters) -> [&[i32]; 3] {
    [&of.output_bias, &of.third_bias, &of.last_bias]
}

/// Reads a file: the network, and how it was made.
///
/// # Errors
/// When the bytes are something else, damaged, or no network.
pub fn read(bytes: &[u8]) -> Result<(Network, String), FileError> {
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
    header.shape.check()?;
    let [weights, bias, output, output_bias, skip, third, third_bias, last, last_bias] =
        header.shape.lengths();
    let at = 2 * (weights + bias + output + skip + third + last);
    let expected = at + 4 * (output_bias + third_bias + last_bias);
    let mut numbers = Vec::new();
    DeflateDecoder::new(&content[HEAD + length..])
        .take(expected as u64 + 1)
        .read_to_end(&mut numbers)
        .map_err(FileError::Numbers)?;
    if numbers.len() != expected {
        let why = format!("{} bytes instead of {expected}", numbers.len());
        return Err(FileError::Numbers(io::Error::new(io::ErrorKind::InvalidData, why)));
    }
    let (first, second) = numbers.split_at(at);
    let mut shorts = first.as_chunks::<2>().0.iter().map(|&bytes| i16::from_le_bytes(bytes));
    let mut short = |length: usize| -> Vec<i16> { shorts.by_ref().take(length).collect() };
    let mut longs = second.as_chunks::<4>().0.iter().map(|&bytes| i32::from_le_bytes(bytes));
    let mut long = |length: usize| -> Vec<i32> { longs.by_ref().take(length).collect() };
    // In the order of the file.
    let parameters = Parameters {
        weights: short(weights),
        bias: short(bias),
        output: short(output),
        skip: short(skip),
        third: short(third),
        last: short(last),
        output_bias: long(output_bias),
        third_bias: long(third_bias),
        last_bias: long(last_bias),
    };
    Ok((Network::new(header.shape, parameters)?, header.made_by))
}

fn number(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |n, &byte| n << 8 | u32::from(byte))
}
