//! Many games between two persons over several nodes, while nodes are killed, stopped and cut off; a
//! checker decides from the records of the persons alone whether the hall kept its word.

mod client;
mod faults;
mod figures;
mod history;
mod options;
#[cfg(test)]
mod people;
mod record;
mod stage;

use crate::hall::{Lots, ask};
use crate::nodes::client::{Client, World};
use crate::nodes::faults::{Disk, Kind, PastFault};
use crate::nodes::options::Options;
use crate::nodes::record::{Line, Record, Whole};
use crate::nodes::stage::Stage;
use crate::seat::VARIANTS;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::watch;
use wire::{Game, Side};

pub(crate) use options::USAGE;

/// How long the next acknowledged move may take on a slow machine before the run is given up.
const PATIENCE: Duration = Duration::from_secs(120);
/// How long the workers may take for the rest of their games.
const WORK: Duration = Duration::from_secs(600);

/// What a run found.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) report: history::Report,
    pub(crate) faults: Vec<PastFault>,
}

impl Outcome {
    fn print(&self) {
        for fault in self.report.faults.iter().take(20) {
            println!("{fault}");
        }
        let report = &self.report;
        println!(
            "nodes: {} games, {} moves acknowledged, {} sent again, {} connections lost, refused: {:?}, \
             {} clocks compared, {} faults made, {} laws broken",
            report.games,
            report.acknowledged,
            report.repeated,
            report.connections_lost,
            report.refused,
            report.clocks,
            self.faults.len(),
            report.faults.len()
        );
    }
}

/// `trials nodes`: the whole run, with its figures.
pub(crate) async fn run(words: &[String]) -> bool {
    let options = match Options::parse(words) {
        Ok(options) => options,
        Err(why) => {
            println!("{why}\n{USAGE}");
            return false;
        }
    };
    match play(&options).await {
        Ok(outcome) => {
            outcome.print();
            outcome.report.faults.is_empty() && outcome.report.acknowledged > 0
        }
        Err(why) => {
            println!("nodes: {why}");
            false
        }
    }
}

/// `trials history FOLDER`: judges the records of an earlier run again.
pub(crate) fn judge(folder: &Path) -> bool {
    match record::read(folder) {
        Ok(records) => {
            let outcome = Outcome { report: history::check(&records), faults: Vec::new() };
            outcome.print();
            outcome.report.faults.is_empty() && outcome.report.acknowledged > 0
        }
        Err(why) => {
            println!("history: {why}");
            false
        }
    }
}

/// Plays, makes the faults, reads all games from all nodes, and judges the records.
pub(crate) async fn play(options: &Options) -> Result<Outcome, String> {
    let own;
    let out = match &options.out {
        Some(out) => out,
        None => {
            own = tempfile::tempdir().map_err(|why| why.to_string())?;
            own.path()
        }
    };
    let records = out.join("records");
    std::fs::create_dir_all(&records).map_err(|why| why.to_string())?;
    let disk = match options.faults.contains(&Kind::Disk) {
        true => Some(Disk::mount(out, options.disk_mb)?),
        false => None,
    };
    let small = disk.as_ref().map(Disk::path);
    let mut stage = Stage::start(out, options, small).await?;
    let addresses = stage.addresses();
    stage.workers.start(options.workers, options.work)?;
    let postmaster = stage.cluster.as_ref().map(|own| own.folder().join("data/postmaster.pid"));
    let (before, meter) = (database_work(&stage), figures::Meter::start(postmaster));

    let origin = Instant::now();
    let mut lots = Lots(options.seed);
    let (over, is_over) = watch::channel(false);
    let world = Arc::new(World {
        nodes: addresses.clone(),
        over: is_over,
        thought: options.thought,
        watchers: options.watchers,
        acknowledged: AtomicU64::new(0),
    });
    let mut tables = tokio::task::JoinSet::new();
    for number in 0..options.games {
        let (world, lots) = (Arc::clone(&world), Lots(lots.below(u64::MAX)));
        tables.spawn(table(world, number, records.clone(), origin, lots));
    }
    let (plan, moves) = (options.clone(), Arc::clone(&world));
    let trouble = tokio::task::spawn_blocking(move || {
        let made = trouble(&plan, &mut stage, disk.as_ref(), &moves, (origin, lots));
        (made, stage, disk)
    });
    let (made, stage, disk) = trouble.await.map_err(|why| why.to_string())?;
    let _ = over.send(true);
    let games: Vec<String> = tables.join_all().await.into_iter().flatten().collect();
    let ([nodes, database], after) = (meter.stop(), database_work(&stage));
    let made = made?;
    let mut silences = Record::create(&records, "silences", origin);
    for fault in made.iter().filter(|fault| matches!(fault.kind, Kind::Stop | Kind::Cut)) {
        silences.write(&Line::Silenced { t: fault.from, to: fault.to });
    }
    silences.close();
    let finished = tokio::task::spawn_blocking(move || {
        let mut stage = stage;
        read_all(&stage, &games, &records, origin)?;
        let work = stage.workers.finish(WORK);
        // The database ends before its disk is taken away.
        drop(stage);
        drop(disk);
        work.map(|()| records)
    });
    let records = finished.await.map_err(|why| why.to_string())??;
    let records = record::read(&records)?;
    let answered = figures::answered(&records);
    figures::print(&answered, &made);
    let each = |seconds: f64| seconds * 1e3 / answered.len().max(1) as f64;
    println!(
        "a move: {:.2} ms of the nodes, {:.2} ms of the database",
        each(nodes),
        each(database)
    );
    if let Some((before, after)) = before.zip(after) {
        let each = |i: usize| (after[i] - before[i]) / answered.len().max(1) as f64;
        println!("a move: {:.2} transactions, {:.0} bytes of log", each(0), each(1));
    }
    Ok(Outcome { report: history::check(&records), faults: made })
}

/// Transactions and bytes of the write-ahead log of the database so far.
fn database_work(stage: &Stage) -> Option<[f64; 2]> {
    let said = stage.cluster.as_ref()?.ask(
        "SELECT (SELECT sum(xact_commit) FROM pg_stat_database), \
         pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')",
    )?;
    let (commits, bytes) = said.split_once('|')?;
    Some([commits.parse().ok()?, bytes.parse().ok()?])
}

/// Two persons play one game after the other, and others watch; returns the ids of the games.
async fn table(
    world: Arc<World>,
    number: u64,
    records: std::path::PathBuf,
    origin: Instant,
    mut lots: Lots,
) -> Vec<String> {
    let mut games = Vec::new();
    let person = |(i, side): (usize, Option<Side>)| Client {
        world: Arc::clone(&world),
        record: Record::create(&records, &format!("game-{number:05}-{i}"), origin),
        lots: Lots(lots.below(u64::MAX)),
        side,
        node: usize::try_from(lots.below(world.nodes.len() as u64)).unwrap(),
        salt: lots.below(u64::MAX),
        requests: 0,
    };
    let sides = [Some(Side::First), Some(Side::Second)].into_iter();
    let sides = sides.chain(std::iter::repeat_n(None, world.watchers));
    let mut persons: Vec<Client> = sides.enumerate().map(person).collect();
    let mut round = usize::try_from(number).unwrap();
    // They do not begin in the same moment.
    let wait = u64::try_from(world.thought.as_millis()).unwrap() + 1;
    tokio::time::sleep(Duration::from_millis(lots.below(wait))).await;
    let mut variant = || {
        round += 1;
        VARIANTS[round % VARIANTS.len()]
    };
    while let Some(id) = client::begin(&world, variant(), &mut persons[0].record, &mut lots).await {
        let playing = persons.into_iter().map(|person| person.play(&id));
        persons = futures_util::future::join_all(playing).await;
        games.push(id);
    }
    for person in persons {
        person.record.close();
    }
    games
}

/// Makes the faults in turn; before and after each of them moves are acknowledged.
fn trouble(
    options: &Options,
    stage: &mut Stage,
    disk: Option<&Disk>,
    world: &World,
    (origin, mut lots): (Instant, Lots),
) -> Result<Vec<PastFault>, String> {
    let mut made = Vec::new();
    let count = match options.every.as_secs_f64() {
        every if options.faults.is_empty() || every <= 0.0 => 0,
        // After the last one there is as much time as between two.
        every => (options.seconds.as_secs_f64() / every) as usize,
    };
    let count = count.saturating_sub(1).max(usize::from(!options.faults.is_empty()));
    for (i, kind) in faults::plan(&options.faults, count).into_iter().enumerate() {
        go_on(world, options.games)?;
        let at = options.every * (u32::try_from(i).unwrap() + 1);
        std::thread::sleep(at.saturating_sub(origin.elapsed()));
        made.push(faults::make(kind, stage, &mut lots, options.stopped, disk, origin)?);
    }
    go_on(world, options.games)?;
    std::thread::sleep(options.seconds.saturating_sub(origin.elapsed()));
    stage.nodes.iter().try_for_each(stage::Node::wait)?;
    Ok(made)
}

/// Waits until as many further moves are acknowledged as there are games.
fn go_on(world: &World, games: u64) -> Result<(), String> {
    let since = Instant::now();
    let before = world.acknowledged.load(Ordering::Relaxed);
    while world.acknowledged.load(Ordering::Relaxed) < before + games {
        if since.elapsed() > PATIENCE {
            return Err(format!("no {games} moves in {} s", PATIENCE.as_secs()));
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    Ok(())
}

/// Reads all games from all nodes and writes down what they give.
fn read_all(
    stage: &Stage,
    games: &[String],
    records: &Path,
    origin: Instant,
) -> Result<(), String> {
    for (node, place) in stage.nodes.iter().enumerate() {
        place.wait()?;
        let mut record = Record::create(records, &format!("reader-{node}"), origin);
        for id in games {
            let given = ask(&place.addr, "GET", &format!("/api/games/{id}"), "");
            let (t, game) = (record.now(), id.clone());
            let read = match given {
                Some((200, text)) => serde_json::from_str::<Game>(&text).map_err(|e| e.to_string()),
                Some((status, text)) => Err(format!("{status} {text}")),
                None => Err("no answer".to_owned()),
            };
            record.write(&match read {
                Ok(seen) => Line::Final { t, game, node, seen: Whole::of(&seen) },
                Err(why) => Line::Missing { t, game, node, why },
            });
        }
        record.close();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small(words: &str) -> Options {
        let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
        Options::parse(&words).unwrap()
    }

    fn judged(options: &Options) {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let outcome = runtime.block_on(play(options)).unwrap();
        let report = &outcome.report;
        assert_eq!(report.faults, Vec::<String>::new());
        let games = usize::try_from(options.games).unwrap();
        assert!(report.games >= games && report.acknowledged >= 2 * games, "{report:?}");
        assert!(!outcome.faults.is_empty() && report.connections_lost > 0, "{report:?}");
    }

    #[test]
    fn a_killed_hall_on_sqlite_keeps_its_word() {
        judged(&small(
            "--store sqlite --games 6 --seconds 4 --every 2 --thought-ms 100 --faults kill",
        ));
    }

    #[test]
    fn a_killed_hall_on_postgresql_keeps_its_word() {
        if crate::postgres::cluster().is_none() {
            return;
        }
        let options = "--store postgres --games 6 --seconds 6 --every 2 --thought-ms 100 --faults kill,database";
        judged(&small(options));
    }

    #[test]
    fn three_nodes_of_which_some_are_killed_or_stopped_keep_their_word() {
        if crate::postgres::cluster().is_none() || crate::nats::NatsServer::start().is_none() {
            return;
        }
        let options = "--nodes 3 --store postgres --games 6 --seconds 12 --every 3 --stopped 4 --node-lease 2 \
                       --thought-ms 100 --faults kill,stop";
        judged(&small(options));
    }
}
