//! Which payouts the entries of a statement are about. A reference of ours in an entry is certain. Without one, amount,
//! date and the account or the name of the person have to fit, or the sum of a batch; the user confirms it.

mod candidates;
mod known;
mod numbers;
mod parts;
mod returns;
mod second_debits;

use std::collections::{BTreeMap, BTreeSet};

use jiff::{SignedDuration, Timestamp, civil::Date, tz::TimeZone};
use paysheet_domain::{CellValue, MatchedBy, PayoutState, Report};
use paysheet_ledger::{Ledger, ListedPayout};

use self::{
    candidates::Candidates,
    known::{Known, days, found, is_sum_of},
    numbers::Numbers,
    parts::Parts,
};
use super::{
    matching::{self, DAYS_AFTER, DAYS_BEFORE, MatchedRow, PayoutMatch, is_in_currency, states},
    rows::FileRow,
};
use crate::{error::DeskError, view::OutcomeProblem};

/// The entries with what was found for them, and the payouts of that time that no entry is about.
pub(super) struct Reconciled {
    pub rows: Vec<MatchedRow>,
    pub missing: Vec<ListedPayout>,
}

/// Finds the payouts of all entries.
pub(super) async fn find(ledger: &Ledger, mut rows: Vec<FileRow>) -> Result<Reconciled, DeskError> {
    let days: Vec<Date> = rows.iter().flat_map(|row| days(row).into_iter().take(1)).collect();
    let sent = match (days.iter().min(), days.iter().max()) {
        (Some(first), Some(last)) => {
            let has_credits = rows.iter().any(|row| row.report == Some(Report::PossibleReversal));
            let days_before = if has_credits { returns::DAYS_AFTER } else { DAYS_AFTER };
            let from = start_of(*first) - SignedDuration::from_hours(24 * days_before);
            let until = start_of(*last) + SignedDuration::from_hours(24 * (DAYS_BEFORE + 1));
            ledger.sent_between(from, until).await?
        }
        _ => Vec::new(),
    };
    let parts = Parts::of(&sent, &rows);
    rows.iter_mut().for_each(|row| parts.name(row));
    let references: BTreeSet<String> = rows.iter().flat_map(matching::own_references).collect();
    let references: Vec<&str> = references.iter().map(String::as_str).collect();
    let named = ledger.listed_payouts(&references).await?;
    let all_references = sent.iter().map(|payout| payout.reference.as_str()).chain(references);
    let all_references: Vec<&str> = all_references.collect::<BTreeSet<_>>().into_iter().collect();
    let earlier = ledger.statement_entries(&all_references).await?;
    let known = Known::of(&sent, named);
    let rows: Vec<MatchedRow> = rows.into_iter().map(|row| known.find(row)).collect();
    let numbers = Numbers::of(&rows, &earlier);
    let mut rows = Candidates::of(&sent, &numbers, &earlier).expand(rows);
    let mentioned = mentioned(&rows);
    matching::refuse_undecided(&mut rows);
    refuse_repeated(&mut rows);
    returns::refuse_debits_beside(&mut rows);
    second_debits::mark(&earlier, &numbers, &mut rows);
    matching::refuse_shared(&mut rows);
    let missing = missing(sent, &mentioned, &days);
    Ok(Reconciled { rows, missing })
}

fn start_of(day: Date) -> Timestamp {
    day.to_zoned(TimeZone::UTC).map_or(Timestamp::UNIX_EPOCH, |start| start.timestamp())
}

/// Two debits with one reference may mean that somebody was paid twice: nothing is decided here. One that says something
/// else than the other is no second one.
fn refuse_repeated(rows: &mut [MatchedRow]) {
    let by_reference = |row: &MatchedRow| {
        let found = row.found.as_ref().ok()?.first().filter(|found| found.by == MatchedBy::Reference)?;
        Some((found.payout.reference.clone(), <&str>::from(found.report.report)))
    };
    let mut counts = BTreeMap::<_, u32>::new();
    for key in rows.iter().filter_map(by_reference) {
        *counts.entry(key).or_default() += 1;
    }
    for row in rows {
        if by_reference(row).is_some_and(|key| counts.get(&key).is_some_and(|count| *count > 1)) {
            row.found = Err(OutcomeProblem::SeveralRows);
        }
    }
}

/// Returns the references of the payouts that entries are about or name, also where nothing follows from them.
fn mentioned(rows: &[MatchedRow]) -> BTreeSet<String> {
    let found = rows.iter().filter_map(|row| row.found.as_ref().ok()).flatten();
    let found = found.map(|found| found.payout.reference.clone());
    found.chain(rows.iter().flat_map(|row| matching::own_references(&row.row))).collect()
}

/// Returns the payouts without an outcome that were sent in the days of the statement, and that no entry is
/// about.
fn missing(sent: Vec<ListedPayout>, mentioned: &BTreeSet<String>, days: &[Date]) -> Vec<ListedPayout> {
    let is_in_time = |payout: &ListedPayout| {
        let sent = payout.sent_at.map(|at| at.to_zoned(TimeZone::UTC).date());
        sent.is_some_and(|sent| days.iter().min() <= Some(&sent) && days.iter().max() >= Some(&sent))
    };
    let is_open = |payout: &ListedPayout| matches!(payout.state, PayoutState::Sent | PayoutState::Overdue);
    let is_missing = |payout: &ListedPayout| {
        is_open(payout) && is_in_time(payout) && !mentioned.contains(&payout.reference)
    };
    sent.into_iter().filter(is_missing).collect()
}

impl Known<'_> {
    fn find(&self, row: FileRow) -> MatchedRow {
        let found = self.found(&row);
        MatchedRow { row, found }
    }

    fn found(&self, row: &FileRow) -> Result<Vec<PayoutMatch>, OutcomeProblem> {
        if let Some(problem) = row.problem {
            return Err(problem);
        }
        let report = row.report.ok_or(OutcomeProblem::NoResult)?;
        let amount = row.amount.as_ref().ok_or(OutcomeProblem::AmountNotReadable)?;
        let own: BTreeSet<String> = matching::own_references(row).collect();
        let named: Vec<_> = own.iter().filter_map(|reference| self.named.get(reference)).collect();
        match named.as_slice() {
            [payout] if states(amount, payout.amount) && is_in_currency(row, payout.amount) => {
                Ok(vec![found(MatchedBy::Reference, payout, row, report)])
            }
            [payout] if returns::is_return_of(payout, row, amount) => {
                Ok(vec![found(MatchedBy::Reference, payout, row, report)])
            }
            [payout] if returns::cannot_be_read(payout, row, amount) => {
                Err(OutcomeProblem::AmountNotReadable)
            }
            [_] => Err(OutcomeProblem::OtherAmount),
            [] if row.is_undecided => Err(OutcomeProblem::UndecidedWord),
            [] if report == Report::PossibleReversal => self.returned(row, amount, &own),
            [] if own.is_empty() && report != Report::Successful => Err(OutcomeProblem::NoSuchPayment),
            [] if report != Report::Successful => Err(OutcomeProblem::UnknownReference),
            [] => self.without_reference(row, amount, &own),
            _ => Err(OutcomeProblem::SeveralPayments),
        }
    }

    /// Returns what a debit without the reference of a payout is about.
    fn without_reference(
        &self,
        row: &FileRow,
        amount: &CellValue,
        own: &BTreeSet<String>,
    ) -> Result<Vec<PayoutMatch>, OutcomeProblem> {
        let days = days(row);
        if days.is_empty() {
            return Err(OutcomeProblem::NothingToFindBy);
        }
        let days = (days.as_slice(), DAYS_AFTER);
        let batches: Vec<_> =
            self.batches.iter().filter(|batch| is_sum_of(row, amount, days, own, batch)).collect();
        let payouts = if own.is_empty() { self.payouts(row, amount, days) } else { Vec::new() };
        match (payouts.as_slice(), batches.as_slice()) {
            ([(by, payout)], []) => Ok(vec![found(*by, payout, row, Report::Successful)]),
            ([], [batch]) => Ok(batch
                .payouts
                .iter()
                .map(|payout| found(MatchedBy::BatchSum, payout, row, Report::Successful))
                .collect()),
            ([], []) if own.is_empty() => Err(OutcomeProblem::NoSuchPayment),
            ([], []) => Err(OutcomeProblem::UnknownReference),
            _ => Err(OutcomeProblem::SeveralPayments),
        }
    }
}

#[cfg(test)]
mod tests;
