//! The syntax of Smart Game Format, FF\[4\]: properties, nodes and trees. The crate of each game defines
//! their meaning.

mod syntax;

pub use syntax::{Node, Property, Scanner, Tree};

use crate::text::decode;
use encoding_rs::Encoding;

/// The text of a file in the encoding of `CA[…]`, else in a guessed one.
#[must_use]
pub fn text_of(bytes: &[u8]) -> String {
    if std::str::from_utf8(bytes).is_err() {
        let at = bytes.windows(3).position(|window| window == b"CA[").map(|at| at + 3);
        let label = at.and_then(|at| bytes[at..].split(|b| *b == b']').next());
        let told = label.and_then(|label| Encoding::for_label(label.trim_ascii()));
        if let Some(encoding) = told.filter(|told| *told != encoding_rs::UTF_8) {
            return encoding.decode(bytes).0.into_owned();
        }
    }
    decode(bytes)
}

/// A text as the value of a property.
#[must_use]
pub fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}
