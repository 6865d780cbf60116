//! The engines that analyse: ours, by level or at full strength, and other programs.

use crate::config::{Config, ExternalEngine};
use crate::refusal::Refusal;
use engine::{Level, Protocol};
use hall_messages::{is_own_engine, level_of_engine, own_engines};
use pool::{Pool, PoolSettings};
use programs::{External, ProgramEngine, ProgramTimeouts};
use protocol::manager::ProtocolKind;
use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};
use wire::EngineName;

/// How long the end of searches by programs is waited for when the hall closes.
const PATIENCE: Duration = Duration::from_secs(2);
/// The engines of other programs. Each has a pool of its own, so that one that crashes or hangs holds up
/// neither ours nor the others.
#[derive(Clone, Debug)]
pub(crate) struct Programs {
    all: Arc<[Program]>,
}

#[derive(Debug)]
struct Program {
    engine: ExternalEngine,
    pool: Pool,
}

/// An engine that was asked for.
#[derive(Clone, Debug)]
pub(super) enum ChosenEngine {
    /// Ours; without a level at full strength.
    Own(Option<Level>),
    /// Another program.
    Program {
        /// Where it searches.
        pool: Pool,
        /// What its results are kept under.
        key: String,
    },
}

impl ChosenEngine {
    /// The level of ours.
    pub(super) fn level(&self) -> Option<Level> {
        match self {
            Self::Own(level) => *level,
            Self::Program { .. } => None,
        }
    }

    /// What results are kept under, for an engine that was asked for by this id.
    pub(super) fn key<'a>(&'a self, id: &'a str) -> &'a str {
        match self {
            Self::Own(_) => id,
            Self::Program { key, .. } => key,
        }
    }
}

impl Programs {
    pub(crate) fn new(config: &Config) -> Self {
        let program = |engine: &ExternalEngine| Program {
            pool: Pool::new(PoolSettings {
                searches: config.engine_searches,
                memory_mb: u32::MAX,
                open: {
                    let spec = spec(engine);
                    Arc::new(move |variant| {
                        let variant = games::find_variant(variant)?.id;
                        let engine =
                            ProgramEngine::new(spec.clone(), variant, ProgramTimeouts::default());
                        Ok(Box::new(engine))
                    })
                },
            }),
            engine: engine.clone(),
        };
        Self { all: config.external.iter().map(program).collect() }
    }

    /// Waits until no program searches any more: one that searches when ours ends would go on alone.
    pub(crate) async fn stopped(&self) {
        let until = tokio::time::Instant::now() + PATIENCE;
        let searches = |program: &Program| program.pool.load().searching > 0;
        while self.all.iter().any(searches) && tokio::time::Instant::now() < until {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// The engine with this id, if it can play the variant.
    pub(super) fn choose(&self, id: &str, variant: &str) -> Result<ChosenEngine, Refusal> {
        if is_own_engine(id) {
            return Ok(ChosenEngine::Own(level_of_engine(id)));
        }
        let shown = crate::refusal::shortened(id);
        let program = self.all.iter().find(|program| program.engine.id == id);
        let program = program
            .ok_or_else(|| Refusal::not_found(format!("there is no engine {shown:?} here")))?;
        if !plays(&program.engine, variant) {
            let message = format!("the engine {shown:?} does not play {variant}");
            return Err(Refusal::impossible("bad-analysis", message));
        }
        Ok(ChosenEngine::Program { pool: program.pool.clone(), key: key(&program.engine) })
    }
}

/// The engines that can analyse a variant.
pub(super) fn names(external: &[ExternalEngine], variant: &str) -> Vec<EngineName> {
    let others = external.iter().filter(|engine| plays(engine, variant));
    let others = others.map(|engine| EngineName {
        id: engine.id.clone(),
        name: engine.name.clone(),
        external: true,
    });
    own_engines().chain(others).collect()
}

fn plays(engine: &ExternalEngine, variant: &str) -> bool {
    let is_named = engine.games.is_empty() || engine.games.iter().any(|id| id == variant);
    is_named && engine.speaks_of(variant)
}

fn spec(engine: &ExternalEngine) -> External {
    let mut words = engine.command.iter();
    External {
        command: words.next().cloned().unwrap_or_default().into(),
        args: words.cloned().collect(),
        dir: None,
        protocol: match engine.protocol {
            Protocol::Ucci => ProtocolKind::Ucci,
            Protocol::Hub => ProtocolKind::Hub,
            Protocol::Gomocup => ProtocolKind::Gomocup,
            // DXP is no protocol of analyses: the configuration refuses it.
            Protocol::Uci | Protocol::Dxp => ProtocolKind::Uci,
        },
        ranks: engine.ranks,
        options: engine.options.iter().map(|(n, value)| (n.clone(), Some(value.clone()))).collect(),
    }
}

/// What the results of a program are kept under: another program under the same name, or a new version of
/// it, does not get them.
fn key(engine: &ExternalEngine) -> String {
    let file = engine.command.first().and_then(|program| std::fs::metadata(program).ok());
    let changed = file.and_then(|file| file.modified().ok());
    let changed = changed.and_then(|at| at.duration_since(UNIX_EPOCH).ok());
    let changed = changed.map_or(0, |since| since.as_secs());
    format!("{} {:?} {:?} {changed}", engine.id, engine.command, engine.options)
}
