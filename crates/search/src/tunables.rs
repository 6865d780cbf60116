use std::fmt;

/// One number of the search that can be tuned.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct TunableSpec {
    /// Its name.
    pub name: &'static str,
    /// The default value.
    pub default: i32,
    /// The smallest value.
    pub min: i32,
    /// The largest value.
    pub max: i32,
    /// The step with which tuning begins.
    pub step: i32,
}

/// Why a tunable was not set.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum TunableError {
    /// No tunable has this name.
    Unknown,
    /// The value lies outside its range.
    Range {
        /// The least allowed.
        min: i32,
        /// The greatest allowed.
        max: i32,
    },
}

impl fmt::Display for TunableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => f.write_str("there is no tunable of this name"),
            Self::Range { min, max } => write!(f, "the value must lie between {min} and {max}"),
        }
    }
}

impl std::error::Error for TunableError {}

macro_rules! tunables {
    ($($name:ident = $default:literal, $min:literal, $max:literal, $step:literal;)*) => {
        /// The numbers of the search: margins in centipawns, reductions in 1024ths of a ply.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Tunables { $(pub(crate) $name: i32,)* }

        impl Default for Tunables {
            fn default() -> Self {
                Self { $($name: $default,)* }
            }
        }

        impl Tunables {
            /// All of them, in the order of the table.
            pub const TABLE: &'static [TunableSpec] = &[$(TunableSpec {
                name: stringify!($name), default: $default, min: $min, max: $max, step: $step,
            },)*];

            /// The value of the tunable of this name, if there is one.
            #[must_use]
            pub fn get(&self, name: &str) -> Option<i32> {
                match name {
                    $(stringify!($name) => Some(self.$name),)*
                    _ => None,
                }
            }

            fn slot(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }
        }
    };
}

// name = default, min, max, step;
tunables! {
    aspiration_delta = 14, 4, 100, 4;
    aspiration_depth = 4, 2, 10, 1;
    razor_base = 300, 0, 800, 40;
    razor_depth2 = 220, 0, 500, 30;
    razor_max_depth = 64, 1, 64, 1;
    reverse_depth = 9, 3, 16, 1;
    reverse_margin = 80, 20, 200, 10;
    reverse_improving = 60, 0, 200, 10;
    null_depth = 3, 1, 14, 1;
    null_base = 4, 2, 6, 1;
    null_divisor = 3, 2, 8, 1;
    null_eval_divisor = 200, 80, 500, 25;
    null_margin = 20, 0, 60, 4;
    null_verify_depth = 14, 8, 30, 1;
    iir_depth = 4, 2, 10, 1;
    probcut_depth = 5, 3, 10, 1;
    probcut_margin = 180, 60, 400, 20;
    probcut_improving = 50, 0, 200, 10;
    probable_depth = 3, 2, 10, 1;
    probable_margin = 10, 2, 60, 2;
    probable_percent = 40, 10, 80, 5;
    movecount_base = 3, 1, 10, 1;
    movecount_square = 128, 8, 256, 8;
    futility_base = 120, 0, 400, 15;
    futility_depth = 100, 20, 300, 10;
    futility_max_depth = 9, 3, 16, 1;
    futility_history = 40, 5, 200, 5;
    noisy_futility_base = 200, 0, 600, 20;
    noisy_futility_depth = 180, 40, 500, 20;
    see_noisy = 150, 30, 400, 15;
    see_quiet = 22, 5, 80, 3;
    history_prune = 3600, 500, 10000, 400;
    lmr_base = 900, 0, 2500, 100;
    lmr_factor = 480, 150, 1000, 30;
    lmr_history = 8800, 2000, 30000, 500;
    lmr_not_improving = 900, 0, 2500, 100;
    lmr_cut = 1700, 0, 4000, 150;
    lmr_pv = 1000, 0, 3000, 100;
    lmr_table_pv = 1000, 0, 3000, 100;
    lmr_noisy_hash = 1000, 0, 3000, 100;
    lmr_refutation = 1500, 0, 4000, 150;
    lmr_cutoffs = 900, 0, 3000, 100;
    lmr_forcing = 900, 0, 3000, 100;
    lmr_high = 0, 0, 3, 1;
    lmr_high_margin = 9, 0, 40, 1;
    lmr_improved = 0, 0, 3, 1;
    deeper_margin = 45, 10, 200, 5;
    singular_depth = 6, 4, 12, 1;
    singular_margin = 150, 30, 400, 10;
    double_margin = 18, 0, 100, 3;
    triple_margin = 110, 20, 400, 10;
    double_limit = 9, 0, 30, 1;
    delta_margin = 180, 20, 600, 15;
    quiescence_see = -20, -300, 100, 10;
    quiescence_noisy_limit = 3, 1, 20, 1;
    history_bonus = 150, 30, 500, 15;
    history_bonus_max = 1600, 400, 4000, 100;
    history_malus = 160, 30, 500, 15;
    history_malus_max = 1300, 400, 4000, 100;
    research_bonus = 60, 0, 300, 10;
    hint_weight = 64, 0, 8192, 8;
    gain_weight = 16, 2, 64, 2;
    correction_weight = 60, 0, 200, 6;
    correction_rate = 1, 1, 100, 4;
    singular_improving = 0, 0, 1, 1;
    store_pruned = 0, 0, 1, 1;
    table_move = 0, 0, 1, 1;
    table_refresh = 0, 0, 1, 1;
    doubles_passed = 0, 0, 1, 1;
    horizon = 38, 10, 60, 3;
    eval_order = 0, 0, 60, 3;
    eval_order_max = 1600, 200, 4000, 150;
    hindsight = 0, 0, 1, 1;
    hindsight_fall = 60, 0, 300, 10;
    structure_weight = 0, 0, 256, 12;
    lmr_singular = 0, 0, 3000, 100;
    lmr_late_parent = 0, 0, 3000, 100;
    movecount_linear = 0, 0, 1024, 16;
    movecount_quiet = 0, 0, 1, 1;
    refutation_bonus = 0, 0, 100000, 500;
    quiet_threats = 0, 0, 400, 10;
    threat_plies = 0, 0, 20, 1;
    razor_threats = 0, 0, 8, 1;
    unsettled_plies = 8, 0, 16, 1;
}

impl Tunables {
    /// Sets the tunable of this name.
    ///
    /// ```
    /// let mut t = search::Tunables::default();
    /// assert!(t.set("razor_base", 400).is_ok());
    /// assert!(t.set("razor_base", -1).is_err());
    /// assert!(t.set("no such thing", 1).is_err());
    /// ```
    ///
    /// # Errors
    /// When no tunable has this name or the value lies outside its range; then nothing changes.
    pub fn set(&mut self, name: &str, value: i32) -> Result<(), TunableError> {
        let spec = Self::TABLE.iter().find(|s| s.name == name).ok_or(TunableError::Unknown)?;
        if value < spec.min || value > spec.max {
            return Err(TunableError::Range { min: spec.min, max: spec.max });
        }
        *self.slot(name).expect("the table and the fields are made from the same list") = value;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_lies_in_its_range() {
        let t = Tunables::default();
        for s in Tunables::TABLE {
            assert!(s.min <= s.default && s.default <= s.max && s.step > 0, "{}", s.name);
            assert_eq!(t.get(s.name), Some(s.default));
        }
    }
}
