//! Openings that have a name, on the usual board.

use crate::session::ReversiGame;
use engine::{Image, OpeningNames};
use reversi::{Position, Size};
use std::sync::LazyLock;

const TEXT: &str = include_str!("openings.txt");

/// The openings by their positions; a test reads all of the text.
static NAMES: LazyLock<OpeningNames> = LazyLock::new(|| read().unwrap_or_default());

/// The openings with a name on a board of this size.
pub(crate) fn names(size: Size) -> Option<&'static OpeningNames> {
    (size == Size::Eight).then(|| &*NAMES)
}

fn read() -> Result<OpeningNames, String> {
    // The start looks the same from both ends of both long diagonals.
    const IMAGES: [Image; 3] = [
        |text| image(text, |x, y| (7 - x, 7 - y)),
        |text| image(text, |x, y| (y, x)),
        |text| image(text, |x, y| (7 - y, 7 - x)),
    ];
    OpeningNames::read::<ReversiGame>(TEXT, &Position::start(Size::Eight), &IMAGES)
}

/// A square turned or mirrored; what is no square stays as it is and is refused.
fn image(text: &str, turned: impl Fn(u8, u8) -> (u8, u8)) -> String {
    let &[file @ b'a'..=b'h', rank @ b'1'..=b'8'] = text.as_bytes() else {
        return text.to_owned();
    };
    let (x, y) = turned(file - b'a', rank - b'1');
    [b'a' + x, b'1' + y].map(char::from).iter().collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

    use super::*;
    use engine::Session as _;

    fn name(moves: &str) -> Option<&'static str> {
        let variant = crate::variants::find("reversi").unwrap();
        let mut session = crate::session::open(variant, None, None).unwrap();
        for text in moves.split(' ') {
            session.push(text).unwrap();
        }
        session.opening_name()
    }

    #[test]
    fn every_line_can_be_played_and_has_its_name() {
        assert_eq!(read().err(), None);
        for line in TEXT.lines().filter(|line| !line.starts_with('#')) {
            let (code, moves) = line.split_once(": ").unwrap();
            assert_eq!(name(moves), Some(code), "{line}");
        }
    }

    #[test]
    fn an_opening_is_known_from_every_side() {
        for moves in ["c4 e3", "d3 c5", "f5 d6", "e6 f4"] {
            assert_eq!(name(moves), Some("perpendicular"), "{moves}");
        }
        assert_eq!(name("f5 d6 c3"), Some("perpendicular"));
    }
}
