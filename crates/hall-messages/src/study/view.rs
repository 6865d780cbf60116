//! Studies in the form for the browser.

use crate::study::OpenStudy;
use crate::view;
use game::{Outcome, Side};
use hall::Moment;
use hall::study::{Node, Setup, Study, StudyHead};
use wire::{EngineName, ShownEvaluation, StudyNode, StudySummary};

/// What lists show of a study, as it is stored.
pub(crate) fn head(study: &mut Study, result: Option<Outcome>) -> String {
    serde_json::to_string(&StudyHead::of(study, result))
        .expect("strings and numbers are always JSON")
}

/// What is stored of a study in a list.
#[derive(Clone, Debug)]
pub struct ListedStudy {
    /// Its id.
    pub id: String,
    /// The game of the hall that it was made of.
    pub game: Option<String>,
    /// When it was made.
    pub created_at: Moment,
    /// When it last changed.
    pub updated_at: Moment,
    /// What it began with and what lists show, as JSON; or why these cannot be read.
    pub shown: Result<(String, String), String>,
}

/// A study in a list.
#[must_use]
pub fn listed_study(listed: ListedStudy) -> StudySummary {
    let read = listed.shown.and_then(|(setup, head)| {
        let setup: Setup = serde_json::from_str(&setup).map_err(|error| error.to_string())?;
        let head: StudyHead = serde_json::from_str(&head).map_err(|error| error.to_string())?;
        Ok((setup, head))
    });
    let damaged = read.is_err();
    let (setup, head) = read.unwrap_or_default();
    StudySummary {
        id: listed.id,
        title: head.title,
        board: games::read_board(&setup.variant, &head.position).ok().map(view::picture),
        variant: setup.variant,
        players: setup.players,
        result: head.result.or(setup.result),
        game: listed.game,
        created_at: view::moment(listed.created_at),
        updated_at: view::moment(listed.updated_at),
        moves: head.moves,
        damaged,
    }
}

impl OpenStudy {
    /// The study, whole. `engines` can analyse it.
    pub fn view(&mut self, id: &str, engines: Vec<EngineName>) -> wire::ShownStudy {
        let study = &mut self.study;
        let board = study.game_at(0).map(|root| (view::board(root.board()), root.side_to_move()));
        let (board, turn) = board.unwrap_or((wire::Board::default(), Side::First));
        let setup = study.setup();
        wire::ShownStudy {
            id: id.to_owned(),
            version: self.version,
            title: study.title().to_owned(),
            variant: setup.variant.clone(),
            rules: setup.rules.clone(),
            players: setup.players.clone(),
            tags: study.tags(),
            result: self.result,
            game: setup.game.clone(),
            maker: setup.maker.clone(),
            created_at: view::moment(self.created_at),
            updated_at: view::moment(self.updated_at),
            start: setup.start.clone(),
            turn,
            board,
            nodes: study.nodes().map(|(id, of)| node(id, of)).collect(),
            review: self.review.clone(),
            engines,
            can_undo: study.can_undo(),
            can_redo: study.can_redo(),
            comment_limit: u32::try_from(hall::study::limits::COMMENT).unwrap_or(u32::MAX),
        }
    }
}
pub(crate) fn node(id: u32, node: &Node) -> StudyNode {
    let comment = match (node.before.is_empty(), node.comment.is_empty()) {
        (true, _) => node.comment.clone(),
        (false, true) => node.before.clone(),
        (false, false) => format!("{}\n\n{}", node.before, node.comment),
    };
    let played = node.played.clone().map(|recorded| {
        let played = wire::MovePlayed::new(recorded, node.ply as usize, node.side);
        wire::MovePlayed { time_ms: node.time_ms, ..played }
    });
    StudyNode {
        id,
        parent: node.parent,
        children: node.children.clone(),
        played,
        comment,
        glyphs: node.glyphs.clone(),
        shapes: node.shapes.clone(),
        collapsed: node.collapsed,
        evaluation: node.evaluation.as_ref().map(evaluation),
        end: node.end.clone().map(wire::End::from),
    }
}

fn evaluation(evaluation: &hall::study::Evaluation) -> ShownEvaluation {
    ShownEvaluation {
        score: Some(evaluation.score),
        chance: evaluation.chance,
        depth: evaluation.depth,
        engine: evaluation.engine.clone(),
    }
}
