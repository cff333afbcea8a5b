//! Drafts in memory: each is read from the ledger once. A change is made there, then stored; one that is not stored
//! is not shown.

pub mod find_previous;

use crate::{
    blocking::blocking,
    desk::Desk,
    directory::{
        draft_banks,
        lists::{self, ListPurpose},
    },
    drafts::find_previous::PayrollMatchKey,
    error::{DeskError, DeskFuture},
    event::DeskEvent,
    mutex::lock,
    state::session::settings,
};
use jiff::Timestamp;
use paysheet_domain::{HolderCheck, HolderFinding};
use paysheet_draft::{Changed, Draft, DraftHead, FileNotes, Refusal};
use paysheet_ledger::{PayrollId, is_holder_fresh, is_refusal_fresh};
use std::sync::{Arc, Mutex};

/// Returns the draft in memory. The first call reads it from the ledger.
pub(crate) async fn loaded(desk: &Desk, id: u32) -> Result<Arc<Mutex<Draft>>, DeskError> {
    match desk.drafts.get(id) {
        Some(draft) => Ok(draft),
        None => read_draft(desk, id).await,
    }
}

/// Reads a draft from the ledger into memory.
async fn read_draft(desk: &Desk, id: u32) -> Result<Arc<Mutex<Draft>>, DeskError> {
    let record = desk.ledger.payroll(PayrollId(id)).await?;
    let notes: FileNotes = serde_json::from_str(&record.skipped_json)?;
    let before = find_previous::find_previous(desk, &PayrollMatchKey::from(&record)).await?.map(Arc::new);
    let directory = draft_banks::directory(desk, &[record.country].into(), ListPurpose::InPassing).await;
    // Read last, so that no change made during the call to the service is missed.
    let mut rows = desk.ledger.draft_rows(PayrollId(id)).await?;
    let (service, now) = (lists::service_key(desk), desk.now());
    for row in &mut rows {
        row.holder.take_if(|check| !counts(check, &service, now));
    }
    let head = DraftHead {
        id,
        name: record.name,
        period: record.period,
        file_name: record.file_name,
        sheet: record.sheet,
        country: record.country,
        currency: record.currency,
        convention: record.convention,
        skipped: notes.skipped,
        file_problems: notes.problems,
        reading: record.reading_json.as_deref().map(serde_json::from_str).transpose()?,
        before,
        refusal: desk
            .ledger
            .refusal(PayrollId(id))
            .await?
            .map(|refusal| Refusal::new(refusal.message, refusal.rows)),
        narration_chars_max: desk.profile().settings.narration_chars_max,
        are_details_sent: desk.profile().settings.recipient_extras,
        sent_columns: settings::sent_columns(&desk.profile().settings),
    };
    let draft = blocking(move || Ok(Arc::new(Mutex::new(Draft::new(head, rows, directory))))).await?;
    draft_banks::take_listed_banks(desk, &draft, ListPurpose::InPassing).await?;
    Ok(desk.drafts.open(id, draft))
}

/// Whether the bank's answer still counts: that of another service is about another bank, and after some time the bank is
/// asked again.
pub(crate) fn counts(check: &HolderCheck, service: &str, now: Timestamp) -> bool {
    let is_fresh = match check.finding {
        HolderFinding::NotFound | HolderFinding::NotAvailable => is_refusal_fresh(check.asked_at, now),
        HolderFinding::Matches { .. } | HolderFinding::Close { .. } | HolderFinding::Differs { .. } => {
            is_holder_fresh(check.asked_at, now)
        }
    };
    check.service == service && is_fresh
}

/// Drops the banks' answers that do not count any more, in a draft that has been open for long.
pub(crate) fn forget_old_holders(desk: &Desk, draft: &Mutex<Draft>) {
    let (service, now) = (lists::service_key(desk), desk.now());
    lock(draft).retain_holders(|check| counts(check, &service, now));
}

/// Makes a change, stores it, and returns the positions of the rows that changed.
pub(crate) async fn change<C: Into<Changed> + Send + 'static>(
    desk: &Desk,
    id: u32,
    what: &str,
    change: impl FnOnce(&mut Draft) -> C + Send + 'static,
) -> Result<Vec<u32>, DeskError> {
    apply_change(desk, id, what, Box::new(|draft| change(draft).into())).await
}

fn apply_change<'a>(
    desk: &'a Desk,
    id: u32,
    what: &'a str,
    change: Box<dyn FnOnce(&mut Draft) -> Changed + Send>,
) -> DeskFuture<'a, Vec<u32>> {
    Box::pin(async move {
        // Reading it may take a while; other changes need not wait for that.
        loaded(desk, id).await?;
        let guard = desk.drafts.change_guard().await;
        // Only under the guard is this certainly the draft that all callers share.
        let draft = loaded(desk, id).await?;
        let unstored = UnstoredChange { desk, id };
        let changed = blocking(move || Ok(change(&mut lock(&draft)))).await?;
        store_changed(desk, id, &changed, what).await?;
        unstored.stored();
        drop(guard);
        if !changed.is_empty() {
            desk.emit_draft_changed(id);
        }
        Ok(changed.rows.iter().map(|row| row.position).collect())
    })
}

/// Stores what changed; the caller holds the change guard.
pub(crate) async fn store_changed(
    desk: &Desk,
    id: u32,
    changed: &Changed,
    what: &str,
) -> Result<(), DeskError> {
    if changed.is_empty() {
        return Ok(());
    }
    let (ledger, id, now) = (desk.ledger_for_user(), PayrollId(id), desk.now());
    match changed.length {
        None => ledger.save_rows(id, &changed.rows, what, now).await?,
        Some(length) => ledger.save_rows_up_to(id, (&changed.rows, length), what, now).await?,
    }
    Ok(())
}

impl Desk {
    /// Deletes a draft that was never sent.
    ///
    /// # Errors
    /// `Ledger` if any of it was sent.
    pub async fn discard_draft(&self, id: u32) -> Result<(), DeskError> {
        self.ledger_for_user().delete_draft(PayrollId(id), self.now()).await?;
        self.close_draft(id);
        self.emit(DeskEvent::PayrollChanged { id });
        Ok(())
    }
}

/// A change of a draft that is in memory and not in the ledger yet. Unless it is stored, the draft is dropped from
/// memory and read from the ledger again: after an error, after a panic half way through the change, or if the caller
/// was cancelled. A view that was built in between contains what is not stored; the event makes the window request it
/// again.
#[must_use]
pub(crate) struct UnstoredChange<'a> {
    pub desk: &'a Desk,
    pub id: u32,
}

impl UnstoredChange<'_> {
    pub fn stored(self) {
        std::mem::forget(self);
    }
}

impl Drop for UnstoredChange<'_> {
    fn drop(&mut self) {
        self.desk.close_draft(self.id);
        self.desk.emit_draft_changed(self.id);
    }
}
