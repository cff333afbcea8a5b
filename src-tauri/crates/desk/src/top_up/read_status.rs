//! Requests the status of a top-up by its references, and stores the answer.

use super::record::reading;
use crate::{
    access::token_renewal::with_valid_token, app_error::AppError, desk::Desk, error::DeskError,
    event::DeskEvent, state::session::profile::Unlocked,
};
use paysheet_ledger::{FundingEntry, FundingId};
use paysheet_service::{CallError, FundingRecord, Service};

/// Requests the status by each reference until the service has a record of one, and stores the answer.
pub(super) async fn read_status(desk: &Desk, id: FundingId) -> Result<FundingEntry, DeskError> {
    let (service, unlocked) = (desk.service(), desk.unlocked()?);
    let entry = desk.ledger.funding(id).await?;
    require_same_service(&entry, &service)?;
    let (record, asked_by) = ask(desk, &service, &unlocked, &entry.references).await?;
    let reading = reading(&record, &asked_by, service.address())?;
    let after = desk.ledger.read_status(id, &reading, desk.now()).await?;
    if after.state != entry.state || after.balance != entry.balance {
        desk.emit(DeskEvent::TopUpChanged { id: id.0 });
    }
    Ok(after)
}

/// Requests the status after a wrong password: a service ends a charge after some of them, and only its status
/// reports that.
pub(super) async fn after_wrong_otp(desk: &Desk, entry: FundingEntry) -> FundingEntry {
    if entry.otp_wrong == 0 || entry.stage != paysheet_domain::ChargeStage::NeedsOtp {
        return entry;
    }
    match read_status(desk, entry.id).await {
        Ok(after) => FundingEntry { message: entry.message.or(after.message), ..after },
        Err(error) => {
            tracing::warn!(%error, "no status after a wrong password");
            entry
        }
    }
}

/// Asks about a reference, with another token if this one is refused.
///
/// # Errors
/// See [`CallError`].
pub(super) async fn funding_status(
    desk: &Desk,
    service: &Service,
    unlocked: &Unlocked,
    reference: &str,
) -> Result<FundingRecord, CallError> {
    with_valid_token(desk, unlocked, |token| async move { service.funding_status(&token, reference).await })
        .await
}

async fn ask(
    desk: &Desk,
    service: &Service,
    unlocked: &Unlocked,
    references: &[String],
) -> Result<(FundingRecord, String), DeskError> {
    let mut last = DeskError::from(AppError::TopUpHasNoReference);
    for reference in references {
        match funding_status(desk, service, unlocked, reference).await {
            Ok(record) => return Ok((record, reference.clone())),
            // The service does not have this reference; it may have another.
            Err(CallError::Refused(refusal)) if !refusal.kind.is_about_the_caller() => {
                last = CallError::Refused(refusal).into();
            }
            Err(error) => return Err(error.into()),
        }
    }
    Err(last)
}

/// Refuses another service: it has no record of this charge, or has another charge with the same reference.
pub(super) fn require_same_service(entry: &FundingEntry, service: &Service) -> Result<(), DeskError> {
    if crate::state::session::binding::is_same_service(&entry.destination, service.address()) {
        Ok(())
    } else {
        Err(AppError::ServiceMoved { address: entry.destination.clone() }.into())
    }
}
