//! The variants of reversi: the board of 8×8 and a smaller one.

use engine::{NotationStyle, RuleSet, Variant};
use reversi::Size;

/// The id of the family.
pub(crate) const ID: &str = "reversi";

const NOTATIONS: &[NotationStyle] = &[
    NotationStyle { id: "engine", name: "Letters and numbers" },
    NotationStyle { id: "ggf", name: "Capitals (GGF)" },
];

const RULE_SETS: &[RuleSet] = &[RuleSet {
    id: "wof",
    name: "World Othello Federation",
    name_zh: "世界黑白棋联合会",
    provisional: false,
}];

const fn variant(
    id: &'static str,
    name: &'static str,
    name_zh: &'static str,
    start: &'static str,
) -> Variant {
    Variant {
        id,
        family: ID,
        name,
        name_zh,
        crowned: None,
        sides: ["Black", "White"],
        rule_sets: RULE_SETS,
        notations: NOTATIONS,
        start,
    }
}

static EIGHT: Variant = variant(
    "reversi",
    "Reversi (Othello)",
    "黑白棋",
    "---------------------------OX------XO--------------------------- X",
);
static SIX: Variant =
    variant("reversi-6", "Reversi, 6×6", "黑白棋，六路", "--------------OX----XO-------------- X");

/// All variants, the usual one first.
pub(crate) static LISTED: [&Variant; 2] = [&EIGHT, &SIX];

/// The board of a variant.
pub(crate) fn size(variant: &Variant) -> Size {
    if variant.id == SIX.id { Size::Six } else { Size::Eight }
}

/// The variant with this id.
pub(crate) fn find(id: &str) -> Option<&'static Variant> {
    LISTED.into_iter().find(|variant| variant.id == id)
}

/// The variant on a board of this size, if there is one.
pub(crate) fn of(board: Size) -> Option<&'static Variant> {
    LISTED.into_iter().find(|variant| size(variant) == board)
}
