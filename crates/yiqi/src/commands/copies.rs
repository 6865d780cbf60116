//! Copies of the hall: `yiqi backup` and `yiqi restore`.

use crate::commands::hall::data_dir;
use clap::Args;
use command_line::Failure;
use command_line::arguments::OutputArgs;
use command_line::output::Output;
use serde_json::json;
use server::copies::{self, HallContents, StoreError};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct CopyArgs {
    /// The copy.
    file: PathBuf,
    /// Where games and preferences are stored.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Debug, Args)]
pub(crate) struct RestoreArgs {
    #[command(flatten)]
    copy: CopyArgs,
    /// Brings a copy back although something of it is damaged.
    #[arg(long)]
    damaged: bool,
}

/// How many damaged things are named.
const NAMED: usize = 10;

/// What is damaged in a copy, in one sentence.
fn damage(file: &std::path::Path, found: &[String]) -> String {
    let more = found.len().saturating_sub(NAMED);
    let more = if more == 0 { String::new() } else { format!("; and {more} more") };
    let named = found.iter().take(NAMED).cloned().collect::<Vec<_>>().join("; ");
    format!("{} of {} cannot be read: {named}{more}", found.len(), file.display())
}

/// Copies the hall as it is at one moment; a server may be at work.
pub(crate) fn backup(args: &CopyArgs) -> Result<(), Failure> {
    let out = Output::new(args.output);
    let data = data_dir(args.data.as_ref())?;
    let contents = wait(copies::backup(&data, &args.file))?;
    let file = args.file.display();
    out.line(format_args!("{} are copied to {file}", words(contents)))?;
    let found = wait(copies::damage(&args.file))?;
    if !found.is_empty() {
        return Err(Failure::Trouble(damage(&args.file, &found)));
    }
    let HallContents { games, changes, studies } = contents;
    out.json(
        || json!({ "file": args.file, "games": games, "changes": changes, "studies": studies }),
    )
}

/// Puts a copy in the place of the hall. A server that is at work does it itself.
pub(crate) fn restore(restore: &RestoreArgs) -> Result<(), Failure> {
    let args = &restore.copy;
    let out = Output::new(args.output);
    let data = data_dir(args.data.as_ref())?;
    let found = wait(copies::damage(&args.file))?;
    if !found.is_empty() {
        let words = damage(&args.file, &found);
        if !restore.damaged {
            let message = format!("{words}; nothing was changed, --damaged brings back the rest");
            return Err(Failure::input(message));
        }
        out.line(format_args!("{words}"))?;
    }
    let restored = wait(async {
        match copies::restore(&args.file, &data).await {
            Err(StoreError::InUse { .. }) => copies::hand_over(&args.file, &data).await,
            done => done,
        }
    })?;
    let HallContents { games, changes, studies } = restored.contents;
    let (what, file) = (words(restored.contents), args.file.display());
    out.line(format_args!("{what} are brought back from {file}"))?;
    if let Some(before) = &restored.before {
        out.line(format_args!("the hall that was there is kept as {}", before.display()))?;
    }
    out.json(|| {
        let before = restored.before;
        json!({ "games": games, "changes": changes, "studies": studies, "before": before })
    })
}

/// What a copy holds, in words.
pub(crate) fn words(contents: HallContents) -> String {
    let HallContents { games, changes, studies } = contents;
    let studies = match studies {
        0 => String::new(),
        1 => " and 1 study".to_owned(),
        n => format!(" and {n} studies"),
    };
    format!("{games} games with {changes} changes{studies}")
}

fn wait<T>(work: impl Future<Output = Result<T, StoreError>>) -> Result<T, Failure> {
    let runtime = tokio::runtime::Runtime::new()
        .map_err(|error| Failure::Trouble(format!("cannot start the runtime: {error}")))?;
    runtime.block_on(work).map_err(|error| match error {
        StoreError::DiskFull(_) | StoreError::DiskFailed(_) | StoreError::Busy(_) => {
            Failure::trouble(error)
        }
        other => Failure::input(other),
    })
}
