use std::fmt;

/// A kind of game file. Formats of one game are described by the game's own crate; those of all
/// games are [`POSITIONS`] and [`MOVES`]. Two are equal when they have the same name.
#[derive(Copy, Clone, Debug)]
pub struct Format {
    /// Its name, which is also its usual ending, in lower case.
    pub name: &'static str,
    /// What a file of it is called in English (`RenLib library`).
    pub title: &'static str,
    /// Other endings that mean it.
    pub endings: &'static [&'static str],
    /// Names of other formats whose endings and looks files of this one may have.
    pub borrows: &'static [&'static str],
    /// How surely the beginning of a file shows this format: 0, not at all; 1, it could be; 2, it
    /// could hardly be another; 3, it is no other.
    pub shows: fn(&[u8]) -> u8,
    /// Whether a file that has the ending is of this format, whatever else it looks like.
    pub shows_named: fn(&[u8]) -> bool,
    /// Whether it is text.
    pub is_text: bool,
    /// Whether moves can be written in any notation of the game.
    pub takes_notations: bool,
    /// The notation that other programs read best, where it is not the usual one.
    pub exchange_notation: Option<&'static str>,
    /// Whether comments on moves can only be times, as in `[%emt 1.2]` (seconds).
    pub times_only: bool,
    /// What stands between the parts of a date.
    pub date_separator: char,
}

impl Format {
    /// A format of text with nothing special about it, that is found by its ending only.
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
        }
    }

    /// Whether files of the two may be taken for each other: one borrows from the other.
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        self.borrows.contains(&other.name) || other.borrows.contains(&self.name)
    }

    /// Whether a name or an ending, in any case, means this format.
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

/// Positions, one a line, moves after them ([`crate::list`]).
pub const POSITIONS: Format =
    Format { endings: &["epd", "txt"], ..Format::plain("fen", "list of positions") };

/// Moves, one game a line ([`crate::list`]).
pub const MOVES: Format =
    Format { takes_notations: true, ..Format::plain("moves", "list of moves") };

/// The formats that every game has.
pub const LISTS: [Format; 2] = [POSITIONS, MOVES];
