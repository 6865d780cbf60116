//! The claims about draughts. Captures are played out by legal moves.

use super::{Case, Check, Checked, Walk, compared, counts, ensure, squares};
use engine::{Reason, Session};
use game::Side;

pub(crate) const CHECKS: &[(&str, Check)] = &[
    ("hangs-piece", shot),
    ("majority-capture", shot),
    ("allows-shot", shot),
    ("misses-shot", shot),
    ("database-draw", database),
    ("database-loss", database),
    ("loses-material", material),
    ("misses-material", material),
    ("allows-king", king),
    ("misses-king", king),
    ("fewer-safe-moves", |case, reason| compared(case, reason, true, true, &safe)),
    ("more-safe-moves", |case, reason| compared(case, reason, false, false, &safe)),
    ("fewer-moves", |case, reason| compared(case, reason, true, true, &moves)),
    ("more-moves", |case, reason| compared(case, reason, false, false, &moves)),
    ("own-moves", |case, reason| compared(case, reason, true, false, &moves)),
    ("their-moves", |case, reason| compared(case, reason, false, true, &moves)),
    ("leaves-centre", centre),
    ("keeps-pieces", keeps),
];

fn moves(session: &dyn Session) -> usize {
    session.legal_moves().len()
}

/// The pieces that a move captures.
fn captured(session: &dyn Session, text: &str) -> (usize, Box<dyn Session>) {
    let mut next = session.fork();
    let played = next.push(text).unwrap();
    (played.captured.len(), next)
}

fn must_capture(session: &dyn Session) -> bool {
    session.legal_moves().iter().any(|text| captured(session, text).0 > 0)
}

/// What the side to move wins if both capture as long as they must.
fn settled(session: &dyn Session) -> i32 {
    let all = session.legal_moves();
    let captures = all.iter().filter_map(|text| {
        let (taken, next) = captured(session, text);
        (taken > 0).then(|| taken as i32 - settled(next.as_ref()))
    });
    captures.max().unwrap_or(0)
}

/// Moves after which the other side wins nothing by captures.
fn safe(session: &dyn Session) -> usize {
    let all = session.legal_moves();
    all.iter().filter(|text| settled(captured(session, text).1.as_ref()) <= 0).count()
}

/// Every move of the attacker captures or forces a capture, every move of the defender is a capture, and no other capture of the
/// defender costs less; the numbers and squares are those of the line.
fn shot(case: &Case, reason: &Reason) -> Checked {
    let missed = reason.kind.is_missed();
    let start = if missed { case.before() } else { case.after() };
    let walk = Walk::whole(start, &reason.line)?;
    let attacker = walk.at[0].side_to_move();
    let (mut given, mut taken, mut at, mut kinds) = (0, 0, Vec::new(), Vec::new());
    let mut others = Vec::new();
    for (n, step) in walk.steps.iter().enumerate() {
        let count = step.played.captured.len();
        if step.side == attacker {
            ensure(count > 0 || must_capture(walk.at[n + 1].as_ref()), || {
                "a quiet move".to_owned()
            })?;
            taken += count;
            at.extend(step.played.captured_at.clone());
            kinds.extend(step.played.captured.clone());
        } else {
            ensure(count > 0, || format!("{} captures nothing", step.played.text))?;
            let legal = walk.at[n].legal_moves();
            for text in legal.into_iter().filter(|text| *text != step.played.text) {
                let (other, next) = captured(walk.at[n].as_ref(), &text);
                others.push(taken as i32 - given as i32 - other as i32 + settled(next.as_ref()));
            }
            given += count;
        }
    }
    counts(reason, given, taken)?;
    let gain = taken as i32 - given as i32;
    ensure(gain > 0, || "nothing is won".to_owned())?;
    ensure(others.iter().all(|&least| least >= gain), || "another capture costs less".to_owned())?;
    ensure(!must_capture(walk.end()), || "captures go on".to_owned())?;
    ensure((reason.kind.code() == "hangs-piece") == (given == 0) || missed, || {
        "the code".to_owned()
    })?;
    ensure(missed || reason.pieces == kinds, || format!("{kinds:?} are taken"))?;
    squares(reason, at)
}

/// The database says a better result for the better move than for the one that was played.
fn database(case: &Case, reason: &Reason) -> Checked {
    let session = case.before();
    let known = session.known(&mut || true);
    let of = |text: &str| known.iter().find(|known| known.m == text && known.source == "database");
    let (Some(here), Some(there)) = (of(&case.doubt.played), of(&case.doubt.best[0])) else {
        return Err("the database does not know both moves".to_owned());
    };
    let side = case.side();
    let expected = match reason.kind.code() {
        "database-draw" => here.winner.is_none() && there.winner == Some(side),
        _ => here.winner == Some(side.other()) && there.winner != Some(side.other()),
    };
    ensure(expected, || format!("{here:?} and {there:?}"))
}

fn worth(kind: &str) -> i32 {
    if kind == "king" { 250 } else { 100 }
}

/// The balance of a side after the first so many moves, and the squares and kinds that each side lost.
fn balance(walk: &Walk, side: Side, plies: usize) -> (i32, [Vec<(String, &'static str)>; 2]) {
    let (mut sum, mut lost) = (0, [Vec::new(), Vec::new()]);
    for step in walk.steps.iter().take(plies) {
        for (kind, at) in step.played.captured.iter().zip(&step.played.captured_at) {
            sum += if step.side == side { worth(kind) } else { -worth(kind) };
            lost[step.side.other().index()].push((at.clone(), *kind));
        }
    }
    (sum, lost)
}

/// The line takes what the reason says, ends quietly, and the other line is better by a man.
fn material(case: &Case, reason: &Reason) -> Checked {
    let missed = reason.kind.is_missed();
    let side = case.side();
    let [played, better] = case.lines();
    let (line, other) = if missed { (&better, &played) } else { (&played, &better) };
    let plies = reason.line.len() + usize::from(!missed);
    ensure(plies < line.at.len(), || "the line is shorter".to_owned())?;
    ensure(!must_capture(line.at[plies].as_ref()), || "captures go on".to_owned())?;
    let loser = if missed { side.other() } else { side };
    let (own, lost) = balance(line, side, plies);
    let goes = &lost[loser.index()];
    counts(reason, goes.len(), lost[loser.other().index()].len())?;
    squares(reason, goes.iter().map(|(at, _)| at.clone()).collect())?;
    let kinds: Vec<&str> = goes.iter().map(|(_, kind)| *kind).collect();
    ensure(reason.pieces == kinds, || format!("{kinds:?} go"))?;
    ensure(if missed { own >= 100 } else { own <= -100 }, || format!("the balance is {own}"))?;
    let most = other.steps.len();
    let mut later = (plies.min(most)..=most).map(|plies| balance(other, side, plies).0);
    ensure(later.any(|there| if missed { own - there >= 100 } else { there - own >= 100 }), || {
        "the other line is no better".to_owned()
    })
}

/// The line ends with a king on the square that lives on; in the other line this side gets none.
fn king(case: &Case, reason: &Reason) -> Checked {
    let missed = reason.kind.is_missed();
    let [played, better] = case.lines();
    let common = played.steps.len().min(better.steps.len());
    let (line, other) = if missed { (&better, &played) } else { (&played, &better) };
    let owner = if missed { case.side() } else { case.side().other() };
    let plies = reason.line.len() + usize::from(!missed);
    ensure(plies > 0 && plies <= common, || "no line".to_owned())?;
    let last = &line.steps[plies - 1];
    ensure(last.side == owner && last.played.crowned, || "no man is crowned".to_owned())?;
    squares(reason, vec![last.played.to.clone()])?;
    let kings = |session: &dyn Session| {
        let pieces = session.board().pieces;
        pieces.iter().filter(|piece| piece.side == owner && piece.kind == "king").count()
    };
    let before = kings(line.at[0].as_ref());
    ensure(kings(line.at[common].as_ref()) > before, || "it does not last".to_owned())?;
    let crowns = other.steps[..common].iter().any(|step| step.side == owner && step.played.crowned);
    let gets = crowns && kings(other.at[common].as_ref()) > before;
    ensure(!gets, || "the other line has a king too".to_owned())
}

/// The pieces on the two middle rows, without the two outer columns of a side.
fn centre(case: &Case, reason: &Reason) -> Checked {
    let side = case.side();
    let count = |session: &dyn Session| {
        let board = session.board();
        let size = board.grid.ranks;
        let middle = [size / 2 - 1, size / 2];
        let own = board.pieces.iter().filter(|piece| piece.side == side);
        own.filter(|p| middle.contains(&p.rank) && p.file >= 2 && p.file < size - 2).count()
    };
    let [here, there] = case.both(reason)?;
    let (here, there) = (count(here.as_ref()), count(there.as_ref()));
    counts(reason, here, there)?;
    ensure(here < there, || "it is the other way round".to_owned())
}

/// The pieces that the player still has.
fn keeps(case: &Case, reason: &Reason) -> Checked {
    let side = case.side();
    let count = |session: &dyn Session| {
        session.board().pieces.iter().filter(|piece| piece.side == side).count()
    };
    let [here, there] = case.both(reason)?;
    let is_quiet = !must_capture(here.as_ref()) && !must_capture(there.as_ref());
    ensure(is_quiet, || "captures go on".to_owned())?;
    let (here, there) = (count(here.as_ref()), count(there.as_ref()));
    counts(reason, here, there)?;
    ensure(here > there, || "it is the other way round".to_owned())
}
