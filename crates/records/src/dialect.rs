use game::{Position, Side};

/// Which of the two standards of portable notation a game's files follow.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Convention {
    /// Portable Game Notation: `1-0`, `1/2-1/2`, `0-1`, after the moves too.
    #[default]
    Pgn,
    /// Portable Draughts Notation 3.0: `2-0`, `1-1`, `0-2`, games ended by `*`; read also with
    /// spaces within moves, positions between `/`, strengths in parentheses.
    Pdn,
}

/// How one game's positions and moves are written in files. The formats ([`crate::pgn`],
/// [`crate::list`]) know no more of a game than this.
pub trait Dialect {
    /// The game's position.
    type Position: Position;

    /// The standard start.
    fn start(&self) -> Self::Position;

    /// Reads a position.
    ///
    /// # Errors
    /// With all that is wrong, in words.
    fn read_position(&self, text: &str) -> Result<Self::Position, String>;

    /// Writes a position.
    fn write_position(&self, position: &Self::Position) -> String;

    /// Reads a legal move, in whatever notation.
    ///
    /// # Errors
    /// With what is wrong, in words.
    fn read_move(
        &self,
        position: &Self::Position,
        text: &str,
    ) -> Result<<Self::Position as Position>::Move, String>;

    /// Writes a legal move, without spaces, in the notation chosen for output.
    fn write_move(
        &self,
        position: &Self::Position,
        m: <Self::Position as Position>::Move,
    ) -> String;

    /// Splits a word that may be several moves written without spaces; the parts together
    /// are the word.
    fn split<'t>(&self, word: &'t str) -> Vec<&'t str> {
        vec![word]
    }

    /// Whether a word is the beginning of a position, not a move: for lists that have both.
    fn begins_position(&self, word: &str) -> bool {
        word.contains('/')
    }

    /// The side whose moves are numbered: who begins the game.
    fn leads(&self) -> Side {
        Side::First
    }

    /// The standard that portable notation of this game follows.
    fn convention(&self) -> Convention {
        Convention::Pgn
    }

    /// Tags that say what game this is, put before all others (`Game "Chinese Chess"`).
    fn opening_tags(&self) -> Vec<(&'static str, &'static str)>;

    /// Tags that say how it is written, put after all others (`Format "ICCS"`).
    fn closing_tags(&self) -> Vec<(&'static str, &'static str)>;

    /// The tags that name the players, [`game::Side::First`] first.
    fn player_tags(&self) -> [&'static str; 2];
}
