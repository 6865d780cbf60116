use crate::{MAX_PLY, Ply};
use std::fmt;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub};

/// The value of a position for the side to move, in centipawns. Proven wins and losses lie at the
/// ends of the range and encode their distance in plies.
///
/// ```
/// use search::{Ply, Score};
/// assert!(Score::mate_in(Ply(3)) > Score::mate_in(Ply(5)));
/// assert_eq!(Score::mate_in(Ply(3)).mate_plies(), Some(3));
/// assert_eq!(Score::mated_in(Ply(4)).mate_plies(), Some(-4));
/// assert_eq!(Score::new(35).mate_plies(), None);
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

const MATE: i32 = 32_000;

impl Score {
    /// Neither side is better; also a draw.
    pub const ZERO: Self = Self(0);
    /// Greater than every score.
    pub const INFINITE: Self = Self(32_400);
    /// The least score that is a proven win.
    pub const LEAST_WIN: Self = Self(MATE - MAX_PLY as i32 * 2);
    /// A win from an endgame database, at the root: its length is not known.
    pub const KNOWN_WIN: Self = Self(20_000);
    /// The greatest score of an evaluation: every score above it is proven.
    pub const GREATEST_EVAL: Self = Self(Self::LEAST_WIN.0 - 1);

    /// That many centipawns.
    #[inline]
    #[must_use]
    pub const fn new(centipawns: i32) -> Self {
        Self(centipawns)
    }

    /// The number of centipawns.
    #[inline]
    #[must_use]
    pub const fn value(self) -> i32 {
        self.0
    }

    /// A win that many plies from the root.
    #[inline]
    #[must_use]
    pub const fn mate_in(ply: Ply) -> Self {
        Self(MATE - ply.0 as i32)
    }

    /// A loss that many plies from the root.
    #[inline]
    #[must_use]
    pub const fn mated_in(ply: Ply) -> Self {
        Self(-MATE + ply.0 as i32)
    }

    /// Whether it is a proven win.
    #[inline]
    #[must_use]
    pub const fn is_win(self) -> bool {
        self.0 >= Self::LEAST_WIN.0
    }

    /// Whether it is a proven loss.
    #[inline]
    #[must_use]
    pub const fn is_loss(self) -> bool {
        self.0 <= -Self::LEAST_WIN.0
    }

    /// Whether it is a proven win or loss.
    #[inline]
    #[must_use]
    pub const fn is_decisive(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// Plies to the end when the score is a proven win (positive) or loss (negative or 0).
    #[must_use]
    #[inline]
    pub const fn mate_plies(self) -> Option<i32> {
        if self.is_win() {
            Some(MATE - self.0)
        } else if self.is_loss() {
            Some(-(MATE + self.0))
        } else {
            None
        }
    }

    /// Clamped to the range of an evaluation.
    #[inline]
    #[must_use]
    pub fn as_evaluation(self) -> Self {
        Self(self.0.clamp(-Self::GREATEST_EVAL.0, Self::GREATEST_EVAL.0))
    }

    /// The score as the table keeps it: distances counted from the node, not from the root.
    #[inline]
    pub(crate) fn to_table(self, ply: Ply) -> i16 {
        let p = i32::from(ply.0);
        let v = if self.is_win() {
            self.0 + p
        } else if self.is_loss() {
            self.0 - p
        } else {
            self.0
        };
        v.clamp(-MATE, MATE) as i16
    }

    /// The inverse of [`Score::to_table`].
    #[inline]
    pub(crate) fn from_table(kept: i16, ply: Ply) -> Self {
        let s = Self(i32::from(kept));
        let p = i32::from(ply.0);
        if s.is_win() {
            Self(s.0 - p)
        } else if s.is_loss() {
            Self(s.0 + p)
        } else {
            s
        }
    }
}

impl Neg for Score {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add for Score {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Score {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sub for Score {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Add<i32> for Score {
    type Output = Self;
    #[inline]
    fn add(self, centipawns: i32) -> Self {
        Self(self.0 + centipawns)
    }
}

impl Sub<i32> for Score {
    type Output = Self;
    #[inline]
    fn sub(self, centipawns: i32) -> Self {
        Self(self.0 - centipawns)
    }
}

impl Mul<i32> for Score {
    type Output = Self;
    #[inline]
    fn mul(self, factor: i32) -> Self {
        Self(self.0 * factor)
    }
}

impl Div<i32> for Score {
    type Output = Self;
    #[inline]
    fn div(self, divisor: i32) -> Self {
        Self(self.0 / divisor)
    }
}

impl fmt::Display for Score {
    /// Prints `35`, or `mate 3` / `mate -2` counted in moves of the winner.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate_plies() {
            Some(p) if p > 0 => write!(f, "mate {}", (p + 1) / 2),
            Some(p) => write!(f, "mate {}", p / 2),
            None => write!(f, "{}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_gives_back_what_it_was_given() {
        for ply in [0, 1, 7, 100] {
            let ply = Ply(ply);
            for s in
                [Score::ZERO, Score::new(-512), Score::mate_in(ply + 5), Score::mated_in(ply + 6)]
            {
                assert_eq!(Score::from_table(s.to_table(ply), ply), s);
            }
        }
    }

    #[test]
    fn a_mate_seen_from_elsewhere_keeps_its_distance_to_the_node() {
        let kept = Score::mate_in(Ply(9)).to_table(Ply(4));
        assert_eq!(Score::from_table(kept, Ply(10)), Score::mate_in(Ply(15)));
    }
}
