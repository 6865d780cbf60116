//! The counts of the evaluation on the board.

use super::codes::Lanes;
use super::places::Tables;
use super::{Account, Term};
use draughts::{Bits, Direction, Position, VariantRules};
use game::Side;

/// The sets of squares from which all counts are computed.
pub(super) struct Board<V: VariantRules> {
    pub(super) variant: V,
    empty: V::Bits,
    men: [V::Bits; 2],
    kings: [V::Bits; 2],
    /// Men of each side.
    pub(super) counts: [i32; 2],
    pub(super) king_counts: [i32; 2],
}

#[inline(always)]
fn step<V: VariantRules>(set: V::Bits, direction: Direction) -> V::Bits {
    Position::<V>::step(set, direction)
}

/// The count of one side with its sign: plus for White, minus for Black.
struct SignedCount<'a, A> {
    account: &'a mut A,
    sign: i32,
}

impl<'a, A: Account> SignedCount<'a, A> {
    #[inline(always)]
    fn of(side: Side, account: &'a mut A) -> Self {
        Self { account, sign: if side == Side::First { 1 } else { -1 } }
    }

    #[inline(always)]
    fn add(&mut self, term: Term, times: i32) {
        self.account.add(term, self.sign * times);
    }

    #[inline(always)]
    fn king(&mut self, index: usize, denied: i32) {
        self.account.king(self.sign, index, denied);
    }
}

impl<V: VariantRules> Board<V> {
    #[inline(always)]
    pub(super) fn of(position: &Position<V>) -> Self {
        let men = Side::ALL.map(|side| position.men(side));
        let kings = Side::ALL.map(|side| position.kings(side));
        Self {
            variant: position.variant(),
            empty: position.empty(),
            men,
            kings,
            counts: men.map(|set| set.count() as i32),
            king_counts: kings.map(|set| set.count() as i32),
        }
    }

    /// Adds up the counts of both sides for the evaluation by hand.
    #[inline(always)]
    pub(super) fn account(
        &self,
        position: &Position<V>,
        tables: &[Tables<V::Bits>; 2],
        account: &mut impl Account,
    ) {
        account.add(Term::Man, self.counts[0] - self.counts[1]);
        let skew = Side::ALL.map(|side| self.skew(side, &tables[side.index()]) / 8);
        account.add(Term::Skew, skew[1] - skew[0]);
        for side in Side::ALL {
            let mut signed = SignedCount::of(side, account);
            self.places(side, &tables[side.index()], &mut signed);
            self.steps(side, &mut signed);
        }
        self.account_rest(position, tables, account);
    }

    /// Adds up the counts of both sides that are learnt besides the patterns.
    #[inline(always)]
    pub(super) fn account_learnt(
        &self,
        position: &Position<V>,
        codes: &impl Lanes,
        tables: &[Tables<V::Bits>; 2],
        account: &mut impl Account,
    ) {
        account.add(Term::Man, self.counts[0] - self.counts[1]);
        let [white, black] = codes.skew().map(|half_columns| half_columns / 8);
        account.add(Term::Skew, black - white);
        self.account_rest(position, tables, account);
    }

    /// What both have in common.
    #[inline(always)]
    fn account_rest(
        &self,
        position: &Position<V>,
        tables: &[Tables<V::Bits>; 2],
        account: &mut impl Account,
    ) {
        if self.counts[0] + self.counts[1] <= V::BOARD.size as i32 + 4 {
            for side in Side::ALL {
                if self.king_counts[side.other().index()] == 0 {
                    self.runners(side, tables, &mut SignedCount::of(side, account));
                }
            }
        }
        for side in Side::ALL {
            if self.king_counts[side.index()] > 0 {
                let mut signed = SignedCount::of(side, account);
                self.kings(position, side, &tables[side.index()], &mut signed);
            }
        }
        let turn = if game::Position::side_to_move(position) == Side::First { 1 } else { -1 };
        account.add(Term::Turn, turn);
    }

    /// Empty squares where a piece of `side` would be captured by men.
    #[inline(always)]
    fn attacked(&self, side: Side) -> V::Bits {
        let capturers = self.men[side.other().index()];
        let mut attacked = V::Bits::ZERO;
        for &d in self.variant.men_capture().directions(side.other()) {
            attacked |= step::<V>(capturers, d) & step::<V>(self.empty, d.reverse());
        }
        attacked & self.empty
    }

    /// The imbalance of a side's men between the two halves of the board, in half columns.
    #[inline(always)]
    fn skew(&self, side: Side, tables: &Tables<V::Bits>) -> i32 {
        let (men, count) = (self.men[side.index()], self.counts[side.index()]);
        // Columns count from 0 to size - 1; balanced men sum up to half of that each.
        let width = V::BOARD.size as i32 - 1;
        (2 * tables.columns.sum(men) - width * count).abs()
    }

    /// The places of men; patterns replace these terms.
    #[inline(always)]
    fn places(
        &self,
        side: Side,
        tables: &Tables<V::Bits>,
        signed: &mut SignedCount<'_, impl Account>,
    ) {
        let men = self.men[side.index()];
        signed.add(Term::Tempo, tables.rows.sum(men));
        signed.add(Term::Centre, tables.centre.sum(men));
        signed.add(Term::Edge, (men & tables.edge).count() as i32);
        signed.add(Term::Guard, tables.guard.sum(men));
        let posts = men & tables.beyond;
        if posts.is_zero() {
            return;
        }
        let opponents = self.men[side.other().index()];
        let mut hanging = V::Bits::ZERO;
        for &d in self.variant.men_capture().directions(side.other()) {
            hanging |= step::<V>(opponents, d) & step::<V>(self.empty, d.reverse());
        }
        signed.add(Term::Outpost, (posts & !hanging).count() as i32);
    }

    /// The mobility of men, and blocked men.
    #[inline(always)]
    fn steps(&self, side: Side, signed: &mut SignedCount<'_, impl Account>) {
        let men = self.men[side.index()];
        let own_pieces = men | self.kings[side.index()];
        let opponents = self.men[side.other().index()];
        let attacked = self.attacked(side);
        let mut free = V::Bits::ZERO;
        for &d in self.variant.men_move().directions(side) {
            let back = d.reverse();
            let unsafe_ahead = attacked | step::<V>(opponents, back);
            let safe = step::<V>(men, d) & self.empty & !unsafe_ahead;
            free |= step::<V>(safe, back);
            signed.add(Term::SafeStep, safe.count() as i32);
            signed.add(Term::Link, (men & step::<V>(own_pieces, d)).count() as i32);
        }
        signed.add(Term::Held, (men & !free).count() as i32);
    }

    /// Men with a free path: every square that an opponent could step to lies behind them.
    #[inline(never)]
    fn runners(
        &self,
        side: Side,
        tables: &[Tables<V::Bits>; 2],
        signed: &mut SignedCount<'_, impl Account>,
    ) {
        let [tables, opponent] = [side, side.other()].map(|side| &tables[side.index()]);
        let mut guarded = V::Bits::ZERO;
        self.men[side.other().index()].each(|bit| guarded |= opponent.cones[bit as usize]);
        let free = self.men[side.index()] & !guarded;
        if !free.is_zero() {
            signed.add(Term::Runner, free.count() as i32);
            signed.add(Term::RunnerRow, tables.rows.sum(free));
        }
    }

    /// The number of kings, and their mobility.
    fn kings(
        &self,
        position: &Position<V>,
        side: Side,
        tables: &Tables<V::Bits>,
        signed: &mut SignedCount<'_, impl Account>,
    ) {
        let kings = self.kings[side.index()];
        signed.add(Term::King, 1);
        signed.add(Term::KingsMore, self.king_counts[side.index()] - 1);
        signed.add(Term::MainRoad, (kings & tables.main_road).count() as i32);
        let safe = self.empty & !self.attacked(side);
        kings.each(|bit| {
            let king = V::Bits::bit(bit);
            let mut squares = V::Bits::ZERO;
            for &d in self.variant.king_move().directions(side) {
                let mut at = step::<V>(king, d) & self.empty;
                while !at.is_zero() {
                    squares |= at;
                    if !self.variant.flying() {
                        break;
                    }
                    at = step::<V>(at, d) & self.empty;
                }
            }
            match (squares & safe).count() as i32 {
                0 => signed.add(Term::KingTrapped, 1),
                steps => signed.add(Term::KingStep, steps),
            }
            let index = usize::from(tables.index[bit as usize]);
            signed.king(index, (squares & !safe).count() as i32);
        });
        if self.variant.king_run() > 0 {
            signed.add(Term::KingRun, i32::from(position.run(side).moves()));
        }
    }
}
