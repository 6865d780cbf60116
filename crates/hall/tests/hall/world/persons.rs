//! What several people do in the world of a live game.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use super::{World, Writing};
use hall::{
    ClaimedOutcome, Command, ConditionalMoves, ConditionalStanding, Moment, MonotonicTime,
    PeopleOptions, PersonId, Phrase, Saying, Speaker, TurnUpdate,
};
use std::time::Duration;

/// How long a person may be away here.
pub(crate) const PATIENCE: Duration = Duration::from_millis(900);

pub(super) fn options() -> PeopleOptions {
    PeopleOptions { patience: Some(PATIENCE), free_text: true }
}

impl World {
    /// What somebody says, given as JSON.
    pub(crate) fn say(
        &mut self,
        speaker: &Speaker,
        request: &str,
        command: &str,
    ) -> Result<(), String> {
        let command: Command = serde_json::from_str(command).unwrap();
        self.request_of(speaker, request, &command, Writing::Done)
    }

    /// One of several people says something, out of numbers. Returns whether it was carried out.
    pub(crate) fn step_of(
        &mut self,
        speaker: &Speaker,
        [kind, pick, when, luck]: [u16; 4],
    ) -> (Command, bool) {
        let writing = match luck % 12 {
            9 => Writing::Fails,
            10 => Writing::KilledBefore,
            11 => Writing::KilledAfter,
            _ => Writing::Done,
        };
        self.pass(u64::from(when % 300));
        let command = match kind % 25 {
            16 => Command::GiveConsent,
            17 => Command::RefuseConsent,
            18 => Command::SitDown,
            20 => Command::Abort,
            21 => Command::Claim { outcome: ClaimedOutcome::Win },
            22 => Command::Claim { outcome: ClaimedOutcome::Draw },
            23 => Command::Say { saying: Saying::Phrase { phrase: Phrase::Hello } },
            24 => Command::Say { saying: Saying::Text { text: "well, well".to_owned() } },
            _ => self.some_command(kind, pick, when),
        };
        self.requests += 1;
        let id = format!("p{}", self.requests);
        let done = self.request_of(speaker, &id, &command, writing);
        (command, done.is_ok())
    }

    /// The time of day.
    pub(crate) fn moment(&self) -> Moment {
        let passed = self.now.since(MonotonicTime::START).as_millis();
        Moment(i64::try_from(passed).unwrap())
    }

    /// The conditional moves on the disk.
    pub(super) fn read_conditional(&self) -> Vec<(PersonId, ConditionalMoves)> {
        let read = |(person, body): &(PersonId, String)| {
            (person.clone(), serde_json::from_str(body).unwrap())
        };
        self.conditional.iter().map(read).collect()
    }

    /// A person enters conditional moves.
    pub(crate) fn enter(&mut self, speaker: &Speaker, lines: &[Vec<String>]) -> Result<(), String> {
        let person = speaker.person().unwrap().id.clone();
        let moves = self.game.state().conditional_moves(speaker, lines);
        let moves = moves.map_err(|refusal| refusal.to_string())?;
        self.conditional.retain(|(whose, _)| *whose != person);
        self.conditional.push((person.clone(), serde_json::to_string(&moves).unwrap()));
        self.game.enter_conditional(&person, Some(moves));
        Ok(())
    }

    /// What has become of a person's conditional moves.
    pub(crate) fn standing(&self, speaker: &Speaker) -> Option<ConditionalStanding> {
        let own = self.game.conditional_of(&speaker.person().unwrap().id)?;
        Some(own.standing(self.game.state()))
    }

    /// Whose move the game waits for after its last change.
    pub(crate) fn turn_after_last(&self) -> TurnUpdate {
        let last = self.stored().pop().unwrap();
        self.game.turn_after(&[last], self.moment(), self.now)
    }

    /// A person comes to the game, or leaves it.
    pub(crate) fn comes(&mut self, speaker: &Speaker, is_here: bool) {
        let id = &speaker.person().unwrap().id;
        if is_here {
            self.game.person_came(id);
            self.away.insert(id.clone(), None);
        } else {
            let was_here = self.away.get(id).is_some_and(Option::is_none);
            self.game.person_left(id, self.now);
            if was_here {
                self.away.insert(id.clone(), Some(self.now));
            }
        }
    }

    /// How long a person has been away, as it is counted here; nobody has come before the first time.
    pub(crate) fn away_for(&self, id: &PersonId) -> Option<Duration> {
        let since = self.away.get(id).copied().unwrap_or(Some(MonotonicTime::START))?;
        Some(self.now.since(since))
    }

    /// Since when the side to move has been thinking.
    pub(crate) fn thought(&self) -> Duration {
        self.now.since(self.game.turn_since())
    }

    /// The time left on both clocks.
    pub(crate) fn left_ms(&self) -> [u64; 2] {
        self.state().clocks.left_ms(self.now)
    }
}
