//! Where the games of a match are played.

use crate::game::{AbortReason, play};
use crate::player::{NoMove, Player, new_player};
use crate::record::GameRecord;
use crate::schedule::ScheduledGame;
use crate::spec::Match;
use engine::Control;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt;
use std::sync::Mutex;
use std::sync::mpsc::Sender;
use std::thread;

/// What a venue tells of.
#[derive(Debug)]
pub enum VenueEvent {
    /// A game has begun.
    Started(ScheduledGame),
    /// A game has ended.
    Finished(Box<GameRecord>),
    /// A contestant cannot play, with the reason: the match ends.
    Unusable(String),
    /// The venue itself fails, with the reason: the match ends.
    Failed(String),
}

/// Where the games of a match are played: in this process, or elsewhere.
pub trait Venue: fmt::Debug + Sync {
    /// Plays these games of a match, and tells of each. Returns when all are played, when `control` says stop, or
    /// after news that end the match. What is not played then is not wanted any more.
    fn play(
        &self,
        of: &Match,
        left: Vec<ScheduledGame>,
        news: &Sender<VenueEvent>,
        control: &Control,
    );
}

/// This process: as many games at the same time as [`Match::concurrency`] says.
#[derive(Copy, Clone, Debug, Default)]
pub struct LocalVenue;

impl Venue for LocalVenue {
    fn play(
        &self,
        of: &Match,
        left: Vec<ScheduledGame>,
        news: &Sender<VenueEvent>,
        control: &Control,
    ) {
        let left = Mutex::new(left.into_iter());
        thread::scope(|scope| {
            for _ in 0..of.concurrency.max(1) {
                let (news, left) = (news.clone(), &left);
                scope.spawn(move || work(of, left, &news, control));
            }
        });
    }
}

/// Plays games until none is left.
fn work(
    of: &Match,
    left: &Mutex<impl Iterator<Item = ScheduledGame>>,
    news: &Sender<VenueEvent>,
    control: &Control,
) {
    let mut players = Players::default();
    while !control.is_stopped() {
        let next = left.lock().expect("no worker panics while it holds the schedule").next();
        let Some(plan) = next else { return };
        // The receiver ends only with the match.
        let _ = news.send(VenueEvent::Started(plan));
        let told = match players.play(plan, of, control) {
            Ok(game) => VenueEvent::Finished(Box::new(game)),
            Err(AbortReason::Stopped) => return,
            Err(AbortReason::Unusable(why)) => VenueEvent::Unusable(why),
        };
        let failed = matches!(told, VenueEvent::Unusable(_));
        if news.send(told).is_err() || failed {
            return;
        }
    }
}

/// The players of one thread. It keeps them, so that each program is started once.
#[derive(Debug, Default)]
pub(crate) struct Players(HashMap<usize, Box<dyn Player>>);

impl Players {
    /// Plays a game of a match.
    pub(crate) fn play(
        &mut self,
        plan: ScheduledGame,
        of: &Match,
        control: &Control,
    ) -> Result<GameRecord, AbortReason> {
        for who in plan.players {
            if let Entry::Vacant(place) = self.0.entry(who) {
                let contestant = &of.contestants[who];
                let player = new_player(contestant, of).map_err(|halt: NoMove| {
                    AbortReason::Unusable(format!("{}: {halt}", contestant.name))
                })?;
                place.insert(player);
            }
        }
        let [first, second] = plan.players;
        let [Some(a), Some(b)] = self.0.get_disjoint_mut([&first, &second]) else {
            return Err(AbortReason::Unusable("an engine cannot play itself".to_owned()));
        };
        play(plan, of, [a.as_mut(), b.as_mut()], control)
    }
}
