//! Where halls are kept: `yiqi store move`.

use crate::commands::copies::words;
use clap::{Args, Subcommand};
use command_line::arguments::OutputArgs;
use command_line::output::{Output, progress};
use command_line::{Failure, Interrupt};
use serde_json::json;
use server::copies::{self, HallLocation, StoreError, TransferProgress};

#[derive(Debug, Subcommand)]
pub(crate) enum StoreCommand {
    /// Copies a hall from a folder or a database to another one, and compares both. After an interruption the
    /// same command goes on.
    Move(MoveArgs),
}

#[derive(Debug, Args)]
pub(crate) struct MoveArgs {
    /// A folder with a hall, or postgres://USER@HOST/NAME; no server may use it
    from: HallLocation,
    /// An empty folder or an empty database
    to: HallLocation,
    #[command(flatten)]
    output: OutputArgs,
}

pub(crate) fn run(command: &StoreCommand) -> Result<(), Failure> {
    let StoreCommand::Move(args) = command;
    let out = Output::new(args.output);
    let interrupt = Interrupt::listen(|| {})?;
    let bar = progress(0);
    let mut watch = |step: TransferProgress| {
        bar.set_length(step.rows);
        bar.set_position(step.done);
        let what = if step.is_check { "compared" } else { "copied" };
        bar.set_message(format!("{} {what}", step.table));
        !interrupt.pressed()
    };
    let runtime = tokio::runtime::Runtime::new()
        .map_err(|error| Failure::Trouble(format!("cannot start the runtime: {error}")))?;
    let moved = runtime.block_on(copies::transfer(&args.from, &args.to, &mut watch));
    bar.finish_and_clear();
    let moved = moved.map_err(|error| match error {
        StoreError::Foreign(_) | StoreError::DataGone(_) | StoreError::InUse { .. } => {
            Failure::input(error)
        }
        other => Failure::trouble(other),
    })?;
    // What was copied stays: the same command goes on from it.
    let Some(moved) = moved else { return Err(Failure::Interrupted) };
    let rows: u64 = moved.tables.iter().map(|table| table.1).sum();
    out.line(format_args!(
        "{} are moved from {} to {}",
        words(moved.contents),
        args.from,
        args.to
    ))?;
    out.line(format_args!(
        "{rows} rows in {} tables are the same on both sides{}",
        moved.tables.len(),
        if moved.resumed > 0 {
            format!("; {} of them had been copied before", moved.resumed)
        } else {
            String::new()
        }
    ))?;
    for (table, rows, checksum) in &moved.tables {
        out.line(format_args!("{table} {rows} {checksum:08x}"))?;
    }
    out.json(|| {
        let tables = moved.tables.iter().map(|(table, rows, checksum)| {
            json!({ "table": table, "rows": rows, "checksum": format!("{checksum:08x}") })
        });
        let contents = moved.contents;
        json!({
            "from": args.from.to_string(),
            "to": args.to.to_string(),
            "games": contents.games,
            "changes": contents.changes,
            "studies": contents.studies,
            "resumed": moved.resumed,
            "tables": tables.collect::<Vec<_>>(),
        })
    })
}
