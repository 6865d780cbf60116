//! How the hall is run for others, on the command line: proxies before it, metrics, and its log.

use clap::{Args, ValueEnum};
use command_line::log::LogSettings;
use server::{Config, IpNet, NatsServer};
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;
use tracing_subscriber::filter::LevelFilter;

/// How the hall is run for others.
#[derive(Debug, Args)]
#[command(next_help_heading = "Serving others")]
pub(crate) struct ServingArgs {
    /// A proxy before the hall, an address or a network as in 10.0.0.0/8: what it says about clients is
    /// believed (repeatable).
    #[arg(long, value_name = "NETWORK", value_parser = server::network)]
    trusted_proxies: Vec<IpNet>,
    /// Seconds for which a browser that came over TLS never comes without it again; 0 for no such
    /// promise (default: 31536000, a year).
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(..=63_072_000))]
    hsts: Option<u32>,
    /// Where to serve metrics for Prometheus, as in 127.0.0.1:9464; nowhere by default.
    #[arg(long, value_name = "ADDR", value_parser = metrics_address)]
    metrics: Option<SocketAddr>,
    /// Megabytes: with less room on its disk the hall says that it is not ready (default: 256).
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u32))]
    min_disk_mb: Option<u32>,
    /// The NATS server over which several halls on one database serve together, and `yiqi worker` works for the hall on other
    /// machines: nats://HOST:PORT or tls://HOST:PORT; several with commas between them. Without it no other machine does.
    #[arg(long, value_name = "URL")]
    nats: Option<String>,
    /// The file with USER:PASSWORD for the NATS server.
    #[arg(long, value_name = "FILE")]
    nats_creds: Option<PathBuf>,
    /// Seconds after which a silent node of a hall in a database counts as dead (default: 8).
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(2..=600))]
    node_lease: Option<u32>,
    /// Seconds for which a person has to be away from a game of two persons before the other one may claim it (default:
    /// 60 with a clock, 300 without).
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..=86_400))]
    claim_after: Option<u32>,
    /// The folder of the modules that `npm --prefix web run modules` builds: with them visitors analyse and review on their own
    /// processor. Without it the hall's does it all.
    #[arg(long, value_name = "DIR")]
    modules: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) log: LogArgs,
}

/// The log, on standard error.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(crate) struct LogArgs {
    /// The form of the log: text, or one JSON object in a line (default: text).
    #[arg(long, value_name = "FORM")]
    pub(crate) log_format: Option<LogFormat>,
    /// What is logged: error, warn, info, debug or trace; the variable RUST_LOG, which can name parts of the program,
    /// wins (default: warn).
    #[arg(long, value_name = "LEVEL", value_parser = level)]
    pub(crate) log_level: Option<LevelFilter>,
    /// Log every request: client, method, path, status and milliseconds.
    #[arg(long)]
    pub(crate) access_log: bool,
}

impl LogArgs {
    /// What was chosen.
    pub(crate) fn settings(self) -> LogSettings {
        LogSettings {
            level: self.log_level,
            is_json: self.log_format.unwrap_or_default() == LogFormat::Json,
            writes_requests: self.access_log,
        }
    }
}

/// The form of the log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogFormat {
    /// For people.
    #[default]
    Text,
    /// For programs.
    Json,
}

impl ServingArgs {
    /// Sets what was given; the rest keeps its defaults.
    pub(crate) fn apply(&self, config: &mut Config) {
        config.trusted_proxies.clone_from(&self.trusted_proxies);
        config.metrics = self.metrics;
        config.modules.clone_from(&self.modules);
        config.nats =
            self.nats.clone().map(|url| NatsServer { url, credentials: self.nats_creds.clone() });
        if let Some(seconds) = self.node_lease {
            config.node_lease = Duration::from_secs(seconds.into());
        }
        if let Some(seconds) = self.claim_after {
            config.claim_after = Some(Duration::from_secs(seconds.into()));
        }
        if let Some(seconds) = self.hsts {
            config.hsts = Duration::from_secs(seconds.into());
        }
        if let Some(megabytes) = self.min_disk_mb {
            config.least_disk_mb = megabytes.into();
        }
    }

    /// What can be served, but hardly does what was meant.
    pub(crate) fn warnings(&self, allow_hosts: &[String], has_both: bool) -> Vec<String> {
        let both = "data: the games are in the database; nothing is read from this folder or written to it";
        let names = allow_hosts.iter().filter_map(|host| no_name(host));
        let proxies = self.trusted_proxies.iter().filter_map(everybody);
        names.chain(proxies).chain(has_both.then(|| both.to_owned())).collect()
    }

    /// Faults of settings that do not go together.
    pub(crate) fn faults(&self, listen: Option<SocketAddr>, is_shared: bool) -> Vec<String> {
        let same = listen.is_some_and(|listen| listen.port() != 0 && Some(listen) == self.metrics);
        let alone = "only a hall in a database has other nodes";
        let all = [
            (same, "metrics", "the hall itself listens at this address"),
            (!is_shared && self.node_lease.is_some(), "node-lease", alone),
            (
                self.nats.is_none() && self.nats_creds.is_some(),
                "nats-creds",
                "there is no address of a NATS server",
            ),
        ];
        let all = all.into_iter().filter(|(is_wrong, _, _)| *is_wrong);
        let modules = self.modules.as_deref().and_then(server::modules_fault);
        let modules = modules.map(|why| format!("modules: {why}"));
        all.map(|(_, name, why)| format!("{name}: {why}")).chain(modules).collect()
    }
}

/// What is to be said of a proxy that is believed, if it is everybody.
fn everybody(proxy: &IpNet) -> Option<String> {
    (proxy.prefix_len() == 0).then(|| {
        format!(
            "trusted-proxies: {proxy} is every address: anybody may say from where a request comes, and so pass by \
             the limits of one client; name the addresses of your proxies"
        )
    })
}

/// What is to be said of a name under which nobody can reach the hall.
fn no_name(host: &str) -> Option<String> {
    let why = if host.contains('*') {
        "there are no wildcards: name each host"
    } else if host.contains('/') {
        "expected the host alone, as in hall.example, not an address of a page"
    } else if host.parse::<IpAddr>().is_err()
        && host.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok())
    {
        "expected the host alone, without a port"
    } else {
        return None;
    };
    Some(format!("allow-host: {host:?} lets nobody in; {why}"))
}

fn metrics_address(text: &str) -> Result<SocketAddr, String> {
    let address = text.replace("localhost", "127.0.0.1").parse();
    address.map_err(|_| "expected an IP address and a port, as in 127.0.0.1:9464".to_owned())
}

fn level(text: &str) -> Result<LevelFilter, String> {
    match text {
        "error" => Ok(LevelFilter::ERROR),
        "warn" => Ok(LevelFilter::WARN),
        "info" => Ok(LevelFilter::INFO),
        "debug" => Ok(LevelFilter::DEBUG),
        "trace" => Ok(LevelFilter::TRACE),
        _ => Err("expected error, warn, info, debug or trace".to_owned()),
    }
}
