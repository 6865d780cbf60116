//! What a puzzle of Xiangqi is about: each word can be seen in its line by the rules alone.

use crate::explain;
use engine::Phase;
use game::{Line, NullObserver, Position as _, Side};
use xiangqi::{Kind, Move, Position, Squares};
use xiangqi_engine::{exchange_wins, gained};

/// All words.
pub(crate) const ALL: [&str; 14] = [
    "double-check",
    "discovered-check",
    "sacrifice",
    "fork",
    "pin",
    "cannon-mate",
    "horse-mate",
    "chariot-mate",
    "pawn-mate",
    "checks",
    "quiet",
    "defence",
    "capture",
    "ending",
];

/// A piece that is given costs at least this, in centipawns: more than a pawn that has not crossed, less than an advisor.
const GIVEN: i32 = 150;
/// Pieces that a fork attacks.
const FORKED: [Kind; 4] = [Kind::King, Kind::Chariot, Kind::Cannon, Kind::Horse];
/// Pieces that are taken while they are pinned.
const PINNED: [Kind; 3] = [Kind::Chariot, Kind::Cannon, Kind::Horse];

fn after(position: &Position, m: Move) -> Position {
    let mut after = position.clone();
    after.make(m, &mut NullObserver);
    after
}

/// The words for a line that begins with a move of the side to move, the most striking first.
pub(crate) fn of(line: &Line<Position>, moves: &[Move]) -> Vec<&'static str> {
    let start = line.position();
    let Some(&first) = moves.first() else { return Vec::new() };
    let mut at = start.clone();
    let mut found: Vec<&'static str> = Vec::new();
    let (mut own, mut checks) = (0, 0);
    for (ply, &m) in moves.iter().enumerate() {
        let next = after(&at, m);
        if ply % 2 == 0 {
            let checkers = next.checkers();
            own += 1;
            checks += u32::from(!checkers.is_empty());
            if checkers.more_than_one() {
                found.push("double-check");
            } else if !checkers.is_empty() && !checkers.contains(m.to) {
                found.push("discovered-check");
            }
            if is_given(&at, &next, m) {
                found.push("sacrifice");
            }
            let rest = moves.get(ply + 1).zip(moves.get(ply + 2));
            if is_guarded_by_pin(&next, m) || rest.is_some_and(|rest| takes_pinned(&next, rest)) {
                found.push("pin");
            }
        }
        at = next;
    }
    if is_fork(&after(start, first), first, start.side_to_move()) {
        found.push("fork");
    }
    if at.side_to_move() != start.side_to_move() && !at.has_legal_move() {
        found.extend(mating(&at));
    }
    if own > 1 && checks == own {
        found.push("checks");
    }
    let is_capture = start.piece_at(first.to).is_some();
    if start.is_in_check() {
        found.push("defence");
    } else if is_capture {
        found.push("capture");
    } else if !start.gives_check(first) {
        found.push("quiet");
    }
    if explain::stage(line).phase == Phase::Ending {
        found.push("ending");
    }
    ALL.into_iter().filter(|word| found.contains(word)).collect()
}

/// Whether the piece that has moved can be taken, for more than the move itself gained.
fn is_given(before: &Position, now: &Position, m: Move) -> bool {
    let least = GIVEN + gained(before, m);
    now.moves().into_iter().any(|reply| reply.to == m.to && exchange_wins(now, reply, least))
}

/// Whether the piece that has moved attacks two pieces, each of more value than itself or without protection.
fn is_fork(now: &Position, m: Move, side: Side) -> bool {
    let Some(piece) = now.piece_at(m.to) else { return false };
    let enemies = now.side(side.other());
    let attacked = now.reach(piece, m.to) & enemies;
    let is_worth = |kind: Kind, square| {
        let guards = now.attackers_to(square, now.occupied()) & enemies;
        let more = kind == Kind::Chariot && piece.kind() != Kind::Chariot;
        kind == Kind::King || more || guards.is_empty()
    };
    let attacks = FORKED.into_iter().map(|kind| {
        let there: Squares = attacked & now.kind(kind);
        there.into_iter().filter(|&square| is_worth(kind, square)).count()
    });
    attacks.sum::<usize>() >= 2
}

/// Whether a piece that could take the one that has moved may not, since its king would be in check, and no other may.
fn is_guarded_by_pin(now: &Position, m: Move) -> bool {
    let enemy = now.side_to_move();
    let danger = now.danger(enemy);
    let takers = now.attackers_to(m.to, now.occupied()) & now.side(enemy) & danger.bound();
    let others = danger.checkers() - Squares::of(m.to);
    !takers.is_empty() && others.is_empty() && now.moves().into_iter().all(|reply| reply.to != m.to)
}

/// Whether the move after the reply takes a piece that may not leave its place freely.
fn takes_pinned(now: &Position, (reply, then): (&Move, &Move)) -> bool {
    let danger = now.danger(now.side_to_move());
    let kind = now.piece_at(then.to).map(|piece| piece.kind());
    danger.checkers().is_empty()
        && danger.bound().contains(then.to)
        && reply.to != then.to
        && kind.is_some_and(|kind| PINNED.contains(&kind))
}

/// The kind of piece that gives the mate, where one alone gives it.
fn mating(at: &Position) -> Option<&'static str> {
    let checkers = at.checkers();
    let by = checkers.first().filter(|_| !checkers.more_than_one())?;
    match at.piece_at(by)?.kind() {
        Kind::Cannon => Some("cannon-mate"),
        Kind::Horse => Some("horse-mate"),
        Kind::Chariot => Some("chariot-mate"),
        Kind::Pawn => Some("pawn-mate"),
        Kind::King | Kind::Advisor | Kind::Elephant => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn themes(position: &str, moves: &str) -> Vec<&'static str> {
        let line = Line::new(position.parse::<Position>().expect("a position"));
        let moves: Vec<Move> = moves.split(' ').map(|text| text.parse().expect("a move")).collect();
        of(&line, &moves)
    }

    #[test]
    fn a_pinned_piece_may_not_take_and_is_taken() {
        // The horse on e7 guards g6, but it stands between its king and the chariot.
        let guarded = themes("4k4/9/4n4/9/9/9/9/6C2/9/3KR4 w", "g2g6");
        assert!(guarded.contains(&"pin"), "{guarded:?}");
        let free = themes("4k4/9/4n4/9/9/9/9/6C2/9/3K1R3 w", "g2g6");
        assert!(!free.contains(&"pin"), "{free:?}");
        let taken = themes("4k4/9/4n4/p8/8R/9/9/9/9/3K5 w", "i5e5 a6a5 e5e7");
        assert!(taken.contains(&"pin"), "{taken:?}");
    }

    #[test]
    fn a_horse_forks_and_a_chariot_mates() {
        // The horse checks the king from c8 and attacks the chariot on a7.
        let fork = themes("4k4/9/r8/1N7/9/9/9/9/9/3K5 w", "b6c8");
        assert!(fork.contains(&"fork") && fork.contains(&"ending"), "{fork:?}");
        let mate = themes("3k5/R8/9/9/9/9/9/9/1R7/4K4 w", "b1b9");
        assert_eq!(mate, ["chariot-mate", "ending"]);
    }
}
