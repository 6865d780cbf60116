//! What a file says and a game does not keep.

use crate::{ReadError, ReadErrorKind};

/// What was left out of a game so far: its kind, how often, and the first of it with its place.
#[derive(Clone, Debug, Default)]
pub struct Notices(Vec<Notice>);

#[derive(Clone, Debug)]
struct Notice {
    what: &'static str,
    count: usize,
    line: u32,
    column: u32,
    first: String,
}

impl Notices {
    /// Counts a part of this kind (in the plural: `labels`) that is left out at a line and a column.
    pub fn add(&mut self, (line, column): (u32, u32), what: &'static str, text: &str) {
        match self.0.iter_mut().find(|known| known.what == what) {
            Some(known) => known.count += 1,
            None => {
                let first = text.chars().take(60).collect();
                self.0.push(Notice { what, count: 1, line, column, first });
            }
        }
    }

    /// A notice for each kind, to follow the game.
    #[must_use]
    pub fn into_errors(self) -> Vec<ReadError> {
        let notice = |Notice { what, count, line, column, first }| ReadError {
            line,
            column,
            kind: ReadErrorKind::LeftOut { count, what, first },
        };
        self.0.into_iter().map(notice).collect()
    }
}
