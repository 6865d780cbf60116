use crate::adjudication::Tracker;
use crate::clock::GameClock;
use crate::opening::{SetUpError, StartLine, set_up};
use crate::player::{ChosenMove, ForfeitReason, NoMove, Player, PlayerTurn};
use crate::record::{EndManner, GameRecord, MoveRecord};
use crate::schedule::ScheduledGame;
use crate::spec::Match;
use engine::{Control, Session};
use game::{Outcome, Side};

/// Why a game was not played to its end.
#[derive(Debug)]
pub(crate) enum AbortReason {
    /// The match has been stopped.
    Stopped,
    /// The match cannot be played.
    Unusable(String),
}

/// The end of a game and its reason.
struct Ending {
    outcome: Outcome,
    manner: EndManner,
    reason: String,
    detail: String,
}

/// Plays one game between two players, [`Side::First`]'s first.
pub(crate) fn play(
    plan: ScheduledGame,
    of: &Match,
    mut players: [&mut dyn Player; 2],
    control: &Control,
) -> Result<GameRecord, AbortReason> {
    let standard = StartLine::default();
    let opening = of.openings.get(plan.opening).unwrap_or(&standard);
    let session = set_up(opening, &of.variant, of.rules.as_deref())
        .map_err(|error: SetUpError| AbortReason::Unusable(error.to_string()))?;
    let first_to_move = (session.moves().len() % 2 == 0) == (session.side_to_move() == Side::First);
    let contestants = plan.players.map(|who| &of.contestants[who]);
    let mut game = Game {
        of,
        plan,
        clocks: contestants.map(|c| GameClock::new(c.time)),
        tracker: Tracker::new(of.adjudication),
        moves: session
            .moves()
            .into_iter()
            .map(|text| MoveRecord { text, ..MoveRecord::default() })
            .collect(),
        session,
    };
    let ending = game.play(&mut players, control)?;
    for side in Side::ALL {
        players[side.index()].game_over(side, ending.outcome);
    }
    Ok(GameRecord {
        plan,
        variant: of.variant.clone(),
        rules: game.session.rules().to_owned(),
        names: contestants.map(|c| c.name.clone()),
        times: contestants.map(|c| c.time.to_string()),
        start: game.session.start_text(),
        first_to_move,
        moves: game.moves,
        outcome: ending.outcome,
        manner: ending.manner,
        reason: ending.reason,
        detail: ending.detail,
    })
}

struct Game<'a> {
    of: &'a Match,
    plan: ScheduledGame,
    session: Box<dyn Session>,
    clocks: [GameClock; 2],
    tracker: Tracker,
    moves: Vec<MoveRecord>,
}

impl Game<'_> {
    fn play(
        &mut self,
        players: &mut [&mut dyn Player; 2],
        control: &Control,
    ) -> Result<Ending, AbortReason> {
        for side in Side::ALL {
            if let Err(halt) = players[side.index()].new_game(control) {
                return self.halted(halt, side);
            }
        }
        loop {
            if let Some(verdict) = self.session.verdict() {
                return Ok(Ending {
                    outcome: verdict.outcome,
                    manner: EndManner::Rules,
                    reason: verdict.reason.to_owned(),
                    detail: verdict.evidence,
                });
            }
            let side = self.session.side_to_move();
            let turn =
                PlayerTurn { session: &*self.session, clocks: &self.clocks, seed: self.seed(0) };
            let thought = match players[side.index()].think(&turn, control) {
                Ok(thought) => thought,
                Err(halt) => return self.halted(halt, side),
            };
            if let Some(ending) = self.carry_out(thought, side) {
                return Ok(ending);
            }
            if self.session.verdict().is_none() {
                let turn = PlayerTurn {
                    session: &*self.session,
                    clocks: &self.clocks,
                    seed: self.seed(1),
                };
                if let Err(halt) = players[side.index()].opponent_thinks(&turn) {
                    return self.halted(halt, side);
                }
            }
        }
    }

    /// Each move of each game has a seed of its own, the same when the match is repeated: that of the move so many plies
    /// after the next one.
    fn seed(&self, ahead: u64) -> u64 {
        let ply = u64::try_from(self.moves.len()).unwrap_or(0) + ahead;
        self.of.seed ^ (u64::from(self.plan.id) << 32) ^ (ply << 8)
    }

    /// Plays the chosen move; returns an ending if the move ends the game.
    fn carry_out(&mut self, thought: ChosenMove, side: Side) -> Option<Ending> {
        if let Err(over) = self.clocks[side.index()].spend(thought.elapsed, self.of.margin) {
            return Some(faulted(&ForfeitReason::Time { over }, side));
        }
        if thought.resigns {
            return Some(Ending {
                outcome: Outcome::win_of(!side),
                manner: EndManner::Resignation,
                reason: "resign".to_owned(),
                detail: String::new(),
            });
        }
        let Some(text) = thought.text else {
            return Some(faulted(&ForfeitReason::NoMove, side));
        };
        // Only engine notation is a move here, whatever else a session could read.
        if !self.session.legal_moves().contains(&text) {
            return Some(self.refused(text, side));
        }
        if self.session.push(&text).is_err() {
            return Some(faulted(&ForfeitReason::Illegal { text }, side));
        }
        self.moves.push(MoveRecord {
            text,
            time_ms: Some(u64::try_from(thought.elapsed.as_millis()).unwrap_or(u64::MAX)),
            score: thought.score,
            depth: thought.depth,
            nodes: thought.nodes,
        });
        let ply = u32::try_from(self.moves.len()).unwrap_or(u32::MAX);
        let decision = self.tracker.record(ply, side, thought.score)?;
        // The rules decide before the scores of the players do.
        self.session.verdict().is_none().then(|| Ending {
            outcome: decision.outcome(),
            manner: EndManner::Adjudication,
            reason: "adjudication".to_owned(),
            detail: decision.detail().to_owned(),
        })
    }

    /// The end of a game after an illegal move. Some illegal moves can be played and lose by the rules:
    /// the fouls of renju.
    fn refused(&self, text: String, side: Side) -> Ending {
        match self.session.preview(&text) {
            Ok(Some(verdict)) if verdict.outcome == Outcome::win_of(!side) => Ending {
                outcome: verdict.outcome,
                manner: EndManner::Rules,
                reason: verdict.reason.to_owned(),
                detail: verdict.evidence,
            },
            _ => faulted(&ForfeitReason::Illegal { text }, side),
        }
    }

    fn halted(&self, halt: NoMove, side: Side) -> Result<Ending, AbortReason> {
        match halt {
            NoMove::Fault(fault) => Ok(faulted(&fault, side)),
            NoMove::Stopped => Err(AbortReason::Stopped),
            why @ (NoMove::Unusable(_) | NoMove::Unfit(_)) => {
                let name = &self.of.contestants[self.plan.players[side.index()]].name;
                Err(AbortReason::Unusable(format!("{name}: {why}")))
            }
        }
    }
}

fn faulted(fault: &ForfeitReason, side: Side) -> Ending {
    Ending {
        outcome: Outcome::win_of(!side),
        manner: EndManner::Fault,
        reason: fault.reason().to_owned(),
        detail: fault.to_string(),
    }
}
