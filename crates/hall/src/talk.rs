use crate::PersonId;
use crate::person::marks_are_few;
use crate::text::is_unshowable;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What two persons say to each other in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Saying {
    /// A fixed phrase, which everybody reads in the own language.
    Phrase {
        /// Which.
        phrase: Phrase,
    },
    /// Free text, where the hall allows it.
    Text {
        /// 1 to 200 characters.
        text: String,
    },
}

/// A fixed phrase.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phrase {
    /// A greeting.
    Hello,
    /// Before a game.
    GoodLuck,
    /// The speaker has to leave for a moment.
    OneMoment,
    /// The other one may think.
    TakeYourTime,
    /// Praise of a move.
    GoodMove,
    /// An apology.
    Sorry,
    /// Thanks.
    Thanks,
    /// After a game.
    GoodGame,
    /// A farewell.
    Goodbye,
}

/// A line of the talk of two persons.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Line {
    /// Who says it.
    pub person: PersonId,
    /// What.
    #[serde(flatten)]
    pub saying: Saying,
}

/// The greatest number of characters of a line.
pub const LONGEST_LINE: usize = 200;
/// The greatest number of lines of one person in a game.
pub const MOST_LINES: usize = 60;

/// A line as the other person may see it, without what is invisible or turns the direction of writing. `None` if nothing
/// remains, or too much.
#[must_use]
pub fn cleaned_line(text: &str) -> Option<String> {
    // Longer text is no line, and is not worth the work.
    if text.len() > LONGEST_LINE * 8 {
        return None;
    }
    let shown: String = text
        .chars()
        .map(|c| if c.is_whitespace() { ' ' } else { c })
        .filter(|&c| !is_unshowable(c))
        .collect();
    let line = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_line = !line.is_empty() && line.chars().count() <= LONGEST_LINE && marks_are_few(&line);
    is_line.then_some(line)
}
