use crate::lines::Table;
use crate::rules::{Row, Rules};
use crate::threat::Threats;
use std::fmt;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// The tables of a rule set, computed when it is first used and shared from then on.
pub(crate) struct Family {
    pub(crate) rules: Rules,
    pub(crate) table: Arc<Table>,
    pub(crate) threats: Threats,
}

impl fmt::Debug for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rules.fmt(f)
    }
}

/// The tables computed so far. There are few rule sets, and tables depend on rows alone.
#[derive(Default)]
struct TableCache {
    families: Vec<Arc<Family>>,
    tables: Vec<([Row; 2], Arc<Table>)>,
}

impl Family {
    /// The tables of these rules.
    pub(crate) fn of(rules: Rules) -> Arc<Self> {
        static KNOWN: LazyLock<Mutex<TableCache>> = LazyLock::new(Mutex::default);
        // Only complete entries are pushed, so the list is valid even after a panic of a thread.
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(family) = known.families.iter().find(|family| family.rules == rules) {
            return Arc::clone(family);
        }
        let table = known.tables.iter().find(|(rows, _)| *rows == rules.rows);
        let table = if let Some((_, table)) = table {
            Arc::clone(table)
        } else {
            let table = Arc::new(Table::new(&rules));
            known.tables.push((rules.rows, Arc::clone(&table)));
            table
        };
        let threats = Threats::new(&rules);
        let family = Arc::new(Self { rules, table, threats });
        known.families.push(Arc::clone(&family));
        family
    }
}
