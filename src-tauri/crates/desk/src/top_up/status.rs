//! Requests the status of a top-up: of one in the ledger, of any reference that the user types, and of a charge whose
//! answer was lost. A status request changes nothing at the service, so it may be repeated.

use paysheet_ledger::{FundingEntry, FundingId};
use paysheet_service::{CallError, FundingRecord, RefusalKind, Service};
use secrecy::SecretString;

use super::{charge::require_same_service, record::reading, views::top_up_view};
use crate::{
    approve::decision_reason::decision_reason,
    desk::Desk,
    error::{DeskError, Setting},
    event::DeskEvent,
    view::{TopUpDecision, TopUpView},
};

/// Maximum length of a reference, in characters.
const REFERENCE_CHARS_MAX: usize = 120;

impl Desk {
    /// Requests the status of a top-up now.
    ///
    /// # Errors
    /// `Locked`, `ServiceMoved`, `TopUpHasNoReference`, `Call`, `Ledger`.
    pub async fn check_top_up(&self, id: u32) -> Result<TopUpView, DeskError> {
        let entry = self.read_status(FundingId(id)).await?;
        Ok(top_up_view(&entry, &self.inner.funding))
    }

    /// Requests the status of a reference that the user typed. If no top-up has it, it is stored as a new one.
    ///
    /// # Errors
    /// `ValueInvalid` if it is no reference, `Locked`, `Call` (`ServiceRefused` if the service does not have it),
    /// `Ledger`.
    pub async fn look_up_reference(&self, reference: &str) -> Result<TopUpView, DeskError> {
        let reference = typed_reference(reference)?;
        if let Some(id) = self.inner.ledger.funding_of(reference).await? {
            return self.check_top_up(id.0).await;
        }
        let (service, token) = (self.service(), self.unlocked()?.token);
        let record = service.funding_status(&token, reference).await?;
        let reading = reading(&record, reference, service.address())?;
        let entry = self.inner.ledger.look_up(&reading, self.now()).await?;
        self.tell(DeskEvent::TopUpChanged { id: entry.id.0 });
        Ok(top_up_view(&entry, &self.inner.funding))
    }

    /// Records the user's statement that a reference is that of a top-up whose answer was lost, if the record agrees.
    ///
    /// # Errors
    /// `NotThisTopUp` (as `Ledger`) if the record is of another amount or another top-up's; those of
    /// [`Desk::look_up_reference`].
    pub async fn claim_reference(&self, id: u32, reference: &str) -> Result<TopUpView, DeskError> {
        let reference = typed_reference(reference)?;
        let (service, token) = (self.service(), self.unlocked()?.token);
        let entry = self.inner.ledger.funding(FundingId(id)).await?;
        require_same_service(&entry, &service)?;
        let record = service.funding_status(&token, reference).await?;
        let reading = reading(&record, reference, service.address())?;
        let entry = self.inner.ledger.claim_record(FundingId(id), &reading, self.now()).await?;
        self.tell(DeskEvent::TopUpChanged { id });
        self.watch_status(&entry);
        Ok(top_up_view(&entry, &self.inner.funding))
    }

    /// Records the user's decision about a top-up that the status does not settle.
    ///
    /// # Errors
    /// `ValueInvalid` without a reason; `TopUpMovedOn` (as `Ledger`) if its outcome is not open.
    pub async fn decide_top_up(
        &self,
        id: u32,
        decision: TopUpDecision,
        reason: &str,
    ) -> Result<TopUpView, DeskError> {
        let reason = decision_reason(reason)?;
        let settings = self.profile().settings;
        let by = if settings.approver.is_empty() { settings.name } else { settings.approver };
        let ledger = &self.inner.ledger;
        let entry = ledger.decide_funding(FundingId(id), decision.into(), reason, &by, self.now()).await?;
        self.stop_watching(id);
        self.tell(DeskEvent::TopUpChanged { id });
        Ok(top_up_view(&entry, &self.inner.funding))
    }

    /// Requests the status by each reference until the service has a record of one, and stores the answer.
    pub(super) async fn read_status(&self, id: FundingId) -> Result<FundingEntry, DeskError> {
        let (service, token) = (self.service(), self.unlocked()?.token);
        let entry = self.inner.ledger.funding(id).await?;
        require_same_service(&entry, &service)?;
        let (record, asked_by) = ask(&service, &token, &entry.references).await?;
        let reading = reading(&record, &asked_by, service.address())?;
        let after = self.inner.ledger.read_status(id, &reading, self.now()).await?;
        if after.state != entry.state || after.balance != entry.balance {
            self.tell(DeskEvent::TopUpChanged { id: id.0 });
        }
        Ok(after)
    }

    /// Requests the status after a wrong password: a service ends a charge after some of them, and only its status
    /// reports that.
    pub(super) async fn after_wrong_otp(&self, entry: FundingEntry) -> FundingEntry {
        if entry.otp_wrong == 0 || entry.stage != paysheet_domain::ChargeStage::NeedsOtp {
            return entry;
        }
        match self.read_status(entry.id).await {
            Ok(after) => FundingEntry { message: entry.message.or(after.message), ..after },
            Err(error) => {
                tracing::warn!(%error, "no status after a wrong password");
                entry
            }
        }
    }
}

async fn ask(
    service: &Service,
    token: &SecretString,
    references: &[String],
) -> Result<(FundingRecord, String), DeskError> {
    let mut last = DeskError::TopUpHasNoReference;
    for reference in references {
        match service.funding_status(token, reference).await {
            Ok(record) => return Ok((record, reference.clone())),
            // The service does not have this reference; it may have another.
            Err(CallError::Refused(refusal)) if !is_about_the_caller(refusal.kind) => {
                last = CallError::Refused(refusal).into();
            }
            Err(error) => return Err(error.into()),
        }
    }
    Err(last)
}

const fn is_about_the_caller(kind: RefusalKind) -> bool {
    match kind {
        RefusalKind::TokenRefused | RefusalKind::Forbidden | RefusalKind::RateLimited => true,
        RefusalKind::WrongLock
        | RefusalKind::DuplicateReference
        | RefusalKind::InsufficientBalance
        | RefusalKind::Invalid
        | RefusalKind::Other => false,
    }
}

fn typed_reference(text: &str) -> Result<&str, DeskError> {
    let text = text.trim();
    let chars = text.chars().count();
    let fits = (1..=REFERENCE_CHARS_MAX).contains(&chars) && !text.chars().any(char::is_control);
    if fits { Ok(text) } else { Err(DeskError::ValueInvalid(Setting::Reference)) }
}
