//! The claims about Xiangqi. Material is counted again from the moves, and exchanges are played out by legal moves.

use super::{Case, Check, Checked, Walk, compared, counts, ensure, kind_at, squares};
use engine::{Reason, Score, Session};
use game::Side;

pub(crate) const CHECKS: &[(&str, Check)] = &[
    ("hangs-piece", hangs),
    ("allows-repetition", repeats),
    ("loses-material", material),
    ("misses-material", material),
    ("threatens-pieces", threatens),
    ("allows-checks", gives_check),
    ("pawn-crosses", crosses),
    ("misses-crossing", crosses),
    ("shut-in", piece_moves),
    ("frees-piece", piece_moves),
    ("fewer-moves", fewer),
    ("more-moves", more),
];

/// The least material that is told, and the least that a threat wins.
const PAWN: i32 = 80;
const THREAT: i32 = 150;

/// The rank of a square, from 0 on the first side's edge.
fn rank(square: &str) -> i32 {
    square[1..].parse().unwrap()
}

/// Whether a pawn of a side on a square has crossed the river.
fn is_across(side: Side, square: &str) -> bool {
    if side == Side::First { rank(square) >= 5 } else { rank(square) <= 4 }
}

fn value(kind: &str, side: Side, square: &str) -> i32 {
    match kind {
        "chariot" => 950,
        "cannon" => 460,
        "horse" => 430,
        "advisor" | "elephant" => 200,
        "pawn" if is_across(side, square) => 170,
        "pawn" => 90,
        _ => 20_000,
    }
}

/// What the side to move wins with exchanges on one square, if it may stop at any time.
fn exchange(session: &dyn Session, square: &str) -> i32 {
    let captures = session.legal_moves().into_iter().filter(|text| &text[2..] == square);
    captures.map(|text| gain(session, &text)).max().unwrap_or(0).max(0)
}

/// What a capture wins with the exchanges that follow on its square.
fn gain(session: &dyn Session, text: &str) -> i32 {
    let side = session.side_to_move();
    let square = &text[2..];
    let mut next = session.fork();
    let played = next.push(text).unwrap();
    let Some(kind) = played.captured.first() else { return 0 };
    value(kind, side.other(), square) - exchange(next.as_ref(), square)
}

/// Squares on which the side to move wins at least so much by exchanges.
fn winning(session: &dyn Session, least: i32) -> Vec<String> {
    let mut all: Vec<String> = session.legal_moves();
    all.retain(|text| gain(session, text) >= least);
    let mut all: Vec<String> = all.into_iter().map(|text| text[2..].to_owned()).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// The line is a capture of the piece that wins more than the move gained, and would not after the better move.
fn hangs(case: &Case, reason: &Reason) -> Checked {
    let (now, side) = (case.after(), case.side());
    let [square] = &reason.squares[..] else { return Err("one square".to_owned()) };
    let kind = kind_at(now.as_ref(), square, side).ok_or("no piece there")?;
    ensure(reason.pieces == [kind], || format!("it is a {kind}"))?;
    let [text] = &reason.line[..] else { return Err("one move".to_owned()) };
    ensure(now.legal_moves().contains(text) && &text[2..] == square, || {
        format!("{text} does not take it")
    })?;
    let played = &case.doubt.played;
    let taken = kind_at(case.before().as_ref(), &played[2..], side.other());
    let taken = taken.map_or(0, |kind| value(kind, side.other(), &played[2..]));
    let lost = gain(now.as_ref(), text) - taken;
    ensure(lost >= THREAT - 30, || format!("it loses {lost} only"))?;
    let mut instead = case.before();
    instead.push(&case.doubt.best[0]).unwrap();
    let still = kind_at(instead.as_ref(), square, side) == Some(kind)
        && instead.legal_moves().contains(text)
        && gain(instead.as_ref(), text) >= THREAT;
    ensure(!still, || "it hangs after the better move too".to_owned())
}

/// The line ends with a position that stood before, which the search takes for a draw, while the better move is ahead.
fn repeats(case: &Case, reason: &Reason) -> Checked {
    let walk = Walk::whole(case.after(), &reason.line)?;
    let standing = |session: &dyn Session| {
        let text = session.position_text();
        text.split(' ').take(2).collect::<Vec<_>>().join(" ")
    };
    let end = standing(walk.end());
    let mut game = games::new_session(&case.variant, None, None).unwrap();
    let mut stood = standing(game.as_ref()) == end;
    let line = case.moves.iter().chain([&case.doubt.played]).chain(&reason.line);
    let all: Vec<&String> = line.collect();
    for text in &all[..all.len() - 1] {
        game.push(text).unwrap();
        stood |= standing(game.as_ref()) == end;
    }
    ensure(stood, || "it never stood before".to_owned())?;
    let (here, there) = (case.doubt.played_score, case.doubt.best_score);
    let draws = matches!(here, Score::Cp(-10..=10)) && matches!(there, Score::Cp(50..));
    ensure(draws, || format!("{here:?} and {there:?}"))
}

/// A piece that was taken: whose, what, where.
type Taken = (Side, &'static str, String);

fn taken(walk: &Walk, plies: usize) -> Vec<Taken> {
    let mut all = Vec::new();
    for step in walk.steps.iter().take(plies) {
        for (kind, at) in step.played.captured.iter().zip(&step.played.captured_at) {
            all.push((step.side.other(), *kind, at.clone()));
        }
    }
    all
}

fn balance(taken: &[Taken], side: Side) -> i32 {
    let of = |(owner, kind, at): &Taken| {
        let value = value(kind, *owner, at);
        if *owner == side { -value } else { value }
    };
    taken.iter().map(of).sum()
}

/// What the line takes is what the reason names, nothing of it is won back at once, and the other line is better.
fn material(case: &Case, reason: &Reason) -> Checked {
    let missed = reason.kind.is_missed();
    let side = case.side();
    let [played, better] = case.lines();
    let (line, other) = if missed { (&better, &played) } else { (&played, &better) };
    let plies = reason.line.len() + usize::from(!missed);
    ensure(plies < line.at.len(), || "the line is shorter".to_owned())?;
    let loser = if missed { side.other() } else { side };
    let all = taken(line, plies);
    let lost = -balance(&all, loser);
    // The last capture cannot be answered by a greater one.
    let end = &line.at[plies];
    let back = if end.side_to_move() == loser {
        let squares = winning(end.as_ref(), 1);
        squares.iter().map(|square| exchange(end.as_ref(), square)).max().unwrap_or(0)
    } else {
        0
    };
    ensure(lost - back >= PAWN, || format!("{lost} are lost, {back} are won back"))?;
    // The pieces that go and come, without equal ones.
    let (mut goes, mut comes): (Vec<Taken>, Vec<Taken>) =
        all.into_iter().partition(|(owner, _, _)| *owner == loser);
    comes.retain(|(_, kind, _)| match goes.iter().rposition(|(_, other, _)| other == kind) {
        Some(equal) => {
            goes.remove(equal);
            false
        }
        None => true,
    });
    counts(reason, goes.len(), comes.len())?;
    let kinds = |list: &[Taken]| list.iter().map(|(_, kind, _)| *kind).collect::<Vec<_>>();
    let (gone, come) = reason.pieces.split_at(goes.len().min(reason.pieces.len()));
    let sorted = |list: &[&'static str]| {
        let mut list = list.to_vec();
        list.sort_unstable();
        list
    };
    ensure(sorted(gone) == sorted(&kinds(&goes)), || format!("{goes:?} go"))?;
    ensure(sorted(come) == sorted(&kinds(&comes)), || format!("{comes:?} come"))?;
    for (kind, at) in reason.pieces.iter().zip(&reason.squares) {
        let named = taken(line, plies).iter().any(|(_, other, there)| other == kind && there == at);
        ensure(named, || format!("no {kind} is taken on {at}"))?;
    }
    ensure(reason.pieces.len() == reason.squares.len(), || "squares are missing".to_owned())?;
    // In the other line the player stands better after as many moves, or somewhere behind them.
    let own = balance(&taken(line, plies), side);
    let most = other.steps.len();
    let from = plies.min(most);
    let mut later = (from..=most).map(|plies| balance(&taken(other, plies), side));
    ensure(
        later.any(|there| if missed { own - there >= PAWN } else { there - own >= PAWN }),
        || "the other line is no better".to_owned(),
    )
}

/// If the player passed, the opponent could take these pieces with a gain, and could not before its answer.
fn threatens(case: &Case, reason: &Reason) -> Checked {
    ensure(reason.line.len() == 1, || "one move".to_owned())?;
    let walk = Walk::whole(case.after(), &reason.line)?;
    let threatened = |session: &dyn Session| {
        session.passed().map(|passed| winning(passed.as_ref(), THREAT)).ok_or("no pass")
    };
    let before = winning(case.after().as_ref(), THREAT);
    let now = threatened(walk.end())?;
    let instead =
        threatened(case.lines()[1].at.get(2).ok_or("the better line is short")?.as_ref())?;
    ensure(instead.len() < now.len(), || format!("{instead:?} after the better line"))?;
    for (kind, at) in reason.pieces.iter().zip(&reason.squares) {
        ensure(now.contains(at) && !before.contains(at), || format!("{at} is not attacked"))?;
        let piece = kind_at(walk.end(), at, case.side());
        ensure(piece == Some(kind), || format!("{piece:?} stands on {at}"))?;
    }
    ensure(!reason.squares.is_empty() && reason.pieces.len() == reason.squares.len(), || {
        "no piece".to_owned()
    })
}

/// The number of checks in both lines, and the line ends with the last one.
fn gives_check(case: &Case, reason: &Reason) -> Checked {
    let lines = case.lines();
    let other = case.side().other();
    let common = lines[0].steps.len().min(lines[1].steps.len());
    let [here, there] = lines.map(|walk| {
        let steps = walk.steps.iter().take(common).enumerate();
        let checks = steps.filter(|(_, step)| step.side == other && step.played.check);
        checks.map(|(ply, _)| ply).collect::<Vec<_>>()
    });
    counts(reason, here.len(), there.len())?;
    ensure(here.len() > there.len(), || "as many".to_owned())?;
    ensure(here.last() == Some(&reason.line.len()), || "the line has another end".to_owned())
}

/// The line ends with a pawn that crosses the river and stays alive; the other line has no such move.
fn crosses(case: &Case, reason: &Reason) -> Checked {
    let missed = reason.kind.is_missed();
    let [played, better] = case.lines();
    let common = played.steps.len().min(better.steps.len());
    let (line, other) =
        if missed { (better.steps, played.steps) } else { (played.steps, better.steps) };
    let owner = if missed { case.side() } else { case.side().other() };
    let crossing = |steps: &[super::Step], ply: usize| {
        let step = &steps[ply];
        let from = step.played.from.clone().unwrap_or_default();
        let to = step.played.to.clone();
        let crosses = step.side == owner
            && step.played.piece == "pawn"
            && !is_across(owner, &from)
            && is_across(owner, &to);
        let mut at = to.clone();
        let survives = steps[ply + 1..common].iter().all(|later| {
            if later.played.from.as_deref() == Some(at.as_str()) {
                at.clone_from(&later.played.to);
            } else if later.played.to == at {
                return false;
            }
            true
        });
        (crosses && survives).then_some(to)
    };
    let plies = reason.line.len() + usize::from(!missed);
    ensure(plies > 0 && plies <= common, || "no line".to_owned())?;
    let to = crossing(&line, plies - 1).ok_or("no pawn crosses")?;
    squares(reason, vec![to])?;
    ensure((0..common).all(|ply| crossing(&other, ply).is_none()), || {
        "so does the other".to_owned()
    })
}

/// The moves of one piece in both lines: the same piece stands there, and it has so many.
fn piece_moves(case: &Case, reason: &Reason) -> Checked {
    let is_own = reason.kind.code() == "shut-in";
    let side = if is_own { case.side() } else { case.side().other() };
    let [here, there] = case.both(reason)?;
    let [at, instead] = &reason.squares[..] else { return Err("two squares".to_owned()) };
    let [kind] = reason.pieces[..] else { return Err("one piece".to_owned()) };
    let mut origins = Vec::new();
    for (square, walk) in [at, instead].into_iter().zip(case.lines()) {
        let mut from = square.clone();
        for step in walk.steps[..=reason.line.len()].iter().rev() {
            if step.played.to == from {
                from = step.played.from.clone().unwrap_or_default();
            }
        }
        origins.push(from);
    }
    ensure(origins[0] == origins[1], || format!("other pieces, from {origins:?}"))?;
    for (session, square) in [(&here, at), (&there, instead)] {
        ensure(session.side_to_move() == side, || "the other side moves".to_owned())?;
        ensure(kind_at(session.as_ref(), square, side) == Some(kind), || format!("no {kind}"))?;
    }
    let moves = |session: &dyn Session, square: &str| {
        session.legal_moves().iter().filter(|text| text[..2] == *square).count()
    };
    let (now, other) = (moves(here.as_ref(), at), moves(there.as_ref(), instead));
    counts(reason, now, other)?;
    ensure(now != other && (now < other) == is_own, || "it is the other way round".to_owned())
}

fn fewer(case: &Case, reason: &Reason) -> Checked {
    compared(case, reason, true, true, &|session| session.legal_moves().len())
}

fn more(case: &Case, reason: &Reason) -> Checked {
    compared(case, reason, false, false, &|session| session.legal_moves().len())
}
