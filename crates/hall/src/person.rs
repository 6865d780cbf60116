use crate::text::is_unshowable;
use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization as _;
use utoipa::ToSchema;

/// The id of a person, by which seats and games belong to somebody. It is public: who speaks as this person is proved
/// elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
pub struct PersonId(pub String);

/// Whose a person's place in a game is. A place without a seat belongs to whoever made the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Seat {
    /// Whoever is invited may sit down.
    Open {
        /// The only person who may, if it is kept for somebody.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        only: Option<PersonId>,
    },
    /// This person's.
    Taken {
        /// The person.
        person: PersonId,
    },
}

/// Who says something to a hall.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Speaker {
    /// Whoever uses a hall that has one user: everything belongs to that person.
    House,
    /// A person among others.
    Person(Person),
    /// Somebody whom the hall does not know. Nothing belongs to strangers.
    #[default]
    Stranger,
}

/// A person among others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Person {
    /// Who it is.
    pub id: PersonId,
    /// What others call the person.
    pub name: String,
    /// Whether the person opened the hall: what was made before it had several users belongs to that person.
    pub is_host: bool,
}

impl Speaker {
    /// The person, if the hall knows one.
    #[must_use]
    pub const fn person(&self) -> Option<&Person> {
        match self {
            Self::Person(person) => Some(person),
            Self::House | Self::Stranger => None,
        }
    }

    /// Whether what this person made is the speaker's; `None`: what was made in a hall that had one user.
    #[must_use]
    pub fn has_made(&self, maker: Option<&PersonId>) -> bool {
        match self {
            Self::House => true,
            Self::Person(person) => maker.map_or(person.is_host, |maker| *maker == person.id),
            Self::Stranger => false,
        }
    }
}

/// The greatest number of characters of a person's name.
pub const LONGEST_NAME: usize = 24;

/// A name as others may see it: compatibility forms become the usual ones, and what is invisible or turns the direction
/// of writing is left out. `None` if nothing remains, or too much.
#[must_use]
pub fn cleaned_name(text: &str) -> Option<String> {
    // Longer text is no name, and is not worth the work.
    if text.len() > LONGEST_NAME * 16 {
        return None;
    }
    let usual: String = text.nfkc().filter(|&c| !is_unshowable(c) && !is_invisible(c)).collect();
    let words: Vec<&str> = usual.split_whitespace().collect();
    let name = words.join(" ");
    // A mark alone stands on the text before it.
    let begins_well =
        name.chars().next().is_some_and(|c| !unicode_normalization::char::is_combining_mark(c));
    (begins_well && name.chars().count() <= LONGEST_NAME && marks_are_few(&name)).then_some(name)
}

/// Characters without a picture of their own, by which one name can look like another.
const fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{00AD}' | '\u{034F}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}'
        | '\u{200B}'..='\u{200D}' | '\u{2060}'..='\u{2065}' | '\u{206A}'..='\u{206F}' | '\u{2800}' | '\u{3164}'
        | '\u{FE00}'..='\u{FE0F}' | '\u{FFA0}' | '\u{FFFC}' | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}')
}

/// More marks over one letter than any language has run over the lines around a name.
pub(crate) fn marks_are_few(name: &str) -> bool {
    let mut marks = 0;
    name.chars().all(|c| {
        marks = if unicode_normalization::char::is_combining_mark(c) { marks + 1 } else { 0 };
        marks <= 2
    })
}
