//! Weight files: a header that says what the network is and where it comes from, packed numbers, a checksum.

use crate::cells::{CellNetwork, CellParameters, CellShape};
use crate::fineness::Fineness;
use crate::network::{Network, Parameters, Shape, ShapeError};
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::io::{self, Read as _, Write as _};
use thiserror::Error;

const MAGIC: [u8; 8] = *b"YIQINNUE";
/// The versions of the format that are read. The first of them is written where integers are as coarse as they can be: a
/// program that knows no other reads it.
const COARSE: u32 = 2;
const FINE: u32 = 3;
/// Mark, version and length of the header.
const HEAD: usize = 16;

/// The header of a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Header<S> {
    /// What kind of network it is; absent for a [`Network`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    kind: Option<String>,
    shape: S,
    made_by: String,
}

/// The kind of a [`CellNetwork`].
const CELLS: &str = "cells";
/// How the kind of a [`Network`] is called in messages.
const PIECES: &str = "pieces";

/// Why a file is no network.
#[derive(Debug, Error)]
pub enum FileError {
    /// It is something else.
    #[error("this is no file of weights")]
    Other,
    /// A later program wrote it.
    #[error(
        "version {0} of the format is not known; this program reads versions {COARSE} and {FINE}"
    )]
    Version(u32),
    /// It is cut off or changed.
    #[error("the file is cut off or damaged: its checksum is wrong")]
    Damaged,
    /// The header cannot be read.
    #[error("the header: {0}")]
    Header(#[from] serde_json::Error),
    /// It is another kind of network.
    #[error("the network is of the kind {found} and not of the kind {expected}")]
    Kind {
        /// What it is.
        found: String,
        /// What was asked for.
        expected: &'static str,
    },
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
    let of = network.parameters();
    let is_coarse = network.shape().fineness == Fineness::default();
    pack(
        if is_coarse { COARSE } else { FINE },
        &Header { kind: None, shape: network.shape().clone(), made_by: made_by.to_owned() },
        &[&of.weights, &of.bias, &of.output, &of.skip, &of.third, &of.last],
        &[&of.output_bias, &of.third_bias, &of.last_bias],
    )
}

/// [`write()`] for a network that looks at cells.
///
/// # Errors
/// When the header cannot be written as JSON.
pub fn write_cells(network: &CellNetwork, made_by: &str) -> Result<Vec<u8>, FileError> {
    let (of, kind) = (network.parameters(), Some(CELLS.to_owned()));
    pack(
        COARSE,
        &Header { kind, shape: network.shape().clone(), made_by: made_by.to_owned() },
        &[&of.weights, &of.bias, &of.output, &of.third, &of.last],
        &[&of.output_bias, &of.third_bias, &of.last_bias],
    )
}

/// A file of these numbers: first those of 16 bits, then those of 32 bits.
fn pack<S: Serialize>(
    version: u32,
    header: &Header<S>,
    shorts: &[&[i16]],
    longs: &[&[i32]],
) -> Result<Vec<u8>, FileError> {
    let header = serde_json::to_vec(header)?;
    let length =
        u32::try_from(header.len()).map_err(|e| FileError::Numbers(io::Error::other(e)))?;
    let mut bytes = MAGIC.to_vec();
    bytes.extend(version.to_le_bytes());
    bytes.extend(length.to_le_bytes());
    bytes.extend(header);
    let mut encoder = DeflateEncoder::new(bytes, Compression::best());
    let mut numbers: Vec<u8> =
        shorts.iter().copied().flatten().flat_map(|n| n.to_le_bytes()).collect();
    numbers.extend(longs.iter().copied().flatten().flat_map(|n| n.to_le_bytes()));
    encoder.write_all(&numbers).map_err(FileError::Numbers)?;
    let mut bytes = encoder.finish().map_err(FileError::Numbers)?;
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    Ok(bytes)
}

/// Reads a file: the network, and how it was made.
///
/// # Errors
/// When the bytes are something else, damaged, or no network.
pub fn read(bytes: &[u8]) -> Result<(Network, String), FileError> {
    let (header, packed) = open::<Shape>(bytes, None)?;
    header.shape.check()?;
    let [weights, bias, output, output_bias, skip, third, third_bias, last, last_bias] =
        header.shape.lengths();
    let mut numbers = Numbers::unpack(
        packed,
        weights + bias + output + skip + third + last,
        output_bias + third_bias + last_bias,
    )?;
    // In the order of the file.
    let parameters = Parameters {
        weights: numbers.shorts(weights),
        bias: numbers.shorts(bias),
        output: numbers.shorts(output),
        skip: numbers.shorts(skip),
        third: numbers.shorts(third),
        last: numbers.shorts(last),
        output_bias: numbers.longs(output_bias),
        third_bias: numbers.longs(third_bias),
        last_bias: numbers.longs(last_bias),
    };
    Ok((Network::new(header.shape, parameters)?, header.made_by))
}

/// [`read`] for a network that looks at cells; `turned` is that of [`CellNetwork::new`].
///
/// # Errors
/// When the bytes are something else, damaged, or no network of these rows.
pub fn read_cells(bytes: &[u8], turned: &[u16]) -> Result<(CellNetwork, String), FileError> {
    let (header, packed) = open::<CellShape>(bytes, Some(CELLS))?;
    header.shape.check()?;
    let [weights, bias, output, output_bias, third, third_bias, last, last_bias] =
        header.shape.lengths();
    let mut numbers = Numbers::unpack(
        packed,
        weights + bias + output + third + last,
        output_bias + third_bias + last_bias,
    )?;
    // In the order of the file.
    let parameters = CellParameters {
        weights: numbers.shorts(weights),
        bias: numbers.shorts(bias),
        output: numbers.shorts(output),
        third: numbers.shorts(third),
        last: numbers.shorts(last),
        output_bias: numbers.longs(output_bias),
        third_bias: numbers.longs(third_bias),
        last_bias: numbers.longs(last_bias),
    };
    Ok((CellNetwork::new(header.shape, parameters, turned)?, header.made_by))
}

/// The header of a file of this kind, and its packed numbers.
fn open<'a, S: DeserializeOwned>(
    bytes: &'a [u8],
    kind: Option<&'static str>,
) -> Result<(Header<S>, &'a [u8]), FileError> {
    if bytes.len() < HEAD + 4 || bytes[..8] != MAGIC {
        return Err(FileError::Other);
    }
    let (content, sum) = bytes.split_at(bytes.len() - 4);
    if ![COARSE, FINE].contains(&number(&content[8..12])) {
        return Err(FileError::Version(number(&content[8..12])));
    }
    if crc32fast::hash(content) != number(sum) {
        return Err(FileError::Damaged);
    }
    let length = number(&content[12..16]) as usize;
    let text = content.get(HEAD..HEAD.saturating_add(length)).ok_or(FileError::Damaged)?;
    let named: Header<serde::de::IgnoredAny> = serde_json::from_slice(text)?;
    if named.kind.as_deref() != kind {
        let found = named.kind.unwrap_or_else(|| PIECES.to_owned());
        return Err(FileError::Kind { found, expected: kind.unwrap_or(PIECES) });
    }
    Ok((serde_json::from_slice(text)?, &content[HEAD + length..]))
}

/// The numbers of a file that are not read yet.
struct Numbers {
    bytes: Vec<u8>,
    at: usize,
}

impl Numbers {
    /// Unpacks so many numbers of 16 bits and of 32 bits, which must be all.
    fn unpack(packed: &[u8], shorts: usize, longs: usize) -> Result<Self, FileError> {
        let expected = 2 * shorts + 4 * longs;
        let mut bytes = Vec::new();
        DeflateDecoder::new(packed)
            .take(expected as u64 + 1)
            .read_to_end(&mut bytes)
            .map_err(FileError::Numbers)?;
        if bytes.len() != expected {
            let why = format!("{} bytes instead of {expected}", bytes.len());
            return Err(FileError::Numbers(io::Error::new(io::ErrorKind::InvalidData, why)));
        }
        Ok(Self { bytes, at: 0 })
    }

    fn take<const N: usize>(&mut self, count: usize) -> &[[u8; N]] {
        let end = (self.at + N * count).min(self.bytes.len());
        let part = &self.bytes[self.at..end];
        self.at = end;
        part.as_chunks().0
    }

    fn shorts(&mut self, count: usize) -> Vec<i16> {
        self.take(count).iter().map(|&bytes| i16::from_le_bytes(bytes)).collect()
    }

    fn longs(&mut self, count: usize) -> Vec<i32> {
        self.take(count).iter().map(|&bytes| i32::from_le_bytes(bytes)).collect()
    }
}

pub(crate) fn number(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |n, &byte| n << 8 | u32::from(byte))
}
