//! The explorer of openings: its bases are files that the page fetches, one for each variant.

use crate::ask::Answer;
use hall::openings::OpeningBase;
use hall_messages::{OpeningPosition, Refused, stored_key};
use serde::Deserialize;
use std::collections::HashMap;
use wire::ExploreOpening;

/// A question about openings.
#[derive(Debug, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum OpeningAsk {
    /// Whether the base of a variant is here.
    Has {
        /// The variant's id.
        variant: String,
    },
    /// The base of a variant, as the text of its file.
    Supply {
        /// The text.
        text: String,
    },
    /// What was played in a position.
    Explore {
        /// The position.
        asked: ExploreOpening,
        /// The moves that were played there in games of this browser, in how many, and their results.
        #[serde(default)]
        own: Vec<(String, u64, [u64; 3])>,
    },
    /// What a position has in common with the same one reached in another order; nothing where that is not known.
    Key {
        /// The position.
        asked: ExploreOpening,
    },
}

/// The bases that are here.
#[derive(Debug, Default)]
pub(crate) struct LocalOpenings {
    bases: HashMap<String, OpeningBase>,
}

impl LocalOpenings {
    /// The base of a variant, if it is here.
    pub(crate) fn base(&self, variant: &str) -> Option<&OpeningBase> {
        self.bases.get(variant)
    }

    pub(crate) fn ask(&mut self, asked: OpeningAsk) -> Result<Answer, Refused> {
        match asked {
            OpeningAsk::Has { variant } => Answer::of(&self.bases.contains_key(&variant)),
            OpeningAsk::Supply { text } => {
                let base = OpeningBase::read(&text)
                    .map_err(|error| Refused::failed("a base of openings", &error))?;
                self.bases.insert(base.variant.clone(), base);
                Ok(Answer::default())
            }
            OpeningAsk::Key { asked } => {
                let key = OpeningPosition::new(&asked)?.key.map(stored_key);
                // A number of JavaScript does not hold a key.
                Answer::of(&key.map(|key| key.to_string()))
            }
            OpeningAsk::Explore { asked, own } => {
                let own =
                    own.iter().map(|(text, games, results)| (text.as_str(), *games, *results));
                let base = self.base(&asked.variant);
                Answer::of(&OpeningPosition::new(&asked)?.explored(base, own))
            }
        }
    }
}
