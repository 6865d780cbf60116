//! The waves.

use super::frame::{Frame, Frames};
use super::{CHUNK, KnownValues, PositionKinds, SideTable, Solution, SolverProgress};
use crate::index::GROUPS;
use crate::parallel::{self, Threads};
use draughts::{Bits, VariantRules};
use game::Side;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

impl<V: VariantRules> Solution<V> {
    /// Runs waves until no wave of either side decides anything. Each wave reads only the results
    /// of the other side's previous wave. The result and the number of every wave therefore do not
    /// depend on the threads.
    pub(super) fn roll(
        &mut self,
        threads: Threads,
        progress: &mut dyn FnMut(SolverProgress) -> ControlFlow<()>,
    ) -> Option<()> {
        let mut idle = 0;
        while idle < 2 {
            self.waves += 1;
            let (white, black) = self.halves.split_at_mut(1);
            let (own, other) = if self.waves % 2 == 1 {
                (&mut white[0], &black[0])
            } else {
                (&mut black[0], &white[0])
            };
            let wave = u16::try_from(self.waves).unwrap_or(u16::MAX);
            let changed = roll_one(&self.frames, own, other, wave, threads);
            idle = if changed { 0 } else { idle + 1 };
            if progress(SolverProgress::Wave(self.waves)).is_break() {
                return None;
            }
        }
        Some(())
    }
}

/// Runs one wave. Returns whether it decided anything.
fn roll_one<V: VariantRules>(
    frames: &Frames<V>,
    own: &mut SideTable<V::Bits>,
    other: &SideTable<V::Bits>,
    wave: u16,
    threads: Threads,
) -> bool {
    let (side, natures, stale) = (own.side, &own.natures, &own.stale);
    let changed = AtomicBool::new(false);
    let (per_frame, waves) = match &mut own.waves {
        Some(waves) => (waves.per_frame, waves.waves.as_mut_slice()),
        None => (0, &mut [][..]),
    };
    let mut notes = waves.chunks_mut((CHUNK * per_frame).max(1));
    let chunks = own.words.chunks_mut(CHUNK).map(|words| (words, notes.next()));
    parallel::each(threads, chunks.enumerate(), |(n, (words, mut notes))| {
        for (k, word) in words.iter_mut().enumerate() {
            let number = n * CHUNK + k;
            if !stale[number].load(Ordering::Relaxed) {
                continue;
            }
            stale[number].store(false, Ordering::Relaxed);
            let nature = natures[number];
            if (nature.quiet & !word.known()).is_zero() {
                continue;
            }
            let Some(frame) = frames.get(number) else { continue };
            let added = decide(frames, &frame, side, *word, nature, &other.words);
            if added.known().is_zero() {
                continue;
            }
            word.win |= added.win;
            word.loss |= added.loss;
            changed.store(true, Ordering::Relaxed);
            tell(frames, &frame, side.other(), other);
            if let Some(notes) = &mut notes {
                added.known().each(|bit| notes[k * per_frame + frames.place(bit)] = wave);
            }
        }
    });
    changed.into_inner()
}

/// The positions of a frame that are decided now: a position with a move to a lost one is won; a
/// position with moves to won ones only is lost.
#[inline]
fn decide<V: VariantRules>(
    frames: &Frames<V>,
    frame: &Frame<V>,
    side: Side,
    word: KnownValues<V::Bits>,
    nature: PositionKinds<V::Bits>,
    others: &[KnownValues<V::Bits>],
) -> KnownValues<V::Bits> {
    let open = nature.quiet & !word.known();
    let (to_loss, to_hold) = frames.back(frame, side, others);
    let win = open & to_loss;
    KnownValues { win, loss: open & !to_loss & !to_hold & !nature.saved }
}

/// Marks as stale the frames from which a move of `side` leads to this one.
#[inline]
fn tell<V: VariantRules>(
    frames: &Frames<V>,
    frame: &Frame<V>,
    side: Side,
    half: &SideTable<V::Bits>,
) {
    if GROUPS[frames.runner].0 == side {
        half.stale[frame.number].store(true, Ordering::Relaxed);
    }
    frames.steps(frame, side, true, &mut |number, _| {
        half.stale[number].store(true, Ordering::Relaxed);
    });
}
