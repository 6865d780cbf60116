//! One alpha-beta search for every game.
//!
//! A game plugs in a [`Domain`] (its rules as the search sees them, and opinions about it)
//! and an [`Evaluator`]; a [`Searcher`] finds the best move of a [`game::Line`] within
//! [`Limits`]. The search reads no clock and no global, prints nothing, and reports progress
//! through a callback with plain data ([`Report`]).
//!
//! Reading order: `score`, `depth`, `domain`, `evaluator` give the words; `table`, `history`,
//! `picker` the memory; `worker` is one thread, `node` one node of its tree with its steps in
//! `prune`, `moves`, `learn`, and `quiescence` what lies below; `root` deepens, `time` plans,
//! `searcher` runs the threads. Games say in one `strength` how their levels err, which `judgement`
//! makes them do, and in `chances` what their scores mean.

mod score;

mod depth;

mod domain;
mod evaluator;

mod chances;
mod limits;
mod report;
mod strength;

mod judgement;

mod settings;
mod switches;
mod tunables;

mod history;
mod table;

mod picker;

mod worker;

mod node;

mod frontier;

mod prune;

mod moves;

mod learn;

mod quiescence;

mod root;

mod time;

mod searcher;

mod configure;

pub mod laws;

pub use chances::Chances;
pub use configure::Configure;
pub use depth::{Depth, MAX_PLY, Ply};
pub use domain::{CORRECTIONS, Domain, Duty, End, Foreseen, MoveOf, Slots, Stage};
pub use evaluator::Evaluator;
pub use judgement::{Judgement, Misjudgement, Oversight};
pub use limits::{Clock, GameClock, Limits, NoClock, NoSignal, Signal};
pub use report::{Bound, Found, FoundLine, Report};
pub use score::Score;
pub use searcher::Searcher;
pub use settings::Settings;
pub use strength::{Limitation, Limitations, Strength};
pub use switches::{Switches, UnknownSwitch};
pub use table::Table;
pub use tunables::{TunableError, TunableSpec, Tunables};
