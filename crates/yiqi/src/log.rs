//! The log, with a limit of its rate: a client that repeats an error all day must not fill the disk that
//! standard error is written to.

use std::collections::HashMap;
use std::hash::Hash;
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

/// Writes events to standard error: those that `RUST_LOG` names, else warnings and errors; of
/// each place in the program at most [`MOST`] in a [`PERIOD`].
pub(crate) fn init() {
    let named = std::env::var("RUST_LOG").ok().filter(|text| !text.trim().is_empty());
    let named = named.and_then(|text| text.parse().ok());
    let wanted: Targets = named.unwrap_or_else(|| Targets::new().with_default(LevelFilter::WARN));
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    Registry::default()
        .with(wanted)
        .with(lines.with_filter(Bounded::<Identifier>::default()))
        .init();
}

/// Lets so many events of each place pass.
#[derive(Debug)]
struct Bounded<K = Identifier> {
    places: Mutex<HashMap<K, Place>>,
}

impl<K> Default for Bounded<K> {
    fn default() -> Self {
        Self { places: Mutex::default() }
    }
}

#[derive(Debug)]
struct Place {
    since: Instant,
    written: u32,
    left_out: u64,
}

/// What is to be done with an event.
#[derive(Debug, PartialEq, Eq)]
enum Verdict {
    /// It is written; before it, how many were left out since the last one, if any were.
    Write(u64),
    /// It is left out.
    LeaveOut,
}

impl<K: Eq + Hash> Bounded<K> {
    fn judge(&self, place: K, now: Instant) -> Verdict {
        let mut places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        let place = places.entry(place).or_insert(Place { since: now, written: 0, left_out: 0 });
        let mut left_out = 0;
        if now.duration_since(place.since) >= PERIOD {
            left_out = place.left_out;
            *place = Place { since: now, written: 0, left_out: 0 };
        }
        if place.written == MOST {
            place.left_out += 1;
            return Verdict::LeaveOut;
        }
        place.written += 1;
        Verdict::Write(left_out)
    }
}

impl<S> Filter<S> for Bounded<Identifier> {
    fn enabled(&self, _: &Metadata<'_>, _: &Context<'_, S>) -> bool {
        true
    }

    fn event_enabled(&self, event: &Event<'_>, _: &Context<'_, S>) -> bool {
        let metadata = event.metadata();
        match self.judge(metadata.callsite(), Instant::now()) {
            Verdict::LeaveOut => false,
            Verdict::Write(0) => true,
            Verdict::Write(left_out) => {
                use std::io::Write as _;
                let (file, line) =
                    (metadata.file().unwrap_or("?"), metadata.line().unwrap_or_default());
                // Standard error may be closed: then there is no log.
                let _ = writeln!(
                    std::io::stderr(),
                    "{left_out} more lines of {file}:{line} were left out of the log"
                );
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
        let (bounded, now) = (Bounded::default(), Instant::now());
        let (here, there) = ("here", "there");
        for _ in 0..MOST {
            assert_eq!(bounded.judge(here, now), Verdict::Write(0));
        }
        for _ in 0..1_000 {
            assert_eq!(bounded.judge(here, now), Verdict::LeaveOut);
        }
        assert_eq!(bounded.judge(there, now), Verdict::Write(0));
        assert_eq!(bounded.judge(here, now + PERIOD), Verdict::Write(1_000));
        assert_eq!(bounded.judge(here, now + PERIOD), Verdict::Write(0));
    }
}
