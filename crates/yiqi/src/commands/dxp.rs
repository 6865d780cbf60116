use arena::GameRecord;
use clap::{Args, ValueEnum};
use command_line::{Failure, Interrupt};
use engine::{Level, Protocol};
use hosts::HostError;
use hosts::dxp::{DxpPlan, play};
use protocol::draughts::Colour;
use protocol::dxp::PORT;
use std::fs::File;
use std::io::Write as _;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream, ToSocketAddrs as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Plays international draughts with another program over DXP (DamExchange).
///
/// One side listens and the other connects; one side asks for the games and the other answers:
/// these are two matters, so that any program can be met. Moves and results are printed as they
/// come; messages that make no sense are refused and the game goes on.
#[derive(Debug, Args)]
#[command(group(clap::ArgGroup::new("door").required(true).args(["connect", "listen"])))]
pub(crate) struct DxpArgs {
    /// Connect to this host and port (27531 if none is given).
    #[arg(long, value_name = "ADDR")]
    connect: Option<String>,
    /// Listen on this port of this machine's own address, or on this address and port.
    #[arg(long, value_name = "ADDR")]
    listen: Option<String>,
    /// Ask for the games; usual for who connects.
    #[arg(long, conflicts_with = "follow")]
    initiate: bool,
    /// Wait to be asked for games; usual for who listens.
    #[arg(long)]
    follow: bool,
    /// Our colour in the first game we ask for; it changes with every game.
    #[arg(long, value_name = "COLOUR", default_value = "w", ignore_case = true)]
    colour: DxpSide,
    /// Minutes each side has, in games we ask for.
    #[arg(long, value_name = "MIN", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..=999))]
    time: u16,
    /// Moves of each side after which the game ends, in games we ask for; 0: play to the end.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(..=999))]
    moves: u16,
    /// Where the games we ask for begin, as a FEN.
    #[arg(long, value_name = "P")]
    position: Option<String>,
    /// How many games.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Think so many milliseconds for each move, whatever the clock says.
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Play at this level, 1 to 12.
    #[arg(long, value_name = "N", value_parser = level)]
    level: Option<Level>,
    /// Search with so many threads.
    #[arg(long, value_name = "T", default_value_t = 1)]
    threads: u32,
    /// Use a table of so many megabytes.
    #[arg(long, value_name = "MB", default_value_t = 64)]
    hash: u32,
    /// Append every game to this file, one JSON object a line, as matches log theirs.
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Append every game to this file as PDN.
    #[arg(long, value_name = "FILE")]
    pdn: Option<PathBuf>,
}

/// A colour, also as DXP writes it: zwart is black.
#[derive(Copy, Clone, Debug, ValueEnum)]
enum DxpSide {
    #[value(alias = "white")]
    W,
    #[value(aliases = ["b", "black"])]
    Z,
}

fn level(text: &str) -> Result<Level, String> {
    text.parse().ok().and_then(Level::new).ok_or_else(|| "expected 1 to 12".to_owned())
}

pub(crate) fn run(args: &DxpArgs) -> Result<(), Failure> {
    let (mut log, mut pdn) = (open(args.log.as_deref())?, open(args.pdn.as_deref())?);
    let start = match &args.position {
        None => None,
        Some(fen) => {
            // Checked here, where the error can give its reasons; the other side would refuse without any.
            let session = games::new_session(games::usual(Protocol::Dxp), None, Some(fen))?;
            Some(arena::board_of(&*session).map_err(Failure::input)?)
        }
    };
    let plan = DxpPlan {
        initiate: args.initiate || (args.connect.is_some() && !args.follow),
        colour: match args.colour {
            DxpSide::W => Colour::White,
            DxpSide::Z => Colour::Black,
        },
        minutes: args.time,
        moves: args.moves,
        start,
        games: args.games,
        move_time: args.movetime.map(Duration::from_millis),
        level: args.level,
        threads: args.threads,
        hash: args.hash,
    };
    let mut out = std::io::stdout();
    let stream = match (&args.connect, &args.listen) {
        (Some(address), _) => connect(address)?,
        (None, listen) => accept(listen.as_deref().unwrap_or_default(), &mut out)?,
    };
    let interrupt = Interrupt::listen(|| ())?;
    let mut keep = |game: &GameRecord| {
        if let Some(file) = &mut log {
            let line =
                serde_json::to_string(game).map_err(|e| HostError::Trouble(e.to_string()))?;
            writeln!(file, "{line}")?;
        }
        if let Some(file) = &mut pdn {
            let text = arena::archives(&game.variant)
                .and_then(|formats| arena::to_text(game, formats[0]))
                .map_err(|e| HostError::Trouble(e.to_string()))?;
            writeln!(file, "{}\n", text.trim_end())?;
        }
        Ok(())
    };
    play(stream, &plan, &mut out, &mut keep, &|| interrupt.pressed())?;
    if interrupt.pressed() { Err(Failure::Interrupted) } else { Ok(()) }
}

/// A file to append to.
fn open(path: Option<&Path>) -> Result<Option<File>, Failure> {
    let Some(path) = path else { return Ok(None) };
    let file = File::options().append(true).create(true).open(path);
    file.map(Some).map_err(|e| Failure::Input(format!("{}: {e}", path.display())))
}

fn connect(text: &str) -> Result<TcpStream, Failure> {
    let whole = if text.contains(':') { text.to_owned() } else { format!("{text}:{PORT}") };
    let addresses = whole.to_socket_addrs().map_err(|e| Failure::Input(format!("{text}: {e}")))?;
    let mut failure = Failure::Input(format!("{text}: no such address"));
    for address in addresses {
        match TcpStream::connect(address) {
            Ok(stream) => return Ok(stream),
            Err(error) => {
                failure = Failure::Trouble(format!("cannot connect to {address}: {error}"));
            }
        }
    }
    Err(failure)
}

/// Waits for one program to connect. A bare port means the loopback interface.
fn accept(text: &str, out: &mut dyn std::io::Write) -> Result<TcpStream, Failure> {
    let address = match text.parse::<u16>() {
        Ok(port) => SocketAddr::from((Ipv4Addr::LOCALHOST, port)),
        Err(_) => text.parse().map_err(|_| {
            Failure::Input(format!("{text:?} is neither a port nor an address and a port"))
        })?,
    };
    let trouble = |error| Failure::Trouble(format!("cannot listen on {address}: {error}"));
    let listener = TcpListener::bind(address).map_err(trouble)?;
    writeln!(out, "listening on {}", listener.local_addr().map_err(trouble)?)?;
    out.flush()?;
    let (stream, from) = listener.accept().map_err(trouble)?;
    writeln!(out, "connected from {from}")?;
    Ok(stream)
}
