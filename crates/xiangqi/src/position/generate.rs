use super::{Danger, Position, reach};
use crate::{File, Kind, Move, Piece, Square, Squares, attacks};
use game::Side;
use std::ops::ControlFlow;

impl Position {
    /// Calls `sink` with the legal captures until it breaks.
    ///
    /// # Errors
    /// Not an error: `Break` when the sink broke.
    pub fn captures(&self, sink: &mut impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        let enemies = self.side(self.turn.other());
        self.legal_moves_within(&self.danger(self.turn), enemies, sink)
    }

    /// Calls `sink` with the legal moves that capture nothing until it breaks.
    ///
    /// # Errors
    /// Not an error: `Break` when the sink broke.
    pub fn quiets(&self, sink: &mut impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        self.legal_moves_within(&self.danger(self.turn), !self.occupied(), sink)
    }

    /// Calls `sink` with the legal moves that land in `within`, for the side of `danger` in this
    /// position, until it breaks. That need not be the side to move: the possible next moves of the
    /// other side are its threats.
    ///
    /// # Errors
    /// Not an error: `Break` when the sink broke.
    #[inline]
    pub fn legal_moves_within(
        &self,
        danger: &Danger,
        within: Squares,
        sink: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let side = danger.side();
        let own = self.side(side);
        let occupied = self.occupied();
        let within = within - own;
        let landing = within & danger.landing();
        let bound = danger.bound() & own;
        let mut all = |from: Square, to: Squares| -> ControlFlow<()> {
            for to in to {
                sink(Move::new(from, to))?;
            }
            ControlFlow::Continue(())
        };
        if !landing.is_empty() {
            let of = |kind: Kind| self.pieces(side, kind) - bound;
            for from in of(Kind::Chariot) {
                all(from, attacks::chariot(from, occupied) & landing)?;
            }
            for from in of(Kind::Cannon) {
                all(from, attacks::cannon(from, occupied) & landing)?;
            }
            for from in of(Kind::Horse) {
                all(from, attacks::horse(from, occupied) & landing)?;
            }
            for from in of(Kind::Pawn) {
                all(from, attacks::pawn(side, from) & landing)?;
            }
            for from in of(Kind::Elephant) {
                all(from, attacks::elephant(from, occupied) & landing)?;
            }
            for from in of(Kind::Advisor) {
                all(from, attacks::advisor(from) & landing)?;
            }
        }
        for from in bound {
            all(from, self.reach_of_bound(side, from) & within)?;
        }
        let king = self.king(side);
        for to in attacks::king(king) & within {
            if !self.is_king_attacked_on(side, to) {
                sink(Move::new(king, to))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The number of moves of [`Position::legal_moves_within`], without a list of them.
    pub(super) fn count_within(&self, danger: &Danger, within: Squares) -> u64 {
        let side = danger.side();
        let own = self.side(side);
        let occupied = self.occupied();
        let within = within - own;
        let landing = within & danger.landing();
        let bound = danger.bound() & own;
        let of = |kind: Kind| self.pieces(side, kind) - bound;
        let mut count = 0;
        for from in of(Kind::Chariot) {
            count += (attacks::chariot(from, occupied) & landing).len();
        }
        for from in of(Kind::Cannon) {
            count += (attacks::cannon(from, occupied) & landing).len();
        }
        for from in of(Kind::Horse) {
            count += (attacks::horse(from, occupied) & landing).len();
        }
        for from in of(Kind::Elephant) {
            count += (attacks::elephant(from, occupied) & landing).len();
        }
        for from in of(Kind::Advisor) {
            count += (attacks::advisor(from) & landing).len();
        }
        for steps in pawn_steps(side, of(Kind::Pawn)) {
            count += (steps & landing).len();
        }
        for from in bound {
            count += (self.reach_of_bound(side, from) & within).len();
        }
        for to in attacks::king(self.king(side)) & within {
            count += u32::from(!self.is_king_attacked_on(side, to));
        }
        u64::from(count)
    }

    /// [`game::Position::is_legal`] for the side of `danger`, for callers that have computed it.
    #[inline]
    #[must_use]
    pub fn is_legal_given(&self, danger: &Danger, m: Move) -> bool {
        let side = danger.side();
        let Some(piece) = self.piece_at(m.from) else { return false };
        if piece.side() != side
            || self.side(side).contains(m.to)
            || !self.reach(piece, m.from).contains(m.to)
        {
            return false;
        }
        if piece.kind() == Kind::King {
            !self.is_king_attacked_on(side, m.to)
        } else if danger.bound().contains(m.from) {
            self.landing_of_bound(side, m.from).contains(m.to)
        } else {
            danger.landing().contains(m.to)
        }
    }

    fn reach_of_bound(&self, side: Side, square: Square) -> Squares {
        self.piece_at(square).map_or(Squares::EMPTY, |piece: Piece| {
            reach(piece, square, self.occupied()) & self.landing_of_bound(side, square)
        })
    }
}

/// The steps of all pawns at once: forward, left, right.
fn pawn_steps(side: Side, pawns: Squares) -> [Squares; 3] {
    const LEFT_EDGE: Squares = Squares::file(File::A);
    const RIGHT_EDGE: Squares = Squares::file(File::I);
    let across = pawns & Squares::home(side.other());
    let forward = match side {
        Side::First => Squares::from_bits(pawns.bits() << 9),
        Side::Second => Squares::from_bits(pawns.bits() >> 9),
    };
    [
        forward,
        Squares::from_bits((across - LEFT_EDGE).bits() >> 1),
        Squares::from_bits((across - RIGHT_EDGE).bits() << 1),
    ]
}
