//! The draw limits by which a game is judged: those of the rule book, or others.

use draughts::{Limits, Rules};
use engine::OpenError;

/// Draw limits with the text that describes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ruling {
    pub(crate) text: String,
    pub(crate) limits: Limits,
}

const NONE: Limits = Limits { repetition: 0, king_moves: 0, endings: &[], before: 0 };

/// Reads the name of a rule set, or custom limits: `repetition=3,king-moves=25`. `king-moves` are
/// moves of each side. `endings=no` removes the limits by the pieces on the board. Limits that are
/// not given are those of the rule book.
pub(crate) fn read(rules: &Rules, text: Option<&str>) -> Result<Ruling, OpenError> {
    let book = rules.limits;
    let text = text.unwrap_or("official");
    let limits = match text {
        "official" => book,
        "threefold" => Limits { repetition: 3, ..NONE },
        "unlimited" => NONE,
        _ => measured(book, text).ok_or_else(|| OpenError::UnknownRules {
            variant: rules.id,
            rules: text.chars().take(80).collect(),
            known: "official, threefold, unlimited, or limits as in \
                    repetition=3,king-moves=25,endings=no"
                .to_owned(),
        })?,
    };
    Ok(Ruling { text: text.to_owned(), limits })
}

fn measured(book: Limits, text: &str) -> Option<Limits> {
    let mut limits = book;
    for item in text.split(',') {
        let (name, value) = item.split_once('=')?;
        match (name.trim(), value.trim()) {
            ("repetition", n) => limits.repetition = n.parse().ok()?,
            ("king-moves", n) => limits.king_moves = n.parse::<u16>().ok().map(u32::from)? * 2,
            ("endings", "no") => limits.endings = &[],
            ("endings", "yes") => {}
            _ => return None,
        }
    }
    Some(limits)
}
