//! The threads of a worker: each takes one job after the other, and does it on a thread of the lowest priority.

use super::players::UnitPlayers;
use super::search::PersonSearcher;
use super::slot::{RunningJob, lock};
use super::{MOST_NAME, OpenUnitPlayer, WorkerArgs, WorkerProgram, name};
use crate::build_of;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::nats::{Backoff, NatsLink, pause};
use crate::output::Output;
use cluster::{Assignment, DeskOrder, JobClass, Nats, NatsError, PersonSearch, SearchNews};
use engine::Control;
use futures_util::StreamExt as _;
use futures_util::stream::select_all;
use serde_json::json;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;
use tokio::time::{MissedTickBehavior, interval, sleep};

/// How often an idle thread looks for units of batches.
const LOOK: Duration = Duration::from_millis(100);
/// How often it is said that a unit is worked on.
const GOES_ON: Duration = Duration::from_millis(500);
/// How often it is said that a search goes on; a hall that hears nothing for a second takes it back.
const SPEAKS: Duration = Duration::from_millis(250);
/// The least time from one report of a search to the next.
const REPORTS: Duration = Duration::from_millis(200);
/// How often a search is looked at.
const GLANCE: Duration = Duration::from_millis(25);
/// How long a result is offered after Ctrl-C while the server is away.
const LEAVING: Duration = Duration::from_secs(5);

/// Works until Ctrl-C.
pub(super) fn run(args: &WorkerArgs, program: &WorkerProgram) -> Result<(), Failure> {
    // Elsewhere than on Linux threads have no priority of their own.
    if !cfg!(target_os = "linux") {
        come_last();
    }
    let out = Output::new(args.output);
    let names = program.chosen(&args.classes)?;
    let classes = names.iter().map(|class| class.parse()).collect::<Result<_, _>>();
    let classes = classes.map_err(Failure::Input)?;
    let name = args.name.clone().unwrap_or_else(machine);
    let build = build_of(program.name)?;
    let link = NatsLink::open(&args.nats, args.creds.as_deref(), &name, true)?;
    let setup = WorkerSetup { link, build, name, classes, self_play: program.self_play };
    let worker = Worker::new(setup);
    let stop = worker.stop.clone();
    let interrupt = Interrupt::listen(move || stop.stop())?;
    out.line(format_args!(
        "{} works: {}, {} at a time (Ctrl-C gives the work back)",
        worker.setup.name,
        names.join(", "),
        args.threads,
    ))?;
    out.json(
        || json!({ "worker": worker.setup.name, "classes": names, "build": worker.setup.build }),
    )?;
    worker.serve(args.threads)?;
    let done = worker.done();
    out.line(format_args!("{done} jobs done"))?;
    out.json(|| json!({ "done": done }))?;
    if interrupt.pressed() { Err(Failure::Interrupted) } else { Ok(()) }
}

/// The name of the machine, where the system tells it.
fn machine() -> String {
    let told = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let mut told = told.trim().to_owned();
    told.truncate(told.floor_char_boundary(MOST_NAME));
    if name(&told).is_ok() { told } else { "a worker".to_owned() }
}

/// Gives this thread the lowest priority; elsewhere than on Linux the whole program.
fn come_last() {
    #[cfg(unix)]
    if let Err(error) = rustix::process::setpriority_process(None, 19) {
        tracing::warn!("the worker keeps its priority: {error}");
    }
}

/// What a worker begins with.
pub(super) struct WorkerSetup {
    pub(super) link: NatsLink,
    /// Its build of the program.
    pub(super) build: String,
    /// The name that the operator sees.
    pub(super) name: String,
    /// The jobs that it takes.
    pub(super) classes: Vec<JobClass>,
    /// What plays the units of self-play.
    pub(super) self_play: Option<OpenUnitPlayer>,
}

/// What the threads of a worker share.
pub(super) struct Worker {
    pub(super) setup: WorkerSetup,
    /// Says that the worker ends.
    pub(super) stop: Control,
    /// The jobs that it has.
    slots: Arc<Mutex<Vec<Arc<RunningJob>>>>,
    done: AtomicU64,
}

/// What an idle thread gets.
enum Job {
    Unit(Assignment),
    Search(PersonSearch),
}

impl Worker {
    pub(super) fn new(setup: WorkerSetup) -> Self {
        let slots = Arc::default();
        Self { setup, stop: Control::new(), slots, done: AtomicU64::new(0) }
    }

    /// How many jobs are done.
    pub(super) fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    fn ends(&self) -> bool {
        self.stop.is_stopped()
    }

    /// Does jobs on so many threads until the worker ends.
    pub(super) fn serve(&self, threads: u16) -> Result<(), Failure> {
        let WorkerSetup { link, build, classes, .. } = &self.setup;
        let (nats, named, all) = (link.nats.clone(), build.clone(), classes.clone());
        let here = link.spawn(async move { nats.be_here(&all, &named).await });
        let mut stopped = link.wait(link.nats.stopped())?;
        let slots = Arc::clone(&self.slots);
        let hears = link.spawn(async move {
            while let Some(message) = stopped.next().await {
                let (name, sum) = Nats::what_stopped(&message);
                let is_meant = |slot: &&Arc<RunningJob>| {
                    let of =
                        |(n, s): &(String, String)| *n == name && (sum.is_empty() || *s == sum);
                    slot.batch.as_ref().is_some_and(of)
                };
                lock(&slots).iter().filter(is_meant).for_each(|slot| slot.lose());
            }
        });
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| self.work());
            }
            while !self.ends() {
                pause(Duration::from_secs(1), || self.ends());
            }
            lock(&self.slots).iter().for_each(|slot| slot.control.stop());
        });
        link.wait(link.nats.flush());
        here.abort();
        hears.abort();
        Ok(())
    }

    /// Takes jobs and does them until the worker ends.
    fn work(&self) {
        let mut backoff = Backoff::default();
        let mut players = UnitPlayers::new(self.setup.self_play);
        let mut searcher = PersonSearcher::default();
        while !self.ends() {
            match self.setup.link.wait(self.next()) {
                Ok(Some(Job::Unit(unit))) => self.do_unit(unit, &mut players),
                Ok(Some(Job::Search(search))) => self.do_search(search, &mut searcher),
                Ok(None) => {}
                Err(error) => {
                    tracing::warn!("{error}; it is tried again");
                    backoff.pause(|| self.ends());
                    continue;
                }
            }
            backoff.reset();
        }
    }

    /// The next job for a thread; `None` when the worker ends. Searches for people are heard of only while the thread is
    /// idle, each by one worker.
    async fn next(&self) -> Result<Option<Job>, NatsError> {
        let WorkerSetup { link, build, classes, .. } = &self.setup;
        let nats = &link.nats;
        loop {
            let mut heard = Vec::new();
            for &class in classes.iter().filter(|class| class.is_search()) {
                let messages = nats.hear_of_search(class, build).await?;
                heard.push(messages.map(move |message| (class, message)).boxed());
            }
            let mut heard = select_all(heard);
            loop {
                for &class in classes.iter().filter(|class| !class.is_search()) {
                    if let Some(unit) = nats.take(class, build).await? {
                        return Ok(Some(Job::Unit(unit)));
                    }
                }
                if self.ends() {
                    return Ok(None);
                }
                let asked = tokio::select! {
                    Some(asked) = heard.next() => Some(asked),
                    () = sleep(LOOK) => None,
                };
                let Some((class, message)) = asked else { continue };
                match nats.sit_down(class, &message).await? {
                    Some(search) => return Ok(Some(Job::Search(search))),
                    // Each of these subscriptions hears of one search.
                    None => break,
                }
            }
        }
    }

    /// Keeps a job among those that are stopped at the end.
    fn enter(&self, slot: RunningJob) -> Arc<RunningJob> {
        let slot = Arc::new(slot);
        lock(&self.slots).push(Arc::clone(&slot));
        if self.ends() {
            slot.control.stop();
        }
        slot
    }

    fn leave(&self, slot: &Arc<RunningJob>) {
        lock(&self.slots).retain(|other| !Arc::ptr_eq(other, slot));
    }

    /// Does a unit of a batch, and stores what came of it.
    fn do_unit(&self, unit: Assignment, players: &mut UnitPlayers) {
        let link = &self.setup.link;
        let slot = self.enter(RunningJob::of(&unit.name, &unit.sum));
        let unit = Arc::new(unit);
        let (nats, told) = (link.nats.clone(), Arc::clone(&unit));
        let says = link.spawn(async move {
            let mut ticks = interval(GOES_ON);
            ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
            loop {
                ticks.tick().await;
                told.goes_on(&nats).await;
            }
        });
        let played = in_the_background(|| players.play(&unit, &slot.control));
        let played = played.unwrap_or_else(|why| {
            players.forget();
            Err(why)
        });
        match played {
            _ if slot.is_lost() => self.try_to(|| link.wait(unit.drop_it())),
            Ok(Some(bytes)) => self.try_to(|| {
                if link.wait(unit.done(bytes.clone(), &self.setup.name))? {
                    self.done.fetch_add(1, Ordering::Relaxed);
                }
                Ok(())
            }),
            Ok(None) => self.try_to(|| link.wait(unit.give_back())),
            Err(why) => self.try_to(|| link.wait(unit.failed(&why))),
        }
        says.abort();
        self.leave(&slot);
    }

    /// Tells the server something until it has heard, or the worker ends.
    fn try_to(&self, tell: impl Fn() -> Result<(), NatsError>) {
        let mut backoff = Backoff::default();
        let mut until = None;
        while let Err(error) = tell() {
            tracing::warn!("{error}; what came of a job is kept");
            if self.ends() && Instant::now() >= *until.get_or_insert(Instant::now() + LEAVING) {
                return;
            }
            backoff.pause(|| self.ends());
        }
    }

    /// Searches for a person, and tells what is found.
    fn do_search(&self, search: PersonSearch, searcher: &mut PersonSearcher) {
        let link = &self.setup.link;
        let slot = self.enter(RunningJob::default());
        let order = search.order.clone();
        let (end, ended) = oneshot::channel();
        let speaks = link.spawn(speak(search, Arc::clone(&slot), ended));
        let found = in_the_background(|| searcher.search(&order, &slot)).unwrap_or_else(|why| {
            *searcher = PersonSearcher::default();
            Err(why)
        });
        let news = match found {
            // What was stopped because the worker ends is done elsewhere.
            Ok(_) if self.ends() => SearchNews::Failed("the worker ends".to_owned()),
            Ok(answer) => SearchNews::Done(answer),
            Err(why) => SearchNews::Failed(why),
        };
        if matches!(news, SearchNews::Done(_)) && !slot.is_lost() {
            self.done.fetch_add(1, Ordering::Relaxed);
        }
        // Nobody hears it when the search was lost.
        let _ = end.send(news);
        let _ = link.wait(speaks);
        self.leave(&slot);
    }
}

/// Does something on a thread of the lowest priority. A fault of an engine costs this job, not the worker.
fn in_the_background<T: Send>(
    work: impl FnOnce() -> Result<T, String> + Send,
) -> Result<Result<T, String>, String> {
    std::thread::scope(|scope| {
        let search = || {
            if cfg!(target_os = "linux") {
                come_last();
            }
            work()
        };
        let thread = std::thread::Builder::new().name("search".to_owned());
        match thread.spawn_scoped(scope, search) {
            Ok(thread) => {
                thread.join().map_err(|_| "a panic; the log of the worker says more".to_owned())
            }
            Err(error) => Ok(Err(format!("no thread to search with: {error}"))),
        }
    })
}

/// Speaks with the hall about a search until its end.
async fn speak(
    mut search: PersonSearch,
    slot: Arc<RunningJob>,
    mut ended: oneshot::Receiver<SearchNews>,
) {
    let mut ticks = interval(GLANCE);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let (mut spoke, mut reported) = (Instant::now(), Instant::now());
    search.tell(&SearchNews::GoesOn).await;
    loop {
        tokio::select! {
            news = &mut ended => {
                if let Ok(news) = news {
                    search.tell(&news).await;
                }
                return;
            }
            order = search.hear() => match order {
                Some(DeskOrder::End) => slot.control.stop(),
                Some(DeskOrder::Stop) => slot.lose(),
                None => {
                    slot.lose();
                    let _ = (&mut ended).await;
                    return;
                }
            },
            _ = ticks.tick() => {
                let reports = if reported.elapsed() >= REPORTS { slot.take_reports() } else { Vec::new() };
                if !reports.is_empty() && let Ok(found) = serde_json::to_string(&reports) {
                    search.tell(&SearchNews::Found(found)).await;
                    (spoke, reported) = (Instant::now(), Instant::now());
                } else if spoke.elapsed() >= SPEAKS {
                    search.tell(&SearchNews::GoesOn).await;
                    spoke = Instant::now();
                }
            }
        }
    }
}
