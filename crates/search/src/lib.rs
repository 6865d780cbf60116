//! One alpha-beta search for every game.
//!
//! A game supplies a [`Domain`] (its rules as the search sees them, and its own heuristics) and an
//! [`Evaluator`]; a [`Searcher`] finds the best move of a [`game::Line`] within [`Limits`]. The
//! search reads no clock and no global, prints nothing, and reports progress through a callback
//! with plain data ([`Report`]).
//!
//! Reading order: `score`, `depth`, `domain`, `evaluator` define the terms; `table`, `history`,
//! `picker` hold the memory and the move order; `worker` is one thread; `node` is one node of its
//! tree, with its steps in `prune`, `moves` and `learn`; `quiescence` is the search below depth 0;
//! `root` does the iterative deepening, `time` plans the time, `searcher` runs the threads, which `helpers` starts, or takes
//! from a `crew` where it cannot. The limitations of a game's levels are a table of `strength`, `judgement` and
//! `oversight` apply them.
//! `trace` and `recorder` tell the steps of a search to the lab; in play they are compiled out.

mod score;

mod depth;

mod domain;
mod evaluator;

mod limits;
mod report;
mod request;
mod strength;

mod judgement;
mod oversight;

mod trace;

mod settings;
mod switches;
mod tunables;

mod history;
mod large_pages;
mod table;

mod picker;
mod quiet_order;

mod worker;

mod node;

mod frontier;

mod prune;

mod moves;

mod learn;

mod quiescence;

mod root;

mod time;

mod crew;
mod helpers;
mod searcher;

mod recorder;

mod configure;

pub mod laws;

pub use configure::{Configure, HasSearcher};
pub use crew::Crew;
pub use depth::{Depth, MAX_PLY, Ply};
pub use domain::{CORRECTIONS, Domain, Duty, End, MoveOf, Repetition, Slots, SolvedEnd, Stage};
pub use evaluator::Evaluator;
pub use game::{Bound, Level};
#[cfg(target_arch = "wasm32")]
pub use helpers::CREW;
pub use judgement::{Judgement, Misjudgement};
pub use large_pages::ask_for_large_pages;
pub use limits::{Clock, GameClock, Limits, NoClock, NoSignal, Signal};
pub use oversight::Oversight;
pub use recorder::{Counters, Exit, Recorder, Sink, Step, StepSink, TracedRequest, TracedSearcher};
pub use report::{FoundLine, Report, SearchResult};
pub use request::{EvaluationManner, SearchPlan, SearchRequest};
pub use score::Score;
pub use searcher::Searcher;
pub use settings::Settings;
pub use strength::{Limitation, LimitationError, Limitations};
pub use switches::{Switches, UnknownSwitch};
pub use table::Table;
pub use trace::{Basics, Entry, NoTrace, Purpose, Reason, Trace};
pub use tunables::{TunableError, TunableSpec, Tunables};
