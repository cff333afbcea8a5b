//! What the simulator needs beyond the use cases. Only compiled with the feature `simulate`, which the application
//! never has.

use paysheet_ledger::Ledger;

use crate::desk::Desk;

impl Desk {
    /// The desk's own ledger: drafts are made in it without a file, and its event chain is verified.
    #[must_use]
    pub fn ledger(&self) -> &Ledger {
        &self.inner.ledger
    }
}
