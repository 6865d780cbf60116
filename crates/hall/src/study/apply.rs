use crate::study::tree::number_of;
use crate::study::undo::Inverse;
use crate::study::{
    Edit, EditChanges, FollowedMove, NewNode, Node, Shape, Study, StudyError, limits,
};

impl Study {
    /// Applies an edit.
    ///
    /// # Errors
    /// When it is impossible or reaches a limit; nothing changes then.
    pub fn apply(&mut self, edit: &Edit) -> Result<EditChanges, StudyError> {
        let (changed, inverse) = self.perform(edit)?;
        if inverse.is_some() {
            // Another change: what was taken back before it stays so.
            self.undone.clear();
        }
        self.inverses.extend(inverse);
        if self.inverses.len() > limits::UNDO {
            self.inverses.remove(0);
        }
        self.applied = self.applied.saturating_add(1);
        if self.applied == self.setup.given {
            self.inverses.clear();
        }
        Ok(changed)
    }

    fn perform(&mut self, edit: &Edit) -> Result<(EditChanges, Option<Inverse>), StudyError> {
        match edit {
            Edit::Add { nodes } => self.add(nodes),
            Edit::Follow { node, moves } => self.follow(*node, moves),
            Edit::Comment { node, text } => {
                let known = self.known(*node)?;
                let had = known.before.len() + known.comment.len();
                check_comment(text)?;
                self.check_room((text.len()).saturating_sub(had))?;
                let known = self.known(*node)?;
                let inverse = Inverse::Comment(*node, known.before.clone(), known.comment.clone());
                let changed = self.set(*node, |node| {
                    node.before.clear();
                    node.comment.clone_from(text);
                });
                Ok((changed, Some(inverse)))
            }
            Edit::Glyphs { node, glyphs } => {
                at_most("glyphs", glyphs.len(), limits::GLYPHS)?;
                let had = self.known(*node)?.glyphs.clone();
                let changed = self.set(*node, |node| node.glyphs.clone_from(glyphs));
                Ok((changed, Some(Inverse::Glyphs(*node, had))))
            }
            Edit::Shapes { node, shapes } => {
                let had = self.known(*node)?.shapes.clone();
                self.check_shapes(shapes)?;
                let changed = self.set(*node, |node| node.shapes.clone_from(shapes));
                Ok((changed, Some(Inverse::Shapes(*node, had))))
            }
            Edit::Evaluate { node, evaluation } => {
                let had = self.known(*node)?.evaluation.clone();
                let changed = self.set(*node, |node| node.evaluation.clone_from(evaluation));
                Ok((changed, Some(Inverse::Evaluation(*node, had))))
            }
            Edit::Promote { node } => self.shift(*node, |place| place.saturating_sub(1)),
            Edit::Demote { node } => self.shift(*node, |place| place + 1),
            Edit::MakeMain { node } => self.make_main(*node),
            Edit::Delete { node } => {
                self.known(*node)?;
                let (parent, place, nodes) = self.cut(*node).ok_or(StudyError::Root)?;
                let gone = nodes.iter().map(|(id, _)| *id).collect();
                let changed = EditChanges { gone, node: Some(parent), ..EditChanges::of([parent]) };
                Ok((changed, Some(Inverse::Deleted { parent, place, nodes })))
            }
            Edit::Collapse { node, collapsed } => {
                let had = self.known(*node)?.collapsed;
                let changed = self.set(*node, |node| node.collapsed = *collapsed);
                Ok((changed, Some(Inverse::Collapsed(*node, had))))
            }
            Edit::Title { title } => {
                at_most("characters of the title", title.chars().count(), limits::TITLE)?;
                let had = std::mem::replace(&mut self.title, title.clone());
                let changed = EditChanges { title: true, ..EditChanges::default() };
                Ok((changed, Some(Inverse::Title(had))))
            }
            Edit::Undo => {
                let inverse = self.inverses.pop().ok_or(StudyError::NothingToUndo)?;
                let (changed, again) = self.take_back(inverse);
                self.undone.push(again);
                Ok((changed, None))
            }
            Edit::Redo => {
                let again = self.undone.pop().ok_or(StudyError::NothingToRedo)?;
                let (changed, inverse) = self.take_back(again);
                self.inverses.push(inverse);
                Ok((changed, None))
            }
        }
    }

    fn add(&mut self, added: &[NewNode]) -> Result<(EditChanges, Option<Inverse>), StudyError> {
        let first = self.nodes.len();
        at_most("nodes of a study", first + added.len(), limits::NODES)?;
        self.check_room(
            added
                .iter()
                .map(|node| node.before.len() + node.comment.len() + node.extra.len())
                .sum(),
        )?;
        let mut changed = EditChanges::default();
        for (node, number) in added.iter().zip(1..) {
            if let Err(error) = self.add_one(node, number, &mut changed) {
                // The numbers of what was added before the fault are free again: nobody has seen them.
                for id in (first..self.nodes.len()).rev() {
                    self.cut(number_of(id));
                }
                self.nodes.truncate(first);
                return Err(error);
            }
        }
        let ids = (number_of(first)..number_of(self.nodes.len())).collect();
        Ok((changed, Some(Inverse::Added(ids))))
    }

    fn add_one(
        &mut self,
        added: &NewNode,
        number: usize,
        changed: &mut EditChanges,
    ) -> Result<(), StudyError> {
        check_comment(&added.comment)?;
        check_comment(&added.before)?;
        check_comment(&added.extra)?;
        at_most("glyphs", added.glyphs.len(), limits::GLYPHS)?;
        self.check_shapes(&added.shapes)?;
        let id = self.grow(added.parent, &added.text, number)?;
        let had = self.set(id, |node| {
            node.before.clone_from(&added.before);
            node.comment.clone_from(&added.comment);
            node.glyphs.clone_from(&added.glyphs);
            node.shapes.clone_from(&added.shapes);
            node.evaluation.clone_from(&added.evaluation);
            node.extra.clone_from(&added.extra);
            node.time_ms = added.time_ms;
        });
        changed.nodes.extend(had.nodes);
        changed.nodes.insert(added.parent);
        changed.node = Some(id);
        Ok(())
    }

    /// Adds a move as the last child of a node.
    fn grow(&mut self, parent: u32, text: &str, number: usize) -> Result<u32, StudyError> {
        let ply = self.known(parent)?.ply + 1;
        at_most("plies of a line", ply as usize, limits::PLIES)?;
        self.go(parent)?;
        let side = self.session.side_to_move();
        let played =
            self.session.record(text).map_err(|error| StudyError::Move { number, error })?;
        let id = number_of(self.nodes.len());
        let text = played.played.text.clone();
        if self.child(parent, &text).is_some() {
            self.session.pop();
            return Err(StudyError::Twice { parent, text });
        }
        self.at = id;
        self.nodes.push(Some(Node {
            parent: Some(parent),
            played: Some(played),
            ..Node::bare(ply, side, self.session.verdict())
        }));
        self.known_mut(parent)?.children.push(id);
        Ok(id)
    }

    fn follow(
        &mut self,
        node: u32,
        moves: &[FollowedMove],
    ) -> Result<(EditChanges, Option<Inverse>), StudyError> {
        let first = self.nodes.len();
        self.known(node)?;
        at_most("nodes of a study", first + moves.len(), limits::NODES)?;
        let mut line = Vec::with_capacity(moves.len());
        let mut at = node;
        for (played, number) in moves.iter().zip(1..) {
            let next = match self.child(at, &played.text) {
                Some(child) => child,
                None => match self.grow(at, &played.text, number) {
                    Ok(child) => child,
                    Err(error) => {
                        for id in (first..self.nodes.len()).rev() {
                            self.cut(number_of(id));
                        }
                        self.nodes.truncate(first);
                        return Err(error);
                    }
                },
            };
            line.push((next, played.time_ms));
            at = next;
        }
        let mut changed = EditChanges { node: Some(at), ..EditChanges::of([node]) };
        for (id, time_ms) in line {
            self.put_at(id, 0);
            self.set(id, |node| node.time_ms = time_ms);
            changed.nodes.insert(id);
        }
        // A line that was deleted may be there again now: it cannot come back a second time.
        if self.inverses.iter().any(|inverse| matches!(inverse, Inverse::Deleted { .. })) {
            self.inverses.clear();
        }
        Ok((changed, None))
    }

    fn shift(
        &mut self,
        id: u32,
        place: impl Fn(usize) -> usize,
    ) -> Result<(EditChanges, Option<Inverse>), StudyError> {
        let parent = self.known(id)?.parent.ok_or(StudyError::Root)?;
        let siblings = &self.known(parent)?.children;
        let had = siblings.iter().position(|child| *child == id).unwrap_or(0);
        let next = place(had).min(siblings.len().saturating_sub(1));
        self.put_at(id, next);
        let changed = EditChanges { node: Some(id), ..EditChanges::of([parent]) };
        Ok((changed, Some(Inverse::Places(vec![(id, had)]))))
    }

    fn make_main(&mut self, id: u32) -> Result<(EditChanges, Option<Inverse>), StudyError> {
        self.known(id)?;
        let mut changed = EditChanges { node: Some(id), ..EditChanges::default() };
        let mut places = Vec::new();
        let mut at = id;
        while let Some((parent, had)) = self.put_at(at, 0) {
            if had > 0 {
                places.push((at, had));
                changed.nodes.insert(parent);
            }
            at = parent;
        }
        Ok((changed, Some(Inverse::Places(places))))
    }

    fn check_shapes(&self, shapes: &[Shape]) -> Result<(), StudyError> {
        at_most("shapes", shapes.len(), limits::SHAPES)?;
        let squares = shapes.iter().flat_map(|shape| [Some(&shape.from), shape.to.as_ref()]);
        match squares.flatten().find(|square| !self.squares.contains(*square)) {
            Some(unknown) => Err(StudyError::NoSquare(unknown.chars().take(20).collect())),
            None => Ok(()),
        }
    }

    /// Refuses comments of so many bytes more than a study may have.
    fn check_room(&self, more: usize) -> Result<(), StudyError> {
        at_most("bytes of all comments", self.text + more, limits::TEXT)
    }
}

fn check_comment(text: &str) -> Result<(), StudyError> {
    at_most("characters of a comment", text.chars().count(), limits::COMMENT)
}

const fn at_most(what: &'static str, count: usize, most: usize) -> Result<(), StudyError> {
    if count > most { Err(StudyError::TooMuch { what, most }) } else { Ok(()) }
}
