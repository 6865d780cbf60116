use super::patterns::{FEATURES, STAGES, features, mirrored, stage, word};
use crate::{Board, Facts};
use std::sync::{Arc, LazyLock};

/// The first bytes of a file of weights; the last of them is its version.
const MAGIC: [u8; 4] = *b"YRV\x02";

/// The weight of each feature at each stage, in hundredths of a disc.
///
/// As a file: `YRV` and the version 2, then the weights of every feature that is not greater than its mirror image as
/// [`nnue::packed`] has them, those of two stages as a pair, then the FNV-1a checksum (64 bits, little-endian) of all before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// By stage and feature.
    all: Vec<i16>,
}

/// The reason why bytes are not a file of weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadWeightsError {
    /// They do not begin with the magic bytes and the version.
    #[error("not a file of reversi weights, version 2")]
    Header,
    /// There are too many or too few.
    #[error("too many or too few bytes of weights")]
    Length,
    /// The checksum differs: the file is damaged.
    #[error("the checksum differs: the file is damaged")]
    Checksum,
}

/// The FNV-1a hash of some bytes (Fowler, Noll, Vo; IETF draft-eastlake-fnv).
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    })
}

/// The features that are kept in a file, in order.
fn kept() -> impl Iterator<Item = usize> {
    (0..FEATURES).filter(|&feature| feature <= mirrored(feature))
}

impl Weights {
    /// The weights of the engine.
    #[must_use]
    pub fn ours() -> Arc<Self> {
        static OURS: LazyLock<Arc<Weights>> = LazyLock::new(|| {
            let read = Weights::read(include_bytes!("reversi.weights"));
            Arc::new(read.expect("a test reads the weights that are built in"))
        });
        Arc::clone(&OURS)
    }

    /// Weights from a function of stage and feature, which is called once for each pair of mirror
    /// images.
    #[must_use]
    pub fn from_fn(mut weight: impl FnMut(usize, usize) -> i16) -> Self {
        let mut all = vec![0; STAGES * FEATURES];
        for stage in 0..STAGES {
            for feature in kept() {
                let value = weight(stage, feature);
                all[stage * FEATURES + feature] = value;
                all[stage * FEATURES + mirrored(feature)] = value;
            }
        }
        Self { all }
    }

    /// Reads a file of weights.
    ///
    /// # Errors
    /// When the file is of another kind, or damaged.
    ///
    /// ```
    /// use reversi_engine::eval::Weights;
    /// let weights = Weights::from_fn(|stage, feature| (stage + feature % 7) as i16);
    /// assert_eq!(Weights::read(&weights.to_bytes()), Ok(weights));
    /// assert!(Weights::read(b"something else").is_err());
    /// ```
    pub fn read(bytes: &[u8]) -> Result<Self, ReadWeightsError> {
        let rest = bytes.strip_prefix(&MAGIC).ok_or(ReadWeightsError::Header)?;
        let (packed, sum) = rest.split_last_chunk::<8>().ok_or(ReadWeightsError::Length)?;
        if checksum(&bytes[..bytes.len() - 8]) != u64::from_le_bytes(*sum) {
            return Err(ReadWeightsError::Checksum);
        }
        let of_stage = kept().count();
        let pairs = STAGES.div_ceil(2) * of_stage;
        let pairs = nnue::packed::unpack(packed, pairs).ok_or(ReadWeightsError::Length)?;
        let mut numbers = (0..STAGES).flat_map(|stage| {
            let pairs = &pairs[stage / 2 * of_stage..][..of_stage];
            pairs.iter().map(move |pair| pair[stage % 2])
        });
        Ok(Self::from_fn(|_, _| numbers.next().unwrap_or(0)))
    }

    /// The bytes that [`Weights::read`] reads.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut pairs = Vec::new();
        for stages in self.all.chunks(2 * FEATURES) {
            let (one, other) = stages.split_at(FEATURES);
            // The last stage has no other.
            let other = |feature: usize| other.get(feature).copied().unwrap_or(0);
            pairs.extend(kept().map(|feature| [one[feature], other(feature)]));
        }
        let mut bytes = MAGIC.to_vec();
        bytes.extend(nnue::packed::pack(&pairs));
        let sum = checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// The weights that count for a board of 8×8, each with the word of its feature, for the side to move.
    pub(super) fn each(&self, board: Board, facts: Facts, mut each: impl FnMut(&'static str, i32)) {
        let start = stage(64 - board.taken().len()) * FEATURES;
        let weights = &self.all[start..start + FEATURES];
        features(board, facts, |feature| each(word(feature), i32::from(weights[feature])));
    }

    /// The score of a board of 8×8 for the side to move.
    #[inline]
    pub(crate) fn sum(&self, board: Board, facts: Facts) -> i32 {
        let empty = 64 - board.taken().len();
        let start = stage(empty) * FEATURES;
        let weights = &self.all[start..start + FEATURES];
        let mut sum = 0;
        features(board, facts, |feature| sum += i32::from(weights[feature]));
        sum
    }
}
