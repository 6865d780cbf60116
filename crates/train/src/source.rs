//! Files of games, which become positions to train on and positions held out.

use crate::run::TrainError;
use datagen::packed::Reader;
use datagen::{Ending, Game, Header, PackError};
use engine::{Control, Session};
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

/// Positions as a kind of training keeps them.
pub(crate) trait Rows: Default + Send {
    fn len(&self) -> usize;

    /// Takes over the positions of another list.
    fn append(&mut self, other: &Self);
}

/// Positions to train on, and those held out.
#[derive(Debug, Default)]
pub(crate) struct Data<R> {
    pub(crate) sources: Vec<Source>,
    pub(crate) train: R,
    pub(crate) held: R,
}

/// The games of a file, block by block, with their numbers.
pub(crate) type Blocks = Vec<Vec<(u64, Game)>>;

/// Which games are held out.
#[derive(Copy, Clone, Debug)]
pub(crate) struct HeldOut {
    /// The seed of the job.
    pub(crate) seed: u64,
    /// The share, from 0 to 1.
    pub(crate) share: f64,
}

impl HeldOut {
    /// Whether a game is held out. It depends on the game alone, not on the games around it.
    pub(crate) fn has(self, games: &Header, number: u64) -> bool {
        // SplitMix64.
        let mut x =
            self.seed ^ games.seed.rotate_left(32) ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        x = (x ^ x >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((x ^ x >> 31) >> 11) as f64 / (1_u64 << 53) as f64 <= self.share && self.share > 0.0
    }
}

/// What a kind of training takes from games.
pub(crate) trait SampleReader: Sync {
    type Rows: Rows;

    /// The id of the variant whose games these are.
    fn variant(&self) -> &str;

    fn held_out(&self) -> HeldOut;

    /// At most so many positions to train on: no games are read beyond them.
    fn most(&self) -> usize {
        usize::MAX
    }

    /// Leaves out games of a file that are not wanted. The files come in the order of the job.
    fn choose(&mut self, _header: &Header, _blocks: &mut Blocks) {}

    /// What a thread reads games with.
    fn reader(&self) -> Result<Box<dyn GameReader<Self::Rows> + '_>, String>;
}

/// Reads games, one after the other.
pub(crate) trait GameReader<R> {
    /// Adds the positions of a game that begins with this session. `held` says whether it is held out. A fault comes
    /// with the number of the ply, from 1.
    fn game(
        &mut self,
        game: &Game,
        session: Box<dyn Session>,
        held: bool,
        into: &mut R,
    ) -> Result<(), (usize, String)>;
}

/// Reads the games of a job. `before` are the sources of an earlier run, which must be the same. `None` when `control`
/// said stop.
pub(crate) fn read<G: SampleReader>(
    games: &mut G,
    paths: &[PathBuf],
    before: Option<&[Source]>,
    threads: usize,
    control: &Control,
) -> Result<Option<Data<G::Rows>>, TrainError> {
    let mut data =
        Data { sources: Vec::new(), train: G::Rows::default(), held: G::Rows::default() };
    for (number, path) in paths.iter().enumerate() {
        let file = if path.is_dir() { path.join("games.yqg") } else { path.clone() };
        let known = before.and_then(|sources| sources.get(number));
        let (source, header, mut blocks) = open(games.variant(), &file, known)?;
        data.sources.push(source);
        if data.train.len() >= games.most() {
            continue;
        }
        games.choose(&header, &mut blocks);
        let games = &*games;
        // Parts of the file at the same time, put together in the order of the games.
        let next = AtomicUsize::new(0);
        let parts = std::thread::scope(|scope| {
            let works: Vec<_> = (0..threads.max(1))
                .map(|_| scope.spawn(|| work(games, &header, &blocks, &next, control)))
                .collect();
            let done = works.into_iter().map(|work| {
                work.join()
                    .unwrap_or_else(|_| Err("reading a game has failed in the program".to_owned()))
            });
            done.collect::<Result<Vec<_>, String>>()
        });
        let parts = parts.map_err(|why| TrainError::Data { path: file.display().to_string(), why });
        let mut parts: Vec<BlockSamples<G::Rows>> = parts?.into_iter().flatten().collect();
        if control.is_stopped() {
            return Ok(None);
        }
        parts.sort_unstable_by_key(|part| part.number);
        // Each is freed when it is taken over.
        for part in parts {
            if data.train.len() >= games.most() {
                break;
            }
            data.train.append(&part.train);
            data.held.append(&part.held);
        }
    }
    Ok(Some(data))
}

/// The positions of a block of games.
struct BlockSamples<R> {
    number: usize,
    train: R,
    held: R,
}

/// Opens a file of games of a variant. `known` is what an earlier run has read of it.
fn open(
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
fn work<G: SampleReader>(
    games: &G,
    header: &Header,
    blocks: &Blocks,
    next: &AtomicUsize,
    control: &Control,
) -> Result<Vec<BlockSamples<G::Rows>>, String> {
    let start = header.session().map_err(|e| e.to_string())?;
    let mut reader = games.reader()?;
    let mut parts = Vec::new();
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        let Some(block) = blocks.get(number).filter(|_| !control.is_stopped()) else {
            return Ok(parts);
        };
        let mut part = BlockSamples { number, train: G::Rows::default(), held: G::Rows::default() };
        for (at, game) in block.iter().filter(|(_, game)| game.ending != Ending::Open) {
            let held = games.held_out().has(header, *at);
            let into = if held { &mut part.held } else { &mut part.train };
            reader
                .game(game, start.fork(), held, into)
                .map_err(|(ply, why)| format!("game {at}, ply {ply}: {why}"))?;
        }
        parts.push(part);
    }
}
