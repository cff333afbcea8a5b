//! A preview as the window shows it: one line a payout, with all rows about it.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use jiff::Timestamp;
use paysheet_domain::{BatchState, Money, PayoutState, PayoutStatus, money::Total};
use paysheet_ledger::{ListedPayout, PayoutEffect};

use super::{
    matching::{MatchedRow, PayoutMatch},
    preview::Preview,
    rows::FileRow,
};
use crate::view::{
    OutcomeBatch, OutcomeCount, OutcomeKind, OutcomeLine, OutcomePayout, OutcomeProblem, OutcomeRow,
    OutcomesView, dates,
};

/// Most rows about one payout that are shown.
const ROWS_PER_LINE_MAX: usize = 10;
/// Most places of the file with rows that were not read that are shown.
const UNREAD_SHOWN_MAX: usize = 8;

/// Returns what is shown of the file as a whole.
pub(super) fn view(
    preview: &Preview,
    lines: &[OutcomeLine],
    file_name: String,
    applied_at: Option<Timestamp>,
) -> OutcomesView {
    let number = |is_counted: fn(&OutcomeLine) -> bool| {
        let counted = lines.iter().filter(|line| line.is_new && is_counted(line));
        u32::try_from(counted.count()).unwrap_or(u32::MAX)
    };
    let unread = &preview.unread;
    OutcomesView {
        kind: preview.kind,
        file_name,
        sha256: preview.sha256.clone(),
        fingerprint: preview.fingerprint.clone(),
        applied_at: applied_at.map(|at| at.to_string()),
        rows: rows_of(preview),
        unread_rows: unread.iter().fold(0, |sum, unread| sum.saturating_add(unread.rows)),
        unread: unread.iter().take(UNREAD_SHOWN_MAX).cloned().collect(),
        more_unread: u32::try_from(unread.len().saturating_sub(UNREAD_SHOWN_MAX)).unwrap_or(u32::MAX),
        columns_origin: preview.table.as_ref().map(|table| table.origin),
        layout_name: preview.remembered.as_ref().map(|layout| layout.name.clone()),
        words: preview.words.asked.clone(),
        more_words: preview.words.more,
        counts: counts(lines),
        applicable: number(|line| line.confirm_key.is_none()),
        to_confirm: number(|line| line.confirm_key.is_some()),
        second_debits: number(|line| line.problem == Some(OutcomeProblem::SecondDebit)),
    }
}

/// Returns the number of rows; one that may be about several payments is one.
fn rows_of(preview: &Preview) -> u32 {
    let places: BTreeSet<(&str, u32)> =
        preview.rows.iter().map(|matched| (matched.row.sheet.as_str(), matched.row.row)).collect();
    u32::try_from(places.len()).unwrap_or(u32::MAX)
}

fn counts(lines: &[OutcomeLine]) -> Vec<OutcomeCount> {
    let mut counts = BTreeMap::<OutcomeKind, OutcomeCount>::new();
    for line in lines {
        let new = || OutcomeCount { kind: line.kind, count: 0, confirm_keys: Vec::new() };
        let count = counts.entry(line.kind).or_insert_with(new);
        count.count = count.count.saturating_add(1);
        count.confirm_keys.extend(line.confirm_key.clone().filter(|_| line.is_new));
    }
    counts.into_values().collect()
}

/// Returns a line for each payout, and for each row that is about none. Those that wait for the user are the first; then
/// they are in the order of their kinds, and of the file.
pub(super) fn lines(preview: &Preview) -> Vec<OutcomeLine> {
    let mut lines = Vec::<OutcomeLine>::new();
    let mut places = HashMap::<&str, usize>::new();
    for MatchedRow { row, found } in &preview.rows {
        match found {
            Err(problem) => lines.push(without_payout(row, *problem)),
            Ok(found) => {
                let Some(first) = found.first() else { continue };
                let key = first.confirm_key().unwrap_or(&first.payout.reference);
                let place = *places.entry(key).or_insert(lines.len());
                if place == lines.len() {
                    lines.extend(line_of(preview, found));
                }
                let Some(line) = lines.get_mut(place) else { continue };
                if row.is_callback_without_code {
                    line.problem = line.problem.or(Some(OutcomeProblem::CallbackWithoutCode));
                }
                if line.says.len() < ROWS_PER_LINE_MAX {
                    line.says.push(OutcomeRow { report: Some(first.report.report), ..outcome_row(row) });
                }
            }
        }
    }
    lines.extend(preview.missing.iter().map(missing));
    let waits = |line: &OutcomeLine| line.is_new && line.confirm_key.is_some();
    lines.sort_by_key(|line| (!waits(line), line.kind));
    lines
}

fn line_of(preview: &Preview, found: &[PayoutMatch]) -> Option<OutcomeLine> {
    let effects = || found.iter().filter_map(|found| preview.effects.payouts.get(&found.payout.reference));
    match found {
        [one] => Some(of_payout(one, effects().next()?)),
        _ => of_batch(found, &effects().collect::<Vec<_>>()),
    }
}

/// Returns the line of a batch: the most important effect on one of its payouts counts.
fn of_batch(found: &[PayoutMatch], effects: &[&PayoutEffect]) -> Option<OutcomeLine> {
    let payout = &found.first()?.payout;
    let currency = payout.amount.currency();
    let sum = Money::sum(currency, found.iter().map(|found| found.payout.amount)).ok()?;
    let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let new = count(effects.iter().filter(|effect| effect.new > 0).count());
    Some(OutcomeLine {
        kind: effects.iter().map(|effect| kind(effect)).min()?,
        batch: Some(OutcomeBatch {
            reference: payout.batch_reference.clone(),
            number: payout.batch_number,
            payroll: payout.payroll.0,
            payroll_name: payout.payroll_name.clone(),
            total: Total::new(count(found.len()), sum),
            new,
        }),
        confirm_key: Some(payout.batch_reference.clone()),
        is_new: new > 0,
        ..matched(found, OutcomeKind::Unchanged)
    })
}

/// Returns the line of a payout that is not in a statement.
fn missing(payout: &ListedPayout) -> OutcomeLine {
    let state = (payout.state, payout.batch_state);
    OutcomeLine {
        payout: Some(payout_view(payout, state, state)),
        sent_at: payout.sent_at.map(|at| at.to_string()),
        problem: Some(OutcomeProblem::NotInFile),
        ..empty(OutcomeKind::Missing)
    }
}

const fn empty(kind: OutcomeKind) -> OutcomeLine {
    OutcomeLine {
        kind,
        payout: None,
        batch: None,
        confirm_key: None,
        matched_by: None,
        sent_at: None,
        earlier_debits: Vec::new(),
        is_new: false,
        says: Vec::new(),
        problem: None,
    }
}

fn of_payout(found: &PayoutMatch, effect: &PayoutEffect) -> OutcomeLine {
    OutcomeLine {
        payout: Some(payout_view(&found.payout, effect.before, effect.after)),
        confirm_key: found.confirm_key().map(str::to_owned),
        is_new: effect.new > 0,
        ..matched(std::slice::from_ref(found), kind(effect))
    }
}

/// Returns a line with how its rows were found, and what earlier statements say.
fn matched(found: &[PayoutMatch], kind: OutcomeKind) -> OutcomeLine {
    let first = found.first();
    let earlier = found.iter().find(|found| found.is_second_debit());
    let days = earlier.iter().flat_map(|found| &found.earlier_debits);
    let mut earlier_debits: Vec<String> = days.map(|text| dates::entry_day(text)).collect();
    earlier_debits.dedup();
    OutcomeLine {
        matched_by: first.map(|found| found.by),
        sent_at: first.and_then(|found| found.payout.sent_at).map(|at| at.to_string()),
        earlier_debits,
        problem: earlier
            .map(|_| OutcomeProblem::SecondDebit)
            .or(found.iter().any(|found| found.is_beside_return).then_some(OutcomeProblem::PossibleReturn)),
        ..empty(kind)
    }
}

fn payout_view(
    payout: &ListedPayout,
    before: (PayoutState, BatchState),
    after: (PayoutState, BatchState),
) -> OutcomePayout {
    OutcomePayout {
        reference: payout.reference.clone(),
        payroll: payout.payroll.0,
        payroll_name: payout.payroll_name.clone(),
        name: payout.name.clone(),
        account_number: payout.account_number.clone(),
        bank_name: payout.bank_name.clone(),
        amount: payout.amount.digits(),
        currency: payout.amount.currency(),
        before: PayoutStatus::of(before.0, before.1),
        after: PayoutStatus::of(after.0, after.1),
    }
}

fn kind(effect: &PayoutEffect) -> OutcomeKind {
    let (before, after) = (effect.before.0, effect.after.0);
    match after {
        PayoutState::Conflict if effect.new > 0 => OutcomeKind::Conflict,
        _ if before == after => OutcomeKind::Unchanged,
        PayoutState::Paid => OutcomeKind::Paid,
        PayoutState::Failed => OutcomeKind::Failed,
        PayoutState::Reversed => OutcomeKind::Reversed,
        PayoutState::Conflict
        | PayoutState::Planned
        | PayoutState::Sent
        | PayoutState::Overdue
        | PayoutState::Withdrawn => OutcomeKind::Unchanged,
    }
}

fn without_payout(row: &FileRow, problem: OutcomeProblem) -> OutcomeLine {
    use OutcomeProblem as P;
    let kind = match problem {
        P::NotReadable | P::BrokenCell | P::NoResult | P::AmountNotReadable | P::NoDirection => {
            OutcomeKind::Unreadable
        }
        P::UnknownReference | P::NothingToFindBy | P::NoSuchPayment | P::OtherAmount => OutcomeKind::NotFound,
        P::NotInFile => OutcomeKind::Missing,
        P::SeveralPayments | P::SeveralRows | P::UndecidedWord => OutcomeKind::Ambiguous,
        P::SecondDebit | P::PossibleReturn => OutcomeKind::Conflict,
        P::CallbackWithoutCode => OutcomeKind::Unchanged,
    };
    OutcomeLine { says: vec![outcome_row(row)], problem: Some(problem), ..empty(kind) }
}

fn outcome_row(row: &FileRow) -> OutcomeRow {
    OutcomeRow {
        sheet: row.sheet.clone(),
        row: row.row,
        report: row.report,
        code: row.code.clone(),
        status: row.status.clone(),
        message: row.message.clone(),
        reference: row.references.first().cloned().unwrap_or_default(),
        account: row.account.clone().unwrap_or_default(),
        amount: row.amount.as_ref().map(|amount| amount.shown()).unwrap_or_default(),
        day: row.date.as_deref().map(dates::entry_day).unwrap_or_default(),
    }
}
