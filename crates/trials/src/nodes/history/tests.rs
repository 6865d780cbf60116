//! Histories that break each law, and one that breaks none: a checker that cannot fail proves nothing.

use super::check;
use crate::nodes::record::{Line, Moment, Step, Whole};

const GAME: &str = "g";
const SECOND: Moment = 1_000_000;

fn begun() -> Line {
    Line::Begun { t: 0, game: GAME.into(), base_ms: 60_000, increment_ms: 1_000 }
}

fn invoked(t: Moment, ply: usize, text: &str) -> Line {
    let request = format!("r{ply}");
    Line::Invoked { t, game: GAME.into(), request, ply, text: text.into() }
}

fn acknowledged(t: Moment, ply: usize, text: &str) -> Line {
    let request = format!("r{ply}");
    Line::Acknowledged { t, game: GAME.into(), request, ply, text: text.into() }
}

fn refused(t: Moment, ply: usize, text: &str, code: &str) -> Line {
    let (request, code) = (format!("r{ply}"), code.into());
    Line::Refused { t, game: GAME.into(), request, ply, text: text.into(), code }
}

fn moved(t: Moment, ply: usize, text: &str, left_ms: [u64; 2]) -> Line {
    let version = ply as u64;
    let (text, side) = (text.into(), Some((ply + 1) % 2));
    Line::Moved {
        t,
        game: GAME.into(),
        seen: Step { version, ply, text, side, left_ms, end: None },
    }
}

fn whole(moves: &[&str], left_ms: [u64; 2]) -> Whole {
    Whole {
        version: moves.len() as u64,
        moves: moves.iter().map(|&text| text.into()).collect(),
        last: (!moves.is_empty()).then(|| (moves.len() + 1) % 2),
        left_ms,
        end: None,
    }
}

fn joined(t: Moment, seen: Whole) -> Line {
    Line::State { t, game: GAME.into(), node: 0, joined: true, seen }
}

fn lost(t: Moment, since: Moment) -> Line {
    Line::Lost { t, game: GAME.into(), node: 0, since, why: "closed".into() }
}

fn found(node: usize, seen: Whole) -> Line {
    Line::Final { t: 100 * SECOND, game: GAME.into(), node, seen }
}

/// Three moves, two seconds for each, and what two nodes say at the end.
fn sound() -> [Vec<Line>; 3] {
    let clocks = [[60_000; 2], [60_000, 59_000], [59_000, 59_000]];
    let first = vec![
        begun(),
        joined(0, whole(&[], [60_000; 2])),
        invoked(SECOND, 1, "a"),
        moved(SECOND, 1, "a", clocks[0]),
        acknowledged(SECOND, 1, "a"),
        moved(3 * SECOND, 2, "b", clocks[1]),
        invoked(5 * SECOND, 3, "c"),
        moved(5 * SECOND, 3, "c", clocks[2]),
        acknowledged(5 * SECOND, 3, "c"),
    ];
    let second = vec![
        joined(0, whole(&[], [60_000; 2])),
        moved(SECOND, 1, "a", clocks[0]),
        invoked(3 * SECOND, 2, "b"),
        moved(3 * SECOND, 2, "b", clocks[1]),
        acknowledged(3 * SECOND, 2, "b"),
        moved(5 * SECOND, 3, "c", clocks[2]),
    ];
    let end = whole(&["a", "b", "c"], [59_000, 20_000]);
    [first, second, vec![found(0, end.clone()), found(1, end)]]
}

/// The laws that a history breaks.
fn broken(records: &[Vec<Line>]) -> Vec<String> {
    let mut laws: Vec<String> = check(records)
        .faults
        .iter()
        .map(|fault| fault.split(':').next().unwrap().to_owned())
        .collect();
    laws.dedup();
    laws
}

#[test]
fn a_sound_history_breaks_no_law() {
    let report = check(&sound());
    assert_eq!(report.faults, Vec::<String>::new());
    assert_eq!((report.games, report.acknowledged, report.clocks), (1, 3, 2));
}

#[test]
fn an_acknowledged_move_that_is_gone_is_lost() {
    let mut history = sound();
    // Only the one who played it knows of it.
    history[1].pop();
    history[0].remove(7);
    let end = whole(&["a", "b"], [59_000, 59_000]);
    history[2] = vec![found(0, end.clone()), found(1, end)];
    assert_eq!(broken(&history), ["lost"]);
}

#[test]
fn a_move_at_another_ply_is_lost_and_doubled() {
    let mut history = sound();
    let mut end = whole(&["a", "b", "b", "c"], [59_000, 59_000]);
    end.version = 9;
    history[2] = vec![found(0, end.clone()), found(1, end)];
    let laws = broken(&history);
    assert!(laws.contains(&"lost".to_owned()) && laws.contains(&"doubled".to_owned()), "{laws:?}");
}

#[test]
fn two_moves_for_one_ply_have_two_owners() {
    let mut history = sound();
    history[1].push(invoked(5 * SECOND, 3, "d"));
    history[1].push(acknowledged(5 * SECOND, 3, "d"));
    assert_eq!(broken(&history), ["lost", "owners"]);
}

#[test]
fn a_move_nobody_asked_for_is_doubled() {
    let mut history = sound();
    let end = whole(&["a", "b", "c", "c"], [58_000, 59_000]);
    history[2] = vec![found(0, end.clone()), found(1, end)];
    assert_eq!(broken(&history), ["doubled"]);
}

#[test]
fn a_refused_move_must_not_be_played() {
    let mut history = sound();
    // Nobody acknowledged the third move; it was refused.
    history[0][8] = refused(5 * SECOND, 3, "c", "wrong-ply");
    assert_eq!(broken(&history), ["refused"]);
    // It was sent a second time without an answer: then it may be there.
    history[0].push(invoked(6 * SECOND, 3, "c"));
    assert_eq!(broken(&history), Vec::<String>::new());
    // A refusal after which the outcome is unknown says nothing.
    history[0].pop();
    history[0][8] = refused(5 * SECOND, 3, "c", "database-unreachable");
    assert_eq!(broken(&history), Vec::<String>::new());
}

#[test]
fn a_version_never_goes_back() {
    let mut history = sound();
    history[1].push(lost(6 * SECOND, 5 * SECOND));
    history[1].push(joined(7 * SECOND, whole(&["a", "b"], [59_000, 59_000])));
    assert_eq!(broken(&history), ["back"]);
    let mut history = sound();
    let again = history[1][5].clone();
    history[1].push(again);
    assert_eq!(broken(&history), ["back"]);
}

#[test]
fn a_version_is_the_same_for_all() {
    let mut history = sound();
    let Line::Moved { seen, .. } = &mut history[1][5] else { unreachable!() };
    seen.end = Some("resign".into());
    let laws = broken(&history);
    assert!(laws.contains(&"versions".to_owned()), "{laws:?}");
}

#[test]
fn nothing_follows_the_end() {
    let mut history = sound();
    for record in &mut history[..2] {
        for line in record {
            if let Line::Moved { seen, .. } = line
                && seen.ply == 2
            {
                seen.end = Some("resign".into());
            }
        }
    }
    assert_eq!(broken(&history), ["after-end"]);
}

#[test]
fn all_nodes_give_the_same_games() {
    let mut history = sound();
    let mut end = whole(&["a", "b", "c"], [59_000, 20_000]);
    end.version = 4;
    history[2][1] = found(1, end);
    assert_eq!(broken(&history), ["nodes"]);
    history[2].clear();
    assert_eq!(broken(&history), ["nodes"]);
    let mut history = sound();
    let why = "404".into();
    history[2].push(Line::Missing { t: 0, game: GAME.into(), node: 2, why });
    assert_eq!(broken(&history), ["nodes"]);
}

/// Sets what the first side has left after its second move, in all records.
fn with_left(history: &mut [Vec<Line>; 3], left: u64) {
    for line in history.iter_mut().flatten() {
        match line {
            Line::Moved { seen, .. } if seen.ply == 3 => seen.left_ms[0] = left,
            Line::Final { seen, .. } => seen.left_ms[0] = left,
            _ => {}
        }
    }
}

#[test]
fn a_clock_takes_what_was_real() {
    for (left, sound_one) in
        [(59_000, true), (59_200, true), (59_900, false), (61_000, false), (58_100, false)]
    {
        let mut history = sound();
        with_left(&mut history, left);
        let laws = broken(&history);
        assert_eq!(laws.is_empty(), sound_one, "{left}: {laws:?}");
        assert!(sound_one || laws == ["clock"], "{left}: {laws:?}");
    }
}

#[test]
fn a_clock_may_spare_the_outage_and_no_more() {
    // The first side was away for 1.5 of its 2 seconds: the move may have cost half a second.
    for (left, sound_one) in [(59_000, true), (60_500, true), (61_000, false)] {
        let mut history = sound();
        with_left(&mut history, left);
        let away = [
            lost(4 * SECOND, 3 * SECOND),
            joined(4 * SECOND + SECOND / 2, whole(&["a", "b"], [60_000, 59_000])),
        ];
        history[0].splice(6..6, away);
        let laws = broken(&history);
        assert_eq!(laws.is_empty(), sound_one, "{left}: {laws:?}");
    }
    // While a refusal by the store is waited for there is an outage: one second here.
    for (left, sound_one) in [(60_000, true), (60_500, false)] {
        let mut history = sound();
        with_left(&mut history, left);
        let refusal = [invoked(4 * SECOND, 3, "c"), refused(5 * SECOND, 3, "c", "disk-full")];
        history[0].splice(6..6, refusal);
        assert_eq!(broken(&history).is_empty(), sound_one, "{left}");
    }
}

#[test]
fn a_full_disk_is_an_outage_for_every_game() {
    // Another game is refused from the third to the fourth second: the move here took half of its two seconds.
    let other = |code: &str| {
        let line = |line: Line| match line {
            Line::Invoked { t, request, ply, text, .. } => {
                Line::Invoked { t, game: "other".into(), request, ply, text }
            }
            Line::Refused { t, request, ply, text, code, .. } => {
                Line::Refused { t, game: "other".into(), request, ply, text, code }
            }
            line => line,
        };
        [invoked(3 * SECOND, 1, "z"), refused(4 * SECOND, 1, "z", code)].map(line).to_vec()
    };
    for (code, left, sound_one) in [
        ("disk-full", 60_000, true),
        ("disk-full", 60_500, false),
        ("database-unreachable", 60_000, false),
    ] {
        let mut history = sound();
        with_left(&mut history, left);
        let mut records = history.to_vec();
        records.push(other(code));
        let has_fault = broken(&records).contains(&"clock".to_owned());
        assert_eq!(has_fault, !sound_one, "{code} {left}");
    }
}

#[test]
fn a_silenced_node_is_an_outage_for_those_who_lost_it() {
    // A node is cut off from 3 s to 4 s, and the connection seems alive until 4 s.
    for (is_lost, left, sound_one) in
        [(true, 60_000, true), (true, 60_500, false), (false, 60_000, false)]
    {
        let mut history = sound();
        with_left(&mut history, left);
        if is_lost {
            let late = 4 * SECOND;
            let back = joined(late, whole(&["a", "b"], [60_000, 59_000]));
            history[0].splice(6..6, [lost(late, late), back]);
        }
        let mut records = history.to_vec();
        records.push(vec![Line::Silenced { t: 3 * SECOND, to: 4 * SECOND }]);
        let laws = broken(&records);
        assert_eq!(laws.is_empty(), sound_one, "{is_lost} {left}: {laws:?}");
    }
}

#[test]
fn a_clock_stands_still_while_the_other_side_thinks() {
    let mut history = sound();
    let Line::Moved { seen, .. } = &mut history[1][3] else { unreachable!() };
    seen.left_ms[1] = 50_000;
    let laws = broken(&history);
    assert!(laws.contains(&"clock".to_owned()), "{laws:?}");
}

#[test]
fn the_first_move_is_free() {
    let mut history = sound();
    for record in &mut history[..2] {
        for line in record {
            if let Line::Moved { seen, .. } = line
                && seen.ply == 1
            {
                seen.left_ms[0] = 59_000;
            }
        }
    }
    let laws = broken(&history);
    assert!(laws.contains(&"clock".to_owned()), "{laws:?}");
}
