//! The file format. Numbers are little-endian; checksums are CRC-32.
//!
//! | bytes | head |
//! |---|---|
//! | 8 | `YIQIEND\n` |
//! | 2 | version, 1 |
//! | 1 + n | length of the variant's id, and the id |
//! | 2 | how many sections follow |
//! | 4 | checksum of all before |
//!
//! | bytes | section, one for each class |
//! |---|---|
//! | 4 | White's men, Black's men, White's kings, Black's kings |
//! | 8 each | wins, draws, losses; of all these, positions with a capture |
//! | 8 | length of the runs |
//! | 8 | length of the runs as stored |
//! | 4 | checksum of the section without this |
//! | … | the runs (`runs.rs`), deflated (zlib) |
//!
//! The reader checks the mark, version, variant and checksums, that every class is possible and occurs once, and that
//! the runs add up to the size of the class. An error names what is wrong and where.

use crate::index::Index;
use crate::section::{Counts, Section};
use crate::{Class, UnsupportedVariant, supports};
use draughts::VariantRules;
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use std::io::{Read as _, Write as _};

const MAGIC: &[u8; 8] = b"YIQIEND\n";
const VERSION: u16 = 1;
/// The number of bytes of a section's head, its checksum included.
const HEAD: usize = 4 + 4 * 8 + 8 + 8 + 4;

/// The reason why bytes are not an endgame database.
///
/// ```
/// use draughts::{International, Russian};
/// use endings::{FileError, read_file, shipped};
///
/// assert!(matches!(read_file::<International>(b"not one"), Err(FileError::NoDatabase)));
/// let file = shipped::<International>().unwrap();
/// assert!(matches!(read_file::<Russian>(file), Err(FileError::OtherVariant { .. })));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileError {
    /// It does not begin with the magic bytes.
    #[error("this is no database of endings")]
    NoDatabase,
    /// It was written by another version of this program.
    #[error("this is version {found} of the format, not version {VERSION}")]
    OtherVersion {
        /// The version in the file.
        found: u16,
    },
    /// It belongs to another variant of draughts.
    #[error("this is a database of {found}, not of {wanted}")]
    OtherVariant {
        /// The variant's id in the file.
        found: String,
        /// The requested variant.
        wanted: &'static str,
    },
    /// No database of this variant is possible.
    #[error(transparent)]
    Unsupported(#[from] UnsupportedVariant),
    /// It ends too early.
    #[error("the file ends in the middle: {missing} bytes are missing in {place}")]
    Truncated {
        /// The place in the file.
        place: String,
        /// The number of missing bytes, at least.
        missing: u64,
    },
    /// There are bytes after the end.
    #[error("{0} bytes too many at the end of the file")]
    TooLong(usize),
    /// A checksum differs.
    #[error("{0} is damaged: its checksum is wrong")]
    Checksum(String),
    /// The checksum is right, but the contents are invalid.
    #[error("{place} is damaged: {what}")]
    Damaged {
        /// The place in the file.
        place: String,
        /// A description of the fault.
        what: &'static str,
    },
}

/// Writes sections as one file.
///
/// ```
/// use draughts::International;
/// use endings::{read_file, shipped, write_file};
///
/// let file = shipped::<International>().unwrap();
/// let sections = read_file::<International>(file)?;
/// assert_eq!(write_file::<International>(&sections), file);
/// # Ok::<(), endings::FileError>(())
/// ```
///
/// # Panics
/// Not in practice: the format can count more classes than there are.
#[must_use]
pub fn write_file<'a, V: VariantRules>(sections: impl IntoIterator<Item = &'a Section>) -> Vec<u8> {
    let sections: Vec<&Section> = sections.into_iter().collect();
    let mut file = MAGIC.to_vec();
    file.extend(VERSION.to_le_bytes());
    let id = V::RULES.id.as_bytes();
    file.push(u8::try_from(id.len()).expect("ids are short"));
    file.extend(id);
    let count = u16::try_from(sections.len()).expect("there are few classes");
    file.extend(count.to_le_bytes());
    file.extend(crc32fast::hash(&file).to_le_bytes());
    for section in sections {
        write_section(&mut file, section);
    }
    file
}

fn write_section(file: &mut Vec<u8>, section: &Section) {
    let runs = section.runs().bytes();
    let mut deflate = ZlibEncoder::new(Vec::new(), Compression::best());
    let stored = deflate.write_all(runs).and_then(|()| deflate.finish());
    let stored = stored.expect("writing into memory does not fail");
    let counts = section.counts();
    let mut head = section.class().counts().to_vec();
    let numbers = [counts.wins, counts.draws, counts.losses, counts.captures];
    for number in numbers.into_iter().chain([runs.len() as u64, stored.len() as u64]) {
        head.extend(number.to_le_bytes());
    }
    let mut checksum = crc32fast::Hasher::new();
    checksum.update(&head);
    checksum.update(&stored);
    head.extend(checksum.finalize().to_le_bytes());
    file.extend(head);
    file.extend(stored);
}

/// Reads a file of a variant and checks everything.
///
/// ```
/// use draughts::International;
/// use endings::{read_file, shipped};
///
/// let sections = read_file::<International>(shipped::<International>().unwrap())?;
/// assert!(sections.iter().all(|section| section.class().pieces() <= 4));
/// # Ok::<(), endings::FileError>(())
/// ```
///
/// # Errors
/// The fault and its place. Bytes from any source are safe to read.
pub fn read_file<V: VariantRules>(file: &[u8]) -> Result<Vec<Section>, FileError> {
    read_file_of(V::only(), file)
}

/// [`read_file`] for one of several variants.
///
/// ```
/// use draughts::groups::LikeRussian;
/// use endings::{FileError, read_file_of};
///
/// assert_eq!(read_file_of(LikeRussian::POOL, b""), Err(FileError::NoDatabase));
/// ```
///
/// # Errors
/// Those of [`read_file`].
pub fn read_file_of<V: VariantRules>(variant: V, file: &[u8]) -> Result<Vec<Section>, FileError> {
    let rules = variant.rules();
    supports(rules)?;
    let mut bytes = Bytes { rest: file };
    let place = || "the head of the file".to_owned();
    if file.len().min(8) == 0 || !MAGIC.starts_with(&file[..file.len().min(8)]) {
        return Err(FileError::NoDatabase);
    }
    bytes.take(MAGIC.len(), place)?;
    let version = u16::from_le_bytes(bytes.array(place)?);
    if version != VERSION {
        return Err(FileError::OtherVersion { found: version });
    }
    let [id_len] = bytes.array(place)?;
    let id = String::from_utf8_lossy(bytes.take(usize::from(id_len), place)?).into_owned();
    let count = u16::from_le_bytes(bytes.array(place)?);
    let head_len = file.len() - bytes.rest.len();
    let checksum = u32::from_le_bytes(bytes.array(place)?);
    if checksum != crc32fast::hash(&file[..head_len]) {
        return Err(FileError::Checksum(place()));
    }
    if id != rules.id {
        return Err(FileError::OtherVariant { found: id, wanted: rules.id });
    }
    let mut sections: Vec<Section> = Vec::new();
    for n in 1..=count {
        let section = read_section::<V>(&mut bytes, n)?;
        if sections.iter().any(|earlier| earlier.class() == section.class()) {
            let place = format!("section {n}");
            return Err(FileError::Damaged { place, what: "its class was there before" });
        }
        sections.push(section);
    }
    match bytes.rest.len() {
        0 => Ok(sections),
        more => Err(FileError::TooLong(more)),
    }
}

fn read_section<V: VariantRules>(bytes: &mut Bytes<'_>, n: u16) -> Result<Section, FileError> {
    let place = || format!("section {n}");
    let damaged = |what| FileError::Damaged { place: place(), what };
    let head: [u8; HEAD] = bytes.array(place)?;
    let number = |k: usize| {
        let mut eight = [0; 8];
        eight.copy_from_slice(&head[4 + 8 * k..12 + 8 * k]);
        u64::from_le_bytes(eight)
    };
    let stored_len = usize::try_from(number(5)).unwrap_or(usize::MAX);
    let stored = bytes.take(stored_len, place)?;
    let mut checksum = crc32fast::Hasher::new();
    checksum.update(&head[..HEAD - 4]);
    checksum.update(stored);
    if checksum.finalize().to_le_bytes() != head[HEAD - 4..] {
        return Err(FileError::Checksum(place()));
    }
    let class = Class::new([head[0], head[1], head[2], head[3]]);
    let class = class.ok_or_else(|| damaged("its class is none"))?;
    let counts =
        Counts { wins: number(0), draws: number(1), losses: number(2), captures: number(3) };
    // Each byte is the value of at least one number: no more memory than that is allocated.
    if number(4) > Index::<V>::new(class.counts()).len() {
        return Err(damaged("it has more values than its class has positions"));
    }
    let mut runs = Vec::new();
    // At most the announced size, whatever the stored bytes decompress to.
    let unfolded =
        ZlibDecoder::new(stored).take(number(4).saturating_add(1)).read_to_end(&mut runs);
    if unfolded.is_err() || runs.len() as u64 != number(4) {
        return Err(damaged("its values cannot be unpacked"));
    }
    Section::read::<V>(class, counts, runs)
        .ok_or_else(|| damaged("it has not as many values as its class has positions"))
}

/// Bytes still to be read.
struct Bytes<'a> {
    rest: &'a [u8],
}

impl<'a> Bytes<'a> {
    fn take(&mut self, len: usize, place: impl Fn() -> String) -> Result<&'a [u8], FileError> {
        let Some((taken, rest)) = self.rest.split_at_checked(len) else {
            let missing = (len - self.rest.len()) as u64;
            return Err(FileError::Truncated { place: place(), missing });
        };
        self.rest = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self, place: impl Fn() -> String) -> Result<[u8; N], FileError> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N, place)?);
        Ok(array)
    }
}
