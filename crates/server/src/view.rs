//! What the engine border says, in the words of the wire.

use engine::{BoardView, GridKind, MarkKind, Score, Session, Variant};
use game::Side;
use std::collections::BTreeMap;
use store::Moment;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

pub(crate) fn side(side: Side) -> wire::Side {
    match side {
        Side::First => wire::Side::First,
        Side::Second => wire::Side::Second,
    }
}

pub(crate) fn board(view: BoardView) -> wire::Board {
    let grid = match view.grid.kind {
        GridKind::Points => "points",
        GridKind::Squares => "squares",
    };
    let piece = |p: engine::PieceView| wire::Piece {
        at: p.at,
        file: p.file,
        rank: p.rank,
        side: side(p.side),
        kind: p.kind.to_owned(),
    };
    let one_move = |m: engine::MoveView| wire::BoardMove {
        text: m.text,
        from: m.from,
        to: m.to,
        path: m.path,
        ways: m.ways,
        captures: m.captures,
    };
    let threat = |t: engine::ThreatView| wire::Threat {
        at: t.at,
        side: side(t.side),
        kind: t.kind.to_owned(),
    };
    let refused = |m: engine::RefusedView| wire::RefusedMove {
        from: m.from,
        to: m.to,
        captures: m.captures,
        reason: m.reason.to_owned(),
        most: m.most,
    };
    let mark = |m: engine::Mark| wire::Mark { at: m.at, kind: mark_kind(m.kind).to_owned() };
    wire::Board {
        grid: grid.to_owned(),
        files: view.grid.files,
        ranks: view.grid.ranks,
        names: view.names,
        pieces: view.pieces.into_iter().map(piece).collect(),
        moves: view.moves.into_iter().map(one_move).collect(),
        marks: view.marks.into_iter().map(mark).collect(),
        refused: view.refused.into_iter().map(refused).collect(),
        threats: view.threats.into_iter().map(threat).collect(),
    }
}

fn mark_kind(kind: MarkKind) -> &'static str {
    match kind {
        MarkKind::Check => "check",
        MarkKind::LastFrom => "last_from",
        MarkKind::LastTo => "last_to",
        MarkKind::MustCapture => "must_capture",
        MarkKind::ForbiddenOverline => "forbidden_overline",
        MarkKind::ForbiddenDoubleFour => "forbidden_double_four",
        MarkKind::ForbiddenDoubleThree => "forbidden_double_three",
        MarkKind::Winning => "winning",
    }
}

/// How a verdict of the rules reads as the end of a game.
pub(crate) fn end(verdict: engine::Verdict) -> wire::End {
    wire::End {
        outcome: verdict.outcome.to_string(),
        winner: verdict.outcome.winner().map(side),
        reason: verdict.reason.to_owned(),
        evidence: verdict.evidence,
        rule: verdict.rule.map(str::to_owned),
        squares: verdict.squares,
    }
}

/// The end by what players do rather than by the rules: resigning, time, agreement.
pub(crate) fn end_between_players(winner: Option<Side>, reason: &str) -> wire::End {
    let outcome = winner.map_or(game::Outcome::Draw, game::Outcome::win_of);
    wire::End {
        outcome: outcome.to_string(),
        winner: winner.map(side),
        reason: reason.to_owned(),
        evidence: String::new(),
        rule: None,
        squares: Vec::new(),
    }
}

pub(crate) fn score(score: Score) -> wire::WireScore {
    match score {
        Score::Cp(cp) => wire::WireScore { cp: Some(cp), mate: None },
        Score::Mate(mate) => wire::WireScore { cp: None, mate: Some(mate) },
    }
}

/// A score as one number, for graphs and for comparing: a mate counts far beyond any
/// evaluation, the nearer the more.
pub(crate) fn centipawns(score: Score) -> i32 {
    const MATE: i32 = 30_000;
    match score {
        Score::Cp(cp) => cp,
        Score::Mate(n) if n > 0 => MATE.saturating_sub(n),
        Score::Mate(n) => (-MATE).saturating_sub(n),
    }
}

/// A legal move in every notation of the variant.
pub(crate) fn notations(session: &dyn Session, text: &str) -> BTreeMap<String, String> {
    let styles = session.variant().notations.iter();
    styles
        .filter_map(|style| Some((style.id.to_owned(), session.write_move(text, style.id).ok()?)))
        .collect()
}

pub(crate) fn variant(variant: &'static Variant) -> wire::Variant {
    let rule_set = |r: &engine::RuleSet| wire::RuleSet {
        id: r.id.to_owned(),
        name: r.name.to_owned(),
        name_zh: r.name_zh.to_owned(),
        provisional: r.provisional,
    };
    let notation =
        |n: &engine::NotationStyle| wire::Notation { id: n.id.to_owned(), name: n.name.to_owned() };
    let start = start_board(variant);
    wire::Variant {
        id: variant.id.to_owned(),
        family: variant.family.to_owned(),
        name: variant.name.to_owned(),
        name_zh: variant.name_zh.to_owned(),
        sides: variant.sides.map(str::to_owned),
        rule_sets: variant.rule_sets.iter().map(rule_set).collect(),
        notations: variant.notations.iter().map(notation).collect(),
        start: variant.start.to_owned(),
        piece_kinds: piece_kinds(variant, &start),
        board: start,
        openings: engine::openings(variant.id)
            .unwrap_or_default()
            .into_iter()
            .map(|kind| wire::OpeningKind {
                id: kind.id,
                name: kind.name.to_owned(),
                name_zh: kind.name_zh.to_owned(),
            })
            .collect(),
    }
}

/// What is to be decided in an opening; `None` when it is over.
pub(crate) fn opening(opening: &engine::Opening) -> Option<wire::OpeningState> {
    let stage = opening.stage()?;
    Some(wire::OpeningState {
        id: opening.id(),
        stage: stage.kind.to_owned(),
        decides: side(stage.decides),
        stone: stage.stone.map(side),
        zone: stage.zone,
        choices: stage.choices,
        left: stage.left,
        offered: opening.offered(),
        acts: opening.acts(),
    })
}

/// The board at the start, without moves or marks.
fn start_board(variant: &'static Variant) -> wire::Board {
    let board = engine::new_session(variant.id, None, None).map(|session| session.board());
    let mut board = board.map(self::board).unwrap_or_default();
    board.moves.clear();
    board.marks.clear();
    board
}

/// What one side may have at most: what it has at the start, in the games that start with
/// pieces on the board; stones, where the game puts them.
fn piece_kinds(variant: &'static Variant, start: &wire::Board) -> Vec<String> {
    if variant.family == "gomoku" {
        return vec!["stone".to_owned()];
    }
    let first = start.pieces.iter().filter(|p| p.side == wire::Side::First);
    let mut kinds: Vec<String> = first.map(|p| p.kind.clone()).collect();
    if let Some(crowned) = variant.crowned {
        kinds.extend(std::iter::repeat_n(crowned.to_owned(), kinds.len()));
    }
    kinds
}

/// As in `2026-11-20T18:00:00.25Z`.
pub(crate) fn moment(moment: Moment) -> String {
    OffsetDateTime::from_unix_timestamp_nanos(i128::from(moment.0) * 1_000_000)
        .ok()
        .and_then(|time| time.format(&Rfc3339).ok())
        .unwrap_or_default()
}

/// The moment it is.
pub(crate) fn now() -> Moment {
    let nanoseconds = OffsetDateTime::now_utc().unix_timestamp_nanos();
    Moment(i64::try_from(nanoseconds / 1_000_000).unwrap_or(i64::MAX))
}
