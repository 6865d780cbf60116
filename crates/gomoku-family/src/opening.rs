//! Opening protocols at the interface: the decisions before the game proper begins.

use crate::variants::named;
use engine::{
    AnswerKind, OpeningAnswer, OpeningChoice, OpeningEffect, OpeningError, OpeningKind,
    OpeningSession, OpeningStage, OpeningStep, Region, StageKind, Variant,
};
use game::Side;
use gomoku::opening::{Adviser, Choice, Kind, Opening, Player, Stage, Zone};

/// See [`OpeningSession`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GomokuOpening {
    protocol: Opening,
}

/// The protocols of gomoku with their names, then those of renju.
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

/// The protocols with which a variant can begin.
pub(crate) fn kinds(variant: &Variant) -> Vec<OpeningKind> {
    let Some((base, size)) = named(variant.id) else { return Vec::new() };
    let all = if base == "renju" { &RENJU[..] } else { &GOMOKU[..] };
    let fits = all.iter().filter(|(kind, ..)| Opening::new(*kind, size).is_ok());
    fits.map(|&(kind, name, name_zh)| OpeningKind { id: kind.to_string(), name, name_zh }).collect()
}

impl GomokuOpening {
    /// The opening of a variant by the protocol with this id, in its first stage; `None` if the
    /// variant has no such protocol.
    pub(crate) fn new(variant: &Variant, id: &str) -> Option<Self> {
        let (_, size) = named(variant.id)?;
        kinds(variant).iter().find(|kind| kind.id == id)?;
        Some(Self { protocol: Opening::new(Kind::find(id)?, size).ok()? })
    }

    /// A choice as data; `None` for a choice of a point.
    fn answer(&self, choice: Choice) -> Option<OpeningChoice> {
        let (kind, number) = answer_kind(choice)?;
        Some(OpeningChoice {
            choice: choice.to_string(),
            kind,
            number,
            leads: self.leads(choice).unwrap_or_default(),
        })
    }

    /// The next two steps after a choice, found by making it and putting a stone.
    fn leads(&self, choice: Choice) -> Option<Vec<OpeningStep>> {
        let decider = self.protocol.stage().who()?;
        let mut then = self.protocol.clone();
        then.act(choice).ok()?;
        let mut steps = Vec::new();
        while steps.len() < 2 {
            let stage = then.stage();
            let who = stage.who().unwrap_or_else(|| then.player(then.side_to_move()));
            let left = if let Stage::Offer { left, .. } = stage { left } else { 0 };
            steps.push(OpeningStep { kind: stage_kind(stage), own: who == decider, left });
            if !matches!(stage, Stage::Put { .. }) {
                break;
            }
            then.act(*then.choices().first()?).ok()?;
        }
        Some(steps)
    }
}

impl OpeningSession for GomokuOpening {
    fn id(&self) -> String {
        self.protocol.kind().to_string()
    }

    fn stage(&self) -> Option<OpeningStage> {
        let stage = self.protocol.stage();
        let decides = self.protocol.side(stage.who()?);
        let (mut points, mut choices, mut answers) = (Vec::new(), Vec::new(), Vec::new());
        for choice in self.protocol.choices() {
            match choice {
                Choice::Put(at) | Choice::Offer(at) | Choice::Pick(at) => {
                    points.push(at.to_string());
                }
                other => {
                    choices.push(other.to_string());
                    answers.extend(self.answer(other));
                }
            }
        }
        let (zone, left) = match stage {
            Stage::Put { zone, .. } => (Some(zone), 0),
            Stage::Offer { left, .. } => (None, left),
            Stage::Done => return None,
            _ => (None, 0),
        };
        let kind = stage_kind(stage);
        let region = zone.and_then(|zone| match zone {
            Zone::Anywhere => None,
            Zone::Within(edge) => Some(Region { within: true, edge }),
            Zone::Outside(edge) => Some(Region { within: false, edge }),
        });
        let puts = matches!(kind, StageKind::Put | StageKind::Offer | StageKind::Pick);
        let stone = puts.then(|| self.protocol.side_to_move());
        Some(OpeningStage { kind, decides, stone, region, points, choices, answers, left })
    }

    fn answers(&self) -> Vec<OpeningAnswer> {
        let mut answers = Vec::new();
        let Ok(mut then) = Opening::new(self.protocol.kind(), self.protocol.size()) else {
            return answers;
        };
        for &act in self.protocol.acts() {
            let who = then.stage().who();
            let stones = then.stones().len();
            if then.act(act).is_err() {
                break;
            }
            if let (Some((kind, number)), Some(who)) = (answer_kind(act), who) {
                answers.push(OpeningAnswer { kind, number, has: then.side(who), stones });
            }
        }
        answers
    }

    fn offered(&self) -> Vec<String> {
        self.protocol.offers().iter().map(ToString::to_string).collect()
    }

    fn acts(&self) -> Vec<String> {
        self.protocol.acts().iter().map(ToString::to_string).collect()
    }

    fn stones(&self) -> usize {
        self.protocol.stones().len()
    }

    fn act(&mut self, choice: &str) -> Result<OpeningEffect, OpeningError> {
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

    fn rewind(&mut self, stones: usize) {
        let puts = |act: &Choice| matches!(act, Choice::Put(_) | Choice::Pick(_));
        while self.stones() > stones || !self.protocol.acts().last().is_none_or(puts) {
            if self.protocol.undo().is_none() {
                return;
            }
        }
    }

    fn unoffer(&mut self) -> bool {
        let offering = matches!(self.protocol.stage(), Stage::Offer { .. });
        let offered = matches!(self.protocol.acts().last(), Some(Choice::Offer(_)));
        offering && offered && self.protocol.undo().is_some()
    }

    fn is_swapped(&self) -> bool {
        self.protocol.player(Side::First) != Player::Opener
    }

    fn advise(&self, evaluate: &mut dyn FnMut(&[String]) -> i32) -> Option<String> {
        let mut adviser = Adviser::new(|stones: &[gomoku::Square]| {
            let texts: Vec<String> = stones.iter().map(ToString::to_string).collect();
            evaluate(&texts)
        });
        adviser.choose(&self.protocol).map(|choice| choice.to_string())
    }

    fn fork(&self) -> Box<dyn OpeningSession> {
        Box::new(self.clone())
    }
}

const fn stage_kind(stage: Stage) -> StageKind {
    match stage {
        Stage::Put { .. } => StageKind::Put,
        Stage::Choose { .. } => StageKind::Choose,
        Stage::Declare { .. } => StageKind::Declare,
        Stage::Offer { .. } => StageKind::Offer,
        Stage::Pick { .. } => StageKind::Pick,
        Stage::Done => StageKind::Play,
    }
}

/// The kind of a choice that is not a point, and its number.
const fn answer_kind(choice: Choice) -> Option<(AnswerKind, Option<u8>)> {
    Some(match choice {
        Choice::Swap => (AnswerKind::Swap, None),
        Choice::Keep => (AnswerKind::Keep, None),
        Choice::PutTwo => (AnswerKind::PutTwo, None),
        Choice::OfferTen => (AnswerKind::OfferTen, None),
        Choice::Declare(number) => (AnswerKind::Declare, Some(number)),
        Choice::Put(_) | Choice::Offer(_) | Choice::Pick(_) => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(variant: &str, id: &str, acts: &[&str]) -> GomokuOpening {
        let variant = crate::variants::find(variant).unwrap();
        let mut opening = GomokuOpening::new(variant, id).unwrap();
        for act in acts {
            opening.act(act).unwrap();
        }
        opening
    }

    #[test]
    fn rewinding_undoes_choices_after_the_last_stone_kept() {
        let mut opening = after("gomoku", "swap2", &["h8", "i9", "g7", "put-two", "h10"]);
        opening.rewind(3);
        assert_eq!(opening.acts(), ["h8", "i9", "g7"]);
    }

    #[test]
    fn an_offer_is_taken_back_while_more_are_to_come() {
        let mut opening = after("renju", "rif", &["h8", "h9", "h10", "keep", "i8", "g8"]);
        assert_eq!(opening.offered(), ["g8"]);
        assert!(opening.unoffer());
        assert!(opening.offered().is_empty() && !opening.unoffer());
    }
}
