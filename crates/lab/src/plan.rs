use crate::LabError;
use crate::ladder::Rung;

/// What to measure: every rung on every position at every depth.
#[derive(Clone, Debug)]
pub struct LabPlan {
    /// The variant's id.
    pub variant: String,
    /// The rule set; the variant's first if absent.
    pub rules: Option<String>,
    /// The positions, as text.
    pub positions: Vec<String>,
    /// The rungs.
    pub rungs: Vec<&'static Rung>,
    /// The depths, in plies.
    pub depths: Vec<u32>,
}

/// One search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabSearch {
    /// The variant's id.
    pub variant: String,
    /// The rule set.
    pub rules: Option<String>,
    /// The position, as text.
    pub position: String,
    /// The rung.
    pub rung: &'static Rung,
    /// The depth in plies.
    pub depth: u32,
}

impl LabPlan {
    /// The searches, the shallow ones first: they are the fast ones.
    #[must_use]
    pub fn jobs(&self) -> Vec<LabSearch> {
        let mut depths = self.depths.clone();
        depths.sort_unstable();
        let mut jobs = Vec::new();
        for depth in depths {
            for rung in &self.rungs {
                for position in &self.positions {
                    jobs.push(LabSearch {
                        variant: self.variant.clone(),
                        rules: self.rules.clone(),
                        position: position.clone(),
                        rung,
                        depth,
                    });
                }
            }
        }
        jobs
    }

    /// Checks that all positions and techniques can be searched.
    ///
    /// # Errors
    /// At the first that cannot.
    pub fn check(&self) -> Result<(), LabError> {
        games::new_laboratory(&self.variant)?;
        for position in &self.positions {
            games::new_session(&self.variant, self.rules.as_deref(), Some(position))?;
        }
        for rung in &self.rungs {
            crate::ladder::techniques(rung)?;
        }
        Ok(())
    }
}
