//! The log, with a limit of its rate: a client that repeats an error all day must not fill the disk that
//! standard error is written to.

use std::collections::HashMap;
use std::hash::Hash;
use std::io::IsTerminal as _;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use tracing::callsite::Identifier;
use tracing::{Event, Metadata};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::{Context, Filter, SubscriberExt as _};
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{Layer as _, Registry};

/// Lines of one place in the program in one [`PERIOD`].
const MOST: u32 = 20;
/// After this time a place may write again.
const PERIOD: Duration = Duration::from_secs(60);

/// What is logged, and how.
#[derive(Copy, Clone, Debug, Default)]
pub struct LogSettings {
    /// Events of this level and above; warnings if absent.
    pub level: Option<LevelFilter>,
    /// One JSON object in a line, for programs.
    pub is_json: bool,
    /// A line for every request to the hall.
    pub writes_requests: bool,
}

/// Where the server writes a line for each request. These lines have no limit.
const ACCESS: &str = "access";

/// Writes events to standard error: those that `RUST_LOG` names, else those of the level that was
/// chosen; of each place in the program at most `MOST` in a `PERIOD`. Requests are written if that was chosen.
pub fn init(chosen: LogSettings) {
    let named = std::env::var("RUST_LOG").ok().filter(|text| !text.trim().is_empty());
    let named = named.and_then(|text| text.parse::<Targets>().ok());
    let level = chosen.level.unwrap_or(LevelFilter::WARN);
    let wanted = named.unwrap_or_else(|| {
        // Its traces are the messages of games, with what people say to each other.
        let frames = level.min(LevelFilter::DEBUG);
        Targets::new().with_default(level).with_target("tungstenite", frames)
    });
    let access = if chosen.writes_requests { LevelFilter::INFO } else { LevelFilter::OFF };
    let wanted = wanted.with_target(ACCESS, access);
    let is_json = chosen.is_json;
    // In a file or a journal colours would be noise.
    let colours = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_ansi(colours);
    let lines = if is_json {
        // The spans have the id of the request.
        lines.json().flatten_event(true).with_current_span(false).with_span_list(true).boxed()
    } else {
        lines.boxed()
    };
    let bounded = RateLimit::<Identifier> { is_json, ..RateLimit::default() };
    Registry::default().with(wanted).with(lines.with_filter(bounded)).init();
    if is_json {
        // The usual report of a panic has several lines, which are no JSON.
        std::panic::set_hook(Box::new(|panic| {
            let place = panic.location().map(ToString::to_string).unwrap_or_default();
            let words = panic.payload_as_str().unwrap_or("a panic");
            tracing::error!(place, "a panic: {words}");
        }));
    }
}

/// Lets so many events of each place pass.
#[derive(Debug)]
struct RateLimit<K = Identifier> {
    places: Mutex<HashMap<K, SourceCount>>,
    /// The form of the log.
    is_json: bool,
}

impl<K> Default for RateLimit<K> {
    fn default() -> Self {
        Self { places: Mutex::default(), is_json: false }
    }
}

#[derive(Debug)]
struct SourceCount {
    since: Instant,
    written: u32,
    left_out: u64,
}

/// What is to be done with an event.
#[derive(Debug, PartialEq, Eq)]
enum RateDecision {
    /// It is written; before it, how many were left out since the last one, if any were.
    Write(u64),
    /// It is left out.
    LeaveOut,
}

impl<K: Eq + Hash> RateLimit<K> {
    fn judge(&self, place: K, now: Instant) -> RateDecision {
        let mut places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        let place =
            places.entry(place).or_insert(SourceCount { since: now, written: 0, left_out: 0 });
        let mut left_out = 0;
        if now.duration_since(place.since) >= PERIOD {
            left_out = place.left_out;
            *place = SourceCount { since: now, written: 0, left_out: 0 };
        }
        if place.written == MOST {
            place.left_out += 1;
            return RateDecision::LeaveOut;
        }
        place.written += 1;
        RateDecision::Write(left_out)
    }
}

impl<S> Filter<S> for RateLimit<Identifier> {
    fn enabled(&self, _: &Metadata<'_>, _: &Context<'_, S>) -> bool {
        true
    }

    fn event_enabled(&self, event: &Event<'_>, _: &Context<'_, S>) -> bool {
        let metadata = event.metadata();
        if metadata.target() == ACCESS {
            return true;
        }
        match self.judge(metadata.callsite(), Instant::now()) {
            RateDecision::LeaveOut => false,
            RateDecision::Write(0) => true,
            RateDecision::Write(left_out) => {
                use std::io::Write as _;
                let (file, line) =
                    (metadata.file().unwrap_or("?"), metadata.line().unwrap_or_default());
                let place = format!("{file}:{line}");
                let text = format!("{left_out} more lines of {place} were left out of the log");
                // Standard error may be closed: then there is no log.
                let _ = if self.is_json {
                    let line = serde_json::json!({
                        "level": "WARN", "message": text, "place": place, "left_out": left_out,
                    });
                    writeln!(std::io::stderr(), "{line}")
                } else {
                    writeln!(std::io::stderr(), "{text}")
                };
                true
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_place_writes_so_much_and_then_says_what_was_left_out() {
        let (bounded, now) = (RateLimit::default(), Instant::now());
        let (here, there) = ("here", "there");
        for _ in 0..MOST {
            assert_eq!(bounded.judge(here, now), RateDecision::Write(0));
        }
        for _ in 0..1_000 {
            assert_eq!(bounded.judge(here, now), RateDecision::LeaveOut);
        }
        assert_eq!(bounded.judge(there, now), RateDecision::Write(0));
        assert_eq!(bounded.judge(here, now + PERIOD), RateDecision::Write(1_000));
        assert_eq!(bounded.judge(here, now + PERIOD), RateDecision::Write(0));
    }
}
