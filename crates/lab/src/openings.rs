//! Openings for matches of strengths: short lines from the start after which neither side is ahead.
//!
//! They are the first of each list in `books`, whose head says how it was made.

use std::collections::BTreeMap;
use std::sync::LazyLock;

/// How many openings of a variant are offered.
const COUNT: usize = 20;

const BOOKS: [(&str, &str); 6] = [
    ("xiangqi", include_str!("../../../books/xiangqi-60.txt")),
    ("draughts", include_str!("../../../books/draughts-60.txt")),
    ("draughts-russian", include_str!("../../../books/draughts-russian-60.txt")),
    ("gomoku", include_str!("../../../books/renju-26.txt")),
    ("renju", include_str!("../../../books/renju-26.txt")),
    ("reversi", include_str!("../../../books/reversi-60.txt")),
];

type Lines = Vec<Vec<String>>;

static LINES: LazyLock<BTreeMap<&str, Lines>> = LazyLock::new(|| {
    let lines = |text: &str| -> Lines {
        let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        lines.take(COUNT).map(|line| line.split(' ').map(str::to_owned).collect()).collect()
    };
    BOOKS.iter().map(|&(variant, text)| (variant, lines(text))).collect()
});

/// The openings of a variant: the moves of each from the start, in engine notation. Empty where there are none.
#[must_use]
pub fn of(variant: &str) -> Vec<Vec<String>> {
    LINES.get(variant).cloned().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_openings_can_be_played_and_go_on() {
        for (variant, _) in BOOKS {
            let openings = of(variant);
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
        assert!(of("draughts-frisian").is_empty());
    }
}
