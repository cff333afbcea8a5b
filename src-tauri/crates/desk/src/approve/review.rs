//! From a draft to a frozen payroll, as the Approve screen shows it. Freezing fixes references, bytes, count and sum
//! of every batch in one transaction.

use std::{
    borrow::Cow,
    collections::HashSet,
    sync::{Arc, Mutex},
};

use paysheet_domain::{
    Bank, BankKind, Currency, Money, PayoutState, account::comparison_key, money::Total, period::is_period,
};
use paysheet_draft::{Draft, Entry};
use paysheet_ledger::{FreezePlan, LedgerError, PayrollId};

use crate::{
    access::wallets,
    app_error::{AppError, Setting},
    approve::{
        plan,
        summary::{self, Compared},
    },
    check::{change_log, comparison, listed_people::names_outcome, queries},
    desk::Desk,
    directory::{browse, draft_banks, lists::ListPurpose},
    drafts,
    error::DeskError,
    event::DeskEvent,
    mutex::lock,
    settle::callbacks::apply::apply_waiting_callbacks,
    state::session::settings,
    view::{ProfileSettings, ReviewInput, ReviewView},
};

impl Desk {
    /// Freezes the payroll in its present state and returns what would be paid. Another call with another input or a
    /// changed draft thaws it and freezes it again; references stay the same for the same name and period.
    ///
    /// # Errors
    /// `DraftHasProblems`, `NothingToPay`, `ValueInvalid`, `ProfileKeyChanged`; `Ledger` with `AlreadyPaid` if people
    /// of this payroll are in another one of the same name and period, and with `AlreadyReported` if the service
    /// already reports on some of them: then nothing of it can be approved.
    pub async fn review(&self, id: u32, input: Option<ReviewInput>) -> Result<ReviewView, DeskError> {
        self.require_own_key()?;
        // A report that waits may be about people of this payroll.
        apply_waiting_callbacks(self).await?;
        let _guard = self.drafts.change_guard().await;
        let ledger = &self.ledger;
        let record = ledger.payroll(PayrollId(id)).await?;
        ledger.refuse_reported(record.id).await?;
        let settings = self.profile().settings;
        let input = input.unwrap_or_else(|| ReviewInput {
            name: record.name.clone(),
            period: record.period.clone(),
            sender_name: record.sender_name.clone().unwrap_or_else(|| settings.sender_name.clone()),
            // The first review stores a sender name. It stays stored when the user returns to Check.
            instant_queue: record.sender_name.is_none() || record.instant_queue,
        });
        let input = checked_input(input)?;
        let draft = drafts::loaded(self, id).await?;
        refuse_same_run(self, id, &input, &draft).await?;
        draft_banks::take_listed_banks(self, &draft, ListPurpose::ByTheUser).await?;
        drafts::forget_old_holders(self, &draft);
        let same_file = comparison::same_file(self, id).await?;
        let (plan, view) = {
            let draft = lock(&draft);
            let batches = plan::batches(self, &draft, &input)?;
            let compared = summary::compared(self, &draft, same_file)?;
            let summary = summary::summary(&draft, &compared, &settings.payout_fees)?;
            let plan = plan::plan(self, &draft, &input, batches, summary);
            let view = review_view(self, &draft, &plan, input, compared);
            (plan, view)
        };
        // Nothing can be stored in the rows from here on; what is not verified yet is, after a return to Check.
        self.name_checks.stop(id);
        let frozen = self.ledger_for_user().freeze(record.id, plan).await;
        self.emit(DeskEvent::PayrollChanged { id });
        if let Err(error @ LedgerError::AlreadyReported { .. }) = frozen {
            // It is no longer a draft: the window shows its outcomes in place of the review.
            self.close_draft(id);
            self.emit(DeskEvent::UnknownReportsChanged);
            return Err(error.into());
        }
        let fingerprint = frozen?.fingerprint().to_owned();
        lock(&draft).rename(&view.input.name, &view.input.period);
        let questions = self.questions(id).await?;
        Ok(ReviewView { fingerprint, questions, ..view })
    }

    /// Returns the payroll to editing; nothing of it was sent.
    ///
    /// # Errors
    /// `Ledger` if a batch was sent.
    pub async fn back_to_check(&self, id: u32) -> Result<(), DeskError> {
        // A concurrent review would freeze it again without the user's knowledge.
        let _guard = self.drafts.change_guard().await;
        if self.ledger.frozen(PayrollId(id)).await?.is_some() {
            self.ledger_for_user().thaw(PayrollId(id), self.now()).await?;
            self.emit(DeskEvent::PayrollChanged { id });
        }
        Ok(())
    }
}

/// Refuses a payroll if another one that is past the draft state has its name and period. References usually
/// detect who is paid already; if the key they are derived from was lost, name and period still do.
async fn refuse_same_run(
    desk: &Desk,
    id: u32,
    input: &ReviewInput,
    draft: &Arc<Mutex<Draft>>,
) -> Result<(), DeskError> {
    let Some(same) = queries::same_run(desk, id, &input.name, &input.period).await? else { return Ok(()) };
    let payroll = PayrollId(same);
    // What is stored of a damaged payroll may not be readable, so nobody counts as paid; its name is taken all the
    // same.
    let name = match desk.ledger.payroll(payroll).await {
        Err(error) if error.is_damage() => input.name.clone(),
        other => other?.name,
    };
    let payouts = match desk.ledger.all_payouts(payroll).await {
        Err(error) if error.is_damage() => Vec::new(),
        payouts => payouts?,
    };
    let people = {
        let draft = lock(draft);
        let paid: HashSet<Cow<'_, str>> = payouts
            .iter()
            .filter(|payout| payout.state == PayoutState::Paid)
            .map(|payout| comparison_key(payout.country, &payout.account_number))
            .collect();
        let recipients = draft.entries().iter().filter(|entry| entry.is_payable()).map(|it| &it.recipient);
        let accounts =
            recipients.filter_map(|it| Some(comparison_key(it.country, it.account_number.as_deref()?)));
        accounts.filter(|account| paid.contains(account)).count()
    };
    Err(match u32::try_from(people).unwrap_or(u32::MAX) {
        0 => LedgerError::NameTaken { payroll, name },
        people => LedgerError::AlreadyPaid { payroll, name, people },
    }
    .into())
}

fn checked_input(input: ReviewInput) -> Result<ReviewInput, DeskError> {
    let input = ReviewInput {
        name: input.name.split_whitespace().collect::<Vec<_>>().join(" "),
        period: input.period,
        sender_name: input.sender_name.trim().to_owned(),
        instant_queue: input.instant_queue,
    };
    settings::name(&input.name, Setting::Name)?;
    settings::name(&input.sender_name, Setting::SenderName)?;
    if !is_period(&input.period) {
        return Err(AppError::invalid(Setting::Period).into());
    }
    Ok(input)
}

/// Returns the number of people whose bank may want a branch, where none is sent.
fn without_branch(draft: &Draft, included: &[&Entry]) -> usize {
    let wants_branch = |entry: &&&Entry| {
        let recipient = &entry.recipient;
        let bank = recipient
            .bank_code
            .as_deref()
            .and_then(|code| draft.directory().by_code(recipient.country, code));
        bank.is_some_and(Bank::may_want_branch)
    };
    if draft.head().are_details_sent { 0 } else { included.iter().filter(wants_branch).count() }
}

/// Returns the currencies that cannot be paid. Of a locked desk only those without a wallet are known.
fn wallets_missing(desk: &Desk, draft: &Draft) -> Vec<Currency> {
    let (settings, unlocked) = (desk.profile().settings, desk.unlocked().ok());
    let is_missing = |currency: &Currency| match &unlocked {
        Some(secrets) => wallets::lock_of(&settings, secrets, *currency).is_err(),
        None => wallets::reference_of(&settings, *currency).is_err(),
    };
    draft.payable().into_iter().map(|total| total.currency).filter(is_missing).collect()
}

/// Returns what payments cost by the fees that are set. A sum that is too large to be held is left out.
fn estimated_fees(profile: &ProfileSettings, totals: &[Total]) -> Vec<Total> {
    let fees = |total: &Total| {
        let sum = settings::payout_fees(profile, total.currency, total.count).ok()??;
        Some(Total::new(total.count, sum))
    };
    totals.iter().filter_map(fees).collect()
}

fn review_view(
    desk: &Desk,
    draft: &Draft,
    plan: &FreezePlan,
    input: ReviewInput,
    compared: Compared,
) -> ReviewView {
    let included: Vec<&Entry> = draft.entries().iter().filter(|entry| entry.is_payable()).collect();
    let payouts = || plan.batches.iter().flat_map(|batch| &batch.payouts);
    let own = draft.head().currency;
    let largest = payouts().filter(|payout| payout.amount.currency() == own).max_by_key(|p| p.amount.minor());
    let largest = largest.or_else(|| payouts().next());
    let mut destinations: Vec<(&str, bool)> = payouts()
        .map(|payout| {
            let country = draft.get(payout.position).map_or(draft.head().country, |e| e.recipient.country);
            let bank = draft.directory().by_code(country, &payout.bank_code);
            (payout.bank_code.as_str(), bank.is_some_and(|bank| bank.kind == BankKind::MobileMoney))
        })
        .collect();
    destinations.sort_unstable();
    destinations.dedup();
    let wallets = destinations.iter().filter(|(_, wallet)| *wallet).count();
    let mut countries: Vec<_> = included.iter().map(|entry| entry.recipient.country).collect();
    countries.sort_unstable();
    countries.dedup();
    let narrow = |figure: usize| u32::try_from(figure).unwrap_or(u32::MAX);
    ReviewView {
        id: draft.head().id,
        input,
        profile_name: desk.profile().settings.name,
        approver: desk.approver(),
        file_name: draft.head().file_name.clone(),
        countries,
        wallets_missing: wallets_missing(desk, draft),
        without_branch: narrow(without_branch(draft, &included)),
        fees: estimated_fees(&desk.profile().settings, &draft.payable()),
        totals: draft.payable(),
        largest: Total::new(1, largest.map_or(Money::zero(own), |payout| payout.amount)),
        largest_name: largest.map(|payout| payout.name.clone()).unwrap_or_default(),
        banks: narrow(destinations.len() - wallets),
        wallets: narrow(wallets),
        host: desk.host(),
        // Set after the payroll is frozen.
        fingerprint: String::new(),
        questions: Vec::new(),
        batches: plan
            .batches
            .iter()
            .map(|batch| Total::new(narrow(batch.payouts.len()), batch.sum))
            .collect(),
        unconfirmed: draft_banks::unconfirmed_codes(desk, draft),
        banks_listed_at: browse::listed_at(desk, draft.head().country),
        changes: change_log::changes(draft),
        decisions: change_log::decisions(draft),
        names: names_outcome(draft),
        bridge: compared.bridge_view(),
        comparison: compared.comparison,
    }
}

#[cfg(test)]
mod tests;
