//! Results that the threats on the board prove about a position without any search.

use crate::Gomoku;
use arrayvec::ArrayVec;
use game::{Position as _, Side};
use gomoku::{Pattern, Position, Square, Squares, Threat};

/// Moves that answer a threat; the answers to an open three and one's own fours.
pub(crate) type Replies = ArrayVec<Square, 48>;

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
    /// The opponent threatens a four that is an open three as well: only these quiet moves, and its own fours, can
    /// help.
    Limited(Replies),
    /// No threat binds it.
    Free,
}

/// More moves than this against a four and three are not told apart from all.
const LIMITED: usize = 40;

/// The patterns that would be a five with the next move.
pub(crate) const FOURS: [Threat; 3] = [Threat::Four, Threat::FourThree, Threat::OpenFour];

impl Gomoku {
    /// The threats that the side to move faces.
    #[inline]
    pub(crate) fn situation(self, position: &Position) -> Situation {
        let us = position.side_to_move();
        let them = us.other();
        if self.sees(position, us, Threat::Five) {
            return Situation::Wins(1);
        }
        match self.seen_fives(position, them) {
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
        if self.sees(position, us, Threat::OpenFour) {
            return Situation::Wins(3);
        }
        if self.wins_in_five(position, us) {
            return Situation::Wins(5);
        }
        if self.sees(position, them, Threat::OpenFour) {
            return Situation::Answer(self.answers(position, us));
        }
        if position.count(them, Threat::FourThree) > 0 {
            return self.against_four_threes(position, us);
        }
        Situation::Free
    }

    /// The opponent can make a four together with an open three: the four must be blocked, and the three then becomes an open
    /// four. This fails only if a stone of ours was in the way of one of the two, or if the block makes a four.
    fn against_four_threes(self, position: &Position, us: Side) -> Situation {
        let them = us.other();
        if self.bound != [false; 2] || self.unseen.any() {
            return Situation::Free;
        }
        let mut helps = *position.empty();
        for square in position.threats(them, Threat::FourThree).iter() {
            if let Some(these) = in_the_way(position, square, us) {
                helps = helps.intersection(&these);
            }
        }
        if helps.len() as usize > LIMITED {
            return Situation::Free;
        }
        let is_four = |square| {
            let threat = position.threat(square, us);
            matches!(threat, Threat::Four | Threat::FourThree)
        };
        let quiet: Replies = helps.iter().filter(|&square| !is_four(square)).collect();
        let fours = position.count(us, Threat::Four) + position.count(us, Threat::FourThree);
        if quiet.is_empty() && fours == 0 { Situation::Loses(6) } else { Situation::Limited(quiet) }
    }

    /// Whether the player sees a point on which `side` makes this threat.
    #[inline(always)]
    fn sees(self, position: &Position, side: Side, threat: Threat) -> bool {
        position.count(side, threat) > 0
            && (!self.unseen.any() || !self.unseen.seen(position, side, threat).is_empty())
    }

    /// The number of points on which the player sees that `side` makes a five.
    #[inline(always)]
    fn seen_fives(self, position: &Position, side: Side) -> u32 {
        let all = position.count(side, Threat::Five);
        if all == 0 || !self.unseen.any() {
            return all;
        }
        self.unseen.seen(position, side, Threat::Five).len()
    }

    /// A four and an open three at once, or two open threes, where the opponent can make no
    /// four: one of them becomes an open four.
    #[inline(always)]
    fn wins_in_five(self, position: &Position, us: Side) -> bool {
        let them = us.other();
        // A three of a side with fouls may have no point left to become a four.
        !self.bound[us.index()]
            && !self.unseen.any()
            && position.count(us, Threat::FourThree) + position.count(us, Threat::DoubleThree) > 0
            && FOURS.iter().all(|&four| position.count(them, four) == 0)
            && position.count(them, Threat::PossibleFoul) == 0
    }

    fn block(self, position: &Position, us: Side) -> Situation {
        match self.unseen.seen(position, us.other(), Threat::Five).iter().next() {
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
        let threats = self.unseen.seen(position, them, Threat::OpenFour);
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

/// The points where a stone of `us` may spoil a four and three of the opponent on `square`; none where every stone may. They
/// are more than needed: whole lines around the three, and around the block of the four where it is part of a three of ours.
fn in_the_way(position: &Position, square: Square, us: Side) -> Option<Squares> {
    let them = us.other();
    let mut points = Squares::EMPTY;
    points.insert(square);
    for (line, pattern) in position.patterns(square, them).into_iter().enumerate() {
        if pattern == Pattern::OpenThree {
            line_through(square, line).for_each(|point| points.insert(point));
        } else if pattern.fours() > 0 {
            for block in blocks_of_four(position, square, line, them).iter() {
                points.insert(block);
                for (line, ours) in position.patterns(block, us).into_iter().enumerate() {
                    match ours {
                        Pattern::Three | Pattern::OpenThree => {
                            line_through(block, line).for_each(|point| points.insert(point));
                        }
                        _ if ours >= Pattern::Four && ours != Pattern::Overline => return None,
                        _ => {}
                    }
                }
            }
        }
    }
    Some(points.intersection(position.empty()))
}

/// The points that make a five with a four of `side` on `square`: empty, in a row of five with it and three stones.
fn blocks_of_four(position: &Position, square: Square, line: usize, side: Side) -> Squares {
    let mut blocks = Squares::EMPTY;
    for start in -4..=0 {
        let others = (start..start + 5).filter(|&steps| steps != 0);
        let (mut stones, mut gap) = (0, None);
        for point in others.filter_map(|steps| along(square, line, steps)) {
            if position.stones(side).contains(point) {
                stones += 1;
            } else if position.empty().contains(point) {
                gap = Some(point);
            }
        }
        if let (3, Some(gap)) = (stones, gap) {
            blocks.insert(gap);
        }
    }
    blocks
}

/// The points on one of the four lines through a point, as far as a stone there can be part of one five with it.
fn line_through(square: Square, line: usize) -> impl Iterator<Item = Square> {
    (-4..=4).filter_map(move |steps| along(square, line, steps))
}

/// The point so many steps along a line.
fn along(square: Square, line: usize, steps: i8) -> Option<Square> {
    const STEPS: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];
    let (x, y) = STEPS[line % 4];
    let column = square.column().checked_add_signed(steps * x)?;
    Square::new(column, square.row().checked_add_signed(steps * y)?)
}

/// Adds a move if it is legal. Moves beyond the capacity can be dropped.
fn push(replies: &mut Replies, position: &Position, square: Square, us: Side) {
    if !position.is_foul(square, us) {
        let _ = replies.try_push(square);
    }
}
