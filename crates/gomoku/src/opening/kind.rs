use super::zone::Zone;
use std::fmt;

/// The greatest number of fifth moves that may be declared: the rules of Yamaguchi and Soosõrv-N
/// set no bound of their own that every board could meet.
pub const MOST_OFFERS: u8 = 12;

/// An opening protocol.
///
/// The renju protocols are those of the Renju International Federation (RIF) and the proposals from
/// which they developed. The gomoku protocols are those of the world championships.
///
/// ```
/// use gomoku::opening::Kind;
///
/// assert_eq!(Kind::find("soosorv-8"), Some(Kind::Soosorv(8)));
/// assert_eq!(Kind::Swap2.to_string(), "swap2");
/// assert!(Kind::Rif.has_centre() && !Kind::Swap2.has_centre());
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// After the first stone the other player may take the colour over.
    SwapAfterOne,
    /// One player puts three stones, the other takes a colour.
    Swap,
    /// One player puts three stones; the other takes a colour, or puts two more and leaves the
    /// choice of colours (gomoku world championships since 2009).
    Swap2,
    /// The first stone in the centre, the second next to it, the third outside the central
    /// 5×5.
    Pro,
    /// The first stone in the centre, the second anywhere, the third outside the central 7×7.
    LongPro,
    /// RIF 1996–2008: one of the 26 openings, a swap, two fifth moves offered. In Chinese play
    /// 三手可交换，五手两打.
    Rif,
    /// As [`Kind::Rif`], but the number of fifth moves is declared with the opening.
    Yamaguchi,
    /// Soosõrv-N: one of the 26 openings, a swap, the fourth move with a number up to N of
    /// fifth moves, a second swap. N = 8 is RIF's since 2017.
    Soosorv(u8),
    /// Stones in growing squares with a swap after each; instead of the last, ten fifth moves
    /// may be offered.
    Taraguchi10,
    /// [`Kind::Taraguchi10`] in larger squares.
    SuperTaraguchi10,
    /// One of the 26 openings; the other player puts the fourth and fifth stones; a swap.
    Sakata,
    /// Five stones in growing squares with a swap after each.
    Tarannikov,
}

/// The numbers of fifth moves allowed in Soosõrv's rule.
const SOOSORV: std::ops::RangeInclusive<u8> = 1..=MOST_OFFERS;

impl Kind {
    /// All protocols, Soosõrv's with N = 8.
    pub const ALL: [Self; 12] = [
        Self::SwapAfterOne,
        Self::Swap,
        Self::Swap2,
        Self::Pro,
        Self::LongPro,
        Self::Rif,
        Self::Yamaguchi,
        Self::Soosorv(8),
        Self::Taraguchi10,
        Self::SuperTaraguchi10,
        Self::Sakata,
        Self::Tarannikov,
    ];

    /// The protocol with this id (`swap2`, `soosorv-8`), as [`Kind`] prints.
    #[must_use]
    pub fn find(id: &str) -> Option<Self> {
        if let Some(number) = id.strip_prefix("soosorv-") {
            let canonical = number.bytes().all(|b| b.is_ascii_digit()) && !number.starts_with('0');
            let number = number.parse().ok().filter(|n| canonical && SOOSORV.contains(n));
            return number.map(Self::Soosorv);
        }
        Self::ALL.into_iter().find(|kind| kind.to_string() == id)
    }

    /// Whether it needs a board with a middle point.
    #[must_use]
    pub fn has_centre(self) -> bool {
        !matches!(self, Self::SwapAfterOne | Self::Swap | Self::Swap2)
    }

    /// The decisions, in order.
    pub(super) fn steps(self) -> Vec<Step> {
        use Step::{Choose, Declare, Offer, Pick};
        use Zone::{Anywhere, Outside, Within};
        let opener = |zone| Step::Put(Hand::Opener, zone);
        let answerer = |zone| Step::Put(Hand::Answerer, zone);
        let owner = |zone| Step::Put(Hand::Owner, zone);
        // The second stone next to the first, the third in the central 5×5: up to symmetry the
        // 13 direct and the 13 indirect openings (RIF 9.4).
        let the_26 = [opener(Within(1)), opener(Within(3)), opener(Within(5))];
        let colours = Choose(Menu::Colours);
        match self {
            Self::SwapAfterOne => vec![opener(Anywhere), colours],
            Self::Swap => vec![opener(Anywhere), opener(Anywhere), opener(Anywhere), colours],
            Self::Swap2 => {
                let three = [opener(Anywhere); 3];
                [&three[..], &[Choose(Menu::Swap2)]].concat()
            }
            Self::Pro => vec![owner(Within(1)), owner(Within(3)), owner(Outside(5))],
            Self::LongPro => vec![owner(Within(1)), owner(Anywhere), owner(Outside(7))],
            Self::Rif => [&the_26[..], &[colours, owner(Anywhere), Offer, Pick]].concat(),
            Self::Yamaguchi => {
                let rest = [Declare(MOST_OFFERS), colours, owner(Anywhere), Offer, Pick];
                [&the_26[..], &rest].concat()
            }
            Self::Soosorv(most) => {
                let rest = [colours, owner(Anywhere), Declare(most), colours, Offer, Pick];
                [&the_26[..], &rest].concat()
            }
            Self::Taraguchi10 => growing([1, 3, 5, 7, 9], Menu::OrOfferTen),
            Self::SuperTaraguchi10 => growing([1, 5, 7, 9, 9], Menu::OrOfferTen),
            Self::Tarannikov => growing([1, 3, 5, 7, 9], Menu::Colours),
            Self::Sakata => {
                let rest = [answerer(Within(7)), answerer(Within(9)), colours];
                [&the_26[..], &rest].concat()
            }
        }
    }

    /// The number of fifth moves, unless it is declared.
    pub(super) fn offers(self) -> u8 {
        match self {
            Self::Taraguchi10 | Self::SuperTaraguchi10 => 10,
            _ => 2,
        }
    }
}

/// Five stones, each in its own square and followed by a choice of colours; the choice after
/// the fourth is `fourth`.
fn growing(edges: [u8; 5], fourth: Menu) -> Vec<Step> {
    let menus = [Menu::Colours, Menu::Colours, Menu::Colours, fourth, Menu::Colours];
    edges
        .into_iter()
        .zip(menus)
        .flat_map(|(edge, menu)| [Step::Put(Hand::Owner, Zone::Within(edge)), Step::Choose(menu)])
        .collect()
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let id = match self {
            Self::SwapAfterOne => "swap1",
            Self::Swap => "swap",
            Self::Swap2 => "swap2",
            Self::Pro => "pro",
            Self::LongPro => "long-pro",
            Self::Rif => "rif",
            Self::Yamaguchi => "yamaguchi",
            Self::Soosorv(most) => return write!(f, "soosorv-{most}"),
            Self::Taraguchi10 => "taraguchi-10",
            Self::SuperTaraguchi10 => "super-taraguchi-10",
            Self::Sakata => "sakata",
            Self::Tarannikov => "tarannikov",
        };
        f.write_str(id)
    }
}

/// One decision of a protocol.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// A player puts the next stone in a zone.
    Put(Hand, Zone),
    /// The player who did not put the last stone chooses.
    Choose(Menu),
    /// The player who put the last stone declares the number of fifth moves.
    Declare(u8),
    /// Black offers fifth moves.
    Offer,
    /// White takes one of them.
    Pick,
}

/// The player who puts a stone.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Hand {
    /// The player who began, whatever the colour of the stone.
    Opener,
    /// The other player, whatever the colour of the stone.
    Answerer,
    /// The player who has the colour of the stone.
    Owner,
}

/// The choices after a stone.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Menu {
    /// To swap colours or to keep them.
    Colours,
    /// Or to put two more stones and leave that choice to the other.
    Swap2,
    /// Or to offer ten fifth moves.
    OrOfferTen,
}

/// The two stones and the choice that follow when two more are put in Swap2.
pub(super) const TWO_MORE: [Step; 3] = [
    Step::Put(Hand::Answerer, Zone::Anywhere),
    Step::Put(Hand::Answerer, Zone::Anywhere),
    Step::Choose(Menu::Colours),
];
