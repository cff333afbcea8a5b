//! Corrects what the service refused of a payroll, or what never left this computer: a new draft with exactly these people,
//! linked to the payouts that are withdrawn. What the service said is shown beside the rows that it named.

use std::collections::HashMap;

use paysheet_domain::{BatchState, DraftRow, ProblemCode, Reference, RefusedRow};
use paysheet_ledger::{
    Correction, LedgerError, NewPayroll, PayoutRecord, PayrollId, PayrollRecord, StoredRefusal,
};

use crate::{
    desk::Desk,
    error::DeskError,
    event::DeskEvent,
    pay::sending::SendingGuard,
    recovery::anchor,
    settle::{callbacks::apply::apply_waiting_callbacks, pay_failed::linked_payroll, tracking},
    view::BatchView,
};

/// What the name of a payroll that corrects another one ends with.
const CORRECTED: &str = "corrected";
/// Fewest digits of an account number that is searched for in a message: a shorter number may be anything.
const ACCOUNT_DIGITS_MIN: usize = 6;

impl Desk {
    /// Withdraws what the service never took of a payroll, and returns a new draft with these people. A second call returns the
    /// same draft.
    ///
    /// # Errors
    /// `SendingGoesOn`; `Ledger` with `NothingToApprove` if everything of it is at the service or may be there.
    pub async fn correct(&self, id: u32) -> Result<u32, DeskError> {
        anchor::require_may_send(self)?;
        let guard = SendingGuard::take(self, id)?;
        // A report that waits may prove that the service took it.
        apply_waiting_callbacks(self).await?;
        let (ledger, of) = (self.ledger_for_user(), PayrollId(id));
        let payouts = ledger.correctable(of).await?;
        if payouts.is_empty() {
            let open = ledger.open_correction(of).await?;
            return open.map(|draft| draft.0).ok_or_else(|| LedgerError::NothingToApprove(of).into());
        }
        let earlier = ledger.payroll(of).await?;
        let is_whole = usize::try_from(earlier.people) == Ok(payouts.len());
        let mut refusal = refusal(self, id, &payouts).await?;
        let rows = rows(ledger.draft_rows(of).await?, &payouts, is_whole, refusal.as_mut())?;
        let new = if is_whole {
            of_the_same_file(self, earlier).await?
        } else {
            linked_payroll(self, earlier, CORRECTED).await?
        };
        let by = self.decider();
        let correction = Correction { of, refusal: refusal.as_ref(), by: &by };
        let draft = ledger.correct(new, &rows, correction).await?.0;
        anchor::anchor_or_log(self).await;
        self.send_queue.clear_stopped(id);
        for changed in [id, draft] {
            self.emit(DeskEvent::PayrollChanged { id: changed });
        }
        drop(guard);
        Ok(draft)
    }
}

/// Returns the head of a draft with all people of a payroll: it is read from the same file.
async fn of_the_same_file(desk: &Desk, earlier: PayrollRecord) -> Result<NewPayroll, DeskError> {
    let file = earlier.clone();
    Ok(NewPayroll {
        file_name: file.file_name,
        file_sha256: file.file_sha256,
        sheet: file.sheet,
        skipped_json: file.skipped_json,
        copied_from: file.copied_from,
        layout: file.layout,
        reading_json: file.reading_json,
        source: file.source,
        ..linked_payroll(desk, earlier, CORRECTED).await?
    })
}

/// Returns the rows of the draft, each with the payout that it replaces. A whole payroll keeps all its rows, also those that
/// are excluded. What was accepted stays accepted, except of what the service refused.
fn rows(
    drafted: Vec<DraftRow>,
    payouts: &[PayoutRecord],
    is_whole: bool,
    refusal: Option<&mut StoredRefusal>,
) -> Result<Vec<(DraftRow, Option<Reference>)>, DeskError> {
    let mut replaced: HashMap<u32, Reference> =
        payouts.iter().map(|payout| (payout.position, payout.reference.clone())).collect();
    let mut places = HashMap::new();
    let mut rows = Vec::new();
    for mut row in drafted {
        let old = replaced.remove(&row.position);
        if old.is_none() && !is_whole {
            continue;
        }
        let place = u32::try_from(rows.len()).map_err(|_| LedgerError::TooMany)?;
        places.insert(row.position, place);
        row.position = place;
        rows.push((row, old));
    }
    if !replaced.is_empty() {
        return Err(LedgerError::Unreadable { column: "position" }.into());
    }
    let Some(refusal) = refusal else { return Ok(rows) };
    refusal.rows.retain_mut(|row| {
        let place = places.get(&row.position).copied();
        row.position = place.unwrap_or(row.position);
        place.is_some()
    });
    for row in &refusal.rows {
        let place = usize::try_from(row.position).ok();
        if let Some((row, _)) = place.and_then(|place| rows.get_mut(place)) {
            row.accepted.remove(ProblemCode::RefusedByService);
        }
    }
    Ok(rows)
}

/// Returns what the service said when it refused these people, with their positions in the payroll; none if it was not asked.
async fn refusal(desk: &Desk, id: u32, payouts: &[PayoutRecord]) -> Result<Option<StoredRefusal>, DeskError> {
    let track = tracking::payroll(desk, id).await?;
    // Of a batch that was withdrawn before, the words are those of its last refusal.
    let refused = |batch: &&BatchView| {
        let is_withdrawn = batch.state == BatchState::Withdrawn;
        batch.state == BatchState::NotAccepted || is_withdrawn && batch.message.is_some()
    };
    let Some(batch) = track.batches.iter().find(refused) else { return Ok(None) };
    let of_batch: Vec<&PayoutRecord> = payouts.iter().filter(|payout| payout.batch == batch.number).collect();
    let message = batch.message.clone().unwrap_or_default();
    let rows = named_rows(&message, &of_batch);
    Ok(Some(StoredRefusal { message, at: desk.now(), rows }))
}

/// Returns the rows that a refusal names: by their place in the batch (`recipients[12]`), their account or their reference.
fn named_rows(message: &str, payouts: &[&PayoutRecord]) -> Vec<RefusedRow> {
    let places = named_places(message);
    let said = message.to_uppercase();
    let is_named = |(place, payout): &(usize, &&PayoutRecord)| {
        places.contains(place) || names_payout(&said, (payout.reference.as_str(), &payout.account_number))
    };
    let row = |(_, payout): (usize, &&PayoutRecord)| RefusedRow {
        position: payout.position,
        bank_code: payout.bank_code.clone(),
        account_number: payout.account_number.clone(),
        amount: payout.amount.digits(),
    };
    payouts.iter().enumerate().filter(is_named).map(row).collect()
}

/// Returns whether a message in capitals has this reference, or this account, as a word of its own.
fn names_payout(said: &str, (reference, account): (&str, &str)) -> bool {
    let account = account.to_uppercase();
    let mut words = said.split(|c: char| !c.is_ascii_alphanumeric());
    words.any(|word| word == reference || (account.len() >= ACCOUNT_DIGITS_MIN && word == account))
}

/// Returns the places in `recipients[12]`, `recipients.12` and the like, from 0.
fn named_places(message: &str) -> Vec<usize> {
    let place = |after: &str| {
        let digits = after.strip_prefix(['[', '.', '/'])?;
        let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        digits[..end].parse().ok()
    };
    message.to_ascii_lowercase().split("recipients").skip(1).filter_map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::{named_places, names_payout};

    #[test]
    fn a_refusal_names_rows_by_account_or_reference() {
        const REFERENCE: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
        for (message, account, expected) in [
            ("Account 0123456789 is closed", "0123456789", true),
            ("account (0123456789)", "0123456789", true),
            ("unknown IBAN ci93ci0080111301134291200589", "CI93CI0080111301134291200589", true),
            ("ref abcdefghijklmnopqrstuvwxyz was used", "0123456789", true),
            // A number inside a longer one is another number.
            ("Account 10123456789 is closed", "0123456789", false),
            ("Account 01234567890 is closed", "0123456789", false),
            // A short number may be a count or an amount.
            ("12345 is too much", "12345", false),
            ("123456 is closed", "123456", true),
            ("", "0123456789", false),
        ] {
            assert_eq!(names_payout(&message.to_uppercase(), (REFERENCE, account)), expected, "{message}");
        }
    }

    #[test]
    fn a_refusal_names_rows_by_their_place() {
        for (message, expected) in [
            ("recipients[12].bankcode: unknown bank", vec![12]),
            ("Recipients.3.amount is invalid; recipients[40].ref is too long", vec![3, 40]),
            ("data/recipients/0/accountNumber", vec![0]),
            ("recipients must hold at least one", vec![]),
            ("recipients[x]", vec![]),
            ("recipients[99999999999999999999999]", vec![]),
            ("", vec![]),
        ] {
            assert_eq!(named_places(message), expected, "{message}");
        }
    }
}
