use super::choice::{Choice, OpeningError};
use super::kind::Kind;
use super::state::Opening;
use std::fmt;
use std::str::FromStr;

/// The protocol, the size, then every choice: `soosorv-8 15 h8 h9 j10 keep …`.
impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind(), self.size())?;
        self.acts().iter().try_for_each(|act| write!(f, " {act}"))
    }
}

/// Reads the text of an opening and makes every choice again.
impl FromStr for Opening {
    type Err = OpeningError;

    fn from_str(text: &str) -> Result<Self, OpeningError> {
        let mut words = text.split_whitespace();
        let id = words.next().unwrap_or_default();
        let kind = Kind::find(id)
            .ok_or_else(|| OpeningError::text(1, id, "an opening protocol, as in swap2"))?;
        let size = words.next().unwrap_or_default();
        let size = size
            .parse()
            .map_err(|_| OpeningError::text(2, size, "the size of the board, as in 15"))?;
        let mut opening = Self::new(kind, size)?;
        for (place, word) in (3..).zip(words) {
            let choice: Choice = word.parse().map_err(|error| match error {
                OpeningError::Text { found, expected, .. } => {
                    OpeningError::Text { place, found, expected }
                }
                other => other,
            })?;
            opening
                .act(choice)
                .map_err(|why| OpeningError::Replay { place, why: Box::new(why) })?;
        }
        Ok(opening)
    }
}
