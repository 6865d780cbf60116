use unicode_normalization::UnicodeNormalization;

/// The form of a name that is compared in a search: compatibility forms (full-width letters become
/// letters), small letters, single spaces. "Ada  Lovelace" and "ADA LOVELACE" both become "ada lovelace".
pub(crate) fn fold(name: &str) -> String {
    let small: String = name.nfkc().flat_map(char::to_lowercase).collect();
    // Small letters of composed capitals can be decomposed (İ).
    let small: String = small.nfkc().collect();
    small.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The form of a player's name that is compared in a search; empty for a person without a name.
pub(crate) fn player(player: &hall::Player) -> Option<String> {
    let name = match player {
        hall::Player::Person { name, .. } => fold(name),
        hall::Player::Machine { preset: Some(preset), .. } => fold(preset),
        hall::Player::Machine { level, .. } => format!("yiqi, level {level}"),
    };
    Some(name).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::fold;

    #[test]
    fn forms_capitals_and_spaces_do_not_matter() {
        assert_eq!(fold("  Ada \u{a0} LOVELACE "), "ada lovelace");
        assert_eq!(fold("Ａｄａ"), "ada");
        assert_eq!(fold("胡 荣华"), "胡 荣华");
        assert_eq!(fold("ǅ"), fold("ǆ"));
        assert_eq!(fold(" \t"), "");
    }
}
