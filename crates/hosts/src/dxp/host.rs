use super::table::{DxpEnd, DxpGame, session, side};
use super::{DxpPlan, variant};
use crate::HostError;
use arena::{EndManner, GameRecord, MoveRecord};
use engine::{BestMove, Control, Engine, EngineError, Limits};
use protocol::draughts::{Colour, Move};
use protocol::dxp::{Acceptance, DxpConversation, DxpEvent, Frames, GameReq, Message, Reason};
use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How often we look whether we are to leave.
const GLANCE: Duration = Duration::from_millis(100);

/// How long the other side may take to agree that a game is over: not every program does.
const FAREWELL: Duration = Duration::from_secs(2);

/// Our name in games.
const NAME: &str = concat!("Yiqi ", env!("CARGO_PKG_VERSION"));

/// What reaches the loop.
enum DxpHostEvent {
    /// Bytes from the other side.
    Bytes(Vec<u8>),
    /// The connection has ended.
    Closed,
    /// A search has ended; the engine is back.
    Found { engine: Box<dyn Engine>, search: u64, found: Result<BestMove, EngineError> },
}

/// Our side of the connection.
pub(super) struct DxpHost<'a> {
    plan: &'a DxpPlan,
    out: &'a mut dyn Write,
    keep: &'a mut dyn FnMut(&GameRecord) -> Result<(), HostError>,
    stream: TcpStream,
    frames: Frames,
    talk: DxpConversation,
    sender: Sender<DxpHostEvent>,
    happenings: Receiver<DxpHostEvent>,
    /// `None` while it searches.
    engine: Option<Box<dyn Engine>>,
    search: Option<DxpSearch>,
    searches: u64,
    request: Option<GameReq>,
    table: Option<DxpGame>,
    played: u32,
    score: [u32; 3],
    /// When what is awaited is awaited no longer.
    until: Option<Instant>,
    done: bool,
}

/// The search whose move will be played; that of any other is forgotten.
struct DxpSearch {
    number: u64,
    control: Control,
    began: Instant,
}

impl<'a> DxpHost<'a> {
    pub(super) fn new(
        stream: TcpStream,
        plan: &'a DxpPlan,
        out: &'a mut dyn Write,
        keep: &'a mut dyn FnMut(&GameRecord) -> Result<(), HostError>,
    ) -> Result<Self, HostError> {
        let mut engine = games::new_engine(variant())?;
        engine.set_option("Threads", &plan.threads.to_string())?;
        crate::check_table(&plan.hash.to_string()).map_err(HostError::Input)?;
        engine.set_option("Hash", &plan.hash.to_string())?;
        let (sender, happenings) = channel();
        let trouble = |error| HostError::Trouble(format!("cannot talk to the other side: {error}"));
        stream.set_nodelay(true).map_err(trouble)?;
        let reader = stream.try_clone().map_err(trouble)?;
        let bytes = sender.clone();
        // The thread ends with the connection.
        thread::spawn(move || read(reader, &bytes));
        Ok(Self {
            plan,
            out,
            keep,
            stream,
            frames: Frames::default(),
            talk: DxpConversation::new(NAME),
            sender,
            happenings,
            engine: Some(engine),
            search: None,
            searches: 0,
            request: None,
            table: None,
            played: 0,
            score: [0; 3],
            until: None,
            done: false,
        })
    }

    /// Plays until all games are played, the other side leaves, or we are told to leave.
    pub(super) fn run(mut self, interrupted: &dyn Fn() -> bool) -> Result<(), HostError> {
        if self.plan.initiate {
            self.ask()?;
        }
        while !self.done {
            match self.happenings.recv_timeout(GLANCE) {
                Ok(DxpHostEvent::Bytes(bytes)) => self.heed_bytes(&bytes)?,
                Ok(DxpHostEvent::Closed) => {
                    self.closed()?;
                    break;
                }
                Ok(DxpHostEvent::Found { engine, search, found }) => {
                    self.engine = Some(engine);
                    self.found(search, found)?;
                }
                Err(RecvTimeoutError::Timeout) => {}
                // We hold a sender ourselves.
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if interrupted() {
                self.stop_search();
                let farewell = self.talk.end(Reason::Unknown, true);
                self.send(&farewell)?;
                break;
            }
            if self.until.is_some_and(|until| Instant::now() > until) {
                self.until = None;
                self.next_game()?;
            }
        }
        self.stop_search();
        // Reading and writing share the connection: dropping ours alone would not close it.
        let _ = self.stream.shutdown(Shutdown::Both);
        let [wins, draws, losses] = self.score;
        self.print(&format!("games {}: +{wins} ={draws} -{losses}", self.played))
    }

    fn print(&mut self, line: &str) -> Result<(), HostError> {
        writeln!(self.out, "{line}")?;
        Ok(self.out.flush()?)
    }

    fn send(&mut self, message: &Message) -> Result<(), HostError> {
        // A connection that is gone is heard of by reading.
        let _ = self.stream.write_all(&message.to_bytes());
        Ok(())
    }

    fn heed_bytes(&mut self, bytes: &[u8]) -> Result<(), HostError> {
        for frame in self.frames.push(bytes) {
            match frame {
                Ok(frame) => {
                    let told = self.talk.receive(&frame);
                    for reply in &told.replies {
                        self.send(reply)?;
                    }
                    self.heed(told.event)?;
                }
                Err(error) => self.complain(&error.to_string())?,
            }
        }
        Ok(())
    }

    fn heed(&mut self, event: DxpEvent) -> Result<(), HostError> {
        match event {
            DxpEvent::Asked(request) => self.asked(&request),
            DxpEvent::Started { opponent } => {
                let Some(request) = self.request.clone() else { return Ok(()) };
                self.begin(&request, request.follower.other(), &opponent)
            }
            // Asked once more it would be refused again.
            DxpEvent::Refused(code) => Err(HostError::Trouble(format!(
                "the other side {}",
                match code {
                    Acceptance::Unsupported => "does not know this version of the protocol",
                    _ => "refused the game",
                }
            ))),
            DxpEvent::Moved { played, .. } => self.moved(&played),
            DxpEvent::Ended { reason, stop } => {
                let end = self.table.as_ref().map(|table| table.ended_by_other(reason));
                self.finish(end)?;
                if stop { self.leave() } else { self.next_game() }
            }
            DxpEvent::Closed { stop: true } => self.leave(),
            DxpEvent::Closed { stop: false } if self.until.take().is_some() => self.next_game(),
            DxpEvent::Closed { stop: false } | DxpEvent::BackAnswered(_) => Ok(()),
            DxpEvent::Chat(text) => self.print(&format!("chat: {text}")),
            DxpEvent::BackAsked { number, turn } => self.go_back(number, turn),
            DxpEvent::Wrong(why) => self.complain(&why),
        }
    }

    /// What was said is refused; the game goes on.
    fn complain(&mut self, why: &str) -> Result<(), HostError> {
        let chat = self.talk.chat(&format!("not understood: {why}"));
        self.send(&chat)?;
        self.print(&format!("refused: {why}"))
    }

    /// Asks for the next game.
    fn ask(&mut self) -> Result<(), HostError> {
        let DxpPlan { colour, minutes, moves, start, .. } = self.plan;
        let mine = if self.played.is_multiple_of(2) { *colour } else { colour.other() };
        let request = GameReq::new(NAME, mine.other(), *minutes, *moves, start.clone());
        let message = self.talk.ask(request.clone()).map_err(HostError::trouble)?;
        self.request = Some(request);
        self.send(&message)
    }

    /// The other side asks for a game.
    fn asked(&mut self, request: &GameReq) -> Result<(), HostError> {
        let why = if self.played >= self.plan.games {
            Some("all games are played".to_owned())
        } else {
            session(request).err()
        };
        if let Some(why) = why {
            let refusal = self.talk.refuse().map_err(HostError::trouble)?;
            self.send(&refusal)?;
            return self.complain(&why);
        }
        let answer = self.talk.accept().map_err(HostError::trouble)?;
        self.send(&answer)?;
        self.begin(request, request.follower, &request.name)
    }

    fn begin(&mut self, request: &GameReq, mine: Colour, opponent: &str) -> Result<(), HostError> {
        let table = DxpGame::new(request, mine, NAME, opponent).map_err(HostError::Trouble)?;
        let line = format!("game {}: {}", self.played + 1, table.names());
        self.table = Some(table);
        self.until = None;
        self.print(&line)?;
        if let Some(engine) = &mut self.engine {
            engine.new_game();
        }
        self.take_turn()
    }

    /// The other side moved.
    fn moved(&mut self, played: &Move) -> Result<(), HostError> {
        let Some(table) = &mut self.table else { return Ok(()) };
        let text = played.to_string();
        let legal = table.session.legal_moves().contains(&text);
        if !legal || table.session.push(&text).is_err() {
            self.talk.refuse_move();
            return self.complain(&format!("{text} is not legal here"));
        }
        self.note(MoveRecord { text, ..MoveRecord::default() })?;
        self.take_turn()
    }

    /// A move was made.
    fn note(&mut self, played: MoveRecord) -> Result<(), HostError> {
        let Some(table) = &mut self.table else { return Ok(()) };
        let text = played.text.clone();
        table.moves.push(played);
        let line = format!("{} {text}", table.last_number());
        self.print(&line)
    }

    /// Ends the game or thinks, if it is our turn.
    fn take_turn(&mut self) -> Result<(), HostError> {
        let Some(table) = self.table.as_ref().filter(|_| self.talk.is_my_turn()) else {
            return Ok(());
        };
        if let Some(end) = table.verdict() {
            return self.end(end);
        }
        if table.clock.is_played_out() {
            return self.end(DxpEnd {
                outcome: None,
                manner: EndManner::Adjudication,
                reason: "moves-played".to_owned(),
                detail: "all moves agreed on were made".to_owned(),
            });
        }
        // A search of a position taken back still has the engine: it is asked again then.
        let Some(mut engine) = self.engine.take() else { return Ok(()) };
        let (clock, move_time) = match self.plan.move_time {
            Some(time) => (None, Some(time)),
            None => table.clock.limits(),
        };
        self.searches += 1;
        let limits = Limits {
            clock,
            move_time,
            level: self.plan.level,
            lines: 1,
            seed: self.searches,
            ..Limits::default()
        };
        let (session, control) = (table.session.fork(), Control::new());
        let (search, sender) = (self.searches, self.sender.clone());
        self.search =
            Some(DxpSearch { number: search, control: control.clone(), began: Instant::now() });
        thread::spawn(move || {
            let found = engine.search(&*session, &limits, &control, &mut |_| ());
            // Sending fails only when we have left.
            let _ = sender.send(DxpHostEvent::Found { engine, search, found });
        });
        Ok(())
    }

    /// A search has ended.
    fn found(
        &mut self,
        number: u64,
        found: Result<BestMove, EngineError>,
    ) -> Result<(), HostError> {
        let Some(search) = self.search.take_if(|search| search.number == number) else {
            // Its position was taken back, or its game is over; another may wait for the engine.
            return self.take_turn();
        };
        let elapsed = search.began.elapsed();
        let found = found?;
        let Some(table) = &mut self.table else { return Ok(()) };
        let text = found.best.ok_or_else(|| {
            HostError::Trouble("the engine found no move where the rules see some".to_owned())
        })?;
        table.session.push(&text).map_err(HostError::trouble)?;
        table.clock.spend(elapsed);
        let played: Move = text.parse().map_err(HostError::trouble)?;
        let seconds = u16::try_from((elapsed.as_millis() + 500) / 1000).unwrap_or(u16::MAX);
        let message = self.talk.play(played, seconds).map_err(HostError::trouble)?;
        self.send(&message)?;
        self.note(MoveRecord {
            text,
            time_ms: Some(u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX)),
            depth: found.info.as_ref().map(|info| info.depth),
            nodes: found.info.as_ref().map(|info| info.nodes),
            ..MoveRecord::default()
        })
    }

    /// Our search, if there is one, is for nothing.
    fn stop_search(&mut self) {
        if let Some(search) = self.search.take() {
            search.control.stop();
        }
    }

    /// The other side wants to go back to an earlier move.
    fn go_back(&mut self, number: u16, turn: Colour) -> Result<(), HostError> {
        let back_to = self.table.as_ref().and_then(|table| table.plies_before(number, turn));
        let Some(ply) = back_to else {
            let refusal = self.talk.answer_back(None).map_err(HostError::trouble)?;
            return self.send(&refusal);
        };
        self.stop_search();
        let answer = self.talk.answer_back(Some(turn)).map_err(HostError::trouble)?;
        self.send(&answer)?;
        let Some(table) = &mut self.table else { return Ok(()) };
        let mut ours = 0;
        while table.moves.len() > ply && table.session.pop() {
            table.moves.pop();
            ours += u32::from(table.session.side_to_move() == side(table.mine));
        }
        table.clock.take_back(ours);
        self.print(&format!("taken back to move {number}"))?;
        self.take_turn()
    }

    /// We end the game, on our turn.
    fn end(&mut self, end: DxpEnd) -> Result<(), HostError> {
        let Some(table) = &self.table else { return Ok(()) };
        let last = self.plan.initiate && self.played + 1 >= self.plan.games;
        let message = self.talk.end(table.reason(end.outcome), last);
        self.send(&message)?;
        self.until = Some(Instant::now() + FAREWELL);
        self.finish(Some(end))
    }

    /// The game is over.
    fn finish(&mut self, end: Option<DxpEnd>) -> Result<(), HostError> {
        self.stop_search();
        let (Some(table), Some(end)) = (self.table.take(), end) else { return Ok(()) };
        let result = end.outcome.map_or("*".to_owned(), |outcome| outcome.to_string());
        let detail =
            if end.detail.is_empty() { String::new() } else { format!(": {}", end.detail) };
        let line = format!(
            "game {}: {result} {}{detail} ({} moves)",
            self.played + 1,
            end.reason,
            table.moves.len().div_ceil(2)
        );
        (self.keep)(&table.record(self.played, &end))?;
        match table.reason(end.outcome) {
            Reason::Won => self.score[0] += 1,
            Reason::Drawn => self.score[1] += 1,
            Reason::Lost => self.score[2] += 1,
            Reason::Unknown => {}
        }
        self.played += 1;
        self.print(&line)
    }

    /// A game is over for both sides.
    fn next_game(&mut self) -> Result<(), HostError> {
        if self.played < self.plan.games {
            return if self.plan.initiate { self.ask() } else { Ok(()) };
        }
        if self.plan.initiate {
            let farewell = self.talk.end(Reason::Unknown, true);
            self.send(&farewell)?;
        }
        self.leave()
    }

    fn leave(&mut self) -> Result<(), HostError> {
        self.done = true;
        Ok(())
    }

    /// The connection has ended.
    fn closed(&mut self) -> Result<(), HostError> {
        if self.talk.is_playing() {
            return Err(HostError::Trouble(format!(
                "the other side closed the connection in game {}",
                self.played + 1
            )));
        }
        if self.played == 0 && self.plan.games > 0 {
            return Err(HostError::Trouble(
                "the other side closed the connection before any game".to_owned(),
            ));
        }
        Ok(())
    }
}

fn read(mut stream: TcpStream, to: &Sender<DxpHostEvent>) {
    let mut bytes = [0; 512];
    loop {
        let happening = match stream.read(&mut bytes) {
            Ok(0) => DxpHostEvent::Closed,
            Ok(count) => DxpHostEvent::Bytes(bytes[..count].to_vec()),
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(_) => DxpHostEvent::Closed,
        };
        let closed = matches!(happening, DxpHostEvent::Closed);
        // The loop is gone when it has left.
        if to.send(happening).is_err() || closed {
            return;
        }
    }
}
