use std::fmt;

/// A name that is neither a technique nor a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownSwitch {
    /// The name.
    pub name: String,
}

impl fmt::Display for UnknownSwitch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is no technique of the search; there are:", self.name)?;
        for name in Switches::GROUPS.iter().chain(Switches::NAMES) {
            write!(f, " {name}")?;
        }
        Ok(())
    }
}

impl std::error::Error for UnknownSwitch {}

macro_rules! switches {
    ($($group:literal { $($(#[$doc:meta])* $field:ident $name:literal,)* })*) => {
        /// The techniques in use. All are on unless they are switched off to measure their value.
        #[derive(Copy, Clone, Debug, PartialEq, Eq)]
        pub struct Switches { $($($(#[$doc])* pub $field: bool,)*)* }

        impl Switches {
            /// The names of the groups.
            pub const GROUPS: &'static [&'static str] = &[$($group,)*];
            /// The names of the single techniques.
            pub const NAMES: &'static [&'static str] = &[$($($name,)*)*];

            /// All techniques on.
            #[must_use]
            #[inline]
            pub const fn all() -> Self {
                Self { $($($field: true,)*)* }
            }

            /// All techniques off: the rest is plain alpha-beta, whose result is the minimax value.
            #[must_use]
            #[inline]
            pub const fn none() -> Self {
                Self { $($($field: false,)*)* }
            }

            /// Switches a technique, or all of a group, on or off. Returns `false` when neither has
            /// this name.
            pub fn turn(&mut self, name: &str, on: bool) -> bool {
                let mut found = false;
                $(
                    let whole = name == $group;
                    $(
                        if whole || name == $name {
                            self.$field = on;
                            found = true;
                        }
                    )*
                )*
                found
            }
        }
    };
}

switches! {
    "table" {
        /// Scores and moves from the transposition table.
        table "transposition-table",
        /// Distances to mate narrow the window.
        mate_distance "mate-distance",
    }
    "pruning" {
        /// Hopeless nodes go straight to quiescence.
        razoring "razoring",
        /// Nodes far above the window are cut without moves.
        reverse_futility "reverse-futility",
        /// A null move as a test.
        null_move "null-move",
        /// A good capture that beats the window by a margin at lower depth.
        probcut "probcut",
        /// A node that beats the window by a margin at much less depth.
        probable_cuts "probable-cuts",
        /// Late quiet moves are skipped at low depth.
        move_count "move-count",
        /// Moves that cannot reach the window are skipped at low depth.
        futility "futility",
        /// Moves that lose material are skipped at low depth.
        see_pruning "see-pruning",
        /// Moves with poor history are skipped at low depth.
        history_pruning "history-pruning",
    }
    "reductions" {
        /// Later moves are searched less deep first.
        late_moves "late-move-reductions",
        /// Nodes without a hash move are searched less deep.
        internal "internal-reductions",
    }
    "extensions" {
        /// The only good move is searched deeper.
        singular "singular",
        /// The only legal answer to a threat is searched deeper.
        single_reply "single-reply",
    }
    "histories" {
        /// Quiet moves that refuted siblings come first.
        killers "killers",
        /// The move that last refuted the previous one comes first.
        counter_moves "counter-moves",
        /// Success of quiet moves by from and to.
        butterfly "butterfly",
        /// Success of captures by piece, place and victim.
        capture_history "capture-history",
        /// Success of quiet moves after the moves before them.
        continuation "continuation",
        /// The evaluation's error in like positions.
        correction "correction",
    }
    "quiescence" {
        /// Captures are played out before the evaluation is used.
        quiescence "captures",
        /// Checks at the first ply of quiescence.
        quiescence_checks "quiescence-checks",
        /// Captures that lose or cannot reach the window are skipped in quiescence.
        quiescence_pruning "quiescence-pruning",
    }
    "solvers" {
        /// Results that the game's solvers prove before the search, in games that have solvers.
        foresight "foresight",
    }
    "windows" {
        /// Iterations begin with a narrow window around the last score.
        aspiration "aspiration",
    }
}

impl Default for Switches {
    fn default() -> Self {
        Self::all()
    }
}

impl Switches {
    /// All techniques on except those in the list: techniques or groups, separated by commas or
    /// spaces.
    ///
    /// ```
    /// use search::Switches;
    /// let s = Switches::without("null-move, histories").unwrap();
    /// assert!(!s.null_move && !s.killers && s.razoring);
    /// assert!(Switches::without("telepathy").is_err());
    /// ```
    ///
    /// # Errors
    /// When a name in the list is unknown.
    pub fn without(list: &str) -> Result<Self, UnknownSwitch> {
        let mut switches = Self::all();
        for name in list.split([',', ' ']).filter(|n| !n.is_empty()) {
            if !switches.turn(name, false) {
                return Err(UnknownSwitch { name: name.to_owned() });
            }
        }
        Ok(switches)
    }
}
