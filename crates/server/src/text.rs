//! Checks of names from outside. Invisible characters, and characters that change the direction of the text
//! around them, can make a name look like another one.

use crate::refusal::Refusal;
use wire::Player;

/// Whether a character is not allowed in a name: it controls a terminal, a file or the direction of writing.
fn is_unshowable(c: char) -> bool {
    c.is_control()
        || matches!(c,
            // Line and paragraph separators; marks, embeddings, overrides and isolates of
            // direction; code points that are not characters.
            '\u{2028}' | '\u{2029}'
            | '\u{061C}' | '\u{200E}' | '\u{200F}'
            | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}'
            | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}' | '\u{FFFE}' | '\u{FFFF}')
}

/// Checks that a text can be shown as it is.
///
/// # Errors
/// Names the first character that cannot.
pub(crate) fn check(place: &str, text: &str) -> Result<(), Refusal> {
    let Some(found) = text.chars().find(|c| is_unshowable(*c)) else { return Ok(()) };
    let message = format!("{place}: the character U+{:04X} cannot be shown", u32::from(found));
    Err(Refusal::impossible("bad-game", message))
}

/// A text without the characters that are not allowed.
pub(crate) fn shown(text: &str) -> String {
    text.chars().filter(|c| !is_unshowable(*c)).collect()
}

/// A player whose name was stored before names were checked.
pub(crate) fn player(player: Player) -> Player {
    match player {
        Player::Person { name } if name.chars().any(is_unshowable) => {
            Player::Person { name: shown(&name) }
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_seen_is_named_or_left_out() {
        for name in ["Li Wei", "许银川", "Renée", "שלום", "👩‍🎓", "a\u{0301}"] {
            assert_eq!(check("name", name), Ok(()), "{name:?}");
            assert_eq!(shown(name), name);
        }
        for (name, found, rest) in [
            ("a\0b", "U+0000", "ab"),
            ("a\u{1b}[31m", "U+001B", "a[31m"),
            ("a\u{202E}gpj", "U+202E", "agpj"),
            ("\u{2066}x", "U+2066", "x"),
            ("x\ny", "U+000A", "xy"),
        ] {
            let refusal = check("name", name).unwrap_err();
            assert!(refusal.problem.message.contains(found), "{}", refusal.problem.message);
            assert_eq!(shown(name), rest);
        }
        let old = Player::Person { name: "a\u{202E}b".to_owned() };
        assert_eq!(player(old), Player::Person { name: "ab".to_owned() });
    }
}
