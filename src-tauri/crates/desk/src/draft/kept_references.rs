//! References that the rows and batches of a draft had before they were taken back to it.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use paysheet_domain::{CallbackCode, Currency, Reference};
use paysheet_ledger::{AttemptedRecipient, FormerBatch, KeptReference, KeptReferences as Stored, PartHead};

#[derive(Clone, Debug, Default)]
pub struct KeptReferences(Option<Arc<Kept>>);

#[derive(Debug)]
struct Kept {
    part: Option<PartHead>,
    rows: HashMap<u32, KeptReference>,
    batches: Vec<FormerBatch>,
    attempted: HashMap<Reference, AttemptedRecipient>,
    /// The references that rows keep at their positions.
    kept: HashSet<Reference>,
}

impl From<Stored> for KeptReferences {
    fn from(Stored { part, payouts, batches, attempted }: Stored) -> Self {
        if part.is_none() && payouts.is_empty() && batches.is_empty() && attempted.is_empty() {
            return Self::default();
        }
        let kept = payouts.iter().map(|kept| kept.reference.clone()).collect();
        let attempted = attempted.into_iter().map(|sent| (sent.reference.clone(), sent)).collect();
        let rows = payouts.into_iter().map(|kept| (kept.position, kept)).collect();
        Self(Some(Arc::new(Kept { part, rows, batches, attempted, kept })))
    }
}

impl KeptReferences {
    /// Whether nothing was taken back to this draft.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Returns the narration of rows that have none; none unless the draft is a part of another payroll.
    #[must_use]
    pub fn narration(&self) -> Option<&str> {
        Some(&self.0.as_ref()?.part.as_ref()?.narration)
    }

    /// Returns the callback code that the first payroll was sent with, which may be none; none unless the draft is a part
    /// of another payroll.
    #[must_use]
    pub fn callback_code(&self) -> Option<Option<&CallbackCode>> {
        Some(self.0.as_ref()?.part.as_ref()?.callback_code.as_ref())
    }

    /// Returns the reference that a row had.
    #[must_use]
    pub fn of_row(&self, position: u32) -> Option<&KeptReference> {
        self.0.as_ref()?.rows.get(&position)
    }

    /// Whether a reference is free for this recipient: no other row keeps it, and nothing else was attempted under it.
    #[must_use]
    pub fn is_free(&self, reference: &Reference, (currency, recipient_json): (Currency, &str)) -> bool {
        let Some(kept) = &self.0 else { return true };
        let is_same =
            |sent: &AttemptedRecipient| sent.currency == currency && sent.recipient_json == recipient_json;
        !kept.kept.contains(reference) && kept.attempted.get(reference).is_none_or(is_same)
    }

    /// Returns the reference of the batch that had exactly these recipients.
    #[must_use]
    pub fn of_recipients(&self, currency: Currency, sha256: &str) -> Option<&Reference> {
        let is_same = |batch: &&FormerBatch| batch.currency == currency && batch.recipients_sha256 == sha256;
        Some(&self.0.as_ref()?.batches.iter().find(is_same)?.reference)
    }

    /// Whether a batch with other recipients had this reference.
    #[must_use]
    pub fn is_former(&self, reference: &Reference) -> bool {
        self.0.as_ref().is_some_and(|kept| kept.batches.iter().any(|batch| batch.reference == *reference))
    }
}
