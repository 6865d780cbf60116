//! What two lines of Xiangqi lead to: the one that is expected after the move that was played, and the better one. Both
//! are looked at after the same number of moves, where the position is quiet.

use crate::names;
use crate::proved::ProvenReason;
use engine::{Doubt, Reason, Score};
use game::{NullObserver, Position as _, Side};
use xiangqi::{Kind, Move, Piece, Position, Square};
use xiangqi_engine::{exchange_wins, gained};

/// The least material that is told: a pawn.
const PAWN: i32 = 80;
/// Balances of material that differ by less are the same.
const SAME: i32 = 60;
/// Exchanges that win at least this are a threat: more than a pawn, less than an advisor.
const THREAT: i32 = 150;
/// More material than a line can lose.
const MUCH: i32 = 10_000;
/// What a claim must weigh to be told, in centipawns.
const LEAST: i32 = 28;

/// A line of moves with the positions on its way; the first is that before it.
struct LineOfPlay {
    at: Vec<Position>,
    moves: Vec<Move>,
}

impl LineOfPlay {
    fn of(position: &Position, moves: impl IntoIterator<Item = Move>) -> Self {
        let mut way = Self { at: vec![position.clone()], moves: Vec::new() };
        let mut now = position.clone();
        for m in moves {
            now.make(m, &mut NullObserver);
            way.at.push(now.clone());
            way.moves.push(m);
        }
        way
    }

    fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether nothing is about to be taken after so many moves, as far as is known.
    fn is_quiet(&self, ply: usize) -> bool {
        let here = &self.at[ply];
        let goes_on = self.moves.get(ply).is_some_and(|&m| here.captured(m).is_some());
        !goes_on && !here.is_in_check() && winning(here, PAWN).is_empty()
    }

    /// The captures of the first so many moves: who took what where.
    fn captures(&self, plies: usize) -> impl Iterator<Item = Capture> {
        let moves = self.moves.iter().take(plies).enumerate();
        moves.filter_map(|(ply, &m)| {
            let here = &self.at[ply];
            let piece = here.captured(m)?;
            Some(Capture { ply, square: m.to, piece, value: gained(here, m) })
        })
    }

    /// The number of moves up to the last capture among the first so many, or all of them if `loser` could win something
    /// back there.
    fn until_last_capture(&self, plies: usize, loser: Side) -> usize {
        let end = self.captures(plies).last().map_or(plies, |taken| taken.ply + 1);
        let here = &self.at[end];
        let wins_back = here.side_to_move() == loser && !winning(here, 1).is_empty();
        if wins_back { plies } else { end }
    }

    /// What a side wins with the first so many moves, in centipawns.
    fn won(&self, side: Side, plies: usize) -> i32 {
        let of =
            |taken: Capture| if taken.piece.side() == side { -taken.value } else { taken.value };
        self.captures(plies).map(of).sum()
    }

    /// Where the piece that stands on a square after `from` moves is after so many, if it is not taken.
    fn follow(&self, from: usize, square: Square, plies: usize) -> Option<Square> {
        let moves = self.moves.get(from..plies.min(self.len())).unwrap_or_default();
        moves.iter().try_fold(square, |square, m| match m {
            m if m.from == square => Some(m.to),
            m if m.to == square => None,
            _ => Some(square),
        })
    }

    /// The line after the first move, to the position after so many moves.
    fn answer(&self, plies: usize) -> &[Move] {
        self.moves.get(1..plies.max(1)).unwrap_or_default()
    }
}

#[derive(Copy, Clone)]
struct Capture {
    ply: usize,
    square: Square,
    piece: Piece,
    value: i32,
}

/// Captures of the side to move that win at least so much by exchanges on their square.
fn winning(position: &Position, centipawns: i32) -> Vec<Move> {
    let mut moves = position.moves();
    moves.retain(|&m| position.captured(m).is_some() && exchange_wins(position, m, centipawns));
    moves
}

/// A claim with what it weighs, in centipawns.
type WeighedClaim = (i32, Reason);

/// The two lines of a doubt.
pub(crate) struct DoubtLines {
    side: Side,
    /// What the search says that the move loses, in centipawns.
    gap: i32,
    played: LineOfPlay,
    better: LineOfPlay,
}

impl DoubtLines {
    pub(crate) fn of(position: &Position, doubt: &Doubt<Move>) -> Self {
        let played = [doubt.played].into_iter().chain(doubt.answer.iter().copied());
        Self {
            side: position.side_to_move(),
            gap: match (doubt.best_score, doubt.played_score) {
                (Score::Cp(best), Score::Cp(played)) => best.saturating_sub(played),
                // A forced win that no line shows: nothing is known of what else is lost.
                _ => MUCH,
            },
            played: LineOfPlay::of(position, played),
            better: LineOfPlay::of(position, doubt.best.iter().copied()),
        }
    }

    /// The number of moves that both lines have.
    fn common(&self) -> usize {
        self.played.len().min(self.better.len())
    }

    /// What explains most of what the move loses.
    pub(crate) fn reason(&self) -> Option<Reason> {
        let mut claims: Vec<WeighedClaim> = self.material().into_iter().collect();
        claims.extend(self.threats());
        claims.extend(self.checks());
        claims.extend(self.crossing());
        claims.extend(self.missed_crossing());
        claims.extend(self.pieces());
        claims.extend(self.choice());
        claims.retain(|(weight, _)| *weight >= LEAST);
        claims.into_iter().max_by_key(|(weight, _)| *weight).map(|(_, reason)| reason)
    }

    /// The numbers of moves after which both lines are quiet, the last ones first: of the same number where there is one,
    /// or else the last quiet positions of both.
    fn quiet(&self) -> Vec<(usize, usize)> {
        let both = (2..=self.common()).rev();
        let both = both.filter(|&n| self.played.is_quiet(n) && self.better.is_quiet(n));
        let same: Vec<_> = both.map(|n| (n, n)).collect();
        if !same.is_empty() {
            return same;
        }
        let last = |way: &LineOfPlay| (1..=way.len()).rev().find(|&n| way.is_quiet(n));
        last(&self.played).zip(last(&self.better)).into_iter().collect()
    }

    /// Material that the played line loses, or the better one wins.
    fn material(&self) -> Option<WeighedClaim> {
        let difference = |(played, better): (usize, usize)| {
            self.better.won(self.side, better) - self.played.won(self.side, played)
        };
        // As early as possible, so that it stays true until the end of what is known.
        let quiet = self.quiet();
        let balance = |(played, better)| {
            (self.played.won(self.side, played), self.better.won(self.side, better))
        };
        let last = balance(*quiet.first()?);
        let stays = |&&plies: &&(usize, usize)| {
            let (played, better) = balance(plies);
            let is_same = (played - last.0).abs() < SAME && (better - last.1).abs() < SAME;
            is_same && difference(plies) >= PAWN
        };
        let (played, better) = *quiet.iter().take_while(stays).last()?;
        if difference((played, better)) > 2 * self.gap + 2 * PAWN {
            // The search sees something for it.
            return None;
        }
        let weight = difference((played, better));
        let (lost, won) = (-self.played.won(self.side, played), self.better.won(self.side, better));
        if lost >= PAWN {
            let end = self.played.until_last_capture(played, self.side);
            let reason = bargain(&self.played, played, self.side, &ProvenReason::LosesMaterial)?;
            return Some((weight, reason.by(self.played.answer(end))));
        }
        if won >= PAWN {
            let end = self.better.until_last_capture(better, self.side.other());
            let reason =
                bargain(&self.better, better, self.side.other(), &ProvenReason::MissesMaterial)?;
            return Some((weight, reason.by(&self.better.moves[..end])));
        }
        None
    }

    /// Pieces that the answer threatens to take.
    fn threats(&self) -> Option<WeighedClaim> {
        let (now, instead) = (self.played.at.get(2)?, self.better.at.get(2)?);
        let before = winning(&self.played.at[1], THREAT);
        let threatened = |position: &Position| {
            let mut passed = position.clone();
            passed.pass()?;
            let mut squares: Vec<Square> =
                winning(&passed, THREAT).into_iter().map(|m| m.to).collect();
            squares.sort_unstable();
            squares.dedup();
            Some(squares)
        };
        let mut new = threatened(now)?;
        if new.len() <= threatened(instead)?.len() {
            return None;
        }
        new.retain(|square| before.iter().all(|m| m.to != *square));
        let pieces = new.iter().filter_map(|&square| now.piece_at(square));
        let pieces: Vec<_> = pieces.map(|piece| names::kind(piece.kind())).collect();
        let weight = match new.len() {
            0 => return None,
            1 => 70,
            _ => 160,
        };
        let reason = Reason::of(&ProvenReason::ThreatensPieces).at(new).by(self.played.answer(2));
        Some((weight, Reason { pieces, ..reason }))
    }

    /// Checks of the opponent that the better line does not have.
    fn checks(&self) -> Option<WeighedClaim> {
        let common = self.common();
        let given = |way: &LineOfPlay| {
            let plies = (2..=common).step_by(2);
            plies.filter(|&n| way.at[n].is_in_check()).collect::<Vec<_>>()
        };
        let (now, instead) = (given(&self.played), given(&self.better));
        let last = *now.last()?;
        let more = now.len().checked_sub(instead.len()).filter(|&more| more > 0)?;
        let reason = Reason::of(&ProvenReason::AllowsChecks).by(self.played.answer(last));
        let count = Some((u32::try_from(now.len()).ok()?, u32::try_from(instead.len()).ok()?));
        Some((45 * i32::try_from(more).ok()?, Reason { count, ..reason }))
    }

    /// The first move, among the first so many, with which a pawn of a side crosses the river.
    fn crosses(way: &LineOfPlay, side: Side, plies: usize) -> Option<usize> {
        (0..plies.min(way.len())).find(|&ply| {
            let m = way.moves[ply];
            way.at[ply].piece_at(m.from).is_some_and(|piece| {
                piece == Piece::new(side, Kind::Pawn)
                    && !piece.is_crossed_pawn(m.from)
                    && piece.is_crossed_pawn(m.to)
                    && way.follow(ply + 1, m.to, plies).is_some()
            })
        })
    }

    /// A pawn of the opponent that crosses the river.
    fn crossing(&self) -> Option<WeighedClaim> {
        let common = self.common();
        let ply = Self::crosses(&self.played, self.side.other(), common)?;
        if Self::crosses(&self.better, self.side.other(), common).is_some() {
            return None;
        }
        let reason = Reason::of(&ProvenReason::PawnCrosses).at([self.played.moves[ply].to]);
        Some((75, reason.by(self.played.answer(ply + 1))))
    }

    /// A pawn of the player's that could have crossed the river.
    fn missed_crossing(&self) -> Option<WeighedClaim> {
        let common = self.common();
        let ply = Self::crosses(&self.better, self.side, common)?;
        if Self::crosses(&self.played, self.side, common).is_some() {
            return None;
        }
        let reason = Reason::of(&ProvenReason::MissesCrossing).at([self.better.moves[ply].to]);
        Some((65, reason.by(&self.better.moves[..=ply])))
    }

    /// A piece of the player's with fewer moves, or one of the opponent's with more.
    fn pieces(&self) -> Option<WeighedClaim> {
        let start = &self.played.at[0];
        let mut claims: Vec<WeighedClaim> = Vec::new();
        for plies in 1..=self.common().min(6) {
            let (now, instead) = (&self.played.at[plies], &self.better.at[plies]);
            if now.is_in_check() || instead.is_in_check() {
                continue;
            }
            let turn = now.side_to_move();
            let sign = if turn == self.side { 1 } else { -1 };
            for (kind, worth) in [(Kind::Chariot, 11), (Kind::Horse, 20), (Kind::Cannon, 8)] {
                for from in start.pieces(turn, kind) {
                    let (Some(here), Some(there)) =
                        (self.played.follow(0, from, plies), self.better.follow(0, from, plies))
                    else {
                        continue;
                    };
                    let (few, many) = (moves_from(now, here), moves_from(instead, there));
                    let gap = sign * (many.cast_signed() - few.cast_signed());
                    let proved: &'static ProvenReason = if turn == self.side {
                        &ProvenReason::ShutIn
                    } else {
                        &ProvenReason::FreesPiece
                    };
                    let reason = Reason::of(proved).at([here, there]).by(self.played.answer(plies));
                    let count = Some((few, many));
                    let reason = Reason { pieces: vec![names::kind(kind)], count, ..reason };
                    // What stands later in a line is less certain.
                    claims.push((gap * worth - 4 * i32::try_from(plies).unwrap_or(0), reason));
                }
            }
        }
        claims.into_iter().max_by_key(|(weight, _)| *weight)
    }

    /// All moves of the player, or of the opponent.
    fn choice(&self) -> Option<WeighedClaim> {
        let mut claims: Vec<WeighedClaim> = Vec::new();
        for plies in 1..=self.common().min(6) {
            let (now, instead) = (&self.played.at[plies], &self.better.at[plies]);
            if now.is_in_check() || instead.is_in_check() {
                continue;
            }
            let moves = |position: &Position| u32::try_from(position.count_legal()).unwrap_or(0);
            let (here, there) = (moves(now), moves(instead));
            let own = now.side_to_move() == self.side;
            let gap = there.cast_signed() - here.cast_signed();
            let (proved, gap): (&'static ProvenReason, _) = if own {
                (&ProvenReason::FewerMoves, gap)
            } else {
                (&ProvenReason::MoreMoves, -gap)
            };
            let reason = Reason::of(proved).by(self.played.answer(plies));
            let reason = Reason { count: Some((here, there)), ..reason };
            claims.push((gap * 8 - 4 * i32::try_from(plies).unwrap_or(0), reason));
        }
        claims.into_iter().max_by_key(|(weight, _)| *weight)
    }
}

fn moves_from(position: &Position, square: Square) -> u32 {
    let moves = position.moves();
    u32::try_from(moves.iter().filter(|m| m.from == square).count()).unwrap_or(0)
}

/// What a side gives and gets with the first so many moves: pieces of the same kind are exchanged for each other. The
/// pieces that go come first.
fn bargain(
    way: &LineOfPlay,
    plies: usize,
    side: Side,
    proved: &'static ProvenReason,
) -> Option<Reason> {
    let all: Vec<Capture> = way.captures(plies).collect();
    let (mut goes, mut comes): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|taken| taken.piece.side() == side);
    // Equal pieces are exchanged; the last ones first, since the line begins with what is lost.
    let mut at = comes.len();
    while at > 0 {
        at -= 1;
        let same = |other: &Capture| other.piece.kind() == comes[at].piece.kind();
        if let Some(equal) = goes.iter().rposition(same) {
            goes.remove(equal);
            comes.remove(at);
        }
    }
    if goes.is_empty() {
        return None;
    }
    let count = Some((u32::try_from(goes.len()).ok()?, u32::try_from(comes.len()).ok()?));
    let all: Vec<Capture> = goes.into_iter().chain(comes).collect();
    let pieces = all.iter().map(|taken| names::kind(taken.piece.kind())).collect();
    let reason = Reason::of(proved).at(all.iter().map(|taken| taken.square));
    Some(Reason { count, pieces, ..reason })
}
