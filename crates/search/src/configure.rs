use crate::{Settings, Switches, TunableError, Tunables, UnknownSwitch};

/// What can be set of whoever searches, whatever the game: the table, the threads, and how the
/// search works.
pub trait Configure {
    /// Changes the size of the table in MiB, and empties it.
    fn set_megabytes(&mut self, megabytes: usize);

    /// Changes the number of threads (at least one). Where there are no threads, leave it at
    /// one.
    fn set_threads(&mut self, threads: usize);

    /// How it searches.
    fn settings(&self) -> &Settings;

    /// Changes how it searches.
    fn set_settings(&mut self, settings: Settings);

    /// Forgets what it learnt from the game before.
    fn new_game(&mut self);

    /// Switches off the techniques or groups the list names, and all others on; the empty
    /// list restores the full search. See [`Switches::without`].
    ///
    /// # Errors
    /// When a name in the list is unknown; nothing changes then.
    fn set_ablation(&mut self, list: &str) -> Result<(), UnknownSwitch> {
        let switches = Switches::without(list)?;
        self.set_settings(Settings::new(self.settings().tunables().clone(), switches));
        Ok(())
    }

    /// Sets a number of the search. See [`Tunables::TABLE`].
    ///
    /// # Errors
    /// When there is none of this name or the value is out of range; nothing changes then.
    fn set_tunable(&mut self, name: &str, value: i32) -> Result<(), TunableError> {
        let mut tunables: Tunables = self.settings().tunables().clone();
        tunables.set(name, value)?;
        self.set_settings(Settings::new(tunables, *self.settings().switches()));
        Ok(())
    }
}
