//! Positions of games as data for the fit.

use crate::Failure;
use datagen::packed::Reader;
use datagen::{Ending, Game, PackError};
use draughts::{Move, Position, notation};
use draughts_engine::Playable;
use draughts_engine::eval::{Evaluation, TERMS};
use game::{Notation as _, Outcome, Position as _, Side};
use std::path::Path;

/// Scores beyond this, in hundredths, are not fitted to.
const GREATEST_SCORE: i32 = 2000;

/// A position as data for the fit.
pub(super) struct Row {
    pub(super) terms: [i16; TERMS],
    /// Indices into the table: windows of White, then those of Black.
    pub(super) codes: [u16; 16],
    pub(super) phase: f32,
    pub(super) divisors: [f32; 2],
    /// White's, in thousandths of a man.
    score: f32,
    /// White's, from 0 to 1.
    result: f32,
    pub(super) target: f32,
}

/// The expected result of a score.
pub(super) fn chance(score: f32, curve: f32) -> f32 {
    1.0 / (1.0 + (-score / curve).exp())
}

pub(super) fn cross_entropy(p: f32, t: f32) -> f64 {
    let p = p.clamp(1e-6, 1.0 - 1e-6);
    -f64::from(t * p.ln() + (1.0 - t) * (1.0 - p).ln())
}

/// Rows, and those of every twentieth game.
#[derive(Default)]
pub(super) struct Data {
    pub(super) rows: Vec<Row>,
    pub(super) held_out: Vec<Row>,
}

impl Data {
    /// Adds the games of a file of `data`, of a packed file, or of a folder of `yiqi datagen`.
    pub(super) fn read<V: Playable>(
        &mut self,
        path: &Path,
        evaluation: &Evaluation<V>,
    ) -> Result<usize, Failure> {
        let file = if path.is_dir() { path.join("games.yqg") } else { path.to_owned() };
        let fault = |e: String| Failure::from(format!("{}: {e}", file.display()));
        let bytes = std::fs::read(&file).map_err(|e| fault(e.to_string()))?;
        match Reader::new(&bytes[..]) {
            Ok(reader) => self.packed(reader, evaluation).map_err(fault),
            Err(PackError::Other) => {
                let text = String::from_utf8(bytes).map_err(|e| fault(e.to_string()))?;
                Ok(self.text(&text, evaluation))
            }
            Err(error) => Err(fault(error.to_string())),
        }
    }

    fn packed<V: Playable>(
        &mut self,
        mut reader: Reader<&[u8]>,
        evaluation: &Evaluation<V>,
    ) -> Result<usize, String> {
        let header = reader.header();
        if header.variant != V::RULES.id {
            return Err(format!("these are games of {}, not of {}", header.variant, V::RULES.id));
        }
        if header.position.is_some() {
            return Err("the games do not begin at the start".to_owned());
        }
        let mut games = 0;
        loop {
            let block = match reader.next_block() {
                Ok(Some(block)) => block,
                // A run of datagen may be writing the last block.
                Ok(None) | Err(PackError::Torn { .. }) => return Ok(games),
                Err(error) => return Err(error.to_string()),
            };
            for (number, game) in (block.first..).zip(&block.games) {
                if game.ending != Ending::Open {
                    games += 1;
                    self.packed_game(game, evaluation, number % 20 == 19)
                        .map_err(|why| format!("game {number}: {why}"))?;
                }
            }
        }
    }

    fn packed_game<V: Playable>(
        &mut self,
        game: &Game,
        evaluation: &Evaluation<V>,
        held_out: bool,
    ) -> Result<(), String> {
        let result = match game.outcome {
            Outcome::FirstWins => 1.0,
            Outcome::Draw => 0.5,
            Outcome::SecondWins => 0.0,
        };
        let mut position = Position::<V>::start();
        for (number, ply) in (1..).zip(&game.plies) {
            let mut moves: Vec<(String, Move<V>)> =
                position.moves().into_iter().map(|m| (m.to_string(), m)).collect();
            moves.sort_unstable_by(|a, b| a.0.cmp(&b.0));
            let found = moves.get(usize::from(ply.index));
            let (_, m) = found.ok_or_else(|| format!("ply {number} does not exist"))?;
            if let Some(score) = ply.score.map(i32::from) {
                let first = position.side_to_move() == Side::First;
                let score = if first { score } else { -score };
                self.position(&position, evaluation, (score, result), held_out);
            }
            position.make(*m, &mut game::Silent);
        }
        Ok(())
    }

    fn text<V: Playable>(&mut self, text: &str, evaluation: &Evaluation<V>) -> usize {
        let mut games = 0;
        for line in text.lines() {
            // The last line may have been cut short.
            games += usize::from(self.line(line, evaluation, games % 20 == 19).is_some());
        }
        games
    }

    fn line<V: Playable>(
        &mut self,
        line: &str,
        evaluation: &Evaluation<V>,
        held_out: bool,
    ) -> Option<()> {
        let (head, moves) = line.split_once(" |")?;
        let mut head = head.split(' ').skip(1);
        let result: f32 = head.next()?.parse().ok()?;
        let mut position = Position::<V>::start();
        for word in head {
            let m: Move<V> = notation::Engine.parse(&position, word).ok()?;
            position.make(m, &mut game::Silent);
        }
        for word in moves.split_whitespace() {
            let (m, score) = word.split_once(':')?;
            let m = notation::Engine.parse(&position, m).ok()?;
            let score: i32 = score.parse().ok()?;
            self.position(&position, evaluation, (score, result / 2.0), held_out);
            position.make(m, &mut game::Silent);
        }
        Some(())
    }

    /// Adds a position with White's score and result, if the search would evaluate it.
    fn position<V: Playable>(
        &mut self,
        position: &Position<V>,
        evaluation: &Evaluation<V>,
        (score, result): (i32, f32),
        held_out: bool,
    ) {
        let settled = !Side::ALL.into_iter().any(|side| position.can_capture(side));
        if !settled || score.abs() >= GREATEST_SCORE {
            return;
        }
        let sample = evaluation.sample(position);
        let rows = if held_out { &mut self.held_out } else { &mut self.rows };
        rows.push(Row {
            terms: sample.terms.map(|n| n as i16),
            codes: *sample.codes.numbers(),
            phase: sample.phase,
            divisors: sample.divisors.map(|d| d as f32),
            score: 10.0 * score as f32,
            result,
            target: 0.0,
        });
    }

    /// Sets the targets.
    pub(super) fn aim(&mut self, curve: f32, result: f32) {
        for row in self.rows.iter_mut().chain(&mut self.held_out) {
            row.target = result * row.result + (1.0 - result) * chance(row.score, curve);
        }
    }

    /// The curve with which the search's scores predict the results best.
    pub(super) fn fit_curve(&self) -> f32 {
        let loss = |curve: f32| -> f64 {
            let rows = self.rows.iter().step_by(7);
            rows.map(|row| cross_entropy(chance(row.score, curve), row.result)).sum()
        };
        let curves = (10..150).map(|n| n as f32 * 20.0);
        let best = curves.map(|c| (loss(c), c)).min_by(|a, b| a.0.total_cmp(&b.0));
        best.map_or(1000.0, |best| best.1)
    }
}
