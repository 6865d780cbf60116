use crate::history::{Histories, Row};
use crate::{Domain, MoveOf, Settings};

/// The order of the quiet moves of a position by what was learnt.
pub(crate) struct QuietOrder<'w, D: Domain> {
    domain: D,
    position: &'w D::Position,
    histories: &'w Histories<D>,
    /// Rows of continuation history, and the row of the structure where there is one.
    rows: [&'w [i16]; 3],
    structure: Option<&'w [i16]>,
    structure_weight: i32,
    butterfly: bool,
    hints: D::Hints,
    /// 0 where hints are left out.
    hint_weight: i32,
}

impl<'w, D: Domain> QuietOrder<'w, D> {
    /// `hinted` says whether the domain's hints count.
    #[inline(always)]
    pub(crate) fn new(
        domain: D,
        position: &'w D::Position,
        histories: &'w Histories<D>,
        settings: &Settings,
        hinted: bool,
        info: &D::Info,
        rows: [Row; 3],
    ) -> Self {
        let t = settings.tunables();
        let structure = if D::STRUCTURES > 0 && t.structure_weight > 0 {
            histories.structure(domain.correction_keys(position)[0])
        } else {
            None
        };
        Self {
            domain,
            position,
            histories,
            rows: rows.map(|row| histories.row(row)),
            structure,
            structure_weight: t.structure_weight,
            butterfly: settings.switches().butterfly,
            hints: domain.hints(position, info),
            hint_weight: if hinted { t.hint_weight } else { 0 },
        }
    }

    /// How early a quiet move should be tried.
    #[inline(always)]
    pub(crate) fn score(&self, m: MoveOf<D>) -> i32 {
        let slots = self.domain.slots(self.position, m);
        let place = slots.place as usize;
        let mut score = 0;
        if self.hint_weight != 0 {
            score = self.domain.order_hint(self.position, &self.hints, m) * self.hint_weight / 64;
        }
        if self.butterfly {
            score += 2 * self.histories.butterfly(slots);
        }
        let [one, two, four] = self.rows.map(|row| i32::from(row[place]));
        score += 2 * one + two + four;
        if let Some(row) = self.structure {
            score += i32::from(row[place]) * self.structure_weight / 64;
        }
        score
    }
}
