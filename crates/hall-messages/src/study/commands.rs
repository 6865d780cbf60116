//! The requests of clients as edits.

use crate::new_game::check_text;
use crate::refused::{RefusalKind, Refused};
use crate::study::OpenStudy;
use hall::study::{Edit, Evaluation, StudyError};
use wire::StudyCommand;

/// Moves one request may add.
const MOST_MOVES: usize = 1_000;

impl OpenStudy {
    /// The edit that a request asks for, or the node that is there already.
    pub(super) fn edit(
        &mut self,
        command: &StudyCommand,
    ) -> Result<(Option<Edit>, Option<u32>), Refused> {
        let edit = match command {
            StudyCommand::Play { node, text } => {
                let (edit, last) = self.study.line(*node, std::slice::from_ref(text))?;
                return Ok((edit, Some(last)));
            }
            StudyCommand::Insert { node, moves } => {
                if moves.len() > MOST_MOVES {
                    return Err(bad(format!("moves: at most {MOST_MOVES}")));
                }
                let (edit, last) = self.study.line(*node, moves)?;
                return Ok((edit, Some(last)));
            }
            StudyCommand::Comment { node, text } => {
                let text = text.replace("\r\n", "\n").trim().to_owned();
                text.split('\n').try_for_each(|line| check_text("text", line))?;
                Edit::Comment { node: *node, text }
            }
            StudyCommand::Glyphs { node, glyphs } => {
                Edit::Glyphs { node: *node, glyphs: glyphs.clone() }
            }
            StudyCommand::Shapes { node, shapes } => {
                Edit::Shapes { node: *node, shapes: shapes.clone() }
            }
            StudyCommand::Evaluate { node, evaluation } => {
                let evaluation = evaluation.as_ref().map(evaluation_of).transpose()?;
                Edit::Evaluate { node: *node, evaluation }
            }
            StudyCommand::Promote { node } => Edit::Promote { node: *node },
            StudyCommand::Demote { node } => Edit::Demote { node: *node },
            StudyCommand::MakeMain { node } => Edit::MakeMain { node: *node },
            StudyCommand::Delete { node } => Edit::Delete { node: *node },
            StudyCommand::Undo => Edit::Undo,
            StudyCommand::Redo => Edit::Redo,
            StudyCommand::Collapse { node, collapsed } => {
                Edit::Collapse { node: *node, collapsed: *collapsed }
            }
            StudyCommand::Title { title } => {
                check_text("title", title)?;
                Edit::Title { title: title.trim().to_owned() }
            }
            // The task and the client carry these out.
            StudyCommand::Look { .. }
            | StudyCommand::Analyse { .. }
            | StudyCommand::Values { .. }
            | StudyCommand::Stop { .. }
            | StudyCommand::Ping => return Ok((None, None)),
        };
        Ok((Some(edit), None))
    }
}

/// The evaluation that a client writes.
pub(super) fn evaluation_of(evaluation: &wire::ShownEvaluation) -> Result<Evaluation, Refused> {
    if !(0.0..=1.0).contains(&evaluation.chance) {
        return Err(bad("evaluation.chance: expected 0 to 1".to_owned()));
    }
    if evaluation.engine.chars().count() > 80 {
        return Err(bad("evaluation.engine: at most 80 characters".to_owned()));
    }
    check_text("evaluation.engine", &evaluation.engine)?;
    let wire::ShownEvaluation { score: Some(score), chance, depth, .. } = *evaluation else {
        return Err(bad("evaluation.score: either cp or mate".to_owned()));
    };
    Ok(Evaluation { score, chance, depth, engine: evaluation.engine.clone() })
}

fn bad(message: String) -> Refused {
    Refused::impossible("bad-edit", message)
}

impl From<StudyError> for Refused {
    fn from(error: StudyError) -> Self {
        let message = error.to_string();
        match error {
            StudyError::NoNode(_) => Self::new(RefusalKind::NotFound, "no-node", message),
            StudyError::Move { number: 1, error } => error.into(),
            StudyError::Move { number, error } => {
                Self::from(error).at(&format!("moves[{}]", number - 1))
            }
            StudyError::NothingToUndo => Self::conflict("nothing-to-undo", message),
            StudyError::NothingToRedo => Self::conflict("nothing-to-redo", message),
            StudyError::TooMuch { .. } => Self::conflict("study-full", message),
            StudyError::Root | StudyError::Twice { .. } | StudyError::NoSquare(_) => {
                Self::impossible("bad-edit", message)
            }
        }
    }
}
