//! The claims about gomoku and renju. Threats are found by the definition, stone by stone, on a plain board.

use super::{Case, Check, Checked, Walk, compared, counts, ensure, squares};
use engine::{Reason, Session};
use game::Side;

pub(crate) const CHECKS: &[(&str, Check)] = &[
    ("forbidden-point", forbidden),
    ("allows-four", allows_four),
    ("misses-four", misses_four),
    ("allows-double", allows_double),
    ("misses-double", |case, reason| makes(case, reason, &[Kind::Double, Kind::OpenFour])),
    ("misses-three", |case, reason| makes(case, reason, &[Kind::Three])),
    ("misses-simple-four", |case, reason| makes(case, reason, &[Kind::Four])),
    ("far-away", far_away),
    ("more-threats", |case, reason| {
        compared(case, reason, false, false, &|session| forcing(session, &case.variant))
    }),
    ("fewer-threats", |case, reason| {
        compared(case, reason, true, true, &|session| forcing(session, &case.variant))
    }),
];

/// What a stone on a point makes, all lines together.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Kind {
    Nothing,
    Three,
    Four,
    Double,
    OpenFour,
    Five,
    Foul,
}

/// A board of stones, by row and column.
#[derive(Clone)]
struct Stones {
    size: i32,
    stones: Vec<Option<Side>>,
    names: Vec<String>,
}

const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

impl Stones {
    fn of(session: &dyn Session) -> Self {
        let board = session.board();
        let mut stones = vec![None; board.names.len()];
        for piece in &board.pieces {
            let at = board.names.iter().position(|name| *name == piece.at).unwrap();
            stones[at] = Some(piece.side);
        }
        Self { size: i32::from(board.grid.files), stones, names: board.names }
    }

    fn at(&self, x: i32, y: i32) -> Option<Option<Side>> {
        let on = (0..self.size).contains(&x) && (0..self.size).contains(&y);
        on.then(|| self.stones[(y * self.size + x) as usize])
    }

    fn place(&self, name: &str) -> Option<(i32, i32)> {
        let at = self.names.iter().position(|known| known == name)? as i32;
        Some((at % self.size, at / self.size))
    }

    fn put(&self, (x, y): (i32, i32), side: Side) -> Self {
        let mut next = self.clone();
        next.stones[(y * self.size + x) as usize] = Some(side);
        next
    }

    /// The length of the row through a stone in a direction.
    fn run(&self, (x, y): (i32, i32), (dx, dy): (i32, i32), side: Side) -> i32 {
        let one = |sign: i32| {
            let far = |n: &i32| self.at(x + sign * n * dx, y + sign * n * dy) == Some(Some(side));
            (1..).take_while(|n| far(n)).count() as i32
        };
        1 + one(1) + one(-1)
    }

    /// The empty points of the line near a point.
    fn near(&self, (x, y): (i32, i32), (dx, dy): (i32, i32)) -> Vec<(i32, i32)> {
        let all = (-5..=5).map(|n| (x + n * dx, y + n * dy));
        all.filter(|&(x, y)| self.at(x, y) == Some(None)).collect()
    }
}

/// Whether a row of this length is a five.
fn is_five(length: i32, side: Side, variant: &str) -> bool {
    let exact = match variant {
        "gomoku-standard" => true,
        "renju" => side == Side::First,
        _ => false,
    };
    if exact { length == 5 } else { length >= 5 }
}

/// The points that make a five of the row through a stone in a direction.
fn fives(
    board: &Stones,
    at: (i32, i32),
    way: (i32, i32),
    side: Side,
    variant: &str,
) -> Vec<(i32, i32)> {
    let mut points = board.near(at, way);
    points.retain(|&point| {
        let next = board.put(point, side);
        is_five(next.run(point, way, side), side, variant) && joined(point, at, way, &next, side)
    });
    points
}

/// Whether the row through `point` reaches `at`.
fn joined(
    point: (i32, i32),
    at: (i32, i32),
    (dx, dy): (i32, i32),
    board: &Stones,
    side: Side,
) -> bool {
    let steps = (point.0 - at.0).abs().max((point.1 - at.1).abs());
    let sign = if (at.0 - point.0) * dx + (at.1 - point.1) * dy > 0 { 1 } else { -1 };
    (0..=steps)
        .all(|n| board.at(point.0 + sign * n * dx, point.1 + sign * n * dy) == Some(Some(side)))
}

/// Whether a stone is in a row of four whose both ends make a five.
fn is_straight(board: &Stones, at: (i32, i32), way: (i32, i32), side: Side, variant: &str) -> bool {
    board.run(at, way, side) == 4 && fives(board, at, way, side, variant).len() >= 2
}

/// What a stone of a side on an empty point makes.
fn kind(board: &Stones, at: (i32, i32), side: Side, variant: &str) -> Kind {
    let next = board.put(at, side);
    let (mut fours, mut straight, mut threes, mut five, mut over) = (0, 0, 0, false, false);
    for way in DIRECTIONS {
        let run = next.run(at, way, side);
        if is_five(run, side, variant) {
            five = true;
            continue;
        }
        if run > 5 {
            over = true;
            continue;
        }
        let points = fives(&next, at, way, side, variant);
        match points.len() {
            0 => {
                // A three: one more stone makes a straight four of it.
                let more = next.near(at, way).into_iter().any(|point| {
                    let four = next.put(point, side);
                    is_straight(&four, point, way, side, variant)
                        && joined(point, at, way, &four, side)
                });
                threes += i32::from(more);
            }
            1 => fours += 1,
            // Two points in one line: a straight four, or two fours.
            _ if is_straight(&next, at, way, side, variant) => {
                fours += 1;
                straight += 1;
            }
            _ => fours += 2,
        }
    }
    let bound = variant == "renju" && side == Side::First;
    match () {
        () if five => Kind::Five,
        () if bound && (over || fours >= 2 || threes >= 2) => Kind::Foul,
        () if fours >= 2 || straight > 0 => Kind::OpenFour,
        () if fours == 1 && threes > 0 || threes >= 2 => Kind::Double,
        () if fours == 1 => Kind::Four,
        () if threes == 1 => Kind::Three,
        () => Kind::Nothing,
    }
}

/// The empty points where a side makes something.
fn points(session: &dyn Session, side: Side, variant: &str, kinds: &[Kind]) -> Vec<String> {
    let board = Stones::of(session);
    let names = board.names.iter().filter(|name| {
        let at = board.place(name).unwrap();
        board.at(at.0, at.1) == Some(None) && kinds.contains(&kind(&board, at, side, variant))
    });
    names.cloned().collect()
}

/// The points where the side to move could make a three or a four, or more.
fn forcing(session: &dyn Session, variant: &str) -> usize {
    let kinds = [Kind::Three, Kind::Four, Kind::Double, Kind::OpenFour, Kind::Five];
    points(session, session.side_to_move(), variant, &kinds).len()
}

fn forbidden(case: &Case, reason: &Reason) -> Checked {
    squares(reason, vec![case.doubt.played.clone()])?;
    let verdict = case.after().verdict().ok_or("the game goes on")?;
    ensure(verdict.outcome.winner() == Some(case.side().other()), || "no foul".to_owned())?;
    ensure(!verdict.by_history, || "a repetition".to_owned())
}

/// A side to move makes an open four there, and nobody has a five.
fn is_open(session: &dyn Session, side: Side, variant: &str) -> Option<Vec<String>> {
    let five = |side| !points(session, side, variant, &[Kind::Five]).is_empty();
    let all = points(session, side, variant, &[Kind::OpenFour]);
    (!five(side) && !five(side.other()) && !all.is_empty()).then_some(all)
}

fn allows_four(case: &Case, reason: &Reason) -> Checked {
    let other = case.side().other();
    let all = is_open(case.after().as_ref(), other, &case.variant).ok_or("no open four")?;
    squares(reason, all)?;
    let better = &case.lines()[1].at[1];
    ensure(is_open(better.as_ref(), other, &case.variant).is_none(), || {
        "so does the other".to_owned()
    })
}

fn misses_four(case: &Case, reason: &Reason) -> Checked {
    let (before, side) = (case.before(), case.side());
    let all = is_open(before.as_ref(), side, &case.variant).ok_or("no open four")?;
    ensure(!all.contains(&case.doubt.played), || "it was made".to_owned())?;
    squares(reason, all)
}

fn allows_double(case: &Case, reason: &Reason) -> Checked {
    let other = case.side().other();
    let kinds = [Kind::Double, Kind::OpenFour];
    let all = points(case.after().as_ref(), other, &case.variant, &kinds);
    ensure(!all.is_empty(), || "no such point".to_owned())?;
    squares(reason, all)?;
    let better = points(case.lines()[1].at[1].as_ref(), other, &case.variant, &kinds);
    ensure(better.is_empty(), || format!("{better:?} after the better move"))
}

/// The better move makes something of this kind, and the one that was played does not.
fn makes(case: &Case, reason: &Reason, kinds: &[Kind]) -> Checked {
    let board = Stones::of(case.before().as_ref());
    let of = |text: &str| kind(&board, board.place(text).unwrap(), case.side(), &case.variant);
    let (here, there) = (of(&case.doubt.played), of(&case.doubt.best[0]));
    squares(reason, vec![case.doubt.best[0].clone()])?;
    ensure(kinds.contains(&there), || format!("the better move makes {there:?}"))?;
    let is_single = matches!(kinds, [Kind::Three | Kind::Four]);
    let silent = if is_single { here == Kind::Nothing } else { !kinds.contains(&here) };
    ensure(silent, || format!("the move makes {here:?}"))?;
    Walk::whole(case.before(), &reason.line).map(|_| ())
}

fn far_away(case: &Case, reason: &Reason) -> Checked {
    let board = Stones::of(case.before().as_ref());
    let far = |text: &str| {
        let (x, y) = board.place(text)?;
        let stones = board.names.iter().filter_map(|name| board.place(name));
        let stones = stones.filter(|&(x, y)| board.at(x, y).flatten().is_some());
        stones.map(|(sx, sy)| (sx - x).abs().max((sy - y).abs())).min()
    };
    let [played, best] = [&case.doubt.played, &case.doubt.best[0]];
    squares(reason, vec![played.clone(), best.clone()])?;
    let (Some(here), Some(there)) = (far(played), far(best)) else {
        return Err("no stones".to_owned());
    };
    counts(reason, here as usize, there as usize)?;
    ensure(here >= 3 && there < here, || "it is near".to_owned())?;
    ensure(reason.line.len() <= 1, || "the line is longer".to_owned())
}
