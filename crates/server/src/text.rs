//! Checks of names from outside.

use crate::refusal::Refusal;
pub(crate) use hall::text::shown;

/// Checks that a text can be shown as it is.
///
/// # Errors
/// Names the first character that cannot.
pub(crate) fn check(place: &str, text: &str) -> Result<(), Refusal> {
    Ok(hall_messages::check_text(place, text)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hall::Player;

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
        let old = Player::person("a\u{202E}b");
        assert_eq!(old.shown(), Player::person("ab"));
    }
}
