//! Pays the people of a payroll whose payouts failed or were reversed again: a new draft, linked to the payouts that
//! failed. It is checked, reviewed and approved like any other payroll, and its references are new.

use std::collections::{BTreeMap, HashMap};

use paysheet_domain::{DraftRow, PayoutState, PayoutStatus, Reference, money::Total};
use paysheet_draft::FileNotes;
use paysheet_ledger::{
    ChainPayment, LedgerError, NewPayroll, PayoutRecord, PayrollId, PayrollRecord, RetryLink,
};

use crate::{
    desk::Desk,
    error::DeskError,
    event::DeskEvent,
    view::{AcrossPayment, AcrossView, RetryLinkView},
};

/// What the name of a payroll that pays failed payouts again ends with.
const RETRY: &str = "retry";

impl Desk {
    /// Creates a draft that pays the people again whose payouts are known to have failed or been reversed, and are in no
    /// other retry.
    ///
    /// # Errors
    /// `Ledger` with `NotPayableAgain` if there are none.
    pub async fn pay_failed(&self, id: u32) -> Result<u32, DeskError> {
        let ledger = &self.ledger;
        let earlier = ledger.payroll(PayrollId(id)).await?;
        let failed = ledger.payable_again(earlier.id).await?;
        if failed.is_empty() {
            return Err(LedgerError::NotPayableAgain.into());
        }
        let rows = rows(ledger.draft_rows(earlier.id).await?, &failed)?;
        let new = linked_payroll(self, earlier, RETRY).await?;
        let created = self.ledger_for_user().create_retry(new, &rows).await?.0;
        self.emit(DeskEvent::PayrollChanged { id: created });
        self.emit(DeskEvent::PayrollChanged { id });
        Ok(created)
    }
}

/// Returns the head of a draft whose rows are linked to some payouts of another payroll.
pub(crate) async fn linked_payroll(
    desk: &Desk,
    earlier: PayrollRecord,
    addition: &str,
) -> Result<NewPayroll, DeskError> {
    Ok(NewPayroll {
        name: desk.ledger.free_name((&earlier.name, addition), &earlier.period).await?,
        period: earlier.period,
        // Its rows are only some of the file's, so it is not a payroll of that file.
        file_name: String::new(),
        file_sha256: String::new(),
        sheet: String::new(),
        country: earlier.country,
        currency: earlier.currency,
        convention: earlier.convention,
        skipped_json: serde_json::to_string(&FileNotes::default())?,
        // A copy waits for all of its original; this one waits only for the payouts that it is linked to.
        copied_from: None,
        layout: None,
        reading_json: None,
        source: None,
        at: desk.now(),
    })
}

/// Returns the draft rows of these payouts, each as it was checked then, with its payout. What was accepted for the
/// first payment is decided anew.
fn rows(drafted: Vec<DraftRow>, failed: &[PayoutRecord]) -> Result<Vec<(DraftRow, Reference)>, DeskError> {
    let mut of_position: HashMap<u32, DraftRow> =
        drafted.into_iter().map(|row| (row.position, row)).collect();
    let row = |(position, payout): (u32, &PayoutRecord)| {
        let mut row = of_position.remove(&payout.position)?;
        row.position = position;
        row.accepted.clear();
        row.excluded = false;
        Some((row, payout.reference.clone()))
    };
    let rows: Option<Vec<_>> = (0_u32..).zip(failed).map(row).collect();
    rows.ok_or_else(|| LedgerError::Unreadable { column: "position" }.into())
}

/// Links of all payrolls, and what is shown of each payroll.
pub(crate) struct Links {
    links: Vec<RetryLink>,
    /// Names, and whether it is a draft. A damaged payroll has no name.
    payrolls: HashMap<PayrollId, (String, bool)>,
}

impl Links {
    pub async fn read(desk: &Desk) -> Result<Self, DeskError> {
        let links = desk.ledger.retry_links().await?;
        let mut payrolls = HashMap::new();
        if !links.is_empty() {
            for record in desk.ledger.payrolls().await? {
                let is_draft = record.approved_at.is_none();
                payrolls.insert(record.id, (record.name, is_draft));
            }
        }
        Ok(Self { links, payrolls })
    }

    /// Returns the payrolls of which this one pays people again, or corrects them.
    pub fn pays_again(&self, id: PayrollId) -> Vec<RetryLinkView> {
        self.links.iter().filter(|link| link.new == id).map(|link| self.view(link.old, link)).collect()
    }

    /// Returns the payrolls that pay people of this one again, or correct them.
    pub fn paid_again_in(&self, id: PayrollId) -> Vec<RetryLinkView> {
        self.links.iter().filter(|link| link.old == id).map(|link| self.view(link.new, link)).collect()
    }

    fn view(&self, id: PayrollId, &RetryLink { people, is_correction, .. }: &RetryLink) -> RetryLinkView {
        let (name, is_draft) = self.payrolls.get(&id).cloned().unwrap_or_default();
        RetryLinkView { payroll: id.0, name, is_draft, people, is_correction }
    }
}

/// Returns people and sums of what "Pay the failed" would pay, by currency.
pub(crate) async fn payable_again(desk: &Desk, id: PayrollId) -> Result<Vec<Total>, DeskError> {
    let totals = desk.ledger.payable_again_totals(id).await?;
    Ok(totals.into_iter().map(|(people, sum)| Total::new(people, sum)).collect())
}

/// Returns what each person of a payroll got in it and in those that pay it again or correct it, by the reference of each of
/// their payouts.
pub(crate) async fn across(desk: &Desk, id: PayrollId) -> Result<HashMap<Reference, AcrossView>, DeskError> {
    let mut chains = BTreeMap::<Reference, Vec<ChainPayment>>::new();
    let all = desk.ledger.payment_chains(id).await?;
    // What was withdrawn is not there: whoever is corrected has one payment.
    for payment in all.into_iter().filter(|payment| payment.state != PayoutState::Withdrawn) {
        chains.entry(payment.chain.clone()).or_default().push(payment);
    }
    let mut views = HashMap::new();
    for payments in chains.into_values().filter(|payments| payments.len() > 1) {
        let paid = payments.iter().filter(|payment| payment.state == PayoutState::Paid);
        let paid = Total::by_currency(paid.map(|payment| (1, payment.amount)))?;
        let view = AcrossView { paid, payments: payments.iter().map(payment_view).collect() };
        let own = payments.into_iter().filter(|payment| payment.payroll == id);
        views.extend(own.map(|payment| (payment.reference, view.clone())));
    }
    Ok(views)
}

fn payment_view(payment: &ChainPayment) -> AcrossPayment {
    AcrossPayment {
        payroll: payment.payroll.0,
        payroll_name: payment.payroll_name.clone(),
        reference: payment.reference.to_string(),
        amount: payment.amount.digits(),
        currency: payment.amount.currency(),
        status: PayoutStatus::of(payment.state, payment.batch),
    }
}
