//! A program that speaks Hub, Hub 1 or DXP and, told so by its arguments, misbehaves: the test
//! double of everything a match of draughts must survive.
//!
//! The first argument is `hub`, `hub1` or `dxp PORT`, to which it connects. It plays the last
//! legal move. Misdeeds, from the move numbered by `--after N` on (default 0): `--illegal`,
//! `--crash`, `--stall`, `--garbage`, `--no-move`, `--oversleep MS`, `--resign`; at the start:
//! `--slow`, `--refuse`. `--shuffled` lists captured squares backwards.

use protocol::draughts::{Board, Move};
use protocol::dxp::{Acceptance, Frames, Message, Reason};
use protocol::hub;
use std::error::Error;
use std::io::{BufRead, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

const FOREVER: Duration = Duration::from_secs(600);

type Done<T> = Result<T, Box<dyn Error>>;

/// What is to be done when a move is asked for.
struct Double {
    args: Vec<String>,
    moves: u64,
}

/// What it was told to do instead of playing a move.
enum Deed {
    Play(Move),
    Illegal,
    Garbage,
    NoMove,
    Resign,
}

fn main() -> Done<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let mut double = Double { args, moves: 0 };
    if double.has("--slow") {
        std::thread::sleep(FOREVER);
    }
    match double.args.first().map(String::as_str) {
        Some("hub") => double.hub(),
        Some("hub1") => double.hub_one(),
        Some("dxp") => double.dxp(),
        other => Err(format!("{other:?} is none of hub, hub1 and dxp").into()),
    }
}

impl Double {
    fn has(&self, flag: &str) -> bool {
        self.args.iter().any(|arg| arg == flag)
    }

    fn number(&self, flag: &str) -> Option<u64> {
        self.args.iter().skip_while(|arg| *arg != flag).nth(1).and_then(|n| n.parse().ok())
    }

    /// Chooses a move, or a misdeed.
    fn act(&mut self, session: &dyn engine::Session) -> Done<Deed> {
        let naughty = self.moves >= self.number("--after").unwrap_or(0);
        self.moves += 1;
        let legal = session.legal_moves();
        let best: Move = legal.last().ok_or("asked to move where there is none")?.parse()?;
        if !naughty {
            return Ok(Deed::Play(best));
        }
        if self.has("--crash") {
            std::process::exit(3);
        }
        if self.has("--stall") {
            std::thread::sleep(FOREVER);
        }
        std::thread::sleep(Duration::from_millis(self.number("--oversleep").unwrap_or(0)));
        Ok(match () {
            () if self.has("--illegal") => Deed::Illegal,
            () if self.has("--garbage") => Deed::Garbage,
            () if self.has("--no-move") => Deed::NoMove,
            () if self.has("--resign") => Deed::Resign,
            () => Deed::Play(best),
        })
    }

    fn text(&self, played: &Move) -> String {
        if !self.has("--shuffled") || played.captured.is_empty() {
            return played.to_string();
        }
        let captured = played.captured.iter().rev().map(|square| format!("x{square}"));
        format!("{}x{}{}", played.from, played.to, captured.collect::<String>())
    }

    fn hub(&mut self) -> Done<()> {
        use hub::Command;
        let mut session = games::new_session("draughts", None, None)?;
        for line in std::io::stdin().lock().lines() {
            match Command::parse(&line?)? {
                Some(Command::Hub) => say("id name=double version=1\n\
                     param name=variant value=normal type=enum values=\"normal killer\"\n\
                     param name=threads value=1 type=int min=1 max=2\nwait")?,
                Some(Command::Init) => say("loading this = that\nready")?,
                Some(Command::Ping) => say("pong")?,
                Some(Command::Pos { position, moves }) => {
                    let fen = match position {
                        None => None,
                        Some(text) => Some(fen(&Board::from_hub(&text, 50)?)?),
                    };
                    session = games::new_session("draughts", None, fen.as_deref())?;
                    moves.iter().try_for_each(|text| session.push(text).map(|_| ()))?;
                }
                Some(Command::Go(_)) => match self.act(&*session)? {
                    Deed::Play(played) => say(&format!(
                        "info depth=3 score=-0.12 nodes=77 pv=\"{played}\"\ndone move={}",
                        self.text(&played)
                    ))?,
                    Deed::Illegal => say("done move=1-50")?,
                    Deed::Garbage => say("done move=\"")?,
                    Deed::NoMove | Deed::Resign => say("done")?,
                },
                Some(Command::Quit) => return Ok(()),
                _ => {}
            }
        }
        Ok(())
    }

    fn hub_one(&mut self) -> Done<()> {
        let mut session = games::new_session("draughts", None, None)?;
        for line in std::io::stdin().lock().lines() {
            let line = line?;
            let words: Vec<&str> = line.split_whitespace().collect();
            match words[..] {
                ["hub"] => say("name double\nauthor nobody\ncountry none\nwait")?,
                ["init"] => say("ready")?,
                ["ping"] => say("pong")?,
                ["start"] => session = games::new_session("draughts", None, None)?,
                ["pos", text] => {
                    let fen = fen(&Board::from_hub(&upper_side(text), 50)?)?;
                    session = games::new_session("draughts", None, Some(&fen))?;
                }
                ["move", text] => {
                    session.push(text)?;
                }
                ["go"] => match self.act(&*session)? {
                    Deed::Play(played) => say(&format!(
                        "info 3 2.5 -12 77 0.01 1.5 {played}\nmove {}",
                        self.text(&played)
                    ))?,
                    Deed::Illegal => say("move 1-50")?,
                    Deed::Garbage | Deed::NoMove | Deed::Resign => say("move")?,
                },
                ["quit"] => return Ok(()),
                _ => {}
            }
        }
        Ok(())
    }

    fn dxp(&mut self) -> Done<()> {
        let port: u16 = self.args.get(1).ok_or("no port")?.parse()?;
        let mut stream = TcpStream::connect(("127.0.0.1", port))?;
        let (mut frames, mut bytes) = (Frames::default(), [0; 256]);
        let mut session = games::new_session("draughts", None, None)?;
        loop {
            let count = stream.read(&mut bytes)?;
            if count == 0 {
                return Ok(());
            }
            for frame in frames.push(&bytes[..count]) {
                let heard = Message::parse(&frame?)?;
                match heard {
                    Message::GameReq(request) => {
                        let fen = request.start.as_ref().map(fen).transpose()?;
                        session = games::new_session("draughts", None, fen.as_deref())?;
                        let refuses = self.has("--refuse");
                        let code = if refuses { Acceptance::Refused } else { Acceptance::Accepted };
                        let name = "double".to_owned();
                        stream.write_all(&Message::GameAcc { name, code }.to_bytes())?;
                        if request.first() != request.follower || refuses {
                            continue;
                        }
                    }
                    Message::Move { played, .. } => {
                        session.push(&played.to_string())?;
                    }
                    Message::GameEnd { stop, .. } => {
                        let reason = Reason::Unknown;
                        stream.write_all(&Message::GameEnd { reason, stop }.to_bytes())?;
                        if stop {
                            return Ok(());
                        }
                        continue;
                    }
                    _ => continue,
                }
                let answer = match self.act(&*session)? {
                    Deed::Play(played) => {
                        session.push(&played.to_string())?;
                        Message::Move { seconds: 0, played }.to_bytes()
                    }
                    Deed::Illegal => {
                        let played = Move::new(1, 50, Vec::new());
                        Message::Move { seconds: 0, played }.to_bytes()
                    }
                    Deed::Garbage => b"M00xx\0".to_vec(),
                    Deed::NoMove => {
                        Message::GameEnd { reason: Reason::Won, stop: false }.to_bytes()
                    }
                    Deed::Resign => {
                        Message::GameEnd { reason: Reason::Lost, stop: false }.to_bytes()
                    }
                };
                stream.write_all(&answer)?;
            }
        }
    }
}

/// What our sessions open.
fn fen(board: &Board) -> Done<String> {
    Ok(arena::board_text("draughts", board)?)
}

/// Hub 1 writes the side to move in small letters.
fn upper_side(text: &str) -> String {
    let (side, squares) = text.split_at(1);
    side.to_ascii_uppercase() + squares
}

fn say(text: &str) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{text}")?;
    out.flush()
}
