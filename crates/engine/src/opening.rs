use game::Side;
use std::fmt;
use thiserror::Error;

/// An opening protocol of a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningKind {
    /// Its id (`swap2`).
    pub id: String,
    /// Its English name.
    pub name: &'static str,
    /// Its Chinese name, simplified.
    pub name_zh: &'static str,
}

/// Why a choice is not possible, in words.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct OpeningError(pub String);

/// What is to be done at a stage of an opening.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum StageKind {
    /// A stone is put.
    Put,
    /// Somebody chooses among answers: to change the colours, to keep them, to go on otherwise.
    Choose,
    /// The number of fifth moves is declared.
    Declare,
    /// Fifth moves are offered.
    Offer,
    /// One of the fifth moves offered is picked.
    Pick,
    /// The opening is over.
    Play,
}

/// What can be chosen in an opening besides points.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum AnswerKind {
    /// The colours change.
    Swap,
    /// They do not.
    Keep,
    /// Two more stones are put, and then the other chooses.
    PutTwo,
    /// Ten fifth moves are offered.
    OfferTen,
    /// So many fifth moves are declared.
    Declare,
}

/// The part of the board where a stone may go: within a central square, or outside it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// Whether it is the square, and not what is around it.
    pub within: bool,
    /// Points along an edge of the square.
    pub edge: u8,
}

/// What is to be decided now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningStage {
    /// What is to be done.
    pub kind: StageKind,
    /// The side that decides, by its present colour.
    pub decides: Side,
    /// The colour of the stone to be put, if one is.
    pub stone: Option<Side>,
    /// Where it may go; `None` if anywhere.
    pub region: Option<Region>,
    /// Points among which one is chosen.
    pub points: Vec<String>,
    /// The other choices: `swap`, `keep`, `put-two`, `offer-ten`, `declare=5`.
    pub choices: Vec<String>,
    /// The same as data, in the same order.
    pub answers: Vec<OpeningChoice>,
    /// How many fifth moves are still to be offered, the next included.
    pub left: u8,
}

/// A choice other than a point, with its consequences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningChoice {
    /// The text that chooses it (`declare=5`).
    pub choice: String,
    /// What it is.
    pub kind: AnswerKind,
    /// How many fifth moves it declares.
    pub number: Option<u8>,
    /// The next steps after it, at most two.
    pub leads: Vec<OpeningStep>,
}

/// A step that will follow a choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningStep {
    /// What is to be done then.
    pub kind: StageKind,
    /// Whether the side that chooses now takes this step.
    pub own: bool,
    /// How many fifth moves are to be offered in all, where some are.
    pub left: u8,
}

/// A choice other than a point that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningAnswer {
    /// What it is.
    pub kind: AnswerKind,
    /// How many fifth moves it declared.
    pub number: Option<u8>,
    /// The colour of the side that chose, after the choice.
    pub has: Side,
    /// How many stones lay on the board.
    pub stones: usize,
}

/// The effect of a choice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpeningEffect {
    /// The stone that was put.
    pub stone: Option<String>,
    /// Whether the players exchanged colours.
    pub swapped: bool,
}

/// An opening in progress: the decisions before the game proper begins.
pub trait OpeningSession: Send + fmt::Debug {
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

    /// Makes a choice. A point alone means the present action with a point: put it, offer it or pick it.
    ///
    /// # Errors
    /// Why it is not possible; nothing changes then.
    fn act(&mut self, choice: &str) -> Result<OpeningEffect, OpeningError>;

    /// Undoes all that came after its first `stones` stones, choices too.
    fn rewind(&mut self, stones: usize);

    /// Takes back the last fifth move that was offered, while more are to be offered. Returns whether there was
    /// one.
    fn unoffer(&mut self) -> bool;

    /// Whether the players have exchanged colours since the beginning.
    fn is_swapped(&self) -> bool;

    /// The choice of a program, given a function that evaluates stones put in order for the first side (which
    /// begins); `None` when the opening is over.
    fn advise(&self, evaluate: &mut dyn FnMut(&[String]) -> i32) -> Option<String>;

    /// An independent copy.
    fn fork(&self) -> Box<dyn OpeningSession>;
}

impl Clone for Box<dyn OpeningSession> {
    fn clone(&self) -> Self {
        self.fork()
    }
}
