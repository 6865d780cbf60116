//! An opening book: the moves played in a file of games, by position.

use crate::files::{PGN, Xiangqi};
use game::{Key, NullObserver, Position as _};
use records::{Game, LISTS, ReadError, list, pgn};
use std::collections::HashMap;
use std::fs::File;
use std::path::Path;
use xiangqi::{Move, Position};

/// The number of plies of a game that count as its opening.
const PLIES: usize = 40;

/// Moves and how often they were played, by position.
#[derive(Debug, Default)]
pub(crate) struct Book {
    moves: HashMap<Key, Vec<(Move, u32)>>,
}

impl Book {
    /// Reads a file of games (PGN, or a list of positions or moves). Unreadable games are left out,
    /// if at least one can be read.
    pub(crate) fn read(path: &str) -> Result<Self, String> {
        let ending = Path::new(path).extension().and_then(|ending| ending.to_str()).unwrap_or("");
        let known = [PGN].into_iter().chain(LISTS).find(|format| format.is_called(ending));
        let format = known.ok_or_else(|| {
            format!("a file of games (pgn, fen, epd, txt or moves, not {ending:?})")
        })?;
        let file = File::open(path).map_err(|error| format!("a file of games ({error})"))?;
        let games: Box<dyn Iterator<Item = Result<Game<Position>, ReadError>>> = if format == PGN {
            Box::new(pgn::Reader::new(file, Xiangqi::default()))
        } else {
            Box::new(list::Reader::new(file, Xiangqi::default()))
        };
        let mut book = Self::default();
        let mut first_error = None;
        for game in games {
            match game {
                Ok(game) => book.add(&game),
                Err(error) => first_error = first_error.or(Some(error)),
            }
        }
        match first_error {
            Some(error) if book.moves.is_empty() => Err(format!("a file of games ({error})")),
            _ if book.moves.is_empty() => Err("a file of games (it holds none)".to_owned()),
            _ => Ok(book),
        }
    }

    fn add(&mut self, game: &Game<Position>) {
        let mut position = game.start.clone();
        for m in game.moves().take(PLIES) {
            let known = self.moves.entry(position.key()).or_default();
            match known.iter_mut().find(|(k, _)| *k == m) {
                Some((_, count)) => *count = count.saturating_add(1),
                None => known.push((m, 1)),
            }
            position.make(m, &mut NullObserver);
        }
    }

    /// A move of the book for this position, drawn by how often it was played; the same for
    /// the same seed.
    pub(crate) fn choose(
        &self,
        key: Key,
        seed: u64,
        allowed: impl Fn(&Move) -> bool,
    ) -> Option<Move> {
        let known: Vec<_> = self.moves.get(&key)?.iter().filter(|(m, _)| allowed(m)).collect();
        let total: u64 = known.iter().map(|(_, count)| u64::from(*count)).sum();
        let mut at = Key::random(seed ^ key.0).0.checked_rem(total)?;
        for (m, count) in known {
            match at.checked_sub(u64::from(*count)) {
                Some(rest) => at = rest,
                None => return Some(*m),
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_drawn_by_how_often_they_were_played() {
        let mut book = Book::default();
        let games = "h2e2 h9g7\nh2e2 b9c7\nb2e2\n";
        for game in list::Reader::new(games.as_bytes(), Xiangqi::default()) {
            book.add(&game.unwrap());
        }
        let start = Position::start().key();
        let mut often = 0;
        for seed in 0..300 {
            let m = book.choose(start, seed, |_| true).unwrap();
            often += u32::from(m.to_string() == "h2e2");
            assert_eq!(book.choose(start, seed, |_| true), Some(m));
        }
        assert!((150..250).contains(&often), "{often} of 300");
        assert_eq!(book.choose(start, 1, |_| false), None);
        assert_eq!(book.choose(Key(1), 1, |_| true), None);
    }
}
