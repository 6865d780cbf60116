//! Openings that have a name.

use crate::session::XiangqiGame;
use engine::OpeningNames;
use std::sync::LazyLock;
use xiangqi::Position;

const TEXT: &str = include_str!("openings.txt");

/// The openings by their positions; a test reads all of the text.
pub(crate) static NAMES: LazyLock<OpeningNames> = LazyLock::new(|| {
    OpeningNames::read::<XiangqiGame>(TEXT, &Position::start(), &[mirrored]).unwrap_or_default()
});

/// A move on the board whose files are exchanged.
fn mirrored(text: &str) -> String {
    let file = |c: char| match c {
        'a'..='i' => char::from(b'a' + b'i' - c as u8),
        other => other,
    };
    text.chars().map(file).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

    use super::*;
    use engine::Session as _;

    fn name(moves: &str) -> Option<&'static str> {
        let mut session = crate::session::open(None, None).unwrap();
        for text in moves.split(' ') {
            session.push(text).unwrap();
        }
        session.opening_name()
    }

    #[test]
    fn every_line_can_be_played_and_has_its_name() {
        let read = OpeningNames::read::<XiangqiGame>(TEXT, &Position::start(), &[mirrored]);
        assert_eq!(read.err(), None);
        for line in TEXT.lines().filter(|line| !line.starts_with('#')) {
            let (code, moves) = line.split_once(": ").unwrap();
            assert_eq!(name(moves), Some(code), "{line}");
        }
    }

    #[test]
    fn an_opening_is_known_on_the_other_wing_in_another_order_and_later() {
        assert_eq!(name("b2e2 b9c7 b0c2 h9g7"), Some("screen-horses"));
        assert_eq!(name("h2e2 b9c7 h0g2 h9g7"), Some("screen-horses"));
        assert_eq!(name("h2d2 h9g7 a3a4"), Some("palace-cannon"));
        assert_eq!(name("a3a4"), None);
    }
}
