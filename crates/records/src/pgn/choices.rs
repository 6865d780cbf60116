//! Ambiguous moves: which of their meanings are tried.

use super::lex::TextPlace;
use crate::{ReadError, ReadErrorKind};

/// Which meanings of the ambiguous moves of a game are tried.
#[derive(Default)]
pub(super) struct Choices {
    made: Vec<Choice>,
    /// The number of choices used so far in this attempt.
    at: usize,
}

/// An ambiguous move.
struct Choice {
    taken: usize,
    of: usize,
    /// Whether the first meaning is the one that the text says in full.
    whole: bool,
    /// Where it is, its number and what it may mean.
    fault: (TextPlace, u32, String),
}

impl Choices {
    /// Begins another attempt.
    pub(super) fn begin(&mut self) {
        self.at = 0;
    }

    /// Whether no move was ambiguous.
    pub(super) fn is_empty(&self) -> bool {
        self.made.is_empty()
    }

    /// That the first ambiguous move has another meaning with which the game can be read.
    pub(super) fn notice(&self) -> Option<ReadError> {
        let (place, ply, why) = &self.made.first()?.fault;
        Some(place.error(ReadErrorKind::Assumed { ply: *ply, why: why.clone() }))
    }

    /// The meaning to try for the next ambiguous move.
    pub(super) fn take(
        &mut self,
        of: usize,
        whole: bool,
        fault: impl FnOnce() -> (TextPlace, u32, String),
    ) -> usize {
        if self.made.len() == self.at {
            self.made.push(Choice { taken: 0, of, whole, fault: fault() });
        }
        self.at += 1;
        self.made.get(self.at - 1).map_or(0, |choice| choice.taken)
    }

    /// Whether all moves of this attempt are those that the text says in full.
    pub(super) fn are_whole(&self) -> bool {
        self.made.iter().take(self.at).all(|choice| choice.whole && choice.taken == 0)
    }

    /// Goes on to the next combination; false after the last one.
    pub(super) fn turn(&mut self) -> bool {
        self.made.truncate(self.at);
        while let Some(last) = self.made.last_mut() {
            last.taken += 1;
            if last.taken < last.of {
                return true;
            }
            self.made.pop();
        }
        false
    }
}
