//! Positions as the fit keeps them: about 170 bytes each with sixteen patterns of a side; four bytes for each number that counts singly.

use super::job::PatternJob;
use crate::positions::chance;
use crate::source::{self, Blocks, GameReader, HeldOut, SampleReader};
use datagen::{Game, Header};
use engine::{Engine, PatternCounter, PatternInput, Session};
use game::{Outcome, Side};

/// Positions with what the games say of them, all seen from the first side.
#[derive(Clone, Debug, Default)]
pub(crate) struct PatternRows {
    /// Entries of a position, those of the first side before those of the second.
    pub(crate) width: usize,
    pub(crate) entries: Vec<u32>,
    times: Vec<(u16, i16)>,
    pub(crate) rows: Vec<PatternRow>,
}

/// What belongs to a position besides its entries.
#[derive(Copy, Clone, Debug)]
pub(crate) struct PatternRow {
    /// Where its single numbers begin, and how many there are.
    at: u64,
    count: u16,
    /// Half points.
    result: u8,
    pub(crate) divisors: [u8; 2],
    pub(crate) opening: f32,
    score: i16,
    /// The static score of the evaluation in use; 0 where it was not asked for.
    pub(crate) today: i16,
}

impl PatternRow {
    /// The result of the game: 0, ½, 1.
    pub(crate) fn result(&self) -> f32 {
        f32::from(self.result) / 2.0
    }

    /// The score of the search, in hundredths.
    pub(crate) fn score(&self) -> f32 {
        f32::from(self.score)
    }

    /// The expected result that is to be learnt. `scale` is in hundredths.
    pub(crate) fn target(&self, result: f32, scale: f32) -> f32 {
        result * self.result() + (1.0 - result) * chance(self.score() / scale)
    }
}

/// A position.
#[derive(Copy, Clone, Debug)]
pub(crate) struct PatternView<'a> {
    pub(crate) entries: &'a [u32],
    pub(crate) times: &'a [(u16, i16)],
    pub(crate) row: &'a PatternRow,
}

impl PatternRows {
    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// What belongs to every `n`th position besides its entries.
    pub(crate) fn every(&self, n: usize) -> Self {
        Self { rows: self.rows.iter().step_by(n).copied().collect(), ..Self::default() }
    }

    fn push(&mut self, counted: &PatternInput, result: u8, scores: [i16; 2]) {
        let at = self.times.len() as u64;
        self.times.extend(&counted.times);
        self.entries.extend(counted.entries.iter().flatten());
        let [score, today] = scores;
        self.rows.push(PatternRow {
            at,
            // There are at most 65,536 numbers, and no position has them all.
            count: counted.times.len().min(usize::from(u16::MAX)) as u16,
            result,
            divisors: counted.divisors.map(|divisor| divisor as u8),
            opening: counted.opening,
            score,
            today,
        });
    }

    fn append(&mut self, other: &Self) {
        let shift = self.times.len() as u64;
        self.width = self.width.max(other.width);
        self.entries.extend(&other.entries);
        self.times.extend(&other.times);
        self.rows.extend(other.rows.iter().map(|row| PatternRow { at: row.at + shift, ..*row }));
    }

    #[inline]
    pub(crate) fn get(&self, number: usize) -> PatternView<'_> {
        let row = &self.rows[number];
        let at = row.at as usize;
        PatternView {
            entries: &self.entries[number * self.width..(number + 1) * self.width],
            times: &self.times[at..at + usize::from(row.count)],
            row,
        }
    }
}

impl source::Rows for PatternRows {
    fn len(&self) -> usize {
        self.len()
    }

    fn append(&mut self, other: &Self) {
        self.append(other);
    }
}

/// The games of a job.
pub(crate) struct Games<'a> {
    job: &'a PatternJob,
    /// Games that may still be read, and those of them that may still be trained on.
    left: u64,
    to_train: u64,
}

impl<'a> Games<'a> {
    pub(crate) fn of(job: &'a PatternJob) -> Self {
        let [left, to_train] = [job.games, job.trained].map(|most| most.unwrap_or(u64::MAX));
        Self { job, left, to_train }
    }
}

impl SampleReader for Games<'_> {
    type Rows = PatternRows;

    fn variant(&self) -> &str {
        &self.job.variant
    }

    fn held_out(&self) -> HeldOut {
        HeldOut { seed: self.job.seed, share: self.job.held_out }
    }

    fn choose(&mut self, header: &Header, blocks: &mut Blocks) {
        let held_out = self.held_out();
        for block in blocks {
            block.truncate(usize::try_from(self.left).unwrap_or(usize::MAX));
            self.left -= block.len() as u64;
            block.retain(|&(at, _)| {
                if held_out.has(header, at) {
                    return true;
                }
                let is_wanted = self.to_train > 0;
                self.to_train -= u64::from(is_wanted);
                is_wanted
            });
        }
    }

    fn reader(&self) -> Result<Box<dyn GameReader<PatternRows> + '_>, String> {
        Ok(Box::new(Reader {
            job: self.job,
            counter: self.job.patterns().map_err(|e| e.to_string())?.counter(),
            engine: games::new_engine(&self.job.variant).map_err(|e| e.to_string())?,
            counted: PatternInput::default(),
        }))
    }
}

/// What a thread reads games with.
struct Reader<'a> {
    job: &'a PatternJob,
    counter: Box<dyn PatternCounter>,
    /// The engine in use, which is asked about positions held out.
    engine: Box<dyn Engine>,
    counted: PatternInput,
}

impl GameReader<PatternRows> for Reader<'_> {
    fn game(
        &mut self,
        game: &Game,
        mut session: Box<dyn Session>,
        held: bool,
        into: &mut PatternRows,
    ) -> Result<(), (usize, String)> {
        let most = i32::try_from(self.job.most).unwrap_or(i32::MAX);
        for (number, ply) in (1..).zip(&game.plies) {
            if let Some(score) = ply.score.filter(|&score| i32::from(score).abs() <= most) {
                self.position(session.as_ref(), game.outcome, score, held, into)
                    .map_err(|why| (number, why))?;
            }
            let moves = session.legal_moves();
            let text = moves
                .get(usize::from(ply.index))
                .ok_or_else(|| (number, format!("{} legal moves", moves.len())))?;
            session.push(text).map_err(|e| (number, e.to_string()))?;
        }
        Ok(())
    }
}

impl Reader<'_> {
    fn position(
        &mut self,
        session: &dyn Session,
        outcome: Outcome,
        score: i16,
        held: bool,
        into: &mut PatternRows,
    ) -> Result<(), String> {
        if !self.counter.count(session, &mut self.counted) {
            return Err("what counts is that of another game".to_owned());
        }
        let [captures, is_threatened] = self.counted.captures;
        if captures || is_threatened && !self.job.threats {
            return Ok(());
        }
        let [first, second] = &self.counted.entries;
        into.width = first.len() + second.len();
        let sign = if session.side_to_move() == Side::First { 1 } else { -1 };
        let today =
            if held { self.engine.evaluate(session).map_err(|e| e.to_string())? } else { 0 };
        let result = match outcome {
            Outcome::FirstWins => 2,
            Outcome::Draw => 1,
            Outcome::SecondWins => 0,
        };
        let short = |n: i32| n.clamp(-i32::from(i16::MAX), i32::from(i16::MAX)) as i16;
        into.push(&self.counted, result, [short(sign * i32::from(score)), short(sign * today)]);
        Ok(())
    }
}
