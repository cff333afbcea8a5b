//! What files call the service's banks: remembered when a payroll is approved in which the user chose them, used in the
//! next file, listed and forgotten in Settings.
//!
//! # What a file calls a bank is asked about once
//!
//! A name that is no bank's, several banks' or a former bank's is remembered with the bank that was chosen for it, when
//! a payroll with it is approved (`desk::directory::spellings`, table `bank_spellings`, by service), and used in the
//! next file with a note. It counts only while the service lists the same bank by the same code; a text for which
//! several banks were chosen is not remembered.

use std::sync::Mutex;

use paysheet_domain::Country;
use paysheet_draft::Draft;

use crate::{
    desk::Desk,
    directory::{draft_banks, lists},
    error::DeskError,
    mutex::lock,
    view::BankSpellingView,
};

/// Remembers the banks that were chosen in a draft which was just approved. If that fails, the next file asks again.
pub(crate) async fn remember(desk: &Desk, draft: &Mutex<Draft>, by: &str) {
    let spellings = lock(draft).confirmed_spellings();
    if spellings.is_empty() {
        return;
    }
    let service = lists::service_key(desk);
    let kept = desk.ledger.store_bank_spellings(&service, &spellings, by, desk.now()).await;
    let read = match kept {
        Ok(()) => read(desk, &service).await,
        Err(error) => Err(error.into()),
    };
    if let Err(error) = read {
        tracing::warn!(%error, "what files call banks could not be stored");
    }
}

impl Desk {
    /// Returns all spellings of the service that the profile names.
    pub async fn bank_spellings(&self) -> Result<Vec<BankSpellingView>, DeskError> {
        lists::load(self).await?;
        let service = lists::service_key(self);
        let directory = self.lists.directory(&service);
        let records = self.ledger.bank_spellings(&service).await?;
        let view = |record: paysheet_ledger::BankSpellingRecord| BankSpellingView {
            is_used: directory.lists_bank_of(&record.spelling),
            country: record.spelling.country,
            text: record.spelling.text,
            bank_name: record.spelling.bank_name,
            confirmed_by: record.confirmed_by,
            confirmed_at: record.confirmed_at.to_string(),
        };
        Ok(records.into_iter().map(view).collect())
    }

    /// Forgets a spelling, and checks the open drafts without it.
    ///
    /// # Errors
    /// `Ledger` if it is no longer stored.
    pub async fn forget_bank_spelling(&self, country: Country, text: &str) -> Result<(), DeskError> {
        lists::load(self).await?;
        let service = lists::service_key(self);
        self.ledger_for_user().forget_bank_spelling(&service, country, text, self.now()).await?;
        read(self, &service).await?;
        draft_banks::check_open_drafts(self).await
    }
}

/// Takes the spellings that the ledger has now.
async fn read(desk: &Desk, service: &str) -> Result<(), DeskError> {
    let records = desk.ledger.bank_spellings(service).await?;
    desk.lists.set_spellings(service, records.into_iter().map(|record| record.spelling).collect());
    Ok(())
}
