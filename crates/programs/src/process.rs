use std::ffi::OsStr;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// A longer line is cut. No valid answer is so long.
const LONGEST_LINE: u64 = 1 << 16;

/// Lines that are buffered before the program has to wait.
const BACKLOG: usize = 1024;

/// How long a program may take to exit after `quit`.
const FAREWELL: Duration = Duration::from_millis(500);

/// A program in a process group of its own that reads and writes lines.
///
/// Threads read from it and write to it, so that a program that does neither cannot block us. Dropping the
/// value ends every process of the group.
#[derive(Debug)]
pub struct Process {
    child: Child,
    input: Option<Sender<String>>,
    output: Receiver<(Instant, String)>,
}

/// How the output of a program is used.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// It is read, line by line.
    Lines,
    /// It is not read: the program communicates in another way.
    Ignored,
}

/// Why there is no line.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum NoLine {
    /// The time has elapsed.
    Timeout,
    /// The program has closed its output.
    Ended,
}

impl Process {
    /// Starts a program in this folder, or in ours.
    ///
    /// # Errors
    /// When there is no such program, or it may not be started.
    ///
    /// # Panics
    /// Never: the pipes of a child that was started with pipes are there.
    pub fn start(
        program: impl AsRef<OsStr>,
        args: &[String],
        dir: Option<&Path>,
        heard: Output,
    ) -> io::Result<Self> {
        let mut command = Command::new(program);
        command.args(args);
        let stdout = match heard {
            Output::Lines => Stdio::piped(),
            Output::Ignored => Stdio::null(),
        };
        command.stdin(Stdio::piped()).stdout(stdout).stderr(Stdio::null());
        if let Some(dir) = dir {
            command.current_dir(dir);
        }
        group::of_its_own(&mut command);
        let mut child = command.spawn()?;
        let stdin = child.stdin.take().expect("the child was given a pipe");
        let (input, to_write) = channel();
        thread::spawn(move || write_lines(stdin, &to_write));
        let (read, output) = sync_channel(BACKLOG);
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || read_lines(stdout, &read));
        }
        Ok(Self { child, input: Some(input), output })
    }

    /// Sends a line, whether the program reads it or not.
    pub fn send(&self, line: &str) {
        if let Some(input) = &self.input {
            // The writer ends only with the program, which the next read reports.
            let _ = input.send(line.to_owned());
        }
    }

    /// The next line, and when it came.
    ///
    /// # Errors
    /// When none came in time, or the program has closed its output.
    pub fn receive(&self, patience: Duration) -> Result<(Instant, String), NoLine> {
        self.output.recv_timeout(patience).map_err(|error| match error {
            RecvTimeoutError::Timeout => NoLine::Timeout,
            RecvTimeoutError::Disconnected => NoLine::Ended,
        })
    }

    /// Gives way to other processes: the system prefers those that people wait for.
    pub fn give_way(&self) {
        group::give_way(&self.child);
    }

    /// Whether a program has ended whose output is not read.
    pub fn has_ended(&mut self) -> bool {
        group::has_exited(&self.child)
    }

    /// How the program ended, in words, if it did.
    pub fn ending(&mut self) -> String {
        let until = Instant::now() + FAREWELL;
        while Instant::now() < until {
            match self.child.try_wait() {
                Ok(Some(status)) => return status.to_string(),
                Ok(None) => thread::sleep(Duration::from_millis(5)),
                Err(_) => break,
            }
        }
        "closed its output".to_owned()
    }

    /// Tells the program to exit with these lines and waits a moment for it.
    pub fn say_farewell(&mut self, lines: &[String]) {
        for line in lines {
            self.send(line);
        }
        // The end of its input tells it to exit too.
        self.input = None;
        let until = Instant::now() + FAREWELL;
        while Instant::now() < until && !group::has_exited(&self.child) {
            thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        group::kill(&mut self.child);
        // The group was killed: this only collects the exit status.
        let _ = self.child.wait();
    }
}

fn write_lines(mut stdin: ChildStdin, lines: &Receiver<String>) {
    while let Ok(line) = lines.recv() {
        if writeln!(stdin, "{line}").and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn read_lines(stdout: ChildStdout, lines: &SyncSender<(Instant, String)>) {
    let mut reader = BufReader::new(stdout);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {
                let line = String::from_utf8_lossy(&bytes).trim_end().to_owned();
                if lines.send((Instant::now(), line)).is_err() {
                    return;
                }
            }
        }
    }
}

#[cfg(unix)]
mod group {
    use rustix::process::{
        Pid, Signal, WaitId, WaitIdOptions, kill_process_group, setpriority_pgrp, waitid,
    };
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};

    /// The priority of a program that gives way; 0 is the usual one, 19 the lowest.
    const NICE: i32 = 5;

    pub(super) fn of_its_own(command: &mut Command) {
        command.process_group(0);
    }

    fn pid(child: &Child) -> Option<Pid> {
        i32::try_from(child.id()).ok().and_then(Pid::from_raw)
    }

    /// Whether the child has exited. It is not collected here, so that the system does not reuse its number,
    /// which is also the number of the group.
    pub(super) fn has_exited(child: &Child) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        pid(child).is_none_or(|pid| !matches!(waitid(WaitId::Pid(pid), options), Ok(None)))
    }

    /// Lowers the priority of the child's group.
    pub(super) fn give_way(child: &Child) {
        if let Some(pid) = pid(child) {
            // Without it the program runs as any other.
            let _ = setpriority_pgrp(Some(pid), NICE);
        }
    }

    /// Ends every process of the child's group.
    pub(super) fn kill(child: &mut Child) {
        if let Some(pid) = pid(child) {
            // An error means that the group is empty.
            let _ = kill_process_group(pid, Signal::KILL);
        }
    }
}

#[cfg(not(unix))]
mod group {
    use std::process::{Child, Command};

    pub(super) fn of_its_own(_command: &mut Command) {}

    pub(super) fn has_exited(_child: &Child) -> bool {
        false
    }

    /// The priority stays as it is.
    pub(super) fn give_way(_child: &Child) {}

    /// Ends the child. Without process groups, processes that it started go on.
    pub(super) fn kill(child: &mut Child) {
        // An error means that it has exited.
        let _ = child.kill();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str) -> Process {
        Process::start("sh", &["-c".to_owned(), script.to_owned()], None, Output::Lines)
            .expect("there is a shell")
    }

    #[test]
    fn lines_go_both_ways() {
        let process = shell("while read line; do echo \"got $line\"; done");
        process.send("one");
        process.send("two");
        let next = || process.receive(Duration::from_secs(10)).unwrap().1;
        assert_eq!((next(), next()), ("got one".to_owned(), "got two".to_owned()));
    }

    #[test]
    fn an_end_is_noticed() {
        let mut process = shell("exit 3");
        assert_eq!(process.receive(Duration::from_secs(10)), Err(NoLine::Ended));
        assert!(process.ending().contains('3'));
    }

    #[test]
    fn a_program_that_reads_nothing_holds_nobody_up() {
        let process = shell("sleep 600");
        for _ in 0..1000 {
            process.send(&"x".repeat(1000));
        }
        assert_eq!(process.receive(Duration::ZERO), Err(NoLine::Timeout));
    }

    #[test]
    fn the_whole_group_ends() {
        let process = shell("sleep 600 & echo $!; wait");
        let (_, grandchild) = process.receive(Duration::from_secs(10)).unwrap();
        drop(process);
        let alive = || {
            let stat = std::fs::read_to_string(format!("/proc/{grandchild}/stat"));
            stat.is_ok_and(|stat| !stat.contains(") Z "))
        };
        // The signal is delivered at once; the process ends a little later.
        let until = Instant::now() + Duration::from_secs(10);
        while alive() && Instant::now() < until {
            thread::sleep(Duration::from_millis(5));
        }
        assert!(!alive());
    }
}
