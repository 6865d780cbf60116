//! The results before any wave: captures and crownings lead to classes that are known.

use super::frame::{Frame, Frames};
use super::{CHUNK, KnownValues, PositionKinds, SideTable, SolverProgress};
use crate::Value;
use crate::parallel::{self, Threads};
use crate::tables::{Tables, after, stuck};
use draughts::{Bits, Direction, Position, VariantRules};
use game::{Position as _, Side};
use std::ops::ControlFlow;

/// The number of chunks between two reports of progress.
const CHUNKS: usize = 64;

/// Decides the positions that captures and crownings decide. None if `progress` stops it.
pub(super) fn start<V: VariantRules>(
    frames: &Frames<V>,
    halves: &mut [SideTable<V::Bits>; 2],
    tables: &Tables<V>,
    threads: Threads,
    progress: &mut dyn FnMut(SolverProgress) -> ControlFlow<()>,
) -> Option<()> {
    let all = 2 * frames.len() as u64;
    let mut done = 0;
    for half in halves {
        let side = half.side;
        let spans =
            half.words.chunks_mut(CHUNK * CHUNKS).zip(half.natures.chunks_mut(CHUNK * CHUNKS));
        let mut first = 0;
        for (words, natures) in spans {
            let count = words.len();
            let chunks = words.chunks_mut(CHUNK).zip(natures.chunks_mut(CHUNK)).enumerate();
            parallel::each(threads, chunks, |(n, (words, natures))| {
                let first = first + n * CHUNK;
                for (k, (word, nature)) in words.iter_mut().zip(natures).enumerate() {
                    if let Some(frame) = frames.get(first + k) {
                        (*word, *nature) = start_frame(frames, &frame, side, tables);
                    }
                }
            });
            first += count;
            done += count as u64;
            if progress(SolverProgress::Start(done, all)).is_break() {
                return None;
            }
        }
    }
    Some(())
}

/// The positions of one frame that are decided at the start.
fn start_frame<V: VariantRules>(
    frames: &Frames<V>,
    frame: &Frame<V>,
    side: Side,
    tables: &Tables<V>,
) -> (KnownValues<V::Bits>, PositionKinds<V::Bits>) {
    let mut word = KnownValues::default();
    let mut nature = PositionKinds::default();
    frame.ground.each(|bit| {
        let runner = V::Bits::bit(bit);
        let position =
            frames.position(frame, runner, side).expect("a frame leaves its ground free");
        let captures = position.captures();
        let known = if captures.is_empty() {
            nature.quiet |= runner;
            decided_quietly(&position, tables)
        } else {
            tables.best_of(&position, captures.iter()).expect("classes with fewer pieces are known")
        };
        match known {
            Value::Win => word.win |= runner,
            // A position without captures may have other moves than the crownings.
            Value::Loss if captures.is_empty() => {}
            Value::Loss => word.loss |= runner,
            Value::Draw if captures.is_empty() => nature.saved |= runner,
            Value::Draw => {}
        }
    });
    (word, nature)
}

/// The value of crownings, or of a blocked position if that wins. A loss decides nothing here.
fn decided_quietly<V: VariantRules>(position: &Position<V>, tables: &Tables<V>) -> Value {
    if position.variant().stuck_wins() && !position.has_legal_move() {
        return stuck(position.variant());
    }
    let side = position.side_to_move();
    let goal = Position::<V>::far_row(side) & position.empty();
    let crowns = |&direction: &Direction| {
        !(Position::<V>::step(position.men(side), direction) & goal).is_zero()
    };
    if !position.variant().men_move().directions(side).iter().any(crowns) {
        return Value::Loss;
    }
    let mut best = Value::Loss;
    let _ = position.quiet_moves(&mut |m| {
        if m.crowns() {
            let value = tables.value(&after(position, m));
            best = best.max(value.expect("classes with fewer men are known").other());
        }
        if best == Value::Win { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    best
}
