//! A store that several nodes share.

use crate::leases::{self, LeaseHolder, LeaseJob, LeaseKey};
use crate::opening::Families;
use crate::opening::LockPurpose;
use crate::postgres;
use crate::writer::WriteRequest;
use crate::{Address, Store, StoreError};
use std::fmt;
use std::time::Duration;

/// A node, as the others know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeName {
    /// Who starts under the name of an earlier node takes its place.
    pub name: String,
    /// Whether it hears other nodes, so that several can serve one hall.
    pub hears_others: bool,
}

impl NodeName {
    /// What the stored name of a node begins with that does not hear others. No name has this letter.
    pub(crate) const ALONE: &str = "!";
}

impl fmt::Display for NodeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.hears_others { "" } else { Self::ALONE }, self.name)
    }
}

impl Store {
    /// Opens a database as one of several nodes.
    ///
    /// # Errors
    /// As [`Store::open_database`], but other nodes may use it.
    pub async fn open_node(
        address: &Address,
        families: Families,
        own: &NodeName,
    ) -> Result<Self, StoreError> {
        let locked = postgres::take(address, LockPurpose::Node, &own.to_string()).await?;
        Self::of_database(address, families, locked).await
    }

    /// The number of this node.
    #[must_use]
    pub fn node(&self) -> i64 {
        self.node
    }

    /// The name of a node that lives, came earlier, and cannot serve a hall together with this one: one of the two does not
    /// hear others.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn deaf_node(&self, lease: Duration) -> Result<Option<String>, StoreError> {
        leases::deaf(&self.readers, self.node, lease).await.map_err(|error| self.told(error))
    }

    /// Asks to serve a game or a study, and returns who does then. A node that was not seen for `lease` has ended. What
    /// does not exist is served by nobody.
    ///
    /// # Errors
    /// When the database fails, or this node has ended.
    pub async fn hold(&self, topic: &LeaseKey, lease: Duration) -> Result<LeaseHolder, StoreError> {
        let job = LeaseJob::Hold { topic: topic.clone(), lease };
        if self.write(WriteRequest::Lease(job)).await? == 0 {
            return Ok(LeaseHolder::Nobody);
        }
        self.holder(topic, lease).await
    }

    /// Who serves a game or a study. This takes nothing.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn holder(
        &self,
        topic: &LeaseKey,
        lease: Duration,
    ) -> Result<LeaseHolder, StoreError> {
        let found = leases::holder(&self.readers, self.node, topic, lease).await;
        found.map_err(|error| self.told(error))
    }

    /// Ends earlier nodes with the name of this one. Whoever starts under a name knows that they are gone: their games need
    /// not wait until they count as dead.
    ///
    /// # Errors
    /// When the database fails, or this node has ended.
    pub async fn succeed(&self) -> Result<(), StoreError> {
        self.write(WriteRequest::Lease(LeaseJob::Succeed)).await?;
        Ok(())
    }

    /// Shows that this node lives.
    ///
    /// # Errors
    /// [`StoreError::InUse`] when this node has ended: it must open the database again. Others when the database
    /// fails.
    pub async fn beat(&self) -> Result<(), StoreError> {
        self.write(WriteRequest::Lease(LeaseJob::Beat)).await?;
        Ok(())
    }
}
