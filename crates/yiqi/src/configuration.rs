//! The configuration file of the hall.
//!
//! A TOML file whose keys are the flags of `yiqi serve` without their dashes (`max-connections = 500`), and whose
//! tables `[engines.NAME]` describe engines of other programs. A setting of the file is checked by the parser
//! of its flag, so that both accept the same values; a flag on the command line wins. All faults of a file are
//! reported at once, with their lines.

use crate::cli::Cli;
use crate::commands::hall::HallArgs;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args as _, Command, CommandFactory as _};
use command_line::Failure;
use engine::Protocol;
use protocol::RankBase;
use server::ExternalEngine;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::PathBuf;
use toml::de::{DeTable, DeValue};

/// The table of the engines.
const ENGINES: &str = "engines";
/// Flags that are no settings: they concern one call of the program.
const NO_SETTINGS: [&str; 6] =
    ["config", "check-config", "print-config", "json", "help", "version"];

/// A file that was read and checked.
#[derive(Debug, Default)]
struct Configuration {
    /// Flags with their values, in the order of the file; without a value if they take none.
    settings: Vec<(String, Option<String>)>,
    engines: Vec<ExternalEngine>,
}

/// The arguments of the program with the settings of the configuration file among them, and the engines of the
/// file. Commands other than the hall have no configuration.
pub(crate) fn with_file(
    mut given: Vec<OsString>,
) -> Result<(Vec<OsString>, Vec<ExternalEngine>), Failure> {
    // The parser reports wrong arguments when they are parsed again.
    let Ok(matches) = Cli::command().try_get_matches_from(&given) else {
        return Ok((given, Vec::new()));
    };
    let (hall, at) = match matches.subcommand() {
        None => (&matches, 1),
        Some(("serve", serve)) => (serve, 2),
        Some(_) => return Ok((given, Vec::new())),
    };
    let Some(path) = path(hall) else { return Ok((given, Vec::new())) };
    let text = std::fs::read_to_string(&path)
        .map_err(|error| Failure::input(format!("{}: {error}", path.display())))?;
    let file = read(&text)
        .map_err(|faults| Failure::input(format!("{}: {}", path.display(), faults.join("; "))))?;
    let args = file.settings.into_iter().filter(|(key, _)| {
        hall.value_source(&key.replace('-', "_")) != Some(ValueSource::CommandLine)
    });
    let args = args.map(|(key, value)| match value {
        Some(value) => format!("--{key}={value}").into(),
        None => format!("--{key}").into(),
    });
    let at = at.min(given.len());
    given.splice(at..at, args);
    Ok((given, file.engines))
}

/// The file that was named, or the usual one if there is one.
fn path(hall: &ArgMatches) -> Option<PathBuf> {
    let usual = || {
        let dirs = directories::ProjectDirs::from("", "", "yiqi")?;
        Some(dirs.config_dir().join("yiqi.toml")).filter(|path| path.exists())
    };
    hall.get_one::<PathBuf>("config").cloned().or_else(usual)
}

/// The flags of the hall.
fn flags() -> Command {
    HallArgs::augment_args(Command::new("yiqi")).no_binary_name(true)
}

fn read(text: &str) -> Result<Configuration, Vec<String>> {
    let table = DeTable::parse(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        vec![format!("line {}: {}", line_of(text, at), error.message())]
    })?;
    let mut file = Configuration::default();
    let mut faults = Vec::new();
    let flags = flags();
    let mut entries: Vec<_> = table.get_ref().iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    for (key, value) in entries {
        let line = line_of(text, key.span().start);
        let name: &str = key.get_ref();
        let read =
            match (name, value.get_ref()) {
                (ENGINES, DeValue::Table(engines)) => {
                    for (name, engine) in engines {
                        let line = line_of(text, name.span().start);
                        match external(name.get_ref(), engine.get_ref()) {
                            Ok(engine) => file.engines.push(engine),
                            Err(whys) => faults.extend(whys.iter().map(|why| {
                                format!("line {line}: engines.{}: {why}", name.get_ref())
                            })),
                        }
                    }
                    Ok(Vec::new())
                }
                (ENGINES, _) => Err("expected tables [engines.NAME]".to_owned()),
                (name, value) => setting(&flags, name, value),
            };
        match read {
            Ok(settings) => file.settings.extend(settings),
            Err(why) => faults.push(format!("line {line}: {name}: {why}")),
        }
    }
    if faults.is_empty() { Ok(file) } else { Err(faults) }
}

/// The line of a byte, from 1.
fn line_of(text: &str, at: usize) -> usize {
    text.as_bytes()[..at.min(text.len())].iter().filter(|byte| **byte == b'\n').count() + 1
}

/// A setting as flags, each checked by its parser.
fn setting(
    flags: &Command,
    name: &str,
    value: &DeValue<'_>,
) -> Result<Vec<(String, Option<String>)>, String> {
    let arg = settings_of(flags).find(|arg| arg.get_long() == Some(name));
    let Some(arg) = arg else {
        return Err("there is no such setting (`yiqi serve --print-config` lists them)".to_owned());
    };
    let is_list = matches!(arg.get_action(), ArgAction::Append);
    let texts = match (arg.get_action(), value) {
        (ArgAction::SetTrue, DeValue::Boolean(set)) => {
            return Ok(if *set { vec![(name.to_owned(), None)] } else { Vec::new() });
        }
        (ArgAction::SetTrue, _) => return Err("expected true or false".to_owned()),
        (_, DeValue::Array(values)) if is_list => {
            values.iter().map(|value| plain(value.get_ref())).collect::<Result<Vec<_>, _>>()?
        }
        (_, value) => vec![plain(value)?],
    };
    for text in &texts {
        let flag = format!("--{name}={text}");
        if let Err(error) = flags.clone().try_get_matches_from([&flag]) {
            let said = Failure::usage(&error).message().unwrap_or_default();
            // clap says "invalid value 'X' for '--NAME <N>': WHY".
            let why = said.split_once(">': ").map_or(said.as_str(), |(_, why)| why);
            return Err(format!("{text:?}: {why}"));
        }
    }
    Ok(texts.into_iter().map(|text| (name.to_owned(), Some(text))).collect())
}

/// The flags that are settings.
fn settings_of(flags: &Command) -> impl Iterator<Item = &Arg> {
    flags
        .get_arguments()
        .filter(|arg| arg.get_long().is_some_and(|long| !NO_SETTINGS.contains(&long)))
}

/// A text or a number as text.
fn plain(value: &DeValue<'_>) -> Result<String, String> {
    match value {
        DeValue::String(text) => Ok(text.clone().into_owned()),
        DeValue::Integer(number) if number.radix() == 10 => Ok(number.as_str().to_owned()),
        DeValue::Float(number) => Ok(number.as_str().to_owned()),
        other => Err(format!("expected a text or a number, not {}", other.type_str())),
    }
}

/// An engine of another program.
fn external(name: &str, value: &DeValue<'_>) -> Result<ExternalEngine, Vec<String>> {
    let DeValue::Table(table) = value else { return Err(vec!["expected a table".to_owned()]) };
    let mut faults = Vec::new();
    if ExternalEngine::is_taken(name) {
        faults.push("our own engine has this name".to_owned());
    }
    let mut engine = ExternalEngine::new(name, Protocol::Uci, Vec::new());
    let mut has_protocol = false;
    for (key, value) in table {
        let key: &str = key.get_ref();
        let value = value.get_ref();
        let done = match key {
            "name" => plain(value).map(|name| engine.name = name),
            "command" => list(value).map(|command| engine.command = command),
            "games" => list(value).and_then(|ids| known_games(ids).map(|ids| engine.games = ids)),
            "protocol" => plain(value).and_then(|word| {
                has_protocol = true;
                engine.protocol = protocol(&word)?;
                Ok(())
            }),
            "ranks" => plain(value).and_then(|word| {
                engine.ranks = ranks(&word)?;
                Ok(())
            }),
            "options" => options(value).map(|options| engine.options = options),
            _ => Err("expected name, command, protocol, games, ranks or options".to_owned()),
        };
        faults.extend(done.err().map(|why| format!("{key}: {why}")));
    }
    let has_command = table.keys().any(|key| *key.get_ref() == "command");
    if !has_command || (faults.is_empty() && engine.command.is_empty()) {
        faults.push("command: expected the program and its arguments".to_owned());
    }
    if !has_protocol {
        faults.push("protocol: expected uci, ucci, hub or gomocup".to_owned());
    } else if let Some(game) = engine.games.iter().find(|game| !engine.speaks_of(game)) {
        faults.push(format!("games: its protocol cannot name {game:?}"));
    }
    if faults.is_empty() { Ok(engine) } else { Err(faults) }
}

fn protocol(word: &str) -> Result<Protocol, String> {
    match word {
        "uci" => Ok(Protocol::Uci),
        "ucci" => Ok(Protocol::Ucci),
        "hub" => Ok(Protocol::Hub),
        "gomocup" => Ok(Protocol::Gomocup),
        other => Err(format!("{other:?}: expected uci, ucci, hub or gomocup")),
    }
}

/// The number of the first rank.
fn ranks(word: &str) -> Result<RankBase, String> {
    match word {
        "0" => Ok(RankBase::Zero),
        "1" => Ok(RankBase::One),
        other => Err(format!("{other:?}: expected 0 or 1")),
    }
}

/// A text, or a list of texts.
fn list(value: &DeValue<'_>) -> Result<Vec<String>, String> {
    match value {
        DeValue::Array(values) => values.iter().map(|value| plain(value.get_ref())).collect(),
        value => plain(value).map(|text| vec![text]),
    }
}

fn known_games(ids: Vec<String>) -> Result<Vec<String>, String> {
    match ids.iter().find(|id| games::find_variant(id).is_err()) {
        Some(unknown) => Err(format!("there is no game {unknown:?} (`yiqi games` lists them)")),
        None => Ok(ids),
    }
}

fn options(value: &DeValue<'_>) -> Result<Vec<(String, String)>, String> {
    let DeValue::Table(table) = value else { return Err("expected a table".to_owned()) };
    let text = |value: &DeValue<'_>| match value {
        DeValue::Boolean(set) => Ok(set.to_string()),
        other => plain(other),
    };
    let pairs = table
        .iter()
        .map(|(name, value)| Ok((name.get_ref().clone().into_owned(), text(value.get_ref())?)));
    pairs.collect()
}

/// A configuration file with every setting, its meaning and no values.
pub(crate) fn template() -> String {
    let mut text = String::from(
        "# The configuration of a hall of yiqi. A flag on the command line wins over a setting here.\n\
         # Without a value a setting has its default. Usual place: ",
    );
    let dirs = directories::ProjectDirs::from("", "", "yiqi");
    let usual = dirs.map_or_else(|| "none".into(), |dirs| dirs.config_dir().join("yiqi.toml"));
    text += &usual.display().to_string();
    text.push('\n');
    let flags = flags();
    for arg in settings_of(&flags) {
        let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
        let value = match arg.get_action() {
            ArgAction::SetTrue => "true".to_owned(),
            action => {
                let names = arg.get_value_names().unwrap_or_default();
                let name = names.first().map_or("…", |name| name.as_str());
                let value = if name == "N" || name == "MB" || name == "SECONDS" {
                    name.to_owned()
                } else {
                    format!("\"{name}\"")
                };
                if matches!(action, ArgAction::Append) { format!("[{value}]") } else { value }
            }
        };
        // Writing to a string cannot fail.
        let _ = write!(text, "\n# {help}\n# {} = {value}\n", arg.get_long().unwrap_or_default());
    }
    text += "\n# An engine of another program for analyses. `games` are ids of `yiqi games`; without them it\n\
             # plays all games of its protocol.\n\
             # [engines.NAME]\n# name = \"Shown name\"\n# command = [\"/path/to/engine\", \"ARGUMENT\"]\n\
             # protocol = \"uci\"   # or ucci, hub, gomocup\n# options = { Threads = 1, Hash = 64 }\n\
             # ranks = 0   # the number of the first rank, 0 or 1\n";
    // Writing to a string cannot fail.
    let _ = writeln!(text, "# games = [{:?}]", games::usual(Protocol::Uci));
    text
}

/// The names of all settings.
#[cfg(test)]
pub(crate) fn names() -> Vec<String> {
    let flags = flags();
    settings_of(&flags).filter_map(Arg::get_long).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(text: &str) -> Vec<String> {
        read(text).unwrap_err()
    }

    #[test]
    fn every_fault_is_named_with_its_line() {
        let said = faults(
            "max-connections = 0\nmax-conections = 5\n\nhead-time = \"soon\"\nno-open = 1\n\
             [engines.a]\nprotocol = \"xboard\"\n[engines.b]\ncommand = []\nprotocol = \"uci\"\ngames = [\"chess\"]\n\
             [engines.level-3]\ncommand = \"x\"\nprotocol = \"hub\"\nranks = 2\n\
             [engines.c]\ncommand = \"x\"\nprotocol = \"hub\"\ngames = [\"gomoku\"]\n",
        );
        let expected = [
            "line 1: max-connections: \"0\": expected a whole number from 1 to 10000000",
            "line 2: max-conections: there is no such setting",
            "line 4: head-time: \"soon\": expected seconds from 0.001 to 86400",
            "line 5: no-open: expected true or false",
            "line 6: engines.a: protocol: \"xboard\": expected uci",
            "line 6: engines.a: command: expected the program",
            "line 8: engines.b: games: there is no game \"chess\"",
            "line 16: engines.c: games: its protocol cannot name \"gomoku\"",
            "line 12: engines.level-3: our own engine has this name",
            "line 12: engines.level-3: ranks: \"2\": expected 0 or 1",
        ];
        assert_eq!(said.len(), expected.len(), "{said:#?}");
        for (said, expected) in said.iter().zip(expected) {
            assert!(said.starts_with(expected), "{said}");
        }
        assert!(faults("a = = b")[0].starts_with("line 1: "));
        assert!(faults("x = 1\ny = \n")[0].starts_with("line 2: "));
    }

    #[test]
    fn settings_become_flags_and_flags_win() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("yiqi.toml");
        let text = "max-sockets = 7\nhead-time = 1.5\nno-open = true\nallow-host = [\"a.example\", \"b.example\"]\n\
                    listen = \"127.0.0.1:9\"\n[engines.pika]\ncommand = [\"pika\", \"-x\"]\nprotocol = \"uci\"\n\
                    options = { Threads = 2, Ponder = false }\n";
        std::fs::write(&path, text).unwrap();
        let given = |words: &[&str]| -> Vec<OsString> {
            let config = ["--config".into(), path.clone().into_os_string()];
            words.iter().map(OsString::from).chain(config).collect()
        };
        let (args, engines) = with_file(given(&["yiqi", "serve", "--max-sockets", "9"])).unwrap();
        let args: Vec<_> = args.iter().map(|arg| arg.to_str().unwrap()).collect();
        assert_eq!(args[..2], ["yiqi", "serve"]);
        for flag in
            ["--head-time=1.5", "--allow-host=a.example", "--allow-host=b.example", "--no-open"]
        {
            assert!(args.contains(&flag), "{flag}: {args:?}");
        }
        assert!(!args.iter().any(|arg| arg.starts_with("--max-sockets=")), "the command line wins");
        assert!(Cli::command().try_get_matches_from(&args).is_ok());
        assert_eq!((engines.len(), engines[0].id.as_str()), (1, "pika"));
        assert_eq!(engines[0].command, ["pika", "-x"]);
        let mut options = engines[0].options.clone();
        options.sort();
        assert_eq!(options, [("Ponder".into(), "false".into()), ("Threads".into(), "2".into())]);
        // Without a command the settings are those of the hall, too; other commands have none.
        let (args, _) = with_file(given(&["yiqi"])).unwrap();
        assert!(args.contains(&OsString::from("--max-sockets=7")));
        let other: Vec<OsString> = ["yiqi", "games"].map(OsString::from).to_vec();
        assert_eq!(with_file(other.clone()).unwrap().0, other);
    }

    #[test]
    fn the_template_names_every_flag_and_is_empty() {
        let text = template();
        let flags = flags();
        for arg in settings_of(&flags) {
            let key = format!("# {} = ", arg.get_long().unwrap());
            assert!(text.contains(&key), "{key}");
        }
        assert!(text.lines().all(|line| line.is_empty() || line.starts_with('#')));
        assert!(read(&text).unwrap().settings.is_empty());
    }
}
