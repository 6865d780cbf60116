//! Openings that have a name: the 26 of renju, on the board of 15 lines, under all rules.

use crate::session::GomokuGame;
use crate::variants::USUAL_SIZE;
use engine::{Image, OpeningNames};
use gomoku::{Position, Rules};
use std::sync::LazyLock;

const TEXT: &str = include_str!("openings.txt");

/// The openings by their positions; a test reads all of the text.
static NAMES: LazyLock<OpeningNames> = LazyLock::new(|| read().unwrap_or_default());

/// The openings with a name on a board of this size.
pub(crate) fn names(size: u8) -> Option<&'static OpeningNames> {
    (size == USUAL_SIZE).then(|| &*NAMES)
}

fn read() -> Result<OpeningNames, String> {
    const IMAGES: [Image; 7] = [
        |text| image(text, |x, y| (-x, y)),
        |text| image(text, |x, y| (x, -y)),
        |text| image(text, |x, y| (-x, -y)),
        |text| image(text, |x, y| (y, x)),
        |text| image(text, |x, y| (-y, x)),
        |text| image(text, |x, y| (y, -x)),
        |text| image(text, |x, y| (-y, -x)),
    ];
    OpeningNames::read::<GomokuGame>(TEXT, &Position::new(Rules::RENJU, USUAL_SIZE), &IMAGES)
}

/// A point turned or mirrored about the centre; what is no point stays as it is and is refused.
fn image(text: &str, turned: impl Fn(i32, i32) -> (i32, i32)) -> String {
    let middle = i32::from(USUAL_SIZE / 2) + 1;
    let point = || {
        let (file, rank) = text.split_at_checked(1)?;
        let file = i32::from(file.bytes().next()?) - i32::from(b'a') + 1;
        let (x, y) = turned(file - middle, rank.parse::<i32>().ok()? - middle);
        let file = u8::try_from(x + middle - 1).ok()? + b'a';
        Some(format!("{}{}", char::from(file), y + middle))
    };
    point().unwrap_or_else(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

    use super::*;
    use engine::Session as _;

    fn name(variant: &str, moves: &str) -> Option<&'static str> {
        let variant = crate::variants::find(variant).unwrap();
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
            assert_eq!(name("renju", moves), Some(code), "{line}");
        }
    }

    #[test]
    fn all_third_stones_in_the_middle_have_a_name_and_twelve_times_eight_have_images() {
        let near = |n: u8| {
            [
                format!("{}{n}", 'f'),
                format!("g{n}"),
                format!("h{n}"),
                format!("i{n}"),
                format!("j{n}"),
            ]
        };
        for second in ["g9", "h7", "i8", "g7"] {
            for third in (6..=10).flat_map(near) {
                if third == "h8" || third == second {
                    continue;
                }
                let found = name("gomoku", &format!("h8 {second} {third}")).unwrap();
                let kind = if second == "g9" || second == "g7" { 'i' } else { 'd' };
                assert!(found.starts_with(kind) && found.len() <= 3, "{second} {third}: {found}");
            }
        }
        assert_eq!(name("renju", "h8 g8 g9"), Some("d4"));
        assert_eq!(name("renju", "h8 g8 g9 a1"), Some("d4"));
        assert_eq!(name("gomoku20", "h8 h9 i9"), None);
    }
}
