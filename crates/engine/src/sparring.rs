//! Sparring partners: players with one simple habit each, to play against and to measure with. They look at one
//! move and the answer to it, and what that means is a family's own ([`SparringGame`]).

use crate::{
    BestMove, Control, Engine, EngineError, GameSession, Info, Limits, MoveOf, OptionError, Preset,
    Session, SessionRules, options,
};
use game::{Key, Position as _};
use std::fmt::Debug;
use std::marker::PhantomData;

/// The habit of a sparring partner.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum SparringHabit {
    /// Plays any legal move.
    Random,
    /// Takes the most it can, otherwise any legal move.
    Greedy,
    /// Wins at once where it can; otherwise plays a move with the best balance of one exchange.
    Careful,
    /// Careful, but greedy in three moves of ten.
    Hasty,
}

/// What a sparring partner sees of a move.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct SparringWeight {
    /// Whether the move ends the game with a win.
    pub wins: bool,
    /// What the move takes; 0 for nothing.
    pub takes: i32,
    /// What the move takes, less what the opponent's best answer takes.
    pub balance: i32,
}

/// How a habit is described: in English, and in simplified Chinese.
pub type SparringText = (&'static str, &'static str);

/// The moves of a family as its sparring partners see them.
pub trait SparringGame: Debug + Send + 'static {
    /// The games they play.
    type Rules: SessionRules;

    /// The id of the variant or family, for errors.
    const PLAYS: &'static str;
    /// How the greedy one plays.
    const GREEDY: SparringText;
    /// How the careful one plays.
    const CAREFUL: SparringText;

    /// What a legal move is worth at first sight.
    fn weigh(
        position: &<Self::Rules as SessionRules>::Position,
        m: MoveOf<Self::Rules>,
    ) -> SparringWeight;
}

/// Of so many moves of ten, `hasty` plays without care.
const CARELESS: u64 = 3;

/// The sparring partners of a family, the weakest first.
#[must_use]
pub const fn sparring_partners<G: SparringGame>() -> [Preset; 4] {
    let random = (
        "Plays any legal move, each with the same chance.",
        "随机下任意一步合法的棋，每步机会均等。",
    );
    let hasty = (
        "Plays like Careful, but in three moves of ten like Greedy.",
        "下法与“谨慎”相同，但十步中有三步像“贪吃”那样下。",
    );
    [
        partner("random", "Random", "随机", random, || boxed::<G>(SparringHabit::Random)),
        partner("greedy", "Greedy", "贪吃", G::GREEDY, || boxed::<G>(SparringHabit::Greedy)),
        partner("hasty", "Hasty", "急躁", hasty, || boxed::<G>(SparringHabit::Hasty)),
        partner("careful", "Careful", "谨慎", G::CAREFUL, || boxed::<G>(SparringHabit::Careful)),
    ]
}

fn boxed<G: SparringGame>(habit: SparringHabit) -> Box<dyn Engine> {
    Box::new(SparringEngine::<G>::new(habit))
}

const fn partner(
    id: &'static str,
    name: &'static str,
    name_zh: &'static str,
    (text, text_zh): SparringText,
    make: fn() -> Box<dyn Engine>,
) -> Preset {
    Preset { id, name, name_zh, text, text_zh, depth: 0, make }
}

/// An [`Engine`] with a habit.
#[derive(Debug)]
pub struct SparringEngine<G> {
    habit: SparringHabit,
    game: PhantomData<G>,
}

impl<G: SparringGame> SparringEngine<G> {
    /// A player with this habit.
    #[must_use]
    pub const fn new(habit: SparringHabit) -> Self {
        Self { habit, game: PhantomData }
    }

    /// The moves of a position between which the player does not distinguish, given the habit of this move.
    #[must_use]
    pub fn choices(
        habit: SparringHabit,
        position: &<G::Rules as SessionRules>::Position,
    ) -> Vec<MoveOf<G::Rules>> {
        let moves = position.moves();
        let rank = |m| {
            let SparringWeight { wins, takes, balance } = G::weigh(position, m);
            match habit {
                SparringHabit::Random => (false, 0),
                SparringHabit::Greedy => (false, takes),
                SparringHabit::Careful | SparringHabit::Hasty => (wins, balance),
            }
        };
        let ranks: Vec<_> = moves.iter().map(|&m| rank(m)).collect();
        let best = ranks.iter().max().copied();
        let best = moves.into_iter().zip(&ranks).filter(|(_, rank)| Some(**rank) == best);
        best.map(|(m, _)| m).collect()
    }

    /// The move of the player. The same seed gives the same move in the same position.
    #[must_use]
    pub fn choose(
        &self,
        position: &<G::Rules as SessionRules>::Position,
        seed: u64,
    ) -> Option<MoveOf<G::Rules>> {
        let lot = Key::random(position.key().0 ^ Key::random(seed).0).0;
        let habit = match self.habit {
            SparringHabit::Hasty if lot % 10 < CARELESS => SparringHabit::Greedy,
            habit => habit,
        };
        let choices = Self::choices(habit, position);
        let place = Key::random(lot).0.checked_rem(choices.len() as u64)?;
        choices.get(place as usize).copied()
    }
}

impl<G: SparringGame> Engine for SparringEngine<G> {
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        options::check(self.options(), name, value).map(|_| ())
    }

    fn search(
        &mut self,
        session: &dyn Session,
        limits: &Limits,
        _: &Control,
        _: &mut dyn FnMut(&Info),
    ) -> Result<BestMove, EngineError> {
        let position = GameSession::<G::Rules>::of(session, G::PLAYS)?.line().position();
        let best = self.choose(position, limits.seed).map(|m| m.to_string());
        Ok(BestMove { best, ponder: None, info: None })
    }

    /// It judges no positions: all are even.
    fn evaluate(&mut self, session: &dyn Session) -> Result<i32, EngineError> {
        GameSession::<G::Rules>::of(session, G::PLAYS)?;
        Ok(0)
    }
}
