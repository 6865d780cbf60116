use thiserror::Error;

/// What is wrong with a line, and where. An invalid line changes nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LineError {
    /// A word is not the expected one.
    #[error("word {place}, {found:?}: expected {expected}")]
    Word {
        /// Which word of the line, from 1.
        place: usize,
        /// The word, shortened if very long.
        found: String,
        /// What was expected.
        expected: String,
    },
    /// The line ends too early.
    #[error("end of line after {words} words: expected {expected}")]
    End {
        /// How many words there are.
        words: usize,
        /// What was expected next.
        expected: String,
    },
    /// The first word is no command of this protocol.
    #[error("unknown command {found:?}")]
    Unknown {
        /// The word, shortened if very long.
        found: String,
    },
}

/// The greatest length of foreign text that an error repeats.
const SHOWN: usize = 60;

impl LineError {
    pub(crate) fn word(place: usize, found: &str, expected: impl Into<String>) -> Self {
        Self::Word { place, found: shorten(found), expected: expected.into() }
    }

    pub(crate) fn end(words: usize, expected: impl Into<String>) -> Self {
        Self::End { words, expected: expected.into() }
    }

    pub(crate) fn unknown(found: &str) -> Self {
        Self::Unknown { found: shorten(found) }
    }
}

fn shorten(text: &str) -> String {
    if text.chars().count() <= SHOWN {
        text.to_owned()
    } else {
        text.chars().take(SHOWN).chain("…".chars()).collect()
    }
}
