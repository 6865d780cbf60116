//! The variants: the rules of each, as one constant.

use crate::{
    Board, DrawReason, Ending, EndingLimit, Limits, Obligation, Passing, Reach, Rules, VariantRules,
};
use game::Side;

/// FMJD 6.3 and 6.4: a lone king against three pieces, and against two or one.
const INTERNATIONAL_ENDINGS: &[EndingLimit] = &[
    EndingLimit {
        ending: Ending::LoneKing { least: 3, most: 3 },
        plies: 32,
        reason: DrawReason::SixteenMoves,
    },
    EndingLimit {
        ending: Ending::LoneKing { least: 1, most: 2 },
        plies: 10,
        reason: DrawReason::FiveMoves,
    },
];
/// FMJD-64 7.2.
const DRAUGHTS_64_ENDINGS: &[EndingLimit] = &[
    EndingLimit { ending: Ending::LoneKingOnMainRoad, plies: 10, reason: DrawReason::FiveMoves },
    EndingLimit {
        ending: Ending::LoneKingAgainstKings,
        plies: 30,
        reason: DrawReason::FifteenMoves,
    },
    EndingLimit {
        ending: Ending::LoneKing { least: 1, most: 2 },
        plies: 10,
        reason: DrawReason::FiveMoves,
    },
    EndingLimit {
        ending: Ending::Unchanged { least: 4, most: 5 },
        plies: 60,
        reason: DrawReason::Unchanged,
    },
    EndingLimit {
        ending: Ending::Unchanged { least: 6, most: 7 },
        plies: 120,
        reason: DrawReason::Unchanged,
    },
];
/// Two kings against one: seven moves each; one against one at once.
const FRISIAN_ENDINGS: &[EndingLimit] = &[
    EndingLimit {
        ending: Ending::LoneKing { least: 2, most: 2 },
        plies: 14,
        reason: DrawReason::FiveMoves,
    },
    EndingLimit {
        ending: Ending::LoneKing { least: 1, most: 1 },
        plies: 0,
        reason: DrawReason::Material,
    },
];
const TURKISH_ENDINGS: &[EndingLimit] =
    &[EndingLimit { ending: Ending::OneEach, plies: 0, reason: DrawReason::Material }];

/// Draws after this number of plies of kings only, and by threefold repetition, and no others.
const fn king_moves(plies: u32) -> Limits {
    Limits { repetition: 3, king_moves: plies, endings: &[], before: 0 }
}

const TEN: Board = Board {
    size: 10,
    every_square: false,
    corner: true,
    rows_of_men: 4,
    empty_rows: 0,
    starts: Side::First,
};
const EIGHT: Board = Board { size: 8, rows_of_men: 3, ..TEN };

/// FMJD Annex 1.
const INTERNATIONAL: Rules = Rules {
    id: "draughts",
    board: TEN,
    men_capture: Reach::Diagonal,  // 4.2
    men_move: Reach::Forward,      // 3.4
    king_move: Reach::Diagonal,    // 3.9
    king_capture: Reach::Diagonal, // 4.3
    flying: true,                  // 3.9
    men_capture_kings: true,       // 4.2
    obligation: Obligation::Most,  // 4.13
    passing: Passing::StaysMan,    // 4.15
    removed_at_once: false,        // 4.8
    stop_behind_king: false,
    king_run: 0,
    king_wins: false,
    stuck_wins: false,
    limits: Limits { repetition: 3, king_moves: 50, endings: INTERNATIONAL_ENDINGS, before: 0 },
};
const RUSSIAN: Rules = Rules {
    id: "draughts-russian",
    board: EIGHT,
    obligation: Obligation::Any,
    passing: Passing::Crowned,
    limits: Limits { repetition: 3, king_moves: 30, endings: DRAUGHTS_64_ENDINGS, before: 0 },
    ..INTERNATIONAL
};
const ENGLISH: Rules = Rules {
    id: "draughts-english",
    board: Board { starts: Side::Second, ..EIGHT },
    men_capture: Reach::Forward,
    flying: false,
    obligation: Obligation::Any,
    passing: Passing::Ends,
    limits: king_moves(80),
    ..INTERNATIONAL
};
const SPANISH: Rules = Rules {
    id: "draughts-spanish",
    board: Board { corner: false, ..EIGHT },
    men_capture: Reach::Forward,
    obligation: Obligation::MostThenKings,
    passing: Passing::Ends,
    limits: king_moves(80),
    ..INTERNATIONAL
};

/// International draughts, 10×10.
///
/// ```
/// use draughts::{International, VariantRules};
///
/// assert_eq!((International::RULES.id, International::RULES.board.size), ("draughts", 10));
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct International;

impl VariantRules for International {
    type Bits = u64;
    const ALL: &'static [Rules] = &[INTERNATIONAL];
}

/// Killer draughts: a king that takes a king last must stop behind it.
///
/// ```
/// use draughts::{Killer, VariantRules};
///
/// assert!(Killer::RULES.stop_behind_king);
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Killer;

impl VariantRules for Killer {
    type Bits = u64;
    const ALL: &'static [Rules] =
        &[Rules { id: "draughts-killer", stop_behind_king: true, ..INTERNATIONAL }];
}

/// Breakthrough: the first king wins.
///
/// ```
/// use draughts::{Breakthrough, VariantRules};
///
/// assert!(Breakthrough::RULES.king_wins);
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Breakthrough;

impl VariantRules for Breakthrough {
    type Bits = u64;
    const ALL: &'static [Rules] = &[Rules {
        id: "draughts-breakthrough",
        king_wins: true,
        limits: Limits { repetition: 0, king_moves: 0, endings: &[], before: 0 },
        ..INTERNATIONAL
    }];
}

/// Losing draughts: the side that cannot move wins.
///
/// ```
/// use draughts::{Losing, VariantRules};
///
/// assert!(Losing::RULES.stuck_wins);
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Losing;

impl VariantRules for Losing {
    type Bits = u64;
    const ALL: &'static [Rules] = &[Rules {
        id: "draughts-losing",
        stuck_wins: true,
        limits: king_moves(0),
        ..INTERNATIONAL
    }];
}

/// Frisian draughts: captures along rows and columns too.
///
/// ```
/// use draughts::{Frisian, Reach, VariantRules};
///
/// assert_eq!(Frisian::RULES.men_capture, Reach::Eight);
/// assert_eq!(Frisian::RULES.king_run, 3);
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Frisian;

impl VariantRules for Frisian {
    type Bits = u64;
    const ALL: &'static [Rules] = &[Rules {
        id: "draughts-frisian",
        men_capture: Reach::Eight,
        king_capture: Reach::Eight,
        obligation: Obligation::Value,
        king_run: 3,
        limits: Limits { repetition: 3, king_moves: 50, endings: FRISIAN_ENDINGS, before: 0 },
        ..INTERNATIONAL
    }];
}

/// Canadian draughts, 12×12.
///
/// ```
/// use draughts::{Canadian, VariantRules};
///
/// assert_eq!(Canadian::RULES.board.size, 12);
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Canadian;

impl VariantRules for Canadian {
    type Bits = u128;
    const ALL: &'static [Rules] = &[Rules {
        id: "draughts-canadian",
        board: Board { size: 12, rows_of_men: 5, ..TEN },
        ..INTERNATIONAL
    }];
}

/// Brazilian draughts: international rules on 8×8.
///
/// ```
/// use draughts::{Brazilian, International, VariantRules};
///
/// assert_eq!(Brazilian::RULES.board.size, 8);
/// assert_eq!(Brazilian::RULES.obligation, International::RULES.obligation);
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Brazilian;

impl VariantRules for Brazilian {
    type Bits = u64;
    const ALL: &'static [Rules] = &[Rules {
        id: "draughts-brazilian",
        board: EIGHT,
        limits: Limits { repetition: 3, king_moves: 40, endings: DRAUGHTS_64_ENDINGS, before: 0 },
        ..INTERNATIONAL
    }];
}

/// Russian draughts.
///
/// ```
/// use draughts::{Passing, Russian, VariantRules};
///
/// assert_eq!(Russian::RULES.passing, Passing::Crowned);
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Russian;

impl VariantRules for Russian {
    type Bits = u64;
    const ALL: &'static [Rules] = &[RUSSIAN];
}

/// Pool (American) checkers: Black starts.
///
/// ```
/// use draughts::{Passing, Pool, VariantRules};
///
/// assert_eq!(Pool::RULES.passing, Passing::StaysMan);
/// assert_eq!(Pool::RULES.board.starts, game::Side::Second);
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pool;

impl VariantRules for Pool {
    type Bits = u64;
    const ALL: &'static [Rules] = &[Rules {
        id: "draughts-pool",
        board: Board { starts: Side::Second, ..EIGHT },
        passing: Passing::StaysMan,
        limits: king_moves(30),
        ..RUSSIAN
    }];
}

/// English draughts (American checkers): Black starts, kings step.
///
/// ```
/// use draughts::{English, VariantRules};
///
/// assert!(!English::RULES.flying);
/// assert_eq!(English::RULES.board.starts, game::Side::Second);
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct English;

impl VariantRules for English {
    type Bits = u64;
    const ALL: &'static [Rules] = &[ENGLISH];
}

/// Italian draughts.
///
/// ```
/// use draughts::{Italian, VariantRules};
///
/// assert!(!Italian::RULES.men_capture_kings);
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Italian;

impl VariantRules for Italian {
    type Bits = u64;
    const ALL: &'static [Rules] = &[Rules {
        id: "draughts-italian",
        board: Board { corner: false, ..EIGHT },
        men_capture_kings: false,
        obligation: Obligation::Italian,
        ..ENGLISH
    }];
}

/// Spanish (and Portuguese) draughts.
///
/// ```
/// use draughts::{Obligation, Spanish, VariantRules};
///
/// assert_eq!(Spanish::RULES.obligation, Obligation::MostThenKings);
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Spanish;

impl VariantRules for Spanish {
    type Bits = u64;
    const ALL: &'static [Rules] = &[SPANISH];
}

/// Czech draughts.
///
/// ```
/// use draughts::{Czech, Obligation, VariantRules};
///
/// assert_eq!(Czech::RULES.obligation, Obligation::AnyByKing);
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Czech;

impl VariantRules for Czech {
    type Bits = u64;
    const ALL: &'static [Rules] = &[Rules {
        id: "draughts-czech",
        board: EIGHT,
        obligation: Obligation::AnyByKing,
        limits: king_moves(30),
        ..SPANISH
    }];
}

/// Turkish draughts: all 64 squares, along rows and columns.
///
/// ```
/// use draughts::{Square, Turkish, VariantRules};
///
/// assert!(Turkish::RULES.board.every_square);
/// assert_eq!(Square::<Turkish>::COUNT, 64);
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Turkish;

impl VariantRules for Turkish {
    type Bits = u128;
    const ALL: &'static [Rules] = &[Rules {
        id: "draughts-turkish",
        board: Board { every_square: true, rows_of_men: 2, empty_rows: 1, ..EIGHT },
        men_capture: Reach::StraightForward,
        men_move: Reach::StraightForward,
        king_move: Reach::Straight,
        king_capture: Reach::Straight,
        removed_at_once: true,
        limits: Limits { repetition: 3, king_moves: 0, endings: TURKISH_ENDINGS, before: 0 },
        ..INTERNATIONAL
    }];
}
