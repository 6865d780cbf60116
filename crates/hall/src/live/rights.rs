//! Who may say what in a game.
//!
//! | part | who | says |
//! |---|---|---|
//! | player | the person of a seat; for places without a seat, who made the game | everything about that side |
//! | maker | who made a game without a person | pause, continue, restart, move now |
//! | invited | whom an open seat waits for | `sit_down` |
//! | spectator | everybody else | nothing but `ping` |
//!
//! In a rated game no move is taken back, and nothing helps. A game of a tournament is not called off either. Between two persons with seats a [`ConsentAction`](super::ConsentAction) needs both, there are no hints, and what has
//! ended has ended.

use super::Refusal;
use crate::{Command, GameState, Person, PersonId, Player, Seat, Speaker};
use game::Side;

impl GameState {
    /// The sides for which somebody may act.
    #[must_use]
    pub fn sides_of(&self, speaker: &Speaker) -> Vec<Side> {
        let is_own = |&side: &Side| match (self.player(side), speaker) {
            (Player::Machine { .. }, _) => false,
            (Player::Person { .. }, Speaker::House) => true,
            (Player::Person { seat: None, .. }, _) => self.is_made_by(speaker),
            (Player::Person { seat: Some(Seat::Taken { person }), .. }, _) => {
                speaker.person().is_some_and(|speaker| speaker.id == *person)
            }
            (Player::Person { seat: Some(Seat::Open { .. }), .. }, _) => false,
        };
        Side::ALL.into_iter().filter(is_own).collect()
    }

    /// Whether somebody made this game.
    #[must_use]
    pub fn is_made_by(&self, speaker: &Speaker) -> bool {
        speaker.has_made(self.setup().maker.as_ref())
    }

    /// The side whose seat waits for somebody.
    #[must_use]
    pub fn open_side(&self) -> Option<Side> {
        Side::ALL
            .into_iter()
            .find(|&side| matches!(self.player(side).seat(), Some(Seat::Open { .. })))
    }

    /// Whether two persons with seats of their own play.
    #[must_use]
    pub fn is_between_persons(&self) -> bool {
        let has_seat = |player: &Player| matches!(player.seat(), Some(Seat::Taken { .. }));
        self.players().iter().all(has_seat)
    }

    /// The side on which this person may sit down.
    ///
    /// # Errors
    /// Why there is none.
    pub(super) fn side_for(&self, person: &Person) -> Result<Side, Refusal> {
        let has_sat = |player: &Player| matches!(player.seat(), Some(Seat::Taken { person: sitter }) if *sitter == person.id);
        if self.players().iter().any(has_sat) {
            return Err(Refusal::conflict(
                "already-seated",
                "you have a seat in this game already",
            ));
        }
        let Some(side) = self.open_side() else {
            return Err(Refusal::conflict("no-open-seat", "no seat is open in this game"));
        };
        match self.player(side).seat() {
            Some(Seat::Open { only: Some(only) }) if *only != person.id => {
                Err(Refusal::forbidden("kept-seat", "this seat is kept for somebody else"))
            }
            _ => Ok(side),
        }
    }

    /// The other persons with seats whom somebody would meet by a command: who sits down plays with them, and who says
    /// something speaks to them.
    #[must_use]
    pub fn met_by(&self, speaker: &Speaker, command: &Command) -> Vec<&PersonId> {
        if !matches!(command, Command::SitDown | Command::Say { .. }) {
            return Vec::new();
        }
        let own = speaker.person().map(|person| &person.id);
        let seats = self.players().iter().filter_map(Player::seat);
        let persons = seats.filter_map(|seat| match seat {
            Seat::Taken { person } => Some(person),
            Seat::Open { .. } => None,
        });
        persons.filter(|person| Some(*person) != own).collect()
    }

    /// Whether somebody may delete the game: whose it is alone; a rated one before it has begun well, or after its end.
    ///
    /// # Errors
    /// Why not.
    pub fn must_be_deletable_by(&self, speaker: &Speaker) -> Result<(), Refusal> {
        self.must_be_alone_of(speaker)?;
        let is_under_way = self.setup().rated && self.end().is_none() && self.plies() > 1;
        if is_under_way && *speaker != Speaker::House {
            let message = "this rated game goes on: it has to end before it can be deleted";
            return Err(Refusal::conflict("rated-goes-on", message));
        }
        Ok(())
    }

    /// Whether a game is somebody's alone: who made it, while no other person has a part in it.
    ///
    /// # Errors
    /// Why not.
    pub fn must_be_alone_of(&self, speaker: &Speaker) -> Result<(), Refusal> {
        if *speaker == Speaker::House {
            return Ok(());
        }
        if !self.is_made_by(speaker) {
            return Err(Refusal::forbidden("not-yours", "only who made this game can delete it"));
        }
        let is_others = |player: &Player| match player.seat() {
            Some(Seat::Taken { person }) => speaker.person().is_none_or(|own| own.id != *person),
            Some(Seat::Open { .. }) | None => false,
        };
        if self.players().iter().any(is_others) {
            let message = "another person has a part in this game: it cannot be deleted";
            return Err(Refusal::forbidden("shared-game", message));
        }
        Ok(())
    }

    /// Whether there can be another game of the same two persons.
    ///
    /// # Errors
    /// Why not.
    pub fn must_allow_rematch(&self) -> Result<(), Refusal> {
        let (code, message) = match (self.is_between_persons(), self.end(), self.rematch()) {
            (false, ..) => ("no-persons", "only two persons with seats have a rematch"),
            (_, None, _) => ("game-on", "a rematch comes after the end of the game"),
            (.., Some(_)) => ("has-rematch", "this game has had its rematch"),
            (true, Some(_), None) => return Ok(()),
        };
        Err(Refusal::conflict(code, message))
    }

    /// Checks that somebody may say this, whatever the position is.
    ///
    /// # Errors
    /// Why not.
    pub(super) fn must_be_allowed(
        &self,
        speaker: &Speaker,
        command: &Command,
    ) -> Result<(), Refusal> {
        match command {
            Command::Ping => return Ok(()),
            Command::SitDown => {
                return match speaker {
                    Speaker::Person(person) => self.side_for(person).map(drop),
                    Speaker::House => Err(Refusal::conflict(
                        "no-persons",
                        "this hall has one user: nobody can sit down",
                    )),
                    Speaker::Stranger => Err(stranger()),
                };
            }
            _ => {}
        }
        let own = self.sides_of(speaker);
        let directs = self.persons().is_empty() && self.is_made_by(speaker);
        if own.is_empty() && !directs {
            return Err(match speaker {
                Speaker::Stranger => stranger(),
                _ => Refusal::forbidden(
                    "not-yours",
                    "you watch this game: only its players act in it",
                ),
            });
        }
        if self.open_side().is_some() && *speaker != Speaker::House {
            let message = "a seat is open: the game begins when somebody has sat down";
            return Err(Refusal::conflict("open-seat", message));
        }
        if self.setup().rated && is_help(command) && *speaker != Speaker::House {
            let message = "this game is rated: no move is taken back, and nothing helps";
            return Err(Refusal::conflict("rated-game", message));
        }
        if self.setup().tournament.is_some() && is_kept(command) && *speaker != Speaker::House {
            let message =
                "this game belongs to a tournament: it is played to its end, and its moves stand";
            return Err(Refusal::conflict("tournament-game", message));
        }
        let turn = self.turn();
        let is_others_turn = !self.is_machine(turn) && !own.contains(&turn);
        match command {
            Command::Move { .. } | Command::Choose { .. } if is_others_turn => {
                Err(Refusal::conflict("not-your-turn", "it is the other player's turn"))
            }
            Command::Hint if self.is_between_persons() && *speaker != Speaker::House => {
                Err(Refusal::conflict("between-persons", "there are no hints between two persons"))
            }
            _ => Ok(()),
        }
    }
}

/// What a rated game has not: it would change what its result says.
const fn is_help(command: &Command) -> bool {
    matches!(
        command,
        Command::Hint
            | Command::MoveNow
            | Command::TakeBack { .. }
            | Command::Restart
            | Command::SwapSides
    )
}

/// What would change which game of a tournament it is, or leave it without a result.
const fn is_kept(command: &Command) -> bool {
    is_help(command) || matches!(command, Command::Abort)
}

fn stranger() -> Refusal {
    Refusal::forbidden("no-identity", "the hall does not know who you are: open its page first")
}
