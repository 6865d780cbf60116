//! Opening protocols at the border: who decides what before the game proper begins.

use crate::{OpenError, find_variant, gomoku as games};
use game::Side;
use gomoku::opening::{Adviser, Choice, Kind, Opening as Protocol, Player, Stage, Zone};
use thiserror::Error;

/// An opening protocol that a variant can be begun with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningKind {
    /// Its id (`swap2`, `soosorv-8`).
    pub id: String,
    /// Its English name.
    pub name: &'static str,
    /// Its Chinese name, simplified.
    pub name_zh: &'static str,
}

/// Why a choice cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct OpeningError(String);

/// An opening in progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    protocol: Protocol,
}

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
    /// Points among which one is chosen.
    pub points: Vec<String>,
    /// What else there is to choose: `swap`, `keep`, `put-two`, `offer-ten`, `declare=5`.
    pub choices: Vec<String>,
    /// How many fifth moves are still to be offered, the next included.
    pub left: u8,
}

/// What a choice did to the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpeningEffect {
    /// The stone that was put.
    pub stone: Option<String>,
    /// Whether the players exchanged colours.
    pub swapped: bool,
}

/// Protocols of gomoku with their names, then those of renju.
const GOMOKU: [(Kind, &str, &str); 5] = [
    (Kind::Swap2, "Swap2", "Swap2（三子交换，可再加两子）"),
    (Kind::Swap, "Swap", "Swap（三手交换）"),
    (Kind::SwapAfterOne, "Swap after one", "一手交换"),
    (Kind::Pro, "Pro", "Pro（职业规则）"),
    (Kind::LongPro, "Long Pro", "Long Pro（长职业规则）"),
];
const RENJU: [(Kind, &str, &str); 7] = [
    (Kind::Soosorv(8), "Soosõrv-8", "索索夫-8"),
    (Kind::Taraguchi10, "Taraguchi-10", "塔拉山口-10"),
    (Kind::Yamaguchi, "Yamaguchi", "山口规则"),
    (Kind::Rif, "RIF (two fifth moves)", "RIF（三手交换，五手两打）"),
    (Kind::SuperTaraguchi10, "Super Taraguchi-10", "超级塔拉山口-10"),
    (Kind::Sakata, "Sakata", "坂田规则"),
    (Kind::Tarannikov, "Tarannikov", "塔兰尼科夫"),
];

/// The protocols that a variant can be begun with; none where there are none.
///
/// # Errors
/// When the variant is unknown.
///
/// ```
/// let renju = engine::openings("renju")?;
/// assert_eq!(renju[0].id, "soosorv-8");
/// assert!(engine::openings("xiangqi")?.is_empty());
/// # Ok::<(), engine::OpenError>(())
/// ```
pub fn openings(variant: &str) -> Result<Vec<OpeningKind>, OpenError> {
    let variant = find_variant(variant)?;
    let Some((base, size)) = games::named(variant.id).filter(|_| variant.family == "gomoku") else {
        return Ok(Vec::new());
    };
    let all = if base == "renju" { &RENJU[..] } else { &GOMOKU[..] };
    let fits = all.iter().filter(|(kind, ..)| Protocol::new(*kind, size).is_ok());
    Ok(fits
        .map(|&(kind, name, name_zh)| OpeningKind { id: kind.to_string(), name, name_zh })
        .collect())
}

impl Opening {
    /// The opening of a variant with the protocol of this id, at its beginning.
    ///
    /// # Errors
    /// When the variant is unknown or has no such protocol.
    pub fn new(variant: &str, id: &str) -> Result<Self, OpenError> {
        let known = openings(variant)?;
        let size = games::named(find_variant(variant)?.id).map_or(0, |(_, size)| size);
        let protocol = known
            .iter()
            .any(|kind| kind.id == id)
            .then(|| Kind::find(id).and_then(|kind| Protocol::new(kind, size).ok()))
            .flatten();
        let protocol = protocol.ok_or_else(|| OpenError::UnknownOpening {
            variant: variant.chars().take(60).collect(),
            opening: id.chars().take(60).collect(),
            known: known.into_iter().map(|kind| kind.id).collect::<Vec<_>>().join(", "),
        })?;
        Ok(Self { protocol })
    }

    /// Its id.
    #[must_use]
    pub fn id(&self) -> String {
        self.protocol.kind().to_string()
    }

    /// What is to be decided; `None` when the opening is over.
    #[must_use]
    pub fn stage(&self) -> Option<OpeningStage> {
        let stage = self.protocol.stage();
        let decides = self.protocol.side(stage.who()?);
        let (mut points, mut choices) = (Vec::new(), Vec::new());
        for choice in self.protocol.choices() {
            match choice {
                Choice::Put(at) | Choice::Offer(at) | Choice::Pick(at) => {
                    points.push(at.to_string());
                }
                other => choices.push(other.to_string()),
            }
        }
        let (kind, zone, left) = match stage {
            Stage::Put { zone, .. } => ("put", words(zone), 0),
            Stage::Choose { .. } => ("choose", String::new(), 0),
            Stage::Declare { .. } => ("declare", String::new(), 0),
            Stage::Offer { left, .. } => ("offer", String::new(), left),
            Stage::Pick { .. } => ("pick", String::new(), 0),
            Stage::Done => return None,
        };
        let puts = matches!(kind, "put" | "offer" | "pick");
        let stone = puts.then(|| self.protocol.side_to_move());
        Some(OpeningStage { kind, decides, stone, zone, points, choices, left })
    }

    /// Fifth moves offered so far.
    #[must_use]
    pub fn offered(&self) -> Vec<String> {
        self.protocol.offers().iter().map(ToString::to_string).collect()
    }

    /// The choices made so far.
    #[must_use]
    pub fn acts(&self) -> Vec<String> {
        self.protocol.acts().iter().map(ToString::to_string).collect()
    }

    /// How many stones it has put on the board.
    #[must_use]
    pub fn stones(&self) -> usize {
        self.protocol.stones().len()
    }

    /// Makes a choice. A point alone means what is to be done with a point now: put it, offer
    /// it, pick it.
    ///
    /// # Errors
    /// Why it cannot be made; nothing changes then.
    pub fn act(&mut self, choice: &str) -> Result<OpeningEffect, OpeningError> {
        let wrong = |error: gomoku::opening::OpeningError| OpeningError(error.to_string());
        let choice = match (choice.trim().parse::<Choice>().map_err(wrong)?, self.protocol.stage())
        {
            (Choice::Put(at), Stage::Offer { .. }) => Choice::Offer(at),
            (Choice::Put(at), Stage::Pick { .. }) => Choice::Pick(at),
            (choice, _) => choice,
        };
        let (stones, black) = (self.stones(), self.protocol.player(Side::First));
        self.protocol.act(choice).map_err(wrong)?;
        let stone = self.protocol.stones().get(stones).map(ToString::to_string);
        Ok(OpeningEffect { stone, swapped: self.protocol.player(Side::First) != black })
    }

    /// Undoes all that came after its first `stones` stones, choices too.
    ///
    /// ```
    /// let mut opening = engine::Opening::new("gomoku", "swap2")?;
    /// for act in ["h8", "i9", "g7", "put-two", "h10"] {
    ///     opening.act(act)?;
    /// }
    /// opening.rewind(3);
    /// assert_eq!(opening.acts(), ["h8", "i9", "g7"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rewind(&mut self, stones: usize) {
        let puts = |act: &Choice| matches!(act, Choice::Put(_) | Choice::Pick(_));
        while self.stones() > stones || !self.protocol.acts().last().is_none_or(puts) {
            if self.protocol.undo().is_none() {
                return;
            }
        }
    }

    /// Takes the last fifth move offered back, as long as more are to be offered; whether there
    /// was one.
    ///
    /// ```
    /// let mut opening = engine::Opening::new("renju", "rif")?;
    /// for act in ["h8", "h9", "h10", "keep", "i8", "g8"] {
    ///     opening.act(act)?;
    /// }
    /// assert_eq!(opening.offered(), ["g8"]);
    /// assert!(opening.unoffer());
    /// assert!(opening.offered().is_empty() && !opening.unoffer());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn unoffer(&mut self) -> bool {
        let offering = matches!(self.protocol.stage(), Stage::Offer { .. });
        let offered = matches!(self.protocol.acts().last(), Some(Choice::Offer(_)));
        offering && offered && self.protocol.undo().is_some()
    }

    /// Whether the players have exchanged colours since the beginning.
    #[must_use]
    pub fn is_swapped(&self) -> bool {
        self.protocol.player(Side::First) != Player::Opener
    }

    /// What a program should choose, given the worth to Black of stones put in order (Black
    /// first); `None` when the opening is over.
    #[must_use]
    pub fn advise(&self, evaluate: &mut dyn FnMut(&[String]) -> i32) -> Option<String> {
        let mut adviser = Adviser::new(|stones: &[gomoku::Square]| {
            let texts: Vec<String> = stones.iter().map(ToString::to_string).collect();
            evaluate(&texts)
        });
        adviser.choose(&self.protocol).map(|choice| choice.to_string())
    }
}

fn words(zone: Zone) -> String {
    match zone {
        Zone::Anywhere => "anywhere".to_owned(),
        Zone::Within(edge) => format!("within {edge}"),
        Zone::Outside(edge) => format!("outside {edge}"),
    }
}
