use super::choice::{Choice, OpeningError};
use super::kind::{Hand, Kind, Menu, Step, TWO_MORE};
use super::symmetry::Symmetry;
use super::zone::Zone;
use crate::{LARGEST, SMALLEST, Square, Squares};
use game::Side;
use std::fmt;
use std::ops::Not;

/// The two players, identified by who began: players stay the same when colours are exchanged.
///
/// ```
/// use gomoku::opening::Player;
///
/// assert_eq!(!Player::Opener, Player::Answerer);
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// The player who puts the first stone, and is Black until colours are exchanged.
    Opener,
    /// The other player.
    Answerer,
}

impl Not for Player {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::Opener => Self::Answerer,
            Self::Answerer => Self::Opener,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Opener => "the first player",
            Self::Answerer => "the second player",
        })
    }
}

/// The decision that is due.
///
/// ```
/// use gomoku::opening::{Kind, Opening, Player, Stage};
///
/// let stage = Opening::new(Kind::Swap2, 15)?.stage();
/// assert_eq!(stage.who(), Some(Player::Opener));
/// assert!(matches!(stage, Stage::Put { .. }));
/// # Ok::<(), gomoku::opening::OpeningError>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The next stone is put.
    Put {
        /// The player.
        who: Player,
        /// Its colour.
        side: Side,
        /// The allowed zone.
        zone: Zone,
    },
    /// One of these is chosen.
    Choose {
        /// The player.
        who: Player,
        /// The options.
        from: &'static [Choice],
    },
    /// The number of fifth moves is declared.
    Declare {
        /// The player.
        who: Player,
        /// The greatest number; the smallest is one.
        most: u8,
    },
    /// A fifth move is offered, no two symmetrical to each other.
    Offer {
        /// The player.
        who: Player,
        /// The number of moves still to be offered, including this one.
        left: u8,
    },
    /// One of the fifth moves offered is taken.
    Pick {
        /// The player.
        who: Player,
    },
    /// The opening is over; the game goes on in turn.
    Done,
}

impl Stage {
    /// The player who decides; `None` when nothing is left to decide.
    #[must_use]
    pub const fn who(&self) -> Option<Player> {
        match *self {
            Self::Put { who, .. }
            | Self::Choose { who, .. }
            | Self::Declare { who, .. }
            | Self::Offer { who, .. }
            | Self::Pick { who } => Some(who),
            Self::Done => None,
        }
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Put { who, side, zone } => {
                let colour = if *side == Side::First { "black" } else { "white" };
                write!(f, "{who} puts a {colour} stone {zone}")
            }
            Self::Choose { who, from } => {
                write!(f, "{who} chooses")?;
                from.iter().enumerate().try_for_each(|(n, choice)| {
                    write!(f, "{}{choice}", if n == 0 { " " } else { " or " })
                })
            }
            Self::Declare { who, most } => {
                write!(f, "{who} declares a number of fifth moves up to {most}")
            }
            Self::Offer { who, left } => write!(f, "{who} offers {left} more fifth moves"),
            Self::Pick { who } => write!(f, "{who} takes one of the fifth moves"),
            Self::Done => f.write_str("the opening is over"),
        }
    }
}

/// An opening in progress.
///
/// ```
/// use game::Side;
/// use gomoku::Square;
/// use gomoku::opening::{Choice, Kind, Opening, Player, Stage};
///
/// let mut opening = Opening::new(Kind::Swap2, 15)?;
/// assert_eq!((opening.kind(), opening.size()), (Kind::Swap2, 15));
/// for (column, row) in [(7, 7), (8, 8), (6, 6)] {
///     opening.act(Choice::Put(Square::new(column, row).unwrap()))?;
/// }
/// // The second player chooses a colour, or puts two more stones.
/// assert_eq!(opening.choices(), [Choice::Swap, Choice::Keep, Choice::PutTwo]);
/// assert!(opening.check(Choice::Declare(2)).is_err());
/// opening.act(Choice::Swap)?;
/// assert_eq!(opening.stage(), Stage::Done);
/// assert_eq!(opening.player(Side::First), Player::Answerer);
/// assert_eq!(opening.side(Player::Opener), Side::Second);
/// assert_eq!(opening.side_to_move(), Side::Second);
/// assert_eq!((opening.stones().len(), opening.acts().len()), (3, 4));
/// assert_eq!(opening.undo(), Some(Choice::Swap));
///
/// // In renju's classical opening two fifth moves will be offered.
/// let rif = Opening::new(Kind::Rif, 15)?;
/// assert_eq!((rif.number(), rif.offers().len()), (2, 0));
/// # Ok::<(), gomoku::opening::OpeningError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    kind: Kind,
    size: u8,
    acts: Vec<Choice>,
    /// The decisions still to come, the next one last.
    steps: Vec<Step>,
    stones: Vec<Square>,
    /// The player who put the last stone.
    last: Player,
    black: Player,
    /// The number of fifth moves to be offered.
    number: u8,
    offers: Vec<Square>,
}

const COLOURS: &[Choice] = &[Choice::Swap, Choice::Keep];
const SWAP2: &[Choice] = &[Choice::Swap, Choice::Keep, Choice::PutTwo];
const OR_OFFER_TEN: &[Choice] = &[Choice::Swap, Choice::Keep, Choice::OfferTen];

/// The smallest board that contains the squares named by renju openings.
const WITH_ZONES: u8 = 9;

impl Opening {
    /// An opening in its first stage.
    ///
    /// # Errors
    /// When the board does not suit the protocol: a centre needs an odd number of rows, and the
    /// central squares must fit.
    pub fn new(kind: Kind, size: u8) -> Result<Self, OpeningError> {
        let least = if kind.has_centre() { WITH_ZONES } else { SMALLEST };
        if !(least..=LARGEST).contains(&size) || (kind.has_centre() && size.is_multiple_of(2)) {
            return Err(OpeningError::Board { kind, size, least });
        }
        let mut steps = kind.steps();
        steps.reverse();
        Ok(Self {
            kind,
            size,
            acts: Vec::new(),
            steps,
            stones: Vec::new(),
            last: Player::Opener,
            black: Player::Opener,
            number: kind.offers(),
            offers: Vec::new(),
        })
    }

    /// The decision that is due now.
    #[must_use]
    pub fn stage(&self) -> Stage {
        match self.steps.last().copied() {
            None => Stage::Done,
            Some(Step::Put(hand, zone)) => {
                let side = self.side_to_move();
                let who = match hand {
                    Hand::Opener => Player::Opener,
                    Hand::Answerer => Player::Answerer,
                    Hand::Owner => self.player(side),
                };
                Stage::Put { who, side, zone }
            }
            Some(Step::Choose(menu)) => {
                let from = match menu {
                    Menu::Colours => COLOURS,
                    Menu::Swap2 => SWAP2,
                    Menu::OrOfferTen => OR_OFFER_TEN,
                };
                Stage::Choose { who: !self.last, from }
            }
            Some(Step::Declare(most)) => Stage::Declare { who: self.last, most },
            Some(Step::Offer) => {
                let made = u8::try_from(self.offers.len()).unwrap_or(u8::MAX);
                Stage::Offer { who: self.black, left: self.number.saturating_sub(made) }
            }
            Some(Step::Pick) => Stage::Pick { who: !self.black },
        }
    }

    /// Whether a choice could be made now.
    ///
    /// # Errors
    /// When it could not; the error is the reason.
    pub fn check(&self, choice: Choice) -> Result<(), OpeningError> {
        match (self.stage(), choice) {
            (Stage::Put { zone, .. }, Choice::Put(at)) => {
                self.check_empty(at)?;
                let inside = zone.contains(at, self.size);
                if inside { Ok(()) } else { Err(OpeningError::Zone { at, zone }) }
            }
            (Stage::Choose { from, .. }, choice) if from.contains(&choice) => Ok(()),
            (Stage::Declare { most, .. }, Choice::Declare(number)) => {
                let fits = (1..=most).contains(&number);
                if fits { Ok(()) } else { Err(OpeningError::Number { number, most }) }
            }
            (Stage::Offer { .. }, Choice::Offer(at)) => {
                self.check_empty(at)?;
                self.check_unlike(at)
            }
            (Stage::Pick { .. }, Choice::Pick(at)) => {
                let offered = self.offers.contains(&at);
                if offered { Ok(()) } else { Err(OpeningError::NotOffered(at)) }
            }
            (stage, choice) => Err(OpeningError::OutOfTurn { choice, expected: stage.to_string() }),
        }
    }

    /// Makes a choice.
    ///
    /// # Errors
    /// When it cannot be made; nothing changes then.
    pub fn act(&mut self, choice: Choice) -> Result<(), OpeningError> {
        self.check(choice)?;
        match choice {
            Choice::Put(at) => {
                if let Some(who) = self.stage().who() {
                    self.last = who;
                }
                self.stones.push(at);
                self.steps.pop();
            }
            Choice::Swap => {
                self.black = !self.black;
                self.steps.pop();
            }
            Choice::Keep => {
                self.steps.pop();
            }
            Choice::PutTwo => {
                self.steps = TWO_MORE.into_iter().rev().collect();
            }
            Choice::OfferTen => {
                self.steps = vec![Step::Pick, Step::Offer];
            }
            Choice::Declare(number) => {
                self.number = number;
                self.steps.pop();
            }
            Choice::Offer(at) => {
                self.offers.push(at);
                if self.offers.len() >= usize::from(self.number) {
                    self.steps.pop();
                }
            }
            Choice::Pick(at) => {
                self.last = self.black;
                self.stones.push(at);
                self.steps.pop();
            }
        }
        self.acts.push(choice);
        Ok(())
    }

    /// Takes the last choice back; `None` if there was none.
    pub fn undo(&mut self) -> Option<Choice> {
        let mut acts = std::mem::take(&mut self.acts);
        let last = acts.pop();
        // The protocol and the board are the same as when this opening began.
        if let Ok(mut again) = Self::new(self.kind, self.size) {
            let replayed = acts.iter().try_for_each(|&act| again.act(act));
            debug_assert_eq!(replayed, Ok(()), "what was accepted once is accepted again");
            *self = again;
        }
        last
    }

    /// Every choice that can be made now.
    #[must_use]
    pub fn choices(&self) -> Vec<Choice> {
        let points = |as_choice: fn(Square) -> Choice| {
            Squares::board(self.size)
                .iter()
                .map(as_choice)
                .filter(|&choice| self.check(choice).is_ok())
                .collect()
        };
        match self.stage() {
            Stage::Put { .. } => points(Choice::Put),
            Stage::Choose { from, .. } => from.to_vec(),
            Stage::Declare { most, .. } => (1..=most).map(Choice::Declare).collect(),
            Stage::Offer { .. } => points(Choice::Offer),
            Stage::Pick { .. } => self.offers.iter().copied().map(Choice::Pick).collect(),
            Stage::Done => Vec::new(),
        }
    }

    /// The protocol.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// Points along an edge of the board.
    #[must_use]
    pub const fn size(&self) -> u8 {
        self.size
    }

    /// The choices made so far.
    #[must_use]
    pub fn acts(&self) -> &[Choice] {
        &self.acts
    }

    /// The stones on the board in order; their colours alternate from Black.
    #[must_use]
    pub fn stones(&self) -> &[Square] {
        &self.stones
    }

    /// The fifth moves offered so far.
    #[must_use]
    pub fn offers(&self) -> &[Square] {
        &self.offers
    }

    /// The number of fifth moves that Black offers, as declared or by the protocol.
    #[must_use]
    pub const fn number(&self) -> u8 {
        self.number
    }

    /// The player of the next stone.
    #[must_use]
    pub fn side_to_move(&self) -> Side {
        if self.stones.len().is_multiple_of(2) { Side::First } else { Side::Second }
    }

    /// The player who has a colour at present.
    #[must_use]
    pub fn player(&self, side: Side) -> Player {
        match side {
            Side::First => self.black,
            Side::Second => !self.black,
        }
    }

    /// The colour that a player has at present.
    #[must_use]
    pub fn side(&self, player: Player) -> Side {
        if player == self.black { Side::First } else { Side::Second }
    }

    fn check_empty(&self, at: Square) -> Result<(), OpeningError> {
        if at.column() >= self.size || at.row() >= self.size {
            return Err(OpeningError::OffBoard(at));
        }
        if self.stones.contains(&at) { Err(OpeningError::Taken(at)) } else { Ok(()) }
    }

    /// Fifth moves must differ under every symmetry of the four stones.
    fn check_unlike(&self, at: Square) -> Result<(), OpeningError> {
        if self.offers.contains(&at) {
            return Err(OpeningError::Offered(at));
        }
        for symmetry in Symmetry::of_position(&self.stones, self.size) {
            let image = symmetry.apply(at, self.size);
            if let Some(&like) = self.offers.iter().find(|&&offer| Some(offer) == image) {
                return Err(OpeningError::Symmetrical { at, like });
            }
        }
        Ok(())
    }
}
