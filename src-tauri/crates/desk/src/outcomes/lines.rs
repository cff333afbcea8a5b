//! A preview as the window shows it: one line a payout, with all rows about it.

use std::collections::{BTreeMap, HashMap};

use jiff::Timestamp;
use paysheet_domain::{PayoutState, PayoutStatus};
use paysheet_ledger::PayoutEffect;

use super::{
    matching::{Found, FoundBy, MatchedRow},
    preview::Preview,
    rows::FileRow,
};
use crate::view::{
    OutcomeCount, OutcomeKind, OutcomeLine, OutcomePayout, OutcomeProblem, OutcomeSaid, OutcomesView,
};

/// Most lines of one kind that are shown.
const LINES_PER_KIND_MAX: u32 = 300;
/// Most rows about one payout that are shown.
const ROWS_PER_LINE_MAX: usize = 10;

pub(super) fn view(preview: &Preview, file_name: String, applied_at: Option<Timestamp>) -> OutcomesView {
    let mut lines = lines(preview);
    lines.sort_by_key(|line| line.kind);
    let mut counts = BTreeMap::<OutcomeKind, u32>::new();
    let (mut applicable, mut to_confirm) = (0, 0);
    lines.retain(|line| {
        let count = counts.entry(line.kind).or_default();
        *count += 1;
        applicable += u32::from(line.is_new && !line.needs_confirmation);
        to_confirm += u32::from(line.is_new && line.needs_confirmation);
        *count <= LINES_PER_KIND_MAX
    });
    OutcomesView {
        file_name,
        sha256: preview.sha256.clone(),
        fingerprint: preview.fingerprint.clone(),
        applied_at: applied_at.map(|at| at.to_string()),
        rows: u32::try_from(preview.rows.len()).unwrap_or(u32::MAX),
        counts: counts.into_iter().map(|(kind, count)| OutcomeCount { kind, count }).collect(),
        applicable,
        to_confirm,
        lines,
    }
}

/// Returns a line for each payout, and for each row that is about none, in the order of the file.
fn lines(preview: &Preview) -> Vec<OutcomeLine> {
    let mut lines = Vec::<OutcomeLine>::new();
    let mut places = HashMap::<&str, usize>::new();
    for MatchedRow { row, found } in &preview.rows {
        match found {
            Err(problem) => lines.push(without_payout(row, *problem)),
            Ok(found) => {
                let reference = found.payout.reference.as_str();
                let Some(effect) = preview.effects.payouts.get(reference) else { continue };
                let place = *places.entry(reference).or_insert(lines.len());
                if place == lines.len() {
                    lines.push(of_payout(found, effect));
                }
                if let Some(line) = lines.get_mut(place).filter(|line| line.says.len() < ROWS_PER_LINE_MAX) {
                    line.says.push(OutcomeSaid { report: Some(found.report.report), ..said(row) });
                }
            }
        }
    }
    lines
}

fn of_payout(Found { by, payout, .. }: &Found, effect: &PayoutEffect) -> OutcomeLine {
    let status = |(payout, batch)| PayoutStatus::of(payout, batch);
    OutcomeLine {
        kind: kind(effect),
        payout: Some(OutcomePayout {
            reference: payout.reference.clone(),
            payroll: payout.payroll.0,
            payroll_name: payout.payroll_name.clone(),
            name: payout.name.clone(),
            account_number: payout.account_number.clone(),
            bank_name: payout.bank_name.clone(),
            amount: payout.amount.digits(),
            currency: payout.amount.currency(),
            before: status(effect.before),
            after: status(effect.after),
        }),
        needs_confirmation: *by == FoundBy::Account,
        is_new: effect.new > 0,
        says: Vec::new(),
        problem: None,
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
        P::NotReadable | P::BrokenCell | P::NoResult | P::AmountNotReadable => OutcomeKind::Unreadable,
        P::UnknownReference | P::NothingToFindBy | P::NoSuchPayment => OutcomeKind::NotFound,
        P::SeveralPayments | P::SeveralRows => OutcomeKind::Ambiguous,
    };
    let says = vec![said(row)];
    OutcomeLine { kind, payout: None, needs_confirmation: false, is_new: false, says, problem: Some(problem) }
}

fn said(row: &FileRow) -> OutcomeSaid {
    OutcomeSaid {
        sheet: row.sheet.clone(),
        row: row.row,
        report: row.report,
        code: row.code.clone(),
        status: row.status.clone(),
        message: row.message.clone(),
        reference: row.references.first().cloned().unwrap_or_default(),
        account: row.account.clone().unwrap_or_default(),
        amount: row.amount.as_ref().map(|amount| amount.shown()).unwrap_or_default(),
    }
}
