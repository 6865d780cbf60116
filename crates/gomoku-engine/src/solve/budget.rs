/// The number of nodes between two calls of `go_on`.
const ASK: u64 = 1024;

/// The limit of a solver's work, and the work done so far. A node is a stone tried.
pub struct Budget<'a> {
    limit: u64,
    spent: u64,
    stopped: bool,
    /// Whether `go_on` returned `false`.
    refused: bool,
    go_on: Option<&'a mut dyn FnMut(u64) -> bool>,
}

impl std::fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Budget({} of {})", self.spent, self.limit)
    }
}

impl Budget<'static> {
    /// A budget of this many nodes.
    #[must_use]
    pub const fn nodes(limit: u64) -> Self {
        Self { limit, spent: 0, stopped: false, refused: false, go_on: None }
    }
}

impl<'a> Budget<'a> {
    /// A budget without a limit of nodes. `go_on` is called now and then with the nodes spent, and
    /// ends the work by returning `false`.
    #[must_use]
    pub fn while_allowed(go_on: &'a mut dyn FnMut(u64) -> bool) -> Self {
        Self { limit: u64::MAX, spent: 0, stopped: false, refused: false, go_on: Some(go_on) }
    }

    /// Sets a limit of this many nodes.
    #[must_use]
    pub fn at_most(mut self, limit: u64) -> Self {
        self.limit = limit;
        self
    }

    /// Sets a limit of this many nodes in addition to those spent.
    #[must_use]
    pub fn at_most_more(self, nodes: u64) -> Self {
        let limit = self.spent.saturating_add(nodes);
        self.at_most(limit)
    }

    /// Whether `go_on` stopped it.
    #[must_use]
    pub const fn is_refused(&self) -> bool {
        self.refused
    }

    /// Continues after a limit was reached, unless `go_on` stopped it.
    #[must_use]
    pub fn resumed(mut self) -> Self {
        self.stopped &= self.refused;
        self
    }

    /// The nodes spent so far.
    #[must_use]
    pub const fn spent(&self) -> u64 {
        self.spent
    }

    /// Whether it ran out.
    #[must_use]
    pub const fn is_spent(&self) -> bool {
        self.stopped
    }

    /// Allows this many more nodes, whatever the limit was before.
    pub(super) fn extend(&mut self, nodes: u64) {
        self.limit = self.spent.saturating_add(nodes);
        self.stopped = false;
    }

    /// Takes one node, if there is one left.
    #[inline]
    pub(super) fn take(&mut self) -> bool {
        if self.stopped || self.spent >= self.limit {
            self.stopped = true;
            return false;
        }
        self.spent += 1;
        if self.spent.is_multiple_of(ASK) {
            self.ask();
        }
        !self.stopped
    }

    fn ask(&mut self) {
        if let Some(go_on) = &mut self.go_on
            && !go_on(self.spent)
        {
            self.stopped = true;
            self.refused = true;
        }
    }

    /// Gives a part to a solver within the solver; its nodes count here as well.
    pub(super) fn part<T>(&mut self, limit: u64, work: impl FnOnce(&mut Budget<'_>) -> T) -> T {
        let limit = limit.min(self.limit.saturating_sub(self.spent));
        let mut part = Budget::nodes(limit);
        let result = work(&mut part);
        let asked = self.spent / ASK;
        self.spent += part.spent;
        if self.spent / ASK > asked {
            self.ask();
        }
        result
    }
}
