//! The cost of a move: how often its text is parsed.

use engine::{
    BoardView, DrawLimit, ForeseenEnd, MoveEffect, MoveError, RecordedMove, Session, Variant,
    Verdict,
};
use game::Side;
use hall::{Change, ClockSetting, GameSetup, GameState, Moment, Player};
use std::any::Any;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// A session that counts how often it parses a move.
#[derive(Debug)]
struct CountingSession {
    inner: Box<dyn Session>,
    reads: Arc<AtomicU32>,
}

impl CountingSession {
    fn read(&self) -> &dyn Session {
        self.reads.fetch_add(1, Relaxed);
        self.inner.as_ref()
    }
}

impl Session for CountingSession {
    fn read_move(&self, text: &str) -> Result<String, MoveError> {
        self.read().read_move(text)
    }
    fn write_move(&self, text: &str, style: &str) -> Result<String, MoveError> {
        self.read().write_move(text, style)
    }
    fn write_all(&self, text: &str) -> Result<Vec<(&'static str, String)>, MoveError> {
        self.read().write_all(text)
    }
    fn preview(&self, text: &str) -> Result<Option<Verdict>, MoveError> {
        self.read().preview(text)
    }
    fn push(&mut self, text: &str) -> Result<MoveEffect, MoveError> {
        self.reads.fetch_add(1, Relaxed);
        self.inner.push(text)
    }
    fn record(&mut self, text: &str) -> Result<RecordedMove, MoveError> {
        self.reads.fetch_add(1, Relaxed);
        self.inner.record(text)
    }
    fn variant(&self) -> &'static Variant {
        self.inner.variant()
    }
    fn rules(&self) -> &str {
        self.inner.rules()
    }
    fn start_text(&self) -> String {
        self.inner.start_text()
    }
    fn position_text(&self) -> String {
        self.inner.position_text()
    }
    fn side_to_move(&self) -> Side {
        self.inner.side_to_move()
    }
    fn moves(&self) -> Vec<String> {
        self.inner.moves()
    }
    fn legal_moves(&self) -> Vec<String> {
        self.inner.legal_moves()
    }
    fn pop(&mut self) -> bool {
        self.inner.pop()
    }
    fn verdict(&self) -> Option<Verdict> {
        self.inner.verdict()
    }
    fn last_played(&self) -> Option<MoveEffect> {
        self.inner.last_played()
    }
    fn board(&self) -> BoardView {
        self.inner.board()
    }
    fn limits(&self) -> Vec<DrawLimit> {
        self.inner.limits()
    }
    fn foresee(&self) -> Vec<ForeseenEnd> {
        self.inner.foresee()
    }
    fn divide(&self, depth: u32, each: &mut dyn FnMut(&str, u64) -> ControlFlow<()>) {
        self.inner.divide(depth, each);
    }
    fn fork(&self) -> Box<dyn Session> {
        self.inner.fork()
    }
    fn as_any(&self) -> &dyn Any {
        self.inner.as_any()
    }
}

fn state(variant: &str) -> (GameState, Arc<AtomicU32>) {
    let session = games::new_session(variant, None, None).expect("a variant of the hall");
    let person = Player::person("");
    let setup = GameSetup {
        variant: variant.to_owned(),
        rules: session.rules().to_owned(),
        players: [person.clone(), person],
        clock: ClockSetting::None,
        start: session.start_text(),
        opening: None,
        maker: None,
        rematch_of: None,
        tournament: None,
        in_lobby: false,
        rated: false,
        delay: 0,
    };
    let reads = Arc::new(AtomicU32::new(0));
    let session = Box::new(CountingSession { inner: session, reads: Arc::clone(&reads) });
    let state = GameState::begun("a", setup, session, None, Moment(0));
    (state, reads)
}

#[test]
fn a_move_is_read_once() {
    for (variant, text) in [("xiangqi", "h2e2"), ("draughts", "32-28"), ("gomoku", "h8")] {
        let (mut state, reads) = state(variant);
        let change = state.play(text, 0, [0, 0], None).expect("a legal move");
        assert!(matches!(&change, Change::Moved { text: written, .. } if written == text));
        assert!(state.session().verdict().is_none());
        assert_eq!(state.summary().plies, 1);
        let styles = state.session().variant().notations.len();
        assert_eq!(state.moves()[0].notations.len(), styles, "{variant}");
        assert!(state.warnings().is_empty());
        assert_eq!(reads.load(Relaxed), 1, "{variant}: played, judged and written");
        // The stored form of the change replays to the same move.
        let (mut again, reads) = self::state(variant);
        again.apply(&change).expect("what was stored is legal");
        assert_eq!((again.moves(), reads.load(Relaxed)), (state.moves(), 1));
    }
}
