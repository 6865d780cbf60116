use super::{ChosenMove, ForfeitReason, NoMove, Player, PlayerTurn};
use crate::spec::{DxpProgram, DxpRole};
use engine::{Control, Session};
use game::{Outcome, Side};
use programs::{Output, Process, board_of};
use protocol::draughts::{Colour, Move};
use protocol::dxp::{Acceptance, DxpConversation, DxpEvent, Frames, GameReq, Message, Reason};
use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

/// How often a wait looks whether the match has been stopped.
const GLANCE: Duration = Duration::from_millis(50);

/// How long a move that is late already is waited for, so that it can be said how late it was;
/// and how long a program may take to agree that a game is over.
const GRACE: Duration = Duration::from_secs(1);

/// Between the lines for a program's standard input: some take all they can read at once for
/// one command.
const BETWEEN_LINES: Duration = Duration::from_millis(100);

/// What a program is told it has when nothing says how much: enough for any game, because DXP
/// cannot say what limits a single move.
const USUAL_MINUTES: u16 = 120;

/// A program that plays over DXP; we are the initiator. After a fault it is ended, and started
/// afresh for the next game.
#[derive(Debug)]
pub(super) struct DxpPlayer {
    spec: DxpProgram,
    patience: Duration,
    margin: Duration,
    running: Option<RunningProgram>,
}

#[derive(Debug)]
struct RunningProgram {
    process: Process,
    line: DxpConnection,
    talk: DxpConversation,
}

/// The connection, and what has come over it.
#[derive(Debug)]
struct DxpConnection {
    stream: TcpStream,
    frames: Frames,
    come: VecDeque<(Instant, Vec<u8>)>,
}

impl DxpPlayer {
    pub(super) fn new(spec: DxpProgram, patience: Duration, margin: Duration) -> Self {
        Self { spec, patience, margin, running: None }
    }
}

impl Player for DxpPlayer {
    fn new_game(&mut self, control: &Control) -> Result<(), NoMove> {
        if self.running.is_none() {
            self.running = Some(RunningProgram::start(&self.spec, self.patience, control)?);
        }
        Ok(())
    }

    fn think(&mut self, turn: &PlayerTurn<'_>, control: &Control) -> Result<ChosenMove, NoMove> {
        let mut running = match self.running.take() {
            Some(running) => running,
            None => RunningProgram::start(&self.spec, self.patience, control)?,
        };
        let minutes = self.spec.minutes.unwrap_or_else(|| minutes(turn));
        let thought = running.think(turn, minutes, self.patience, self.margin, control)?;
        self.running = Some(running);
        Ok(thought)
    }

    fn game_over(&mut self, side: Side, outcome: Outcome) {
        let Some(running) = &mut self.running else { return };
        // Where no move was asked of it, there was no game for it either.
        if !running.talk.is_playing() {
            return;
        }
        let reason = match outcome.winner() {
            None => Reason::Drawn,
            Some(winner) if winner == side => Reason::Lost,
            Some(_) => Reason::Won,
        };
        if running.finish(reason).is_err() {
            self.running = None;
        }
    }
}

impl Drop for DxpPlayer {
    fn drop(&mut self) {
        if let Some(running) = &mut self.running {
            let farewell = running.talk.end(Reason::Unknown, true);
            // It may be gone already.
            let _ = running.line.send(&farewell);
            running.process.say_farewell(&[]);
        }
    }
}

/// The whole minutes a clock comes to.
fn minutes(turn: &PlayerTurn<'_>) -> u16 {
    let clock = turn.clock().control().clock;
    clock.map_or(USUAL_MINUTES, |clock| {
        u16::try_from(clock.base.as_secs().div_ceil(60)).unwrap_or(999).min(999)
    })
}

impl RunningProgram {
    fn start(spec: &DxpProgram, patience: Duration, control: &Control) -> Result<Self, NoMove> {
        let unusable = |what: &str, error: &io::Error| {
            NoMove::Unusable(format!("{what} {}: {error}", spec.command.display()))
        };
        let listener = match spec.door {
            DxpRole::Listen(port) => {
                let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port));
                Some(listener.map_err(|e| unusable(&format!("cannot listen on {port} for"), &e))?)
            }
            DxpRole::Connect(_) => None,
        };
        let port = listener.as_ref().and_then(|l| l.local_addr().ok()).map_or(0, |a| a.port());
        let args: Vec<String> =
            spec.args.iter().map(|arg| arg.replace("{port}", &port.to_string())).collect();
        let mut process =
            Process::start(&spec.command, &args, spec.dir.as_deref(), Output::Ignored)
                .map_err(|error| unusable("cannot start", &error))?;
        let until = Instant::now() + patience;
        let stream = loop {
            let connected = match (&listener, spec.door) {
                (Some(listener), _) => accept(listener),
                (None, DxpRole::Connect(address)) => TcpStream::connect_timeout(&address, GLANCE),
                (None, DxpRole::Listen(_)) => Err(io::ErrorKind::NotFound.into()),
            };
            if let Ok(stream) = connected {
                break stream;
            }
            if control.is_stopped() {
                return Err(NoMove::Stopped);
            }
            if process.has_ended() {
                return Err(ForfeitReason::Crash { ending: process.ending() }.into());
            }
            if Instant::now() > until {
                return Err(ForfeitReason::Handshake { expected: "connection", patience }.into());
            }
            thread::sleep(Duration::from_millis(10));
        };
        // Moves are small and must not wait for company.
        let prepared = stream.set_nodelay(true).and_then(|()| stream.set_nonblocking(false));
        prepared.map_err(|error| unusable("cannot talk to", &error))?;
        for line in &spec.stdin {
            process.send(line);
            thread::sleep(BETWEEN_LINES);
        }
        let line = DxpConnection { stream, frames: Frames::default(), come: VecDeque::new() };
        Ok(Self { process, line, talk: DxpConversation::new("Yiqi arena") })
    }

    fn think(
        &mut self,
        turn: &PlayerTurn<'_>,
        minutes: u16,
        patience: Duration,
        margin: Duration,
        control: &Control,
    ) -> Result<ChosenMove, NoMove> {
        let started = if self.talk.is_playing() {
            let last = turn.session.moves().pop().and_then(|text| text.parse::<Move>().ok());
            let last =
                last.ok_or_else(|| NoMove::Unusable("there is no move to tell".to_owned()))?;
            let message = self.talk.play(last, 0);
            self.tell(&message.map_err(|error| NoMove::Unusable(error.to_string()))?)?;
            Instant::now()
        } else {
            self.ask(turn.session, minutes, patience, control)?
        };
        let allowance = turn.clock().allowance();
        let until = started + allowance.map_or(patience, |allowance| allowance + margin) + GRACE;
        match self.wait(until, control)? {
            Some((at, DxpEvent::Moved { played, .. })) => Ok(ChosenMove {
                text: Some(played.to_string()),
                elapsed: at.saturating_duration_since(started),
                ..ChosenMove::default()
            }),
            // Its loss is our win.
            Some((at, DxpEvent::Ended { reason: Reason::Won, .. })) => Ok(ChosenMove {
                resigns: true,
                elapsed: at.saturating_duration_since(started),
                ..ChosenMove::default()
            }),
            Some((_, event)) => Err(ForfeitReason::Garbage { what: words(&event) }.into()),
            None => Err(ForfeitReason::Stall { after: started.elapsed() }.into()),
        }
    }

    /// Asks for a game from where the game stands now, in which the program moves first; gives
    /// the time from which it thinks.
    fn ask(
        &mut self,
        session: &dyn Session,
        minutes: u16,
        patience: Duration,
        control: &Control,
    ) -> Result<Instant, NoMove> {
        let board = board_of(session).map_err(|error| NoMove::Unusable(error.to_string()))?;
        let colour = board.turn;
        let standard = games::new_session(session.variant().id, None, None)
            .is_ok_and(|fresh| board_of(&*fresh).as_ref() == Ok(&board));
        let start = (!standard || colour == Colour::Black).then_some(board);
        let request = GameReq::new("Yiqi arena", colour, minutes, 0, start);
        let message = self.talk.ask(request);
        self.tell(&message.map_err(|error| NoMove::Unusable(error.to_string()))?)?;
        let expected = "answer to the request for a game";
        match self.wait(Instant::now() + patience, control)? {
            Some((at, DxpEvent::Started { .. })) => Ok(at),
            Some((_, event)) => Err(ForfeitReason::Garbage { what: words(&event) }.into()),
            None => Err(ForfeitReason::Handshake { expected, patience }.into()),
        }
    }

    /// Says that the game is over and lets the program say the same.
    fn finish(&mut self, reason: Reason) -> Result<(), NoMove> {
        let end = self.talk.end(reason, false);
        self.tell(&end)?;
        let until = Instant::now() + GRACE;
        while self.talk.is_waiting() {
            match self.line.receive(until) {
                Ok(Some((_, bytes))) => {
                    self.talk.receive(&bytes);
                }
                Ok(None) => break,
                Err(_) => return Err(self.gone()),
            }
        }
        Ok(())
    }

    /// The next thing that matters; `None` when the time is up.
    fn wait(
        &mut self,
        until: Instant,
        control: &Control,
    ) -> Result<Option<(Instant, DxpEvent)>, NoMove> {
        loop {
            if control.is_stopped() {
                return Err(NoMove::Stopped);
            }
            let now = Instant::now();
            match self.line.receive(until.min(now + GLANCE)) {
                Ok(Some((at, bytes))) => {
                    let told = self.talk.receive(&bytes);
                    for reply in &told.replies {
                        self.tell(reply)?;
                    }
                    match told.event {
                        DxpEvent::Chat(_) | DxpEvent::Closed { .. } | DxpEvent::BackAnswered(_) => {
                        }
                        DxpEvent::BackAsked { .. } => {
                            if let Ok(refusal) = self.talk.answer_back(None) {
                                self.tell(&refusal)?;
                            }
                        }
                        event => return Ok(Some((at, event))),
                    }
                }
                Ok(None) if now >= until => return Ok(None),
                Ok(None) => {}
                Err(_) => return Err(self.gone()),
            }
        }
    }

    fn tell(&mut self, message: &Message) -> Result<(), NoMove> {
        self.line.send(message).map_err(|_| self.gone())
    }

    /// The connection is closed: by a crash, for all we know.
    fn gone(&mut self) -> NoMove {
        let ending = self.process.ending();
        ForfeitReason::Crash { ending: format!("closed the connection: {ending}") }.into()
    }
}

impl DxpConnection {
    fn send(&mut self, message: &Message) -> io::Result<()> {
        self.stream.write_all(&message.to_bytes())
    }

    /// The next message, and when it came; `None` when the time is up.
    fn receive(&mut self, until: Instant) -> io::Result<Option<(Instant, Vec<u8>)>> {
        loop {
            if let Some(message) = self.come.pop_front() {
                return Ok(Some(message));
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(None);
            }
            self.stream.set_read_timeout(Some(left))?;
            let mut bytes = [0; 512];
            match self.stream.read(&mut bytes) {
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(count) => {
                    let now = Instant::now();
                    for frame in self.frames.push(&bytes[..count]) {
                        // An overlong one is kept as what it is: nonsense.
                        self.come.push_back((now, frame.unwrap_or_else(|e| e.to_string().into())));
                    }
                }
                Err(error) => match error.kind() {
                    io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => return Ok(None),
                    io::ErrorKind::Interrupted => {}
                    _ => return Err(error),
                },
            }
        }
    }
}

/// Takes a connection if there is one.
fn accept(listener: &TcpListener) -> io::Result<TcpStream> {
    listener.set_nonblocking(true)?;
    Ok(listener.accept()?.0)
}

/// What was wrong with an event, for people.
fn words(event: &DxpEvent) -> String {
    match event {
        DxpEvent::Wrong(why) => why.clone(),
        DxpEvent::Refused(Acceptance::Unsupported) => "it does not know this version of DXP".into(),
        DxpEvent::Refused(_) => "it refused the game".into(),
        DxpEvent::Asked(_) => "it asked for a game instead of answering".into(),
        DxpEvent::Ended { reason: Reason::Drawn, .. } => {
            "it ended the game as drawn, which it is not by the rules".into()
        }
        DxpEvent::Ended { reason: Reason::Lost, .. } => {
            "it ended the game as won, which it is not by the rules".into()
        }
        DxpEvent::Ended { .. } => "it ended the game without a result".into(),
        _ => "what it said had no place there".into(),
    }
}
