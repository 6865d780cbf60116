//! Conversion from the types of `engine` to those of `wire`.

use engine::{BoardView, GridKind, Variant};
use hall::Moment;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

const fn grid(kind: GridKind) -> wire::GridKind {
    match kind {
        GridKind::Points => wire::GridKind::Points,
        GridKind::Squares => wire::GridKind::Squares,
    }
}

fn mark(mark: engine::Mark) -> wire::Mark {
    let (kind, why) = match mark.kind {
        engine::MarkKind::Check => (wire::MarkKind::Check, None),
        engine::MarkKind::LastFrom => (wire::MarkKind::LastFrom, None),
        engine::MarkKind::LastTo => (wire::MarkKind::LastTo, None),
        engine::MarkKind::MustCapture => (wire::MarkKind::MustCapture, None),
        engine::MarkKind::Winning => (wire::MarkKind::Winning, None),
        engine::MarkKind::Forbidden(why) => (wire::MarkKind::Forbidden, Some(why.to_owned())),
    };
    wire::Mark { at: mark.at, kind, why }
}

/// The mark of a square that belongs to what ended a game.
pub(crate) fn evidence(at: &str) -> wire::Mark {
    wire::Mark { at: at.to_owned(), kind: wire::MarkKind::Evidence, why: None }
}

/// A board without legal moves, for display.
#[must_use]
pub fn picture(view: BoardView) -> wire::Picture {
    wire::Picture {
        grid: grid(view.grid.kind),
        files: view.grid.files,
        ranks: view.grid.ranks,
        pieces: view.pieces.into_iter().map(wire::Piece::from).collect(),
    }
}

/// A legal move.
pub(crate) fn one_move(m: engine::MoveView) -> wire::BoardMove {
    let engine::MoveView { text, from, to, path, ways, captures } = m;
    wire::BoardMove { text, from, to, path, ways, captures }
}

/// A board with its legal moves and marks.
#[must_use]
pub fn board(view: BoardView) -> wire::Board {
    let threat =
        |t: engine::ThreatView| wire::Threat { at: t.at, side: t.side, kind: t.kind.to_owned() };
    let refused = |m: engine::RefusedView| wire::RefusedMove {
        from: m.from,
        to: m.to,
        captures: m.captures,
        reason: m.reason.to_owned(),
        most: m.most,
    };
    wire::Board {
        grid: grid(view.grid.kind),
        files: view.grid.files,
        ranks: view.grid.ranks,
        names: view.names,
        pieces: view.pieces.into_iter().map(wire::Piece::from).collect(),
        moves: view.moves.into_iter().map(one_move).collect(),
        marks: view.marks.into_iter().map(mark).collect(),
        refused: view.refused.into_iter().map(refused).collect(),
        threats: view.threats.into_iter().map(threat).collect(),
    }
}

/// A count that runs.
#[must_use]
pub fn limit(limit: engine::DrawLimit) -> wire::DrawLimit {
    let engine::DrawLimit { reason, count, bound } = limit;
    wire::DrawLimit { reason: reason.to_owned(), count, bound }
}

/// The machines of a variant besides ours: those of textbooks, then the sparring partners.
pub(crate) fn presets(
    variant: &str,
) -> Result<impl Iterator<Item = &'static engine::Preset> + use<>, engine::OpenError> {
    Ok(games::presets(variant)?.iter().chain(games::sparring_partners(variant)?))
}

fn preset(preset: &engine::Preset) -> wire::Preset {
    let engine::Preset { id, name, name_zh, depth, .. } = *preset;
    wire::Preset { id: id.to_owned(), name: name.to_owned(), name_zh: name_zh.to_owned(), depth }
}

pub(crate) fn preset_text(preset: &engine::Preset) -> wire::PresetText {
    let engine::Preset { id, text, text_zh, .. } = *preset;
    wire::PresetText { id: id.to_owned(), text: text.to_owned(), text_zh: text_zh.to_owned() }
}

pub(crate) fn family(family: &dyn engine::Family) -> wire::Family {
    let format = |format: &records::Format| wire::FileFormat {
        id: format.name.to_owned(),
        name: format.title.to_owned(),
        endings: format.endings.iter().map(|&ending| ending.to_owned()).collect(),
        text: format.is_text,
        notations: format.takes_notations,
        written: format.is_written,
    };
    wire::Family {
        id: family.id().to_owned(),
        formats: games::files::formats_of(family).iter().map(format).collect(),
    }
}

pub(crate) fn variant(variant: &'static Variant) -> wire::VariantEntry {
    let rule_set = |r: &engine::RuleSet| wire::RuleSet {
        id: r.id.to_owned(),
        name: r.name.to_owned(),
        name_zh: r.name_zh.to_owned(),
        provisional: r.provisional,
    };
    let notation =
        |n: &engine::NotationStyle| wire::Notation { id: n.id.to_owned(), name: n.name.to_owned() };
    let kinds = games::piece_kinds(variant.id).unwrap_or_default();
    wire::VariantEntry {
        id: variant.id.to_owned(),
        family: variant.family.to_owned(),
        name: variant.name.to_owned(),
        name_zh: variant.name_zh.to_owned(),
        sides: variant.sides.map(str::to_owned),
        rule_sets: variant.rule_sets.iter().map(rule_set).collect(),
        notations: variant.notations.iter().map(notation).collect(),
        start: variant.start.to_owned(),
        piece_kinds: kinds.into_iter().map(str::to_owned).collect(),
        first: start_turn(variant),
        board: start_board(variant),
        presets: presets(variant.id).into_iter().flatten().map(preset).collect(),
        openings: games::openings(variant.id)
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

/// The pending decision in an opening; `None` when the opening is over.
pub(crate) fn opening(opening: &dyn engine::OpeningSession) -> Option<wire::OpeningState> {
    let stage = opening.stage()?;
    Some(wire::OpeningState {
        id: opening.id(),
        stage: stage_kind(stage.kind),
        decides: stage.decides,
        stone: stage.stone,
        region: stage.region.map(region),
        choices: stage.choices,
        answers: stage.answers.into_iter().map(opening_choice).collect(),
        left: stage.left,
        offered: opening.offered(),
        acts: opening.acts(),
    })
}

const fn stage_kind(kind: engine::StageKind) -> wire::OpeningStageKind {
    match kind {
        engine::StageKind::Put => wire::OpeningStageKind::Put,
        engine::StageKind::Choose => wire::OpeningStageKind::Choose,
        engine::StageKind::Declare => wire::OpeningStageKind::Declare,
        engine::StageKind::Offer => wire::OpeningStageKind::Offer,
        engine::StageKind::Pick => wire::OpeningStageKind::Pick,
        engine::StageKind::Play => wire::OpeningStageKind::Play,
    }
}

const fn answer_kind(kind: engine::AnswerKind) -> wire::OpeningAnswerKind {
    match kind {
        engine::AnswerKind::Swap => wire::OpeningAnswerKind::Swap,
        engine::AnswerKind::Keep => wire::OpeningAnswerKind::Keep,
        engine::AnswerKind::PutTwo => wire::OpeningAnswerKind::PutTwo,
        engine::AnswerKind::OfferTen => wire::OpeningAnswerKind::OfferTen,
        engine::AnswerKind::Declare => wire::OpeningAnswerKind::Declare,
    }
}

const fn region(region: engine::Region) -> wire::OpeningRegion {
    wire::OpeningRegion { within: region.within, edge: region.edge }
}

fn opening_choice(choice: engine::OpeningChoice) -> wire::OpeningChoice {
    let step = |step: engine::OpeningStep| wire::OpeningStep {
        kind: stage_kind(step.kind),
        own: step.own,
        left: step.left,
    };
    wire::OpeningChoice {
        choice: choice.choice,
        kind: answer_kind(choice.kind),
        number: choice.number,
        leads: choice.leads.into_iter().map(step).collect(),
    }
}

/// The choices of an opening other than points.
pub(crate) fn opening_answers(opening: &dyn engine::OpeningSession) -> Vec<wire::OpeningAnswer> {
    let answer = |answer: engine::OpeningAnswer| wire::OpeningAnswer {
        kind: answer_kind(answer.kind),
        number: answer.number,
        has: answer.has,
        stones: u32::try_from(answer.stones).unwrap_or(u32::MAX),
    };
    opening.answers().into_iter().map(answer).collect()
}

/// The side that moves first.
fn start_turn(variant: &'static Variant) -> game::Side {
    let session = games::new_session(variant.id, None, None);
    session.map_or(game::Side::First, |session| session.side_to_move())
}

/// The board at the start, without moves or marks.
fn start_board(variant: &'static Variant) -> wire::Board {
    let board = games::new_session(variant.id, None, None).map(|session| session.board());
    let mut board = board.map(self::board).unwrap_or_default();
    board.moves.clear();
    board.marks.clear();
    board
}

/// A time as in `2026-11-20T18:00:00.25Z`. A year without four digits is replaced by the nearest time that
/// has them.
#[must_use]
pub fn moment(moment: Moment) -> String {
    /// The first and the last millisecond that RFC 3339 can express.
    const SAYABLE: (i64, i64) = (-62_167_219_200_000, 253_402_300_799_999);
    let milliseconds = moment.0.clamp(SAYABLE.0, SAYABLE.1);
    OffsetDateTime::from_unix_timestamp_nanos(i128::from(milliseconds) * 1_000_000)
        .ok()
        .and_then(|time| time.format(&Rfc3339).ok())
        .unwrap_or_default()
}
