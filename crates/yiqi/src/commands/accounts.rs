//! The accounts of a hall that no server has open: `yiqi accounts`.

use crate::commands::hall::data_dir;
use clap::{Args, Subcommand};
use command_line::Failure;
use command_line::arguments::OutputArgs;
use command_line::output::Output;
use hall::{AccountRole, Moment};
use serde_json::{Value, json};
use server::accounts::{ListedAccount, OfflineAccounts, ShownAccount};
use server::copies::{Address, HallLocation, StoreError};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct AccountsArgs {
    #[command(subcommand)]
    command: AccountsCommand,
    /// Where games and preferences are stored
    #[arg(long, value_name = "DIR", global = true)]
    data: Option<PathBuf>,
    /// The database of a PostgreSQL server with the hall: postgres://USER@HOST/NAME
    #[arg(long, value_name = "URL", global = true, conflicts_with = "data")]
    database: Option<Address>,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Debug, Subcommand)]
enum AccountsCommand {
    /// Lists all accounts, those with a role first.
    List,
    /// Shows an account with its sessions, tokens and ratings.
    Show {
        /// The name, or the person's id
        name: String,
    },
    /// Lets a person do nothing any more but look.
    Disable {
        /// The name, or the person's id; also that of a guest
        name: String,
        /// Why: the person reads it
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
    /// Lets a person do again what others may.
    Enable {
        /// The name, or the person's id; also that of a guest
        name: String,
        /// Why: moderators read it
        #[arg(long, value_name = "TEXT", default_value = "")]
        reason: String,
    },
    /// Says what an account may do: member, moderator or owner.
    Role {
        /// The name, or the person's id
        name: String,
        /// The role
        #[arg(value_parser = role)]
        role: AccountRole,
    },
    /// Makes a new recovery code, by which the account gets another password.
    Recovery {
        /// The name, or the person's id
        name: String,
    },
    /// Deletes an account. Games with others stay, without the name.
    Delete {
        /// The name, or the person's id
        name: String,
        /// Deletes it: without this nothing happens
        #[arg(long)]
        yes: bool,
    },
}

fn role(text: &str) -> Result<AccountRole, String> {
    AccountRole::of(text).ok_or_else(|| "expected member, moderator or owner".to_owned())
}

pub(crate) fn run(args: &AccountsArgs) -> Result<(), Failure> {
    let out = Output::new(args.output);
    let place = match &args.database {
        Some(address) => HallLocation::Database(address.clone()),
        None => HallLocation::Folder(data_dir(args.data.as_ref())?),
    };
    let runtime = tokio::runtime::Runtime::new()
        .map_err(|error| Failure::Trouble(format!("cannot start the runtime: {error}")))?;
    runtime.block_on(async {
        let accounts = OfflineAccounts::open(&place).await.map_err(failed)?;
        let done = carry_out(&accounts, &args.command, &out).await;
        accounts.close().await;
        done
    })
}

async fn carry_out(
    accounts: &OfflineAccounts,
    command: &AccountsCommand,
    out: &Output,
) -> Result<(), Failure> {
    match command {
        AccountsCommand::List => {
            let all = accounts.list().await.map_err(failed)?;
            for account in &all {
                out.line(format_args!("{}", line(account)))?;
            }
            out.json(|| Value::Array(all.iter().map(data).collect()))
        }
        AccountsCommand::Show { name } => {
            let shown = accounts.show(name).await.map_err(failed)?;
            show(&shown.ok_or_else(|| nobody(name))?, out)
        }
        AccountsCommand::Disable { name, reason } => {
            if reason.trim().is_empty() {
                return Err(Failure::input("--reason: the person reads it: say why"));
            }
            let done = accounts.set_disabled(name, true, reason).await.map_err(failed)?;
            done.ok_or_else(|| nobody(name))?;
            say(out, name, "is disabled")
        }
        AccountsCommand::Enable { name, reason } => {
            let done = accounts.set_disabled(name, false, reason).await.map_err(failed)?;
            match done.ok_or_else(|| nobody(name))? {
                true => say(out, name, "is enabled again"),
                false => Err(Failure::input(format!("{name} is not disabled"))),
            }
        }
        AccountsCommand::Role { name, role } => {
            if !accounts.set_role(name, *role).await.map_err(failed)? {
                return Err(nobody(name));
            }
            say(out, name, &format!("has the role {}", role.word()))
        }
        AccountsCommand::Recovery { name } => {
            let code = accounts.new_recovery(name).await.map_err(failed)?;
            let code = code.ok_or_else(|| nobody(name))?;
            out.line(format_args!("{code}"))?;
            out.json(|| json!({ "name": name, "code": code }))
        }
        AccountsCommand::Delete { name, yes } => {
            if !yes {
                let message = format!("{name} would be deleted for ever: say --yes");
                return Err(Failure::input(message));
            }
            if !accounts.delete(name).await.map_err(failed)? {
                return Err(nobody(name));
            }
            say(out, name, "is deleted")
        }
    }
}

fn show(shown: &ShownAccount, out: &Output) -> Result<(), Failure> {
    let ShownAccount { account, credentials, ratings, reports } = shown;
    out.line(format_args!("{}", line(account)))?;
    out.line(format_args!("reports about it: {reports}"))?;
    for it in credentials {
        let kind = if it.scopes.is_some() { "token" } else { "session" };
        let used = date(it.seen_at);
        out.line(format_args!("{kind} {:?} last used {used}", it.label))?;
    }
    for it in ratings {
        let games = it.won + it.drawn + it.lost;
        out.line(format_args!("{}: {:.0} after {games} games", it.pool, it.rating.rating))?;
    }
    out.json(|| {
        let mut all = data(account);
        all["reports"] = json!(reports);
        all["sessions_and_tokens"] = (credentials.iter())
            .map(
                |it| json!({ "label": it.label, "scopes": it.scopes, "seen_at": date(it.seen_at) }),
            )
            .collect();
        all["ratings"] = (ratings.iter())
            .map(|it| json!({ "pool": it.pool, "rating": it.rating.rating }))
            .collect();
        all
    })
}

fn say(out: &Output, name: &str, what: &str) -> Result<(), Failure> {
    out.line(format_args!("{name} {what}"))?;
    out.json(|| json!({ "name": name, "done": what }))
}

fn line(account: &ListedAccount) -> String {
    let ListedAccount { person, name, role, created_at, disabled } = account;
    let disabled = disabled.as_ref().map(|why| format!(", disabled: {why}")).unwrap_or_default();
    format!("{} {name} ({}, since {}{disabled})", person.0, role.word(), date(*created_at))
}

fn data(account: &ListedAccount) -> Value {
    json!({
        "person": account.person.0,
        "name": account.name,
        "role": account.role.word(),
        "created_at": date(account.created_at),
        "disabled": account.disabled,
    })
}

fn date(moment: Moment) -> String {
    hall_messages::moment(moment)
}

fn nobody(name: &str) -> Failure {
    Failure::input(format!("there is no account {name:?}"))
}

fn failed(error: StoreError) -> Failure {
    match error {
        StoreError::DiskFull(_) | StoreError::DiskFailed(_) | StoreError::Busy(_) => {
            Failure::trouble(error)
        }
        other => Failure::input(other),
    }
}
