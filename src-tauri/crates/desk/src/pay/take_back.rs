//! Takes what the service refused of a payroll, or what never left this computer, back to Check. What the service said is
//! shown beside the rows that it named.

use paysheet_domain::BatchState;
use paysheet_ledger::{PayoutRecord, PayrollId, RefusedRow, StoredRefusal};

use crate::{
    context::Context,
    error::DeskError,
    event::DeskEvent,
    pay::{callbacks::apply::apply_waiting_callbacks, sending::SendingGuard, tracking},
    recovery::anchor,
    view::BatchView,
};

/// Fewest digits of an account number that is searched for in a message: a shorter number may be anything.
const ACCOUNT_DIGITS_MIN: usize = 6;

/// Takes back what the service never took of a payroll, and returns the draft that contains it: the payroll itself if the
/// service took nothing, a new one linked to it otherwise.
///
/// # Errors
/// `SendingGoesOn`; `Ledger` with `WrongState` if everything of it is at the service or may be there.
pub async fn take_back(context: &Context, id: u32) -> Result<u32, DeskError> {
    anchor::require_may_send(context)?;
    let guard = SendingGuard::take(context, id)?;
    // A report that waits may prove that the service took it.
    apply_waiting_callbacks(context).await?;
    // A concurrent change of the draft in memory would be stored over it.
    let changes = context.drafts.change_guard().await;
    let refusal = refusal(context, id).await?;
    let by = context.decider();
    let ledger = context.ledger.acting_for(&by);
    let draft = ledger.take_back(PayrollId(id), (refusal.as_ref(), &by), context.now()).await?.0;
    anchor::anchor_or_log(context).await;
    context.send_queue.clear_stopped(id);
    for changed in [id, draft] {
        context.close_draft(changed);
        context.tell(DeskEvent::PayrollChanged { id: changed });
    }
    drop((changes, guard));
    Ok(draft)
}

/// Returns what the service said when it refused the payroll; none if it was not asked.
async fn refusal(context: &Context, id: u32) -> Result<Option<StoredRefusal>, DeskError> {
    let track = tracking::payroll(context, id).await?;
    let refused = |batch: &&BatchView| batch.state == BatchState::NotAccepted;
    let Some(batch) = track.batches.iter().find(refused) else { return Ok(None) };
    let mut payouts = context.ledger.all_payouts(PayrollId(id)).await?;
    payouts.retain(|payout| payout.batch == batch.number);
    payouts.sort_by_key(|payout| payout.position);
    let message = batch.message.clone().unwrap_or_default();
    let rows = named_rows(&message, &payouts);
    Ok(Some(StoredRefusal { message, at: context.now(), rows }))
}

/// Returns the rows that a refusal names: by their place in the batch (`recipients[12]`), their account or their reference.
fn named_rows(message: &str, payouts: &[PayoutRecord]) -> Vec<RefusedRow> {
    let places = named_places(message);
    let said = message.to_uppercase();
    let is_named = |(place, payout): &(usize, &PayoutRecord)| {
        places.contains(place) || says(&said, (payout.reference.as_str(), &payout.account_number))
    };
    let row = |(_, payout): (usize, &PayoutRecord)| RefusedRow {
        position: payout.position,
        bank_code: payout.bank_code.clone(),
        account_number: payout.account_number.clone(),
        amount: payout.amount.digits(),
    };
    payouts.iter().enumerate().filter(is_named).map(row).collect()
}

/// Returns whether a message in capitals has this reference, or this account, as a word of its own.
fn says(said: &str, (reference, account): (&str, &str)) -> bool {
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
    use super::{named_places, says};

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
            assert_eq!(says(&message.to_uppercase(), (REFERENCE, account)), expected, "{message}");
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
