use super::numbering::Numbering;
use crate::erased::AnyVariant;
use std::str::FromStr;
use thiserror::Error;

/// A row of the standard's table of game types.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct GameTypeRow {
    /// The type's number.
    number: u16,
    /// The variant.
    id: &'static str,
    /// The complete tag.
    pub(crate) full: &'static str,
    /// The feature that distinguishes it from other variants of the same number.
    pub(crate) variant_tag: Option<&'static str>,
    /// The sign of captures.
    capture: char,
}

const fn known(number: u16, id: &'static str, full: &'static str) -> GameTypeRow {
    GameTypeRow { number, id, full, variant_tag: None, capture: 'x' }
}

const fn named(id: &'static str, variant_tag: &'static str) -> GameTypeRow {
    GameTypeRow { variant_tag: Some(variant_tag), ..known(20, id, INTERNATIONAL) }
}

const INTERNATIONAL: &str = "20,W,10,10,N2,0";

/// PDN 3.0, "GameType tag". Killer, Breakthrough and Losing draughts have no number: they are
/// written as international draughts with a `Variant` tag, as lidraughts names them.
const KNOWN: [GameTypeRow; 15] = [
    known(20, "draughts", INTERNATIONAL),
    known(21, "draughts-english", "21,B,8,8,N1,0"),
    known(22, "draughts-italian", "22,W,8,8,N2,1"),
    known(23, "draughts-pool", "23,B,8,8,N1,0"),
    known(24, "draughts-spanish", "24,W,8,8,N1,1"),
    GameTypeRow { capture: ':', ..known(25, "draughts-russian", "25,W,8,8,A0,0") },
    known(26, "draughts-brazilian", "26,W,8,8,A0,0"),
    known(27, "draughts-canadian", "27,W,12,12,N2,0"),
    // Portuguese draughts have the rules of Spanish draughts.
    known(28, "draughts-spanish", "28,W,8,8,N1,1"),
    known(29, "draughts-czech", "29,W,8,8,A0,0"),
    known(30, "draughts-turkish", "30,W,8,8,A0,0"),
    known(40, "draughts-frisian", "40,W,10,10,N2,0"),
    named("draughts-killer", "Killer"),
    named("draughts-breakthrough", "Breakthrough"),
    named("draughts-losing", "Antidraughts"),
];

/// Numbers beside the standard's, by which lidraughts.org means variants and games from a set-up position.
const OWN_NUMBERS: [(u16, &str); 4] = [
    (96, "draughts-breakthrough"),
    (97, "draughts-frisian"),
    (98, "draughts-losing"),
    (99, "draughts"),
];

/// Words by which programs name variants in the tag `Variant`.
const NAMES: [(&str, &str); 19] = [
    ("standard", "draughts"),
    ("international", "draughts"),
    ("frisian", "draughts-frisian"),
    ("frysk!", "draughts-frisian"),
    ("killer", "draughts-killer"),
    ("breakthrough", "draughts-breakthrough"),
    ("antidraughts", "draughts-losing"),
    ("losing", "draughts-losing"),
    ("giveaway", "draughts-losing"),
    ("russian", "draughts-russian"),
    ("brazilian", "draughts-brazilian"),
    ("english", "draughts-english"),
    ("american", "draughts-english"),
    ("italian", "draughts-italian"),
    ("pool", "draughts-pool"),
    ("czech", "draughts-czech"),
    ("spanish", "draughts-spanish"),
    ("turkish", "draughts-turkish"),
    ("canadian", "draughts-canadian"),
];

/// The variant and its notation by the tag `GameType` of a PDN file. Reads `25` and
/// `25,W,8,8,A0,0`; missing parts are those of the type.
///
/// ```
/// use draughts_family::files::GameType;
/// assert_eq!("25".parse::<GameType>()?.variant(), "draughts-russian");
/// assert!("50,W,8,8,A0,0".parse::<GameType>().is_err()); // Othello
/// # Ok::<(), draughts_family::files::UnknownGameType>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct GameType {
    known: &'static GameTypeRow,
    letters: bool,
    numbering: Numbering,
}

/// A game type that is no known variant of draughts.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("GameType {0:?} is no draughts known here (20-30, 40 and 96-99 are)")]
pub struct UnknownGameType(String);

impl GameType {
    /// The row of a variant.
    pub(crate) fn known(variant: AnyVariant) -> &'static GameTypeRow {
        GameTypeRow::of(variant.rules().id)
            .expect("every variant of draughts has a row in the table")
    }

    /// The type of a variant, written as the standard says.
    pub(crate) fn of(variant: AnyVariant) -> Self {
        Self::from(Self::known(variant))
    }

    /// The type of the variant with this id.
    #[must_use]
    pub fn of_variant(id: &str) -> Option<Self> {
        GameTypeRow::of(id).map(Self::from)
    }

    /// The type named by a `Variant` tag.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        let name = name.trim().to_lowercase();
        let (_, id) = NAMES.iter().find(|(word, _)| name.starts_with(word))?;
        Self::of_variant(id)
    }

    /// The variant's id.
    #[must_use]
    pub fn variant(&self) -> &'static str {
        self.known.id
    }

    /// This notation for the variant of `other`: a `Variant` tag beside a `GameType`.
    pub(crate) fn of_same_board(self, other: Self) -> Option<Self> {
        (self.known.number == other.known.number).then_some(Self { known: other.known, ..self })
    }

    pub(crate) fn letters(&self) -> bool {
        self.letters
    }

    pub(crate) fn capture(&self) -> char {
        self.known.capture
    }

    pub(crate) fn numbering(&self) -> Numbering {
        self.numbering
    }

    /// The same variant with each other way to number squares.
    pub(crate) fn renumbered(&self) -> impl Iterator<Item = Self> {
        let own = *self;
        let others = Numbering::ALL.into_iter().filter(move |other| *other != own.numbering);
        others.map(move |numbering| Self { numbering, ..own })
    }

    /// The ids of all variants that files are read as, the likely ones first.
    pub(crate) fn variants() -> impl Iterator<Item = &'static str> {
        KNOWN.iter().filter(|row| row.number != 28).map(|row| row.id)
    }
}

impl GameTypeRow {
    fn of(id: &str) -> Option<&'static Self> {
        KNOWN.iter().find(|row| row.id == id)
    }
}

impl From<&'static GameTypeRow> for GameType {
    fn from(known: &'static GameTypeRow) -> Self {
        let mut own = Self { known, letters: false, numbering: Numbering::TopLeft };
        own.read_notation(known.full);
        own
    }
}

impl GameType {
    /// Reads the values after the number: start colour, width, height, notation, …
    fn read_notation(&mut self, text: &str) {
        let fields: Vec<&str> = text.split(',').map(str::trim).collect();
        let [_, colour, _, _, notation, ..] = fields[..] else { return };
        let black = colour.eq_ignore_ascii_case("B");
        let mut notation = notation.chars();
        self.letters = notation.next().is_some_and(|c| c.eq_ignore_ascii_case(&'A'));
        // In files with letters, numbers that occur nevertheless are counted as usual.
        let corner = notation.next().filter(|_| !self.letters);
        // The corner is named from the point of view of the side that begins.
        self.numbering = match (corner, black) {
            (Some('0'), false) | (Some('3'), true) => Numbering::BottomLeft,
            (Some('1'), false) | (Some('2'), true) => Numbering::BottomRight,
            (Some('3'), false) | (Some('0'), true) => Numbering::TopRight,
            _ => Numbering::TopLeft,
        };
    }
}

impl FromStr for GameType {
    type Err = UnknownGameType;

    fn from_str(text: &str) -> Result<Self, UnknownGameType> {
        let number = text.split(',').next().unwrap_or("").trim().parse::<u16>().ok();
        let own = OWN_NUMBERS.iter().find(|(own, _)| Some(*own) == number);
        let known = match own {
            Some((_, id)) => GameTypeRow::of(id),
            None => KNOWN.iter().find(|row| Some(row.number) == number),
        };
        let known = known.ok_or_else(|| UnknownGameType(text.chars().take(40).collect()))?;
        let mut own = Self::from(known);
        own.read_notation(text);
        Ok(own)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_says_what_the_standard_says() {
        for row in &KNOWN {
            let own: GameType = row.full.parse().unwrap_or_else(|error| panic!("{error}"));
            assert_eq!((own.letters, own.numbering), {
                let short = GameType::from(row);
                (short.letters, short.numbering)
            });
        }
        let spanish = GameType::of_variant("draughts-spanish");
        assert_eq!(spanish.map(|own| own.numbering), Some(Numbering::BottomRight));
        let english = GameType::of_variant("draughts-english");
        assert_eq!(english.map(|own| own.numbering), Some(Numbering::TopLeft));
    }

    #[test]
    fn variants_without_a_number_go_by_name() {
        let losing = GameType::of_name("Antidraughts");
        assert_eq!(losing.map(|own| own.variant()), Some("draughts-losing"));
        assert_eq!(GameType::of_name("From Position"), None);
    }
}
