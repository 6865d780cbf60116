use game::Side;
use std::fmt;
use thiserror::Error;

/// An opening protocol that a variant can be begun with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningKind {
    /// Its id (`swap2`).
    pub id: String,
    /// Its English name.
    pub name: &'static str,
    /// Its Chinese name, simplified.
    pub name_zh: &'static str,
}

/// Why a choice cannot be made, in words.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct OpeningError(pub String);

/// What is to be decided now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningStage {
    /// `put`, `choose`, `declare`, `offer` or `pick`.
    pub kind: &'static str,
    /// Who decides, by the colour that is theirs as things stand.
    pub decides: Side,
    /// The colour of the stone to be put, if one is.
    pub stone: Option<Side>,
    /// Where it may go: `anywhere`, `within 3`, `outside 5`; empty if it is no matter of zones.
    pub zone: String,
    /// The same as data: whether within or outside the central square, and the points along an
    /// edge of that; `None` if the stone may go anywhere.
    pub region: Option<(bool, u8)>,
    /// Points among which one is chosen.
    pub points: Vec<String>,
    /// What else there is to choose: `swap`, `keep`, `put-two`, `offer-ten`, `declare=5`.
    pub choices: Vec<String>,
    /// The same as data, in the same order.
    pub answers: Vec<OpeningChoice>,
    /// How many fifth moves are still to be offered, the next included.
    pub left: u8,
}

/// Something to choose besides a point, with what it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningChoice {
    /// What to say to choose it (`declare=5`).
    pub choice: String,
    /// `swap`, `keep`, `put-two`, `offer-ten` or `declare`.
    pub kind: &'static str,
    /// How many fifth moves it declares.
    pub number: Option<u8>,
    /// What follows it, at most two steps.
    pub leads: Vec<OpeningStep>,
}

/// A step that will follow a choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningStep {
    /// `put`, `choose`, `declare`, `offer`, `pick`, or `play` when the opening is over.
    pub kind: &'static str,
    /// Whether it is for the one who chooses now.
    pub own: bool,
    /// How many fifth moves are to be offered in all, where some are.
    pub left: u8,
}

/// Something that was chosen besides a point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningAnswer {
    /// `swap`, `keep`, `put-two`, `offer-ten` or `declare`.
    pub kind: &'static str,
    /// How many fifth moves it declared.
    pub number: Option<u8>,
    /// The colour that whoever chose has after it.
    pub has: Side,
    /// How many stones lay on the board.
    pub stones: usize,
}

/// What a choice did to the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpeningEffect {
    /// The stone that was put.
    pub stone: Option<String>,
    /// Whether the players exchanged colours.
    pub swapped: bool,
}

/// An opening in progress: who decides what before the game proper begins.
pub trait Opening: Send + fmt::Debug {
    /// The id of its protocol.
    fn id(&self) -> String;

    /// What is to be decided; `None` when the opening is over.
    fn stage(&self) -> Option<OpeningStage>;

    /// What was chosen besides points, in order.
    fn answers(&self) -> Vec<OpeningAnswer>;

    /// Fifth moves offered so far.
    fn offered(&self) -> Vec<String>;

    /// The choices made so far.
    fn acts(&self) -> Vec<String>;

    /// How many stones it has put on the board.
    fn stones(&self) -> usize;

    /// Makes a choice. A point alone means what is to be done with a point now: put it, offer
    /// it, pick it.
    ///
    /// # Errors
    /// Why it cannot be made; nothing changes then.
    fn act(&mut self, choice: &str) -> Result<OpeningEffect, OpeningError>;

    /// Undoes all that came after its first `stones` stones, choices too.
    fn rewind(&mut self, stones: usize);

    /// Takes the last fifth move offered back, as long as more are to be offered; whether there
    /// was one.
    fn unoffer(&mut self) -> bool;

    /// Whether the players have exchanged colours since the beginning.
    fn is_swapped(&self) -> bool;

    /// What a program should choose, given the worth to the first side of stones put in order
    /// (the first side begins); `None` when the opening is over.
    fn advise(&self, evaluate: &mut dyn FnMut(&[String]) -> i32) -> Option<String>;

    /// A copy that goes its own way.
    fn fork(&self) -> Box<dyn Opening>;
}

impl Clone for Box<dyn Opening> {
    fn clone(&self) -> Self {
        self.fork()
    }
}
