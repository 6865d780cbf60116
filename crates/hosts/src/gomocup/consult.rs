//! What takes more than one search: the stones of a Swap2 opening, and even moves.

use super::budget::Budget;
use super::table::StoneOrder;
use engine::{Control, Engine, Limits, Session};
use protocol::gomocup::{Answer, Point, Stone};
use std::collections::BTreeMap;
use std::time::Duration;

/// Openings tried for Swap2, and lines looked at for an even move.
const TRIED: u32 = 24;
const LINES: u32 = 40;
/// What a mate counts, among evaluations.
const MATE: i32 = 100_000;
/// First moves tried where two are wanted.
const FIRST_MOVES: u32 = 6;

/// The engine, and what it may use.
pub(super) struct BrainEngine<'a> {
    pub(super) engine: &'a mut dyn Engine,
    pub(super) control: &'a Control,
    pub(super) table: StoneOrder,
    pub(super) budget: Budget,
    /// For what is random.
    pub(super) seed: u64,
}

impl BrainEngine<'_> {
    /// What to do with the stones of a Swap2 opening: put three; or move, if the side to move
    /// is at least as good; or leave that to the other.
    pub(super) fn swap2(&mut self, stones: usize) -> Answer {
        if stones == 0 {
            return self.three_stones();
        }
        match self.table.session().and_then(|session| self.look(&*session, 1, 1)) {
            Err(why) => Answer::Error(why),
            Ok(lines) => match lines.first() {
                Some(&(at, worth)) if worth >= 0 => Answer::Points(vec![at]),
                Some(_) => Answer::Swap,
                None => Answer::Error("there is no move".to_owned()),
            },
        }
    }

    /// Of some openings of three stones the most even one.
    fn three_stones(&mut self) -> Answer {
        match self
            .table
            .size()
            .and_then(|size| self.even_three(|consult| consult.random_three(size)))
        {
            Ok(points) => Answer::Points(points),
            Err(why) => Answer::Error(why),
        }
    }

    /// The most even of some openings of three stones.
    pub(super) fn even_three(
        &mut self,
        three: impl Fn(&mut Self) -> Vec<Point>,
    ) -> Result<Vec<Point>, String> {
        let mut best: Option<(u32, Vec<Point>)> = None;
        for _ in 0..TRIED {
            let points = three(self);
            let stones: Vec<Stone> = points.iter().map(|&at| Stone { at, field: None }).collect();
            let mut table = self.table.clone();
            let session = table.set_opening(&stones).and_then(|()| table.session());
            let lines = session.and_then(|session| self.look(&*session, 1, TRIED));
            let Some(&(_, worth)) = lines.as_ref().ok().and_then(|lines| lines.first()) else {
                continue;
            };
            let odds = worth.unsigned_abs();
            if best.as_ref().is_none_or(|(least, _)| odds < *least) {
                best = Some((odds, points));
            }
            if self.control.is_stopped() {
                break;
            }
        }
        best.map(|(_, points)| points).ok_or_else(|| "no opening was found".to_owned())
    }

    /// Three different points, the later ones near the first.
    pub(super) fn random_three(&mut self, size: u8) -> Vec<Point> {
        let mut points: Vec<Point> = Vec::new();
        while points.len() < 3 {
            let (x, y) = (self.random(size), self.random(size));
            let near = points
                .first()
                .is_none_or(|first| first.x.abs_diff(x) <= 4 && first.y.abs_diff(y) <= 4);
            let at = Point { x, y };
            if near && !points.contains(&at) {
                points.push(at);
            }
        }
        points
    }

    /// A number below `bound`, by xorshift.
    pub(super) fn random(&mut self, bound: u8) -> u8 {
        self.seed ^= self.seed << 13;
        self.seed ^= self.seed >> 7;
        self.seed ^= self.seed << 17;
        u8::try_from(self.seed % u64::from(bound.max(1))).unwrap_or(0)
    }

    /// A move that leaves the side to move with an advantage as near to `bias` as can be.
    pub(super) fn balance_one(&mut self, bias: i32) -> Answer {
        let lines = self.table.session().and_then(|session| self.look(&*session, LINES, 1));
        match lines.map(|lines| nearest(&lines, bias)) {
            Ok(Some((at, _))) => Answer::Points(vec![at]),
            Ok(None) => Answer::Error("there is no move".to_owned()),
            Err(why) => Answer::Error(why),
        }
    }

    /// Two such moves, the second the opponent's.
    pub(super) fn balance_two(&mut self, bias: i32) -> Answer {
        let found = self.table.session().and_then(|session| {
            let mut firsts = self.look(&*session, LINES, FIRST_MOVES + 1)?;
            firsts.sort_by_key(|&(_, worth)| worth.abs_diff(bias));
            let mut best: Option<(u32, [Point; 2])> = None;
            for &(first, _) in firsts.iter().take(FIRST_MOVES as usize) {
                let mut next = session.fork();
                next.push(&first.to_move()).map_err(|error| error.to_string())?;
                let seconds = self.look(&*next, LINES, FIRST_MOVES + 1)?;
                // What is good for the second mover is bad for the first.
                let Some((second, worth)) = nearest(&seconds, bias.saturating_neg()) else {
                    continue;
                };
                let odds = worth.abs_diff(bias.saturating_neg());
                if best.as_ref().is_none_or(|(least, _)| odds < *least) {
                    best = Some((odds, [first, second]));
                }
            }
            best.map(|(_, points)| points).ok_or_else(|| "there are no two moves".to_owned())
        });
        match found {
            Ok(points) => Answer::Points(points.to_vec()),
            Err(why) => Answer::Error(why),
        }
    }

    /// The best moves and what they are worth to the side to move, within a share of the time.
    pub(super) fn look(
        &mut self,
        session: &dyn Session,
        lines: u32,
        share: u32,
    ) -> Result<Vec<(Point, i32)>, String> {
        if let Some(verdict) = session.verdict() {
            return Err(format!("the game is over: {}", verdict.reason));
        }
        let time = self.budget.turn_time() / share.max(1);
        let limits = Limits {
            move_time: Some(time.max(Duration::from_millis(1))),
            lines,
            ..self.budget.limits()
        };
        let mut found: BTreeMap<u32, (Point, i32)> = BTreeMap::new();
        let best = self
            .engine
            .search(session, &limits, self.control, &mut |info| {
                let at = info.pv.first().and_then(|text| Point::from_move(text));
                found.extend(at.map(|at| (info.line, (at, info.score.centipawns(MATE)))));
            })
            .map_err(|error| error.to_string())?;
        if found.is_empty() {
            let at = best.best.and_then(|text| Point::from_move(&text));
            found.extend(
                at.map(|at| (1, (at, best.info.map_or(0, |info| info.score.centipawns(MATE))))),
            );
        }
        Ok(found.into_values().collect())
    }
}

fn nearest(lines: &[(Point, i32)], bias: i32) -> Option<(Point, i32)> {
    lines.iter().copied().min_by_key(|&(_, worth)| worth.abs_diff(bias))
}
