//! Ctrl-C: the first one requests a clean end, the second one ends the process at once.

use crate::failure::Failure;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether Ctrl-C was pressed.
#[derive(Clone, Debug)]
pub(crate) struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Handles Ctrl-C from now on, and calls `then` when it is pressed.
    pub(crate) fn listen(then: impl Fn() + Send + 'static) -> Result<Self, Failure> {
        let pressed = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&pressed);
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|error| Failure::Trouble(format!("cannot listen for Ctrl-C: {error}")))?;
        std::thread::spawn(move || {
            runtime.block_on(async {
                while tokio::signal::ctrl_c().await.is_ok() {
                    if flag.swap(true, Ordering::AcqRel) {
                        std::process::exit(130);
                    }
                    then();
                }
            });
        });
        Ok(Self(pressed))
    }

    pub(crate) fn pressed(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }
}
