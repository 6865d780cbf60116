//! Openings for matches of strengths: short lines from the start after which neither side is ahead.

/// How many openings of a variant are offered.
const COUNT: usize = 20;

/// The openings of a variant: the moves of each from the start, in engine notation. Empty where there are none.
#[must_use]
pub fn of(variant: &str) -> Vec<Vec<String>> {
    let lines = games::balanced_openings(variant).unwrap_or_default();
    let moves = |line: Vec<&str>| line.into_iter().map(str::to_owned).collect();
    lines.into_iter().take(COUNT).map(moves).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_openings_can_be_played_and_go_on() {
        let mut offered = 0;
        for variant in games::variants().iter().map(|variant| variant.id) {
            let openings = of(variant);
            if openings.is_empty() {
                continue;
            }
            offered += 1;
            assert_eq!(openings.len(), COUNT, "{variant}");
            for opening in &openings {
                let mut session = games::new_session(variant, None, None).unwrap();
                for text in opening {
                    assert_eq!(session.push(text).unwrap().text, *text, "{variant}: {opening:?}");
                }
                assert!(session.verdict().is_none(), "{variant}: {opening:?}");
            }
            let other: std::collections::BTreeSet<_> = openings.iter().collect();
            assert_eq!(other.len(), COUNT, "{variant}: an opening stands twice");
        }
        assert_eq!(offered, 6);
    }
}
