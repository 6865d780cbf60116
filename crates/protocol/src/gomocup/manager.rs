use super::{Answer, Block, Colour, Command, Info, NO_LIMIT, Point, Progress, Rows, Stone};
use crate::driver::Conversation;
use crate::manager::{
    BestReply, ConversationPhase, InfoUpdate, ManagerEvent, PositionContext, ReplyError,
};
use crate::{Bound, Limits, OptionDecl, PositionText, Start};
use std::collections::VecDeque;
use std::time::Duration;

/// The pause after a line of a brain: Rapfi loses input that reaches it within a millisecond of its
/// answer.
const REST: Duration = Duration::from_millis(30);

/// The value of "no limit" that Yixin-Board sends, which every brain accepts.
const ENDLESS_TURN: u64 = 2_000_000;
const ENDLESS_MATCH: u64 = 100_000_000;

/// The rules that a brain can be told to play by, with their numbers.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Rule {
    /// Five or more win.
    Freestyle = 0,
    /// Exactly five win.
    Standard = 1,
    /// Renju.
    Renju = 4,
    /// Five win unless blocked at both ends, six and more win.
    CaroFree = 8,
    /// Exactly five win, unless blocked at both ends.
    Caro = 9,
}

impl Rule {
    /// All.
    pub const ALL: [Self; 5] =
        [Self::Freestyle, Self::Standard, Self::Renju, Self::CaroFree, Self::Caro];

    /// The rule with this number in `INFO rule`.
    #[must_use]
    pub fn of_number(number: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.number() == number)
    }

    /// Its number.
    #[must_use]
    pub const fn number(self) -> u32 {
        self as u32
    }
}

/// The game a brain is told to play.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Game {
    /// The rule.
    pub(crate) rule: Rule,
    /// The number of points along an edge of the board, unless a position states another.
    pub(crate) size: u8,
}

impl Game {
    /// The rule with this number, freestyle where there is none, on a board of this size.
    pub(crate) fn new(rule: u32, size: u8) -> Self {
        Self { rule: Rule::of_number(rule).unwrap_or(Rule::Freestyle), size }
    }
}

/// The protocol as a manager speaks it to a brain.
///
/// A new game is a `START`, not a `RESTART`, which not every brain knows.
#[derive(Debug)]
pub(crate) struct GomocupCodec {
    game: Game,
    /// The answers that the brain still has to send, in order.
    owed: VecDeque<OwedReply>,
    /// `INFO` lines to repeat at every start.
    options: Vec<Info>,
    /// The limits last sent to the brain.
    told: Vec<Info>,
    started: bool,
    /// Whether the brain has not answered `ABOUT`.
    unnamed: bool,
    /// The stones that the brain knows, and those that it must know before it moves.
    known: Vec<(Point, Colour)>,
    wanted: Vec<(Point, Colour)>,
    mover: Colour,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum OwedReply {
    Start,
    About,
}

impl GomocupCodec {
    /// A manager for a brain that is to play this game.
    pub(crate) fn new(game: Game) -> Self {
        Self {
            game,
            owed: VecDeque::new(),
            options: Vec::new(),
            told: Vec::new(),
            started: false,
            unnamed: false,
            known: Vec::new(),
            wanted: Vec::new(),
            mover: Colour::Black,
        }
    }

    fn start(&mut self) -> Vec<String> {
        self.started = true;
        self.known.clear();
        self.told.clear();
        self.owed.push_back(OwedReply::Start);
        let infos = [Info::Rule(self.game.rule.number()), Info::GameType(1)];
        let start = Command::Start(u32::from(self.game.size)).to_string();
        let infos = infos.into_iter().chain(self.options.iter().cloned());
        [start].into_iter().chain(infos.map(|info| Command::Info(info).to_string())).collect()
    }

    /// The limits of a search that were not sent to the brain yet.
    fn limits(&mut self, limits: &Limits) -> Vec<String> {
        let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let clock = limits.clock.map(|clock| (millis(clock.mine), millis(clock.increment)));
        let turn = limits.move_time.map(millis).or(clock.map(|(left, _)| left));
        let mut infos = vec![
            Info::TimeoutTurn(turn.unwrap_or(ENDLESS_TURN)),
            Info::TimeoutMatch(match clock {
                Some((left, _)) => self.told_match().unwrap_or(left),
                None if turn.is_some() => 0,
                None => ENDLESS_MATCH,
            }),
        ];
        infos.extend(clock.filter(|c| c.1 > 0).map(|c| Info::TimeIncrement(c.1)));
        infos.extend(limits.depth.map(Info::MaxDepth));
        infos.extend(limits.nodes.map(Info::MaxNode));
        infos.retain(|info| !self.told.contains(info));
        for info in &infos {
            self.told.retain(|old| old.key() != info.key());
            self.told.push(info.clone());
        }
        // The remaining time is sent before every move.
        infos.push(Info::TimeLeft(
            clock.map_or(NO_LIMIT, |(left, _)| i64::try_from(left).unwrap_or(NO_LIMIT)),
        ));
        infos.into_iter().map(|info| Command::Info(info).to_string()).collect()
    }

    /// The time for the whole game, once sent, stays.
    fn told_match(&self) -> Option<u64> {
        self.told.iter().find_map(|info| match info {
            Info::TimeoutMatch(time) => Some(*time),
            _ => None,
        })
    }

    /// The command that requests the move.
    fn ask(&self) -> Vec<String> {
        let new = self.wanted.strip_prefix(&self.known[..]);
        match new {
            Some(&[]) if self.known.is_empty() => vec![Command::Begin.to_string()],
            Some(&[(at, colour)]) if !self.known.is_empty() && colour != self.mover => {
                vec![Command::Turn(at).to_string()]
            }
            _ => {
                let stones = self.wanted.iter().map(|&(at, colour)| {
                    let field = Some(if colour == self.mover { 1 } else { 2 });
                    Command::Stone(Stone { at, field }).to_string()
                });
                [Command::Open(Block::Board).to_string()]
                    .into_iter()
                    .chain(stones)
                    .chain([Command::Done.to_string()])
                    .collect()
            }
        }
    }

    fn best(&mut self, talk: &mut Conversation, at: Point) -> ManagerEvent {
        if talk.phase == ConversationPhase::Searching {
            self.known = std::mem::take(&mut self.wanted);
            self.known.push((at, self.mover));
        }
        talk.best(BestReply { best: Some(at.to_move()), ..BestReply::default() })
    }

    /// The brain refuses something: a command that awaits an answer, or an `INFO` that it was sent.
    fn refused(&mut self, talk: &Conversation, answer: String) -> ManagerEvent {
        if self.owed.front() == Some(&OwedReply::Start) {
            self.owed.pop_front();
        } else if self.owed.is_empty() && talk.phase != ConversationPhase::Searching {
            return ManagerEvent::Noise;
        }
        ManagerEvent::Wrong(ReplyError::Refused { answer })
    }

    /// A brain that does not know `ABOUT` may still play.
    fn unknown(&mut self, talk: &mut Conversation, answer: String) -> ManagerEvent {
        if self.owed.front() == Some(&OwedReply::About) {
            self.owed.pop_front();
            return Self::introduced(talk);
        }
        self.refused(talk, answer)
    }

    fn introduced(talk: &mut Conversation) -> ManagerEvent {
        if talk.phase != ConversationPhase::Greeting {
            return talk.ready();
        }
        match talk.identified("its name") {
            Ok(()) => ManagerEvent::Identified(Vec::new()),
            Err(event) => event,
        }
    }
}

impl crate::driver::Codec for GomocupCodec {
    const STOP: &'static str = "STOP";
    const PONDER_HIT: Option<&'static str> = None;
    const QUIT: &'static str = "END";
    /// `ABOUT` asks for a name only: brains that leave it out still play.
    const NEEDS_A_NAME: bool = false;
    /// Brains declare no options: they ignore `INFO` lines that they do not know.
    const DECLARES_OPTIONS: bool = false;
    const REST: Duration = REST;

    fn hello(&mut self) -> String {
        self.owed.push_back(OwedReply::About);
        Command::About.to_string()
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Vec<String> {
        let line = format!("INFO {name} {}", value.unwrap_or_default());
        // These lines are sent at every start; a name with spaces makes a line of another key,
        // which is intended.
        if let Ok(Some(Command::Info(info))) = Command::parse(&line) {
            self.options.retain(|old| old.key() != info.key());
            self.options.push(info);
        }
        Vec::new()
    }

    fn go_on_unnamed(&mut self) {
        self.unnamed = true;
        self.owed.retain(|owed| *owed != OwedReply::About);
    }

    fn is_ready(&mut self) -> Vec<String> {
        match self.unnamed {
            false => vec![self.hello()],
            // A brain without `ABOUT` shows that it lives by its answer to `START`.
            true if self.owed.front() == Some(&OwedReply::Start) => Vec::new(),
            true => self.start(),
        }
    }

    fn new_game(&mut self, _declared: &[OptionDecl]) -> Vec<String> {
        // The size of the board comes with its first position.
        self.started = false;
        Vec::new()
    }

    fn position(&mut self, position: &PositionText) -> Vec<String> {
        let start = match &position.start {
            Start::Standard => Rows::default(),
            Start::Fen(text) => Rows::read(text),
        };
        let size = start.size.unwrap_or(self.game.size);
        let mut lines = Vec::new();
        if !self.started || size != self.game.size {
            self.game.size = size;
            lines = self.start();
        }
        self.wanted = start.stones;
        self.mover = start.mover.unwrap_or(Colour::Black);
        for text in &position.moves {
            if let Some(at) = Point::from_move(text) {
                self.wanted.push((at, self.mover));
            }
            self.mover = self.mover.other();
        }
        lines
    }

    fn go(&mut self, limits: &Limits, _asker: PositionContext) -> Vec<String> {
        let mut lines = self.limits(limits);
        lines.extend(self.ask());
        lines
    }

    fn receive(&mut self, talk: &mut Conversation, line: &str) -> ManagerEvent {
        let Some(answer) = Answer::parse(line) else { return ManagerEvent::Noise };
        match answer {
            Answer::Points(points) => match points[..] {
                [at] => self.best(talk, at),
                _ => ManagerEvent::Wrong(ReplyError::Refused { answer: line.trim().to_owned() }),
            },
            // The brain would play this move, if told to.
            Answer::Suggest(at) if talk.phase == ConversationPhase::Searching => {
                ManagerEvent::Send(vec![Command::Play(at).to_string()])
            }
            Answer::Ok => {
                if self.owed.front() == Some(&OwedReply::Start) {
                    self.owed.pop_front();
                    if self.unnamed && talk.awaits_ready() {
                        return talk.ready();
                    }
                }
                ManagerEvent::Noise
            }
            Answer::Error(text) => self.refused(talk, format!("ERROR {text}")),
            Answer::Unknown(text) => self.unknown(talk, format!("UNKNOWN {text}")),
            Answer::About(about) => {
                if talk.phase == ConversationPhase::Greeting {
                    about.get("name").unwrap_or_default().clone_into(&mut talk.name);
                }
                match self.owed.iter().position(|&owed| owed == OwedReply::About) {
                    Some(at) => {
                        // Older requests got no answer, and will get none.
                        self.owed.drain(..=at);
                        Self::introduced(talk)
                    }
                    None => ManagerEvent::Noise,
                }
            }
            Answer::Message(text) => match Progress::read(&text) {
                Some(progress) => ManagerEvent::Report(report(&progress)),
                None => ManagerEvent::Text(text),
            },
            Answer::Debug(text) => ManagerEvent::Text(text),
            Answer::Suggest(_) | Answer::Swap | Answer::Detail(_) | Answer::Forbidden(_) => {
                ManagerEvent::Noise
            }
        }
    }
}

fn report(progress: &Progress) -> InfoUpdate {
    InfoUpdate {
        depth: progress.depth,
        seldepth: progress.seldepth,
        line: None,
        score: progress.score.map(|score| (score, Bound::Exact)),
        nodes: progress.nodes,
        time: progress.time,
        // Each program counts rows in its own way.
        pv: Vec::new(),
    }
}
