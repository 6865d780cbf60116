//! Positions as the fit keeps them: about 70 bytes each with twenty patterns; four bytes for each number that counts singly.

use super::job::Job;
use crate::data::{Blocks, Source, is_held_out, open};
use crate::positions::chance;
use crate::run::TrainError;
use datagen::{Ending, Game, Header};
use engine::{Control, Counted, Engine, PatternCounter, Session};
use game::{Outcome, Side};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Positions with what the games say of them, all seen from the first side.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rows {
    /// Entries of a position, those of the first side before those of the second.
    pub(crate) width: usize,
    pub(crate) entries: Vec<u16>,
    times: Vec<(u16, i16)>,
    pub(crate) rows: Vec<Row>,
}

/// What belongs to a position besides its entries.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Row {
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

impl Row {
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
pub(crate) struct View<'a> {
    pub(crate) entries: &'a [u16],
    pub(crate) times: &'a [(u16, i16)],
    pub(crate) row: &'a Row,
}

impl Rows {
    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// What belongs to every `n`th position besides its entries.
    pub(crate) fn every(&self, n: usize) -> Self {
        Self { rows: self.rows.iter().step_by(n).copied().collect(), ..Self::default() }
    }

    fn push(&mut self, counted: &Counted, result: u8, scores: [i16; 2]) {
        let at = self.times.len() as u64;
        self.times.extend(&counted.times);
        self.entries.extend(counted.entries.iter().flatten());
        let [score, today] = scores;
        self.rows.push(Row {
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
        self.rows.extend(other.rows.iter().map(|row| Row { at: row.at + shift, ..*row }));
    }

    #[inline]
    pub(crate) fn get(&self, number: usize) -> View<'_> {
        let row = &self.rows[number];
        let at = row.at as usize;
        View {
            entries: &self.entries[number * self.width..(number + 1) * self.width],
            times: &self.times[at..at + usize::from(row.count)],
            row,
        }
    }
}

/// Positions to fit to, and those held out.
#[derive(Debug, Default)]
pub(crate) struct Data {
    pub(crate) sources: Vec<Source>,
    pub(crate) train: Rows,
    pub(crate) held: Rows,
}

/// Reads the data of a job. `before` are the sources of an earlier run, which must be the same.
pub(crate) fn read(
    job: &Job,
    paths: &[PathBuf],
    before: Option<&[Source]>,
    threads: usize,
    control: &Control,
) -> Result<Option<Data>, TrainError> {
    let mut data = Data::default();
    let [mut left, mut to_train] = [job.games, job.trained].map(|most| most.unwrap_or(u64::MAX));
    for (number, path) in paths.iter().enumerate() {
        let file = if path.is_dir() { path.join("games.yqg") } else { path.clone() };
        let known = before.and_then(|sources| sources.get(number));
        let (source, header, mut blocks) = open(&job.variant, &file, known)?;
        data.sources.push(source);
        for block in &mut blocks {
            block.truncate(usize::try_from(left).unwrap_or(usize::MAX));
            left -= block.len() as u64;
            block.retain(|&(at, _)| {
                if is_held_out(job.seed, job.held_out, header.seed, at) {
                    return true;
                }
                let is_wanted = to_train > 0;
                to_train -= u64::from(is_wanted);
                is_wanted
            });
        }
        let next = AtomicUsize::new(0);
        let parts = std::thread::scope(|scope| {
            let works: Vec<_> = (0..threads.max(1))
                .map(|_| scope.spawn(|| work(job, &header, &blocks, &next, control)))
                .collect();
            let done = works.into_iter().map(|work| {
                work.join()
                    .unwrap_or_else(|_| Err("reading a game has failed in the program".to_owned()))
            });
            done.collect::<Result<Vec<_>, String>>()
        });
        let parts = parts.map_err(|why| TrainError::Data { path: file.display().to_string(), why });
        let mut parts: Vec<Part> = parts?.into_iter().flatten().collect();
        if control.is_stopped() {
            return Ok(None);
        }
        // In the order of the games, whichever thread read them.
        parts.sort_unstable_by_key(|part| part.number);
        // Each is freed when it is taken over.
        for part in parts {
            data.train.append(&part.train);
            data.held.append(&part.held);
        }
    }
    Ok(Some(data))
}

/// The positions of a block of games.
struct Part {
    number: usize,
    train: Rows,
    held: Rows,
}

/// Reads blocks until none is left.
fn work(
    job: &Job,
    header: &Header,
    blocks: &Blocks,
    next: &AtomicUsize,
    control: &Control,
) -> Result<Vec<Part>, String> {
    let start = header.session().map_err(|e| e.to_string())?;
    let mut engine = games::new_engine(&header.variant).map_err(|e| e.to_string())?;
    let counter = job.patterns().map_err(|e| e.to_string())?.counter();
    let mut parts = Vec::new();
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        let Some(block) = blocks.get(number).filter(|_| !control.is_stopped()) else {
            return Ok(parts);
        };
        let mut part = Part { number, train: Rows::default(), held: Rows::default() };
        for (at, game) in block.iter().filter(|(_, game)| game.ending != Ending::Open) {
            let held = is_held_out(job.seed, job.held_out, header.seed, *at);
            let mut reading = Reading {
                job,
                counter: counter.as_ref(),
                engine: held.then_some(engine.as_mut()),
                into: if held { &mut part.held } else { &mut part.train },
                counted: Counted::default(),
            };
            reading
                .game(game, start.fork())
                .map_err(|(ply, why)| format!("game {at}, ply {ply}: {why}"))?;
        }
        parts.push(part);
    }
}

/// The reading of a game.
struct Reading<'a> {
    job: &'a Job,
    counter: &'a dyn PatternCounter,
    /// The engine in use, which is asked about positions held out.
    engine: Option<&'a mut dyn Engine>,
    into: &'a mut Rows,
    counted: Counted,
}

impl Reading<'_> {
    fn game(&mut self, game: &Game, mut session: Box<dyn Session>) -> Result<(), (usize, String)> {
        let most = i32::try_from(self.job.most).unwrap_or(i32::MAX);
        for (number, ply) in (1..).zip(&game.plies) {
            if let Some(score) = ply.score.filter(|&score| i32::from(score).abs() <= most) {
                self.position(session.as_ref(), game.outcome, score)
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

    fn position(
        &mut self,
        session: &dyn Session,
        outcome: Outcome,
        score: i16,
    ) -> Result<(), String> {
        if !self.counter.count(session, &mut self.counted) {
            return Err("what counts is that of another game".to_owned());
        }
        let [captures, is_threatened] = self.counted.captures;
        if captures || is_threatened && !self.job.threats {
            return Ok(());
        }
        let [first, second] = &self.counted.entries;
        self.into.width = first.len() + second.len();
        let sign = if session.side_to_move() == Side::First { 1 } else { -1 };
        let today = match &mut self.engine {
            Some(engine) => engine.evaluate(session).map_err(|e| e.to_string())?,
            None => 0,
        };
        let result = match outcome {
            Outcome::FirstWins => 2,
            Outcome::Draw => 1,
            Outcome::SecondWins => 0,
        };
        let short = |n: i32| n.clamp(-i32::from(i16::MAX), i32::from(i16::MAX)) as i16;
        self.into.push(
            &self.counted,
            result,
            [short(sign * i32::from(score)), short(sign * today)],
        );
        Ok(())
    }
}
