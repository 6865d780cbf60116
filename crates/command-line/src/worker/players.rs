//! What does the units of each class.

use super::review::Reviewer;
use super::{OpenUnitPlayer, UnitPlayer};
use arena::PortionPlayer;
use cluster::{Assignment, JobClass};
use engine::Control;

/// The player of the last unit, with its payload: the next one is often of the same batch.
pub(super) struct UnitPlayers {
    last: Option<(String, Box<dyn UnitPlayer>)>,
    self_play: Option<OpenUnitPlayer>,
}

impl UnitPlayers {
    /// Nothing was played yet.
    pub(super) fn new(self_play: Option<OpenUnitPlayer>) -> Self {
        Self { last: None, self_play }
    }

    /// After a panic nothing is known of the engines.
    pub(super) fn forget(&mut self) {
        self.last = None;
    }

    /// What came of a unit; `None` when it was stopped.
    pub(super) fn play(
        &mut self,
        unit: &Assignment,
        control: &Control,
    ) -> Result<Option<Vec<u8>>, String> {
        if self.last.as_ref().is_none_or(|(payload, _)| *payload != unit.payload) {
            let player: Box<dyn UnitPlayer> = match unit.class {
                JobClass::SelfPlay => {
                    let open = self.self_play.ok_or("this program plays no games for training")?;
                    open(&unit.payload)?
                }
                JobClass::Match => Box::new(portion(&unit.payload)?),
                JobClass::Review => Box::new(Reviewer::read(&unit.payload)?),
                JobClass::Move | JobClass::Analysis | JobClass::Puzzle => {
                    return Err("no batch has this class".to_owned());
                }
            };
            self.last = Some((unit.payload.clone(), player));
        }
        match &mut self.last {
            Some((_, player)) => player.play(unit.unit, control),
            None => Ok(None),
        }
    }
}

impl UnitPlayer for PortionPlayer {
    fn play(&mut self, unit: u64, control: &Control) -> Result<Option<Vec<u8>>, String> {
        Self::play(self, unit, control).map_err(|error| error.to_string())
    }
}

/// Engines for a part of a match that came from the hall.
fn portion(payload: &str) -> Result<PortionPlayer, String> {
    let player = PortionPlayer::read(payload).map_err(|error| error.to_string())?;
    hosts::check_tables(player.tables_mb())?;
    Ok(player)
}
