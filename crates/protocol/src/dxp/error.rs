use thiserror::Error;

/// What is wrong with a message, and where. A message in error changes nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MessageError {
    /// There is nothing before the end code.
    #[error("an empty message")]
    Empty,
    /// It has no end code where it must at last have one.
    #[error("a message longer than {longest} bytes")]
    TooLong {
        /// The most there can be.
        longest: usize,
    },
    /// The first byte is the header of no message.
    #[error("{found:?} is the header of no message")]
    Header {
        /// What stands there.
        found: char,
    },
    /// The request is of another version of the protocol.
    #[error("GAMEREQ: version {found}, where only 1 is known")]
    Version {
        /// The version.
        found: u16,
    },
    /// A field is not what must stand there.
    #[error("{message}, {field} at byte {place}: {found:?}: expected {expected}")]
    Field {
        /// The message's name.
        message: &'static str,
        /// The field's name.
        field: &'static str,
        /// Its first byte, from 1.
        place: usize,
        /// What stands there.
        found: String,
        /// What must stand there.
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
        /// How long it is.
        needed: usize,
    },
    /// Something follows the last field.
    #[error("{message}: {extra} bytes after the last field")]
    Long {
        /// The message's name.
        message: &'static str,
        /// How many.
        extra: usize,
    },
}
