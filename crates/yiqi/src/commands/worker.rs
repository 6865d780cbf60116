//! `yiqi worker`: does work for a hall on another machine, at the lowest priority.

mod review;

use crate::cli::OutputArgs;
use crate::commands::datagen::program;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::output::Output;
use crate::work::{Backoff, Client, HallArgs, Trouble, pause};
use arena::PortionPlayer;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use clap::Args;
use datagen::{Job, Player, Totals};
use engine::Control;
use jobs::{
    BeatAnswer, BeatRequest, ClaimAnswer, ClaimRequest, Class, Done, GiveBack, Handed, Held, Hello,
    MOST_NAME, PROTOCOL, ResultRequest, Welcome,
};
use review::Reviewer;
use serde_json::json;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How often the hall is told that the worker works. What was cancelled stops within this time and an answer.
const BEAT: Duration = Duration::from_millis(500);
/// How long the hall may wait for work before it answers; Ctrl-C waits for the answer.
const WAIT: Duration = Duration::from_secs(2);
/// How long a result is offered after Ctrl-C while the hall is away.
const LEAVING: Duration = Duration::from_secs(5);

#[derive(Debug, Args)]
pub(crate) struct WorkerArgs {
    #[command(flatten)]
    hall: HallArgs,
    /// Jobs at the same time.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Kinds of work that are done, with commas between them (default: all).
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = class)]
    classes: Vec<Class>,
    /// The name that the operator of the hall sees (default: the name of the machine).
    #[arg(long, value_name = "NAME", value_parser = name)]
    name: Option<String>,
    #[command(flatten)]
    output: OutputArgs,
}

fn class(text: &str) -> Result<Class, String> {
    text.parse()
}

fn name(text: &str) -> Result<String, String> {
    let faults = jobs::faults_of_names(&[("the name", text)]);
    if faults.is_empty() { Ok(text.to_owned()) } else { Err(faults.join("; ")) }
}

/// The name of the machine, where the system tells it.
fn machine() -> String {
    let told = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let mut told = told.trim().to_owned();
    told.truncate(told.floor_char_boundary(MOST_NAME));
    if name(&told).is_ok() { told } else { "a worker".to_owned() }
}

/// What the threads of a worker share.
struct Worker {
    client: Client,
    build: String,
    name: String,
    classes: Vec<Class>,
    /// Says that the worker ends.
    stop: Control,
    /// The jobs that it has, each with what stops it.
    held: Mutex<Vec<(Held, Control)>>,
    done: AtomicU64,
    /// Threads that may still have jobs.
    active: AtomicUsize,
    /// Why the hall refuses this worker.
    refused: Mutex<Option<String>>,
}

pub(crate) fn run(args: &WorkerArgs) -> Result<(), Failure> {
    // Threads that begin later have the priority of this one.
    #[cfg(unix)]
    if let Err(error) = rustix::process::setpriority_process(None, 19) {
        tracing::warn!("the worker keeps its priority: {error}");
    }
    let out = Output::new(args.output);
    let classes = if args.classes.is_empty() { Class::ALL.to_vec() } else { args.classes.clone() };
    let worker = Worker {
        client: args.hall.client()?,
        build: program()?,
        name: args.name.clone().unwrap_or_else(machine),
        classes,
        stop: Control::new(),
        held: Mutex::default(),
        done: AtomicU64::new(0),
        active: AtomicUsize::new(args.threads.into()),
        refused: Mutex::default(),
    };
    let stop = worker.stop.clone();
    let interrupt = Interrupt::listen(move || stop.stop())?;
    let names: Vec<_> = worker.classes.iter().map(|class| class.name()).collect();
    let Some(welcome) = worker.greet()? else { return Err(Failure::Interrupted) };
    out.line(format_args!(
        "{} works for the hall: {}, {} at a time, lease {} s (Ctrl-C gives the work back)",
        worker.name,
        names.join(", "),
        args.threads,
        welcome.lease_ms / 1000
    ))?;
    out.json(|| json!({ "worker": worker.name, "classes": names, "build": worker.build }))?;
    std::thread::scope(|scope| {
        for _ in 0..args.threads {
            scope.spawn(|| {
                worker.work();
                worker.active.fetch_sub(1, Ordering::AcqRel);
            });
        }
        worker.beat();
    });
    let done = worker.done.load(Ordering::Relaxed);
    out.line(format_args!("{done} jobs done"))?;
    out.json(|| json!({ "done": done }))?;
    if let Some(why) = lock(&worker.refused).take() {
        return Err(Failure::Input(why));
    }
    if interrupt.pressed() { Err(Failure::Interrupted) } else { Ok(()) }
}

/// What a lock guards. A thread that panicked has left it whole: it is changed by single calls only.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Worker {
    fn ends(&self) -> bool {
        self.stop.is_stopped()
    }

    /// Says hello until the hall answers; `None` on Ctrl-C.
    fn greet(&self) -> Result<Option<Welcome>, Failure> {
        let hello = Hello { protocol: PROTOCOL, build: self.build.clone() };
        let mut backoff = Backoff::default();
        while !self.ends() {
            match self.client.post("hello", &hello) {
                Ok(welcome) => return Ok(Some(welcome)),
                Err(Trouble::Away(why)) => {
                    tracing::warn!("{why}; it is tried again");
                    backoff.pause(|| self.ends());
                }
                Err(refused) => return Err(refused.into()),
            }
        }
        Ok(None)
    }

    /// Does jobs until the worker ends.
    fn work(&self) {
        let asked = ClaimRequest {
            protocol: PROTOCOL,
            build: self.build.clone(),
            classes: self.classes.clone(),
            worker: self.name.clone(),
            most: 1,
            wait_ms: u64::try_from(WAIT.as_millis()).unwrap_or(0),
        };
        let (mut backoff, mut players) = (Backoff::default(), Players::default());
        while !self.ends() {
            let began = Instant::now();
            match self.client.post::<ClaimAnswer>("claim", &asked) {
                Ok(answer) => {
                    backoff.reset();
                    if answer.jobs.is_empty() && began.elapsed() < WAIT / 2 {
                        // A hall that closes answers at once.
                        backoff.pause(|| self.ends());
                    }
                    for handed in answer.jobs {
                        self.perform(&handed, &mut players);
                    }
                }
                Err(Trouble::Away(why)) => {
                    tracing::warn!("{why}; it is tried again");
                    backoff.pause(|| self.ends());
                }
                Err(Trouble::Refused(why)) => {
                    lock(&self.refused).get_or_insert(why);
                    self.stop.stop();
                }
            }
        }
    }

    /// Does a job and tells the hall what came of it.
    fn perform(&self, handed: &Handed, players: &mut Players) {
        let (held, control) = (handed.held.clone(), Control::new());
        lock(&self.held).push((held.clone(), control.clone()));
        if self.ends() {
            control.stop();
        }
        // A fault of an engine costs this job, not the worker.
        let played = catch_unwind(AssertUnwindSafe(|| players.play(handed, &control)));
        let done = played.unwrap_or_else(|_| {
            players.forget();
            Some(Done::Failed { why: "a panic; the log of the worker says more".to_owned() })
        });
        match done {
            Some(done) => self.deliver(&ResultRequest { held: held.clone(), done }, &control),
            None if self.ends() => {
                // If it does not arrive, the lease runs out.
                if let Err(error) = self.client.tell("back", &GiveBack { jobs: vec![held.clone()] })
                {
                    tracing::warn!("a job was not given back: {error:?}");
                }
            }
            // The hall does not want it any more.
            None => {}
        }
        lock(&self.held).retain(|(other, _)| *other != held);
    }

    /// Offers a result until the hall has it, does not want it, or the worker ends.
    fn deliver(&self, result: &ResultRequest, control: &Control) {
        let mut backoff = Backoff::default();
        let mut until = None;
        loop {
            match self.client.post::<jobs::Kept>("result", result) {
                Ok(jobs::Kept { kept }) => {
                    if kept && matches!(result.done, Done::Result { .. }) {
                        self.done.fetch_add(1, Ordering::Relaxed);
                    }
                    return;
                }
                Err(Trouble::Refused(why)) => {
                    tracing::warn!("a result was refused: {why}");
                    return;
                }
                Err(Trouble::Away(why)) => tracing::warn!("{why}; the result is kept"),
            }
            if self.ends() {
                let until = *until.get_or_insert_with(|| Instant::now() + LEAVING);
                if Instant::now() >= until {
                    return;
                }
            } else if control.is_stopped() {
                // Another worker has the job, or nobody wants it.
                return;
            }
            // Ctrl-C ends the pause: the last tries are close together.
            if until.is_some() {
                pause(BEAT, || false);
            } else {
                backoff.pause(|| self.ends());
            }
        }
    }

    /// Tells the hall again and again which jobs the worker has, and stops those that it has lost.
    fn beat(&self) {
        while self.active.load(Ordering::Acquire) > 0 {
            let all: Vec<_> = lock(&self.held).clone();
            if self.ends() {
                all.iter().for_each(|(_, control)| control.stop());
            }
            if !all.is_empty() {
                let jobs = all.iter().map(|(held, _)| held.clone()).collect();
                match self.client.post::<BeatAnswer>("beat", &BeatRequest { jobs }) {
                    Ok(BeatAnswer { lost }) => {
                        let lost = all.iter().filter(|(held, _)| lost.contains(&held.job));
                        lost.for_each(|(_, control)| control.stop());
                    }
                    // The thread with the job tells of it when its result does not arrive.
                    Err(error) => tracing::debug!("a beat was not heard: {error:?}"),
                }
            }
            let was_ending = self.ends();
            pause(BEAT, || {
                self.active.load(Ordering::Acquire) == 0 || (self.ends() && !was_ending)
            });
        }
    }
}

/// The player of the last job, with its payload: the next one is often of the same batch.
#[derive(Default)]
struct Players(Option<(String, Engines)>);

/// What plays the jobs of a batch.
enum Engines {
    Blocks(Box<Player>),
    Games(Box<PortionPlayer>),
    Positions(Box<Reviewer>),
}

/// What came of a job: its result and sums.
type Played = (Vec<u8>, BTreeMap<String, i64>);

impl Players {
    fn forget(&mut self) {
        self.0 = None;
    }

    /// What came of a job; `None` when it was stopped.
    fn play(&mut self, handed: &Handed, control: &Control) -> Option<Done> {
        match self.try_to_play(handed, control) {
            Ok(Some((bytes, sums))) => {
                Some(Done::Result { bytes: BASE64_STANDARD.encode(bytes), sums })
            }
            Ok(None) => None,
            Err(why) => Some(Done::Failed { why }),
        }
    }

    fn try_to_play(
        &mut self,
        handed: &Handed,
        control: &Control,
    ) -> Result<Option<Played>, String> {
        if self.0.as_ref().is_none_or(|(payload, _)| *payload != handed.payload) {
            let player = match handed.class {
                Class::SelfPlay => Engines::Blocks(Box::new(blocks(&handed.payload)?)),
                Class::Match => Engines::Games(Box::new(portion(&handed.payload)?)),
                Class::Review => Engines::Positions(Box::new(Reviewer::read(&handed.payload)?)),
            };
            self.0 = Some((handed.payload.clone(), player));
        }
        let unit = handed.held.job.unit;
        match &mut self.0 {
            Some((_, Engines::Blocks(player))) => {
                let played = player.play(unit, control).map_err(|error| error.to_string())?;
                Ok(played.map(|(bytes, totals)| (bytes, sums(&totals))))
            }
            Some((_, Engines::Games(player))) => {
                player.play(unit, control).map_err(|error| error.to_string())
            }
            Some((_, Engines::Positions(reviewer))) => reviewer.search(unit, control),
            None => Ok(None),
        }
    }
}

fn sums(totals: &Totals) -> BTreeMap<String, i64> {
    let large = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    let mut sums = BTreeMap::from([
        ("games".to_owned(), large(totals.games)),
        ("plies".to_owned(), large(totals.plies)),
        ("positions".to_owned(), large(totals.positions)),
    ]);
    let results = ["won", "drawn", "lost"].iter().zip(totals.results);
    sums.extend(results.map(|(name, count)| ((*name).to_owned(), large(count))));
    sums
}

/// An engine for a job that came from the hall. It names no file and takes no more memory than a job may.
fn blocks(payload: &str) -> Result<Player, String> {
    let job = Job::read_from_afar(payload).map_err(|error| error.to_string())?;
    hosts::check_tables(u64::from(job.hash))?;
    Player::new(job).map_err(|error| error.to_string())
}

/// Engines for a part of a match that came from the hall.
fn portion(payload: &str) -> Result<PortionPlayer, String> {
    let player = PortionPlayer::read(payload).map_err(|error| error.to_string())?;
    hosts::check_tables(player.tables_mb())?;
    Ok(player)
}
