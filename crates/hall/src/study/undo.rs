use crate::study::tree::{EditChanges, Node};
use crate::study::{Evaluation, Shape, Study};

/// What takes an edit back.
#[derive(Clone, Debug)]
pub(crate) enum Inverse {
    Added(Vec<u32>),
    Comment(u32, String, String),
    Glyphs(u32, Vec<u16>),
    Shapes(u32, Vec<Shape>),
    Evaluation(u32, Option<Evaluation>),
    /// The places that nodes had among their siblings, the last moved first.
    Places(Vec<(u32, usize)>),
    Deleted {
        parent: u32,
        place: usize,
        /// Parents first.
        nodes: Vec<(u32, Node)>,
    },
    Collapsed(u32, bool),
    Title(String),
    /// Several, in this order.
    Many(Vec<Inverse>),
}

/// Nodes that were taken out of the tree: their parent, their place there, and the nodes, parents first.
pub(crate) type RemovedNodes = (u32, usize, Vec<(u32, Node)>);

impl Study {
    /// Takes an edit back, and returns what does it again. A node that is gone since (the game that a study follows may
    /// have made it disappear) is passed over.
    pub(crate) fn take_back(&mut self, inverse: Inverse) -> (EditChanges, Inverse) {
        match inverse {
            Inverse::Added(ids) => {
                let mut changed = EditChanges::default();
                let mut again = Vec::new();
                for id in ids.into_iter().rev() {
                    if let Some((parent, place, nodes)) = self.cut(id) {
                        changed.nodes.insert(parent);
                        changed.gone.extend(nodes.iter().map(|(id, _)| *id));
                        again.push(Inverse::Deleted { parent, place, nodes });
                    }
                }
                changed.nodes = &changed.nodes - &changed.gone;
                again.reverse();
                (changed, Inverse::Many(again))
            }
            Inverse::Comment(id, before, comment) => {
                let had = self.node(id).map(|node| (node.before.clone(), node.comment.clone()));
                let (had_before, had) = had.unwrap_or_default();
                let changed = self.set(id, |node| {
                    node.before = before;
                    node.comment = comment;
                });
                (changed, Inverse::Comment(id, had_before, had))
            }
            Inverse::Glyphs(id, glyphs) => {
                let had = self.node(id).map(|node| node.glyphs.clone()).unwrap_or_default();
                (self.set(id, |node| node.glyphs = glyphs), Inverse::Glyphs(id, had))
            }
            Inverse::Shapes(id, shapes) => {
                let had = self.node(id).map(|node| node.shapes.clone()).unwrap_or_default();
                (self.set(id, |node| node.shapes = shapes), Inverse::Shapes(id, had))
            }
            Inverse::Evaluation(id, evaluation) => {
                let had = self.node(id).and_then(|node| node.evaluation.clone());
                let changed = self.set(id, |node| node.evaluation = evaluation);
                (changed, Inverse::Evaluation(id, had))
            }
            Inverse::Places(places) => {
                let mut changed = EditChanges::default();
                let mut again = Vec::new();
                for (id, place) in places {
                    if let Some((parent, had)) = self.put_at(id, place) {
                        changed.nodes.insert(parent);
                        again.push((id, had));
                    }
                }
                again.reverse();
                (changed, Inverse::Places(again))
            }
            Inverse::Deleted { parent, place, nodes } => self.put_back(parent, place, nodes),
            Inverse::Collapsed(id, collapsed) => {
                let had = self.node(id).is_some_and(|node| node.collapsed);
                let changed = self.set(id, |node| node.collapsed = collapsed);
                (changed, Inverse::Collapsed(id, had))
            }
            Inverse::Title(title) => {
                let had = std::mem::replace(&mut self.title, title);
                (EditChanges { title: true, ..EditChanges::default() }, Inverse::Title(had))
            }
            Inverse::Many(inverses) => {
                let mut changed = EditChanges::default();
                let mut again = Vec::new();
                for inverse in inverses {
                    let (one, back) = self.take_back(inverse);
                    changed.nodes.extend(one.nodes);
                    changed.gone.extend(one.gone);
                    changed.title |= one.title;
                    changed.node = one.node.or(changed.node);
                    again.push(back);
                }
                again.reverse();
                changed.nodes = &changed.nodes - &changed.gone;
                (changed, Inverse::Many(again))
            }
        }
    }

    /// Puts nodes that were cut out back into their place.
    fn put_back(
        &mut self,
        parent: u32,
        place: usize,
        nodes: Vec<(u32, Node)>,
    ) -> (EditChanges, Inverse) {
        let nothing = || (EditChanges::default(), Inverse::Many(Vec::new()));
        let Some(top) = nodes.first().map(|(id, _)| *id) else { return nothing() };
        let Some(above) = self.nodes.get_mut(parent as usize).and_then(Option::as_mut) else {
            return nothing();
        };
        above.children.insert(place.min(above.children.len()), top);
        let mut changed = EditChanges::of([parent]);
        for (id, node) in nodes {
            self.text += node.bytes();
            changed.nodes.insert(id);
            self.nodes[id as usize] = Some(node);
        }
        changed.node = Some(top);
        (changed, Inverse::Added(vec![top]))
    }

    /// Changes one node, if it is there.
    pub(crate) fn set(&mut self, id: u32, change: impl FnOnce(&mut Node)) -> EditChanges {
        let Some(node) = self.nodes.get_mut(id as usize).and_then(Option::as_mut) else {
            return EditChanges::default();
        };
        let before = node.bytes();
        change(node);
        self.text = self.text + node.bytes() - before;
        EditChanges { node: Some(id), ..EditChanges::of([id]) }
    }

    /// Takes a node with all nodes after it out of the tree. `None` for the root and for a node that is gone.
    pub(crate) fn cut(&mut self, id: u32) -> Option<RemovedNodes> {
        let parent = self.node(id)?.parent?;
        let ids = self.below(id);
        if ids.contains(&self.at) {
            // The game must not stand at a node that is gone.
            self.go(parent).ok()?;
        }
        let above = self.nodes.get_mut(parent as usize).and_then(Option::as_mut)?;
        let place = above.children.iter().position(|child| *child == id)?;
        above.children.remove(place);
        let mut nodes = Vec::with_capacity(ids.len());
        for id in ids {
            if let Some(node) = self.nodes[id as usize].take() {
                self.text -= node.bytes();
                nodes.push((id, node));
            }
        }
        Some((parent, place, nodes))
    }

    /// Moves a node to a place among its siblings: its parent, and the place that it had.
    pub(crate) fn put_at(&mut self, id: u32, place: usize) -> Option<(u32, usize)> {
        let parent = self.node(id)?.parent?;
        let above = self.nodes.get_mut(parent as usize).and_then(Option::as_mut)?;
        let had = above.children.iter().position(|child| *child == id)?;
        above.children.remove(had);
        above.children.insert(place.min(above.children.len()), id);
        Some((parent, had))
    }
}
