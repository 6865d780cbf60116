//! A program that speaks UCI or UCCI and, told so by its arguments, misbehaves: the test
//! double of everything a match must survive.
//!
//! Without arguments it plays the first legal move. `--ucci` speaks UCCI, `--last` plays the
//! last legal move, `--ranks-from-1` counts ranks from 1. Misdeeds, from the `go` numbered by
//! `--after N` on (default 0): `--illegal`, `--crash-on-go`, `--stall`, `--garbage`,
//! `--flood`, `--no-move`, `--oversleep MS`, `--resign`; at the start: `--slow-handshake`,
//! `--exit-early`. `--noise` chatters between the lines.

use protocol::{PositionText, RankBase, Start, ucci, uci};
use std::error::Error;
use std::io::{BufRead, Write};
use std::time::Duration;

const FOREVER: Duration = Duration::from_secs(600);

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let has = |flag: &str| args.iter().any(|a| a == flag);
    let number = |flag: &str| -> Option<u64> {
        args.iter().skip_while(|a| *a != flag).nth(1).and_then(|n| n.parse().ok())
    };
    if has("--exit-early") {
        std::process::exit(7);
    }
    let ranks = if has("--ranks-from-1") { RankBase::One } else { RankBase::Zero };
    let (mut position, mut searches) = (None, 0);
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        if has("--noise") {
            say("some noise about nothing")?;
            say("\u{fffd}\u{70ae}")?;
        }
        let word = line.split_whitespace().next().unwrap_or_default();
        match word {
            "uci" | "ucci" if has("--slow-handshake") => std::thread::sleep(FOREVER),
            "uci" => {
                say("id name double\noption name Hash type spin default 1 min 1 max 9\nuciok")?;
            }
            "ucci" => say("id name double\noption usemillisec type check default false\nucciok")?,
            "isready" => say("readyok")?,
            "position" => position = read_position(&line, has("--ucci")),
            "quit" => return Ok(()),
            "go" => {
                let naughty = searches >= number("--after").unwrap_or(0);
                searches += 1;
                let moves = legal_moves(position.as_ref(), ranks)?;
                let chosen = if has("--last") { moves.last() } else { moves.first() };
                let best = chosen.map_or("(none)".to_owned(), |m| ranks.to_engine(m));
                match () {
                    () if !naughty => say(&format!("info depth 1 score cp 12\nbestmove {best}"))?,
                    () if has("--illegal") => say("bestmove a0i9")?,
                    () if has("--crash-on-go") => std::process::exit(3),
                    () if has("--stall") => std::thread::sleep(FOREVER),
                    () if has("--garbage") => say("\u{1}\u{2}nonsense\nbestmove")?,
                    () if has("--flood") => loop {
                        say("info string blah blah blah")?;
                    },
                    () if has("--no-move") => {
                        say(if has("--ucci") { "nobestmove" } else { "bestmove (none)" })?;
                    }
                    () if has("--resign") => say(&format!("bestmove {best} resign"))?,
                    () => {
                        std::thread::sleep(Duration::from_millis(
                            number("--oversleep").unwrap_or(0),
                        ));
                        say(&format!("info depth 1 score cp -12 pv {best}\nbestmove {best}"))?;
                    }
                }
            }
            _ => {}
        }
    }
    Ok(())
}

fn say(text: &str) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{text}")?;
    out.flush()
}

fn read_position(line: &str, ucci: bool) -> Option<PositionText> {
    if ucci {
        match ucci::Command::parse(line) {
            Ok(Some(ucci::Command::Position(position))) => Some(position),
            _ => None,
        }
    } else {
        match uci::Command::parse(line) {
            Ok(Some(uci::Command::Position(position))) => Some(position),
            _ => None,
        }
    }
}

fn legal_moves(
    position: Option<&PositionText>,
    ranks: RankBase,
) -> Result<Vec<String>, Box<dyn Error>> {
    let start = position.and_then(|p| match &p.start {
        Start::Standard => None,
        Start::Fen(fen) => Some(fen.as_str()),
    });
    let mut session = games::new_session("xiangqi", None, start)?;
    for text in position.iter().flat_map(|p| &p.moves) {
        session.push(&ranks.from_engine(text))?;
    }
    Ok(session.legal_moves())
}
