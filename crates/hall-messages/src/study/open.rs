//! A study that is open: requests become edits, which are stored before anybody is told of them.

use crate::refused::{Refused, shortened};
use crate::study::{head, study_position, view};
use engine::Session;
use game::Outcome;
use hall::Moment;
use hall::study::{Edit, EditChanges, Setup, Study};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use wire::{StudyCommand, StudyEvent, StudyPosition};

/// A study with what whoever serves it knows of it.
#[derive(Debug)]
pub struct OpenStudy {
    /// The study.
    pub study: Study,
    /// Its version as it is stored.
    pub version: u64,
    /// When it was made.
    pub created_at: Moment,
    /// When it last changed.
    pub updated_at: Moment,
    /// Its review.
    pub review: Option<wire::ShownReview>,
    /// The result of its game, which may have ended after the study was made.
    pub result: Option<Outcome>,
    /// Bytes of its log.
    bytes: u64,
    /// What each request led to. Of requests before the study was opened, the command is not known.
    requests: HashMap<String, (Option<StudyCommand>, Option<u32>)>,
}

/// An edit in the log of a study.
#[derive(Clone, Debug)]
pub struct StoredEdit {
    /// The id of the request that asked for it.
    pub request: Option<String>,
    /// The edit, as JSON.
    pub body: String,
}

/// How large a study may become.
#[derive(Copy, Clone, Debug)]
pub struct StudyLimits {
    /// The most edits.
    pub edits: u64,
    /// The most bytes of its log.
    pub bytes: u64,
}

/// What a request led to.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct EditOutcome {
    /// The node it led to.
    pub node: Option<u32>,
    /// The answer to `look`.
    pub position: Option<Box<StudyPosition>>,
}

/// What a request asks for.
#[derive(Debug)]
pub enum StudyStep {
    /// Nothing is to be changed.
    Done(EditOutcome),
    /// An edit, and the node that it leads to if that is there already.
    Edit(Edit),
}

/// An edit that was applied, to be stored.
#[derive(Clone, Debug)]
pub struct AppliedEdit {
    /// The edit, as JSON.
    pub body: String,
    /// What lists show of the study now, as JSON.
    pub head: String,
    /// What it changed.
    pub changed: EditChanges,
}

/// The main line of a study.
#[derive(Debug)]
pub struct MainLine {
    /// The game at the root.
    pub root: Box<dyn Session>,
    /// The id of the hall's game that the study was made of.
    pub game: Option<String>,
    /// Each node with its move and the time that was used for it.
    pub moves: Vec<(u32, String, u64)>,
}

impl OpenStudy {
    /// A stored study: what it began with as JSON, and its edits.
    ///
    /// # Errors
    /// When these cannot be read or applied, in words.
    pub fn replay(
        setup: &str,
        log: Vec<StoredEdit>,
        version: u64,
        created_at: Moment,
        updated_at: Moment,
    ) -> Result<Self, String> {
        let setup: Setup =
            serde_json::from_str(setup).map_err(|error| format!("stored set-up: {error}"))?;
        let root = games::new_session(&setup.variant, Some(&setup.rules), Some(&setup.start))
            .map_err(|error| format!("stored set-up: {error}"))?;
        let result = setup.result;
        let mut study = Study::new(setup, root);
        let (mut bytes, mut requests) = (0, HashMap::new());
        for (number, StoredEdit { request, body }) in (1..).zip(log) {
            bytes += body.len() as u64;
            let wrong = |what: String| format!("stored edit {number}: {what}");
            let edit: Edit =
                serde_json::from_str(&body).map_err(|error| wrong(error.to_string()))?;
            let changed = study.apply(&edit).map_err(|error| wrong(error.to_string()))?;
            if let Some(request) = request {
                requests.insert(request, (None, changed.node));
            }
        }
        let review = None;
        Ok(Self { study, version, created_at, updated_at, review, result, bytes, requests })
    }

    /// What a client's request asks for. One whose id was done before is only confirmed.
    ///
    /// # Errors
    /// When it makes no sense here.
    pub fn asked(&mut self, request: &str, command: &StudyCommand) -> Result<StudyStep, Refused> {
        if let Some((asked, node)) = self.requests.get(request) {
            // Two clients may use one id: the second must not be told that its request was done.
            if asked.as_ref().is_some_and(|asked| asked != command) {
                let shown = shortened(request);
                let message = format!(
                    "another request with the id {shown:?} was already done; choose ids at random"
                );
                return Err(Refused::conflict("id-taken", message));
            }
            return Ok(StudyStep::Done(EditOutcome { node: *node, position: None }));
        }
        if let StudyCommand::Look { node } = *command {
            let game = self.study.game_at(node)?;
            let position = Some(Box::new(study_position(node, game.as_ref())));
            return Ok(StudyStep::Done(EditOutcome { node: Some(node), position }));
        }
        let (edit, node) = self.edit(command)?;
        Ok(match edit {
            Some(edit) => StudyStep::Edit(edit),
            None => StudyStep::Done(EditOutcome { node, position: None }),
        })
    }

    /// Applies an edit. It is told when it is stored.
    ///
    /// # Errors
    /// When the study is full, or the edit is not possible.
    pub fn apply(&mut self, edit: &Edit, limits: StudyLimits) -> Result<AppliedEdit, Refused> {
        let body = serde_json::to_string(edit)
            .map_err(|error| Refused::failed("an edit as JSON", &error))?;
        if self.version >= limits.edits || self.bytes + body.len() as u64 > limits.bytes {
            let message = "this study has as many changes as a study may have; export it and open \
                           the file as a new study";
            return Err(Refused::conflict("study-full", message));
        }
        let changed = self.study.apply(edit)?;
        let head = head(&mut self.study, self.result);
        Ok(AppliedEdit { body, head, changed })
    }

    /// The edit is stored, and the study has this version now: what all clients are told.
    pub fn stored(&mut self, applied: &AppliedEdit, version: u64, now: Moment) -> StudyEvent {
        let after = std::mem::replace(&mut self.version, version);
        self.updated_at = now;
        self.bytes += applied.body.len() as u64;
        let (study, changed) = (&self.study, &applied.changed);
        let nodes = changed.nodes.iter().filter_map(|id| Some(view::node(*id, study.node(*id)?)));
        StudyEvent::Changed {
            after,
            version,
            updated_at: crate::view::moment(now),
            nodes: nodes.collect(),
            gone: changed.gone.iter().copied().collect(),
            title: changed.title.then(|| study.title().to_owned()),
            can_undo: study.can_undo(),
            can_redo: study.can_redo(),
        }
    }

    /// Notes what a request led to.
    pub fn note(&mut self, request: &str, command: StudyCommand, node: Option<u32>) {
        self.requests.insert(request.to_owned(), (Some(command), node));
    }

    /// The main line.
    ///
    /// # Errors
    /// When the study cannot be played.
    pub fn main_line(&mut self) -> Result<MainLine, Refused> {
        let root = self.study.game_at(0)?;
        let ids = self.study.main_line().into_iter();
        let moves = ids.filter_map(|id| {
            let node = self.study.node(id)?;
            Some((id, node.text()?.to_owned(), node.time_ms))
        });
        let moves = moves.collect();
        Ok(MainLine { root, game: self.study.setup().game.clone(), moves })
    }
}
