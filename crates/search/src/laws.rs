//! Laws that every [`Domain`] must keep, for the tests of the games.

use crate::picker::picked_moves;
use crate::worker::{Counter, SharedSearchState, ThreadState, Worker};
use crate::{Domain, Evaluator, MoveOf, NoClock, NoSignal, NoTrace, Settings, Table};
use game::{Line, Position as _};
use std::sync::atomic::AtomicBool;

/// Checks that the staged picker gives exactly the legal moves of the position at the end of
/// the line, each once, whatever the hash move, that moves survive packing, and that the key after a
/// move is known before it.
///
/// # Errors
/// Names the broken law and the place.
pub fn picker_is_complete<D: Domain, E: Evaluator<D>>(
    domain: D,
    evaluator: E,
    line: &Line<D::Position>,
) -> Result<(), String> {
    picker_gives(domain, evaluator, line, &line.position().moves())
}

/// The same for a game that leaves pointless moves out: the picker must give exactly these.
///
/// # Errors
/// Names the broken law and the place.
pub fn picker_gives<D: Domain, E: Evaluator<D>>(
    domain: D,
    evaluator: E,
    line: &Line<D::Position>,
    legal: &[MoveOf<D>],
) -> Result<(), String> {
    let (table, settings) = (Table::new(1), Settings::default());
    let shared = SharedSearchState {
        table: &table,
        settings: &settings,
        clock: &NoClock,
        signal: &NoSignal,
        stop: AtomicBool::new(false),
        counters: vec![Counter::default()],
        node_limit: u64::MAX,
    };
    let state = ThreadState::new(evaluator, NoTrace);
    let mut worker = Worker::new(domain, &shared, 0, state, line.clone(), Vec::new(), None);
    let position = line.position();
    let info = domain.info(position);
    for hash in legal.iter().copied().map(Some).chain([None]) {
        for duty in [false, true] {
            let picked = picked_moves(&mut worker, hash, duty);
            let once = picked.iter().all(|m| picked.iter().filter(|n| *n == m).count() == 1);
            if !once || picked.len() != legal.len() || !legal.iter().all(|m| picked.contains(m)) {
                return Err(format!(
                    "picked {picked:?} instead of {legal:?}, hash {hash:?}, duty {duty}, in {position:?}"
                ));
            }
            if hash.is_some() && picked.first().copied() != hash {
                return Err(format!("the hash move {hash:?} did not come first in {position:?}"));
            }
        }
    }
    for &m in legal {
        let packed = domain.pack(m);
        // A move that packs alike (draughts: equal ends, other pieces captured) is as good.
        let back = domain.unpack(position, &info, packed);
        if packed == 0 || back != Some(m) && back.map(|n| domain.pack(n)) != Some(packed) {
            return Err(format!("{m:?} does not survive packing in {position:?}"));
        }
        let mut next = line.clone();
        next.push(m);
        let key = domain.table_key(next.position(), next.key());
        if domain.key_after(position, m).is_some_and(|known| known != key) {
            return Err(format!("another key than expected after {m:?} in {position:?}"));
        }
    }
    Ok(())
}

/// Checks that after each move of the line, and after taking it back, the evaluator returns the
/// same score as a new one that starts there.
///
/// # Errors
/// Names the place where the two differ.
pub fn evaluation_is_incremental<D: Domain, E: Evaluator<D>>(
    domain: D,
    evaluator: &E,
    line: &Line<D::Position>,
) -> Result<(), String> {
    let mut running = evaluator.clone();
    let mut replay = Line::new(line.start());
    running.reset(domain, replay.position());
    let check = |running: &mut E, replay: &Line<D::Position>| {
        let position = replay.position();
        let info = domain.info(position);
        let mut fresh = evaluator.clone();
        fresh.reset(domain, position);
        let (kept, new) =
            (running.evaluate(domain, position, &info), fresh.evaluate(domain, position, &info));
        if kept == new { Ok(()) } else { Err(format!("{kept} kept, {new} fresh, in {position:?}")) }
    };
    check(&mut running, &replay)?;
    for ply in line.plies() {
        let Some(m) = ply.mv else { continue };
        running.push();
        replay.push_observed(m, &mut running);
        check(&mut running, &replay)?;
        running.pop();
        replay.pop();
        check(&mut running, &replay)?;
        running.push();
        replay.push_observed(m, &mut running);
    }
    check(&mut running, &replay)
}
