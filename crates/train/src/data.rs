//! Games become positions of a network.

use crate::job::TrainingJob;
use crate::positions::{Labels, Positions};
use crate::source::{GameReader, HeldOut, Rows, SampleReader};
use datagen::Game;
use engine::{Engine, Features, NetworkInput, Session};
use game::{Outcome, Side};

/// The games of a job.
pub(crate) struct Games<'a> {
    pub(crate) job: &'a TrainingJob,
    pub(crate) features: &'static dyn Features,
}

impl Rows for Positions {
    fn len(&self) -> usize {
        self.len()
    }

    fn append(&mut self, other: &Self) {
        self.append(other);
    }
}

impl SampleReader for Games<'_> {
    type Rows = Positions;

    fn variant(&self) -> &str {
        &self.job.variant
    }

    fn held_out(&self) -> HeldOut {
        HeldOut { seed: self.job.seed, share: self.job.held_out }
    }

    fn most(&self) -> usize {
        self.job.positions.unwrap_or(usize::MAX)
    }

    fn reader(&self) -> Result<Box<dyn GameReader<Positions> + '_>, String> {
        let engine = games::new_engine(&self.job.variant).map_err(|e| e.to_string())?;
        Ok(Box::new(Reader { job: self.job, features: self.features, engine }))
    }
}

/// What a thread reads games with.
struct Reader<'a> {
    job: &'a TrainingJob,
    features: &'static dyn Features,
    engine: Box<dyn Engine>,
}

impl GameReader<Positions> for Reader<'_> {
    fn game(
        &mut self,
        game: &Game,
        mut session: Box<dyn Session>,
        held: bool,
        into: &mut Positions,
    ) -> Result<(), (usize, String)> {
        let mut in_check = false;
        for (number, ply) in (1..).zip(&game.plies) {
            let moves = session.legal_moves();
            let text = moves
                .get(usize::from(ply.index))
                .ok_or_else(|| (number, format!("{} legal moves", moves.len())))?;
            let most = i32::try_from(self.job.most).unwrap_or(i32::MAX);
            let score = ply.score.filter(|&score| i32::from(score).abs() <= most);
            let seen = match score {
                Some(score)
                    if !self.job.quiet || !in_check && self.features.is_quiet(session.as_ref()) =>
                {
                    self.see(session.as_ref(), game.outcome, score, held)
                        .map_err(|why| (number, why))?
                }
                _ => Vec::new(),
            };
            let played = session.push(text).map_err(|e| (number, e.to_string()))?;
            in_check = played.check;
            if played.captured.is_empty() || !self.job.quiet {
                seen.iter().for_each(|(seen, labels)| into.push(seen, *labels));
            }
        }
        Ok(())
    }
}

impl Reader<'_> {
    /// The position, and its other images where they are wanted.
    fn see(
        &mut self,
        session: &dyn Session,
        outcome: Outcome,
        score: i16,
        held: bool,
    ) -> Result<Vec<(NetworkInput, Labels)>, String> {
        let first = match outcome {
            Outcome::FirstWins => 1.0,
            Outcome::Draw => 0.5,
            Outcome::SecondWins => 0.0,
        };
        let own = session.side_to_move() == Side::First;
        let today =
            if held { self.engine.evaluate(session).map_err(|e| e.to_string())? } else { 0 };
        let mut labels = Labels {
            result: if own { first } else { 1.0 - first },
            score,
            today: today.clamp(i16::MIN.into(), i16::MAX.into()) as i16,
            base: 0,
        };
        // The images of cells differ in their regions alone, and are made when they are needed.
        let is_list = self.features.cells().is_none();
        let images = if self.job.images && !held && is_list { self.features.images() } else { 1 };
        let mut all: Vec<(NetworkInput, Labels)> = Vec::new();
        for image in 0..images {
            let mut seen = NetworkInput::default();
            if !self.features.see(session, image, &mut seen) {
                return Err("the features are those of another game".to_owned());
            }
            // The same features in another order are the same position.
            if is_list {
                seen.own.sort_unstable();
                seen.other.sort_unstable();
            }
            if self.job.beside {
                labels.base = seen.hand_made.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
            }
            if all.iter().all(|(known, _)| *known != seen) {
                all.push((seen, labels));
            }
        }
        Ok(all)
    }
}
