//! A store that several nodes share.

use crate::leases::{self, LeaseHolder, LeaseJob, LeaseKey};
use crate::opening::Families;
use crate::opening::LockPurpose;
use crate::postgres;
use crate::writer::WriteRequest;
use crate::{Address, Store, StoreError};
use std::time::Duration;

impl Store {
    /// Opens a database as one of several nodes. `own` is the address at which the others reach this one.
    ///
    /// # Errors
    /// As [`Store::open_database`], but other nodes may use it.
    pub async fn open_node(
        address: &Address,
        families: Families,
        own: &str,
    ) -> Result<Self, StoreError> {
        let locked = postgres::take(address, LockPurpose::Node, own).await?;
        Self::of_database(address, families, locked).await
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

    /// Ends earlier nodes with the address of this one. Whoever starts to listen at an address knows that they are
    /// gone: their games need not wait until they count as dead.
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
