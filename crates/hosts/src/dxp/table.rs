use super::clock::OwnClock;
use super::variant;
use arena::{EndManner, GameRecord, MoveRecord, ScheduledGame as Place};
use engine::Session;
use game::{Outcome, Side};
use protocol::draughts::Colour;
use protocol::dxp::{GameReq, Reason};

/// A game in progress.
#[derive(Debug)]
pub(super) struct DxpGame {
    pub(super) session: Box<dyn Session>,
    pub(super) mine: Colour,
    pub(super) clock: OwnClock,
    pub(super) moves: Vec<MoveRecord>,
    names: [String; 2],
    first_to_move: bool,
    time: String,
}

/// Why and how a game ended.
#[derive(Clone, Debug)]
pub(super) struct DxpEnd {
    pub(super) outcome: Option<Outcome>,
    pub(super) manner: EndManner,
    pub(super) reason: String,
    pub(super) detail: String,
}

/// The session a request asks for.
///
/// # Errors
/// What is wrong with its position.
pub(super) fn session(request: &GameReq) -> Result<Box<dyn Session>, String> {
    let start = request.start.as_ref().map(|board| arena::board_text(variant(), board));
    let start = start.transpose().map_err(|error| error.to_string())?;
    games::new_session(variant(), None, start.as_deref()).map_err(|error| error.to_string())
}

pub(super) fn side(colour: Colour) -> Side {
    match colour {
        Colour::White => Side::First,
        Colour::Black => Side::Second,
    }
}

impl DxpGame {
    pub(super) fn new(
        request: &GameReq,
        mine: Colour,
        us: &str,
        them: &str,
    ) -> Result<Self, String> {
        let session = session(request)?;
        let first_to_move = session.side_to_move() == Side::First;
        let (us, them) = (us.to_owned(), them.to_owned());
        let time = match request.moves {
            0 => format!("{} min", request.minutes),
            moves => format!("{moves} moves in {} min", request.minutes),
        };
        Ok(Self {
            session,
            mine,
            clock: OwnClock::new(request.minutes, request.moves),
            moves: Vec::new(),
            names: if mine == Colour::White { [us, them] } else { [them, us] },
            first_to_move,
            time,
        })
    }

    /// `White - Black`.
    pub(super) fn names(&self) -> String {
        self.names.join(" - ")
    }

    /// The number and colour of the move made last, as in `12.` and `12...`.
    pub(super) fn last_number(&self) -> String {
        let offset = usize::from(!self.first_to_move);
        let ply = self.moves.len() + offset;
        let number = ply.div_ceil(2);
        if ply % 2 == 1 { format!("{number}.") } else { format!("{number}...") }
    }

    /// How many plies were played when this move was to be made, if it is in the past or now.
    pub(super) fn plies_before(&self, number: u16, turn: Colour) -> Option<usize> {
        let offset = usize::from(!self.first_to_move);
        let ply = 2 * (usize::from(number).checked_sub(1)?) + usize::from(turn == Colour::Black);
        ply.checked_sub(offset).filter(|&ply| ply <= self.moves.len())
    }

    /// How the game has ended by the rules, if it has.
    pub(super) fn verdict(&self) -> Option<DxpEnd> {
        let verdict = self.session.verdict()?;
        Some(DxpEnd {
            outcome: Some(verdict.outcome),
            manner: EndManner::Rules,
            reason: verdict.reason.to_owned(),
            detail: verdict.evidence,
        })
    }

    /// A result in our own eyes.
    pub(super) fn reason(&self, outcome: Option<Outcome>) -> Reason {
        match outcome {
            None => Reason::Unknown,
            Some(outcome) => match outcome.winner() {
                None => Reason::Drawn,
                Some(winner) if winner == side(self.mine) => Reason::Won,
                Some(_) => Reason::Lost,
            },
        }
    }

    /// The other side ended the game, for a reason in our eyes. What the rules say comes first.
    pub(super) fn ended_by_other(&self, reason: Reason) -> DxpEnd {
        if let Some(end) = self.verdict() {
            return end;
        }
        let mine = side(self.mine);
        let (outcome, word) = match reason {
            Reason::Unknown => (None, "unknown"),
            Reason::Lost => (Some(Outcome::win_of(!mine)), "claimed"),
            Reason::Drawn => (Some(Outcome::Draw), "claimed"),
            Reason::Won => (Some(Outcome::win_of(mine)), "resign"),
        };
        DxpEnd {
            outcome,
            manner: EndManner::Resignation,
            reason: word.to_owned(),
            detail: "said by the other side".to_owned(),
        }
    }

    /// The game as it goes into a log.
    pub(super) fn record(&self, id: u32, end: &DxpEnd) -> GameRecord {
        GameRecord {
            plan: Place { id, opening: 0, players: [0, 1] },
            variant: variant().to_owned(),
            rules: self.session.rules().to_owned(),
            names: self.names.clone(),
            times: [self.time.clone(), self.time.clone()],
            start: self.session.start_text(),
            first_to_move: self.first_to_move,
            moves: self.moves.clone(),
            // A log knows no open result.
            outcome: end.outcome.unwrap_or(Outcome::Draw),
            manner: end.manner,
            reason: end.reason.clone(),
            detail: end.detail.clone(),
        }
    }
}
