//! Checks what a reason claims by playing it out with the rules and counting again. It knows reasons by their codes and
//! data only, and the games by [`Session`]: none of the code that found the reasons is used.

mod draughts;
mod gomoku;
mod reversi;
mod xiangqi;

use engine::{Control, Doubt, Limits, MoveEffect, Reason, Score, Session};
use game::Side;
use hall::review::ReviewWork;

/// What a check answers: why a claim is false.
pub(crate) type Checked = Result<(), String>;

/// A check of a code.
type Check = fn(&Case, &Reason) -> Checked;

/// A bad move of a reviewed game.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) variant: String,
    /// The moves before it.
    pub(crate) moves: Vec<String>,
    pub(crate) doubt: Doubt<String>,
}

impl Case {
    /// The move after so many others of a reviewed game.
    pub(crate) fn of(work: &ReviewWork, variant: &str, ply: usize) -> Self {
        let doubt = work.doubt(ply).unwrap();
        Self { variant: variant.to_owned(), moves: work.moves()[..ply].to_vec(), doubt }
    }

    /// The position in which it was played.
    pub(crate) fn before(&self) -> Box<dyn Session> {
        let mut session = games::new_session(&self.variant, None, None).unwrap();
        for text in &self.moves {
            session.push(text).unwrap();
        }
        session
    }

    /// The position after it.
    pub(crate) fn after(&self) -> Box<dyn Session> {
        let mut session = self.before();
        session.push(&self.doubt.played).unwrap();
        session
    }

    /// Who made it.
    fn side(&self) -> Side {
        self.before().side_to_move()
    }

    /// The whole line that was played and expected, and the better one.
    fn lines(&self) -> [Walk; 2] {
        let played: Vec<String> =
            [&self.doubt.played].into_iter().chain(&self.doubt.answer).cloned().collect();
        [Walk::of(self.before(), &played), Walk::of(self.before(), &self.doubt.best)]
    }

    /// Both lines after as many moves as the reason's line has, the move that was played included; the line must be a part of
    /// what is expected.
    fn both(&self, reason: &Reason) -> Result<[Box<dyn Session>; 2], String> {
        let plies = reason.line.len() + 1;
        let [played, better] = self.lines();
        let (Some(here), Some(there)) = (played.at.get(plies), better.at.get(plies)) else {
            return Err(format!("no line has {plies} moves"));
        };
        Ok([here.fork(), there.fork()])
    }
}

/// A line of moves that was played out.
struct Walk {
    /// The positions; the first is that before it.
    at: Vec<Box<dyn Session>>,
    steps: Vec<Step>,
}

struct Step {
    side: Side,
    played: MoveEffect,
}

impl Walk {
    /// The moves as far as they are legal and the game goes on.
    fn of(start: Box<dyn Session>, line: &[String]) -> Self {
        let mut walk = Self { at: vec![start], steps: Vec::new() };
        for text in line {
            let mut session = walk.at.last().unwrap().fork();
            let side = session.side_to_move();
            if !session.legal_moves().contains(text) {
                break;
            }
            let played = session.push(text).unwrap();
            walk.steps.push(Step { side, played });
            walk.at.push(session);
        }
        walk
    }

    /// All of the moves, which must be legal.
    fn whole(start: Box<dyn Session>, line: &[String]) -> Result<Self, String> {
        let walk = Self::of(start, line);
        match line.get(walk.steps.len()) {
            None => Ok(walk),
            Some(text) => Err(format!("{text} is not legal")),
        }
    }

    fn end(&self) -> &dyn Session {
        self.at.last().unwrap().as_ref()
    }
}

fn ensure(holds: bool, why: impl FnOnce() -> String) -> Checked {
    if holds { Ok(()) } else { Err(why()) }
}

/// The counts of the reason are these.
fn counts(reason: &Reason, here: usize, there: usize) -> Checked {
    let counted = (here as u32, there as u32);
    ensure(reason.count == Some(counted), || format!("counted {counted:?}, not {:?}", reason.count))
}

/// The squares of the reason are these, in any order.
fn squares(reason: &Reason, mut expected: Vec<String>) -> Checked {
    let mut told = reason.squares.clone();
    told.sort_unstable();
    expected.sort_unstable();
    ensure(told == expected, || format!("the squares are {expected:?}, not {told:?}"))
}

/// The kind of the piece of a side on a square.
fn kind_at(session: &dyn Session, square: &str, side: Side) -> Option<&'static str> {
    let pieces = session.board().pieces;
    pieces.iter().find(|piece| piece.at == square && piece.side == side).map(|piece| piece.kind)
}

/// A count of moves of one side in both lines: fewer of the player's, or more of the opponent's.
fn compared(
    case: &Case,
    reason: &Reason,
    is_own: bool,
    is_fewer: bool,
    count: &dyn Fn(&dyn Session) -> usize,
) -> Checked {
    let [here, there] = case.both(reason)?;
    let own = case.side();
    for session in [&here, &there] {
        ensure((session.side_to_move() == own) == is_own, || "the other side moves".to_owned())?;
    }
    let (now, instead) = (count(here.as_ref()), count(there.as_ref()));
    counts(reason, now, instead)?;
    ensure((now < instead) == is_fewer && now != instead, || "it is the other way round".to_owned())
}

/// The code of a reason that all games share, and its check.
const COMMON: [(&str, Check); 5] = [
    ("perpetual", perpetual),
    ("allows-mate", forced),
    ("misses-mate", forced),
    ("allows-win", forced),
    ("misses-win", forced),
];

fn perpetual(case: &Case, reason: &Reason) -> Checked {
    let walk = Walk::whole(case.after(), &reason.line)?;
    let verdict = walk.end().verdict().ok_or("the game goes on")?;
    ensure(verdict.by_history, || "the board alone decides it".to_owned())?;
    ensure(verdict.outcome.winner() == Some(case.side().other()), || "nobody loses".to_owned())?;
    squares(reason, verdict.squares)
}

/// A forced win: on the board, or the search finds it again where the line ends.
fn forced(case: &Case, reason: &Reason) -> Checked {
    let missed = reason.kind.is_missed();
    let (start, winner) =
        if missed { (case.before(), case.side()) } else { (case.after(), case.side().other()) };
    let walk = Walk::whole(start, &reason.line)?;
    let moves = reason.moves.ok_or("no number of moves")?;
    let played = walk.steps.len().div_ceil(2) as u32;
    ensure(played > 0, || "no line".to_owned())?;
    if let Some(verdict) = walk.end().verdict() {
        ensure(verdict.outcome.winner() == Some(winner), || "the line does not win".to_owned())?;
        ensure(!verdict.by_history, || "a repetition decides".to_owned())?;
        return ensure(played == moves, || format!("it takes {played} moves, not {moves}"));
    }
    let left = moves.checked_sub(walk.steps.iter().filter(|s| s.side == winner).count() as u32);
    let left = left.filter(|&left| left > 0).ok_or("the line is longer than the win")?;
    let session = walk.end();
    let mut engine = games::new_engine(&case.variant).unwrap();
    let level = Some(engine::Level::MAX);
    let limits = Limits { nodes: Some(150_000), level, lines: 2, ..Limits::default() };
    let found = engine.search(session, &limits, &Control::new(), &mut |_| {}).unwrap();
    let score = found.info.map(|info| info.score);
    let is_won = match score {
        Some(Score::Mate(n)) if session.side_to_move() == winner => n > 0 && n as u32 <= left,
        Some(Score::Mate(n)) => n <= 0 && n.unsigned_abs() <= left,
        _ => false,
    };
    ensure(is_won, || format!("{score:?} at the end of the line, with {left} moves left"))
}

fn checks(variant: &str) -> &'static [(&'static str, Check)] {
    match games::variants().iter().find(|known| known.id == variant).map(|known| known.family) {
        Some("xiangqi") => xiangqi::CHECKS,
        Some("draughts") => draughts::CHECKS,
        Some("gomoku") => gomoku::CHECKS,
        Some("reversi") => reversi::CHECKS,
        other => panic!("no checks for {other:?}"),
    }
}

/// The check of a code in a variant, if there is one.
pub(crate) fn check_of(variant: &str, code: &str) -> Option<Check> {
    let all = checks(variant).iter().chain(&COMMON);
    all.into_iter().find(|(known, _)| *known == code).map(|(_, check)| *check)
}

/// Whether what the reason says is true, and its line is the one that is expected.
pub(crate) fn check(case: &Case, reason: &Reason) -> Checked {
    let code = reason.kind.code();
    let check = check_of(&case.variant, code).ok_or_else(|| format!("no check for {code}"))?;
    if code != "perpetual" {
        let expected = if reason.kind.is_missed() { &case.doubt.best } else { &case.doubt.answer };
        ensure(expected.starts_with(&reason.line), || "another line is expected".to_owned())?;
    }
    check(case, reason)
}
