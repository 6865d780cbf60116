//! Positions as the trainer keeps them: about 130 bytes each with 25 pieces.

use engine::NetworkInput;

/// Positions with what the games say of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Positions {
    /// The features of all positions, those of the side to move first.
    features: Vec<u16>,
    /// The regions of the cells of all positions, where a network looks at cells.
    places: Vec<u8>,
    rows: Vec<PositionRow>,
}

/// What belongs to a position besides its features.
#[derive(Copy, Clone, Debug)]
pub(crate) struct PositionRow {
    /// Where its features begin.
    at: usize,
    /// Where the regions of its cells begin.
    places_at: usize,
    own: u16,
    other: u16,
    places: u16,
    pub(crate) bucket: u8,
    /// The share of the output that counts.
    pub(crate) share: f32,
    /// The result for the side to move: 0, ½, 1.
    pub(crate) result: f32,
    /// The score of the search for the side to move, in hundredths.
    pub(crate) score: i16,
    /// The static score of the evaluation that is in use; 0 where it was not asked for.
    pub(crate) today: i16,
    /// What the network's value is added to, in hundredths; 0 for a network alone.
    pub(crate) base: i16,
}

/// How targets are made of a game's result and the search's score.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct TargetMix {
    /// The weight of the result; the rest is the score's.
    pub(crate) result: f32,
    /// Hundredths for an output of 1.
    pub(crate) scale: f32,
}

/// A position.
#[derive(Copy, Clone, Debug)]
pub(crate) struct PositionView<'a> {
    pub(crate) own: &'a [u16],
    pub(crate) other: &'a [u16],
    /// The region of each cell.
    pub(crate) places: &'a [u8],
    /// The number of the position.
    pub(crate) number: usize,
    pub(crate) row: &'a PositionRow,
}

/// What the games say of a position.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Labels {
    pub(crate) result: f32,
    pub(crate) score: i16,
    pub(crate) today: i16,
    pub(crate) base: i16,
}

impl Positions {
    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    pub(crate) fn rows(&self) -> &[PositionRow] {
        &self.rows
    }

    pub(crate) fn push(&mut self, seen: &NetworkInput, labels: Labels) {
        let (at, places_at) = (self.features.len(), self.places.len());
        self.places.extend(&seen.places);
        self.features.extend(seen.own.iter().chain(&seen.other));
        self.rows.push(PositionRow {
            at,
            places_at,
            places: seen.places.len() as u16,
            // No board has so many pieces.
            own: seen.own.len() as u16,
            other: seen.other.len() as u16,
            bucket: seen.bucket,
            share: seen.share,
            result: labels.result,
            score: labels.score,
            today: labels.today,
            base: labels.base,
        });
    }

    /// Takes over the positions of another list.
    pub(crate) fn append(&mut self, other: &Self) {
        let (shift, places) = (self.features.len(), self.places.len());
        self.features.extend(&other.features);
        self.places.extend(&other.places);
        self.rows.extend(other.rows.iter().map(|row| PositionRow {
            at: row.at + shift,
            places_at: row.places_at + places,
            ..*row
        }));
    }

    pub(crate) fn truncate(&mut self, count: usize) {
        self.rows.truncate(count);
    }

    pub(crate) fn get(&self, number: usize) -> PositionView<'_> {
        let row = &self.rows[number];
        let (own, other) = (usize::from(row.own), usize::from(row.other));
        let (own, other) = self.features[row.at..row.at + own + other].split_at(own);
        let places = &self.places[row.places_at..row.places_at + usize::from(row.places)];
        PositionView { own, other, places, number, row }
    }
}

impl PositionRow {
    /// The expected result that is to be learnt.
    pub(crate) fn target(&self, aim: TargetMix) -> f32 {
        let score = chance(f32::from(self.score) / aim.scale);
        aim.result * self.result + (1.0 - aim.result) * score
    }

    /// The result to expect for an output of the network.
    pub(crate) fn expected(&self, output: f32, aim: TargetMix) -> f32 {
        chance(output * self.share + f32::from(self.base) / aim.scale)
    }
}

/// The expected result for an output.
pub(crate) fn chance(output: f32) -> f32 {
    1.0 / (1.0 + (-output).exp())
}
