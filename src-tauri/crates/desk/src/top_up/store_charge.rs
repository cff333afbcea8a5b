//! Stores the answer to a charge. If the disk does not accept it, the answer stays in memory and is retried.

use paysheet_ledger::{ChargeAnswered, ChargeNotRecorded, ChargeUnderWay, FundingEntry, LedgerError};

use crate::{desk::Desk, error::DeskError, retry::until_recorded};

/// Stores the outcome of a charge. If the disk does not accept it, this is retried until the desk is closed.
///
/// # Errors
/// `Ledger`: if the error is not temporary, or the desk is being closed. The charge is then Unknown at the next
/// start.
pub(super) async fn store_charge(
    desk: &Desk,
    under_way: ChargeUnderWay,
    answered: ChargeAnswered,
) -> Result<FundingEntry, DeskError> {
    let record = |(under_way, answered)| async move {
        desk.ledger.record_charge(under_way, answered, desk.now()).await.map_err(|unrecorded| {
            let ChargeNotRecorded { under_way, answered, error } = *unrecorded;
            ((under_way, answered), error)
        })
    };
    let failed =
        |error: &LedgerError| tracing::error!(%error, "what became of a charge cannot be written down yet");
    let closing = desk.closing.subscribe();
    until_recorded(closing, (under_way, answered), record, failed).await.map_err(|((_, answered), error)| {
        // The only trace of the service's references. They contain no secret.
        tracing::error!(
            said = %answered.said, references = ?answered.references,
            "what became of a charge was not written down"
        );
        error.into()
    })
}
