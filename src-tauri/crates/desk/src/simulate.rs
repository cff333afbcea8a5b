//! Access that the simulator needs beyond the use cases. Compiled only with the feature `simulate`, which the
//! application never enables.

use paysheet_ledger::Ledger;

use crate::desk::Desk;

impl Desk {
    /// Returns the desk's own ledger. The simulator creates drafts in it without a file and verifies its event chain.
    #[must_use]
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }
}
