use unicode_normalization::UnicodeNormalization;

/// A name as it is searched for: compatibility forms (full-width letters are letters), small
/// letters, single spaces. Of "Ada  Lovelace" and "ADA LOVELACE" both are "ada lovelace".
pub(crate) fn fold(name: &str) -> String {
    let small: String = name.nfkc().flat_map(char::to_lowercase).collect();
    // Small letters of composed capitals can be decomposed (İ).
    let small: String = small.nfkc().collect();
    small.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A player's name as it is searched for; nothing for a person without a name.
pub(crate) fn player(player: &wire::Player) -> Option<String> {
    let name = match player {
        wire::Player::Person { name } => fold(name),
        wire::Player::Machine { level, .. } => format!("yiqi, level {level}"),
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
