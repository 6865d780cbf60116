//! Forcing moves, and the moves that parry them.

use game::{NullObserver, Position as _, Side};
use gomoku::{Pattern, Position, Square, Squares, Threat};

/// Whether a stone on the opposite end can turn a five into no five. Then one stone can parry two
/// open ends, and patterns alone prove nothing (caro).
pub(super) fn is_blockable(position: &Position, side: Side) -> bool {
    position.rules().rows[side.index()].blocked_is_nothing
}

/// Some point of a set.
#[inline]
pub(super) fn any(set: &Squares) -> Option<Square> {
    set.iter().next()
}

/// Whether a stone of `side` there makes a four (or more than one).
#[inline]
pub(super) fn makes_four(position: &Position, square: Square, side: Side) -> bool {
    position.patterns(square, side).iter().any(|pattern| pattern.fours() > 0)
}

/// Calls `each` with every point of some threats that is not forbidden to `side`. Where two open
/// threes are forbidden, a point that may be such a foul is included only if `wanted` accepts one
/// of its patterns.
#[inline]
fn allowed(
    position: &Position,
    side: Side,
    threats: &[Threat],
    wanted: impl Fn(Pattern) -> bool,
    each: &mut impl FnMut(Square),
) {
    for &threat in threats {
        if position.count(side, threat) > 0 {
            position.threats(side, threat).iter().for_each(&mut *each);
        }
    }
    if position.count(side, Threat::PossibleFoul) > 0 {
        for square in position.threats(side, Threat::PossibleFoul).iter() {
            let patterns = position.patterns(square, side);
            if patterns.iter().any(|&pattern| wanted(pattern)) && !position.is_foul(square, side) {
                each(square);
            }
        }
    }
}

/// The points on which a stone of `side` makes a four and is not forbidden. (Points on which it
/// makes a five are not among them.)
pub(super) fn fours(position: &Position, side: Side, each: &mut impl FnMut(Square)) {
    const FOURS: [Threat; 3] = [Threat::OpenFour, Threat::FourThree, Threat::Four];
    allowed(position, side, &FOURS, |pattern| pattern.fours() > 0, each);
}

/// The points on which a stone of `side` makes an open three but no four. Where `side` has
/// fouls, the three need not be a real one.
pub(super) fn threes(position: &Position, side: Side, each: &mut impl FnMut(Square)) {
    const THREES: [Threat; 2] = [Threat::DoubleThree, Threat::Three];
    let mut four = Vec::new();
    fours(position, side, &mut |square| four.push(square));
    allowed(position, side, &THREES, |pattern| pattern == Pattern::OpenThree, &mut |square| {
        if !four.contains(&square) {
            each(square);
        }
    });
}

/// The points on which a stone of `side` makes neither a four nor an open three, but strong enough
/// patterns that a win by fours may become possible.
pub(super) fn builders(position: &Position, side: Side, each: &mut impl FnMut(Square)) {
    for square in position.threats(side, Threat::Quiet).iter() {
        let patterns = position.patterns(square, side);
        let count = |wanted| patterns.iter().filter(|&&pattern| pattern == wanted).count();
        let twos = count(Pattern::OpenTwo);
        if count(Pattern::Three) > 0 || twos > 1 || twos == 1 && count(Pattern::Two) > 0 {
            each(square);
        }
    }
}

/// Whether the attacker has two points for a five that one stone cannot both parry.
pub(super) fn cannot_parry(position: &Position, attacker: Side) -> bool {
    position.count(attacker, Threat::Five) >= 2 && !is_blockable(position, attacker)
}

/// Calls `each` with the answers of the side to move to a four: the moves after which there is no
/// five. None if the position is lost.
pub(super) fn blocks(position: &mut Position, each: &mut impl FnMut(Square)) {
    let defender = position.side_to_move();
    if cannot_parry(position, !defender) {
        return;
    }
    if !is_blockable(position, !defender) {
        let five = any(position.threats(!defender, Threat::Five));
        if let Some(five) = five.filter(|&five| !position.is_foul(five, defender)) {
            each(five);
        }
        return;
    }
    if position.winner().is_some() {
        return;
    }
    for square in near_all_fives(position, !defender).iter() {
        if position.is_foul(square, defender) {
            continue;
        }
        let undo = position.make(square.into(), &mut NullObserver);
        let parried = position.count(!defender, Threat::Five) == 0;
        position.unmake(square.into(), undo);
        if parried {
            each(square);
        }
    }
}

/// The empty points within reach of every point on which a side can make a five: no other stone parries all of them.
fn near_all_fives(position: &Position, side: Side) -> Squares {
    let fives = position.threats(side, Threat::Five).iter();
    fives.fold(*position.empty(), |near, five| near.intersection(&within_reach(&[five])))
}

/// The options of the side to move against the threats of the other.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Defence {
    /// It is not threatened, or wins itself.
    Free,
    /// One of these; every other move loses. An empty list means a loss.
    Only(Vec<Square>),
}

/// The options of the side to move against the fours and threes of the other. The list may contain
/// moves that do not help; it contains every move that helps.
pub(super) fn defence(position: &mut Position) -> Defence {
    let defender = position.side_to_move();
    if position.count(defender, Threat::Five) > 0 {
        return Defence::Free;
    }
    let mut answers = Vec::new();
    if position.count(!defender, Threat::Five) > 0 {
        blocks(position, &mut |square| answers.push(square));
        return Defence::Only(answers);
    }
    let Some(spoilers) = spoilers(position) else { return Defence::Free };
    fours(position, defender, &mut |square| answers.push(square));
    for square in spoilers.iter() {
        if !answers.contains(&square) && !position.is_foul(square, defender) {
            answers.push(square);
        }
    }
    Defence::Only(answers)
}

/// The options of the side to move against a win by fours that the other side would have if it were
/// to move: every move after which the same fours do not win, and its own fours.
pub(super) fn defence_against(position: &mut Position, win: &[Square]) -> Vec<Square> {
    let mut answers = Vec::new();
    let mut near = seen_from(position, win);
    fours(position, position.side_to_move(), &mut |four| near.insert(four));
    for square in near.iter().filter(|&square| position.is_allowed(square)).collect::<Vec<_>>() {
        let undo = position.make(square.into(), &mut NullObserver);
        if !still_wins(position, win) {
            answers.push(square);
        }
        position.unmake(square.into(), undo);
    }
    answers
}

/// The empty points from which a stone can change the patterns on some points: those on a line with
/// them, within the reach of patterns. All points, if the side not to move has fouls that depend on
/// stones farther away.
fn seen_from(position: &Position, points: &[Square]) -> Squares {
    if position.rules().double_three.binds(!position.side_to_move()) {
        return *position.empty();
    }
    within_reach(points).intersection(position.empty())
}

/// The points on a line with one of these, within the reach of patterns, and these.
fn within_reach(points: &[Square]) -> Squares {
    const REACH: u32 = 5;
    let mut seen = Squares::EMPTY;
    points.iter().for_each(|&point| seen.insert(point));
    seen.along_lines(REACH)
}

/// Whether the fours of a win (with the blocks between them) win for the side to move.
fn still_wins(position: &mut Position, win: &[Square]) -> bool {
    let (us, them) = (position.side_to_move(), !position.side_to_move());
    if position.count(us, Threat::Five) > 0 {
        return true;
    }
    let Some((&square, rest)) = win.split_first() else { return false };
    let forced = position.count(them, Threat::Five) > 0;
    if forced && any(position.threats(them, Threat::Five)) != Some(square)
        || position.count(them, Threat::Five) > 1
        || !position.is_allowed(square)
        || !makes_four(position, square, us)
    {
        return false;
    }
    let undo = position.make(square.into(), &mut NullObserver);
    let mut answer = None;
    blocks(position, &mut |square| answer = Some(square));
    let wins = answer.is_none_or(|answer| {
        let undo = position.make(answer.into(), &mut NullObserver);
        let wins = still_wins(position, rest.get(1..).unwrap_or_default());
        position.unmake(answer.into(), undo);
        wins
    });
    position.unmake(square.into(), undo);
    wins
}

/// The points on which a stone of the side to move prevents every straight four (or pair of fours)
/// that the other side threatens to make; `None` if it threatens none.
fn spoilers(position: &mut Position) -> Option<Squares> {
    /// More follow-ups would rarely reduce the answers enough to pay for the time.
    const LOOKED_AT: usize = 4;
    let (defender, attacker) = (position.side_to_move(), !position.side_to_move());
    if is_blockable(position, attacker) {
        return spoilers_by_trial(position);
    }
    let follow_ups: Vec<Square> =
        position.threats(attacker, Threat::OpenFour).iter().take(LOOKED_AT).collect();
    if follow_ups.is_empty() {
        let possible = position.count(attacker, Threat::PossibleFoul) > 0;
        return if possible { spoilers_by_trial(position) } else { None };
    }
    let mut all: Option<Squares> = None;
    let pass = position.pass()?;
    for square in follow_ups {
        let undo = position.make(square.into(), &mut NullObserver);
        let mut here = Squares::EMPTY;
        here.insert(square);
        // With three or more points for a five, taking one of them does not help.
        if position.count(attacker, Threat::Five) == 2 {
            here = here.union(position.threats(attacker, Threat::Five));
        }
        position.unmake(square.into(), undo);
        all = Some(all.map_or(here, |all| all.intersection(&here)));
    }
    position.unpass(pass);
    debug_assert_eq!(position.side_to_move(), defender);
    all
}

/// The same by trying every move, for positions where a distant stone may change the fouls, or one
/// stone may parry two fives.
fn spoilers_by_trial(position: &mut Position) -> Option<Squares> {
    let pass = position.pass()?;
    let four = winning_four(position);
    let helps = four.map(|four| may_spoil(position, four));
    position.unpass(pass);
    let mut all = Squares::EMPTY;
    for square in helps?.iter().filter(|&square| position.is_allowed(square)).collect::<Vec<_>>() {
        let undo = position.make(square.into(), &mut NullObserver);
        if winning_four(position).is_none() {
            all.insert(square);
        }
        position.unmake(square.into(), undo);
    }
    Some(all)
}

/// The empty points where a stone of the other side may prevent a winning four of the side to move: those within reach
/// of it or of the points that would then make a five, and those where the stone itself makes a four. Where fouls
/// bind a side, all: distant stones may decide about them.
fn may_spoil(position: &mut Position, four: Square) -> Squares {
    let (side, other) = (position.side_to_move(), !position.side_to_move());
    if Side::ALL.into_iter().any(|side| position.rules().bind(side)) {
        return *position.empty();
    }
    let undo = position.make(four.into(), &mut NullObserver);
    let mut points = vec![four];
    points.extend(position.threats(side, Threat::Five).iter());
    position.unmake(four.into(), undo);
    let mut near = within_reach(&points);
    for square in position.empty().iter() {
        // A stone that completes a five threatens nothing more, but nothing is lost by trying it.
        if position.patterns(square, other).iter().any(|&pattern| pattern >= Pattern::Four) {
            near.insert(square);
        }
    }
    near.intersection(position.empty())
}

/// A four of the side to move that cannot be parried (the other has no four).
fn winning_four(position: &mut Position) -> Option<Square> {
    let side = position.side_to_move();
    if position.count(!side, Threat::Five) > 0 {
        return None;
    }
    let mut candidates = Vec::new();
    fours(position, side, &mut |square| candidates.push(square));
    candidates.into_iter().find(|&square| {
        let undo = position.make(square.into(), &mut NullObserver);
        let mut parried = false;
        blocks(position, &mut |_| parried = true);
        position.unmake(square.into(), undo);
        !parried
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Line;
    use gomoku::{Move, Rules, judge};
    use proptest::prelude::*;

    fn allowed_points(position: &Position) -> Vec<Square> {
        position.moves().into_iter().filter_map(Move::square).collect()
    }

    /// What `blocks` says, by trying every move.
    fn all_blocks(position: &mut Position) -> Vec<Square> {
        let (attacker, moves) = (!position.side_to_move(), allowed_points(position));
        let parries = |square: &Square| {
            let undo = position.make((*square).into(), &mut NullObserver);
            let parried = position.count(attacker, Threat::Five) == 0;
            position.unmake((*square).into(), undo);
            parried
        };
        moves.into_iter().filter(parries).collect()
    }

    /// What `spoilers_by_trial` says, by trying every move.
    fn all_spoilers(position: &mut Position) -> Option<Squares> {
        let pass = position.pass()?;
        let threat = winning_four(position);
        position.unpass(pass);
        threat?;
        let mut all = Squares::EMPTY;
        for square in allowed_points(position) {
            let undo = position.make(square.into(), &mut NullObserver);
            if winning_four(position).is_none() {
                all.insert(square);
            }
            position.unmake(square.into(), undo);
        }
        Some(all)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        /// Moves that a solver leaves out without a trial would not have helped, in caro where one stone may parry two fives,
        /// and where two open threes are forbidden.
        #[test]
        fn moves_that_are_not_tried_do_not_help(
            choices in prop::collection::vec(prop::arbitrary::any::<prop::sample::Index>(), 8..50),
            rules in prop::sample::select(vec![Rules::CARO, Rules::CARO_FREE, Rules::OMOK]),
        ) {
            let mut line = Line::new(Position::new(rules, 15));
            for choice in choices {
                let near = |m: &Move| {
                    let square = m.square();
                    square.is_some_and(|at| [at.column(), at.row()].iter().all(|n| (4..11).contains(n)))
                };
                let moves: Vec<Move> = line.position().moves().into_iter().filter(near).collect();
                if moves.is_empty() || judge(&line).is_some() {
                    break;
                }
                line.push(moves[choice.index(moves.len())]);
                let mut position = line.position().clone();
                let defender = position.side_to_move();
                if position.count(defender, Threat::Five) > 0 || judge(&line).is_some() {
                    continue;
                }
                if position.count(!defender, Threat::Five) > 0 {
                    let mut found = Vec::new();
                    if is_blockable(&position, !defender) {
                        blocks(&mut position, &mut |square| found.push(square));
                        found.sort_unstable();
                        let mut all = all_blocks(&mut position);
                        all.sort_unstable();
                        prop_assert_eq!(found, all, "{}", position);
                    }
                } else {
                    let all = all_spoilers(&mut position);
                    prop_assert_eq!(spoilers_by_trial(&mut position), all, "{}", position);
                }
            }
        }
    }
}
