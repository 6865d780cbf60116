use super::GameType;
use super::numbering::Numbering;
use draughts::notation::{Engine, Pdn, ReadMoveError};
use draughts::{Move, Position, Setup, Square, VariantRules};
use game::{Notation as _, Position as _, Side};
use records::{Convention, Dialect};
use std::borrow::Cow;
use std::marker::PhantomData;

/// A variant of draughts in files. All notations of moves are read: `32-28`, `32x23`, `28x19x14`,
/// `c3:e5`, `3228`, engine notation.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Draughts<V> {
    spelling: Spelling,
    variant: PhantomData<V>,
}

/// The notation of moves and positions.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Spelling {
    /// Engine notation: `28x19x23`.
    Engine,
    /// PDN.
    Pdn { letters: bool, capture: char, numbering: Numbering },
}

impl<V: VariantRules> Draughts<V> {
    /// Engine notation: captures with all captured squares, squares by number.
    #[must_use]
    pub const fn engine() -> Self {
        Self { spelling: Spelling::Engine, variant: PhantomData }
    }

    /// The notation of PDN for this variant: short moves where they are unambiguous, squares by
    /// number or letters according to its game type.
    ///
    /// ```
    /// use draughts::Russian;
    /// use draughts_family::files::Draughts;
    /// use records::pgn;
    /// let file = "[GameType \"25\"]\n1. c3-d4 d6-c5 2. b2-c3 2-0\n";
    /// let dialect = Draughts::<Russian>::pdn();
    /// let game = pgn::Reader::new(file.as_bytes(), dialect).next().unwrap()?;
    /// assert_eq!(game.line.moves[0].mv.to_string(), "22-18");
    /// assert!(pgn::to_string(&game, &dialect).ends_with("1. c3-d4 d6-c5 2. b2-c3 *\n\n"));
    /// # Ok::<(), records::ReadError>(())
    /// ```
    #[must_use]
    pub fn pdn() -> Self {
        Self::as_in(&GameType::of::<V>())
    }

    /// The notation of people in lists: short moves with squares by letters, or by the numbers that
    /// positions have here (those of Spanish draughts in PDN run the other way).
    #[must_use]
    pub fn short(letters: bool) -> Self {
        let numbering = Numbering::default();
        let capture = if letters { GameType::of::<V>().capture() } else { 'x' };
        Self { spelling: Spelling::Pdn { letters, capture, numbering }, variant: PhantomData }
    }

    /// The notation of files with this game type.
    #[must_use]
    pub fn as_in(game_type: &GameType) -> Self {
        let spelling = Spelling::Pdn {
            letters: game_type.letters(),
            capture: game_type.capture(),
            numbering: game_type.numbering(),
        };
        Self { spelling, variant: PhantomData }
    }

    fn numbering(&self) -> Numbering {
        match self.spelling {
            Spelling::Engine => Numbering::default(),
            Spelling::Pdn { numbering, .. } => numbering,
        }
    }
}

/// What a text may mean.
enum Meanings<V: VariantRules> {
    One(Move<V>),
    /// These, with the words for it.
    Several(Vec<Move<V>>, String),
}

impl<V: VariantRules> Draughts<V> {
    fn meanings(&self, position: &Position<V>, text: &str) -> Result<Meanings<V>, String> {
        let text = &*in_latin(text);
        let moves = self.numbering().read_move(&V::RULES.board, text);
        if self.spelling == Spelling::Engine
            && let Ok(m) = Engine.parse(position, &moves[0])
        {
            return Ok(Meanings::One(m));
        }
        let mut first = None;
        for text in &moves {
            if let Some(m) = by_whole_path(position, text) {
                return Ok(Meanings::One(m));
            }
            match Pdn::default().parse(position, text) {
                Ok(m) => return Ok(Meanings::One(m)),
                Err(error) => first = first.or(Some(error)),
            }
        }
        if let Some(ReadMoveError::Ambiguous { candidates, .. }) = &first {
            let several = candidates.iter().filter_map(|text| Engine.parse(position, text).ok());
            let why = first.as_ref().map(ToString::to_string).unwrap_or_default();
            return Ok(Meanings::Several(several.collect(), why));
        }
        let why = first.map_or_else(String::new, |error| error.to_string());
        match by_file(position, text) {
            all if all.is_empty() => {}
            all if all.len() == 1 => return Ok(Meanings::One(all[0])),
            all => {
                let names: Vec<String> = all.iter().map(ToString::to_string).collect();
                let why = format!("{text} could be {}", names.join(" or "));
                return Ok(Meanings::Several(all, why));
            }
        }
        match moves.iter().map(|text| by_passed_squares(position, text)).find(|all| !all.is_empty())
        {
            Some(all) if all.len() == 1 => Ok(Meanings::One(all[0])),
            Some(all) => {
                let names: Vec<String> = all.iter().map(ToString::to_string).collect();
                let why = format!("{text} could be {}", names.join(" or "));
                Ok(Meanings::Several(all, why))
            }
            None => Err(why),
        }
    }
}

/// Engine notation.
impl<V: VariantRules> Default for Draughts<V> {
    fn default() -> Self {
        Self::engine()
    }
}

impl<V: VariantRules> Dialect for Draughts<V> {
    type Position = Position<V>;

    fn start(&self) -> Position<V> {
        Position::start()
    }

    fn read_position(&self, text: &str) -> Result<Position<V>, String> {
        let text = self.numbering().read_fen::<V>(text);
        let setup: Setup<V> =
            text.parse().map_err(|error: draughts::FenError| error.to_string())?;
        Position::try_from(setup).map_err(|error| error.to_string())
    }

    fn read_counters(&self, text: &str) -> String {
        let setup = self.numbering().read_fen::<V>(text).parse::<Setup<V>>();
        setup.map_or_else(|_| String::new(), |setup| setup.counters.to_string())
    }

    fn write_position(&self, position: &Position<V>) -> String {
        self.numbering().write_fen(position)
    }

    fn read_move(&self, position: &Position<V>, text: &str) -> Result<Move<V>, String> {
        match self.meanings(position, text)? {
            Meanings::One(m) => Ok(m),
            Meanings::Several(_, why) => Err(why),
        }
    }

    fn readings(&self, position: &Position<V>, text: &str) -> Result<Vec<Move<V>>, String> {
        Ok(match self.meanings(position, text)? {
            Meanings::One(m) => vec![m],
            Meanings::Several(moves, _) => moves,
        })
    }

    /// Of two captures between the same squares the one without another landing is said in full by both squares:
    /// [`Self::write_move`] writes the landings of the other.
    fn is_whole(&self, position: &Position<V>, text: &str, reading: Move<V>) -> bool {
        text.split(['x', ':', '-']).count() == 2
            && position.routes(reading).iter().any(|route| route.len() == 1)
    }

    fn write_move(&self, position: &Position<V>, m: Move<V>) -> String {
        let Spelling::Pdn { letters, capture, numbering } = self.spelling else {
            return m.to_string();
        };
        let name = |square: Square<V>| {
            if letters { square.letters() } else { numbering.number(square).to_string() }
        };
        let mark = if m.is_capture() { capture } else { '-' };
        let is_twin = |other: &&Move<V>| (other.from(), other.to()) == (m.from(), m.to());
        let ambiguous = position.moves().iter().filter(is_twin).count() > 1;
        let mut text = name(m.from());
        let route = if ambiguous { position.routes(m).into_iter().next() } else { None };
        for square in route.unwrap_or_else(|| vec![m.to()]) {
            text.push(mark);
            text.push_str(&name(square));
        }
        text
    }

    fn begins_position(&self, word: &str) -> bool {
        let mut characters = word.chars();
        matches!(characters.next(), Some('W' | 'w' | 'B' | 'b' | '?'))
            && characters.next() == Some(':')
    }

    fn leads(&self) -> Side {
        V::RULES.board.starts
    }

    fn convention(&self) -> Convention {
        Convention::Pdn
    }

    fn opening_tags(&self) -> Vec<(&'static str, &'static str)> {
        Vec::new()
    }

    fn closing_tags(&self) -> Vec<(&'static str, &'static str)> {
        let known = GameType::known::<V>();
        let mut tags = vec![("GameType", known.full)];
        tags.extend(known.variant_tag.map(|name| ("Variant", name)));
        tags
    }

    fn player_tags(&self) -> [&'static str; 2] {
        ["White", "Black"]
    }
}

/// A move whose files are written with Cyrillic letters in Latin ones.
fn in_latin(text: &str) -> Cow<'_, str> {
    const LETTERS: [(char, char); 13] = [
        ('а', 'a'),
        ('б', 'b'),
        ('в', 'b'),
        ('с', 'c'),
        ('ц', 'c'),
        ('д', 'd'),
        ('е', 'e'),
        ('ф', 'f'),
        ('г', 'g'),
        ('х', 'h'),
        ('н', 'h'),
        ('ж', 'g'),
        ('ё', 'e'),
    ];
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let latin = |c: char| {
        let small = c.to_lowercase().next().unwrap_or(c);
        LETTERS.iter().find(|(own, _)| *own == small).map_or(c, |(_, latin)| *latin)
    };
    Cow::Owned(text.chars().map(latin).collect())
}

/// The capture whose path is exactly these squares, if there is one. The path of one capture may be
/// part of another's, so this is tried before any less exact match.
fn by_whole_path<V: VariantRules>(position: &Position<V>, text: &str) -> Option<Move<V>> {
    let squares: Option<Vec<Square<V>>> = text.split('x').map(Square::read).collect();
    let squares = squares.filter(|squares| squares.len() > 2)?;
    let (from, path) = squares.split_first()?;
    let fits = |m: &Move<V>| {
        m.from() == *from
            && Some(&m.to()) == path.last()
            && m.captures() as usize == path.len()
            && position.routes(*m).iter().any(|route| route == path)
    };
    position.moves().into_iter().find(fits)
}

/// The moves that a text means by the file of the first square alone, as books of Russian draughts have them: `cd4`,
/// `c:e5`, `c:e5:g7`.
fn by_file<V: VariantRules>(position: &Position<V>, text: &str) -> Vec<Move<V>> {
    let text = text.trim().to_lowercase();
    let Some(file) = text.chars().next().filter(char::is_ascii_lowercase) else {
        return Vec::new();
    };
    let rest = text.get(1..).unwrap_or_default();
    let is_capture = rest.starts_with([':', 'x', '*', '×']);
    let names = rest.trim_start_matches([':', 'x', '*', '-', '×']).split([':', 'x', '*', '×']);
    let squares: Option<Vec<Square<V>>> = names.map(Square::read).collect();
    let Some((to, between)) = squares.as_deref().and_then(<[_]>::split_last) else {
        return Vec::new();
    };
    let between: Vec<(i32, i32)> = between.iter().map(|square| place(*square)).collect();
    let fits = |m: &Move<V>| {
        let ends = m.from().letters().starts_with(file) && m.to() == *to;
        let passes = || {
            between.is_empty()
                || position.routes(*m).into_iter().any(|route| {
                    let mut passed = passed(m.from(), &route).into_iter();
                    between.iter().all(|square| passed.any(|other| other == *square))
                })
        };
        ends && (m.is_capture() || !is_capture) && passes()
    };
    position.moves().into_iter().filter(fits).collect()
}

/// The captures whose way passes the squares between the first and the last in this order. A king
/// that goes straight on after a capture may land on any square before the next piece, and files
/// name any of them.
fn by_passed_squares<V: VariantRules>(position: &Position<V>, text: &str) -> Vec<Move<V>> {
    let squares: Option<Vec<Square<V>>> = text.split('x').map(Square::read).collect();
    let Some([from, between @ .., to]) = squares.as_deref() else { return Vec::new() };
    if between.is_empty() {
        return Vec::new();
    }
    let between: Vec<(i32, i32)> = between.iter().map(|square| place(*square)).collect();
    let fits = |m: &Move<V>| {
        let ends = m.is_capture() && m.from() == *from && m.to() == *to;
        ends && position.routes(*m).into_iter().any(|route| {
            let mut passed = passed(*from, &route).into_iter();
            between.iter().all(|square| passed.any(|other| other == *square))
        })
    };
    position.moves().into_iter().filter(fits).collect()
}

/// Column and row of a square, from the lower left.
fn place<V: VariantRules>(square: Square<V>) -> (i32, i32) {
    let name = square.letters();
    let column = name.bytes().next().map_or(0, |letter| i32::from(letter) - i32::from(b'a'));
    (column, name.get(1..).and_then(|row| row.parse().ok()).unwrap_or(0))
}

/// The squares between `from` and the last square of a route.
fn passed<V: VariantRules>(from: Square<V>, route: &[Square<V>]) -> Vec<(i32, i32)> {
    let mut all = Vec::new();
    let (mut column, mut row) = place(from);
    for square in route {
        let (to_column, to_row) = place(*square);
        let (right, up) = ((to_column - column).signum(), (to_row - row).signum());
        // A route goes straight from square to square; the number of steps bounds a wrong one.
        for _ in 0..V::RULES.board.size {
            if (column, row) == (to_column, to_row) {
                break;
            }
            (column, row) = (column + right, row + up);
            all.push((column, row));
        }
    }
    all
}
