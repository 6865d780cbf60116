//! Xiangqi as the search sees it.

use crate::exchange;
use crate::hints::{Checks, Hints};
use crate::unseen::OverlookedMoves;
use game::{Key, Line, Position as _};
use search::{CORRECTIONS, Domain, Duty, End, Repetition, Score, Slots, Stage};
use std::ops::ControlFlow;
use xiangqi::{Danger, Kind, Move, Piece, Position, RuleSet, Square, Squares, adjudicate};

/// From so many plies without capture on, the count is part of the table's key.
const COUNT_MATTERS: u16 = 90;
/// From so many plies without capture on, scores of the table are not used.
const COUNT_DECIDES: u16 = 108;

/// The game under a set of rules, at full strength or with overlooked moves.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Xiangqi {
    /// The rule set for repetitions.
    pub rules: RuleSet,
    /// Moves that the player overlooks.
    pub(crate) unseen: OverlookedMoves,
}

impl Xiangqi {
    /// The game under these rules.
    #[must_use]
    pub fn new(rules: RuleSet) -> Self {
        Self { rules, unseen: OverlookedMoves::default() }
    }

    /// Whether the player overlooks some moves of this position. In check all answers are seen.
    #[inline]
    const fn hides_any(self, danger: &Danger) -> bool {
        self.unseen.oversight.hides_any() && danger.checkers().is_empty()
    }

    /// The table's key for a position after so many plies without capture.
    #[inline]
    fn key_with(self, key: Key, count: u16) -> u64 {
        let key = key.0 ^ self.unseen.oversight.seed;
        if count < COUNT_MATTERS { key } else { key ^ Key::random(u64::from(count) / 4).0 }
    }

    /// Whether a legal move is seen.
    #[inline]
    fn sees(self, position: &Position, danger: &Danger, m: Move) -> bool {
        !self.hides_any(danger) || !self.unseen.hides(position, m)
    }
}

/// Adapts a closure that never stops the generation.
fn each(mut f: impl FnMut(Move)) -> impl FnMut(Move) -> ControlFlow<()> {
    move |m| {
        f(m);
        ControlFlow::Continue(())
    }
}

/// Mixes a set of points into a key.
fn mix(key: u64, set: Squares) -> u64 {
    let (low, high) = (set.bits() as u64, (set.bits() >> 64) as u64);
    let mixed = (key ^ low).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ high;
    (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9)
}

impl Domain for Xiangqi {
    type Position = Position;
    type Info = Danger;
    type Hints = Hints;

    const BUTTERFLY: usize = 2 * Move::INDEX_COUNT;
    const PLACES: usize = 14 * Square::COUNT;
    const STRUCTURES: usize = 512;
    const VICTIMS: usize = 8;

    #[inline]
    fn info(self, position: &Position) -> Danger {
        position.danger(position.side_to_move())
    }

    #[inline]
    fn duty(self, _: &Position, danger: &Danger) -> Duty {
        if danger.checkers().is_empty() { Duty::Free } else { Duty::Evade }
    }

    fn root_moves(self, position: &Position) -> Vec<Move> {
        self.unseen.seen(position)
    }

    #[inline]
    fn generate(
        self,
        position: &Position,
        danger: &Danger,
        stage: Stage,
        sink: &mut impl FnMut(Move),
    ) {
        let within = match stage {
            Stage::Noisy => position.side(danger.side().other()),
            Stage::Quiet => !position.occupied(),
        };
        let _ = if self.hides_any(danger) {
            let mut seen = each(|m| {
                if !self.unseen.hides(position, m) {
                    sink(m);
                }
            });
            position.legal_moves_within(danger, within, &mut seen)
        } else {
            position.legal_moves_within(danger, within, &mut each(sink))
        };
    }

    #[inline]
    fn is_generated(self, position: &Position, danger: &Danger, m: Move) -> bool {
        position.is_legal_given(danger, m) && self.sees(position, danger, m)
    }

    #[inline]
    fn is_noisy(self, position: &Position, m: Move) -> bool {
        position.captured(m).is_some()
    }

    #[inline]
    fn is_forcing(self, position: &Position, _: &Danger, m: Move) -> bool {
        position.gives_check(m)
    }

    /// Quiet moves that check directly; discovered checks are left out.
    fn quiescence_extras(self, position: &Position, danger: &Danger, sink: &mut impl FnMut(Move)) {
        let checks = Checks::new(position, danger.side());
        let within = checks.all() - position.occupied();
        let mut checking = each(|m: Move| {
            let Some(piece) = position.piece_at(m.from) else { return };
            if checks.of(piece.kind()).contains(m.to) && self.sees(position, danger, m) {
                sink(m);
            }
        });
        let _ = position.legal_moves_within(danger, within, &mut checking);
    }

    #[inline]
    fn see_ge(self, position: &Position, _: &Danger, m: Move, threshold: Score) -> bool {
        exchange::see_ge(position, m, threshold)
    }

    #[inline]
    fn gain(self, position: &Position, m: Move) -> Score {
        exchange::gain(position, m)
    }

    fn hints(self, position: &Position, danger: &Danger) -> Hints {
        Hints::new(position, danger.side())
    }

    #[inline]
    fn order_hint(self, position: &Position, hints: &Hints, m: Move) -> i32 {
        position.piece_at(m.from).map_or(0, |piece| hints.of(position, piece.kind(), m))
    }

    #[inline]
    fn slots(self, position: &Position, m: Move) -> Slots {
        let piece = position.piece_at(m.from).unwrap_or(Piece::RedKing);
        Slots {
            butterfly: (piece.side().index() * Move::INDEX_COUNT + m.index()) as u32,
            place: (piece.index() * Square::COUNT + m.to.index()) as u16,
            victim: position.captured(m).map_or(0, |p| p.kind().index() as u8 + 1),
        }
    }

    #[inline]
    fn same_square(self, before: Slots, after: Slots) -> bool {
        before.place as usize % Square::COUNT == after.place as usize % Square::COUNT
    }

    /// With chariots, horses or cannons on the board there is nearly always a harmless move.
    #[inline]
    fn null_ok(self, position: &Position, danger: &Danger) -> bool {
        let major =
            position.kind(Kind::Chariot) | position.kind(Kind::Horse) | position.kind(Kind::Cannon);
        major.intersects(position.side(danger.side()))
    }

    /// A side without a legal move loses, in check or not.
    fn stuck(self, position: &Position) -> End {
        // A player that overlooks all its moves is not mated for that.
        if self.unseen.oversight.hides_any() && position.has_legal_move() {
            End::Draw
        } else {
            End::Loss
        }
    }

    #[inline]
    fn counted_out(self, line: &Line<Position>, danger: &Danger) -> Option<End> {
        let position = line.position();
        if adjudicate::is_dead_material(position) {
            return Some(End::Draw);
        }
        // A mate on the last ply still wins.
        let over = position.quiet_plies() >= 120
            && adjudicate::is_natural_limit(line)
            && (danger.checkers().is_empty() || position.has_legal_move());
        over.then_some(End::Draw)
    }

    #[inline]
    fn repeated(self, line: &Line<Position>) -> Option<Repetition> {
        let repeated = adjudicate::judge_in_tree(line, self.rules)?;
        let end = match repeated.winner {
            None => End::Draw,
            Some(side) if side == line.position().side_to_move() => End::Win,
            Some(_) => End::Loss,
        };
        Some(Repetition { end, is_final: repeated.is_final })
    }

    #[inline]
    fn table_key(self, position: &Position, key: Key) -> u64 {
        self.key_with(key, position.quiet_plies())
    }

    #[inline]
    fn key_after(self, position: &Position, m: Move) -> Option<u64> {
        let captures = position.captured(m).is_some();
        let count = if captures { 0 } else { position.quiet_plies().saturating_add(1) };
        Some(self.key_with(position.key_after(m), count))
    }

    #[inline]
    fn table_ok(self, position: &Position) -> bool {
        position.quiet_plies() < COUNT_DECIDES
    }

    /// Pawns and guards; horses and cannons.
    #[inline]
    fn correction_keys(self, position: &Position) -> [u64; CORRECTIONS] {
        let red = position.side(game::Side::First);
        let of = |kind: Kind| position.kind(kind);
        let pawns = of(Kind::Pawn);
        let guards = of(Kind::Advisor) | of(Kind::Elephant);
        let skeleton = mix(mix(pawns.bits() as u64, pawns & red | guards), pawns);
        let cannons = of(Kind::Cannon);
        let minor = mix(mix(1, (of(Kind::Horse) | cannons) & red), of(Kind::Horse));
        [skeleton >> 17, mix(minor, cannons) >> 17]
    }

    #[inline]
    fn pack(self, m: Move) -> u16 {
        m.pack()
    }

    #[inline]
    fn unpack(self, position: &Position, danger: &Danger, packed: u16) -> Option<Move> {
        Move::unpack(packed).filter(|&m| self.is_generated(position, danger, m))
    }
}
