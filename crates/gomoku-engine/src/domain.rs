//! Gomoku as the search sees it.

use crate::Situation;
use crate::candidates::candidates;
use crate::order::Order;
use crate::unseen::OverlookedPoints;
use game::{Key, Position as _, Side};
use gomoku::{LARGEST, Move, Pattern, Position, Rules, Square, Threat};
use search::{Domain, Duty, End, Score, Slots, SolvedEnd, Stage};

/// The penalty of a four that makes nothing else: it uses up the threat.
const PLAIN_FOUR: i32 = -50;
/// Points of the largest board.
const POINTS: usize = LARGEST as usize * LARGEST as usize;

/// A game of the family, at full strength or with overlooked moves.
#[derive(Copy, Clone, Debug)]
pub struct Gomoku {
    /// Whether both ends of a five may be blocked.
    pub(crate) caro: bool,
    /// The sides that are bound by fouls.
    pub(crate) bound: [bool; 2],
    order: &'static Order,
    pub(crate) unseen: OverlookedPoints,
}

impl Gomoku {
    /// The game under these rules.
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        Self {
            caro: rules.rows.iter().any(|row| row.blocked_is_nothing),
            bound: Side::ALL.map(|side| rules.bind(side)),
            order: Order::of(rules),
            unseen: OverlookedPoints::default(),
        }
    }

    /// Whether a move makes a four, which must be answered at once. Returns `false` for points that
    /// may be forbidden.
    #[inline(always)]
    fn makes_four(threat: Threat) -> bool {
        matches!(threat, Threat::Four | Threat::FourThree | Threat::OpenFour | Threat::Five)
    }
}

fn number(square: Square) -> usize {
    usize::from(square.row()) * usize::from(LARGEST) + usize::from(square.column())
}

/// The threat that a move of the side to move makes. A pass makes none.
#[inline(always)]
fn threat_of(position: &Position, m: Move) -> Threat {
    m.square().map_or(Threat::Quiet, |square| position.threat(square, position.side_to_move()))
}

impl Domain for Gomoku {
    type Position = Position;
    type Info = Situation;
    type Hints = ();

    const BUTTERFLY: usize = 2 * POINTS;
    const PLACES: usize = 2 * POINTS;
    const VICTIMS: usize = 1;

    #[inline]
    fn info(self, position: &Position) -> Situation {
        self.situation(position)
    }

    #[inline]
    fn duty(self, _: &Position, situation: &Situation) -> Duty {
        match situation {
            Situation::Free | Situation::Limited(_) => Duty::Free,
            Situation::Answer(_) if !self.caro => Duty::Pressed,
            _ => Duty::Forced,
        }
    }

    fn root_moves(self, position: &Position) -> Vec<Move> {
        let us = position.side_to_move();
        let all = |side, threats: &[Threat]| -> Vec<Square> {
            threats.iter().flat_map(|&threat| position.threats(side, threat).iter()).collect()
        };
        let situation = self.situation(position);
        let mut moves = match situation {
            Situation::Wins(1) => self.unseen.seen(position, us, Threat::Five).iter().collect(),
            Situation::Wins(3) => self.unseen.seen(position, us, Threat::OpenFour).iter().collect(),
            Situation::Wins(_) => all(us, &[Threat::FourThree, Threat::DoubleThree]),
            Situation::Loses(2) => all(us.other(), &[Threat::Five]),
            Situation::Block(square) => vec![square],
            Situation::Answer(ref replies) => replies.to_vec(),
            Situation::Free | Situation::Limited(_) | Situation::Loses(_) => {
                candidates(position).iter().collect()
            }
        };
        moves.retain(|&m| position.is_allowed(m));
        if situation == Situation::Free && moves.iter().any(|&m| !self.unseen.hides(position, m)) {
            moves.retain(|&m| !self.unseen.hides(position, m));
        }
        moves.sort_by_key(|&m| -self.order.by_rule(position.prospects(m), us));
        moves.into_iter().map(Move::Put).collect()
    }

    #[inline]
    fn foreseen(self, _: &Position, situation: &Situation) -> Option<SolvedEnd> {
        match *situation {
            Situation::Wins(after) => Some(SolvedEnd { end: End::Win, after }),
            Situation::Loses(after) => Some(SolvedEnd { end: End::Loss, after }),
            _ => None,
        }
    }

    #[inline]
    fn generate(
        self,
        position: &Position,
        situation: &Situation,
        stage: Stage,
        sink: &mut impl FnMut(Move),
    ) {
        let us = position.side_to_move();
        match situation {
            Situation::Block(square) => {
                let m = Move::Put(*square);
                if self.is_noisy(position, m) == (stage == Stage::Noisy) {
                    sink(m);
                }
            }
            Situation::Answer(replies) => {
                for m in replies.iter().copied().map(Move::Put) {
                    if self.is_noisy(position, m) == (stage == Stage::Noisy) {
                        sink(m);
                    }
                }
            }
            _ if stage == Stage::Noisy => {
                for four in [Threat::OpenFour, Threat::FourThree, Threat::Four] {
                    if position.count(us, four) > 0 {
                        let seen = self.unseen.seen(position, us, four);
                        seen.iter().map(Move::Put).for_each(&mut *sink);
                    }
                }
            }
            Situation::Limited(quiet) => quiet.iter().for_each(|&square| sink(Move::Put(square))),
            _ => {
                // Without an iterator of its own: both loops over the set become one.
                candidates(position).iter().for_each(|square| {
                    let threat = position.threat(square, us);
                    if !Self::makes_four(threat)
                        && threat != Threat::Foul
                        && !self.unseen.hides(position, square)
                    {
                        sink(Move::Put(square));
                    }
                });
            }
        }
    }

    #[inline]
    fn is_legal(self, position: &Position, _: &Situation, m: Move) -> bool {
        let us = position.side_to_move();
        !self.bound[us.index()] || !m.square().is_some_and(|square| position.is_foul(square, us))
    }

    #[inline]
    fn is_generated(self, position: &Position, situation: &Situation, m: Move) -> bool {
        // The search never passes.
        let Move::Put(square) = m else { return false };
        match situation {
            Situation::Block(only) => square == *only,
            Situation::Answer(replies) => replies.contains(&square),
            Situation::Limited(quiet) => {
                position.empty().contains(square)
                    && (quiet.contains(&square) || self.is_noisy(position, m))
            }
            _ => {
                position.empty().contains(square)
                    && threat_of(position, m) != Threat::Foul
                    && !self.unseen.hides(position, square)
            }
        }
    }

    /// Fours, which must be answered at once.
    #[inline]
    fn is_noisy(self, position: &Position, m: Move) -> bool {
        Self::makes_four(threat_of(position, m))
    }

    /// Fours and threes.
    #[inline]
    fn is_forcing(self, position: &Position, _: &Situation, m: Move) -> bool {
        !matches!(threat_of(position, m), Threat::Quiet | Threat::Foul)
    }

    #[inline]
    fn has_noisy(self, position: &Position, _: &Situation, _: u16) -> bool {
        let us = position.side_to_move();
        position.count(us, Threat::Four)
            + position.count(us, Threat::FourThree)
            + position.count(us, Threat::OpenFour)
            > 0
    }

    /// A four that builds nothing else is a wasted threat.
    #[inline]
    fn see_ge(self, position: &Position, _: &Situation, m: Move, threshold: Score) -> bool {
        let us = position.side_to_move();
        let value = match m {
            Move::Put(square) if position.threat(square, us) == Threat::Four => {
                let patterns = position.patterns(square, us);
                let builds = |p: &&Pattern| {
                    matches!(p, Pattern::OpenTwo | Pattern::Three | Pattern::OpenThree)
                };
                if patterns.iter().any(|p| builds(&p)) { 0 } else { PLAIN_FOUR }
            }
            _ => 0,
        };
        threshold <= Score::new(value)
    }

    /// Used only to order the fours.
    #[inline]
    fn gain(self, position: &Position, m: Move) -> Score {
        let Move::Put(square) = m else { return Score::ZERO };
        Score::new(self.order.by_rule(position.prospects(square), position.side_to_move()) / 4)
    }

    #[inline]
    fn hints(self, _: &Position, _: &Situation) {}

    #[inline]
    fn order_hint(self, position: &Position, (): &(), m: Move) -> i32 {
        let Move::Put(square) = m else { return 0 };
        self.order.learnt(position.prospects(square), position.side_to_move())
    }

    #[inline]
    fn slots(self, position: &Position, m: Move) -> Slots {
        let place = position.side_to_move().index() * POINTS + m.square().map_or(0, number);
        Slots { butterfly: place as u32, place: place as u16, victim: 0 }
    }

    /// Where neither side threatens to make a four, an extra move has value.
    #[inline]
    fn null_ok(self, position: &Position, _: &Situation) -> bool {
        let them = position.side_to_move().other();
        position.count(them, Threat::FourThree) == 0
            && position.count(them, Threat::DoubleThree) == 0
            && position.count(them, Threat::Four) == 0
    }

    #[inline]
    fn has_only_move(self, _: &Position, situation: &Situation) -> bool {
        match situation {
            Situation::Block(_) => true,
            Situation::Answer(replies) => replies.len() == 1,
            _ => false,
        }
    }

    #[inline]
    fn immediate(self, position: &Position) -> Option<End> {
        match position.winner() {
            Some(winner) if winner == position.side_to_move() => Some(End::Win),
            Some(_) => Some(End::Loss),
            None => None,
        }
    }

    /// The board is full, or only forbidden points are left.
    #[inline]
    fn stuck(self, _: &Position) -> End {
        End::Draw
    }

    #[inline]
    fn table_key(self, _: &Position, key: Key) -> u64 {
        key.0 ^ self.unseen.oversight.seed
    }

    #[inline]
    fn pack(self, m: Move) -> u16 {
        m.square().map_or(0, |square| 1 + number(square) as u16)
    }

    #[inline]
    fn unpack(self, position: &Position, situation: &Situation, packed: u16) -> Option<Move> {
        let number = packed.checked_sub(1)?;
        let side = u16::from(LARGEST);
        let m = Square::new((number % side) as u8, (number / side) as u8)?.into();
        self.is_generated(position, situation, m).then_some(m)
    }
}
