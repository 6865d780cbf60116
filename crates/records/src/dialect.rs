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

/// The text form of one game's positions and moves in files. The formats ([`crate::pgn`], [`crate::list`])
/// know nothing else about a game.
pub trait Dialect {
    /// The game's position.
    type Position: Position;

    /// The standard start.
    fn start(&self) -> Self::Position;

    /// Reads a position.
    ///
    /// # Errors
    /// All faults, in words.
    fn read_position(&self, text: &str) -> Result<Self::Position, String>;

    /// Writes a position.
    fn write_position(&self, position: &Self::Position) -> String;

    /// What the text of a start position says besides the position (counters), in the form in which it stands
    /// behind the position; empty where it says nothing else.
    fn read_counters(&self, text: &str) -> String {
        let _ = text;
        String::new()
    }

    /// Reads a legal move, in whatever notation.
    ///
    /// # Errors
    /// The fault, in words.
    fn read_move(
        &self,
        position: &Self::Position,
        text: &str,
    ) -> Result<<Self::Position as Position>::Move, String>;

    /// All legal moves that a text may mean: more than one where it leaves out what tells them
    /// apart. In a game the moves that follow decide.
    ///
    /// # Errors
    /// The fault, in words.
    fn readings(
        &self,
        position: &Self::Position,
        text: &str,
    ) -> Result<Vec<<Self::Position as Position>::Move>, String> {
        self.read_move(position, text).map(|m| vec![m])
    }

    /// Other conventions of the same notation (ranks counted from another number), in which a game is read that this
    /// one does not fit from its first move to its last.
    fn alternatives(&self) -> Vec<Self>
    where
        Self: Sized,
    {
        Vec::new()
    }

    /// Whether a text with several readings says this one in full, and the others only if it leaves something out.
    /// If the moves that follow fit it, it is meant.
    fn is_whole(
        &self,
        _position: &Self::Position,
        _text: &str,
        _reading: <Self::Position as Position>::Move,
    ) -> bool {
        false
    }

    /// Writes a legal move, without spaces, in the notation chosen for output.
    fn write_move(
        &self,
        position: &Self::Position,
        m: <Self::Position as Position>::Move,
    ) -> String;

    /// Splits a word that may be several moves without spaces between them. The parts together are the word.
    fn split<'t>(&self, word: &'t str) -> Vec<&'t str> {
        vec![word]
    }

    /// Whether a word begins a position and not a move: for lists that contain both.
    fn begins_position(&self, word: &str) -> bool {
        word.contains('/')
    }

    /// The side whose moves are numbered: the side that begins the game.
    fn leads(&self) -> Side {
        Side::First
    }

    /// The standard of this game's portable notation.
    fn convention(&self) -> Convention {
        Convention::Pgn
    }

    /// Tags that name the game, before all others (`Game "Chinese Chess"`).
    fn opening_tags(&self) -> Vec<(&'static str, &'static str)>;

    /// Tags that name the notation, after all others (`Format "ICCS"`).
    fn closing_tags(&self) -> Vec<(&'static str, &'static str)>;

    /// The tags that name the players, [`game::Side::First`] first.
    fn player_tags(&self) -> [&'static str; 2];
}
