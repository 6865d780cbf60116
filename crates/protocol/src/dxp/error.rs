use thiserror::Error;

/// What is wrong with a message, and where. A message in error changes nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MessageError {
    /// There is nothing before the end code.
    #[error("an empty message")]
    Empty,
    /// It has no end code within the greatest length.
    #[error("a message longer than {longest} bytes")]
    TooLong {
        /// The greatest length.
        longest: usize,
    },
    /// The first byte is no header of a message.
    #[error("{found:?} is the header of no message")]
    Header {
        /// What was found.
        found: char,
    },
    /// The request is of another version of the protocol.
    #[error("GAMEREQ: version {found}, where only 1 is known")]
    Version {
        /// The version.
        found: u16,
    },
    /// A field has an invalid value.
    #[error("{message}, {field} at byte {place}: {found:?}: expected {expected}")]
    Field {
        /// The message's name.
        message: &'static str,
        /// The field's name.
        field: &'static str,
        /// Its first byte, from 1.
        place: usize,
        /// What was found.
        found: String,
        /// What was expected.
        expected: String,
    },
    /// The message ends within a field.
    #[error("{message}: too short: {field} needs {needed} bytes from byte {place}")]
    Short {
        /// The message's name.
        message: &'static str,
        /// The field's name.
        field: &'static str,
        /// Its first byte, from 1.
        place: usize,
        /// Its length.
        needed: usize,
    },
    /// There are bytes after the last field.
    #[error("{message}: {extra} bytes after the last field")]
    Long {
        /// The message's name.
        message: &'static str,
        /// How many.
        extra: usize,
    },
}
