use crate::study::commands::{self, CommentContent};
use crate::study::{Edit, NewNode, Node, Setup, Study, StudyError, limits};
use engine::Session;
use records::{Branch, Node as RecordNode, Record, Tags};
use std::collections::{BTreeSet, HashMap};

/// What of a study is written to a file.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum StudyExtent {
    /// Everything.
    Whole,
    /// The main line without comments: for formats that hold no more.
    MainLine,
}

/// The set-up and the edits of a study with what a file says of a game. `root` stands at its start;
/// `clean` removes from a text what cannot be shown.
///
/// # Errors
/// When the game is too large.
pub fn from_record(
    record: &Record,
    root: &dyn Session,
    players: [String; 2],
    clean: &dyn Fn(&str) -> String,
) -> Result<(Setup, Vec<Edit>), StudyError> {
    let names = root.board().names;
    let mut reading = RecordReader {
        squares: names.into_iter().filter(|name| !name.is_empty()).collect(),
        clean,
        added: Vec::new(),
        children: HashMap::new(),
    };
    let about = reading.said(&record.line.comments);
    reading.branch(&record.line, 0)?;
    let mut edits = Vec::new();
    if !about.text.is_empty() {
        edits.push(Edit::Comment { node: 0, text: about.text });
    }
    if !about.shapes.is_empty() {
        let shapes = about.shapes.into_iter().take(limits::SHAPES).collect();
        edits.push(Edit::Shapes { node: 0, shapes });
    }
    if about.evaluation.is_some() {
        edits.push(Edit::Evaluate { node: 0, evaluation: about.evaluation });
    }
    if !reading.added.is_empty() {
        edits.push(Edit::Add { nodes: reading.added });
    }
    let tags = record.tags.iter().map(|(name, value)| (clean(name), clean(value)));
    let setup = Setup {
        players,
        tags: tags.collect(),
        result: record.result,
        given: u32::try_from(edits.len()).unwrap_or(u32::MAX),
        ..Setup::of(root)
    };
    Ok((setup, edits))
}

/// The time in milliseconds that a file gives for each move of the game itself; 0 where it gives none.
#[must_use]
pub fn move_times(record: &Record) -> Vec<u64> {
    let squares = BTreeSet::new();
    let time = |comment: &String| commands::read(comment, &squares).time_ms;
    let moves = record.line.moves.iter();
    moves.map(|node| node.comments.iter().map(time).max().unwrap_or(0)).collect()
}

struct RecordReader<'a> {
    squares: BTreeSet<String>,
    clean: &'a dyn Fn(&str) -> String,
    added: Vec<NewNode>,
    /// The node with a move after another: a variation that repeats the moves of another line is the
    /// same line.
    children: HashMap<(u32, String), u32>,
}

impl RecordReader<'_> {
    fn said(&self, comments: &[String]) -> CommentContent {
        let mut said = CommentContent::default();
        for comment in comments {
            said.and(commands::read(&(self.clean)(comment), &self.squares));
        }
        if said.text.chars().count() > limits::COMMENT {
            said.text = said.text.chars().take(limits::COMMENT).collect();
        }
        said
    }

    /// Adds a line that begins at a node. Readers limit how deep variations are nested.
    fn branch(&mut self, branch: &Branch<String>, from: u32) -> Result<(), StudyError> {
        let mut parent = from;
        let mut before = if from == 0 && self.added.is_empty() {
            // These belong to the position the game begins with.
            CommentContent::default()
        } else {
            self.said(&branch.comments)
        };
        for node in &branch.moves {
            let id = self.node(node, parent, &std::mem::take(&mut before))?;
            for variation in &node.variations {
                self.branch(variation, parent)?;
            }
            parent = id;
        }
        Ok(())
    }

    fn node(
        &mut self,
        node: &RecordNode<String>,
        parent: u32,
        before: &CommentContent,
    ) -> Result<u32, StudyError> {
        let mut said = self.said(&node.comments);
        let next = u32::try_from(self.added.len() + 1).unwrap_or(u32::MAX);
        if self.added.len() + 1 >= limits::NODES {
            return Err(StudyError::TooMuch { what: "moves of a study", most: limits::NODES });
        }
        let known = self.children.entry((parent, node.mv.clone())).or_insert(next);
        let id = *known;
        if id == next {
            self.added.push(NewNode { parent, text: node.mv.clone(), ..NewNode::default() });
        }
        let added = &mut self.added[id as usize - 1];
        if added.before.is_empty() {
            added.before.clone_from(&before.text);
        }
        said.shapes.splice(0..0, before.shapes.iter().cloned());
        let mut all = CommentContent {
            text: std::mem::take(&mut added.comment),
            shapes: std::mem::take(&mut added.shapes),
            evaluation: added.evaluation.take(),
            extra: std::mem::take(&mut added.extra),
            time_ms: added.time_ms,
        };
        all.and(said);
        all.shapes.truncate(limits::SHAPES);
        added.comment = all.text.chars().take(limits::COMMENT).collect();
        added.shapes = all.shapes;
        added.evaluation = all.evaluation;
        added.extra = all.extra.chars().take(limits::COMMENT).collect();
        added.time_ms = all.time_ms;
        for &nag in &node.nags {
            if !added.glyphs.contains(&nag) && added.glyphs.len() < limits::GLYPHS {
                added.glyphs.push(nag);
            }
        }
        Ok(id)
    }
}

impl Study {
    /// The study as the game of a file.
    ///
    /// # Errors
    /// When its variations are nested too deep for a file.
    pub fn record(&self, writing: StudyExtent) -> Result<Record, StudyError> {
        let mut tags = Tags::default();
        for (name, value) in &self.setup.tags {
            tags.set(name, value);
        }
        let mut record = Record {
            variant: self.session.variant().id,
            tags,
            start: Some(self.setup.start.clone()),
            line: Branch::default(),
            result: self.setup.result,
        };
        if writing == StudyExtent::MainLine {
            let texts = self.main_line().into_iter().filter_map(|id| self.node(id)?.text());
            record.line.moves = texts.map(|text| RecordNode::new(text.to_owned())).collect();
            return Ok(record);
        }
        self.must_be_flat()?;
        if let Some(first) = self.node(0).and_then(|root| root.children.first()) {
            record.line = self.branch(*first);
        }
        let root = self.node(0).map(|root| self.comments(root, true)).unwrap_or_default();
        record.line.comments = root;
        Ok(record)
    }

    /// Each level of variations is a level of recursion, here and in the writers.
    fn must_be_flat(&self) -> Result<(), StudyError> {
        let mut nested = vec![0; self.nodes.len()];
        let mut open = vec![0_u32];
        while let Some(id) = open.pop() {
            for (i, child) in self.node(id).into_iter().flat_map(|n| &n.children).enumerate() {
                let depth = nested[id as usize] + usize::from(i > 0);
                if depth > limits::NESTED {
                    let what = "variations within variations of a file";
                    return Err(StudyError::TooMuch { what, most: limits::NESTED });
                }
                nested[*child as usize] = depth;
                open.push(*child);
            }
        }
        Ok(())
    }

    /// The line that begins with a node, with the variations of every later move, and of the first if
    /// it is a main move.
    fn branch(&self, first: u32) -> Branch<String> {
        let mut branch = Branch::default();
        let mut next = Some(first);
        while let Some(id) = next {
            let Some(node) = self.node(id) else { break };
            let siblings = node.parent.and_then(|parent| self.node(parent));
            let siblings = siblings.map_or(&[][..], |parent| &parent.children[..]);
            let is_main = siblings.first() == Some(&id);
            if !is_main && !node.before.is_empty() {
                branch.comments = paragraphs(&node.before);
            }
            let mut written = RecordNode::new(node.text().unwrap_or_default().to_owned());
            written.nags = node.glyphs.clone();
            written.comments = self.comments(node, is_main);
            if is_main {
                written.variations = siblings[1..].iter().map(|id| self.branch(*id)).collect();
            }
            branch.moves.push(written);
            next = node.children.first().copied();
        }
        branch
    }

    /// The comments of a node as a file has them: commands first.
    fn comments(&self, node: &Node, with_before: bool) -> Vec<String> {
        let commands =
            commands::write(&node.shapes, node.evaluation.as_ref(), &node.extra, &self.squares);
        let mut comments = if with_before { paragraphs(&node.before) } else { Vec::new() };
        comments.extend(paragraphs(&node.comment));
        match comments.first_mut() {
            Some(first) if !commands.is_empty() => *first = format!("{commands} {first}"),
            None if !commands.is_empty() => comments.push(commands),
            _ => {}
        }
        comments
    }
}

/// A file has each paragraph as a comment of its own.
fn paragraphs(text: &str) -> Vec<String> {
    let parts = text.split("\n\n").map(str::trim).filter(|part| !part.is_empty());
    parts.map(str::to_owned).collect()
}
