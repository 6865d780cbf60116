//! Conversations as transcripts: `>` is said to the engine, `<` is what it must answer next,
//! `~` is the next answer of this shape, whatever comes before it. `*` stands for anything.

use super::{run_gomocup, run_hub, run_ucci, run_uci};
use crate::HostError;
use std::io::{BufReader, PipeReader, PipeWriter, Write, pipe};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

/// Far beyond what any answer takes: a test that waits so long has failed.
const PATIENCE: Duration = Duration::from_secs(60);

/// Standard output, a line at a time.
struct Lines {
    to: Sender<String>,
    line: Vec<u8>,
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        for &byte in bytes {
            if byte == b'\n' {
                let line = String::from_utf8_lossy(&self.line).into_owned();
                self.line.clear();
                let _ = self.to.send(line);
            } else {
                self.line.push(byte);
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

type Run = fn(BufReader<PipeReader>, Lines, &str) -> Result<(), HostError>;

/// An engine in a thread, with both ends of the conversation.
struct Talk {
    input: Option<PipeWriter>,
    output: Receiver<String>,
    engine: Option<thread::JoinHandle<Result<(), HostError>>>,
}

impl Talk {
    fn new(run: Run) -> Self {
        Self::of("xiangqi", run)
    }

    fn of(variant: &'static str, run: Run) -> Self {
        let (reader, writer) = pipe().unwrap();
        let (to, output) = channel();
        let engine = thread::spawn(move || {
            run(BufReader::new(reader), Lines { to, line: Vec::new() }, variant)
        });
        Self { input: Some(writer), output, engine: Some(engine) }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    fn hear(&self) -> Option<String> {
        self.output.recv_timeout(PATIENCE).ok()
    }

    /// The next line of this shape.
    fn hear_like(&self, pattern: &str) -> String {
        loop {
            let line = self.hear().unwrap_or_else(|| panic!("no line like {pattern}"));
            if fits(&line, pattern) {
                return line;
            }
        }
    }

    /// Closes the input; the engine must leave without being told to.
    fn hang_up(&mut self) {
        self.input = None;
    }

    fn leaves(&mut self) -> bool {
        self.engine.take().unwrap().join().unwrap().is_ok()
    }
}

fn fits(line: &str, pattern: &str) -> bool {
    match pattern.split_once('*') {
        None => line == pattern,
        Some((head, tail)) => line.strip_prefix(head).is_some_and(|rest| {
            (0..=rest.len()).any(|at| rest.get(at..).is_some_and(|rest| fits(rest, tail)))
        }),
    }
}

fn play(transcript: &str, run: Run) {
    converse(transcript, Talk::new(run));
}

fn converse(transcript: &str, mut talk: Talk) {
    for (number, row) in transcript.lines().enumerate().map(|(i, row)| (i + 1, row)) {
        let (mark, text) = row.split_once(' ').unwrap_or((row, ""));
        match mark {
            ">" => talk.say(text),
            "<" => {
                let line = talk.hear().unwrap_or_else(|| panic!("row {number}: no {text}"));
                assert!(fits(&line, text), "row {number}: {line:?} is not {text:?}");
            }
            "~" => {
                talk.hear_like(text);
            }
            _ => {}
        }
    }
    assert_eq!(talk.output.recv_timeout(PATIENCE).ok(), None, "left over");
    assert!(talk.leaves());
}

#[test]
fn uci() {
    play(include_str!("transcripts/uci.txt"), run_uci);
}

#[test]
fn uci_searches() {
    play(include_str!("transcripts/uci-search.txt"), run_uci);
}

#[test]
fn ucci() {
    play(include_str!("transcripts/ucci.txt"), run_ucci);
}

#[test]
fn gomocup() {
    converse(include_str!("transcripts/gomocup.txt"), Talk::of("gomoku", run_gomocup));
}

#[test]
fn gomocup_with_yixin_board() {
    converse(include_str!("transcripts/gomocup-yixin.txt"), Talk::of("gomoku", run_gomocup));
}

/// Told to end, a brain says nothing more, not even the move it was thinking about.
#[test]
fn a_brain_ends_at_once() {
    let mut talk = Talk::of("gomoku", run_gomocup);
    for line in ["START 15", "INFO timeout_turn 2000000", "BEGIN", "END"] {
        talk.say(line);
    }
    assert_eq!(talk.hear().as_deref(), Some("OK"));
    while let Some(line) = talk.hear() {
        assert!(line.starts_with("MESSAGE "), "{line}");
    }
    assert!(talk.leaves());
}

#[test]
fn a_brain_survives_anything() {
    let corpus: &[u8] = b"\xff\xfe\x00\nSTART\nSTART -1\nBOARD\nBOARD\nDONE\nDONE\n1,2,3,4\n\
        INFO\nINFO rule\nINFO thread_num 999999999\nINFO hash_size 18446744073709551615\n\
        INFO thread_num 1\nINFO hash_size 1\nTURN \xff\nTURN 255,255\nTAKEBACK 1,1\nYXBLOCK\n\
        255,255\nDONE\nSWAP2BOARD\n0,0\n0,0\n0,0\nDONE\nYXSTOP\nYXNBEST 5\nYXSHOWFORBID\n\
        YXBALANCETWO 2147483647\nINFO max_node 20\nINFO timeout_turn 50\n";
    let mut talk = Talk::of("gomoku", run_gomocup);
    talk.input.as_mut().unwrap().write_all(corpus).unwrap();
    talk.say("START 15");
    talk.hear_like("OK");
    // Until then it would tell what rule it cannot play, and not play.
    talk.say("INFO rule 0");
    talk.say("BEGIN");
    talk.hear_like("*,*");
    talk.hang_up();
    assert!(talk.leaves());
}

#[test]
fn hub() {
    converse(include_str!("transcripts/hub.txt"), Talk::of("draughts", run_hub));
}

#[test]
fn hub_searches() {
    converse(include_str!("transcripts/hub-search.txt"), Talk::of("normal", run_hub));
}

/// For Hub the end of the input means that the interface has crashed.
#[test]
fn hub_answers_no_move_of_another_position() {
    let start = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";
    let mut talk = Talk::of("draughts", run_hub);
    talk.say("hub");
    talk.hear_like("wait");
    talk.say("init");
    talk.hear_like("ready");
    for wrong in [format!("pos pos={start} moves=\"32-28 32-28\""), "pos pos=Wxyz".to_owned()] {
        talk.say(&wrong);
        talk.hear_like("error *");
        talk.say("level move-time=0.01");
        talk.say("go think");
        assert_eq!(talk.hear().as_deref(), Some("done"));
    }
    talk.say(&format!("pos pos={start}"));
    talk.say("level move-time=0.01");
    talk.say("go think");
    talk.hear_like("done move=*");
}

#[test]
fn yixin_board_gives_columns_and_rows() {
    let mut talk = Talk::of("gomoku", run_gomocup);
    talk.say("START 15 15");
    assert_eq!(talk.hear().as_deref(), Some("OK"));
    talk.say("START 20 15");
    talk.hear_like("ERROR *");
}

/// What was on the board before is not what the manager means.
#[test]
fn a_command_after_a_refused_board_is_refused() {
    let mut talk = Talk::of("gomoku", run_gomocup);
    for line in ["START 15", "INFO timeout_turn 50"] {
        talk.say(line);
    }
    assert_eq!(talk.hear().as_deref(), Some("OK"));
    for board in
        [&["START 20 15"][..], &["BOARD", "1,1,1", "1,1,2", "DONE"], &["YXBOARD", "99,1,1", "DONE"]]
    {
        board.iter().for_each(|line| talk.say(line));
        talk.hear_like("ERROR *");
        for line in ["BEGIN", "TURN 7,7", "TAKEBACK 7,7", "PLAY 7,7", "YXSHOWFORBID", "YXNBEST 2"] {
            talk.say(line);
            let answer = talk.hear().unwrap_or_default();
            assert!(answer.starts_with("ERROR the board was refused: "), "{line}: {answer}");
        }
    }
    talk.say("START 15");
    assert_eq!(talk.hear().as_deref(), Some("OK"));
    talk.say("BEGIN");
    talk.hear_like("*,*");
}

/// The openings as Yixin-Board asks for them; its answers were taken from the logs of other programs.
#[test]
fn yixin_board_plays_openings() {
    let mut talk = Talk::of("gomoku", run_gomocup);
    talk.say("START 15 15");
    assert_eq!(talk.hear().as_deref(), Some("OK"));
    talk.say("INFO timeout_turn 100");
    talk.say("yxswap2step1");
    for move_ in ["MOVE1", "MOVE2", "MOVE3"] {
        talk.hear_like(&format!("MESSAGE SWAP2 {move_} * *"));
    }
    talk.say("yxswap2step2");
    talk.hear_like("ERROR *");
    for (stones, step, answer) in [
        (&["7,6,2", "6,7,1", "5,6,2"][..], 2, "SWAP1"),
        (&["5,5,2", "8,7,1", "9,8,2", "7,6,1", "6,5,2"], 3, "SWAP2"),
    ] {
        talk.say("yxboard");
        stones.iter().for_each(|line| talk.say(line));
        talk.say("done");
        talk.say(&format!("yxswap2step{step}"));
        let heard = talk.hear().unwrap_or_default();
        let wanted = format!("MESSAGE SWAP2 {answer} ");
        assert!(matches!(heard.strip_prefix(&wanted), Some("YES" | "NO")), "{heard}");
    }
    talk.say("INFO rule 4");
    talk.say("yxsoosorvstep1");
    for move_ in ["MOVE1 7 7", "MOVE2 * *", "MOVE3 * *"] {
        talk.hear_like(&format!("MESSAGE SOOSORV {move_}"));
    }
    let three = ["7,7", "6,7", "5,7"];
    let four = ["7,7", "6,7", "5,7", "4,9"];
    let six = ["7,7", "6,7", "5,7", "4,9", "6,6", "9,9"];
    for (step, stones, answer) in [
        ("2", &three[..], "SWAP1 *"),
        ("3", &three, "MOVE4 * * *"),
        ("4 3", &four, "SWAP2 *"),
        ("5 2", &four, "MOVE5 REFRESH"),
        ("6", &six, "MOVE5 C * *"),
    ] {
        talk.say(&format!("yxsoosorvstep{step}"));
        stones.iter().for_each(|line| talk.say(line));
        talk.say("done");
        talk.hear_like(&format!("MESSAGE SOOSORV {answer}"));
        if step == "5 2" {
            for rest in ["MOVE5 * *", "MOVE5 * *", "MOVE5 DONE"] {
                talk.hear_like(&format!("MESSAGE SOOSORV {rest}"));
            }
        }
    }
    for wrong in ["yxsoosorvstep4", "yxsoosorvstep9", "yxsoosorvstep3\n7,7\ndone"] {
        wrong.lines().for_each(|line| talk.say(line));
        let answer = talk.hear().unwrap_or_default();
        assert!(
            answer.starts_with("ERROR ") || answer.starts_with("UNKNOWN "),
            "{wrong}: {answer}"
        );
    }
    talk.say("yxdraw");
    assert_eq!(talk.hear().as_deref(), Some("MESSAGE DRAW REJECT"));
}

#[test]
fn hub_leaves_with_its_input() {
    let mut talk = Talk::of("draughts", run_hub);
    talk.say("pos start");
    talk.say("level infinite");
    talk.say("go analyze");
    talk.hear_like("info depth=4 *");
    talk.hang_up();
    talk.hear_like("done move=*");
    assert!(talk.leaves());
}

#[test]
fn lines_from_a_file_do_what_they_say() {
    let mut talk = Talk::new(run_uci);
    for line in ["position startpos", "go depth 3", "position startpos moves h2e2", "go depth 2"] {
        talk.say(line);
    }
    talk.hang_up();
    talk.hear_like("bestmove *");
    talk.hear_like("bestmove *");
    assert!(talk.leaves());
}

#[test]
fn an_endless_search_ends_with_the_input() {
    let mut talk = Talk::new(run_uci);
    talk.say("go infinite");
    talk.hear_like("info depth 4 *");
    talk.hang_up();
    talk.hear_like("bestmove *");
    assert!(talk.leaves());
}

#[test]
fn anything_may_come_in() {
    let corpus: &[u8] = b"\xff\xfe\x00\ngo depth\nposition fen\nsetoption name\n\xe7\x82\xae\n\
        position fen 9/9/9/9/9/9/9/9/9/9 w\nposition startpos moves \xff\nbanmoves zz\n\
        setoption name Hash value lots\nponderhit\nstop\nfen\ngo searchmoves zz\n";
    for run in [run_uci as Run, run_ucci] {
        let mut talk = Talk::new(run);
        talk.input.as_mut().unwrap().write_all(corpus).unwrap();
        talk.say("isready");
        talk.hear_like("readyok");
        talk.say("position startpos");
        talk.say("go depth 1");
        talk.hear_like("bestmove *");
        talk.say("quit");
        assert!(talk.leaves());
    }
}

#[test]
fn anything_may_come_into_hub() {
    let mut talk = Talk::of("frisian", run_hub);
    let corpus: &[u8] = b"\xff\xfe\x00\nlevel depth=\npos\npos pos=W\nset-param\ngo\ngo \xff\n\
        pos pos=\"\npos start moves=\xff\nlevel time=nan\nponder-hit\nstop\nid name=x\n\
        set-param name=hash value=lots\nset-param name=variant value=chess\n";
    talk.input.as_mut().unwrap().write_all(corpus).unwrap();
    talk.say("ping");
    talk.hear_like("pong");
    talk.say("pos start");
    talk.say("level depth=1");
    talk.say("go think");
    talk.hear_like("done move=*");
    talk.say("quit");
    assert!(talk.leaves());
}

#[test]
fn unknown_variants_are_refused() {
    assert!(run_hub(&b"hub\n"[..], Vec::new(), "xiangqi").is_err());
    assert!(run_uci(&b"uci\n"[..], Vec::new(), "chess").is_err());
}

/// Whoever waited for a search by time is gone with the input: it ends at once.
#[test]
fn a_long_search_ends_with_the_input() {
    let conversations: [(&'static str, Run, &[&str], &str, &str); 4] = [
        (
            "gomoku",
            run_gomocup,
            &["START 15", "INFO timeout_turn 2000000", "INFO timeout_match 0", "BEGIN"],
            "OK",
            "*,*",
        ),
        (
            "gomoku",
            run_gomocup,
            &["START 15", "INFO timeout_turn 0", "INFO max_node 4000000000", "BEGIN"],
            "OK",
            "*,*",
        ),
        ("xiangqi", run_uci, &["go movetime 3600000"], "info depth 4 *", "bestmove *"),
        ("xiangqi", run_uci, &["go wtime 36000000 btime 1"], "info depth 4 *", "bestmove *"),
    ];
    for (variant, run, lines, until, last) in conversations {
        let mut talk = Talk::of(variant, run);
        for line in lines {
            talk.say(line);
        }
        talk.hear_like(until);
        talk.hang_up();
        talk.hear_like(last);
        assert!(talk.leaves(), "{lines:?}");
    }
}

/// A table that the machine cannot hold is refused in a line, and the game goes on.
#[test]
fn a_table_beyond_the_memory_is_refused() {
    if pool::memory::free_mb().is_none_or(|free| free > 65_000) {
        return;
    }
    let mut talk = Talk::new(run_uci);
    talk.say("setoption name Hash value 65536");
    talk.hear_like("*a table of 65536 MB does not fit*");
    talk.say("go depth 2");
    talk.hear_like("bestmove *");
    talk.hang_up();
    assert!(talk.leaves());

    let mut talk = Talk::new(run_ucci);
    talk.say("setoption hashsize 65536");
    talk.hear_like("*a table of 65536 MB does not fit*");
    talk.say("quit");
    assert!(talk.leaves());

    let mut talk = Talk::of("draughts", run_hub);
    talk.say("set-param name=hash value=65536");
    talk.hear_like("*a table of 65536 MB does not fit*");
    talk.say("quit");
    assert!(talk.leaves());

    let mut talk = Talk::of("gomoku", run_gomocup);
    talk.say("START 15");
    talk.say("INFO hash_size 999999999999");
    talk.hear_like("MESSAGE INFO hash_size: a table of * MB does not fit*");
    talk.say("INFO timeout_turn 100");
    talk.say("BEGIN");
    talk.hear_like("*,*");
    talk.say("END");
    assert!(talk.leaves());
}
