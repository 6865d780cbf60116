//! Solves a class and its twin together. Waves of won and lost positions go back from the positions
//! that captures, crownings and blocked sides decide, until no wave adds any. The remaining
//! positions are drawn.
//!
//! All positions that differ only in the square of one piece, the runner, share a word with one bit
//! for each square of the runner. One backward step therefore handles about fifty positions at
//! once: the runner's own moves are shifts of the word; the moves of other pieces lead to the words
//! of other [`Index`] numbers, without the positions where the runner is in the way. The pieces
//! other than the runner are called the frame.

mod frame;
mod start;
mod waves;

use crate::index::{Index, Listing, Sets, Turning, occupied};
use crate::parallel::{self, Threads};
use crate::tables::{Entry, Tables};
use crate::{Class, Value};
use draughts::{Bits, VariantRules};
use frame::Frames;
use game::Side;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

/// The number of frames in one unit of a thread's work.
const CHUNK: usize = 512;

/// The positions of a frame whose value is known.
#[derive(Copy, Clone, Debug, Default)]
struct KnownValues<B> {
    win: B,
    loss: B,
}

impl<B: Bits> KnownValues<B> {
    fn known(self) -> B {
        self.win | self.loss
    }
}

/// The kinds of a frame's positions.
#[derive(Copy, Clone, Debug, Default)]
struct PositionKinds<B> {
    /// Positions without a capture: those that waves decide.
    quiet: B,
    /// Those of them that a crowning saves from loss.
    saved: B,
}

/// All positions of a class with one side to move.
#[derive(Debug)]
struct SideTable<B> {
    side: Side,
    words: Vec<KnownValues<B>>,
    natures: Vec<PositionKinds<B>>,
    /// Frames with a newly decided neighbour since they were last processed.
    stale: Vec<AtomicBool>,
    /// The wave in which each position was decided, from 1; 0 if earlier, or never.
    waves: Option<Waves>,
}

/// The wave of each position: each frame has as many entries as the board has squares.
#[derive(Debug)]
struct Waves {
    per_frame: usize,
    waves: Vec<u16>,
}

/// A solved class, with either side to move.
#[derive(Debug)]
pub(crate) struct Solution<V: VariantRules> {
    frames: Frames<V>,
    halves: [SideTable<V::Bits>; 2],
    /// The number of waves.
    pub(crate) waves: u32,
}

/// The progress of a solver.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum SolverProgress {
    /// The numbers of prepared frames and of all frames.
    Start(u64, u64),
    /// The number of finished waves.
    Wave(u32),
}

/// Solves a class. All classes that captures and crownings lead to must be known. None if
/// `progress` stops it.
pub(crate) fn solve<V: VariantRules>(
    class: Class,
    tables: &Tables<V>,
    threads: Threads,
    keep_waves: bool,
    progress: &mut dyn FnMut(SolverProgress) -> ControlFlow<()>,
) -> Option<Solution<V>> {
    let frames = Frames::new(class);
    let mut halves = Side::ALL.map(|side| SideTable::new::<V>(side, frames.len(), keep_waves));
    start::start(&frames, &mut halves, tables, threads, progress)?;
    let mut solution = Solution { frames, halves, waves: 0 };
    solution.roll(threads, progress)?;
    Some(solution)
}

impl<B: Bits> SideTable<B> {
    fn new<V: VariantRules>(side: Side, frames: usize, keep_waves: bool) -> Self {
        let per_frame = draughts::Square::<V>::COUNT;
        let waves = || Waves { per_frame, waves: vec![0; frames * per_frame] };
        Self {
            side,
            words: vec![KnownValues::default(); frames],
            natures: vec![PositionKinds::default(); frames],
            stale: std::iter::repeat_with(|| AtomicBool::new(true)).take(frames).collect(),
            waves: keep_waves.then(waves),
        }
    }
}

impl<V: VariantRules> Solution<V> {
    /// The values of a class, which is the solved one or its twin, in the order of its numbers.
    pub(crate) fn entries(
        &self,
        class: Class,
        index: &Index<V>,
        turning: &Turning,
        threads: Threads,
    ) -> Vec<Entry> {
        let own = class == self.frames.class;
        let half = &self.halves[if own { Side::First } else { Side::Second }.index()];
        let listing = Listing::new(index);
        let mut entries = vec![Entry::Nothing; index.len() as usize];
        parallel::each(threads, entries.chunks_mut(CHUNK * 64).enumerate(), |(n, part)| {
            for (k, entry) in part.iter_mut().enumerate() {
                let mut sets = listing.sets((n * CHUNK * 64 + k) as u64);
                if occupied::<V>(sets).is_none() {
                    continue;
                }
                if !own {
                    let [a, b, c, d] = sets.map(|set| turning.turn(set));
                    sets = [b, a, d, c];
                }
                *entry = self.entry(half, sets);
            }
        });
        entries
    }

    fn entry(&self, half: &SideTable<V::Bits>, sets: Sets<V>) -> Entry {
        let (frame, runner) = self.frames.split(sets);
        let word = half.words[frame];
        let value = if !(word.win & runner).is_zero() {
            Value::Win
        } else if !(word.loss & runner).is_zero() {
            Value::Loss
        } else {
            Value::Draw
        };
        let quiet = !(half.natures[frame].quiet & runner).is_zero();
        if quiet { Entry::Quiet(value) } else { Entry::Capture(value) }
    }

    /// The wave in which a position of the class was decided; 0 if earlier, or never, or if waves
    /// were not stored.
    pub(crate) fn wave(&self, sets: Sets<V>, turn: Side) -> u16 {
        let (frame, runner) = self.frames.split(sets);
        let half = &self.halves[turn.index()];
        half.waves.as_ref().map_or(0, |waves| {
            waves.waves[frame * waves.per_frame + self.frames.place(runner.first())]
        })
    }
}
