//! What two lines of gomoku lead to: the one that is expected after the move that was played, and the better one. Threats
//! are counted in positions after the same number of moves.

use crate::proved::ProvenReason;
use engine::{Doubt, Reason};
use game::{NullObserver, Position as _, Side};
use gomoku::{Move, Position, Square, Threat};

/// What is told must weigh at least this, in hundredths.
const LEAST: i32 = 30;
/// The weights of what is counted, in hundredths, by judgement.
const DOUBLE: i32 = 260;
const MISSED_DOUBLE: i32 = 240;
const MISSED_THREAT: i32 = 60;
const POINT: i32 = 25;
const FAR_AWAY: i32 = 50;
/// As far as this into the lines threats are counted: later they are less certain.
const FAR: usize = 6;
/// A stone with this distance from all others has nothing to do with them.
const LOOSE: u32 = 3;

/// Threats that win in most cases: two at once.
const DOUBLES: [Threat; 3] = [Threat::DoubleThree, Threat::FourThree, Threat::OpenFour];
/// Threats that must be answered.
const FORCING: [Threat; 6] = [
    Threat::Three,
    Threat::Four,
    Threat::DoubleThree,
    Threat::FourThree,
    Threat::OpenFour,
    Threat::Five,
];

/// The points where a side could make one of these threats.
fn points(position: &Position, side: Side, threats: &[Threat]) -> Vec<Square> {
    let mut all: Vec<Square> =
        threats.iter().flat_map(|&threat| position.threats(side, threat).iter()).collect();
    all.sort_unstable();
    all
}

fn count(position: &Position, side: Side, threats: &[Threat]) -> u32 {
    threats.iter().map(|&threat| position.count(side, threat)).sum()
}

/// The threat that a move of a side makes. A pass makes none.
pub(crate) fn threat_of(position: &Position, m: Move, side: Side) -> Threat {
    m.square().map_or(Threat::Quiet, |square| position.threat(square, side))
}

/// The distance of the point of a move from the nearest stone.
fn distance(position: &Position, m: Move) -> Option<u32> {
    let square = m.square()?;
    let stones = Side::ALL.into_iter().flat_map(|side| position.stones(side).iter());
    let others = stones.filter(|&stone| stone != square);
    let far = |stone: Square| {
        let columns = stone.column().abs_diff(square.column());
        u32::from(columns.max(stone.row().abs_diff(square.row())))
    };
    others.map(far).min()
}

fn number(n: u32) -> i32 {
    i32::try_from(n).unwrap_or(i32::MAX)
}

/// A claim with what it weighs, in hundredths.
type WeighedClaim = (i32, Reason);

/// The two lines of a doubt, as positions; the first is that before both.
pub(crate) struct DoubtLines<'d> {
    side: Side,
    doubt: &'d Doubt<Move>,
    played: Vec<Position>,
    better: Vec<Position>,
}

fn along(position: &Position, moves: impl IntoIterator<Item = Move>) -> Vec<Position> {
    let mut all = vec![position.clone()];
    let mut now = position.clone();
    for m in moves {
        // Nothing is to be said of what is behind the end.
        if now.winner().is_some() {
            break;
        }
        now.make(m, &mut NullObserver);
        all.push(now.clone());
    }
    all
}

impl<'d> DoubtLines<'d> {
    pub(crate) fn of(position: &Position, doubt: &'d Doubt<Move>) -> Self {
        let played = [doubt.played].into_iter().chain(doubt.answer.iter().copied());
        Self {
            side: position.side_to_move(),
            doubt,
            played: along(position, played),
            better: along(position, doubt.best.iter().copied()),
        }
    }

    /// The first so many moves after the one that was played.
    fn answer(&self, plies: usize) -> &[Move] {
        let end = plies.saturating_sub(1).min(self.doubt.answer.len());
        &self.doubt.answer[..end]
    }

    /// What explains most of what the move loses.
    pub(crate) fn reason(&self) -> Option<Reason> {
        let mut claims: Vec<WeighedClaim> = self.doubles().into_iter().collect();
        claims.extend(self.missed_double());
        claims.extend(self.missed_threat());
        claims.extend(self.far_away());
        claims.extend(self.initiative());
        claims.retain(|(weight, _)| *weight >= LEAST);
        claims.into_iter().max_by_key(|(weight, _)| *weight).map(|(_, reason)| reason)
    }

    /// Points where the opponent can make two threats at once.
    fn doubles(&self) -> Option<WeighedClaim> {
        let (now, instead) = (self.played.get(1)?, self.better.get(1)?);
        let other = self.side.other();
        let here = points(now, other, &DOUBLES);
        let there = points(instead, other, &DOUBLES);
        if here.is_empty() || !there.is_empty() {
            return None;
        }
        let reason = Reason::of(&ProvenReason::AllowsDouble).at(here).by(&self.doubt.answer);
        Some((DOUBLE, reason))
    }

    /// The better move makes two threats at once, the one that was played does not.
    fn missed_double(&self) -> Option<WeighedClaim> {
        let start = self.played.first()?;
        let best = *self.doubt.best.first()?;
        let makes = |m: Move| DOUBLES.contains(&threat_of(start, m, self.side));
        if !makes(best) || makes(self.doubt.played) {
            return None;
        }
        let reason = Reason::of(&ProvenReason::MissesDouble).at([best]).by(&self.doubt.best);
        Some((MISSED_DOUBLE, reason))
    }

    /// The better move makes a threat that must be answered, the one that was played makes none.
    fn missed_threat(&self) -> Option<WeighedClaim> {
        let start = self.played.first()?;
        let best = *self.doubt.best.first()?;
        let threat = |m: Move| threat_of(start, m, self.side);
        let proved: &'static ProvenReason = match threat(best) {
            Threat::Three => &ProvenReason::MissesThree,
            Threat::Four => &ProvenReason::MissesSimpleFour,
            _ => return None,
        };
        if threat(self.doubt.played) != Threat::Quiet {
            return None;
        }
        Some((MISSED_THREAT, Reason::of(proved).at([best]).by(&self.doubt.best)))
    }

    /// A stone far from all others, while the better one is near them.
    fn far_away(&self) -> Option<WeighedClaim> {
        let start = self.played.first()?;
        let best = *self.doubt.best.first()?;
        let (here, there) = (distance(start, self.doubt.played)?, distance(start, best)?);
        if here < LOOSE || there + 1 >= here {
            return None;
        }
        let reason =
            Reason::of(&ProvenReason::FarAway).at([self.doubt.played, best]).by(self.answer(2));
        Some((FAR_AWAY, Reason { count: Some((here, there)), ..reason }))
    }

    /// Points where the opponent could make a three or a four: more than after the better line; or such points of the
    /// player's: fewer.
    fn initiative(&self) -> Option<WeighedClaim> {
        let mut claims: Vec<WeighedClaim> = Vec::new();
        for plies in 1..=FAR {
            let (Some(now), Some(instead)) = (self.played.get(plies), self.better.get(plies))
            else {
                break;
            };
            if now.winner().is_some() || instead.winner().is_some() {
                break;
            }
            let turn = now.side_to_move();
            let (here, there) = (count(now, turn, &FORCING), count(instead, turn, &FORCING));
            let gap = number(there) - number(here);
            let (proved, gap): (&'static ProvenReason, _) = if turn == self.side {
                (&ProvenReason::FewerThreats, gap)
            } else {
                (&ProvenReason::MoreThreats, -gap)
            };
            let reason = Reason::of(proved).by(self.answer(plies));
            let late = 5 * i32::try_from(plies).ok()?;
            claims.push((gap * POINT - late, Reason { count: Some((here, there)), ..reason }));
        }
        claims.into_iter().max_by_key(|(weight, _)| *weight)
    }
}
