use crate::{Settings, Switches, TunableError, Tunables, UnknownSwitch};

/// The settings of a searcher that do not depend on the game: the table, the threads, and the
/// numbers and techniques of the search.
pub trait Configure {
    /// Changes the size of the table in MiB, and empties it.
    fn set_megabytes(&mut self, megabytes: usize);

    /// Changes the number of threads (at least one). On a platform without threads those that have joined the crew help.
    fn set_threads(&mut self, threads: usize);

    /// The settings of the search.
    fn settings(&self) -> &Settings;

    /// Changes the settings of the search.
    fn set_settings(&mut self, settings: Settings);

    /// Forgets everything learnt in the previous game.
    fn new_game(&mut self);

    /// Switches off the techniques or groups in the list, and switches on all others. The empty
    /// list restores the full search. See [`Switches::without`].
    ///
    /// # Errors
    /// When a name in the list is unknown; then nothing changes.
    fn set_ablation(&mut self, list: &str) -> Result<(), UnknownSwitch> {
        let switches = Switches::without(list)?;
        self.set_settings(Settings::new(self.settings().tunables().clone(), switches));
        Ok(())
    }

    /// Sets a number of the search. See [`Tunables::TABLE`].
    ///
    /// # Errors
    /// When no number has this name or the value is out of range; then nothing changes.
    fn set_tunable(&mut self, name: &str, value: i32) -> Result<(), TunableError> {
        let mut tunables: Tunables = self.settings().tunables().clone();
        tunables.set(name, value)?;
        self.set_settings(Settings::new(tunables, *self.settings().switches()));
        Ok(())
    }
}

/// An engine around a searcher, which has the settings.
pub trait HasSearcher {
    /// The searcher.
    fn searcher(&self) -> &dyn Configure;

    /// The searcher, to be changed.
    fn searcher_mut(&mut self) -> &mut dyn Configure;

    /// Changes the size of its own tables in MiB and returns the rest, which the searcher gets.
    fn take_share(&mut self, megabytes: usize) -> usize {
        megabytes
    }

    /// Forgets everything it has learnt apart from the searcher.
    fn forget(&mut self) {}
}

impl<T: HasSearcher> Configure for T {
    fn set_megabytes(&mut self, megabytes: usize) {
        let rest = self.take_share(megabytes);
        self.searcher_mut().set_megabytes(rest);
    }

    fn set_threads(&mut self, threads: usize) {
        self.searcher_mut().set_threads(threads);
    }

    fn settings(&self) -> &Settings {
        self.searcher().settings()
    }

    fn set_settings(&mut self, settings: Settings) {
        self.searcher_mut().set_settings(settings);
    }

    fn new_game(&mut self) {
        self.forget();
        self.searcher_mut().new_game();
    }
}
