//! The rules of a game: those of its variant, or custom switches.

use crate::variants::named;
use engine::{OpenError, Variant};
use gomoku::{Restriction, Rules};

/// Rules with the text that describes them, and the size of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ruling {
    pub(crate) text: String,
    pub(crate) rules: Rules,
    pub(crate) size: u8,
}

/// Reads `official`, or switches as in `33=both,44=none,six=nothing`. The first two switches name
/// the sides that may not make two open threes or two fours (`none`, `black`, `both`). The third
/// gives the effect of more than five in a row (`win`, `nothing`, `foul` for Black, `foul-both`).
/// Switches that are not given are those of the variant.
pub(crate) fn read(variant: &'static Variant, text: Option<&str>) -> Result<Ruling, OpenError> {
    let (base, size) = named(variant.id).ok_or(OpenError::UnknownVariant(variant.id.to_owned()))?;
    let own = of(base);
    let text = text.unwrap_or("official");
    let rules = if text == "official" { Some(own) } else { switched(own, text) };
    let rules = rules.ok_or_else(|| OpenError::UnknownRules {
        variant: variant.id,
        rules: text.chars().take(80).collect(),
        known: "official, or switches as in 33=both,44=none,six=nothing (33 and 44: none, black, \
                both; six: win, nothing, foul, foul-both)"
            .to_owned(),
    })?;
    Ok(Ruling { text: text.to_owned(), rules, size })
}

/// The rules of a variant, on any board.
pub(crate) fn of(base: &str) -> Rules {
    match base {
        "gomoku-standard" => Rules::STANDARD,
        "renju" => Rules::RENJU,
        "caro" => Rules::CARO,
        "caro-free" => Rules::CARO_FREE,
        "omok" => Rules::OMOK,
        _ => Rules::FREESTYLE,
    }
}

fn switched(own: Rules, text: &str) -> Option<Rules> {
    let mut rules = own;
    for item in text.split(',') {
        let (name, value) = item.split_once('=')?;
        match (name.trim(), value.trim()) {
            ("33", value) => rules.double_three = restriction(value)?,
            ("44", value) => rules.double_four = restriction(value)?,
            ("six", value) => {
                rules.overline = match value {
                    "foul" => Restriction::Black,
                    "foul-both" => Restriction::Both,
                    "win" | "nothing" => Restriction::Nobody,
                    _ => return None,
                };
                for row in &mut rules.rows {
                    row.overline_wins = value == "win";
                }
                // As in renju: a side that is not bound wins with it.
                rules.rows[1].overline_wins |= value == "foul";
            }
            _ => return None,
        }
    }
    Some(rules)
}

fn restriction(value: &str) -> Option<Restriction> {
    match value {
        "none" => Some(Restriction::Nobody),
        "black" => Some(Restriction::Black),
        "both" => Some(Restriction::Both),
        _ => None,
    }
}
