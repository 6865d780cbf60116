//! Random openings that leave a playable game: as the beginnings of games, and as sets for matches.

use crate::job::{DatagenJob, JobError, OpeningRule};
use crate::packed::{Block, Ending, Game, Header, PackError, Ply};
use crate::play::{PlayError, SearchedMove, search};
use engine::{Control, Engine, Session};
use game::Key;
use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;

/// The number of random openings tried for a game before the run fails: far more than are needed if any
/// exist.
const MAX_TRIES: u32 = 100_000;

/// The random numbers of a game: they depend on nothing but the seed and its number.
pub(crate) fn random(seed: u64, number: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(Key::random(seed).0 ^ number)
}

/// The beginning of a game.
#[derive(Debug)]
pub(crate) struct GameStart {
    pub(crate) session: Box<dyn Session>,
    pub(crate) plies: Vec<Ply>,
    /// The search of the position after them.
    pub(crate) searched: SearchedMove,
}

/// Plays random openings until one is balanced; `None` when `control` says stop. The engine is then in the
/// state after the first search of the game.
pub(crate) fn begin(
    job: &DatagenJob,
    engine: &mut dyn Engine,
    random: &mut Xoshiro256PlusPlus,
    control: &Control,
) -> Result<Option<GameStart>, PlayError> {
    let [low, high] = job.opening.balance;
    for _ in 0..MAX_TRIES {
        let [least, most] = job.opening.plies;
        let plies = random.random_range(least..=most);
        let Some((session, plies)) = random_plies(job, plies, random)? else { continue };
        engine.new_game();
        let Some(searched) = search(engine, session.as_ref(), job.nodes, control)? else {
            return Ok(None);
        };
        if (low..=high).contains(&searched.score.unsigned_abs().into()) {
            return Ok(Some(GameStart { session, plies, searched }));
        }
    }
    Err(PlayError::NoOpening(MAX_TRIES))
}

/// A session after an opening, and the plies that led there.
type OpenedGame = (Box<dyn Session>, Vec<Ply>);

/// A game of so many random plies; `None` when it ended on the way.
fn random_plies(
    job: &DatagenJob,
    plies: u32,
    random: &mut Xoshiro256PlusPlus,
) -> Result<Option<OpenedGame>, PlayError> {
    let mut session = games::new_session(&job.variant, job.rules.as_deref(), None)?;
    let mut played = Vec::new();
    for _ in 0..plies {
        let moves = session.legal_moves();
        let near = job.opening.near.map(|near| close(session.as_ref(), near));
        let open: Vec<usize> = (0..moves.len())
            .filter(|&at| near.as_ref().is_none_or(|near| near.contains(&moves[at])))
            .collect();
        if open.is_empty() || session.verdict().is_some() {
            return Ok(None);
        }
        let at = open[random.random_range(0..open.len())];
        session.push(&moves[at]).map_err(|e| PlayError::Move(e.to_string()))?;
        played.push(Ply { index: u16::try_from(at).map_err(|_| PlayError::TooMany)?, score: None });
    }
    Ok(session.verdict().is_none().then_some((session, played)))
}

/// The moves that end within `near` files and ranks of a piece, or of the centre of an empty board.
fn close(session: &dyn Session, near: u8) -> HashSet<String> {
    let board = session.board();
    let (files, ranks) = (usize::from(board.grid.files), usize::from(board.grid.ranks));
    let places: BTreeMap<&str, (usize, usize)> = board
        .names
        .iter()
        .enumerate()
        .map(|(at, name)| (name.as_str(), (at % files.max(1), at / files.max(1))))
        .collect();
    // In halves, since the centre of an even board lies between its places.
    let pieces: Vec<(usize, usize)> = board
        .pieces
        .iter()
        .map(|piece| (2 * usize::from(piece.file), 2 * usize::from(piece.rank)))
        .collect();
    let centre = [(files.saturating_sub(1), ranks.saturating_sub(1))];
    let from = if pieces.is_empty() { &centre[..] } else { &pieces };
    let within = 2 * usize::from(near);
    let is_near = |to: &str| {
        places.get(to).is_some_and(|&(file, rank)| {
            from.iter()
                .any(|&(x, y)| (2 * file).abs_diff(x) <= within && (2 * rank).abs_diff(y) <= within)
        })
    };
    board.moves.iter().filter(|m| is_near(&m.to)).map(|m| m.text.clone()).collect()
}

/// A set of openings to make.
#[derive(Clone, Debug)]
pub struct OpeningsJob {
    /// The variant's id.
    pub variant: String,
    /// The rule set's id; the variant's first when absent.
    pub rules: Option<String>,
    /// The seed.
    pub seed: u64,
    /// How many.
    pub count: u64,
    /// Nodes for the search that says whether an opening is balanced.
    pub nodes: u64,
    /// The random plies and the balance.
    pub opening: OpeningRule,
    /// How many are made at the same time. It does not change the set.
    pub threads: usize,
    /// The program that makes them.
    pub program: String,
    /// The command that makes the same set.
    pub made_by: String,
}

/// Makes a set of different openings as a packed file, which depends on nothing but the job and the engine.
/// `each` is told how many there are so far. `None` when `control` says stop.
///
/// # Errors
/// When the job cannot be used, or there are not so many openings.
pub fn openings(
    of: &OpeningsJob,
    control: &Control,
    each: &mut dyn FnMut(u64),
) -> Result<Option<Vec<u8>>, PlayError> {
    let job = DatagenJob {
        variant: of.variant.clone(),
        rules: of.rules.clone(),
        seed: of.seed,
        first: 0,
        games: of.count,
        nodes: of.nodes,
        hash: 4,
        options: BTreeMap::new(),
        opening: of.opening.clone(),
        adjudication: crate::Adjudication::default(),
    };
    job.check()?;
    let Some(games) = collect(&job, of.threads, control, each)? else { return Ok(None) };
    let header = Header {
        variant: job.variant,
        rules: job.rules,
        position: None,
        seed: job.seed,
        program: of.program.clone(),
        made_by: of.made_by.clone(),
        job: None,
    };
    let mut bytes = header.to_bytes()?;
    let block = Block { first: 0, games };
    bytes.extend(block.to_bytes().map_err(PackError::File)?);
    Ok(Some(bytes))
}

/// The first openings that differ from those before them, by their numbers.
fn collect(
    job: &DatagenJob,
    threads: usize,
    control: &Control,
    each: &mut dyn FnMut(u64),
) -> Result<Option<Vec<Game>>, PlayError> {
    let next = AtomicU64::new(0);
    let done = Control::new();
    let work = |sender: mpsc::SyncSender<Result<(u64, Game, String), PlayError>>| {
        let mut engine = match job.engine() {
            Ok(engine) => engine,
            Err(error) => return drop(sender.send(Err(error.into()))),
        };
        while !done.is_stopped() && !control.is_stopped() {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let told = match begin(job, engine.as_mut(), &mut random(job.seed, number), &done) {
                Ok(None) => return,
                Ok(Some(begun)) => {
                    Ok((number, opening(begun.plies), begun.session.position_text()))
                }
                Err(error) => Err(error),
            };
            if sender.send(told).is_err() {
                return;
            }
        }
    };
    let (mut games, mut seen) = (Vec::new(), HashSet::new());
    std::thread::scope(|scope| {
        let (sender, news) = mpsc::sync_channel(64);
        for _ in 0..threads.max(1) {
            let (sender, work) = (sender.clone(), &work);
            scope.spawn(move || work(sender));
        }
        drop(sender);
        let (mut waiting, mut expected, mut doubles) = (BTreeMap::new(), 0, 0);
        let result = 'all: loop {
            let Ok(told) = news.recv() else { break Ok(()) };
            match told {
                Ok((number, game, position)) => waiting.insert(number, (game, position)),
                Err(error) => break Err(error),
            };
            while let Some((game, position)) = waiting.remove(&expected) {
                expected += 1;
                if seen.insert(position) {
                    doubles = 0;
                    games.push(game);
                    each(games.len() as u64);
                } else {
                    doubles += 1;
                }
                if games.len() as u64 == job.games {
                    break 'all Ok(());
                }
                if doubles > MAX_TRIES {
                    break 'all Err(PlayError::NoOpening(MAX_TRIES));
                }
            }
        };
        done.stop();
        drop(news);
        result
    })?;
    Ok((games.len() as u64 == job.games).then_some(games))
}

fn opening(plies: Vec<Ply>) -> Game {
    let length = u32::try_from(plies.len()).unwrap_or(u32::MAX);
    Game { opening: length, outcome: game::Outcome::Draw, ending: Ending::Open, plies }
}

impl From<PackError> for PlayError {
    fn from(error: PackError) -> Self {
        Self::Job(JobError::Values(vec![error.to_string()]))
    }
}
