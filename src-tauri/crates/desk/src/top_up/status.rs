//! Requests the status of a top-up: of one in the ledger, of any reference that the user types, and of a charge whose
//! answer was lost. A status request changes nothing at the service, so it may be repeated.

use paysheet_domain::FundingDecision;
use paysheet_ledger::{FundingId, decision_reason};
use serde::{Deserialize, Serialize};

use super::{record::reading, views::top_up_view};
use crate::{
    app_error::{AppError, Setting},
    desk::Desk,
    error::DeskError,
    event::DeskEvent,
    top_up::read_status,
    top_up::watch,
    view::TopUpView,
};

/// Maximum length of a reference, in characters.
const REFERENCE_CHARS_MAX: usize = 120;

/// Which top-up the service is asked about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TopUpLookup {
    /// One that is stored.
    Stored { id: u32 },
    /// The one with this reference, whether or not it was made here.
    Reference { reference: String },
    /// One whose answer was lost, by the reference that the user found.
    Claimed { id: u32, reference: String },
}

impl Desk {
    /// Requests the status of a top-up, stored or not.
    ///
    /// # Errors
    /// Those of the method that requests it.
    pub async fn look_up_top_up(&self, lookup: TopUpLookup) -> Result<TopUpView, DeskError> {
        match lookup {
            TopUpLookup::Stored { id } => self.check_top_up(id).await,
            TopUpLookup::Reference { reference } => self.look_up_reference(&reference).await,
            TopUpLookup::Claimed { id, reference } => self.claim_reference(id, &reference).await,
        }
    }

    /// Requests the status of a top-up now.
    ///
    /// # Errors
    /// `Locked`, `ServiceMoved`, `TopUpHasNoReference`, `Call`.
    pub async fn check_top_up(&self, id: u32) -> Result<TopUpView, DeskError> {
        let entry = read_status::read_status(self, FundingId(id)).await?;
        Ok(top_up_view(&entry, &self.funding))
    }

    /// Requests the status of a reference that the user typed. If no top-up has it, it is stored as a new one.
    ///
    /// # Errors
    /// `ValueInvalid` if it is no reference, `Locked`, `Call` (`ServiceRefused` if the service does not have it).
    pub async fn look_up_reference(&self, reference: &str) -> Result<TopUpView, DeskError> {
        let reference = typed_reference(reference)?;
        if let Some(id) = self.ledger.funding_of(reference).await? {
            return self.check_top_up(id.0).await;
        }
        let (service, unlocked) = (self.service(), self.unlocked()?);
        let record = read_status::funding_status(self, &service, &unlocked, reference).await?;
        let reading = reading(&record, reference, service.address())?;
        let entry = self.ledger_for_user().look_up(&reading, self.now()).await?;
        self.emit(DeskEvent::TopUpChanged { id: entry.id.0 });
        Ok(top_up_view(&entry, &self.funding))
    }

    /// Records the user's statement that a reference is that of a top-up whose answer was lost, if the record agrees.
    ///
    /// # Errors
    /// `NotThisTopUp` (as `Ledger`) if the record is of another amount or another top-up's; those of
    /// [`Self::look_up_reference`].
    pub async fn claim_reference(&self, id: u32, reference: &str) -> Result<TopUpView, DeskError> {
        let reference = typed_reference(reference)?;
        let (service, unlocked) = (self.service(), self.unlocked()?);
        let entry = self.ledger.funding(FundingId(id)).await?;
        read_status::require_same_service(&entry, &service)?;
        let record = read_status::funding_status(self, &service, &unlocked, reference).await?;
        let reading = reading(&record, reference, service.address())?;
        let entry = self.ledger_for_user().claim_record(FundingId(id), &reading, self.now()).await?;
        self.emit(DeskEvent::TopUpChanged { id });
        watch::watch_status(self, &entry);
        Ok(top_up_view(&entry, &self.funding))
    }

    /// Records the user's decision about a top-up that the status does not settle.
    ///
    /// # Errors
    /// `Ledger` with `NoReason`, or with `TopUpMovedOn` if its outcome is not open.
    pub async fn decide_top_up(
        &self,
        id: u32,
        decision: FundingDecision,
        reason: &str,
    ) -> Result<TopUpView, DeskError> {
        let reason = decision_reason(reason)?;
        let by = self.decider();
        let ledger = &self.ledger;
        let entry = ledger.decide_funding(FundingId(id), decision, reason, &by, self.now()).await?;
        self.stop_watching(id);
        self.emit(DeskEvent::TopUpChanged { id });
        Ok(top_up_view(&entry, &self.funding))
    }
}

fn typed_reference(text: &str) -> Result<&str, DeskError> {
    let text = text.trim();
    let chars = text.chars().count();
    let fits = (1..=REFERENCE_CHARS_MAX).contains(&chars) && !text.chars().any(char::is_control);
    if fits { Ok(text) } else { Err(AppError::invalid(Setting::Reference).into()) }
}
