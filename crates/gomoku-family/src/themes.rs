//! What a puzzle of gomoku is about: each word can be seen in its line by the rules alone.

use crate::plan::threat_of;
use game::{Line, NullObserver, Position as _, Side};
use gomoku::{Move, Position, Threat};

/// All words.
pub(crate) const ALL: [&str; 10] = [
    "foul-trap",
    "defence",
    "four-three",
    "open-four",
    "double-three",
    "five",
    "fours",
    "four",
    "three",
    "quiet",
];

/// Threats that the opponent can answer by few moves at most.
const FOURS: [Threat; 4] = [Threat::Four, Threat::FourThree, Threat::OpenFour, Threat::Five];

/// The word for a threat that wins in most cases: two at once. The first one of a line decides it.
const fn double(threat: Threat) -> Option<&'static str> {
    match threat {
        Threat::OpenFour => Some("open-four"),
        Threat::FourThree => Some("four-three"),
        Threat::DoubleThree => Some("double-three"),
        _ => None,
    }
}

/// The words for a line that begins with a move of the side to move, the most striking first.
pub(crate) fn of(line: &Line<Position>, moves: &[Move]) -> Vec<&'static str> {
    let start = line.position();
    let side = start.side_to_move();
    let Some(&first) = moves.first() else { return Vec::new() };
    let mut at = start.clone();
    let mut found: Vec<&'static str> = Vec::new();
    let (mut own, mut fours) = (0, 0);
    let mut decides = None;
    for (ply, &m) in moves.iter().enumerate() {
        if ply % 2 == 0 {
            let threat = threat_of(&at, m, side);
            own += 1;
            fours += u32::from(FOURS.contains(&threat));
            decides = decides.or(double(threat));
        }
        at.make(m, &mut NullObserver);
        if ply % 2 == 0 && is_foul_trap(&at, side) {
            found.push("foul-trap");
        }
    }
    if is_threatened(start, side) {
        found.push("defence");
    }
    found.extend(decides);
    match threat_of(start, first, side) {
        Threat::Five => found.push("five"),
        Threat::Four => found.push("four"),
        Threat::Three => found.push("three"),
        Threat::Quiet | Threat::Foul | Threat::PossibleFoul => found.push("quiet"),
        Threat::OpenFour | Threat::FourThree | Threat::DoubleThree => {}
    }
    if own > 1 && fours == own {
        found.push("fours");
    }
    ALL.into_iter().filter(|word| found.contains(word)).collect()
}

/// Whether the opponent of `side`, to move, can stop each of its fives only on points that are forbidden to it.
fn is_foul_trap(at: &Position, side: Side) -> bool {
    let fives = at.threats(side, Threat::Five);
    let stops_nothing = at.count(side.other(), Threat::Five) == 0;
    !fives.is_empty()
        && stops_nothing
        && fives.iter().all(|square| at.is_foul(square, side.other()))
}

/// Whether the opponent threatens a five, or an open four or two fours while `side` has no four of its own to make.
fn is_threatened(at: &Position, side: Side) -> bool {
    let own_five = at.count(side, Threat::Five) > 0;
    let other = side.other();
    !own_five && (at.count(other, Threat::Five) > 0 || at.count(other, Threat::OpenFour) > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku::{Rules, Setup, Square};

    #[test]
    fn a_point_for_a_five_that_is_forbidden_is_a_trap() {
        // White completes four stones; black would make two threes on the only point that stops them.
        let at = |text: &str| Square::read(text).expect("a point");
        let position = "g8a15i8a13h7a11h9a9".parse::<Setup>().expect("stones");
        let position = position.position(Rules::RENJU, 15).expect("it is possible");
        assert!(position.is_foul(at("h8"), Side::First));
        assert!(!is_foul_trap(&position, Side::Second));
    }

    #[test]
    fn a_four_and_a_three_are_named() {
        let position = "h8a1i8o1j8a15k9o15".parse::<Setup>().expect("stones");
        let position = position.position(Rules::FREESTYLE, 15).expect("it is possible");
        let line = Line::new(position);
        let m = crate::movetext::read(line.position(), "g8").expect("a move");
        assert_eq!(of(&line, &[m]), ["open-four"]);
    }

    #[test]
    fn the_first_double_threat_of_a_line_decides_it() {
        let position = "h8a1i8k8j8o1g9a15g10o15".parse::<Setup>().expect("stones");
        let mut position = position.position(Rules::FREESTYLE, 15).expect("it is possible");
        let line = Line::new(position.clone());
        let moves = ["o8", "a8", "g8", "f8"].map(|text| {
            let m = crate::movetext::read(&position, text).expect("a move");
            position.make(m, &mut NullObserver);
            m
        });
        assert_eq!(of(&line, &moves), ["four-three", "quiet"]);
    }
}
