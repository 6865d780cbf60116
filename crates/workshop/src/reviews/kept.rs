//! Searches that are kept in a file: a measurement that was interrupted, or asks the same again, goes on from them.

use crate::Failure;
use engine::{BestMove, Control, Engine, EngineError, Info, Limits, OptionError, Session};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs::File;
use std::io::{ErrorKind, Write as _};
use std::path::Path;

/// A search that was made.
#[derive(Debug, Serialize, Deserialize)]
struct KeptSearch {
    /// The limits and the moves of the game.
    asked: String,
    found: BestMove,
}

/// An engine of one variant whose searches of games from the usual start are kept. The file is of one build: with nodes,
/// another may find something else.
#[derive(Debug)]
pub(super) struct KeptSearches {
    engine: Box<dyn Engine>,
    file: File,
    known: HashMap<String, BestMove>,
}

impl KeptSearches {
    /// With what the file holds, which is made where there is none.
    pub(super) fn open(path: &Path, engine: Box<dyn Engine>) -> Result<Self, Failure> {
        let text = match std::fs::read_to_string(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            text => text?,
        };
        // The last line of a run that was killed may be cut.
        let known = text.lines().filter_map(|line| serde_json::from_str::<KeptSearch>(line).ok());
        let known = known.map(|kept| (kept.asked, kept.found)).collect();
        let mut file = File::options().append(true).create(true).open(path)?;
        if !text.is_empty() && !text.ends_with('\n') {
            file.write_all(b"\n")?;
        }
        Ok(Self { engine, file, known })
    }
}

impl Engine for KeptSearches {
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        self.engine.set_option(name, value)
    }

    fn new_game(&mut self) {
        self.engine.new_game();
    }

    fn search(
        &mut self,
        session: &dyn Session,
        limits: &Limits,
        control: &Control,
        report: &mut dyn FnMut(&Info),
    ) -> Result<BestMove, EngineError> {
        let failed = |error: &dyn std::fmt::Display| EngineError::Failed(error.to_string());
        let limit = serde_json::to_string(limits).map_err(|error| failed(&error))?;
        let asked = format!("{limit} {}", session.moves().join(" "));
        if let Some(found) = self.known.get(&asked) {
            return Ok(found.clone());
        }
        let found = self.engine.search(session, limits, control, report)?;
        let one = KeptSearch { asked, found: found.clone() };
        let mut line = serde_json::to_string(&one).map_err(|error| failed(&error))?;
        line.push('\n');
        self.file.write_all(line.as_bytes()).map_err(|error| failed(&error))?;
        self.known.insert(one.asked, one.found);
        Ok(found)
    }

    fn evaluate(&mut self, session: &dyn Session) -> Result<i32, EngineError> {
        self.engine.evaluate(session)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

    use super::*;

    /// Searches nothing.
    #[derive(Debug)]
    struct Nothing;

    impl Engine for Nothing {
        fn search(
            &mut self,
            _: &dyn Session,
            _: &Limits,
            _: &Control,
            _: &mut dyn FnMut(&Info),
        ) -> Result<BestMove, EngineError> {
            Err(EngineError::Failed("nothing".to_owned()))
        }

        fn evaluate(&mut self, _: &dyn Session) -> Result<i32, EngineError> {
            Ok(0)
        }
    }

    #[test]
    fn what_was_searched_is_not_searched_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("gomoku.jsonl");
        let mut session = games::new_session("gomoku", None, None).unwrap();
        session.push("h8").unwrap();
        let limits = Limits { nodes: Some(200), ..Limits::default() };
        let search = |engine: Box<dyn Engine>, session: &dyn Session, limits: &Limits| {
            let mut kept = KeptSearches::open(&path, engine).unwrap();
            kept.search(session, limits, &Control::new(), &mut |_| {})
        };
        let found = search(games::new_engine("gomoku").unwrap(), session.as_ref(), &limits);
        let found = found.unwrap();
        // A run that was killed has left a cut line.
        let mut file = File::options().append(true).open(&path).unwrap();
        file.write_all(b"{\"asked\":\"").unwrap();
        let again = search(Box::new(Nothing), session.as_ref(), &limits);
        assert_eq!(again.unwrap(), found);
        // Other nodes and other moves are another search.
        let more = Limits { nodes: Some(300), ..limits.clone() };
        search(Box::new(Nothing), session.as_ref(), &more).unwrap_err();
        session.push("h9").unwrap();
        search(Box::new(Nothing), session.as_ref(), &limits).unwrap_err();
    }
}
