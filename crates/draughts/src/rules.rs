//! The rules as data: one constant table per variant, its fields named after the paragraphs.
//!
//! A variant is a type without values: the compiler sees its rules as constants, so that the generated code contains no test
//! for features that a variant does not have. Variants that differ in little are also the values of one type
//! ([`crate::groups`]), for which code is compiled once: what they have in common the compiler knows, the rest is looked up.

use crate::Bits;
use game::Side;
use std::fmt::Debug;

/// Methods of [`VariantRules`] that return one of the rules: a constant where all variants of the type agree.
macro_rules! looked_up {
    ($($(#[$words:meta])* $rule:ident: $type:ty;)*) => {
        $($(#[$words])*
        #[inline(always)]
        #[must_use]
        fn $rule(self) -> $type {
            const {
                let all = Self::ALL;
                let (mut same, mut n) = (true, 1);
                while n < all.len() {
                    same &= all[n].$rule as u8 == all[0].$rule as u8;
                    n += 1;
                }
                if same { Some(all[0].$rule) } else { None }
            }
            .unwrap_or_else(|| self.rules().$rule)
        })*
    };
}

/// The board and numbering of a variant.
///
/// ```
/// use draughts::{Board, Canadian, VariantRules};
///
/// let board: Board = Canadian::RULES.board;
/// assert_eq!((board.size, board.rows_of_men, board.corner), (12, 5, true));
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Rows of the board, and its columns: 8, 10 or 12.
    pub size: u32,
    /// Whether pieces are on all squares and move along rows and columns (Turkish).
    pub every_square: bool,
    /// Whether the lower left square is a playing square (it is not in Italian and Spanish
    /// draughts, whose boards are mirrored).
    pub corner: bool,
    /// Rows of men each side starts with, counted from its own edge, skipping `empty_rows`.
    pub rows_of_men: u32,
    /// Rows left empty between a side's edge and its men (Turkish: 1).
    pub empty_rows: u32,
    /// The side that moves first.
    pub starts: Side,
}

/// The captures that are mandatory when there are several.
///
/// ```
/// use draughts::{International, Obligation, Russian, VariantRules};
///
/// assert_eq!(International::RULES.obligation, Obligation::Most);
/// assert_eq!(Russian::RULES.obligation, Obligation::Any);
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Obligation {
    /// Any capture, but it must be completed (Russian, English, pool).
    Any,
    /// Any capture, but by a king if a king can capture (Czech).
    AnyByKing,
    /// The most pieces (international: FMJD 4.13).
    Most,
    /// The most pieces, and among these the most kings (Spanish).
    MostThenKings,
    /// The most pieces; with a king; the most kings; kings earliest (Italian).
    Italian,
    /// The highest value, a king worth less than two men and `n` kings more than `2n - 1`
    /// men; at equal value with a king (Frisian).
    Value,
}

/// The rule for a man that reaches the far row during a capture.
///
/// ```
/// use draughts::{English, International, Passing, VariantRules};
///
/// assert_eq!(International::RULES.passing, Passing::StaysMan);
/// assert_eq!(English::RULES.passing, Passing::Ends);
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Passing {
    /// It continues as a man if it can, and is crowned only if it ends there (FMJD 4.15).
    StaysMan,
    /// It becomes a king at once and continues as one (Russian).
    Crowned,
    /// The capture ends there (English).
    Ends,
}

/// The directions of moves or captures.
///
/// ```
/// use draughts::Reach;
/// use game::Side;
///
/// assert_eq!(Reach::Forward.directions(Side::Second).len(), 2);
/// assert_eq!(Reach::Diagonal.directions(Side::Second).len(), 4);
/// assert_eq!(Reach::StraightForward.directions(Side::Second).len(), 3);
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Diagonally forward.
    Forward,
    /// Diagonally, in all four directions.
    Diagonal,
    /// In all eight directions.
    Eight,
    /// Straight forward, left and right (Turkish men).
    StraightForward,
    /// Along rows and columns (Turkish kings).
    Straight,
}

/// Limits after which a game is drawn. All limits count the plies of both sides together: 25 moves
/// of each side are 50.
///
/// ```
/// use draughts::{International, Limits, VariantRules};
///
/// let limits: Limits = International::RULES.limits;
/// // Threefold repetition, and 25 moves of each side with kings only.
/// assert_eq!((limits.repetition, limits.king_moves), (3, 50));
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The number of occurrences of a position for a draw; 0 means no limit.
    pub repetition: u32,
    /// Plies with neither a capture nor a man's move; 0 means no limit.
    pub king_moves: u32,
    /// Limits by the pieces that are left on the board.
    pub endings: &'static [EndingLimit],
    /// Plies with neither a capture nor a man's move before the game's first position, as its text may say
    /// ([`crate::Counters`]).
    pub before: u32,
}

/// A limit that applies while a certain endgame is on the board. The count is that of lidraughts:
/// it starts with the capture or promotion that leads to the endgame, and continues through men's
/// moves and captures within it.
///
/// ```
/// use draughts::{DrawReason, Ending, EndingLimit, Turkish, VariantRules};
///
/// let limit = EndingLimit { ending: Ending::OneEach, plies: 0, reason: DrawReason::Material };
/// assert_eq!(Turkish::RULES.limits.endings, [limit]);
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct EndingLimit {
    /// The endgame.
    pub ending: Ending,
    /// Plies until the draw. 0 is an immediate draw, unless the side to move can capture.
    pub plies: u32,
    /// The word for the verdict.
    pub reason: DrawReason,
}

/// A kind of endgame.
///
/// ```
/// use draughts::{Ending, International, VariantRules};
///
/// let first = International::RULES.limits.endings[0];
/// assert_eq!(first.ending, Ending::LoneKing { least: 3, most: 3 });
/// assert_eq!(first.plies, 32);
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// A lone king against a number of pieces, at least one of them a king.
    LoneKing {
        /// The smallest number of pieces of the stronger side.
        least: u32,
        /// The greatest number.
        most: u32,
    },
    /// A lone king against at least three pieces, all kings.
    LoneKingAgainstKings,
    /// The same, while the lone king is on the main road.
    LoneKingOnMainRoad,
    /// A number of pieces in all, with kings on both sides, while the numbers of men and kings do
    /// not change.
    Unchanged {
        /// The smallest number of pieces of both sides together.
        least: u32,
        /// The greatest number.
        most: u32,
    },
    /// One piece each.
    OneEach,
}

/// The reason why an endgame is drawn.
///
/// ```
/// use draughts::{DrawReason, Reason};
///
/// assert_eq!(Reason::Ending(DrawReason::SixteenMoves).word(), "sixteen-moves");
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum DrawReason {
    /// A lone king held out against three (FMJD 6.3: sixteen moves).
    SixteenMoves,
    /// A lone king held out against three kings or more on 64 squares (FMJD-64 7.2: fifteen moves).
    FifteenMoves,
    /// A lone king held out against two or one (FMJD 6.4: five moves).
    FiveMoves,
    /// The material did not change for as long as the rules allow (FMJD-64 7.2).
    Unchanged,
    /// Too few pieces are left to win.
    Material,
}

/// All properties that differ between variants.
///
/// ```
/// use draughts::{International, Reach, Rules, VariantRules};
///
/// let rules: Rules = International::RULES;
/// assert_eq!(rules.id, "draughts");
/// assert!(rules.flying && rules.men_capture == Reach::Diagonal);
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The variant's id (`draughts-frisian`).
    pub id: &'static str,
    /// The board.
    pub board: Board,
    /// How men capture.
    pub men_capture: Reach,
    /// How men move.
    pub men_move: Reach,
    /// How kings move.
    pub king_move: Reach,
    /// How kings capture.
    pub king_capture: Reach,
    /// Whether kings move and capture at any distance.
    pub flying: bool,
    /// Whether men may capture kings (not in Italian draughts).
    pub men_capture_kings: bool,
    /// Which captures must be played.
    pub obligation: Obligation,
    /// The rule for a man on the far row during a capture.
    pub passing: Passing,
    /// Whether captured pieces are removed at once instead of after the whole capture.
    pub removed_at_once: bool,
    /// Whether a king whose last captured piece is a king must stop directly behind it
    /// (Killer).
    pub stop_behind_king: bool,
    /// The number of quiet moves in a row that the same king may make while its side has a man
    /// (Frisian: 3); 0 means no limit.
    pub king_run: u8,
    /// Whether the first king wins (Breakthrough).
    pub king_wins: bool,
    /// Whether the side that cannot move wins (Losing draughts).
    pub stuck_wins: bool,
    /// Draws.
    pub limits: Limits,
}

/// A variant of draughts, or a group of variants on the same board. See [`Rules`].
///
/// ```
/// use draughts::{International, Rules, VariantRules};
///
/// /// International draughts in which captured pieces leave the board at once.
/// #[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
/// struct AtOnce;
///
/// impl VariantRules for AtOnce {
///     type Bits = u64;
///     const ALL: &'static [Rules] =
///         &[Rules { id: "at-once", removed_at_once: true, ..International::RULES }];
/// }
///
/// let mut position = draughts::Position::<AtOnce>::start();
/// assert_eq!(game::perft(&mut position, 3), 658);
/// ```
pub trait VariantRules:
    Copy + Eq + std::hash::Hash + Debug + Default + Send + Sync + 'static
{
    /// The word that holds a set of squares.
    type Bits: Bits;

    /// The rules of each variant.
    const ALL: &'static [Rules];

    /// The rules of a variant that is a type. A group has several: that is a mistake which does not compile.
    const RULES: Rules = {
        assert!(Self::ALL.len() == 1, "a group has several rules");
        Self::ALL[0]
    };

    /// The board, but for the side that begins.
    const BOARD: Board = common_board(Self::ALL);

    /// The variant of a type that has no other. Of a group it does not compile: somebody must say which variant is meant.
    ///
    /// ```
    /// use draughts::{Frisian, VariantRules};
    ///
    /// assert_eq!(Frisian::only().rules().id, Frisian::RULES.id);
    /// ```
    #[inline(always)]
    #[must_use]
    fn only() -> Self {
        const { assert!(Self::ALL.len() == 1, "which variant of the group is meant?") };
        Self::default()
    }

    /// The variant with this id, if the type has it.
    ///
    /// ```
    /// use draughts::groups::LikeRussian;
    /// use draughts::{International, VariantRules};
    ///
    /// assert_eq!(LikeRussian::of_id("draughts-pool"), Some(LikeRussian::POOL));
    /// assert_eq!(International::of_id("draughts-pool"), None);
    /// ```
    #[must_use]
    fn of_id(id: &str) -> Option<Self> {
        (Self::ALL[0].id == id).then(Self::default)
    }

    /// Which of the rules of [`VariantRules::ALL`] are its own, counted from 0.
    ///
    /// ```
    /// use draughts::groups::LikeRussian;
    /// use draughts::VariantRules;
    ///
    /// let pool = LikeRussian::POOL;
    /// assert_eq!(LikeRussian::ALL[pool.place()], *pool.rules());
    /// ```
    #[inline(always)]
    #[must_use]
    fn place(self) -> usize {
        0
    }

    /// The rules of this variant.
    ///
    /// ```
    /// use draughts::groups::LikeRussian;
    /// use draughts::VariantRules;
    ///
    /// assert_eq!(LikeRussian::POOL.rules().id, "draughts-pool");
    /// ```
    #[inline(always)]
    #[must_use]
    fn rules(self) -> &'static Rules {
        &Self::ALL[self.place()]
    }

    looked_up! {
        /// [`Rules::men_capture`], known to the compiler where all variants of the type have the same.
        men_capture: Reach;
        /// [`Rules::men_move`], likewise.
        men_move: Reach;
        /// [`Rules::king_move`], likewise.
        king_move: Reach;
        /// [`Rules::king_capture`], likewise.
        king_capture: Reach;
        /// [`Rules::flying`], likewise.
        flying: bool;
        /// [`Rules::men_capture_kings`], likewise.
        men_capture_kings: bool;
        /// [`Rules::obligation`], likewise.
        obligation: Obligation;
        /// [`Rules::passing`], likewise.
        passing: Passing;
        /// [`Rules::removed_at_once`], likewise.
        removed_at_once: bool;
        /// [`Rules::stop_behind_king`], likewise.
        stop_behind_king: bool;
        /// [`Rules::king_run`], likewise.
        king_run: u8;
        /// [`Rules::king_wins`], likewise.
        king_wins: bool;
        /// [`Rules::stuck_wins`], likewise.
        stuck_wins: bool;
    }
}

/// The board that all these rules have.
const fn common_board(all: &[Rules]) -> Board {
    let board = all[0].board;
    let mut n = 1;
    while n < all.len() {
        let other = all[n].board;
        let same = other.size == board.size
            && other.every_square == board.every_square
            && other.corner == board.corner
            && other.rows_of_men == board.rows_of_men
            && other.empty_rows == board.empty_rows;
        assert!(same, "the variants of a group are played on one board");
        n += 1;
    }
    board
}
