use super::choice::Choice;
use super::state::{Opening, Stage};
use crate::{Square, Squares};
use game::Side;

/// How far from the stones fifth moves are looked for.
const NEAR: u32 = 3;

/// Chooses in openings for a program that can say how good a position is.
///
/// It is given a closure: stones in order (Black first, alternating), and back comes the
/// advantage of Black in whatever unit. Stones after which the other may choose colours it
/// puts where the position is most even, other stones where they are best; colours it takes
/// by the sign.
///
/// ```
/// use gomoku::opening::{Adviser, Choice, Kind, Opening};
/// let mut opening: Opening = "swap2 15 h8 i9 g7".parse()?;
/// let mut black_is_better = Adviser::new(|_| 120);
/// assert_eq!(black_is_better.choose(&opening), Some(Choice::Swap));
/// # Ok::<(), gomoku::opening::OpeningError>(())
/// ```
#[derive(Debug)]
pub struct Adviser<F> {
    evaluate: F,
}

impl<F: FnMut(&[Square]) -> i32> Adviser<F> {
    /// An adviser that asks this closure.
    pub fn new(evaluate: F) -> Self {
        Self { evaluate }
    }

    /// What the one who decides should choose; `None` when nothing is left to decide.
    pub fn choose(&mut self, opening: &Opening) -> Option<Choice> {
        match opening.stage() {
            Stage::Put { side, .. } => Some(Choice::Put(self.stone(opening, side)?)),
            Stage::Choose { who, from } => Some(self.colours(opening, opening.side(who), from)),
            Stage::Declare { most, .. } => Some(Choice::Declare(self.number(opening, most))),
            Stage::Offer { .. } => self
                .ranked(opening, &near(opening, Choice::Offer))
                .first()
                .map(|&(at, _)| Choice::Offer(at)),
            // White takes the one that helps Black least.
            Stage::Pick { .. } => {
                self.ranked(opening, opening.offers()).last().map(|&(at, _)| Choice::Pick(at))
            }
            Stage::Done => None,
        }
    }

    /// Points as the next stone, best for Black first.
    fn ranked(&mut self, opening: &Opening, points: &[Square]) -> Vec<(Square, i32)> {
        let mut stones = opening.stones().to_vec();
        let mut ranked: Vec<(Square, i32)> = points
            .iter()
            .map(|&at| {
                stones.push(at);
                let advantage = (self.evaluate)(&stones);
                stones.pop();
                (at, advantage)
            })
            .collect();
        ranked.sort_by_key(|&(_, advantage)| std::cmp::Reverse(advantage));
        ranked
    }

    fn stone(&mut self, opening: &Opening, side: Side) -> Option<Square> {
        let points = near(opening, Choice::Put);
        let ranked = self.ranked(opening, &points);
        let mut after = opening.clone();
        after.act(Choice::Put(*points.first()?)).ok()?;
        // Whoever may take the position over is given an even one.
        let for_oneself = matches!(after.stage(), Stage::Offer { .. } | Stage::Done);
        let best = match (for_oneself, side) {
            (false, _) => ranked.into_iter().min_by_key(|(_, advantage)| advantage.unsigned_abs()),
            (true, Side::First) => ranked.into_iter().next(),
            (true, Side::Second) => ranked.into_iter().next_back(),
        };
        best.map(|(at, _)| at)
    }

    fn colours(&mut self, opening: &Opening, mine: Side, from: &[Choice]) -> Choice {
        let black = (self.evaluate)(opening.stones());
        let ours = if mine == Side::First { black } else { black.saturating_neg() };
        if from.contains(&Choice::OfferTen) && mine == Side::First {
            // White will take the tenth best of ten; that must still beat an even game.
            let ranked = self.fifths(opening);
            if ranked.get(9).is_some_and(|&advantage| advantage > 0) {
                return Choice::OfferTen;
            }
        }
        if ours < 0 { Choice::Swap } else { Choice::Keep }
    }

    /// So many fifth moves that the worst of them leaves the game most even.
    fn number(&mut self, opening: &Opening, most: u8) -> u8 {
        let fifths = self.fifths(opening);
        (1..=most)
            .zip(fifths)
            .min_by_key(|(_, advantage)| advantage.unsigned_abs())
            .map_or(most, |(number, _)| number)
    }

    /// What the fifth moves are worth to Black, best first. With three stones on the board the
    /// fourth is not known yet, and the position itself stands for all of them.
    fn fifths(&mut self, opening: &Opening) -> Vec<i32> {
        if opening.stones().len() != 4 {
            return vec![(self.evaluate)(opening.stones())];
        }
        let size = opening.size();
        let symmetries = super::Symmetry::of_position(opening.stones(), size);
        let mut kept: Vec<Square> = Vec::new();
        for at in around(opening) {
            let known = symmetries.iter().any(|symmetry| {
                symmetry.apply(at, size).is_some_and(|image| kept.contains(&image))
            });
            if !known {
                kept.push(at);
            }
        }
        self.ranked(opening, &kept).into_iter().map(|(_, advantage)| advantage).collect()
    }
}

/// The empty points near the stones; on an empty board its middle.
fn around(opening: &Opening) -> Vec<Square> {
    let mut stones = Squares::EMPTY;
    opening.stones().iter().for_each(|&stone| stones.insert(stone));
    if stones.is_empty() {
        let middle = opening.size() / 2;
        return Square::new(middle, middle).into_iter().collect();
    }
    let board = Squares::board(opening.size());
    // Grown sets reach beyond the edge; what is on the board and not far is near.
    let far = board.without(&stones.grown(NEAR));
    board.without(&far).without(&stones).iter().collect()
}

/// The points near the stones that can be chosen now; all that can be if none of them can.
fn near(opening: &Opening, as_choice: fn(Square) -> Choice) -> Vec<Square> {
    let fits = |at: &Square| opening.check(as_choice(*at)).is_ok();
    let close: Vec<Square> = around(opening).into_iter().filter(fits).collect();
    if close.is_empty() {
        Squares::board(opening.size()).iter().filter(fits).collect()
    } else {
        close
    }
}
