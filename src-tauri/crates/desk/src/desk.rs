//! The facade of one profile's desk: its ledger, its service, its secrets while unlocked, its open drafts. Practice and
//! live profiles are different desks with different ledgers.
//!
//! Each method is one line. The function that it calls has the same name and documents the details and the errors.

mod approve;
mod audit;
mod check;
mod directory;
mod export;
mod import;
mod outcomes;
mod pay;
mod people;
pub(crate) mod recovery;
mod session;
mod top_up;

use std::path::Path;

use paysheet_ledger::Recovery;
use tokio::sync::broadcast;

use crate::{
    context::Context,
    error::DeskError,
    event::DeskEvent,
    opening::{self, DeskConfig},
    state::session::profile::Profile,
};

/// A handle to an open desk; cheap to clone.
#[derive(Clone)]
pub struct Desk {
    pub(crate) context: Context,
}

impl Desk {
    /// Opens the ledger, recovers what a crash left behind, and applies stored callbacks. Sends nothing.
    ///
    /// # Errors
    /// `Ledger` (`InUse` if another program has it open), `Address`, and the errors of the profile key's home.
    pub async fn open(config: DeskConfig) -> Result<(Self, Recovery), DeskError> {
        let (context, recovery) = opening::open(config).await?;
        Ok((Self { context }, recovery))
    }

    /// Closes the desk, after the answer to anything under way.
    pub async fn close(&self) {
        opening::close(&self.context).await;
    }

    /// Subscribes to all events from now on.
    #[must_use]
    pub fn events(&self) -> broadcast::Receiver<DeskEvent> {
        self.context.events()
    }

    #[must_use]
    pub fn ledger_path(&self) -> &Path {
        self.context.ledger_path()
    }

    #[must_use]
    pub fn profile(&self) -> Profile {
        self.context.profile()
    }

    /// Removes token and lock from memory.
    pub fn lock(&self) {
        self.context.lock();
    }

    #[must_use]
    pub fn is_unlocked(&self) -> bool {
        self.context.is_unlocked()
    }

    /// Returns the host that the profile names now; empty in practice.
    #[must_use]
    pub fn host(&self) -> String {
        self.context.host()
    }
}
