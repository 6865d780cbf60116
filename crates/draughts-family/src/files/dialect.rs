use super::GameType;
use super::numbering::Numbering;
use crate::erased::{AnyMove, AnyPosition, AnySquare, AnyVariant};
use draughts::notation::ReadMoveError;
use game::{Position as _, Side};
use records::{Convention, Dialect};
use std::borrow::Cow;

/// A variant of draughts in files. All notations of moves are read: `32-28`, `32x23`, `28x19x14`,
/// `c3:e5`, `3228`, engine notation.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Draughts {
    spelling: Spelling,
    variant: AnyVariant,
}

/// The notation of moves and positions.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Spelling {
    /// Engine notation: `28x19x23`.
    Engine,
    /// PDN.
    Pdn { letters: bool, capture: char, numbering: Numbering },
}

impl Draughts {
    /// Engine notation: captures with all captured squares, squares by number.
    #[must_use]
    pub const fn engine(variant: AnyVariant) -> Self {
        Self { spelling: Spelling::Engine, variant }
    }

    /// The notation of PDN for this variant: short moves where they are unambiguous, squares by
    /// number or letters according to its game type.
    ///
    /// ```
    /// use draughts_family::erased::AnyVariant;
    /// use draughts_family::files::Draughts;
    /// use records::pgn;
    /// let file = "[GameType \"25\"]\n1. c3-d4 d6-c5 2. b2-c3 2-0\n";
    /// let russian = AnyVariant::of_id("draughts-russian").unwrap();
    /// let dialect = Draughts::pdn(russian);
    /// let game = pgn::Reader::new(file.as_bytes(), dialect).next().unwrap()?;
    /// assert_eq!(game.line.moves[0].mv.to_string(), "22-18");
    /// assert!(pgn::to_string(&game, &dialect).ends_with("1. c3-d4 d6-c5 2. b2-c3 *\n\n"));
    /// # Ok::<(), records::ReadError>(())
    /// ```
    #[must_use]
    pub fn pdn(variant: AnyVariant) -> Self {
        Self::as_in(variant, &GameType::of(variant))
    }

    /// The notation of people in lists: short moves with squares by letters, or by the numbers that
    /// positions have here (those of Spanish draughts in PDN run the other way).
    #[must_use]
    pub fn short(variant: AnyVariant, letters: bool) -> Self {
        let numbering = Numbering::default();
        let capture = if letters { GameType::of(variant).capture() } else { 'x' };
        Self { spelling: Spelling::Pdn { letters, capture, numbering }, variant }
    }

    /// The notation of files with this game type.
    #[must_use]
    pub fn as_in(variant: AnyVariant, game_type: &GameType) -> Self {
        let spelling = Spelling::Pdn {
            letters: game_type.letters(),
            capture: game_type.capture(),
            numbering: game_type.numbering(),
        };
        Self { spelling, variant }
    }

    fn numbering(&self) -> Numbering {
        match self.spelling {
            Spelling::Engine => Numbering::default(),
            Spelling::Pdn { numbering, .. } => numbering,
        }
    }
}

/// What a text may mean.
enum Meanings {
    One(AnyMove),
    /// These, with the words for it.
    Several(Vec<AnyMove>, String),
}

impl Draughts {
    fn meanings(&self, position: &AnyPosition, text: &str) -> Result<Meanings, String> {
        let (text, code) = (&*in_latin(text), self.variant.code());
        let moves = self.numbering().read_move(&self.variant.rules().board, text);
        if self.spelling == Spelling::Engine
            && let Ok(m) = code.read_engine(position, &moves[0])
        {
            return Ok(Meanings::One(m));
        }
        let mut first = None;
        for text in &moves {
            if let Some(m) = by_whole_path(position, text) {
                return Ok(Meanings::One(m));
            }
            match code.read_pdn(position, text) {
                Ok(m) => return Ok(Meanings::One(m)),
                Err(error) => first = first.or(Some(error)),
            }
        }
        if let Some(ReadMoveError::Ambiguous { candidates, .. }) = &first {
            let several =
                candidates.iter().filter_map(|text| code.read_engine(position, text).ok());
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

impl Dialect for Draughts {
    type Position = AnyPosition;

    fn start(&self) -> AnyPosition {
        self.variant.start()
    }

    fn read_position(&self, text: &str) -> Result<AnyPosition, String> {
        let text = self.numbering().read_fen(self.variant, text);
        let setup = self.variant.code().read_setup(&text).map_err(|error| error.to_string())?;
        self.variant.code().position(&setup).map_err(|refused| refused.text)
    }

    fn read_counters(&self, text: &str) -> String {
        let setup = self.variant.code().read_setup(&self.numbering().read_fen(self.variant, text));
        setup.map_or_else(|_| String::new(), |setup| setup.counters.to_string())
    }

    fn write_position(&self, position: &AnyPosition) -> String {
        self.numbering().write_fen(position)
    }

    fn read_move(&self, position: &AnyPosition, text: &str) -> Result<AnyMove, String> {
        match self.meanings(position, text)? {
            Meanings::One(m) => Ok(m),
            Meanings::Several(_, why) => Err(why),
        }
    }

    fn readings(&self, position: &AnyPosition, text: &str) -> Result<Vec<AnyMove>, String> {
        Ok(match self.meanings(position, text)? {
            Meanings::One(m) => vec![m],
            Meanings::Several(moves, _) => moves,
        })
    }

    /// Of two captures between the same squares the one without another landing is said in full by both squares:
    /// [`Self::write_move`] writes the landings of the other.
    fn is_whole(&self, position: &AnyPosition, text: &str, reading: AnyMove) -> bool {
        text.split(['x', ':', '-']).count() == 2
            && position.routes(reading).iter().any(|route| route.len() == 1)
    }

    fn write_move(&self, position: &AnyPosition, m: AnyMove) -> String {
        let Spelling::Pdn { letters, capture, numbering } = self.spelling else {
            return m.to_string();
        };
        let name = |square: AnySquare| {
            if letters { square.letters() } else { numbering.number(square).to_string() }
        };
        let mark = if m.is_capture() { capture } else { '-' };
        let is_twin = |other: &&AnyMove| (other.from(), other.to()) == (m.from(), m.to());
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
        self.variant.rules().board.starts
    }

    fn convention(&self) -> Convention {
        Convention::Pdn
    }

    fn opening_tags(&self) -> Vec<(&'static str, &'static str)> {
        Vec::new()
    }

    fn closing_tags(&self) -> Vec<(&'static str, &'static str)> {
        let known = GameType::known(self.variant);
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

/// Squares by their names; none if one is not on the board.
fn read_squares<'t>(
    variant: AnyVariant,
    names: impl Iterator<Item = &'t str>,
) -> Option<Vec<AnySquare>> {
    names.map(|name| variant.read_square(name)).collect()
}

/// The capture whose path is exactly these squares, if there is one. The path of one capture may be
/// part of another's, so this is tried before any less exact match.
fn by_whole_path(position: &AnyPosition, text: &str) -> Option<AnyMove> {
    let squares: Option<Vec<AnySquare>> = read_squares(position.variant(), text.split('x'));
    let squares = squares.filter(|squares| squares.len() > 2)?;
    let (from, path) = squares.split_first()?;
    let fits = |m: &AnyMove| {
        m.from() == *from
            && Some(&m.to()) == path.last()
            && m.captures() as usize == path.len()
            && position.routes(*m).iter().any(|route| route == path)
    };
    position.moves().into_iter().find(fits)
}

/// The moves that a text means by the file of the first square alone, as books of Russian draughts have them: `cd4`,
/// `c:e5`, `c:e5:g7`.
fn by_file(position: &AnyPosition, text: &str) -> Vec<AnyMove> {
    let text = text.trim().to_lowercase();
    let Some(file) = text.chars().next().filter(char::is_ascii_lowercase) else {
        return Vec::new();
    };
    let rest = text.get(1..).unwrap_or_default();
    let is_capture = rest.starts_with([':', 'x', '*', '×']);
    let names = rest.trim_start_matches([':', 'x', '*', '-', '×']).split([':', 'x', '*', '×']);
    let squares: Option<Vec<AnySquare>> = read_squares(position.variant(), names);
    let Some((to, between)) = squares.as_deref().and_then(<[_]>::split_last) else {
        return Vec::new();
    };
    let between: Vec<(i32, i32)> = between.iter().map(|square| place(*square)).collect();
    let fits = |m: &AnyMove| {
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
fn by_passed_squares(position: &AnyPosition, text: &str) -> Vec<AnyMove> {
    let squares: Option<Vec<AnySquare>> = read_squares(position.variant(), text.split('x'));
    let Some([from, between @ .., to]) = squares.as_deref() else { return Vec::new() };
    if between.is_empty() {
        return Vec::new();
    }
    let between: Vec<(i32, i32)> = between.iter().map(|square| place(*square)).collect();
    let fits = |m: &AnyMove| {
        let ends = m.is_capture() && m.from() == *from && m.to() == *to;
        ends && position.routes(*m).into_iter().any(|route| {
            let mut passed = passed(*from, &route).into_iter();
            between.iter().all(|square| passed.any(|other| other == *square))
        })
    };
    position.moves().into_iter().filter(fits).collect()
}

/// Column and row of a square, from the lower left.
fn place(square: AnySquare) -> (i32, i32) {
    let name = square.letters();
    let column = name.bytes().next().map_or(0, |letter| i32::from(letter) - i32::from(b'a'));
    (column, name.get(1..).and_then(|row| row.parse().ok()).unwrap_or(0))
}

/// The squares between `from` and the last square of a route.
fn passed(from: AnySquare, route: &[AnySquare]) -> Vec<(i32, i32)> {
    let mut all = Vec::new();
    let (mut column, mut row) = place(from);
    for square in route {
        let (to_column, to_row) = place(*square);
        let (right, up) = ((to_column - column).signum(), (to_row - row).signum());
        // A route goes straight from square to square; the number of steps bounds a wrong one.
        for _ in 0..from.variant().rules().board.size {
            if (column, row) == (to_column, to_row) {
                break;
            }
            (column, row) = (column + right, row + up);
            all.push((column, row));
        }
    }
    all
}
