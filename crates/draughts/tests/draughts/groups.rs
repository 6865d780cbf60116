//! A variant of a group plays as the same variant that is a type.

use draughts::groups::{
    EightByEight, LikeEnglish, LikeInternational, LikeItalian, LikeRussian, TenByTen,
};
use draughts::{Position, VariantRules, VariantVisitor, judge, with_variant};
use game::{Line, Position as _};

struct PlaysAs<G>(G);

impl<G: VariantRules> VariantVisitor for PlaysAs<G> {
    type Output = ();

    fn visit<V: VariantRules>(self) {
        let mut single = Line::new(Position::<V>::start());
        let mut grouped = Line::new(Position::start_of(self.0));
        for ply in 0..400_usize {
            let (here, there) = (single.position(), grouped.position());
            assert_eq!((here.to_string(), here.key()), (there.to_string(), there.key()));
            assert_eq!(here.count_legal(), there.count_legal(), "{here}");
            let (moves, same) = (here.moves(), there.moves());
            let texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
            assert_eq!(texts, same.iter().map(ToString::to_string).collect::<Vec<_>>(), "{here}");
            let verdicts = (judge(&single), judge(&grouped));
            assert_eq!(verdicts.0, verdicts.1, "{here}");
            if verdicts.0.is_some() {
                return;
            }
            let at = (ply * 7 + ply / 5) % moves.len();
            single.push(moves[at]);
            grouped.push(same[at]);
        }
    }
}

fn plays<G: VariantRules>(variants: &[G]) {
    for &variant in variants {
        with_variant(variant.rules().id, PlaysAs(variant)).expect("it is one of the variants");
    }
}

#[test]
fn a_variant_of_a_group_plays_as_it_does_alone() {
    plays(&[LikeInternational::KILLER, LikeInternational::BREAKTHROUGH, LikeInternational::LOSING]);
    plays(&[TenByTen::INTERNATIONAL, TenByTen::FRISIAN]);
    plays(&[LikeRussian::RUSSIAN, LikeRussian::BRAZILIAN, LikeRussian::POOL]);
    plays(&[LikeEnglish::ENGLISH, LikeEnglish::CZECH]);
    plays(&[EightByEight::BRAZILIAN, EightByEight::RUSSIAN, EightByEight::ENGLISH]);
    plays(&[LikeItalian::ITALIAN, LikeItalian::SPANISH]);
}
