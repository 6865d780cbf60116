//! Games become positions.

use crate::job::Job;
use crate::positions::{Labels, Positions};
use crate::run::TrainError;
use datagen::packed::Reader;
use datagen::{Ending, Game, Header, PackError};
use engine::{Control, Engine, Features, Seen, Session};
use game::{Outcome, Side};
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A file that positions come from: so much of it as was there when the training began.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// The file.
    pub path: String,
    /// The bytes that were used.
    pub bytes: u64,
    /// Their CRC-32.
    pub checksum: String,
    /// The program that played the games.
    pub program: String,
    /// The seed of the games.
    pub seed: u64,
    /// Games.
    pub games: u64,
}

/// Positions to train on, and those held out.
#[derive(Debug, Default)]
pub(crate) struct Data {
    pub(crate) sources: Vec<Source>,
    pub(crate) train: Positions,
    pub(crate) held: Positions,
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
    let enough = |data: &Data| job.positions.is_some_and(|most| data.train.len() >= most);
    for (number, path) in paths.iter().enumerate() {
        let file = if path.is_dir() { path.join("games.yqg") } else { path.clone() };
        let known = before.and_then(|sources| sources.get(number));
        let (source, header, blocks) = open(&job.variant, &file, known)?;
        data.sources.push(source);
        if enough(&data) {
            continue;
        }
        let failed = |why| TrainError::Data { path: file.display().to_string(), why };
        // Parts of the file at the same time, put together in the order of the games.
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
        let mut parts: Vec<Part> = parts.map_err(failed)?.into_iter().flatten().collect();
        if control.is_stopped() {
            return Ok(None);
        }
        parts.sort_unstable_by_key(|part| part.number);
        for part in &parts {
            if enough(&data) {
                break;
            }
            data.train.append(&part.train);
            data.held.append(&part.held);
        }
    }
    if let Some(most) = job.positions {
        data.train.truncate(most);
    }
    Ok(Some(data))
}

/// The positions of a block of games.
struct Part {
    number: usize,
    train: Positions,
    held: Positions,
}

/// The games of a file, with their numbers.
pub(crate) type Blocks = Vec<Vec<(u64, Game)>>;

/// Opens a file of games of a variant. `known` is what an earlier run has read of it.
pub(crate) fn open(
    variant: &str,
    path: &Path,
    known: Option<&Source>,
) -> Result<(Source, Header, Blocks), TrainError> {
    let name = path.display().to_string();
    let fault = |why: String| TrainError::Data { path: name.clone(), why };
    let mut bytes = fs::read(path).map_err(|e| fault(e.to_string()))?;
    if let Some(known) = known {
        // The games of later runs are not part of this training.
        bytes.truncate(usize::try_from(known.bytes).unwrap_or(usize::MAX));
    }
    let mut reader = Reader::new(&bytes[..]).map_err(|e| fault(e.to_string()))?;
    let header = reader.header().clone();
    if header.variant != variant {
        return Err(fault(format!("these are games of {}, not of {}", header.variant, variant)));
    }
    let (mut blocks, mut games) = (Blocks::new(), 0);
    loop {
        match reader.next_block() {
            Ok(Some(block)) => {
                games += block.games.len() as u64;
                blocks.push((block.first..).zip(block.games).collect());
            }
            // A run of datagen may be writing the last block.
            Ok(None) | Err(PackError::Torn { .. }) => break,
            Err(error) => return Err(fault(error.to_string())),
        }
    }
    let good = reader.good();
    let used = bytes.get(..usize::try_from(good).unwrap_or(0)).unwrap_or_default();
    let source = Source {
        path: name.clone(),
        bytes: good,
        checksum: format!("{:08x}", crc32fast::hash(used)),
        program: header.program.clone(),
        seed: header.seed,
        games,
    };
    match known {
        Some(known) if *known != source => {
            Err(fault("the games are not those that the training began with".to_owned()))
        }
        _ => Ok((source, header, blocks)),
    }
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
    let features = job.features().map_err(|e| e.to_string())?;
    let mut parts = Vec::new();
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        let Some(block) = blocks.get(number).filter(|_| !control.is_stopped()) else {
            return Ok(parts);
        };
        let mut part = Part { number, train: Positions::default(), held: Positions::default() };
        for (at, game) in block.iter().filter(|(_, game)| game.ending != Ending::Open) {
            let held = is_held_out(job.seed, job.held_out, header.seed, *at);
            let into = if held { &mut part.held } else { &mut part.train };
            let mut reading = Reading { job, features, engine: engine.as_mut(), held, into };
            reading
                .game(game, start.fork())
                .map_err(|(ply, why)| format!("game {at}, ply {ply}: {why}"))?;
        }
        parts.push(part);
    }
}

/// Whether a game is held out. It depends on the game alone, not on the games around it.
pub(crate) fn is_held_out(job_seed: u64, share: f64, seed: u64, number: u64) -> bool {
    // SplitMix64.
    let mut x = job_seed ^ seed.rotate_left(32) ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    x = (x ^ x >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    ((x ^ x >> 31) >> 11) as f64 / (1_u64 << 53) as f64 <= share && share > 0.0
}

/// The reading of a game.
struct Reading<'a> {
    job: &'a Job,
    features: &'static dyn Features,
    engine: &'a mut dyn Engine,
    held: bool,
    into: &'a mut Positions,
}

impl Reading<'_> {
    fn game(&mut self, game: &Game, mut session: Box<dyn Session>) -> Result<(), (usize, String)> {
        let mut in_check = false;
        for (number, ply) in (1..).zip(&game.plies) {
            let moves = session.legal_moves();
            let text = moves
                .get(usize::from(ply.index))
                .ok_or_else(|| (number, format!("{} legal moves", moves.len())))?;
            let most = i32::try_from(self.job.most).unwrap_or(i32::MAX);
            let score = ply.score.filter(|&score| i32::from(score).abs() <= most);
            let seen = match score {
                Some(score)
                    if !self.job.quiet || !in_check && self.features.is_quiet(session.as_ref()) =>
                {
                    self.see(session.as_ref(), game.outcome, score).map_err(|why| (number, why))?
                }
                _ => Vec::new(),
            };
            let played = session.push(text).map_err(|e| (number, e.to_string()))?;
            in_check = played.check;
            if played.captured.is_empty() || !self.job.quiet {
                seen.iter().for_each(|(seen, labels)| self.into.push(seen, *labels));
            }
        }
        Ok(())
    }

    /// The position, and its other images where they are wanted.
    fn see(
        &mut self,
        session: &dyn Session,
        outcome: Outcome,
        score: i16,
    ) -> Result<Vec<(Seen, Labels)>, String> {
        let first = match outcome {
            Outcome::FirstWins => 1.0,
            Outcome::Draw => 0.5,
            Outcome::SecondWins => 0.0,
        };
        let own = session.side_to_move() == Side::First;
        let today =
            if self.held { self.engine.evaluate(session).map_err(|e| e.to_string())? } else { 0 };
        let mut labels = Labels {
            result: if own { first } else { 1.0 - first },
            score,
            today: today.clamp(i16::MIN.into(), i16::MAX.into()) as i16,
            base: 0,
        };
        // The images of cells differ in their regions alone, and are made when they are needed.
        let is_list = self.features.cells().is_none();
        let images =
            if self.job.images && !self.held && is_list { self.features.images() } else { 1 };
        let mut all: Vec<(Seen, Labels)> = Vec::new();
        for image in 0..images {
            let mut seen = Seen::default();
            if !self.features.see(session, image, &mut seen) {
                return Err("the features are those of another game".to_owned());
            }
            // The same features in another order are the same position.
            if is_list {
                seen.own.sort_unstable();
                seen.other.sort_unstable();
            }
            if self.job.beside {
                labels.base = seen.hand_made.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
            }
            if all.iter().all(|(known, _)| *known != seen) {
                all.push((seen, labels));
            }
        }
        Ok(all)
    }
}
