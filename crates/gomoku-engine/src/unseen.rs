//! What players of limited strength overlook in gomoku and renju.

use game::{Line, Position as _, Side};
use gomoku::{Move, Position, Square, Squares, Threat};
use search::Oversight;

/// The points that a player of limited strength overlooks.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct OverlookedPoints {
    pub(crate) oversight: Oversight,
    /// The last move before the search: points near it are looked at first.
    recent: Option<Square>,
}

/// A point is near the last move up to this distance, and far from it from that distance on.
const NEAR: u8 = 2;
const FAR: u8 = 6;

impl OverlookedPoints {
    /// Those of a search from the end of the line.
    pub(crate) fn new(oversight: Oversight, line: &Line<Position>) -> Self {
        Self {
            oversight,
            recent: line.plies().last().and_then(|ply| ply.mv).and_then(Move::square),
        }
    }

    /// Whether anything is overlooked.
    #[inline(always)]
    pub(crate) const fn any(self) -> bool {
        self.oversight.hides_any()
    }

    /// Whether a player does not see that a stone of `side` on a point makes this threat.
    pub(crate) fn hides_threat(self, square: Square, side: Side, threat: Threat) -> bool {
        self.any() && {
            let obscurity = match threat {
                Threat::Five => 20,
                Threat::OpenFour => 60,
                Threat::FourThree | Threat::Four => 70,
                _ => 100,
            };
            let distance = self.recent.map_or(NEAR + 1, |recent| {
                let columns = recent.column().abs_diff(square.column());
                columns.max(recent.row().abs_diff(square.row()))
            });
            let obscurity = match distance {
                0..=NEAR => obscurity * 3 / 4,
                FAR.. => obscurity * 4 / 3,
                _ => obscurity,
            };
            self.oversight.hides(number(square), obscurity, side)
        }
    }

    /// Whether a move of the side to move does not come to the player's mind: neither what it makes nor what it stops.
    pub(crate) fn hides(self, position: &Position, square: Square) -> bool {
        self.any() && {
            let us = position.side_to_move();
            let them = us.other();
            let stops = position.threat(square, them);
            let is_urgent = matches!(stops, Threat::Five | Threat::OpenFour);
            if is_urgent && !self.hides_threat(square, them, stops) {
                return false;
            }
            is_urgent || self.hides_threat(square, us, position.threat(square, us))
        }
    }

    /// The points on which `side` makes a threat, without those that the player overlooks.
    pub(crate) fn seen(self, position: &Position, side: Side, threat: Threat) -> Squares {
        let mut seen = *position.threats(side, threat);
        if self.any() {
            for square in position.threats(side, threat).iter() {
                if self.hides_threat(square, side, threat) {
                    seen.remove(square);
                }
            }
        }
        seen
    }
}

fn number(square: Square) -> u64 {
    u64::from(square.row()) << 8 | u64::from(square.column())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "what fails here fails the test")]
mod tests {
    use super::*;

    /// Of a thousand players how many overlook a threat.
    fn overlook(square: &str, recent: &str, threat: Threat) -> usize {
        let (square, recent) = (Square::read(square).unwrap(), Square::read(recent).unwrap());
        let of = |seed| {
            let oversight = Oversight { per_mille: 300, seed, viewer: Some(Side::First) };
            let overlooked = OverlookedPoints { oversight, recent: Some(recent) };
            overlooked.hides_threat(square, Side::Second, threat)
        };
        (0..1000).filter(|&seed| of(seed)).count()
    }

    #[test]
    fn fives_are_seen_first_and_far_points_last() {
        let five = overlook("h8", "h13", Threat::Five);
        let open_four = overlook("h8", "h13", Threat::OpenFour);
        let three = overlook("h8", "h13", Threat::Three);
        assert!(
            0 < five && five * 2 < open_four && open_four < three,
            "{five} {open_four} {three}"
        );
        let near = overlook("h8", "h9", Threat::Three);
        let far = overlook("h8", "o15", Threat::Three);
        assert!(near < three && three < far, "{near} {three} {far}");
    }
}
