//! Any sequence of edits and its undo restores the tree; a log replays to the same study; a file read, made a
//! study and written again is the same file.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use hall::study::{
    Edit, EditChanges, Evaluation, FollowedMove, NewNode, Node, Score, Setup, Shape, ShapeColor,
    Study, StudyError, StudyExtent, from_record,
};
use proptest::prelude::*;

const GAMES: [&str; 6] = ["xiangqi", "draughts", "draughts-russian", "gomoku", "renju", "reversi"];

fn study(variant: &str) -> Study {
    let root = games::new_session(variant, None, None).unwrap();
    Study::new(Setup::of(root.as_ref()), root)
}

/// What a person sees of a study, by the numbers of the nodes.
fn tree(study: &Study) -> (String, Vec<(u32, Node)>) {
    let nodes = study.nodes().map(|(id, node)| (id, node.clone())).collect();
    (study.title().to_owned(), nodes)
}

/// Every node is where its parent says, once, with another move than its siblings, and its move leads from
/// the parent's position to its own.
fn is_sound(study: &mut Study) {
    let nodes = tree(study).1;
    for (id, node) in &nodes {
        let mut texts = Vec::new();
        for child in &node.children {
            let below = study.node(*child).unwrap();
            assert_eq!((below.parent, below.ply), (Some(*id), node.ply + 1));
            texts.push(below.text().unwrap().to_owned());
        }
        let count = texts.len();
        texts.sort();
        texts.dedup();
        assert_eq!(texts.len(), count, "two children of {id} have the same move");
        if let Some(parent) = node.parent {
            assert!(study.node(parent).unwrap().children.contains(id));
            let mut before = study.game_at(parent).unwrap();
            before.push(node.text().unwrap()).unwrap();
            assert_eq!(before.position_text(), study.game_at(*id).unwrap().position_text());
        }
    }
    let reached: usize = nodes.iter().map(|(_, node)| node.children.len()).sum();
    assert_eq!(reached + 1, nodes.len());
}

/// An edit out of numbers: of a node that there is, or, now and then, of one that there is not.
fn edit(study: &mut Study, [kind, which, pick]: [u16; 3]) -> Edit {
    let ids: Vec<u32> = study.nodes().map(|(id, _)| id).collect();
    let node = if which % 19 == 18 { u32::from(which) } else { ids[which as usize % ids.len()] };
    let text = format!("note {pick}");
    match kind % 16 {
        0..=6 => {
            let Ok(game) = study.game_at(node) else { return Edit::Delete { node } };
            let moves = game.legal_moves();
            if moves.is_empty() {
                return Edit::Undo;
            }
            let mv = &moves[pick as usize % moves.len()];
            match study.line(node, std::slice::from_ref(mv)).unwrap() {
                (Some(edit), _) => edit,
                (None, child) => Edit::Comment { node: child, text },
            }
        }
        7 => Edit::Comment { node, text },
        8 => Edit::Glyphs { node, glyphs: vec![pick % 7, 139] },
        9 => {
            let names = study.game_at(0).unwrap().board().names;
            let names: Vec<_> = names.into_iter().filter(|name| !name.is_empty()).collect();
            let square = |n: u16| names[n as usize % names.len()].clone();
            let to = (pick % 2 == 0).then(|| square(pick / 3));
            Edit::Shapes {
                node,
                shapes: vec![Shape { color: ShapeColor::Red, from: square(pick), to }],
            }
        }
        10 => {
            let score = Score::Cp(i32::from(pick) - 300);
            Edit::Evaluate { node, evaluation: Some(Evaluation::of_file(score, 3)) }
        }
        11 => Edit::Promote { node },
        12 => Edit::Demote { node },
        13 => Edit::MakeMain { node },
        14 => Edit::Delete { node },
        _ if pick % 2 == 0 => Edit::Collapse { node, collapsed: pick % 4 == 0 },
        _ => Edit::Title { title: text },
    }
}

fn numbers(most: usize) -> impl Strategy<Value = Vec<[u16; 3]>> {
    prop::collection::vec(prop::array::uniform3(0_u16..600), 1..most)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn undo_restores_the_tree(variant in prop::sample::select(&GAMES), numbers in numbers(40)) {
        let mut study = study(variant);
        let mut before = Vec::new();
        for numbers in numbers {
            let edit = edit(&mut study, numbers);
            let was = tree(&study);
            match study.apply(&edit) {
                Ok(changed) => {
                    check_changed(&was, &study, &changed);
                    if edit != Edit::Undo {
                        before.push(was);
                    } else {
                        prop_assert_eq!(before.pop(), Some(tree(&study)));
                    }
                }
                Err(_) => prop_assert_eq!(tree(&study), was, "a refused edit changes nothing"),
            }
            is_sound(&mut study);
        }
        let mut after = Vec::new();
        while let Some(was) = before.pop() {
            prop_assert!(study.can_undo());
            after.push(tree(&study));
            study.apply(&Edit::Undo).unwrap();
            prop_assert_eq!(tree(&study), was);
        }
        prop_assert!(!study.can_undo());
        // What was taken back is done again, step by step, and can be taken back again.
        for was in after.iter().rev() {
            prop_assert!(study.can_redo());
            let changed = study.apply(&Edit::Redo).unwrap();
            prop_assert!(changed.nodes.is_disjoint(&changed.gone));
            prop_assert_eq!(&tree(&study), was);
            is_sound(&mut study);
        }
        for _ in &after {
            study.apply(&Edit::Undo).unwrap();
        }
        prop_assert_eq!(study.apply(&Edit::Undo), Err(StudyError::NothingToUndo));
    }

    #[test]
    fn a_log_replays_to_the_same_study(
        variant in prop::sample::select(&GAMES), numbers in numbers(40)
    ) {
        let mut first = study(variant);
        let mut log = Vec::new();
        for (i, numbers) in numbers.into_iter().enumerate() {
            let edit = if i % 7 == 6 { Edit::Undo } else { edit(&mut first, numbers) };
            if first.apply(&edit).is_ok() {
                log.push(serde_json::to_string(&edit).unwrap());
            }
        }
        let mut second = study(variant);
        for edit in &log {
            second.apply(&serde_json::from_str(edit).unwrap()).unwrap();
        }
        prop_assert_eq!(tree(&second), tree(&first));
        prop_assert_eq!(second.can_undo(), first.can_undo());
    }

    #[test]
    fn a_study_written_and_read_is_the_same(
        variant in prop::sample::select(&GAMES), numbers in numbers(60)
    ) {
        let mut study = study(variant);
        for numbers in numbers {
            let edit = edit(&mut study, numbers);
            let _ = study.apply(&edit);
        }
        let record = study.record(StudyExtent::Whole).unwrap();
        let root = games::new_session(variant, None, None).unwrap();
        let (setup, edits) =
            from_record(&record, root.as_ref(), Default::default(), &str::to_owned).unwrap();
        let mut again = Study::new(setup, root);
        for edit in &edits {
            again.apply(edit).unwrap();
        }
        prop_assert!(!again.can_undo(), "what a study begins with cannot be undone");
        prop_assert_eq!(again.record(StudyExtent::Whole).unwrap(), record);
        prop_assert_eq!(again.moves(), study.moves());
    }
}

/// The nodes that changed are those that an edit names.
fn check_changed(was: &(String, Vec<(u32, Node)>), study: &Study, changed: &EditChanges) {
    assert!(changed.nodes.is_disjoint(&changed.gone));
    for (id, node) in &was.1 {
        match study.node(*id) {
            None => assert!(changed.gone.contains(id), "{id} is gone"),
            Some(now) if now != node => assert!(changed.nodes.contains(id), "{id} has changed"),
            Some(_) => {}
        }
    }
    let known = |id: u32| was.1.iter().any(|(known, _)| *known == id);
    for (id, _) in study.nodes().filter(|(id, _)| !known(*id)) {
        assert!(changed.nodes.contains(&id), "{id} is new");
    }
    assert!(changed.title || study.title() == was.0);
}

#[test]
fn a_running_game_is_followed_on_the_main_line() {
    let mut study = study("xiangqi");
    let followed = |texts: &[&str]| -> Vec<FollowedMove> {
        texts.iter().map(|text| FollowedMove { text: (*text).to_owned(), time_ms: 7 }).collect()
    };
    let texts = |study: &Study| -> Vec<String> {
        let line = study.main_line().into_iter();
        line.map(|id| study.node(id).unwrap().text().unwrap().to_owned()).collect()
    };
    let edit = study.following(&followed(&["h2e2", "h9g7"])).unwrap();
    study.apply(&edit).unwrap();
    assert_eq!(texts(&study), ["h2e2", "h9g7"]);
    assert_eq!(study.following(&followed(&["h2e2", "h9g7"])), None);
    // A person tried another move and the next one of the game; the game goes on.
    for text in ["b0c2", "h0g2"] {
        let (edit, _) = study.line(2, &[text]).unwrap();
        study.apply(&edit.unwrap()).unwrap();
    }
    let edit = study.following(&followed(&["h2e2", "h9g7", "h0g2", "i9h9"])).unwrap();
    let changed = study.apply(&edit).unwrap();
    assert_eq!((changed.node, changed.gone.len()), (Some(5), 0));
    assert_eq!(texts(&study), ["h2e2", "h9g7", "h0g2", "i9h9"]);
    assert_eq!(study.node(2).unwrap().children, [4, 3]);
    assert_eq!(study.node(5).unwrap().time_ms, 7);
    // Moves that were taken back in the game stay as a variation.
    let edit = study.following(&followed(&["b2e2"])).unwrap();
    study.apply(&edit).unwrap();
    assert_eq!((texts(&study).len(), study.moves()), (1, 6));
    is_sound(&mut study);
}

#[test]
fn limits_are_refused_and_change_nothing() {
    let mut study = study("gomoku");
    let (edit, _) = study.line(0, &["h8"]).unwrap();
    study.apply(&edit.unwrap()).unwrap();
    let was = tree(&study);
    let node = 1;
    let point = Shape { color: ShapeColor::Green, from: "h8".to_owned(), to: None };
    let off = Shape { from: "z99".to_owned(), ..point.clone() };
    let add = |parent, text: &str| NewNode { parent, text: text.to_owned(), ..NewNode::default() };
    for edit in [
        Edit::Comment { node, text: "x".repeat(8_001) },
        Edit::Glyphs { node, glyphs: vec![1; 17] },
        Edit::Shapes { node, shapes: vec![point; 101] },
        Edit::Shapes { node, shapes: vec![off] },
        Edit::Title { title: "x".repeat(201) },
        Edit::Delete { node: 0 },
        Edit::Promote { node: 0 },
        Edit::Comment { node: 9, text: String::new() },
        // The second of these is not legal: the first is not there either.
        Edit::Add { nodes: vec![add(1, "a1"), add(2, "a1")] },
        Edit::Add { nodes: vec![add(0, "h8")] },
        Edit::Add { nodes: vec![add(1, "h9"); 10_000] },
    ] {
        assert!(study.apply(&edit).is_err(), "{edit:?}");
        assert_eq!(tree(&study), was);
    }
    let (edit, _) = study.line(1, &["a1"]).unwrap();
    assert_eq!(study.apply(&edit.unwrap()).unwrap().node, Some(2), "no number was lost");
}

#[test]
fn a_file_with_variations_comments_and_shapes_comes_back() {
    let file = "[Game \"Chinese Chess\"]\n[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n\
                [Round \"?\"]\n[Red \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n[Format \"ICCS\"]\n\n\
                {the game} 1. H2-E2 $1 {[%csl Ge4][%cal Gh2e2][%eval 0.35,18] a cannon} \
                (1. B0-C2 {a horse} H9-G7 (1... B9-C7)) 1... H9-G7 {one} {two} 2. H0-G2 1-0\n\n";
    let hints = games::files::Hints { name: "a.pgn", ..Default::default() };
    let read = |text: &str| games::files::read(text.as_bytes(), &hints).unwrap().next().unwrap();
    let record = read(file).unwrap();
    let root = games::new_session(record.variant, None, record.start.as_deref()).unwrap();
    let players = ["A", "B"].map(str::to_owned);
    let (setup, edits) = from_record(&record, root.as_ref(), players, &str::to_owned).unwrap();
    assert_eq!((setup.result, setup.given), (Some(game::Outcome::FirstWins), 2));
    let mut study = Study::new(setup, root);
    for edit in &edits {
        study.apply(edit).unwrap();
    }
    let first = study.node(1).unwrap();
    assert_eq!((first.comment.as_str(), &first.glyphs[..]), ("a cannon", &[1][..]));
    assert_eq!((first.shapes.len(), first.evaluation.as_ref().unwrap().depth), (2, 18));
    assert_eq!(study.node(0).unwrap().children.len(), 2);
    assert_eq!(study.node(0).unwrap().comment, "the game");
    let written = study.record(StudyExtent::Whole).unwrap();
    assert_eq!(written.line, record.line);
    let mut out = Vec::new();
    games::files::write(&mut out, &written, games::files::format_named("pgn").unwrap(), None)
        .unwrap();
    assert_eq!(read(&String::from_utf8(out).unwrap()).unwrap().line, record.line);
}
