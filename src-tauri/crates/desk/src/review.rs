//! From a draft to a frozen payroll, and from there to an approved one. Freezing fixes references, bytes, count
//! and sum of every batch in one transaction; approving takes the total as the user typed it.

use paysheet_domain::{
    BankKind, Money,
    money::{Total, parse_currency},
};
use paysheet_ledger::{FreezePlan, LedgerError, PayrollId};

use crate::{
    changes,
    comparison::comparison,
    desk::{Desk, hold},
    draft::{Draft, Entry},
    error::{DeskError, Setting},
    event::DeskEvent,
    mapping::Reading,
    profile, repairs,
    view::{ChangeView, ComparisonView, DecisionView, DifferenceKind, ReviewInput, ReviewView},
};

impl Desk {
    /// Freezes the payroll as it stands and shows what would be paid. Called again with other words or a
    /// changed draft, it thaws and freezes anew; references stay the same for the same name and period.
    ///
    /// # Errors
    /// `DraftHasProblems`, `NothingToPay`, `ValueInvalid`, `ProfileKeyChanged`; `Ledger` with `AlreadyPaid` where people of this
    /// payroll are in another one of the same name and period, and with `AlreadyReported` where the service already
    /// reports on some of them: then nothing of it can be approved.
    pub async fn review(&self, id: u32, input: Option<ReviewInput>) -> Result<ReviewView, DeskError> {
        self.require_own_key()?;
        let _one_at_a_time = self.inner.changing.lock().await;
        let ledger = &self.inner.ledger;
        let record = ledger.payroll(PayrollId(id)).await?;
        ledger.refuse_reported(record.id).await?;
        let settings = self.profile().settings;
        let input = input.unwrap_or_else(|| ReviewInput {
            name: record.name.clone(),
            period: record.period.clone(),
            sender_name: record.sender_name.clone().unwrap_or_else(|| settings.sender_name.clone()),
            // A sender stands there from the first review on, over every way back to Check.
            instant_queue: record.sender_name.is_none() || record.instant_queue,
        });
        let input = checked_input(input)?;
        self.refuse_same_run(id, &input).await?;
        let draft = self.loaded(id).await?;
        self.take_listed_banks(&draft).await?;
        let same_file = self.same_file(id).await?;
        if ledger.frozen(record.id).await?.is_some() {
            ledger.thaw(record.id, self.now()).await?;
        }
        ledger.rename(record.id, &input.name, &input.period, self.now()).await?;
        let (plan, view) = {
            let mut draft = hold(&draft);
            draft.rename(&input.name, &input.period);
            let plan = self.plan(&draft, &input)?;
            let view = ReviewView {
                comparison: ComparisonView { same_file, ..self.compared(&draft) },
                ..review_view(&draft, &plan, input, &settings)
            };
            (plan, view)
        };
        let frozen = ledger.freeze(record.id, plan).await;
        self.tell(DeskEvent::PayrollChanged { id });
        if let Err(error @ LedgerError::AlreadyReported { .. }) = frozen {
            // It is no draft any more: its outcomes are shown in place of the review.
            self.close_draft(id);
            self.tell(DeskEvent::UnknownReportsChanged);
            return Err(error.into());
        }
        frozen?;
        Ok(view)
    }

    /// Lets the user edit again; nothing of the payroll was sent.
    ///
    /// # Errors
    /// `Ledger` where a batch was sent.
    pub async fn back_to_check(&self, id: u32) -> Result<(), DeskError> {
        if self.inner.ledger.frozen(PayrollId(id)).await?.is_some() {
            self.inner.ledger.thaw(PayrollId(id), self.now()).await?;
            self.tell(DeskEvent::PayrollChanged { id });
        }
        Ok(())
    }

    /// Approves what was frozen and starts to send it. The total must be the payroll's, digit for digit;
    /// grouping and a currency sign do not count.
    ///
    /// # Errors
    /// `Locked`, `TokenEnds`, `ProfileKeyChanged`, `TotalDiffers`, `SendingGoesOn`, `Ledger`.
    pub async fn approve_and_pay(&self, id: u32, typed_total: &str) -> Result<(), DeskError> {
        self.approve(id, typed_total).await?;
        self.start_sending(id)
    }

    /// Approves without sending.
    ///
    /// # Errors
    /// As [`Desk::approve_and_pay`].
    pub async fn approve(&self, id: u32, typed_total: &str) -> Result<(), DeskError> {
        self.require_own_key()?;
        // Said before anything is approved, not when its turn comes.
        self.secrets_for_a_submission().await?;
        // Between the look at the total and the approval nobody freezes it otherwise.
        let _one_at_a_time = self.inner.changing.lock().await;
        let ledger = &self.inner.ledger;
        let record = ledger.payroll(PayrollId(id)).await?;
        // The total that stands first on the screen.
        let first =
            record.totals.iter().min_by_key(|(currency, _)| (*currency != record.currency, *currency));
        let (_, total) = first.ok_or(DeskError::NothingToPay)?;
        if !is_total(typed_total, *total) {
            return Err(DeskError::TotalDiffers);
        }
        let frozen = ledger.frozen(record.id).await?.ok_or(DeskError::SendingGoesOn)?;
        // Frozen while the desk was locked, the banks are those of the embedded list.
        if let Some(draft) = self.opened_draft(id)
            && self.take_listed_banks(&draft).await?
        {
            return Err(LedgerError::ChangedSinceShown(record.id).into());
        }
        let settings = self.profile().settings;
        let by = if settings.approver.is_empty() { &settings.name } else { &settings.approver };
        ledger.approve(frozen, by, self.now()).await?;
        self.close_draft(id);
        self.tell(DeskEvent::PayrollChanged { id });
        Ok(())
    }

    /// References tell who is paid already; where the key they come from was lost, the name and period still do.
    async fn refuse_same_run(&self, id: u32, input: &ReviewInput) -> Result<(), DeskError> {
        let Some(same) = self.same_run(id, &input.name, &input.period).await? else { return Ok(()) };
        let other = self.inner.ledger.payroll(PayrollId(same)).await?;
        let already = LedgerError::AlreadyPaid { payroll: other.id, name: other.name, people: other.people };
        Err(already.into())
    }

    /// What the record keeps of the draft beside its payouts.
    pub(crate) fn summary(&self, draft: &Draft) -> Result<String, DeskError> {
        Ok(serde_json::to_string(&Summary {
            changes: changes::changes(draft),
            decisions: changes::decisions(draft),
            repairs: repairs::kept(draft)?,
            comparison: self.compared(draft),
            reading: draft.head().reading.clone(),
        })?)
    }

    /// Counts and the loud differences; the long lists stay with the Check screen.
    fn compared(&self, draft: &Draft) -> ComparisonView {
        let mut view = comparison(draft, self.profile().settings.amount_change_pct, None);
        view.differences.retain(|difference| difference.kind == DifferenceKind::AccountChanged);
        view
    }
}

fn checked_input(input: ReviewInput) -> Result<ReviewInput, DeskError> {
    let input = ReviewInput {
        name: input.name.split_whitespace().collect::<Vec<_>>().join(" "),
        period: input.period.trim().to_owned(),
        sender_name: input.sender_name.trim().to_owned(),
        instant_queue: input.instant_queue,
    };
    profile::name(&input.name, Setting::Name)?;
    profile::name(&input.sender_name, Setting::SenderName)?;
    if jiff::civil::Date::strptime("%Y-%m-%d", format!("{}-01", input.period)).is_err() {
        return Err(DeskError::ValueInvalid(Setting::Period));
    }
    Ok(input)
}

/// Whether the text says exactly this total. A decimal part of zeros may be left out.
fn is_total(typed: &str, total: Money) -> bool {
    let plain: String = typed.chars().filter(|c| !c.is_whitespace()).collect();
    let Some(at) = plain.find(|c: char| c.is_ascii_digit()) else { return false };
    let (sign, digits) = plain.split_at(at);
    let is_other = parse_currency(sign).is_ok_and(|currency| currency != total.currency());
    if is_other || sign.contains(['-', '\u{2212}', '(', '.', ',']) {
        return false;
    }
    // A comma groups thousands or means something else: `45120,30` is not 4,512,030.
    let (whole, decimals) = digits.split_once('.').unwrap_or((digits, ""));
    let is_grouped = whole.split(',').skip(1).all(|group| group.len() == 3) && !decimals.contains(',');
    is_grouped && Money::parse(&digits.replace(',', ""), total.currency()) == Ok(total)
}

fn review_view(
    draft: &Draft,
    plan: &FreezePlan,
    input: ReviewInput,
    settings: &crate::view::ProfileSettings,
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
        profile_name: settings.name.clone(),
        approver: if settings.approver.is_empty() {
            settings.name.clone()
        } else {
            settings.approver.clone()
        },
        file_name: draft.head().file_name.clone(),
        countries,
        totals: draft.payable(),
        largest: Total::new(1, largest.map_or(Money::zero(own), |payout| payout.amount)),
        largest_name: largest.map(|payout| payout.name.clone()).unwrap_or_default(),
        banks: narrow(destinations.len() - wallets),
        wallets: narrow(wallets),
        batches: plan
            .batches
            .iter()
            .map(|batch| Total::new(narrow(batch.payouts.len()), batch.sum))
            .collect(),
        changes: changes::changes(draft),
        decisions: changes::decisions(draft),
        comparison: ComparisonView {
            with: None,
            same_file: None,
            threshold_pct: 0,
            counts: Vec::new(),
            differences: Vec::new(),
        },
    }
}

/// What the record keeps of the draft that was frozen.
#[derive(serde::Serialize)]
struct Summary {
    changes: Vec<ChangeView>,
    decisions: Vec<DecisionView>,
    repairs: repairs::RepairsKept,
    comparison: ComparisonView,
    /// By which columns the file was read, and who said so.
    reading: Option<Reading>,
}

#[cfg(test)]
mod tests {
    use paysheet_domain::Currency;

    use super::*;

    #[test]
    fn the_typed_total_counts_whatever_its_grouping() {
        let total = Money::parse("45120300.00", Currency::NGN).unwrap();
        for (typed, same) in [
            ("45120300.00", true),
            ("45,120,300.00", true),
            ("₦ 45,120,300.00", true),
            ("NGN45120300", true),
            ("45 120 300", true),
            ("45120300.01", false),
            ("45120300.001", false),
            ("4512030000", false),
            ("", false),
            ("₦", false),
            ("45.120.300", false),
            ("451203,00", false),
            ("4512030,0.00", false),
            ("45120300.0,0", false),
            ("-45120300.00", false),
            ("(45120300.00)", false),
            ("GHS 45120300.00", false),
        ] {
            assert_eq!(is_total(typed, total), same, "{typed}");
        }
    }
}
