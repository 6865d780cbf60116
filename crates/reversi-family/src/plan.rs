//! What two lines of reversi lead to: the one that is expected after the move that was played, and the better one. Both
//! are looked at after the same number of moves.

use crate::proved::ProvenReason;
use engine::{Doubt, Reason, Score};
use game::{NullObserver, Position as _, Side};
use reversi::{Move, Position, Square, Squares};

/// What is told must weigh at least this, in hundredths of a disc.
const LEAST: i32 = 100;
/// The weights of what is counted, in hundredths of a disc, by judgement (compare the plain evaluation).
const CORNER: i32 = 900;
const PASS: i32 = 500;
const DIAGONAL: i32 = 380;
const EDGE: i32 = 200;
const MOVE: i32 = 80;
const FRONTIER: i32 = 35;
/// As far as this into the lines moves are counted: later they are less certain.
const FAR: usize = 6;

/// A line of moves with the positions on its way; the first is that before it.
struct LineOfPlay {
    at: Vec<Position>,
    moves: Vec<Move>,
}

impl LineOfPlay {
    fn of(position: &Position, moves: impl IntoIterator<Item = Move>) -> Self {
        let mut way = Self { at: vec![*position], moves: Vec::new() };
        let mut now = *position;
        for m in moves {
            now.make(m, &mut NullObserver);
            way.at.push(now);
            way.moves.push(m);
        }
        way
    }

    /// The line after the first move, to the position after so many moves.
    fn answer(&self, plies: usize) -> &[Move] {
        self.moves.get(1..plies.max(1)).unwrap_or_default()
    }

    /// The discs of a side in the end, as the result is written, if the line ends the game.
    fn result(&self, side: Side) -> Option<u32> {
        let last = self.at.last()?;
        let over = Side::ALL.iter().all(|&side| last.mobility(side).is_empty());
        over.then(|| u32::from(last.score()[side.index()]))
    }

    /// The corners that a side took with the first so many moves, with the numbers of the moves.
    fn corners(&self, side: Side, plies: usize) -> Vec<(usize, Square)> {
        let all = corners(self.at[0].size().squares());
        let moves = self.moves.iter().take(plies).enumerate();
        let taken = moves.filter_map(|(ply, m)| {
            let square = m.square()?;
            let own = self.at[ply].side_to_move() == side;
            (own && all.iter().any(|&(corner, _)| corner == square)).then_some((ply, square))
        });
        taken.collect()
    }
}

/// The corners, each with its three neighbours: that on the diagonal is the first.
pub(crate) fn corners(board: Squares) -> Vec<(Square, [Square; 3])> {
    let edge = board.iter().map(Square::column).max().unwrap_or(0);
    let mut all = Vec::new();
    for (column, near) in [(0, 1), (edge, edge.wrapping_sub(1))] {
        for (row, above) in [(0, 1), (edge, edge.wrapping_sub(1))] {
            let square = Square::new(column, row);
            let [a, b, c] =
                [(near, above), (near, row), (column, above)].map(|(x, y)| Square::new(x, y));
            if let (Some(square), Some(a), Some(b), Some(c)) = (square, a, b, c) {
                all.push((square, [a, b, c]));
            }
        }
    }
    all
}

/// The discs of a side beside empty squares.
fn frontier(position: &Position, side: Side) -> u32 {
    (position.discs_of(side) & position.empty().grown()).len()
}

fn number(n: u32) -> i32 {
    i32::try_from(n).unwrap_or(i32::MAX)
}

/// A claim with what it weighs, in hundredths of a disc.
type WeighedClaim = (i32, Reason);

/// The two lines of a doubt.
struct DoubtLines {
    side: Side,
    played: LineOfPlay,
    better: LineOfPlay,
}

/// Why the move is bad: how the game ends, or what explains most of what the move loses.
pub(crate) fn explain(position: &Position, doubt: &Doubt<Move>) -> Option<Reason> {
    let played = [doubt.played].into_iter().chain(doubt.answer.iter().copied());
    let plan = DoubtLines {
        side: position.side_to_move(),
        played: LineOfPlay::of(position, played),
        better: LineOfPlay::of(position, doubt.best.iter().copied()),
    };
    if let Some(reason) = plan.ending(doubt) {
        return Some(reason);
    }
    let mut claims: Vec<WeighedClaim> = plan.corner().into_iter().collect();
    claims.extend(plan.missed_corner());
    claims.extend(plan.passes());
    claims.extend(plan.beside_corner());
    claims.extend(plan.mobility());
    claims.extend(plan.frontier());
    claims.retain(|(weight, _)| *weight >= LEAST);
    claims.into_iter().max_by_key(|(weight, _)| *weight).map(|(_, reason)| reason)
}

impl DoubtLines {
    /// The number of moves that both lines have.
    fn common(&self) -> usize {
        self.played.moves.len().min(self.better.moves.len())
    }

    /// A reason with the better move as its last square.
    fn than_better(&self, reason: Reason) -> Reason {
        match self.better.moves.first() {
            Some(m) => reason.at([m]),
            None => reason,
        }
    }

    /// Both lines end the game, with the results that the search says: they are best play.
    fn ending(&self, doubt: &Doubt<Move>) -> Option<Reason> {
        let (here, there) = (self.played.result(self.side)?, self.better.result(self.side)?);
        let all = self.played.at[0].size().squares().len();
        let is_exact =
            |discs: u32, score| score == Score::Cp(100 * (2 * number(discs) - number(all)));
        if here >= there
            || !is_exact(here, doubt.played_score)
            || !is_exact(there, doubt.best_score)
        {
            return None;
        }
        let reason = Reason::of(&ProvenReason::LosesDiscs).by(&doubt.answer);
        Some(Reason { count: Some((here, there)), ..self.than_better(reason) })
    }

    /// A corner that the opponent takes.
    fn corner(&self) -> Option<WeighedClaim> {
        let common = self.common().max(2);
        let (own, other) = (self.side, self.side.other());
        let net = |way: &LineOfPlay| {
            number(u32::try_from(way.corners(other, common).len()).ok()?)
                .checked_sub(number(u32::try_from(way.corners(own, common).len()).ok()?))
        };
        let gap = net(&self.played)? - net(&self.better)?;
        let theirs = self.better.corners(other, common);
        let taken = self.played.corners(other, common);
        let new =
            |&&(_, square): &&(usize, Square)| theirs.iter().all(|&(_, other)| other != square);
        let &(ply, square) = taken.iter().find(new)?;
        let reason =
            Reason::of(&ProvenReason::AllowsCorner).at([square]).by(self.played.answer(ply + 1));
        // A corner at once is seen before one later.
        Some((CORNER * gap - 20 * number(u32::try_from(ply).ok()?), reason))
    }

    /// A corner that the better line takes.
    fn missed_corner(&self) -> Option<WeighedClaim> {
        let common = self.common().max(1);
        let (own, other) = (self.side, self.side.other());
        let net = |way: &LineOfPlay| {
            number(u32::try_from(way.corners(own, common).len()).ok()?)
                .checked_sub(number(u32::try_from(way.corners(other, common).len()).ok()?))
        };
        let gap = net(&self.better)? - net(&self.played)?;
        let ours = self.played.corners(own, common);
        let taken = self.better.corners(own, common);
        let new = |&&(_, square): &&(usize, Square)| ours.iter().all(|&(_, other)| other != square);
        let &(ply, square) = taken.iter().find(new)?;
        let reason =
            Reason::of(&ProvenReason::MissesCorner).at([square]).by(&self.better.moves[..=ply]);
        Some((CORNER * gap - 30 - 20 * number(u32::try_from(ply).ok()?), reason))
    }

    /// A pass of one side in one line only.
    fn passes(&self) -> Option<WeighedClaim> {
        let common = self.common();
        let passes = |way: &LineOfPlay, side: Side| {
            (0..common)
                .find(|&ply| way.moves[ply] == Move::Pass && way.at[ply].side_to_move() == side)
        };
        let (own, other) = (self.side, self.side.other());
        if let (Some(ply), None) = (passes(&self.played, own), passes(&self.better, own)) {
            let reason = Reason::of(&ProvenReason::MustPass).by(self.played.answer(ply + 1));
            return Some((PASS, reason));
        }
        let (Some(ply), None) = (passes(&self.better, other), passes(&self.played, other)) else {
            return None;
        };
        Some((PASS, Reason::of(&ProvenReason::MissesPass).by(&self.better.moves[..=ply])))
    }

    /// A disc beside an empty corner.
    fn beside_corner(&self) -> Option<WeighedClaim> {
        let now = self.played.at.get(1)?;
        let put = self.played.moves.first()?.square()?;
        let instead = self.better.moves.first()?.square();
        let corners = corners(now.size().squares());
        let empty: Vec<_> =
            corners.into_iter().filter(|&(corner, _)| now.disc_at(corner).is_none()).collect();
        let beside = |square: Square| {
            empty.iter().find_map(|&(corner, near)| {
                let at = near.iter().position(|&other| other == square)?;
                Some((corner, if at == 0 { DIAGONAL } else { EDGE }))
            })
        };
        let (corner, weight) = beside(put)?;
        if instead.and_then(beside).is_some() {
            return None;
        }
        let reason = Reason::of(&ProvenReason::BesideCorner).at([put, corner]);
        Some((weight, reason.by(self.played.answer(2))))
    }

    /// More moves of the opponent, or fewer of the player.
    fn mobility(&self) -> Option<WeighedClaim> {
        let mut claims: Vec<WeighedClaim> = Vec::new();
        for plies in 1..=self.common().min(FAR) {
            let (now, instead) = (&self.played.at[plies], &self.better.at[plies]);
            let turn = now.side_to_move();
            if instead.side_to_move() != turn {
                continue;
            }
            let (here, there) = (now.mobility(turn).len(), instead.mobility(turn).len());
            let gap = number(there) - number(here);
            let (proved, gap): (&'static ProvenReason, _) = if turn == self.side {
                (&ProvenReason::FewerMoves, gap)
            } else {
                (&ProvenReason::MoreMoves, -gap)
            };
            let reason = self.than_better(Reason::of(proved)).by(self.played.answer(plies));
            let late = number(u32::try_from(plies).ok()?);
            claims.push((gap * MOVE - 20 * late, Reason { count: Some((here, there)), ..reason }));
        }
        claims.into_iter().max_by_key(|(weight, _)| *weight)
    }

    /// More discs of the player beside empty squares, right after the moves.
    fn frontier(&self) -> Option<WeighedClaim> {
        let (now, instead) = (self.played.at.get(1)?, self.better.at.get(1)?);
        let (here, there) = (frontier(now, self.side), frontier(instead, self.side));
        let reason =
            self.than_better(Reason::of(&ProvenReason::Frontier)).by(self.played.answer(2));
        let weight = (number(here) - number(there)) * FRONTIER;
        Some((weight, Reason { count: Some((here, there)), ..reason }))
    }
}
