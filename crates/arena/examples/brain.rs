//! A brain that speaks Gomocup's protocol and, told so by its arguments, misbehaves: the test
//! double of everything a match must survive.
//!
//! Without arguments it plays the first empty point, row by row. `--last` plays the last.
//! `--suggest` suggests its moves first, `--nameless` does not know `ABOUT`, `--noise` chatters
//! between the lines, `--deaf` loses what reaches it right after a line of its own. Misdeeds,
//! from the move numbered by `--after N` on (default 0): `--illegal`, `--off-board`,
//! `--crash`, `--stall`, `--error`, `--two`, `--oversleep MS`; at the start: `--refuse`.

use protocol::gomocup::{About, Answer, Assembly, Block, Command, Order, Point};
use std::error::Error;
use std::io::{BufRead, Write};
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

const FOREVER: Duration = Duration::from_secs(600);
/// How long after a line of its own a deaf brain hears nothing.
const DEAF: Duration = Duration::from_millis(5);

fn main() -> Result<(), Box<dyn Error>> {
    let (sender, lines) = channel();
    thread::spawn(move || {
        for line in std::io::stdin().lock().lines().map_while(Result::ok) {
            if sender.send((Instant::now(), line)).is_err() {
                return;
            }
        }
    });
    let mut brain = Brain { args: std::env::args().skip(1).collect(), ..Brain::default() };
    let mut assembly = Assembly::default();
    while let Ok((at, line)) = lines.recv() {
        if brain.has("--deaf") && brain.spoke.is_some_and(|spoke| at < spoke + DEAF) {
            continue;
        }
        let Some(line) = Command::parse(&line).transpose() else { continue };
        for order in assembly.receive(line) {
            match order {
                Ok(Order::Plain(Command::End)) => return Ok(()),
                Ok(order) => brain.obey(order)?,
                Err(stray) => brain.say(&Answer::Error(stray.to_string()))?,
            }
        }
    }
    Ok(())
}

#[derive(Default)]
struct Brain {
    args: Vec<String>,
    size: u8,
    stones: Vec<Point>,
    moves: u64,
    spoke: Option<Instant>,
}

impl Brain {
    fn has(&self, flag: &str) -> bool {
        self.args.iter().any(|arg| arg == flag)
    }

    fn number(&self, flag: &str) -> Option<u64> {
        self.args.iter().skip_while(|arg| *arg != flag).nth(1).and_then(|n| n.parse().ok())
    }

    fn say(&mut self, answer: &Answer) -> std::io::Result<()> {
        let mut out = std::io::stdout().lock();
        if self.has("--noise") {
            writeln!(out, "\u{fffd}\u{70ae}\n\nMESSAGE hello\nDEBUG hm\nINFO PV DONE")?;
        }
        writeln!(out, "{answer}")?;
        out.flush()?;
        self.spoke = Some(Instant::now());
        Ok(())
    }

    fn obey(&mut self, order: Order) -> std::io::Result<()> {
        match order {
            Order::Plain(Command::Start(_)) if self.has("--refuse") => {
                self.say(&Answer::Error("unsupported size".to_owned()))
            }
            Order::Plain(Command::Start(size)) => {
                self.size = u8::try_from(size).unwrap_or(15);
                self.stones.clear();
                self.say(&Answer::Ok)
            }
            Order::Plain(Command::About) if self.has("--nameless") => {
                self.say(&Answer::Unknown("command ABOUT".to_owned()))
            }
            Order::Plain(Command::About) => {
                let fields = vec![("name".to_owned(), "double".to_owned())];
                self.say(&Answer::About(About { fields }))
            }
            Order::Plain(Command::Begin) => self.think(),
            Order::Plain(Command::Turn(at)) => {
                self.stones.push(at);
                self.think()
            }
            Order::Plain(Command::Play(at)) => {
                self.stones.push(at);
                self.say(&Answer::Points(vec![at]))
            }
            Order::Block(Block::Board, stones) => {
                self.stones = stones.into_iter().map(|stone| stone.at).collect();
                self.think()
            }
            Order::Plain(Command::Info(_)) => Ok(()),
            _ => self.say(&Answer::Unknown("that".to_owned())),
        }
    }

    fn think(&mut self) -> std::io::Result<()> {
        let naughty = self.moves >= self.number("--after").unwrap_or(0);
        self.moves += 1;
        let rows = 0..self.size;
        let points = rows.flat_map(|y| (0..self.size).map(move |x| Point { x, y }));
        let mut empty = points.filter(|at| !self.stones.contains(at));
        let first = if self.has("--last") { empty.next_back() } else { empty.next() };
        let at = first.unwrap_or(Point { x: 0, y: 0 });
        let answer = match () {
            () if !naughty => Answer::Points(vec![at]),
            () if self.has("--illegal") => {
                Answer::Points(self.stones.iter().copied().take(1).collect())
            }
            () if self.has("--off-board") => Answer::Points(vec![Point { x: 99, y: 3 }]),
            () if self.has("--crash") => std::process::exit(3),
            () if self.has("--stall") => {
                thread::sleep(FOREVER);
                Answer::Ok
            }
            () if self.has("--error") => Answer::Error("I do not know".to_owned()),
            () if self.has("--two") => Answer::Points(vec![at, at]),
            () if self.has("--suggest") => return self.say(&Answer::Suggest(at)),
            () => {
                thread::sleep(Duration::from_millis(self.number("--oversleep").unwrap_or(0)));
                Answer::Points(vec![at])
            }
        };
        self.stones.push(at);
        self.say(&Answer::Message("Depth 1-2 | Eval -12 | Time 1ms | H8".to_owned()))?;
        self.say(&answer)
    }
}
