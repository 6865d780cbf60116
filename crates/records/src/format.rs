use std::fmt;

/// How many games a file of a format holds.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum GamesPerFile {
    /// Any number, one after the other.
    #[default]
    Many,
    /// One.
    One,
    /// Any number, merged into one tree of moves.
    Merged,
}

/// A format of game files. The crate of a game describes the formats of that game; [`POSITIONS`] and
/// [`MOVES`] are formats of all games. Two formats are equal when they have the same name.
#[derive(Copy, Clone, Debug)]
pub struct Format {
    /// Its name in lower case, which is also its usual file ending.
    pub name: &'static str,
    /// The English name of such a file (`RenLib library`).
    pub title: &'static str,
    /// Other endings of such files.
    pub endings: &'static [&'static str],
    /// Names of other formats with which files of this one may be confused.
    pub borrows: &'static [&'static str],
    /// How certain the beginning of a file shows this format: 0, not at all; 1, possible; 2, likely; 3,
    /// certain.
    pub shows: fn(&[u8]) -> u8,
    /// Whether a file with the ending is of this format, whatever its content looks like.
    pub shows_named: fn(&[u8]) -> bool,
    /// Whether the format is text.
    pub is_text: bool,
    /// Whether moves can be written in any notation of the game.
    pub takes_notations: bool,
    /// The notation that other programs read best, if it is not the usual one.
    pub exchange_notation: Option<&'static str>,
    /// Whether comments on moves can only be times, as in `[%emt 1.2]` (seconds).
    pub times_only: bool,
    /// The separator in dates.
    pub date_separator: char,
    /// How many games a file holds.
    pub holding: GamesPerFile,
    /// Whether games can be written in this format. Some formats are only read.
    pub is_written: bool,
}

impl Format {
    /// A plain text format that is recognised by its ending only.
    #[must_use]
    pub const fn plain(name: &'static str, title: &'static str) -> Self {
        Self {
            name,
            title,
            endings: &[],
            borrows: &[],
            shows: |_| 0,
            shows_named: |_| false,
            is_text: true,
            takes_notations: false,
            exchange_notation: None,
            times_only: false,
            date_separator: '.',
            holding: GamesPerFile::Many,
            is_written: true,
        }
    }

    /// Whether files of the two formats may be confused.
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        self.borrows.contains(&other.name) || other.borrows.contains(&self.name)
    }

    /// Whether a name or an ending means this format; case is ignored.
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
            || self.endings.iter().any(|ending| ending.eq_ignore_ascii_case(name))
    }
}

impl PartialEq for Format {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Format {}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// Positions, one in a line, with moves after them ([`crate::list`]).
pub const POSITIONS: Format =
    Format { endings: &["epd", "txt"], ..Format::plain("fen", "list of positions") };

/// Moves, one game in a line ([`crate::list`]).
pub const MOVES: Format =
    Format { takes_notations: true, ..Format::plain("moves", "list of moves") };

/// The formats of all games.
pub const LISTS: [Format; 2] = [POSITIONS, MOVES];
