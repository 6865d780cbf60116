//! The position of a node, with what its game knows of the moves for certain.

use crate::fair::FairSemaphore;
use crate::request;
use crate::study::move_values;
use crate::view;
use engine::{KnownResult, Session, Verdict};
use game::Side;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::task::JoinHandle;
use wire::{KnownMove, StudyPosition};

/// Legal moves that are looked at. More than any position of a game with repetition has.
const MOST: usize = 400;

/// The longest search for proofs in one position.
const PROOFS: Duration = Duration::from_secs(1);

/// What databases and proofs say of the position that a client looks at. It takes time, so that it comes after
/// the position.
#[derive(Debug, Default)]
pub(crate) struct KnownMoveLookup {
    task: Option<LookupTask>,
}

#[derive(Debug)]
struct LookupTask {
    is_wanted: Arc<AtomicBool>,
    handle: JoinHandle<Option<StudyPosition>>,
}

impl KnownMoveLookup {
    /// Looks for them in place of those asked for before. So many clients are served at a time.
    pub(crate) fn begin(&mut self, node: u32, game: Box<dyn Session>, at_a_time: FairSemaphore) {
        let is_wanted = Arc::new(AtomicBool::new(true));
        let told = Arc::clone(&is_wanted);
        let client = request::client();
        let handle = tokio::spawn(async move {
            let _place = at_a_time.wait(client).await?;
            let work = move || proven(node, game.as_ref(), &told);
            tokio::task::spawn_blocking(work).await.ok()?
        });
        self.task = Some(LookupTask { is_wanted, handle });
    }

    /// The position with what was found. Never ends while there is nothing.
    pub(crate) async fn next(&mut self) -> StudyPosition {
        loop {
            let Some(task) = &mut self.task else { return std::future::pending().await };
            let found = (&mut task.handle).await;
            self.task = None;
            // A panic of a solver ends its task alone.
            if let Ok(Some(position)) = found {
                return position;
            }
        }
    }
}

impl Drop for LookupTask {
    fn drop(&mut self) {
        self.is_wanted.store(false, Ordering::Relaxed);
        self.handle.abort();
    }
}

/// The position with what databases and proofs say of its moves; `None` if they say nothing.
fn proven(node: u32, game: &dyn Session, is_wanted: &AtomicBool) -> Option<StudyPosition> {
    let began = Instant::now();
    let mut go_on = || is_wanted.load(Ordering::Relaxed) && began.elapsed() < PROOFS;
    let found = game.known(&mut go_on);
    if found.is_empty() || !is_wanted.load(Ordering::Relaxed) {
        return None;
    }
    let mut position = position(node, game);
    let side = game.side_to_move();
    for KnownResult { m, winner, plies, source } in found.into_iter().take(MOST) {
        // An end by the rules says more.
        let is_new = position.known.iter().all(|known| known.text != m);
        let shown = position.board.moves.iter().find(|shown| shown.text == m);
        if let Some(shown) = shown.filter(|_| is_new) {
            let (to, value) = (shown.to.clone(), value(winner, side).to_owned());
            position.known.push(KnownMove { text: m, to, value, plies, source: source.to_owned() });
        }
    }
    Some(position)
}

pub(super) fn position(node: u32, game: &dyn Session) -> StudyPosition {
    let end = game.verdict();
    let foreseen = if end.is_none() { game.foresee() } else { Vec::new() };
    let board = view::board(game.board());
    let known = if end.is_none() { known(game, &board.moves, &foreseen) } else { Vec::new() };
    StudyPosition {
        node,
        text: game.position_text(),
        turn: game.side_to_move(),
        board,
        end: end.map(hall::End::from),
        warnings: foreseen
            .into_iter()
            .map(|foreseen| wire::RuleWarning::new(game, foreseen))
            .collect(),
        limit: game.limits().first().copied().map(view::limit),
        opening_name: game.opening_name().map(str::to_owned),
        known,
        can_pass: game.passed().is_some(),
        points: move_values::are_points(game),
    }
}

/// Moves that end the game, and those after which a reply can end it by what was played before.
fn known(
    game: &dyn Session,
    moves: &[wire::BoardMove],
    foreseen: &[engine::ForeseenEnd],
) -> Vec<KnownMove> {
    let side = game.side_to_move();
    let ends: BTreeMap<&str, (&Verdict, u32)> = foreseen
        .iter()
        .map(|foreseen| {
            let plies = if foreseen.reply.is_some() { 2 } else { 1 };
            (foreseen.text.as_str(), (&foreseen.verdict, plies))
        })
        .collect();
    let mut known = Vec::new();
    for wire::BoardMove { text, to, .. } in moves.iter().take(MOST) {
        let at_once = game.preview(text).ok().flatten();
        let (verdict, plies) = match (&at_once, ends.get(text.as_str())) {
            (Some(verdict), _) => (verdict, 1),
            (None, Some((verdict, plies))) => (*verdict, *plies),
            (None, None) => continue,
        };
        known.push(KnownMove {
            text: text.clone(),
            to: to.clone(),
            value: value(verdict.outcome.winner(), side).to_owned(),
            plies: Some(plies),
            source: if verdict.by_history { "repetition" } else { "rules" }.to_owned(),
        });
    }
    known
}

fn value(winner: Option<Side>, side: Side) -> &'static str {
    match winner {
        None => "draw",
        Some(winner) if winner == side => "win",
        Some(_) => "loss",
    }
}
