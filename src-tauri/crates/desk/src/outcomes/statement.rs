//! Which payouts the entries of a statement are about. A reference of ours in an entry is certain. Without one, amount,
//! date and the account or the name of the person have to fit, or the sum of a batch; the user confirms it.

mod candidates;
mod numbers;
mod parts;
mod returns;
mod second_debits;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use jiff::{SignedDuration, Timestamp, civil::Date, tz::TimeZone};
use paysheet_domain::{
    CellValue, Currency, MatchedBy, Money, PayoutState, Report,
    checks::{comparable, stated_amounts},
};
use paysheet_ledger::{BatchKey, Ledger, ListedPayout, PayoutReport};

use self::{candidates::Candidates, numbers::Numbers, parts::Parts};
use super::{
    dates,
    matching::{self, DAYS_AFTER, DAYS_BEFORE, Found, MatchedRow, is_in_currency, is_near, states},
    rows::FileRow,
};
use crate::{error::DeskError, view::OutcomeProblem};

/// Least digits of an account that is looked for in the text of an entry.
const ACCOUNT_DIGITS_MIN: usize = 6;
/// Least letters of a name that has only one word.
const NAME_LETTERS_MIN: usize = 5;

/// The entries with what was found for them, and the payouts of that time that no entry is about.
pub(super) struct Reconciled {
    pub rows: Vec<MatchedRow>,
    pub missing: Vec<ListedPayout>,
}

/// Finds the payouts of all entries.
///
/// # Errors
/// `Ledger`.
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

pub(super) fn days(row: &FileRow) -> Vec<Date> {
    row.date.as_deref().map(dates::days).unwrap_or_default()
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

/// The days that an entry may mean, and how many days after sending it may come.
type Days<'d> = (&'d [Date], i64);

/// The payouts that entries may be about.
struct Known<'a> {
    named: HashMap<String, ListedPayout>,
    by_amount: HashMap<Money, Vec<&'a ListedPayout>>,
    batches: Vec<KnownBatch<'a>>,
    currencies: BTreeSet<Currency>,
}

impl<'a> Known<'a> {
    fn of(sent: &'a [ListedPayout], named: Vec<ListedPayout>) -> Self {
        let mut by_amount = HashMap::<Money, Vec<&ListedPayout>>::new();
        let mut batches = BTreeMap::<BatchKey, Vec<&ListedPayout>>::new();
        for payout in sent {
            by_amount.entry(payout.amount).or_default().push(payout);
            batches.entry(payout.batch).or_default().push(payout);
        }
        Self {
            named: named.into_iter().map(|payout| (payout.reference.clone(), payout)).collect(),
            by_amount,
            batches: batches.into_values().filter_map(KnownBatch::of).collect(),
            currencies: sent.iter().map(|payout| payout.amount.currency()).collect(),
        }
    }

    fn find(&self, row: FileRow) -> MatchedRow {
        let found = self.found(&row);
        MatchedRow { row, found }
    }

    fn found(&self, row: &FileRow) -> Result<Vec<Found>, OutcomeProblem> {
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
    ) -> Result<Vec<Found>, OutcomeProblem> {
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

    /// Returns the payouts that an entry names by account or name, with which of them.
    fn payouts(
        &self,
        row: &FileRow,
        amount: &CellValue,
        days: Days<'_>,
    ) -> Vec<(MatchedBy, &'a ListedPayout)> {
        let amounts = self.currencies.iter().flat_map(|currency| stated_amounts(amount, *currency));
        let payouts = amounts.filter_map(|amount| self.by_amount.get(&amount)).flatten().copied();
        let fits = |payout: &&ListedPayout| is_near(payout, days) && is_in_currency(row, payout.amount);
        payouts.filter(fits).filter_map(|payout| Some((named_by(row, payout)?, payout))).collect()
    }
}

/// A batch with its sum, which would be added up for each of thousands of entries otherwise.
struct KnownBatch<'a> {
    first: &'a ListedPayout,
    payouts: Vec<&'a ListedPayout>,
    sum: Money,
}

impl<'a> KnownBatch<'a> {
    fn of(payouts: Vec<&'a ListedPayout>) -> Option<Self> {
        let first = *payouts.first()?;
        let sum = Money::sum(first.amount.currency(), payouts.iter().map(|payout| payout.amount)).ok()?;
        Some(Self { first, payouts, sum })
    }
}

/// Whether an entry is the sum of a batch, and names no other batch. Where a batch has one payment, that is meant unless the
/// batch is named.
fn is_sum_of(
    row: &FileRow,
    amount: &CellValue,
    days: Days<'_>,
    own: &BTreeSet<String>,
    batch: &KnownBatch<'_>,
) -> bool {
    let is_named = own.contains(&batch.first.batch_reference);
    (is_named || own.is_empty() && batch.payouts.len() > 1)
        && is_near(batch.first, days)
        && states(amount, batch.sum)
        && is_in_currency(row, batch.sum)
}

/// Returns by what an entry names the recipient: the account, or else the name; none if by neither.
fn named_by(row: &FileRow, payout: &ListedPayout) -> Option<MatchedBy> {
    let text = format!("{} {}", row.account.as_deref().unwrap_or_default(), row.message);
    let plain: String = text.chars().filter(char::is_ascii_alphanumeric).collect();
    let account = payout.account_number.as_str();
    if account.len() >= ACCOUNT_DIGITS_MIN && plain.contains(account) {
        return Some(MatchedBy::Account);
    }
    let text = comparable(&text);
    let words: BTreeSet<&str> = text.split(' ').collect();
    let name = comparable(&payout.name);
    let parts: Vec<&str> = name.split(' ').collect();
    let is_long_enough = parts.len() > 1 || name.chars().count() >= NAME_LETTERS_MIN;
    let is_named = is_long_enough && parts.iter().all(|part| words.contains(part));
    is_named.then_some(MatchedBy::Name)
}

fn found(by: MatchedBy, payout: &ListedPayout, row: &FileRow, report: Report) -> Found {
    let report = PayoutReport {
        message: row.message.clone(),
        amount: Some(payout.amount.digits()),
        // By the day, a later statement tells another debit from the same one.
        status: row.date.clone().unwrap_or_default(),
        read_by: row.read_by.clone(),
        ..PayoutReport::new(&payout.reference, report, "")
    };
    Found { by, payout: payout.clone(), report, earlier_debits: Vec::new(), is_beside_return: false }
}

#[cfg(test)]
mod tests;
