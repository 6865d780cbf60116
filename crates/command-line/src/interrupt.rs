//! Ctrl-C: the first one requests a clean end, the second one ends the process at once.

use crate::failure::Failure;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The presses of Ctrl-C from now on; within a runtime.
#[cfg(unix)]
fn presses() -> std::io::Result<tokio::signal::unix::Signal> {
    tokio::signal::unix::signal(tokio::signal::unix::SignalKind::interrupt())
}

#[cfg(windows)]
fn presses() -> std::io::Result<tokio::signal::windows::CtrlC> {
    tokio::signal::windows::ctrl_c()
}

/// Whether Ctrl-C was pressed.
#[derive(Clone, Debug)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Handles Ctrl-C from now on, and calls `then` when it is pressed.
    ///
    /// # Errors
    /// When the system does not tell of it.
    pub fn listen(then: impl Fn() + Send + 'static) -> Result<Self, Failure> {
        // Compiled once, not for each caller.
        Self::listen_to(Box::new(then))
    }

    fn listen_to(then: Box<dyn Fn() + Send>) -> Result<Self, Failure> {
        let pressed = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&pressed);
        let trouble =
            |error: std::io::Error| Failure::Trouble(format!("cannot listen for Ctrl-C: {error}"));
        let runtime =
            tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(trouble)?;
        // Here and not in the thread: until it is heard, Ctrl-C ends the process without its last words.
        let entered = runtime.enter();
        let mut presses = presses().map_err(trouble)?;
        drop(entered);
        std::thread::spawn(move || {
            runtime.block_on(async {
                while presses.recv().await.is_some() {
                    if flag.swap(true, Ordering::AcqRel) {
                        std::process::exit(130);
                    }
                    then();
                }
            });
        });
        Ok(Self(pressed))
    }

    /// Whether it was pressed since then.
    #[must_use]
    pub fn pressed(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }
}
