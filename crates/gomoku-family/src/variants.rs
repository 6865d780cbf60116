//! The variants of gomoku: rule sets on boards of all sizes. Only this module parses their ids.

use engine::{NotationStyle, ProtocolVariant, RuleSet, Variant};
use gomoku::{LARGEST, Rules, SMALLEST};
use std::sync::LazyLock;

/// The id of the family.
pub(crate) const ID: &str = "gomoku";

/// The size of the board where the id names none.
pub(crate) const USUAL_SIZE: u8 = 15;

/// The rule sets by the ids of their variants.
const BASES: [(&str, &str, &str); 6] = [
    ("gomoku", "Gomoku, freestyle", "五子棋（无禁手）"),
    ("gomoku-standard", "Gomoku, standard (exactly five)", "五子棋（标准，长连不算）"),
    ("renju", "Renju", "连珠（有禁手）"),
    ("caro", "Caro", "卡罗棋"),
    ("caro-free", "Caro, overlines win", "卡罗棋（长连可胜）"),
    ("omok", "Omok", "五目（韩国规则）"),
];

/// The numbers of the rules in `INFO rule`.
pub(crate) static GOMOCUP: [ProtocolVariant; 5] = [
    ProtocolVariant { variant: "gomoku", name: "0" },
    ProtocolVariant { variant: "gomoku-standard", name: "1" },
    ProtocolVariant { variant: "renju", name: "4" },
    ProtocolVariant { variant: "caro-free", name: "8" },
    ProtocolVariant { variant: "caro", name: "9" },
];

const NOTATIONS: &[NotationStyle] = &[
    NotationStyle { id: "engine", name: "Letters and numbers" },
    NotationStyle { id: "gomocup", name: "Column and row from 0" },
];

const RULE_SETS: &[RuleSet] =
    &[RuleSet { id: "official", name: "As written", name_zh: "标准规则", provisional: false }];

/// The board and the rules that a variant's id names.
pub(crate) fn named(id: &str) -> Option<(&'static str, u8)> {
    let base = id.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = &id[base.len()..];
    let size = if digits.is_empty() { USUAL_SIZE } else { digits.parse().ok()? };
    let (base, ..) = BASES.into_iter().find(|(known, ..)| *known == base)?;
    let plain = digits.is_empty() || !digits.starts_with('0');
    (plain && (SMALLEST..=LARGEST).contains(&size)).then_some((base, size))
}

/// The id of the rule set with these rules, on a board of the usual size.
pub(crate) fn name_of(rules: Rules) -> &'static str {
    let found = BASES.iter().find(|(base, ..)| crate::rules::of(base) == rules);
    found.map_or("rules of the house", |(base, ..)| base)
}

fn variant(base: usize, size: u8) -> Variant {
    let (id, name, name_zh) = BASES[base];
    let usual = size == USUAL_SIZE;
    // Allocated once for the life of the program, by the statics below.
    let keep = |text: String| -> &'static str { Box::leak(text.into_boxed_str()) };
    let rows = vec![size.to_string(); usize::from(size)].join("/");
    Variant {
        id: if usual { id } else { keep(format!("{id}{size}")) },
        family: ID,
        name: if usual { name } else { keep(format!("{name}, {size}×{size}")) },
        name_zh: if usual { name_zh } else { keep(format!("{name_zh}，{size}路")) },
        crowned: None,
        sides: ["Black", "White"],
        rule_sets: RULE_SETS,
        notations: NOTATIONS,
        start: keep(format!("{rows} x")),
    }
}

/// The variants that are listed.
static LISTED: LazyLock<Vec<Variant>> = LazyLock::new(|| {
    let mut listed: Vec<Variant> = (0..BASES.len()).map(|base| variant(base, USUAL_SIZE)).collect();
    listed.insert(1, variant(0, 20));
    listed
});

/// Every size of board of every rule set.
static SIZED: LazyLock<Vec<Variant>> = LazyLock::new(|| {
    let sizes = SMALLEST..=LARGEST;
    sizes.flat_map(|size| (0..BASES.len()).map(move |base| variant(base, size))).collect()
});

/// The variants of the family that are listed.
pub(crate) fn listed() -> &'static [&'static Variant] {
    static ALL: LazyLock<Vec<&'static Variant>> = LazyLock::new(|| LISTED.iter().collect());
    &ALL
}

/// The variant with this id on a board of any size.
pub(crate) fn find(id: &str) -> Option<&'static Variant> {
    let (base, size) = named(id)?;
    let id = if size == USUAL_SIZE { base.to_owned() } else { format!("{base}{size}") };
    LISTED.iter().chain(SIZED.iter()).find(|variant| variant.id == id)
}
