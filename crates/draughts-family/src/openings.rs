//! Openings that have a name. Most variants have none that are named by all players alike.

use crate::erased::AnyVariant;
use crate::session::DraughtsGame;
use engine::OpeningNames;
use std::sync::LazyLock;

static INTERNATIONAL: LazyLock<OpeningNames> =
    LazyLock::new(|| read("draughts", include_str!("openings/international.txt")));
static ENGLISH: LazyLock<OpeningNames> =
    LazyLock::new(|| read("draughts-english", include_str!("openings/english.txt")));
static RUSSIAN: LazyLock<OpeningNames> =
    LazyLock::new(|| read("draughts-russian", include_str!("openings/russian.txt")));

/// The openings of the variant with this id that have a name.
pub(crate) fn names(id: &str) -> Option<&'static OpeningNames> {
    match id {
        "draughts" => Some(&INTERNATIONAL),
        "draughts-english" => Some(&ENGLISH),
        "draughts-russian" => Some(&RUSSIAN),
        _ => None,
    }
}

/// The openings of a text; a test reads all texts.
fn read(variant: &str, text: &'static str) -> OpeningNames {
    let names = AnyVariant::of_id(variant)
        .and_then(|variant| OpeningNames::read::<DraughtsGame>(text, &variant.start(), &[]).ok());
    names.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

    use engine::Family as _;

    #[test]
    fn every_line_can_be_played_and_has_its_name() {
        for (variant, text) in [
            ("draughts", include_str!("openings/international.txt")),
            ("draughts-english", include_str!("openings/english.txt")),
            ("draughts-russian", include_str!("openings/russian.txt")),
        ] {
            for line in text.lines().filter(|line| !line.starts_with('#')) {
                let (code, moves) = line.split_once(": ").unwrap();
                let family = crate::Draughts;
                let variant = family.variants().iter().find(|v| v.id == variant).unwrap();
                let mut session = family.session(variant, None, None).unwrap();
                for text in moves.split(' ') {
                    session.push(text).unwrap();
                }
                assert_eq!(session.opening_name(), Some(code), "{line}");
            }
        }
    }
}
