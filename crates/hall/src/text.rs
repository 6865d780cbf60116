//! Text from outside that is shown. Invisible characters, and characters that change the direction of the text around
//! them, can make a name look like another one.

use crate::Player;

/// Whether a character cannot be shown: it controls a terminal, a file or the direction of writing.
#[must_use]
pub fn is_unshowable(c: char) -> bool {
    c.is_control()
        || matches!(c,
            // Line and paragraph separators; marks, embeddings, overrides and isolates of
            // direction; code points that are not characters.
            '\u{2028}' | '\u{2029}'
            | '\u{061C}' | '\u{200E}' | '\u{200F}'
            | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}'
            | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}' | '\u{FFFE}' | '\u{FFFF}')
}

/// A text without the characters that cannot be shown.
#[must_use]
pub fn shown(text: &str) -> String {
    text.chars().filter(|c| !is_unshowable(*c)).collect()
}

impl Player {
    /// The player with a name that can be shown: names were stored before they were checked.
    #[must_use]
    pub fn shown(self) -> Self {
        match self {
            Self::Person { name, seat } if name.chars().any(is_unshowable) => {
                Self::Person { name: shown(&name), seat }
            }
            other => other,
        }
    }
}
