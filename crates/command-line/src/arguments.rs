//! Arguments that many commands have.

use clap::Args;
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use std::ffi::OsStr;

/// Names that a shell completes. Others are not refused here: the command says what is wrong with them
/// (`gomoku20` is a variant too, `33=both` a rule set).
#[derive(Clone, Copy, Debug)]
pub struct CompletedName(fn() -> Vec<&'static str>);

impl CompletedName {
    /// The ids of all variants.
    pub const VARIANTS: Self =
        Self(|| ::games::variants().iter().map(|variant| variant.id).collect());
    /// The ids of the rule sets of all variants.
    pub const RULES: Self = Self(|| {
        let variants = ::games::variants();
        let sets = variants.iter().flat_map(|variant| variant.rule_sets).map(|set| set.id);
        let mut ids: Vec<&'static str> = sets.collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    });
}

impl TypedValueParser for CompletedName {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.0)().into_iter().map(PossibleValue::new)))
    }
}

/// The form of a command's output.
#[derive(Copy, Clone, Debug, Args)]
pub struct OutputArgs {
    /// Print JSON: one object, or one per line.
    #[arg(long)]
    pub json: bool,
}

/// Where the work of a command is done.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct NatsArgs {
    /// Have the work done by the workers at this NATS server, not here: nats://HOST:PORT or tls://HOST:PORT. At fixed
    /// nodes the games are the same.
    #[arg(long, value_name = "URL")]
    pub(crate) nats: Option<String>,
    /// The file with USER:PASSWORD for that server.
    #[arg(long, value_name = "FILE", requires = "nats")]
    pub(crate) creds: Option<std::path::PathBuf>,
}

impl NatsArgs {
    /// Whether a server is named.
    #[must_use]
    pub fn is_named(&self) -> bool {
        self.nats.is_some()
    }
}
