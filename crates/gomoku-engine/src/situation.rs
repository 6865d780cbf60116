//! Results that the threats on the board prove about a position without any search.

use crate::Gomoku;
use arrayvec::ArrayVec;
use game::{Position as _, Side};
use gomoku::{Move, Position, Square, Squares, Threat};

/// Moves that answer a threat; the answers to an open three and one's own fours.
pub(crate) type Replies = ArrayVec<Move, 48>;

/// The threats that the side to move faces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Situation {
    /// It wins in so many plies.
    Wins(u16),
    /// It loses in so many plies.
    Loses(u16),
    /// It must stop a five on this point.
    Block(Square),
    /// It must answer an open three, or another threat to make an open four: only these moves can
    /// help.
    Answer(Replies),
    /// No threat binds it.
    Free,
}

/// The patterns that would be a five with the next move.
pub(crate) const FOURS: [Threat; 3] = [Threat::Four, Threat::FourThree, Threat::OpenFour];

impl Gomoku {
    /// The threats that the side to move faces.
    #[inline]
    pub(crate) fn situation(self, position: &Position) -> Situation {
        let us = position.side_to_move();
        let them = us.other();
        if position.count(us, Threat::Five) > 0 {
            return Situation::Wins(1);
        }
        match position.count(them, Threat::Five) {
            0 => {}
            1 => return self.block(position, us),
            // In caro a stone on one end can block the other end as well.
            _ if self.caro => return Situation::Answer(self.blocks(position, us)),
            _ => return Situation::Loses(2),
        }
        // In caro an open four can be blocked, and proves nothing.
        if self.caro {
            return Situation::Free;
        }
        if self.sees_open_four(position, us) {
            return Situation::Wins(3);
        }
        if self.wins_in_five(position, us) {
            return Situation::Wins(5);
        }
        if self.sees_open_four(position, them) {
            return Situation::Answer(self.answers(position, us));
        }
        Situation::Free
    }

    /// Whether the player sees a point on which `side` makes an open four.
    #[inline(always)]
    fn sees_open_four(self, position: &Position, side: Side) -> bool {
        position.count(side, Threat::OpenFour) > 0
            && (!self.unseen.fours.hides_any() || !self.open_fours(position, side).is_empty())
    }

    /// The points on which `side` makes an open four, without those that the player overlooks.
    fn open_fours(self, position: &Position, side: Side) -> Squares {
        let mut seen = *position.threats(side, Threat::OpenFour);
        if self.unseen.fours.hides_any() {
            for square in position.threats(side, Threat::OpenFour).iter() {
                if self.unseen.hides_four(square, side) {
                    seen.remove(square);
                }
            }
        }
        seen
    }

    /// A four and an open three at once, or two open threes, where the opponent can make no
    /// four: one of them becomes an open four.
    #[inline(always)]
    fn wins_in_five(self, position: &Position, us: Side) -> bool {
        let them = us.other();
        // A three of a side with fouls may have no point left to become a four.
        !self.bound[us.index()]
            && !self.unseen.quiet.hides_any()
            && position.count(us, Threat::FourThree) + position.count(us, Threat::DoubleThree) > 0
            && FOURS.iter().all(|&four| position.count(them, four) == 0)
            && position.count(them, Threat::PossibleFoul) == 0
    }

    fn block(self, position: &Position, us: Side) -> Situation {
        match position.threats(us.other(), Threat::Five).iter().next() {
            Some(square) if !position.is_foul(square, us) => Situation::Block(square),
            _ => Situation::Loses(2),
        }
    }

    fn blocks(self, position: &Position, us: Side) -> Replies {
        let mut replies = Replies::new();
        for square in position.threats(us.other(), Threat::Five).iter() {
            push(&mut replies, position, square, us);
        }
        replies
    }

    /// The moves after which the opponent cannot make an open four, and the own fours. If there is
    /// none, a useless block: some move must be played.
    fn answers(self, position: &Position, us: Side) -> Replies {
        let them = us.other();
        let threats = self.open_fours(position, them);
        let mut common: Option<ArrayVec<Square, 32>> = None;
        for threat in threats.iter() {
            let mut these = ArrayVec::<Square, 64>::new();
            position.answers(threat, them, &mut |answer| {
                if !these.contains(&answer) {
                    let _ = these.try_push(answer);
                }
            });
            match &mut common {
                None => common = Some(these.into_iter().take(32).collect()),
                Some(common) => common.retain(|answer| these.contains(answer)),
            }
        }
        let mut replies = Replies::new();
        for square in common.into_iter().flatten() {
            push(&mut replies, position, square, us);
        }
        for four in [Threat::FourThree, Threat::Four, Threat::PossibleFoul] {
            if position.count(us, four) == 0 {
                continue;
            }
            for square in position.threats(us, four).iter() {
                let makes_four =
                    || position.patterns(square, us).iter().any(|pattern| pattern.fours() > 0);
                if !replies.contains(&square) && (four != Threat::PossibleFoul || makes_four()) {
                    push(&mut replies, position, square, us);
                }
            }
        }
        if replies.is_empty() {
            for square in threats.iter() {
                push(&mut replies, position, square, us);
            }
        }
        if replies.is_empty() {
            // All blocks are forbidden.
            for square in position.empty().iter() {
                push(&mut replies, position, square, us);
            }
        }
        replies
    }
}

/// Adds a move if it is legal. Moves beyond the capacity can be dropped.
fn push(replies: &mut Replies, position: &Position, square: Square, us: Side) {
    if !position.is_foul(square, us) {
        let _ = replies.try_push(square);
    }
}
