use super::choice::Choice;
use super::state::{Opening, Stage};
use crate::{Square, Squares};
use game::Side;

/// The greatest distance from the stones at which points are considered.
const NEAR: u32 = 3;
/// The number of the most promising stones after which the next stone is also considered. Advice
/// takes at most so many times longer than one evaluation of every point, plus one.
const LOOKED_BEYOND: usize = 3;
/// The advantage at which a colour is taken and two more stones are not put.
const CLEAR: u32 = 60;
/// The greatest advantage at which a position may be left to the other's choice.
const EVEN: u32 = 25;

/// Chooses in openings for a program that can evaluate a position.
///
/// It is given a closure that takes stones in order (Black first, alternating) and returns Black's
/// advantage in hundredths. If the other player may choose colours after a stone, it puts the stone
/// where the position is most even; otherwise it puts the stone where the position is best. It
/// takes the better colour. If neither colour is clearly better, it prefers to put two more stones,
/// if it finds two that leave the game even (the player who put the stones may know more about
/// them). It declares the number of fifth moves with which the game is most even after the worst of
/// them.
///
/// It considers points near the stones only, each a bounded number of times, and calls the closure
/// with the same arguments in the same order every time.
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
    /// An adviser that calls this closure.
    pub fn new(evaluate: F) -> Self {
        Self { evaluate }
    }

    /// The choice for the player who decides; `None` when nothing is left to decide.
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
        let next = after(opening, Choice::Put(*points.first()?))?;
        if leaves_two(opening, &next) {
            return self.even_pair(opening).map(|(first, _)| first);
        }
        let ranked = self.ranked(opening, &points);
        // A player who may take the position over is given an even one.
        let for_oneself = matches!(next.stage(), Stage::Offer { .. } | Stage::Done);
        let best = match (for_oneself, side) {
            (false, _) => ranked.into_iter().min_by_key(|(_, advantage)| advantage.unsigned_abs()),
            (true, Side::First) => ranked.into_iter().next(),
            (true, Side::Second) => ranked.into_iter().next_back(),
        };
        best.map(|(at, _)| at)
    }

    /// The next stone after which, with the best following stone, the game is most even; also
    /// Black's advantage then.
    fn even_pair(&mut self, opening: &Opening) -> Option<(Square, i32)> {
        let mut firsts = self.ranked(opening, &near(opening, Choice::Put));
        firsts.sort_by_key(|(_, advantage)| advantage.unsigned_abs());
        let mut pairs = Vec::new();
        for (first, _) in firsts.into_iter().take(LOOKED_BEYOND) {
            let next = after(opening, Choice::Put(first))?;
            let seconds = self.ranked(&next, &near(&next, Choice::Put));
            pairs.extend(seconds.into_iter().map(|(_, advantage)| (first, advantage)));
        }
        pairs.into_iter().min_by_key(|(_, advantage)| advantage.unsigned_abs())
    }

    fn colours(&mut self, opening: &Opening, mine: Side, from: &[Choice]) -> Choice {
        let black = (self.evaluate)(opening.stones());
        let ours = if mine == Side::First { black } else { black.saturating_neg() };
        if from.contains(&Choice::OfferTen) && mine == Side::First {
            // White will take the tenth best of ten; that must still be better than an even game.
            let ranked = self.fifths(opening);
            if ranked.get(9).is_some_and(|&advantage| advantage > 0) {
                return Choice::OfferTen;
            }
        }
        if from.contains(&Choice::PutTwo)
            && ours.unsigned_abs() < CLEAR
            && let Some(two_more) = after(opening, Choice::PutTwo)
            && let Some((_, advantage)) = self.even_pair(&two_more)
            && advantage.unsigned_abs() <= EVEN
        {
            return Choice::PutTwo;
        }
        if ours < 0 { Choice::Swap } else { Choice::Keep }
    }

    /// The number of fifth moves at which the worst of them leaves the game most even.
    fn number(&mut self, opening: &Opening, most: u8) -> u8 {
        let fifths = match opening.stones().len() {
            4 => self.fifths(opening),
            _ => self.fifths_after_the_fourth(opening),
        };
        (1..=most)
            .zip(fifths)
            .min_by_key(|(_, advantage)| advantage.unsigned_abs())
            .map_or(most, |(number, _)| number)
    }

    /// The values of the fifth moves for Black, best first, after White has put the fourth stone
    /// where these values are lowest.
    fn fifths_after_the_fourth(&mut self, opening: &Opening) -> Vec<i32> {
        let declared = after(opening, Choice::Declare(1));
        let Some(fourth) = declared.and_then(|opening| after(&opening, Choice::Keep)) else {
            return Vec::new();
        };
        let ranked = self.ranked(&fourth, &near(&fourth, Choice::Put));
        let mut least: Option<Vec<i32>> = None;
        for (at, _) in ranked.into_iter().rev().take(LOOKED_BEYOND) {
            let Some(four) = after(&fourth, Choice::Put(at)) else { continue };
            let fifths = self.fifths(&four);
            least = Some(match least {
                None => fifths,
                Some(least) => least.into_iter().zip(fifths).map(|(a, b)| a.min(b)).collect(),
            });
        }
        least.unwrap_or_default()
    }

    /// The values of the fifth moves for Black, best first, symmetrical ones counted once.
    fn fifths(&mut self, opening: &Opening) -> Vec<i32> {
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

/// The opening after a choice, if it can be made.
fn after(opening: &Opening, choice: Choice) -> Option<Opening> {
    let mut after = opening.clone();
    after.act(choice).ok()?;
    Some(after)
}

/// Whether the player of the next stone also puts the one after it (`after` the first of them), and
/// then leaves the choice of colours to the other player.
fn leaves_two(opening: &Opening, after: &Opening) -> bool {
    let Stage::Put { who, .. } = opening.stage() else { return false };
    let Stage::Put { who: again, .. } = after.stage() else { return false };
    let Some(&at) = near(after, Choice::Put).first() else { return false };
    let end = self::after(after, Choice::Put(at)).map(|end| end.stage());
    who == again && matches!(end, Some(Stage::Choose { who: other, .. }) if other != who)
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
    // The grown sets extend beyond the edge; a point is near if it is on the board and not far.
    let far = board.without(&stones.grown(NEAR));
    board.without(&far).without(&stones).iter().collect()
}

/// The points near the stones that can be chosen now; all points that can be chosen if none of
/// these can.
fn near(opening: &Opening, as_choice: fn(Square) -> Choice) -> Vec<Square> {
    let fits = |at: &Square| opening.check(as_choice(*at)).is_ok();
    let close: Vec<Square> = around(opening).into_iter().filter(fits).collect();
    if close.is_empty() {
        Squares::board(opening.size()).iter().filter(fits).collect()
    } else {
        close
    }
}
