//! Names of accounts: no two look the same, and none looks like the hall's own.

use hall::cleaned_name;
use std::sync::LazyLock;
use unicode_security::{RestrictionLevel, RestrictionLevelDetection as _, skeleton};

/// The fewest characters.
const SHORTEST: usize = 2;

/// Names that could be taken for the hall's or its people's.
const RESERVED: [&str; 31] = [
    "yiqi",
    "hall",
    "admin",
    "administrator",
    "moderator",
    "mod",
    "owner",
    "host",
    "root",
    "system",
    "server",
    "support",
    "help",
    "staff",
    "official",
    "security",
    "guest",
    "anonymous",
    "nobody",
    "deleted",
    hall::DELETED_NAME,
    "machine",
    "computer",
    "engine",
    "bot",
    "管理员",
    "管理員",
    "版主",
    "客服",
    "电脑",
    "弈棋",
];

/// What a name looks like: names with the same are not told apart by people.
pub(crate) fn look(name: &str) -> String {
    let signs: String = name.chars().filter(|c| c.is_alphanumeric()).collect();
    // Capital letters have look-alikes of their own: i, l and 1 are one.
    let same = |text: &str| -> String {
        let lower: String = skeleton(text).flat_map(char::to_lowercase).collect();
        skeleton(&lower).flat_map(char::to_lowercase).collect()
    };
    same(&signs).replace(['i', 'ı'], "l")
}

/// The name of an account, cleaned.
///
/// # Errors
/// The code and the words of what is wrong with it.
pub(crate) fn account_name(text: &str) -> Result<String, (&'static str, String)> {
    let bad = |message: &str| Err(("bad-name", format!("name: {message}")));
    let Some(name) = cleaned_name(text) else {
        return bad("expected 1 to 24 characters that can be seen");
    };
    if name.chars().count() < SHORTEST {
        return bad("expected at least two characters");
    }
    if !name.chars().all(|c| c.is_alphanumeric() || " _-.".contains(c) || is_mark(c)) {
        return bad("expected letters, digits, spaces, and _ - .");
    }
    let signs: String = name.chars().filter(|c| c.is_alphanumeric()).collect();
    if signs.is_empty() {
        return bad("expected a letter or a digit");
    }
    if signs.detect_restriction_level() > RestrictionLevel::HighlyRestrictive {
        return bad("it mixes alphabets whose letters look alike");
    }
    static TAKEN: LazyLock<Vec<String>> =
        LazyLock::new(|| RESERVED.iter().map(|name| look(name)).collect());
    if TAKEN.contains(&look(&name)) {
        return Err(("name-taken", "name: it looks like one that is taken".to_owned()));
    }
    Ok(name)
}

fn is_mark(c: char) -> bool {
    unicode_normalization::char::is_combining_mark(c)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

    use super::*;

    #[test]
    fn names_that_look_alike_have_one_look() {
        for (one, other) in [
            ("Alice", "alice"),
            ("Alice", "ALICE"),
            ("Alice", "AIice"),
            ("Alice", "A1ice"),
            ("paypal", "\u{0440}\u{0430}\u{0443}\u{0440}\u{0430}l"),
            ("cocoa", "\u{0441}\u{043e}\u{0441}\u{043e}\u{0430}"),
            ("Bob 2", "bob_2"),
            ("Zoo", "z00"),
            ("rnax", "max"),
        ] {
            assert_eq!(look(one), look(other), "{one} {other}");
        }
        assert_ne!(look("Ada"), look("Bob"));
        assert_ne!(look("胡荣华"), look("胡荣"));
    }

    #[test]
    fn a_name_has_letters_of_one_kind() {
        for name in ["Ada", "胡荣华", "Ada 胡", "Łukasz", "Иван", "ab", "たろう", "e\u{301}a"]
        {
            assert!(account_name(name).is_ok(), "{name}");
        }
        for (name, code) in [
            ("a", "bad-name"),
            ("", "bad-name"),
            ("--", "bad-name"),
            ("<b>", "bad-name"),
            ("Al\u{0456}ce", "bad-name"),
            ("a@b.c", "bad-name"),
            ("Admin", "name-taken"),
            ("adm1n", "name-taken"),
            ("Y-i-q-i", "name-taken"),
            ("管理员", "name-taken"),
        ] {
            assert_eq!(account_name(name).unwrap_err().0, code, "{name}");
        }
    }
}
