//! Positions of a game that the hall lets its workers review.

use super::UnitPlayer;
use engine::{Control, Engine, Session};
use hall::review::ReviewOrder;

/// A game to be reviewed, and an engine for it.
pub(super) struct Reviewer {
    order: ReviewOrder,
    start: Box<dyn Session>,
    engine: Box<dyn Engine>,
}

impl Reviewer {
    /// Reads what came from the hall. It names no file and takes no more memory than a job may.
    pub(super) fn read(payload: &str) -> Result<Self, String> {
        let order: ReviewOrder =
            serde_json::from_str(payload).map_err(|error| error.to_string())?;
        let faults = order.faults();
        if !faults.is_empty() {
            return Err(faults.join("; "));
        }
        hosts::check_tables(order.table_mb.into())?;
        let start = games::new_session(&order.variant, Some(&order.rules), Some(&order.start));
        let start = start.map_err(|error| error.to_string())?;
        let mut engine = games::new_engine(&order.variant).map_err(|error| error.to_string())?;
        for (name, value) in [("Hash", order.table_mb), ("Threads", 1)] {
            // As in the hall: an engine without this option searches without it.
            if let Err(error) = engine.set_option(name, &value.to_string()) {
                tracing::debug!("{name}: {error}");
            }
        }
        Ok(Self { order, start, engine })
    }
}

impl UnitPlayer for Reviewer {
    fn play(&mut self, unit: u64, control: &Control) -> Result<Option<Vec<u8>>, String> {
        let plies = self.order.plies(unit);
        if plies.is_empty() {
            return Err(format!("there is no unit {unit}"));
        }
        let mut work = self.order.work(self.start.fork()).map_err(|error| error.to_string())?;
        work.only(plies.clone());
        hall::review::run(&mut work, self.engine.as_mut(), control, &mut |_, _| {})
            .map_err(|error| error.to_string())?;
        if control.is_stopped() {
            return Ok(None);
        }
        let findings = work.findings(plies);
        serde_json::to_vec(&findings).map(Some).map_err(|error| error.to_string())
    }
}
