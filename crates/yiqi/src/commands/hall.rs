//! The hall: `yiqi` and `yiqi serve`.

use crate::PROGRAM;
use crate::commands::limits::LimitArgs;
use crate::commands::serving::ServingArgs;
use crate::configuration;
use crate::supervisor::{self, HallStage};
use clap::Args;
use command_line::Failure;
use command_line::arguments::OutputArgs;
use command_line::output::Output;
use command_line::usual_data_dir;
use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;
use serde_json::json;
use server::copies::Address;
use server::{Config, ExternalEngine, Hall, HallMode};
use std::io::Write as _;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct HallArgs {
    /// Where to listen, as in 127.0.0.1:7717; the next free port is taken if 7717 is not free,
    /// a port named here must be.
    #[arg(long, value_name = "ADDR", value_parser = address)]
    listen: Option<SocketAddr>,
    /// Where games and preferences are stored (default: the user's data folder).
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// The database of a PostgreSQL server to store them in, instead of a folder: postgres://USER@HOST/NAME
    #[arg(long, value_name = "URL")]
    database: Option<Address>,
    /// A name under which the hall may be reached besides loopback and the address where it listens; other names are
    /// refused (repeatable).
    #[arg(long, value_name = "HOST")]
    allow_host: Vec<String>,
    /// Play with people in the local network: it listens on all addresses, in the mode `friends`, and prints an address
    /// and a QR code for their phones.
    #[arg(long)]
    share: bool,
    /// For whom the hall is: mine, friends or public (default: mine; docs/serve/people.md).
    #[arg(long, value_name = "MODE")]
    mode: Option<HallMode>,
    /// Accounts with passwords in the mode friends; a public hall always has them (docs/serve/accounts.md).
    #[arg(long)]
    accounts: bool,
    /// The name of the account that is the owner's, from when the hall opens.
    #[arg(long, value_name = "NAME")]
    owner: Option<String>,
    /// Only print the address; `serve` never does more.
    #[arg(long)]
    no_open: bool,
    /// A file with settings: `max-connections = 500` is `--max-connections 500`
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Print a configuration file with every setting, and end.
    #[arg(long)]
    print_config: bool,
    /// Check the arguments and the configuration file, name every fault, and end.
    #[arg(long)]
    check_config: bool,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    pub(crate) serving: ServingArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// Reads `127.0.0.1:7717`, `localhost:0`, `[::1]:80` or an address without a port.
fn address(text: &str) -> Result<SocketAddr, String> {
    let text = text.replace("localhost", "127.0.0.1");
    let with_usual_port = || text.parse().ok().map(|ip| SocketAddr::new(ip, server::PORT));
    text.parse()
        .ok()
        .or_else(with_usual_port)
        .ok_or_else(|| "expected an IP address and a port, as in 127.0.0.1:7717".to_owned())
}

/// Opens the hall and keeps it open until Ctrl-C or a request to terminate.
pub(crate) fn run(
    args: &HallArgs,
    engines: Vec<ExternalEngine>,
    browser: bool,
) -> Result<(), Failure> {
    let out = Output::new(args.output);
    if args.print_config {
        return out.line(format_args!("{}", configuration::template().trim_end()));
    }
    let mut faults = args.serving.faults(args.listen, args.database.is_some());
    if args.share && args.mode.is_some_and(|mode| mode != HallMode::Friends) {
        faults.push("share: it means the mode `friends`, and another one is set".to_owned());
    }
    if !faults.is_empty() {
        return Err(Failure::input(faults.join("; ")));
    }
    let has_both = args.database.is_some() && args.data.is_some();
    let warnings = args.serving.warnings(&args.allow_host, has_both);
    if args.check_config {
        for warning in &warnings {
            out.line(format_args!("warning: {warning}"))?;
        }
        let order = if warnings.is_empty() { "in order" } else { "one that can be served" };
        out.line(format_args!("The configuration is {order}"))?;
        return out.json(|| json!({ "ok": true, "warnings": warnings }));
    }
    let data = data_dir(args.data.as_ref())?;
    let mut config = Config::new(data);
    config.database.clone_from(&args.database);
    if let Some(listen) = args.listen {
        config.listen = listen;
        config.next_free_port = false;
    }
    if args.share {
        config.mode = HallMode::Friends;
        if args.listen.is_none() {
            config.listen.set_ip(Ipv4Addr::UNSPECIFIED.into());
        }
    }
    if let Some(mode) = args.mode {
        config.mode = mode;
    }
    config.accounts = args.accounts;
    config.owner.clone_from(&args.owner);
    config.allow_hosts.clone_from(&args.allow_host);
    args.limits.apply(&mut config);
    args.serving.apply(&mut config);
    config.external = engines;
    if config.nats.is_some() {
        config.build = Some(command_line::build_of(PROGRAM)?);
    }
    let runtime = tokio::runtime::Runtime::new()
        .map_err(|error| Failure::Trouble(format!("cannot start the runtime: {error}")))?;
    let served = runtime.block_on(async {
        // The system may ask for the end while the hall opens.
        let mut closing = Box::pin(closing_time());
        let hall = tokio::select! {
            hall = Hall::start(config) => hall.map_err(Failure::input)?,
            () = &mut closing => return Ok(()),
        };
        for notice in warnings.iter().chain(&hall.notices) {
            if args.serving.log.settings().is_json {
                tracing::warn!("{notice}");
            } else {
                // Standard error may be closed; then the message is lost.
                let _ = writeln!(std::io::stderr(), "yiqi: {notice}");
            }
        }
        let url = hall.url();
        out.line(format_args!("The hall is open at {url} (Ctrl-C closes it)"))?;
        if let Some(address) = hall.share_url() {
            invite(&out, address)?;
        } else if args.share {
            out.line("No local network was found: nobody else can reach this hall")?;
        }
        if let Some(addr) = hall.metrics {
            out.line(format_args!("Metrics are at http://{addr}/metrics"))?;
        }
        let metrics = hall.metrics.map(|addr| format!("http://{addr}/metrics"));
        out.json(|| {
            let mut opened = json!({ "url": url });
            if let Some(metrics) = &metrics {
                opened["metrics"] = json!(metrics);
            }
            if let Some(address) = hall.share_url() {
                opened["share"] = json!(address);
            }
            opened
        })?;
        // The listener is bound: what comes before it accepts waits.
        supervisor::tell(HallStage::Ready);
        if browser
            && !args.no_open
            && has_display()
            && let Err(error) = open::that_detached(&url)
        {
            tracing::warn!("cannot open a browser: {error}");
        }
        hall.run_until(closing).await.map_err(Failure::trouble)
    });
    // The process does not wait for files that are being read, or for searches.
    runtime.shutdown_background();
    served
}

/// Prints the address for others, and its QR code for a phone.
fn invite(out: &Output, address: &str) -> Result<(), Failure> {
    out.line(format_args!("Others in your network open {address}"))?;
    // A terminal that cannot show it has the address.
    if let Ok(code) = QrCode::new(address) {
        // The colours are turned: most terminals write light on dark.
        let picture = code
            .render::<Dense1x2>()
            .dark_color(Dense1x2::Light)
            .light_color(Dense1x2::Dark)
            .build();
        out.line(picture)?;
    }
    Ok(())
}

/// The directory that was given, or the default one.
pub(crate) fn data_dir(named: Option<&PathBuf>) -> Result<PathBuf, Failure> {
    let Some(data) = named else { return usual_data_dir() };
    // A password may stand in it: it is not repeated.
    let words = data.to_string_lossy();
    if words.starts_with("postgres:") || words.starts_with("postgresql:") {
        return Err(Failure::input(
            "--data: expected a folder; a hall in a database is served with --database, copied with \
             pg_dump and brought back with pg_restore (docs/serve/operate.md)",
        ));
    }
    Ok(data.clone())
}

/// Whether a browser can open a window. Systems other than X11 and Wayland always have a display.
fn has_display() -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(not(all(unix, not(target_os = "macos")))) || set("DISPLAY") || set("WAYLAND_DISPLAY")
}

/// Ends when the user presses Ctrl-C or the system asks the process to terminate. A second request ends the
/// process at once.
async fn closing_time() {
    let Ok(mut requests) = StopRequests::listen() else {
        // No request to close can arrive: stay open until the process ends.
        return std::future::pending().await;
    };
    let asked = requests.next().await;
    supervisor::tell(HallStage::Closing);
    if asked == StopSource::Terminal {
        // The terminal may be gone already.
        let _ = writeln!(
            std::io::stdout(),
            "\nGood-bye: the hall closes, every game is kept (Ctrl-C again ends it at once)"
        );
    }
    tokio::spawn(async move {
        requests.next().await;
        std::process::exit(130);
    });
}

/// The source of a request to end.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum StopSource {
    /// Ctrl-C.
    Terminal,
    /// The system.
    System,
}

/// Requests to end, one after the other.
struct StopRequests {
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl StopRequests {
    fn listen() -> std::io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        let terminate = signal(SignalKind::terminate())?;
        Ok(Self { terminate, interrupt: signal(SignalKind::interrupt())? })
    }

    async fn next(&mut self) -> StopSource {
        tokio::select! {
            _ = self.terminate.recv() => StopSource::System,
            _ = self.interrupt.recv() => StopSource::Terminal,
        }
    }
}

#[cfg(not(unix))]
impl StopRequests {
    fn listen() -> std::io::Result<Self> {
        Ok(Self {})
    }

    async fn next(&mut self) -> StopSource {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
        StopSource::Terminal
    }
}
