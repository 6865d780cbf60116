/// How many nodes go by between questions whether to go on.
const ASK: u64 = 1024;

/// How much a solver may do, and how much it has done. A node is a stone tried.
pub struct Budget<'a> {
    limit: u64,
    spent: u64,
    stopped: bool,
    /// Whether `go_on` said so.
    refused: bool,
    go_on: Option<&'a mut dyn FnMut(u64) -> bool>,
}

impl std::fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Budget({} of {})", self.spent, self.limit)
    }
}

impl Budget<'static> {
    /// So many nodes and no more.
    #[must_use]
    pub const fn nodes(limit: u64) -> Self {
        Self { limit, spent: 0, stopped: false, refused: false, go_on: None }
    }
}

impl<'a> Budget<'a> {
    /// As long as `go_on`, asked now and then with the nodes spent, says so.
    #[must_use]
    pub fn while_allowed(go_on: &'a mut dyn FnMut(u64) -> bool) -> Self {
        Self { limit: u64::MAX, spent: 0, stopped: false, refused: false, go_on: Some(go_on) }
    }

    /// With no more than so many nodes.
    #[must_use]
    pub fn at_most(mut self, limit: u64) -> Self {
        self.limit = limit;
        self
    }

    /// With no more than so many nodes besides those spent.
    #[must_use]
    pub fn at_most_more(self, nodes: u64) -> Self {
        let limit = self.spent.saturating_add(nodes);
        self.at_most(limit)
    }

    /// Whether it was told to stop.
    #[must_use]
    pub const fn is_refused(&self) -> bool {
        self.refused
    }

    /// Goes on after a limit was reached, unless it was told to stop.
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

    /// Allows so many nodes more, whatever was said before.
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

    /// Lends a part to a solver within the solver; what it spends is spent here as well.
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
