//! The names of openings, by position: a game that reaches the position in another order has the same name.

use crate::SessionRules;
use game::{Key, Line, NullObserver, Position as _};
use std::collections::{HashMap, HashSet};

/// The text of a move in one image of the board: turned or mirrored.
pub type Image = fn(&str) -> String;

/// The openings of a variant that have a name.
///
/// They come from a text with a line for each: a code, a colon and the moves from the start, in a notation
/// of the game. What follows `#` is a comment.
#[derive(Clone, Debug, Default)]
pub struct OpeningNames {
    /// The last positions of the lines.
    names: HashMap<Key, &'static str>,
    /// All positions of the lines behind the first.
    ways: HashSet<Key>,
}

impl OpeningNames {
    /// The openings of this text from `start`, each in all `images` of the board too. Where two lines reach
    /// the same position the later one names it.
    ///
    /// # Errors
    /// The first line that has no code or a move that cannot be played.
    pub fn read<R: SessionRules>(
        text: &'static str,
        start: &R::Position,
        images: &[Image],
    ) -> Result<Self, String> {
        let mut openings = Self::default();
        for line in text.lines() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let (code, moves) = line.split_once(':').ok_or_else(|| format!("no code: {line}"))?;
            let same: [Image; 1] = [str::to_owned];
            for image in same.iter().chain(images) {
                let mut position = start.clone();
                for text in moves.split_whitespace() {
                    let read = R::read(&position, &image(text));
                    let m = read.map_err(|error| format!("{code}: {error}"))?;
                    position.make(m, &mut NullObserver);
                    openings.ways.insert(position.key());
                }
                openings.names.insert(position.key(), code);
            }
        }
        Ok(openings)
    }

    /// The code of the last position of the line that has a name.
    #[must_use]
    pub fn of<P: game::Position>(&self, line: &Line<P>) -> Option<&'static str> {
        let before = line.plies().iter().rev().map(|ply| ply.key);
        std::iter::once(line.key()).chain(before).find_map(|key| self.names.get(&key).copied())
    }
    /// Whether a line of the openings, at its end or on its way, reaches the position with this key.
    #[must_use]
    pub fn leads_to(&self, key: Key) -> bool {
        self.ways.contains(&key)
    }
}
