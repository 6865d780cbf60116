mod build;
mod builtin;
mod dxp;
mod external;
mod pondering;

pub use build::answer_build;

use crate::clock::GameClock;
use crate::spec::{Contestant, Kind, Match};
use engine::{Clock, Control, Limits, Protocol, Score, Session};
use game::{Outcome, Side};
pub(crate) use programs::{ForfeitReason, NoMove};
use protocol::manager::ProtocolKind;
use std::fmt;
use std::time::Duration;

/// A player that can be asked for a move.
pub(crate) trait Player: Send + fmt::Debug {
    /// A new game begins.
    fn new_game(&mut self, control: &Control) -> Result<(), NoMove>;

    /// Chooses a move.
    fn think(&mut self, turn: &PlayerTurn<'_>, control: &Control) -> Result<ChosenMove, NoMove>;

    /// Its move has been played and the opponent thinks: the player may search meanwhile. `turn` is the opponent's, but
    /// its seed is that of the player's own next move.
    fn opponent_thinks(&mut self, turn: &PlayerTurn<'_>) -> Result<(), NoMove> {
        let _ = turn;
        Ok(())
    }

    /// Tells the player that the game is over. `side` is the player's own.
    fn game_over(&mut self, side: Side, outcome: Outcome) {
        let _ = (side, outcome);
    }
}

/// The state of a game for a player that is to move.
#[derive(Copy, Clone, Debug)]
pub(crate) struct PlayerTurn<'a> {
    /// The game.
    pub(crate) session: &'a dyn Session,
    /// Both players' time, by side.
    pub(crate) clocks: &'a [GameClock; 2],
    /// The seed of the player's random numbers.
    pub(crate) seed: u64,
}

/// The choice of a player.
#[derive(Clone, Debug, Default)]
pub(crate) struct ChosenMove {
    /// The move as the player wrote it, in our notation; `None` when it reports that it has none.
    pub(crate) text: Option<String>,
    pub(crate) resigns: bool,
    pub(crate) score: Option<Score>,
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
    pub(crate) elapsed: Duration,
}

impl PlayerTurn<'_> {
    /// The mover's clock.
    pub(crate) fn clock(&self) -> &GameClock {
        &self.clocks[self.session.side_to_move().index()]
    }

    /// What limits the move: the mover's clock and its time control.
    pub(crate) fn limits(&self) -> Limits {
        let mine = self.clock();
        let theirs = &self.clocks[(!self.session.side_to_move()).index()];
        let clock = mine.state().map(|(left, clock)| {
            // An opponent without a clock counts as one with the mover's.
            let (their_left, their_clock) = theirs.state().unwrap_or((left, clock));
            Clock {
                mine: left,
                increment: clock.increment,
                theirs: their_left,
                their_increment: their_clock.increment,
                moves_to_go: mine.moves_to_go(),
            }
        });
        let control = mine.control();
        Limits {
            depth: control.depth,
            nodes: control.nodes,
            move_time: control.move_time,
            clock,
            ..Limits::default()
        }
    }
}

/// The player for a contestant.
pub(crate) fn new_player(contestant: &Contestant, of: &Match) -> Result<Box<dyn Player>, NoMove> {
    Ok(match &contestant.kind {
        Kind::Builtin(spec) => Box::new(builtin::BuiltinPlayer::new(spec, &of.variant)?),
        Kind::Build(spec) => Box::new(build::BuildPlayer::new(
            spec.clone(),
            &of.variant,
            of.rules.as_deref(),
            of.patience,
            of.margin,
        )),
        Kind::External(spec) => {
            let (variant, patience, margin) = (of.variant.as_str(), of.patience, of.margin);
            let name = games::protocol_name(Protocol::Gomocup, variant);
            if spec.protocol == ProtocolKind::Gomocup && name.is_none() {
                return Err(NoMove::Unusable(format!("no brain can be told to play {variant}")));
            }
            Box::new(external::ExternalPlayer::new(spec.clone(), variant, patience, margin))
        }
        Kind::Dxp(_) if games::protocol_name(Protocol::Dxp, &of.variant).is_none() => {
            let name = games::find_variant(games::usual(Protocol::Dxp)).map(|known| known.name);
            let name = name.unwrap_or_default().to_lowercase();
            return Err(NoMove::Unusable(format!("DXP is a protocol of {name}")));
        }
        Kind::Dxp(spec) => Box::new(dxp::DxpPlayer::new(spec.clone(), of.patience, of.margin)),
    })
}
