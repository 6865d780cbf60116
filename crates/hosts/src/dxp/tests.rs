//! Games over real connections on the loopback interface: our two sides against each other,
//! and ours against scripts that misbehave.

use super::{DxpPlan, play};
use crate::HostError;
use arena::GameRecord;
use protocol::draughts::Colour;
use protocol::dxp::{Frames, Message};
use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// Far beyond what any answer takes.
const PATIENCE: Duration = Duration::from_secs(60);

fn plan(initiate: bool) -> DxpPlan {
    DxpPlan {
        initiate,
        colour: Colour::White,
        minutes: 1,
        moves: 3,
        start: None,
        games: 1,
        move_time: Some(Duration::from_millis(1)),
        level: None,
        threads: 1,
        hash: 1,
    }
}

/// Both ends of a connection.
fn connection() -> (TcpStream, TcpStream) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let one = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    (one, listener.accept().unwrap().0)
}

type SideResult = (Result<(), HostError>, Vec<GameRecord>, String);

/// One of our sides in a thread: how it left, its games, and what it printed.
fn side(stream: TcpStream, plan: DxpPlan) -> JoinHandle<SideResult> {
    thread::spawn(move || {
        let (mut games, mut out) = (Vec::new(), Vec::new());
        let mut keep = |game: &GameRecord| {
            games.push(game.clone());
            Ok(())
        };
        let left = play(stream, &plan, &mut out, &mut keep, &|| false);
        (left, games, String::from_utf8(out).unwrap())
    })
}

/// A script at the other end.
struct Script {
    stream: TcpStream,
    frames: Frames,
    heard: Vec<Message>,
}

impl Script {
    fn new(stream: TcpStream) -> Self {
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        Self { stream, frames: Frames::default(), heard: Vec::new() }
    }

    fn say(&mut self, text: &str) {
        self.stream.write_all(text.as_bytes()).unwrap();
        self.stream.write_all(&[0]).unwrap();
    }

    /// The next message.
    fn hear(&mut self) -> Message {
        while self.heard.is_empty() {
            let mut bytes = [0; 256];
            let count = self.stream.read(&mut bytes).unwrap();
            assert!(count > 0, "the connection was closed");
            for frame in self.frames.push(&bytes[..count]) {
                self.heard.push(Message::parse(&frame.unwrap()).unwrap());
            }
        }
        self.heard.remove(0)
    }

    /// The next message as text.
    fn hear_text(&mut self) -> String {
        String::from_utf8(self.hear().to_bytes()).unwrap().trim_end_matches('\0').to_owned()
    }

    fn hear_move(&mut self) -> String {
        match self.hear() {
            Message::Move { played, .. } => played.to_string(),
            other => panic!("{other:?} is no move"),
        }
    }
}

const REQUEST: &str = "R01Script                          Z005075A";

#[test]
fn our_two_sides_play_each_other() {
    for connector_asks in [true, false] {
        let (one, two) = connection();
        let games = 2;
        let asks = side(one, DxpPlan { games, ..plan(connector_asks) });
        let answers = side(two, DxpPlan { games, ..plan(!connector_asks) });
        let (left, games, printed) = asks.join().unwrap();
        left.unwrap();
        answers.join().unwrap().0.unwrap();
        let reasons: Vec<_> = games.iter().map(|g| (g.reason.as_str(), g.moves.len())).collect();
        assert!(
            reasons.iter().all(|(reason, plies)| {
                ["moves-played", "unknown"].contains(reason) && *plies == 6
            }),
            "{reasons:?}"
        );
        assert_eq!(games[0].names[0], games[1].names[1], "colours change");
        assert!(printed.contains("3... "), "{printed}");
        assert!(printed.ends_with("games 2: +0 =0 -0\n"), "{printed}");
    }
}

#[test]
fn a_game_begins_from_any_position_and_ends_by_the_rules() {
    let (one, two) = connection();
    // White takes the last piece.
    let session = games::new_session("draughts", None, Some("W:W32:B28")).unwrap();
    let start = Some(arena::board_of(&*session).unwrap());
    let asks = side(one, DxpPlan { start, moves: 0, ..plan(true) });
    let answers = side(two, plan(false));
    let (left, games, printed) = asks.join().unwrap();
    left.unwrap();
    answers.join().unwrap().0.unwrap();
    assert_eq!(games[0].reason, "no-moves", "{printed}");
    assert_eq!(games[0].moves[0].text, "32x23x28");
    assert!(printed.ends_with("games 1: +1 =0 -0\n"), "{printed}");
}

#[test]
fn nonsense_is_refused_and_the_game_goes_on() {
    let (one, two) = connection();
    let ours = side(one, plan(false));
    let mut script = Script::new(two);
    script.say("M0000322800");
    assert!(script.hear_text().starts_with("Cnot understood: a move came while there was no game"));
    script.say("R02");
    assert!(script.hear_text().starts_with("AYiqi"));
    assert!(script.hear_text().contains("version 2"));
    // A man on the row where it would have been crowned.
    script.say(&format!("{}BWw{}", &REQUEST[..42], "e".repeat(49)));
    assert!(script.hear_text().ends_with('2'), "refused");
    assert!(script.hear_text().contains("crowned"));
    script.say(REQUEST);
    assert!(script.hear_text().ends_with('0'), "accepted");
    for (nonsense, word) in [
        ("X", "'X' is the header of no message"),
        ("", "an empty message"),
        ("M000a322800", "time"),
        ("M0000325100", "to at byte 8"),
        ("M0000322801", "too short"),
        ("M00003228002", "after the last field"),
        ("M0000322600", "32-26 is not legal here"),
        (REQUEST, "our"),
        (&"C".repeat(300), "longer than"),
    ] {
        script.say(nonsense);
        let mut answer = script.hear_text();
        if answer.starts_with('A') {
            answer = script.hear_text();
        }
        assert!(answer.starts_with("Cnot understood: "), "{nonsense}: {answer}");
        assert!(answer.contains(word) || word == "our", "{nonsense}: {answer}");
    }
    script.say("M0000322800");
    let reply = script.hear_move();
    assert!(!reply.is_empty());
    script.say("E10");
    assert_eq!(script.hear_text(), "E00");
    let (left, games, printed) = ours.join().unwrap();
    left.unwrap();
    assert_eq!((games[0].reason.as_str(), games[0].moves.len()), ("resign", 2), "{printed}");
}

#[test]
fn moves_are_taken_back() {
    let (one, two) = connection();
    let ours = side(one, plan(false));
    let mut script = Script::new(two);
    script.say("B001W");
    assert_eq!(script.hear_text(), "K2");
    assert!(script.hear_text().starts_with("Cnot understood"));
    script.say(REQUEST);
    script.hear();
    script.say("M0000322800");
    script.hear_move();
    script.say("B009W");
    assert_eq!(script.hear_text(), "K2");
    script.say("B001W");
    assert_eq!(script.hear_text(), "K0");
    script.say("M0000333800");
    assert!(script.hear_text().contains("33-38 is not legal here"));
    script.say("M0000332800");
    script.hear_move();
    script.say("E21");
    assert_eq!(script.hear_text(), "E01");
    let (left, games, _) = ours.join().unwrap();
    left.unwrap();
    assert_eq!((games[0].moves[0].text.as_str(), games[0].moves.len()), ("33-28", 2));
}

#[test]
fn a_lost_connection_and_a_refusal_are_trouble() {
    let (one, two) = connection();
    let ours = side(one, plan(false));
    let mut script = Script::new(two);
    script.say(REQUEST);
    script.hear();
    drop(script);
    let failure = ours.join().unwrap().0.unwrap_err();
    assert!(matches!(failure, HostError::Trouble(_)));
    assert!(failure.to_string().ends_with("closed the connection in game 1"));

    let (one, two) = connection();
    let ours = side(one, plan(true));
    let mut script = Script::new(two);
    assert_eq!(&script.hear_text()[..2], "R0");
    script.say(&format!("A{:32}2", "Script"));
    let failure = ours.join().unwrap().0.unwrap_err();
    assert!(failure.to_string().ends_with("refused the game"));
}
