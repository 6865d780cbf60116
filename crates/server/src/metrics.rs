//! The hall in numbers, for Prometheus; each has its explanation beside its name.

use axum::http::{Method, StatusCode};
use pool::PoolLoad;
use prometheus_client::encoding::text::encode;
use prometheus_client::encoding::{EncodeLabelSet, EncodeMetric, MetricEncoder};
use prometheus_client::metrics::MetricType;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

/// The bounds of the buckets, in seconds: from what a good disk needs for a sync to what nobody waits for.
const SECONDS: [f64; 13] =
    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];

/// What is counted while the hall serves. Figures that are known at any time are read when they are asked for.
#[derive(Debug)]
pub(crate) struct Metrics {
    registry: Registry,
    acknowledged: Family<CommandLabels, Histogram>,
    answers: Family<RequestLabels, Counter>,
    answer_seconds: Family<RouteLabels, Histogram>,
    late: Histogram,
    gauges: Gauges,
    store_errors: Family<KindLabels, Counter>,
    searches: Counter,
    searches_failed: Counter,
    asked: Counter,
    jobs: Family<JobLabels, Gauge>,
    jobs_waited: Family<ClassLabels, Gauge<f64, AtomicU64>>,
    searches_ended: Family<SearchEndLabels, Counter>,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct JobLabels {
    class: &'static str,
    state: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct SearchEndLabels {
    class: &'static str,
    outcome: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct ClassLabels {
    class: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct CommandLabels {
    topic: &'static str,
    outcome: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct RequestLabels {
    method: &'static str,
    route: String,
    status: u16,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct RouteLabels {
    route: String,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct KindLabels {
    kind: &'static str,
}

/// A figure that is left out until it is known: the room on the disk of a database never is, and 0 would say that there is
/// none.
#[derive(Clone, Debug, Default)]
struct OptionalGauge {
    gauge: Gauge,
    is_known: Arc<AtomicBool>,
}

impl OptionalGauge {
    fn set(&self, value: i64) {
        self.gauge.set(value);
        self.is_known.store(true, Ordering::Relaxed);
    }
}

impl EncodeMetric for OptionalGauge {
    fn encode(&self, encoder: MetricEncoder<'_>) -> std::fmt::Result {
        if self.is_empty() { Ok(()) } else { self.gauge.encode(encoder) }
    }

    fn metric_type(&self) -> MetricType {
        MetricType::Gauge
    }

    fn is_empty(&self) -> bool {
        !self.is_known.load(Ordering::Relaxed)
    }
}

/// The figures of the moment in which somebody asks.
#[derive(Debug)]
pub(crate) struct CurrentFigures {
    pub(crate) connections: usize,
    pub(crate) sockets: usize,
    pub(crate) live_games: usize,
    pub(crate) open_studies: usize,
    pub(crate) stored_games: u64,
    pub(crate) stored_studies: u64,
    pub(crate) pool: PoolLoad,
    /// Bytes on the disk of the games, where this machine has it.
    pub(crate) disk_free: Option<u64>,
    /// Games and studies that this node holds.
    pub(crate) held: usize,
    /// What it asked other nodes.
    pub(crate) asked: u64,
    /// Searches that workers had, by class and end.
    pub(crate) worker_searches: Vec<(&'static str, &'static str, u64)>,
    /// Searches that wait for workers, or are with them.
    pub(crate) queued_searches: Vec<QueuedFigures>,
    /// Operations of the store that failed, by kind.
    pub(crate) store_failures: Vec<(&'static str, u64)>,
}

/// Searches for workers, of one class and state.
#[derive(Copy, Clone, Debug)]
pub(crate) struct QueuedFigures {
    pub(crate) class: &'static str,
    pub(crate) state: &'static str,
    pub(crate) count: usize,
    /// How long the oldest has waited.
    pub(crate) age: Duration,
}

/// Where they are kept for the text.
#[derive(Debug, Default)]
struct Gauges {
    connections: Gauge,
    sockets: Gauge,
    live_games: Gauge,
    open_studies: Gauge,
    stored_games: Gauge,
    stored_studies: Gauge,
    running: Gauge,
    queue: Gauge,
    stalled: Gauge<f64, AtomicU64>,
    engines: Gauge,
    engine_memory: Gauge,
    disk_free: OptionalGauge,
    resident: Gauge,
    open_files: Gauge,
    held: Gauge,
}

fn histogram() -> Histogram {
    Histogram::new(SECONDS)
}

impl Default for Metrics {
    fn default() -> Self {
        let mut metrics = Self {
            registry: Registry::default(),
            acknowledged: Family::new_with_constructor(histogram),
            answers: Family::default(),
            answer_seconds: Family::new_with_constructor(histogram),
            late: histogram(),
            gauges: Gauges::default(),
            store_errors: Family::default(),
            searches: Counter::default(),
            searches_failed: Counter::default(),
            asked: Counter::default(),
            jobs: Family::default(),
            jobs_waited: Family::default(),
            searches_ended: Family::default(),
        };
        metrics.register();
        metrics
    }
}

impl Metrics {
    fn register(&mut self) {
        let started = Gauge::<f64, AtomicU64>::default();
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        started.set(now.as_secs_f64());
        let gauges = &self.gauges;
        // By the conventions of Prometheus, what every process has has the same name everywhere.
        let registry = &mut self.registry;
        registry.register("process_start_time_seconds", "When the process started", started);
        let resident = gauges.resident.clone();
        registry.register("process_resident_memory_bytes", "Memory of the process", resident);
        let open_files = gauges.open_files.clone();
        registry.register("process_open_fds", "Open files of the process", open_files);

        let hall = registry.sub_registry_with_prefix("yiqi");
        let version = Info::new([("version", env!("CARGO_PKG_VERSION"))]);
        hall.register("build", "The version of the program", version);
        let help = "From a change of a client to its answer, on WebSockets: the change is then on the disk";
        hall.register("ack_seconds", help, self.acknowledged.clone());
        hall.register("http_requests", "Answers over HTTP", self.answers.clone());
        let help = "From a request over HTTP to the head of its answer";
        hall.register("http_request_seconds", help, self.answer_seconds.clone());
        let help = "How late tasks run: high where the machine has too much to do";
        hall.register("lag_seconds", help, self.late.clone());
        hall.register(
            "store_errors",
            "Operations of the store that failed",
            self.store_errors.clone(),
        );
        hall.register("searches", "Searches requested", self.searches.clone());
        let help = "Searches that failed or panicked";
        hall.register("searches_failed", help, self.searches_failed.clone());
        let help = "Joins and commands that other nodes were asked for";
        hall.register("asked_of_nodes", help, self.asked.clone());
        let help = "Work for other machines, by class and state";
        hall.register("jobs", help, self.jobs.clone());
        let help = "How long the oldest job that waits has waited";
        hall.register("jobs_waited_seconds", help, self.jobs_waited.clone());
        let help = "Searches for people that workers had, by their end there";
        hall.register("worker_searches", help, self.searches_ended.clone());
        for (name, help, gauge) in [
            ("held", "Games and studies that this node of several holds", &gauges.held),
            ("connections", "Open connections, WebSockets among them", &gauges.connections),
            ("sockets", "Open WebSockets", &gauges.sockets),
            ("live_games", "Games that a task serves", &gauges.live_games),
            ("open_studies", "Studies that a task serves", &gauges.open_studies),
            ("stored_games", "Games in the store", &gauges.stored_games),
            ("stored_studies", "Studies in the store", &gauges.stored_studies),
            ("searches_running", "Searches under way", &gauges.running),
            ("queue_length", "Searches that wait", &gauges.queue),
            ("engines_at_rest", "Engines that are kept and do not search", &gauges.engines),
            ("engine_memory_bytes", "Memory of all engines, estimated", &gauges.engine_memory),
        ] {
            hall.register(name, help, gauge.clone());
        }
        let help = "Room on the disk of the store, where this machine has it";
        hall.register("disk_free_bytes", help, gauges.disk_free.clone());
        let help = "For how long searches have waited without one beginning";
        hall.register("queue_stalled_seconds", help, gauges.stalled.clone());
    }

    /// A change of a client was answered.
    pub(crate) fn acknowledged(&self, topic: &'static str, is_done: bool, took: Duration) {
        let outcome = if is_done { "done" } else { "refused" };
        let labels = CommandLabels { topic, outcome };
        self.acknowledged.get_or_create(&labels).observe(took.as_secs_f64());
    }

    /// A request over HTTP was answered.
    pub(crate) fn answered(
        &self,
        method: &Method,
        route: &str,
        status: StatusCode,
        took: Duration,
    ) {
        // A client may invent methods, and each would stay in memory.
        let method = match method.as_str() {
            "GET" => "GET",
            "HEAD" => "HEAD",
            "POST" => "POST",
            "PUT" => "PUT",
            "DELETE" => "DELETE",
            _ => "other",
        };
        let (route, status) = (route.to_owned(), status.as_u16());
        self.answers.get_or_create(&RequestLabels { method, route: route.clone(), status }).inc();
        self.answer_seconds.get_or_create(&RouteLabels { route }).observe(took.as_secs_f64());
    }

    /// A task ran so late.
    pub(crate) fn late(&self, by: Duration) {
        self.late.observe(by.as_secs_f64());
    }

    /// Everything in the text format of OpenMetrics.
    pub(crate) fn text(&self, now: &CurrentFigures) -> String {
        self.set(now);
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = encode(&mut text, &self.registry);
        text
    }

    /// Sets the figures of the moment.
    fn set(&self, now: &CurrentFigures) {
        let gauges = &self.gauges;
        let many = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
        let large = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        gauges.connections.set(many(now.connections));
        gauges.sockets.set(many(now.sockets));
        gauges.live_games.set(many(now.live_games));
        gauges.open_studies.set(many(now.open_studies));
        gauges.stored_games.set(large(now.stored_games));
        gauges.stored_studies.set(large(now.stored_studies));
        gauges.running.set(many(now.pool.searching));
        gauges.queue.set(many(now.pool.waiting));
        gauges.stalled.set(now.pool.stalled.as_secs_f64());
        gauges.engines.set(many(now.pool.at_rest));
        gauges.engine_memory.set(i64::from(now.pool.memory_mb) << 20);
        if let Some(free) = now.disk_free {
            gauges.disk_free.set(large(free));
        }
        let (resident, open_files) = process();
        gauges.resident.set(large(resident));
        gauges.open_files.set(large(open_files));
        gauges.held.set(many(now.held));
        // These are counted elsewhere.
        self.asked.inner().store(now.asked, Ordering::Relaxed);
        for &(class, outcome, count) in &now.worker_searches {
            let ended = self.searches_ended.get_or_create(&SearchEndLabels { class, outcome });
            ended.inner().store(count, Ordering::Relaxed);
        }
        for queued in &now.queued_searches {
            let &QueuedFigures { class, state, count, age } = queued;
            self.jobs.get_or_create(&JobLabels { class, state }).set(many(count));
            if state == "waiting" {
                let waited = self.jobs_waited.get_or_create(&ClassLabels { class });
                waited.set(age.as_secs_f64());
            }
        }
        self.searches.inner().store(now.pool.asked, Ordering::Relaxed);
        self.searches_failed.inner().store(now.pool.failed, Ordering::Relaxed);
        for &(kind, count) in &now.store_failures {
            let counter = self.store_errors.get_or_create(&KindLabels { kind });
            counter.inner().store(count, Ordering::Relaxed);
        }
    }
}

/// The memory of this process in bytes, and how many files it has open; 0 where the system does not say.
fn process() -> (u64, u64) {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kibibytes = resident.and_then(|text| text.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    let files = std::fs::read_dir("/proc/self/fd").map_or(0, Iterator::count);
    (kibibytes.unwrap_or_default() << 10, files as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_counted_is_written_with_its_labels() {
        let metrics = Metrics::default();
        metrics.acknowledged("game", true, Duration::from_millis(3));
        metrics.answered(&Method::GET, "/api/games/{id}", StatusCode::OK, Duration::ZERO);
        let invented = Method::from_bytes(b"BREW").unwrap();
        metrics.answered(&invented, "page", StatusCode::METHOD_NOT_ALLOWED, Duration::ZERO);
        metrics.late(Duration::from_millis(2));
        let mut text = String::new();
        encode(&mut text, &metrics.registry).unwrap();
        let has_room =
            |text: &str| text.lines().any(|line| line.starts_with("yiqi_disk_free_bytes"));
        assert!(!has_room(&text), "no room is known, which is another thing than no room: {text}");
        metrics.gauges.disk_free.set(7);
        let mut text = String::new();
        encode(&mut text, &metrics.registry).unwrap();
        assert!(text.contains("\nyiqi_disk_free_bytes 7\n"), "{text}");
        for line in [
            "yiqi_ack_seconds_bucket{le=\"0.005\",topic=\"game\",outcome=\"done\"} 1",
            "yiqi_ack_seconds_bucket{le=\"0.0025\",topic=\"game\",outcome=\"done\"} 0",
            "yiqi_http_requests_total{method=\"GET\",route=\"/api/games/{id}\",status=\"200\"} 1",
            "yiqi_http_requests_total{method=\"other\",route=\"page\",status=\"405\"} 1",
            "yiqi_lag_seconds_count 1",
            "# EOF",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}: {text}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_process_knows_its_memory_and_its_files() {
        let (resident, files) = process();
        assert!(resident > 1 << 20 && files > 2, "{resident} {files}");
    }
}
