//! Opening protocols as Yixin-Board plays them: it asks step by step, and is answered by messages.

use super::consult::BrainEngine;
use super::{Gomocup, Line};
use crate::HostError;
use crate::host::Host;
use protocol::gomocup::{Answer, Point, Stone};
use std::io::Write;

/// The most fifth moves that are offered in Soosõrv-8.
const MOST_OFFERED: u8 = 8;

impl Gomocup {
    /// Answers `SWAP2BOARD` with stones or a choice.
    pub(super) fn swap2<W: Write>(
        &mut self,
        host: &mut Host<Line, W>,
        stones: &[Stone],
    ) -> Result<(), HostError> {
        let set = match stones.len() {
            0 | 3 | 5 => self.table.set_opening(stones),
            other => Err(format!("SWAP2BOARD has {other} stones: 0, 3 or 5 are expected")),
        };
        self.refused = set.clone().err();
        match set {
            Ok(()) => {
                let stones = stones.len();
                self.consult(host, move |consult| vec![consult.swap2(stones)])
            }
            Err(why) => host.say(Answer::Error(why)),
        }
    }

    /// A step of Swap2; the stones of the second and the third were set by `YXBOARD`.
    pub(super) fn swap2_step<W: Write>(
        &mut self,
        host: &mut Host<Line, W>,
        step: u8,
    ) -> Result<(), HostError> {
        let expected = match step {
            1 => 0,
            2 => 3,
            _ => 5,
        };
        if step == 1 {
            // Yixin-Board does not clear the board before a new game.
            let empty = self.table.restart();
            self.refused = empty.clone().err();
        }
        let stones = self.table.stones();
        if stones != expected && self.refused.is_none() {
            let why = format!(
                "YXSWAP2STEP{step}: there are {stones} stones, and {expected} are expected"
            );
            return host.say(Answer::Error(why));
        }
        self.consult(host, move |consult| match (consult.swap2(expected), step) {
            (Answer::Points(points), 1) => moves("SWAP2", 1, &points),
            (Answer::Swap, _) => choice("SWAP2", step - 1, "YES"),
            (Answer::Points(_), _) => choice("SWAP2", step - 1, "NO"),
            (other, _) => vec![other],
        })
    }

    /// A step of Soosõrv-8 with its stones.
    pub(super) fn soosorv<W: Write>(
        &mut self,
        host: &mut Host<Line, W>,
        step: u8,
        offered: u8,
        stones: &[Stone],
    ) -> Result<(), HostError> {
        let (first, rest) = stones.split_at(stones.len().min(if step < 4 { 3 } else { 4 }));
        let is_complete = first.len() == if step < 4 { 3 } else { 4 };
        let set = match (step, rest.len(), offered) {
            _ if !is_complete => Err(format!("{} stones are too few", stones.len())),
            (6, 1..=8, _) => Ok(()),
            (2 | 3, 0, _) | (4 | 5, 0, 1..=MOST_OFFERED) => Ok(()),
            (4 | 5, 0, _) => Err(format!("1 to {MOST_OFFERED} fifth moves can be offered")),
            _ => Err(format!("{} stones are too many", stones.len())),
        };
        let set = set.map_err(|why| format!("YXSOOSORVSTEP{step}: {why}"));
        let set = set.and_then(|()| self.table.set_opening(first));
        self.refused = set.clone().err();
        if let Err(why) = set {
            return host.say(Answer::Error(why));
        }
        let fifths: Vec<Point> = rest.iter().map(|stone| stone.at).collect();
        self.consult(host, move |consult| match step {
            2 => consult.soosorv_swap(1, 1),
            3 => consult.soosorv_fourth(),
            4 => consult.soosorv_swap(2, offered.into()),
            5 => consult.soosorv_offers(offered.into()),
            _ => consult.soosorv_choice(&fifths),
        })
    }
}

/// `SWAP2 MOVE1 7 7`, `SWAP2 MOVE2 6 7` …
fn moves(protocol: &str, first: usize, points: &[Point]) -> Vec<Answer> {
    let numbered = points.iter().zip(first..);
    let text = |(at, n): (&Point, usize)| format!("{protocol} MOVE{n} {} {}", at.x, at.y);
    numbered.map(|stone| Answer::Message(text(stone))).collect()
}

/// `SWAP2 SWAP1 YES`: whether the brain takes the other colour.
fn choice(protocol: &str, number: u8, answer: &str) -> Vec<Answer> {
    vec![Answer::Message(format!("{protocol} SWAP{number} {answer}"))]
}

/// The answers, or why there are none.
fn told(found: Result<Vec<Answer>, String>) -> Vec<Answer> {
    found.unwrap_or_else(|why| vec![Answer::Error(why)])
}

impl BrainEngine<'_> {
    /// The first three stones: the first in the centre, the second beside it, the third within two points of it.
    pub(super) fn soosorv_opening(&mut self) -> Vec<Answer> {
        let found = self.table.size().and_then(|size| {
            let centre = Point { x: size / 2, y: size / 2 };
            self.even_three(|consult| {
                let second = if consult.random(2) == 0 { (0, 1) } else { (1, 1) };
                let second = Point { x: centre.x + second.0, y: centre.y + second.1 };
                loop {
                    let (x, y) = (consult.random(5), consult.random(5));
                    let third = Point {
                        x: (centre.x + x).saturating_sub(2),
                        y: (centre.y + y).saturating_sub(2),
                    };
                    if third != centre && third != second {
                        return vec![centre, second, third];
                    }
                }
            })
        });
        told(found.map(|points| moves("SOOSORV", 1, &points)))
    }

    /// What the side to move gets if the opponent chooses among its `offered` best moves.
    fn worth(&mut self, offered: usize) -> Result<i32, String> {
        let lines = u32::try_from(offered).unwrap_or(1).max(1);
        let found = self.table.session().and_then(|session| self.look(&*session, lines, 1))?;
        let worst = found.iter().take(offered.max(1)).map(|&(_, worth)| worth).min();
        worst.ok_or_else(|| "there is no move".to_owned())
    }

    /// Whether to take the other colour than the one to move.
    fn soosorv_swap(&mut self, number: u8, offered: usize) -> Vec<Answer> {
        let worth = self.worth(offered);
        told(worth.map(|worth| choice("SOOSORV", number, if worth < 0 { "Y" } else { "N" })))
    }

    /// The fourth stone, and the number of fifth moves with which the game is most even.
    fn soosorv_fourth(&mut self) -> Vec<Answer> {
        let found = self.table.session().and_then(|session| {
            let lines = self.look(&*session, 1, 2)?;
            let &(fourth, _) = lines.first().ok_or("there is no move")?;
            let mut next = session.fork();
            next.push(&fourth.to_move()).map_err(|error| error.to_string())?;
            let fifths = self.look(&*next, MOST_OFFERED.into(), 2)?;
            let even = fifths.iter().zip(1..).min_by_key(|((_, worth), _)| worth.unsigned_abs());
            let number = even.map_or(1, |(_, number)| number);
            Ok(vec![Answer::Message(format!("SOOSORV MOVE4 {} {} {number}", fourth.x, fourth.y))])
        });
        told(found)
    }

    /// So many different fifth moves.
    fn soosorv_offers(&mut self, offered: usize) -> Vec<Answer> {
        let found = self.table.session().and_then(|session| {
            // Some of them are the same on a symmetrical board.
            let lines = u32::try_from(offered * 4).unwrap_or(1);
            let best = self.look(&*session, lines, 1)?;
            let size = self.table.size()?;
            let legal = session.legal_moves();
            let legal = legal.iter().filter_map(|text| Point::from_move(text));
            let mut offers: Vec<Point> = Vec::new();
            for at in best.iter().map(|&(at, _)| at).chain(legal) {
                if offers.len() < offered
                    && !offers.iter().any(|&other| self.table.is_same(size, at, other))
                {
                    offers.push(at);
                }
            }
            Ok(offers)
        });
        told(found.map(|offers| {
            let say = |text: String| Answer::Message(format!("SOOSORV MOVE5 {text}"));
            let offers = offers.iter().map(|at| say(format!("{} {}", at.x, at.y)));
            let all = std::iter::once(say("REFRESH".to_owned())).chain(offers);
            all.chain([say("DONE".to_owned())]).collect()
        }))
    }

    /// The offered fifth move that is worst for the side that makes it.
    fn soosorv_choice(&mut self, fifths: &[Point]) -> Vec<Answer> {
        let share = u32::try_from(fifths.len()).unwrap_or(1);
        let mut best: Option<(i32, Point)> = None;
        for &at in fifths {
            let mut table = self.table.clone();
            let looked = table.put(at).and_then(|()| {
                let session = table.session()?;
                match session.verdict() {
                    // A fifth move that ends the game is not chosen.
                    Some(_) => Ok(i32::MIN),
                    None => {
                        Ok(self.look(&*session, 1, share)?.first().map_or(0, |&(_, worth)| worth))
                    }
                }
            });
            match looked {
                Ok(worth) if best.is_none_or(|(most, _)| worth > most) => best = Some((worth, at)),
                Ok(_) => {}
                Err(why) => return vec![Answer::Error(why)],
            }
        }
        let found = best.ok_or_else(|| "no fifth move was offered".to_owned());
        told(
            found
                .map(|(_, at)| vec![Answer::Message(format!("SOOSORV MOVE5 C {} {}", at.x, at.y))]),
        )
    }
}
