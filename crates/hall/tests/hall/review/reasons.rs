//! What a review tells of bad moves is true: every claim is played out by the rules and counted again, and planted false
//! claims are caught. The games (`reasons/games.txt`) are our own, between levels 2 to 8.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

mod checker;

use checker::Case;
use engine::{Control, Reason, ReasonKind};
use hall::review::{Effort, Grade, ReviewWork};
use std::collections::BTreeMap;
use std::sync::OnceLock;

const NODES: u64 = 3_000;

/// A bad move with what is told of it.
#[derive(Debug)]
struct Told {
    case: Case,
    reason: Reason,
}

/// All reasons of the games, inaccuracies included.
fn told() -> &'static [Told] {
    &reviewed().0
}

/// Of a variant: how many mistakes and blunders there were, and how many of them have a reason.
type BadMoves = BTreeMap<String, [usize; 2]>;

/// What the reviews of the games say.
fn reviewed() -> &'static (Vec<Told>, BadMoves) {
    static REVIEWED: OnceLock<(Vec<Told>, BadMoves)> = OnceLock::new();
    REVIEWED.get_or_init(|| {
        let mut all = Vec::new();
        let mut bad = BadMoves::new();
        for line in include_str!("reasons/games.txt").lines() {
            let mut words = line.split_whitespace().map(str::to_owned);
            let variant = words.next().unwrap();
            let moves: Vec<String> = words.collect();
            let start = games::new_session(&variant, None, None).unwrap();
            let mut work = ReviewWork::new(start, &moves, Effort::nodes(NODES)).unwrap();
            let mut engine = games::new_engine(&variant).unwrap();
            engine.set_option("Hash", "4").unwrap();
            hall::review::run(&mut work, engine.as_mut(), &Control::new(), &mut |_, _| {}).unwrap();
            for played in work.review().moves {
                if played.grade >= Grade::Mistake {
                    let [count, told] = bad.entry(variant.clone()).or_default();
                    *count += 1;
                    *told += usize::from(played.reason.is_some());
                }
                let Some(reason) = played.reason else { continue };
                all.push(Told { case: Case::of(&work, &variant, played.ply - 1), reason });
            }
        }
        (all, bad)
    })
}

/// Of the family of a variant.
fn family_of(variant: &str) -> &'static str {
    let all = games::variants().iter();
    all.filter(|known| known.id == variant).map(|known| known.family).next().unwrap()
}

/// Four of five mistakes and blunders at least have a reason, in every family.
#[test]
fn bad_moves_have_reasons() {
    let mut families: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    for (variant, [count, told]) in &reviewed().1 {
        let [all, with_reason] = families.entry(family_of(variant)).or_default();
        *all += count;
        *with_reason += told;
    }
    assert_eq!(families.len(), games::families().len(), "{families:?}");
    for (family, [count, told]) in &families {
        assert!(*count >= 5 && told * 5 >= count * 4, "{family}: {families:?}");
    }
}

#[test]
fn what_is_told_is_true() {
    let mut false_ones = Vec::new();
    let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for Told { case, reason } in told() {
        *counts.entry((&case.variant, reason.kind.code())).or_default() += 1;
        if let Err(why) = checker::check(case, reason) {
            let (variant, ply, sentence) = (&case.variant, case.moves.len() + 1, reason.sentence());
            false_ones.push(format!("{variant}, ply {ply}: {sentence} ({reason:?}): {why}"));
        }
    }
    assert!(false_ones.is_empty(), "{}\n{counts:?}", false_ones.join("\n"));
    for family in games::families() {
        let own = counts.iter().filter(|((variant, _), _)| family_of(variant) == family.id());
        let codes = own.clone().count();
        let all: usize = own.map(|(_, n)| n).sum();
        assert!(all >= 5 && codes >= 2, "{}: {counts:?}", family.id());
    }
}

/// A claim with one thing changed, and what was changed.
fn planted(case: &Case, reason: &Reason) -> Vec<(&'static str, Reason)> {
    let mut all = Vec::new();
    let mut plant = |what, change: &dyn Fn(&mut Reason)| {
        let mut other = reason.clone();
        change(&mut other);
        if other != *reason {
            all.push((what, other));
        }
    };
    if let Some((a, b)) = reason.count {
        plant("one more", &|r| r.count = Some((a + 1, b)));
        plant("one more of the other", &|r| r.count = Some((a, b + 1)));
        plant("one less", &|r| r.count = Some((a.saturating_sub(1), b)));
        plant("the other way round", &|r| r.count = Some((b, a)));
    }
    if let Some(moves) = reason.moves {
        plant("a move more, on the board", &|r| {
            if ends(case, r) {
                r.moves = Some(moves + 1);
            }
        });
        plant("faster than the line", &|r| {
            r.moves = Some((r.line.len().div_ceil(2) as u32).saturating_sub(1));
        });
    }
    if !reason.squares.is_empty() {
        let names = case.before().board().names;
        let other = names.into_iter().find(|n| !n.is_empty() && !reason.squares.contains(n));
        let other = other.unwrap();
        plant("another square", &|r| r.squares[0] = other.clone());
        plant("no square", &|r| r.squares.clear());
    }
    if !reason.pieces.is_empty() {
        plant("another piece", &|r| {
            r.pieces[0] = if r.pieces[0] == "king" { "man" } else { "king" };
        });
    }
    if !reason.line.is_empty() && needs_its_end(reason) && is_decided_at_the_end(case, reason) {
        plant("without its end", &|r| {
            r.line.pop();
        });
    }
    if !reason.line.is_empty() {
        plant("another move", &|r| r.line[0] = case.doubt.played.clone() + "x");
        plant("another first move", &|r| {
            let start = if r.kind.is_missed() { case.before() } else { case.after() };
            let others = start.legal_moves();
            if let Some(other) = others.into_iter().find(|text| *text != r.line[0]) {
                r.line.truncate(1);
                r.line[0] = other;
            }
        });
    }
    all
}

/// Whether a claim of a forced win is shown to its end.
fn ends(case: &Case, reason: &Reason) -> bool {
    let mut session = if reason.kind.is_missed() { case.before() } else { case.after() };
    reason.line.iter().all(|text| session.push(text).is_ok()) && session.verdict().is_some()
}

/// Whether a claim is false without the last move of its line. Some are about the move itself, and their line is only what is
/// expected; a forced win is shown in part, and pieces are kept before that move too.
fn needs_its_end(reason: &Reason) -> bool {
    let code = reason.kind.code();
    let is_about_the_move = matches!(
        code,
        "beside-corner"
            | "wide-frontier"
            | "far-away"
            | "allows-four"
            | "misses-four"
            | "perpetual"
            | "allows-double"
            | "misses-double"
            | "misses-three"
            | "misses-simple-four"
    );
    let stays = matches!(code, "keeps-pieces" | "leaves-centre");
    matches!(reason.kind, ReasonKind::Family(_)) && !is_about_the_move && !stays
}

/// Whether the last move of the line takes something, where the claim is about what is taken: such a line may go on with
/// a move that takes nothing back.
fn is_decided_at_the_end(case: &Case, reason: &Reason) -> bool {
    if !reason.kind.code().ends_with("-material") {
        return true;
    }
    let mut session = if reason.kind.is_missed() { case.before() } else { case.after() };
    let played: Vec<_> = reason.line.iter().map(|text| session.push(text).unwrap()).collect();
    played.last().is_some_and(|played| !played.captured.is_empty())
}

#[test]
fn planted_false_claims_are_caught() {
    let mut missed = Vec::new();
    let mut caught: BTreeMap<&str, usize> = BTreeMap::new();
    for Told { case, reason } in told() {
        for (what, false_one) in planted(case, reason) {
            match checker::check(case, &false_one) {
                Err(_) => *caught.entry(reason.kind.code()).or_default() += 1,
                Ok(()) => missed.push(format!("{}: {what}: {false_one:?}", case.variant)),
            }
        }
    }
    assert!(missed.is_empty(), "{}\ncaught: {caught:?}", missed.join("\n"));
    assert!(caught.values().sum::<usize>() >= 200, "{caught:?}");
}

#[test]
fn every_code_has_a_check() {
    for family in games::families() {
        let variant = family.variants()[0].id;
        for reason in family.reasons() {
            assert!(
                checker::check_of(variant, reason.code()).is_some(),
                "{variant}: {}",
                reason.code()
            );
        }
    }
    let common = [
        ReasonKind::Perpetual,
        ReasonKind::AllowsMate,
        ReasonKind::MissesMate,
        ReasonKind::AllowsWin,
        ReasonKind::MissesWin,
    ];
    for kind in common {
        assert!(checker::check_of("xiangqi", kind.code()).is_some(), "{}", kind.code());
    }
}
