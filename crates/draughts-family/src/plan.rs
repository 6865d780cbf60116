//! What two lines of draughts lead to: the one that is expected after the move that was played, and the better one. Both
//! are looked at after the same number of moves, where nothing is about to be captured.

use crate::board;
use crate::erased::{AnyMove, AnyPosition, AnySquare};
use crate::explain::{after, pieces, settled};
use crate::proved::ProvenReason;
use draughts::Kind;
use engine::{Doubt, Reason};
use game::{Position as _, Side};

/// What is told must weigh at least this, in hundredths of a man.
const LEAST: i32 = 18;
/// The weights of what is counted, in hundredths of a man, by judgement.
const MAN: i32 = 100;
const KING: i32 = 250;
const CROWNED: i32 = 120;
const SAFE: i32 = 12;
const MOVE: i32 = 8;
const CENTRE: i32 = 12;
const KEPT: i32 = 60;
/// As far as this into the lines moves are counted: later they are less certain.
const FAR: usize = 8;

/// A line of moves with the positions on its way; the first is that before it.
struct LineOfPlay {
    at: Vec<AnyPosition>,
    moves: Vec<AnyMove>,
}

/// A piece that was captured, and its value.
struct Capture {
    ply: usize,
    side: Side,
    square: AnySquare,
    kind: Kind,
}

impl Capture {
    fn value(&self) -> i32 {
        if self.kind == Kind::King { KING } else { MAN }
    }
}

impl LineOfPlay {
    fn of(position: &AnyPosition, moves: impl IntoIterator<Item = AnyMove>) -> Self {
        let mut way = Self { at: vec![*position], moves: Vec::new() };
        let mut now = *position;
        for m in moves {
            now = after(&now, m);
            way.at.push(now);
            way.moves.push(m);
        }
        way
    }

    /// The line after the first move, to the position after so many moves.
    fn answer(&self, plies: usize) -> &[AnyMove] {
        self.moves.get(1..plies.max(1)).unwrap_or_default()
    }

    fn is_quiet(&self, ply: usize) -> bool {
        !self.at[ply].must_capture()
    }

    /// The pieces that were captured with the first so many moves.
    fn captures(&self, plies: usize) -> Vec<Capture> {
        let mut all = Vec::new();
        for (ply, m) in self.moves.iter().take(plies).enumerate() {
            for square in m.captured() {
                if let Some(piece) = self.at[ply].piece_at(square) {
                    all.push(Capture { ply, side: piece.side, square, kind: piece.kind });
                }
            }
        }
        all
    }

    /// What a side wins with the first so many moves, in hundredths of a man.
    fn won(&self, side: Side, plies: usize) -> i32 {
        let of = |taken: &Capture| if taken.side == side { -taken.value() } else { taken.value() };
        self.captures(plies).iter().map(of).sum()
    }

    /// The first move with which a side gets a king that it still has after so many moves.
    fn crowned(&self, side: Side, plies: usize) -> Option<usize> {
        let kings = |ply: usize| self.at[ply].kings(side);
        let before = self.at[0].count(side).1;
        let keeps = self.at[plies].count(side).1 > before;
        let crowns = |&ply: &usize| self.moves[ply].crowns() && self.at[ply].side_to_move() == side;
        (0..plies).find(crowns).filter(|_| keeps && kings(plies) != kings(0))
    }
}

/// Moves of the side to move that lose nothing at once.
fn safe(position: &AnyPosition) -> u32 {
    let moves = position.moves();
    let safe = moves.iter().filter(|&&m| settled(&after(position, m), 0) <= 0);
    u32::try_from(safe.count()).unwrap_or(u32::MAX)
}

/// Whether a square is in the middle of the board: on the two middle rows, and not on the two outer columns of a side.
fn is_central(square: AnySquare) -> bool {
    let (column, row) = board::place(square);
    let size = u8::try_from(square.variant().rules().board.size).unwrap_or(0);
    (2..size - 2).contains(&column) && (row == size / 2 || row + 1 == size / 2)
}

fn central(position: &AnyPosition, side: Side) -> u32 {
    let own = |square: &AnySquare| position.piece_at(*square).is_some_and(|p| p.side == side);
    let here = position.variant().squares().filter(|square| is_central(*square)).filter(own);
    u32::try_from(here.count()).unwrap_or(u32::MAX)
}

fn number(n: usize) -> i32 {
    i32::try_from(n).unwrap_or(i32::MAX)
}

fn gap(few: u32, many: u32) -> i32 {
    many.cast_signed() - few.cast_signed()
}

/// A claim with what it weighs, in hundredths of a man.
type WeighedClaim = (i32, Reason);

/// The two lines of a doubt.
pub(crate) struct DoubtLines {
    side: Side,
    played: LineOfPlay,
    better: LineOfPlay,
}

impl DoubtLines {
    pub(crate) fn of(position: &AnyPosition, doubt: &Doubt<AnyMove>) -> Self {
        let played = [doubt.played].into_iter().chain(doubt.answer.iter().copied());
        Self {
            side: position.side_to_move(),
            played: LineOfPlay::of(position, played),
            better: LineOfPlay::of(position, doubt.best.iter().copied()),
        }
    }

    /// The number of moves that both lines have.
    fn common(&self) -> usize {
        self.played.moves.len().min(self.better.moves.len())
    }

    /// What explains most of what the move loses.
    pub(crate) fn reason(&self) -> Option<Reason> {
        let mut claims: Vec<WeighedClaim> = Vec::new();
        if self.played.at[0].rules().stuck_wins {
            claims.extend(self.kept());
            claims.extend(self.choice(-1));
        } else {
            claims.extend(self.material());
            claims.extend(self.kings());
            claims.extend(self.missed_king());
            claims.extend(self.safe());
            claims.extend(self.choice(1));
            claims.extend(self.centre());
        }
        claims.retain(|(weight, _)| *weight >= LEAST);
        claims.into_iter().max_by_key(|(weight, _)| *weight).map(|(_, reason)| reason)
    }

    /// The numbers of moves after which both lines are quiet, the last ones first: of the same number where there is one,
    /// or else the last quiet positions of both.
    fn quiet(&self) -> Vec<(usize, usize)> {
        let both = (1..=self.common()).rev();
        let both = both.filter(|&n| self.played.is_quiet(n) && self.better.is_quiet(n));
        let same: Vec<_> = both.map(|n| (n, n)).collect();
        if !same.is_empty() {
            return same;
        }
        let last = |way: &LineOfPlay| (1..=way.moves.len()).rev().find(|&n| way.is_quiet(n));
        last(&self.played).zip(last(&self.better)).into_iter().collect()
    }

    /// Pieces that the played line loses, or the better one wins.
    fn material(&self) -> Option<WeighedClaim> {
        let difference = |(played, better): (usize, usize)| {
            self.better.won(self.side, better) - self.played.won(self.side, played)
        };
        // As early as possible, so that it stays true until the end of what is known.
        let quiet = self.quiet();
        let (played, better) =
            *quiet.iter().take_while(|&&plies| difference(plies) >= MAN).last()?;
        let weight = difference((played, better));
        if self.played.won(self.side, played) <= -MAN {
            let (end, reason) =
                bargain(&self.played, played, self.side, &ProvenReason::LosesMaterial)?;
            return Some((weight, reason.by(self.played.answer(end))));
        }
        if self.better.won(self.side, better) >= MAN {
            let other = self.side.other();
            let (end, reason) =
                bargain(&self.better, better, other, &ProvenReason::MissesMaterial)?;
            return Some((weight, reason.by(&self.better.moves[..end])));
        }
        None
    }

    /// A king that the opponent gets.
    fn kings(&self) -> Option<WeighedClaim> {
        let common = self.common();
        let other = self.side.other();
        let ply = self.played.crowned(other, common)?;
        if self.better.crowned(other, common).is_some() {
            return None;
        }
        let reason = Reason::of(&ProvenReason::AllowsKing).at([self.played.moves[ply].to()]);
        Some((CROWNED, reason.by(self.played.answer(ply + 1))))
    }

    /// A king that the player could have got.
    fn missed_king(&self) -> Option<WeighedClaim> {
        let common = self.common();
        let ply = self.better.crowned(self.side, common)?;
        if self.played.crowned(self.side, common).is_some() {
            return None;
        }
        let reason = Reason::of(&ProvenReason::MissesKing).at([self.better.moves[ply].to()]);
        Some((CROWNED, reason.by(&self.better.moves[..=ply])))
    }

    /// The positions of both lines after as many moves, with the side to move, where nobody must capture.
    fn pairs(&self) -> impl Iterator<Item = (usize, &AnyPosition, &AnyPosition, bool)> {
        (1..=self.common().min(FAR)).filter_map(|plies| {
            let (now, instead) = (&self.played.at[plies], &self.better.at[plies]);
            let is_own = now.side_to_move() == self.side;
            let is_quiet = !now.must_capture() && !instead.must_capture();
            is_quiet.then_some((plies, now, instead, is_own))
        })
    }

    fn counted(
        &self,
        proved: &'static ProvenReason,
        plies: usize,
        here: u32,
        there: u32,
    ) -> Reason {
        let reason = Reason::of(proved).by(self.played.answer(plies));
        Reason { count: Some((here, there)), ..reason }
    }

    /// Fewer moves of the player that lose nothing at once, or more of the opponent's.
    fn safe(&self) -> Option<WeighedClaim> {
        let claims = self.pairs().map(|(plies, now, instead, is_own)| {
            let (here, there) = (safe(now), safe(instead));
            let (proved, more): (&'static ProvenReason, _) = if is_own {
                (&ProvenReason::FewerSafeMoves, gap(here, there))
            } else {
                (&ProvenReason::MoreSafeMoves, gap(there, here))
            };
            // The last safe moves count most.
            let scarce = if here.min(there) <= 2 { 8 } else { 0 };
            (more * (SAFE + scarce) - 2 * number(plies), self.counted(proved, plies, here, there))
        });
        claims.max_by_key(|(weight, _)| *weight)
    }

    /// Fewer moves of the player, or more of the opponent's: the other way round (`sign` −1) where it wins to be stuck.
    fn choice(&self, sign: i32) -> Option<WeighedClaim> {
        let claims = self.pairs().map(|(plies, now, instead, is_own)| {
            let moves = |position: &AnyPosition| u32::try_from(position.count_legal()).unwrap_or(0);
            let (here, there) = (moves(now), moves(instead));
            let proved: &'static ProvenReason = match (is_own, sign) {
                (true, 1..) => &ProvenReason::FewerMoves,
                (true, _) => &ProvenReason::OwnMoves,
                (false, 1..) => &ProvenReason::MoreMoves,
                (false, _) => &ProvenReason::TheirMoves,
            };
            let more = sign * if is_own { gap(here, there) } else { gap(there, here) };
            (more * MOVE - 2 * number(plies), self.counted(proved, plies, here, there))
        });
        claims.max_by_key(|(weight, _)| *weight)
    }

    /// Fewer pieces in the centre, where as many are left.
    fn centre(&self) -> Option<WeighedClaim> {
        let (plies, now, instead, _) = self.pairs().last()?;
        let (here, there) = (central(now, self.side), central(instead, self.side));
        let reason = self.counted(&ProvenReason::LeavesCentre, plies, here, there);
        Some((gap(here, there) * CENTRE, reason))
    }

    /// Pieces that the player keeps where the aim is to lose them.
    fn kept(&self) -> Option<WeighedClaim> {
        let (plies, now, instead, _) = self.pairs().last()?;
        let own = |position: &AnyPosition| {
            let (men, kings) = position.count(self.side);
            men + kings
        };
        let ahead = |position: &AnyPosition| gap(pieces(position), 2 * own(position));
        let more = ahead(now) - ahead(instead);
        let reason = self.counted(&ProvenReason::KeepsPieces, plies, own(now), own(instead));
        (own(now) > own(instead)).then_some((more * KEPT, reason))
    }
}

/// What a side gives and gets with the first so many moves, and the number of moves up to the last capture. The pieces that
/// go come first; an exchange of pieces of the same kind is left out.
fn bargain(
    way: &LineOfPlay,
    plies: usize,
    side: Side,
    proved: &'static ProvenReason,
) -> Option<(usize, Reason)> {
    let all = way.captures(plies);
    let end = all.last()?.ply + 1;
    let (goes, comes): (Vec<_>, Vec<_>) = all.into_iter().partition(|taken| taken.side == side);
    let counts = (u32::try_from(goes.len()).ok()?, u32::try_from(comes.len()).ok()?);
    if counts.0 <= counts.1 {
        // A king for men: no count of pieces says it.
        return None;
    }
    let kinds = goes.iter().map(|taken| board::kind(taken.kind)).collect();
    let reason = Reason::of(proved).at(goes.iter().map(|taken| taken.square));
    Some((end, Reason { count: Some(counts), pieces: kinds, ..reason }))
}
