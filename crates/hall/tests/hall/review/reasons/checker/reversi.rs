//! The claims about reversi.

use super::{Case, Check, Checked, compared, counts, ensure, squares};
use engine::{BoardView, Control, Limits, Reason, Score, Session};
use game::Side;

pub(crate) const CHECKS: &[(&str, Check)] = &[
    ("loses-discs", discs),
    ("allows-corner", corner),
    ("misses-corner", corner),
    ("must-pass", pass),
    ("misses-pass", pass),
    ("beside-corner", beside),
    ("more-moves", more),
    ("fewer-moves", fewer),
    ("wide-frontier", frontier),
];

/// Column and row of a square.
fn place(board: &BoardView, square: &str) -> Option<(i32, i32)> {
    let at = board.names.iter().position(|name| name == square)? as i32;
    let files = i32::from(board.grid.files);
    Some((at % files, at / files))
}

fn is_corner(board: &BoardView, square: &str) -> bool {
    let last = i32::from(board.grid.files) - 1;
    place(board, square).is_some_and(|(x, y)| [0, last].contains(&x) && [0, last].contains(&y))
}

fn touch(board: &BoardView, a: &str, b: &str) -> bool {
    let (Some((ax, ay)), Some((bx, by))) = (place(board, a), place(board, b)) else { return false };
    a != b && (ax - bx).abs() <= 1 && (ay - by).abs() <= 1
}

fn is_empty(board: &BoardView, square: &str) -> bool {
    !square.is_empty() && board.pieces.iter().all(|piece| piece.at != square)
}

/// The discs of a side in the end; empty squares are the winner's.
fn result(session: &dyn Session, side: Side) -> Option<usize> {
    session.verdict()?;
    let board = session.board();
    let of = |side| board.pieces.iter().filter(|piece| piece.side == side).count();
    let (own, theirs) = (of(side), of(side.other()));
    let empty = board.names.len() - own - theirs;
    Some(match own.cmp(&theirs) {
        std::cmp::Ordering::Greater => own + empty,
        std::cmp::Ordering::Less => own,
        std::cmp::Ordering::Equal => own + empty / 2,
    })
}

/// Both lines end the game with these results, and a long search after both moves finds the same.
fn discs(case: &Case, reason: &Reason) -> Checked {
    let [played, better] = case.lines();
    ensure(reason.line == case.doubt.answer, || "not the whole line".to_owned())?;
    let side = case.side();
    let here = result(played.end(), side).ok_or("the line does not end the game")?;
    let there = result(better.end(), side).ok_or("the better line does not end the game")?;
    counts(reason, here, there)?;
    ensure(here < there, || "it loses nothing".to_owned())?;
    squares(reason, vec![case.doubt.best[0].clone()])?;
    for (walk, discs) in [(played, here), (better, there)] {
        let (after, all) = (&walk.at[1], walk.end().board().names.len() as i32);
        if after.verdict().is_some() {
            continue;
        }
        let mut engine = games::new_engine(&case.variant).unwrap();
        let level = Some(engine::Level::MAX);
        let limits = Limits { nodes: Some(1_000_000), level, ..Limits::default() };
        let found = engine.search(after.as_ref(), &limits, &Control::new(), &mut |_| {}).unwrap();
        let own = if after.side_to_move() == side { 1 } else { -1 };
        let expected = Score::Cp(own * 100 * (2 * discs as i32 - all));
        let score = found.info.map(|info| info.score);
        ensure(score == Some(expected), || format!("{discs} discs, but best play is {score:?}"))?;
    }
    Ok(())
}

/// The last move of the line takes the corner; the other line does not, as far as both are known.
fn corner(case: &Case, reason: &Reason) -> Checked {
    let missed = reason.kind.is_missed();
    let [played, better] = case.lines();
    let common = played.steps.len().min(better.steps.len()).max(2);
    let (line, other) = if missed { (better, played) } else { (played, better) };
    let taker = if missed { case.side() } else { case.side().other() };
    let plies = reason.line.len() + usize::from(!missed);
    let last = line.steps.get(plies.wrapping_sub(1)).ok_or("no line")?;
    ensure(last.side == taker, || "the other side takes it".to_owned())?;
    ensure(is_corner(&line.at[0].board(), &last.played.to), || "no corner".to_owned())?;
    squares(reason, vec![last.played.to.clone()])?;
    let again = other.steps.iter().take(common);
    let mut again = again.filter(|step| step.side == taker && step.played.to == last.played.to);
    ensure(again.next().is_none(), || "the other line takes it too".to_owned())
}

/// The last move of the line is a pass; the other line has none of this side.
fn pass(case: &Case, reason: &Reason) -> Checked {
    let missed = reason.kind.is_missed();
    let [played, better] = case.lines();
    let common = played.steps.len().min(better.steps.len());
    let (line, other) = if missed { (better, played) } else { (played, better) };
    let passer = if missed { case.side().other() } else { case.side() };
    let plies = reason.line.len() + usize::from(!missed);
    let last = line.steps.get(plies.wrapping_sub(1)).ok_or("no line")?;
    ensure(last.side == passer && last.played.text == "pass", || "no pass".to_owned())?;
    let mut again = other.steps.iter().take(common);
    ensure(again.all(|step| step.side != passer || step.played.text != "pass"), || {
        "the other line passes too".to_owned()
    })
}

/// The disc was put beside an empty corner; that of the better move is beside none.
fn beside(case: &Case, reason: &Reason) -> Checked {
    let [played, better] = case.lines();
    let board = played.at[1].board();
    let [square, corner] = &reason.squares[..] else { return Err("two squares".to_owned()) };
    ensure(*square == case.doubt.played, || format!("{square} was not played"))?;
    ensure(is_corner(&board, corner) && is_empty(&board, corner), || {
        format!("{corner} is no empty corner")
    })?;
    ensure(touch(&board, square, corner), || "they do not touch".to_owned())?;
    ensure(reason.line.len() <= 1, || "the line is longer".to_owned())?;
    let instead = better.at[1].board();
    let mut corners = instead.names.iter().filter(|name| is_corner(&instead, name));
    let put = &better.steps[0].played.to;
    ensure(!corners.any(|corner| is_empty(&board, corner) && touch(&instead, put, corner)), || {
        "the better move is beside a corner too".to_owned()
    })
}

fn moves(session: &dyn Session) -> usize {
    session.legal_moves().iter().filter(|text| *text != "pass").count()
}

fn fewer(case: &Case, reason: &Reason) -> Checked {
    squares(reason, vec![case.doubt.best[0].clone()])?;
    compared(case, reason, true, true, &moves)
}

fn more(case: &Case, reason: &Reason) -> Checked {
    squares(reason, vec![case.doubt.best[0].clone()])?;
    compared(case, reason, false, false, &moves)
}

/// The discs of the player beside empty squares, right after both moves.
fn frontier(case: &Case, reason: &Reason) -> Checked {
    squares(reason, vec![case.doubt.best[0].clone()])?;
    ensure(reason.line.len() <= 1, || "the line is longer".to_owned())?;
    let side = case.side();
    let [here, there] = case.lines().map(|walk| {
        let board = walk.at[1].board();
        let own = board.pieces.iter().filter(|piece| piece.side == side);
        let open =
            |at: &str| board.names.iter().any(|n| is_empty(&board, n) && touch(&board, at, n));
        own.filter(|piece| open(&piece.at)).count()
    });
    counts(reason, here, there)?;
    ensure(here > there, || "it is not wider".to_owned())
}
