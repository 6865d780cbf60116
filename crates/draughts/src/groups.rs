//! Variants that differ in little, as values of one type: what is generic over variants is compiled once for all of them.
//!
//! The search of a variant is some 130 kB of code and four seconds of every first build. Where the rules of a group agree they
//! are constants as in a type of its own ([`VariantRules`]); the others are looked up in the position.

use crate::{
    Brazilian, Breakthrough, Czech, English, Frisian, International, Italian, Killer, Losing, Pool,
    Rules, Russian, Spanish, VariantRules,
};

macro_rules! groups {
    ($($(#[$words:meta])* $group:ident: $($name:ident $variant:ident $place:literal),*;)*) => {
        $($(#[$words])*
        #[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
        pub struct $group(u8);

        impl $group {
            $(#[doc = concat!("[`", stringify!($variant), "`].")]
            pub const $name: Self = Self($place);)*
        }

        impl VariantRules for $group {
            type Bits = u64;
            const ALL: &'static [Rules] = &[$($variant::RULES),*];

            fn of_id(id: &str) -> Option<Self> {
                let all = [$(Self::$name),*];
                all.into_iter().find(|variant| variant.rules().id == id)
            }

            #[inline(always)]
            fn place(self) -> usize {
                usize::from(self.0)
            }
        })*
    };
}

groups! {
    /// Variants of the international game that say otherwise how a king captures a king, or when a game is over.
    ///
    /// ```
    /// use draughts::groups::LikeInternational;
    /// use draughts::{Passing, VariantRules};
    ///
    /// let losing = LikeInternational::LOSING;
    /// assert!(losing.stuck_wins() && !LikeInternational::KILLER.stuck_wins());
    /// assert_eq!(losing.passing(), Passing::StaysMan);
    /// ```
    LikeInternational: KILLER Killer 0, BREAKTHROUGH Breakthrough 1, LOSING Losing 2;

    /// Variants of 10×10, for what need not be fast.
    ///
    /// ```
    /// use draughts::groups::TenByTen;
    /// use draughts::{Reach, VariantRules};
    ///
    /// assert_eq!(TenByTen::INTERNATIONAL.men_capture(), Reach::Diagonal);
    /// assert_eq!(TenByTen::FRISIAN.men_capture(), Reach::Eight);
    /// ```
    TenByTen: INTERNATIONAL International 0, FRISIAN Frisian 1;

    /// Variants of 8×8 with flying kings in which men capture backward too.
    ///
    /// ```
    /// use draughts::groups::LikeRussian;
    /// use draughts::{Obligation, VariantRules};
    ///
    /// assert_eq!(LikeRussian::BRAZILIAN.obligation(), Obligation::Most);
    /// assert_eq!(LikeRussian::POOL.obligation(), Obligation::Any);
    /// ```
    LikeRussian: RUSSIAN Russian 0, BRAZILIAN Brazilian 1, POOL Pool 2;

    /// Variants of 8×8 in which men capture forward only.
    ///
    /// ```
    /// use draughts::groups::LikeEnglish;
    /// use draughts::VariantRules;
    ///
    /// assert!(LikeEnglish::CZECH.flying() && !LikeEnglish::ENGLISH.flying());
    /// ```
    LikeEnglish: ENGLISH English 0, CZECH Czech 1;

    /// Variants of 8×8, for what need not be fast.
    ///
    /// ```
    /// use draughts::groups::EightByEight;
    /// use draughts::{Reach, VariantRules};
    ///
    /// assert_eq!(EightByEight::BRAZILIAN.men_capture(), Reach::Diagonal);
    /// assert_eq!(EightByEight::ENGLISH.men_capture(), Reach::Forward);
    /// ```
    EightByEight: BRAZILIAN Brazilian 0, RUSSIAN Russian 1, ENGLISH English 2;

    /// The same on the mirrored board.
    ///
    /// ```
    /// use draughts::groups::LikeItalian;
    /// use draughts::VariantRules;
    ///
    /// assert!(LikeItalian::SPANISH.men_capture_kings() && !LikeItalian::ITALIAN.men_capture_kings());
    /// ```
    LikeItalian: ITALIAN Italian 0, SPANISH Spanish 1;
}

#[cfg(test)]
mod tests {
    use super::*;
    fn agrees<G: VariantRules>(group: G, single: &Rules) {
        assert_eq!(group.rules(), single);
        assert_eq!(
            (group.men_capture(), group.men_move(), group.king_move(), group.king_capture()),
            (single.men_capture, single.men_move, single.king_move, single.king_capture),
        );
        assert_eq!((group.flying(), group.passing()), (single.flying, single.passing));
        assert_eq!(
            (group.obligation(), group.men_capture_kings()),
            (single.obligation, single.men_capture_kings),
        );
        assert_eq!(
            (group.stop_behind_king(), group.king_run(), group.king_wins(), group.stuck_wins()),
            (single.stop_behind_king, single.king_run, single.king_wins, single.stuck_wins),
        );
        assert_eq!(group.removed_at_once(), single.removed_at_once);
    }

    #[test]
    fn a_variant_of_a_group_has_its_own_rules() {
        agrees(Frisian, &Frisian::RULES);
        agrees(TenByTen::INTERNATIONAL, &International::RULES);
        agrees(TenByTen::FRISIAN, &Frisian::RULES);
        agrees(EightByEight::BRAZILIAN, &Brazilian::RULES);
        agrees(EightByEight::RUSSIAN, &Russian::RULES);
        agrees(EightByEight::ENGLISH, &English::RULES);
        agrees(LikeInternational::KILLER, &Killer::RULES);
        agrees(LikeInternational::BREAKTHROUGH, &Breakthrough::RULES);
        agrees(LikeInternational::LOSING, &Losing::RULES);
        agrees(LikeRussian::RUSSIAN, &Russian::RULES);
        agrees(LikeRussian::BRAZILIAN, &Brazilian::RULES);
        agrees(LikeRussian::POOL, &Pool::RULES);
        agrees(LikeEnglish::ENGLISH, &English::RULES);
        agrees(LikeEnglish::CZECH, &Czech::RULES);
        agrees(LikeItalian::ITALIAN, &Italian::RULES);
        agrees(LikeItalian::SPANISH, &Spanish::RULES);
    }
}
