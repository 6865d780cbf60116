//! The openings this project ships can all be played.

#[test]
fn sixty_openings_of_xiangqi() {
    let text = include_str!("../../../books/xiangqi-60.txt");
    let openings = arena::read_openings("xiangqi", None, text).expect("every line can be played");
    assert_eq!(openings.len(), 60);
    assert!(openings.iter().all(|opening| opening.moves.len() == 8));
}
