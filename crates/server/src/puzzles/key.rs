//! The ids of puzzles.

use store::PuzzlePlace;

/// Which puzzle: the meaning of an id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PuzzleKey {
    /// One out of a game of the hall: `GAME-PLY`.
    Stored(PuzzlePlace),
    /// One that came with the program: `VARIANT.ID`.
    Shipped {
        /// The variant's id.
        variant: String,
        /// Its id within the variant.
        id: String,
    },
}

impl PuzzleKey {
    /// The meaning of an id; `None` if it has none.
    pub(crate) fn read(text: &str) -> Option<Self> {
        if let Some(place) = place(text) {
            return Some(Self::Stored(place));
        }
        let (variant, id) = text.split_once('.')?;
        Some(Self::Shipped { variant: variant.to_owned(), id: id.to_owned() })
    }

    /// The id.
    pub(crate) fn text(&self) -> String {
        match self {
            Self::Stored(place) => id(place),
            Self::Shipped { variant, id } => hall_messages::shipped_puzzle_id(variant, id),
        }
    }
}

/// The id of a puzzle of a game, by its place.
pub(crate) fn id(place: &PuzzlePlace) -> String {
    format!("{}-{}", place.game, place.ply)
}

/// The place of a puzzle of a game, by its id.
pub(crate) fn place(id: &str) -> Option<PuzzlePlace> {
    let (game, ply) = id.rsplit_once('-')?;
    uuid::Uuid::try_parse(game).ok()?;
    let is_number = !ply.is_empty() && ply.bytes().all(|b| b.is_ascii_digit());
    let ply = ply.parse().ok().filter(|_| is_number)?;
    Some(PuzzlePlace { game: game.to_owned(), ply })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_says_where_its_puzzle_is() {
        let game = "0190f3b2-7c1a-7000-8000-000000000001";
        for text in [format!("{game}-12"), "draughts-frisian.0a1b2c".to_owned()] {
            assert_eq!(PuzzleKey::read(&text).map(|key| key.text()), Some(text));
        }
        for bad in ["", "x", &format!("{game}-"), &format!("{game}-+1")] {
            assert_eq!(PuzzleKey::read(bad), None, "{bad:?}");
        }
    }
}
