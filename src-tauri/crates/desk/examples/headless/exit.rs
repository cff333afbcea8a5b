//! How the program ends: the exit code says how the money stands, and the output says of whom.

use std::{
    io::{self, Write},
    process::ExitCode,
};

use paysheet_desk::{
    Desk, DeskError,
    view::{PayoutFilter, PayoutView, PayrollLine, PayrollStatus, StateTotal, TrackView, UnknownReportsView},
};
use paysheet_domain::{Currency, PayoutState};
use serde_json::{Map, Value, json};

/// The exit codes, from the best to the worst of those that report on payrolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Everybody is paid, and no payroll of the ledger is open, reversed or in conflict.
    Paid,
    /// Nothing more is expected, and not everybody is paid: payouts failed, or were withdrawn.
    NotPaid,
    /// Something is unknown, refused, not sent or without a result yet.
    Open,
    /// A payout was paid and came back, or reports about it contradict each other.
    Contradicted,
    /// The ledger is an older copy, another one, or was changed.
    Blocked,
    /// Something must be decided first; nothing was sent.
    ToDecide,
    BadInput,
}

impl Exit {
    const fn code(self) -> u8 {
        match self {
            Self::Paid => 0,
            Self::BadInput => 2,
            Self::Open => 3,
            Self::ToDecide => 4,
            Self::Blocked => 5,
            Self::Contradicted => 6,
            Self::NotPaid => 7,
        }
    }

    /// Returns how the money of a payroll stands.
    pub fn of(state: PayrollStatus, outcomes: &[StateTotal]) -> Self {
        let has = |states: &[PayoutState]| {
            outcomes.iter().any(|outcome| outcome.total.count > 0 && states.contains(&outcome.state))
        };
        if has(&[PayoutState::Reversed, PayoutState::Conflict]) {
            return Self::Contradicted;
        }
        if state == PayrollStatus::Withdrawn {
            return Self::NotPaid;
        }
        let is_open = has(&[PayoutState::Planned, PayoutState::Sent, PayoutState::Overdue]);
        let is_at_service = matches!(
            state,
            PayrollStatus::Closed | PayrollStatus::ClosedUnconfirmed | PayrollStatus::BeingPaid
        );
        if is_open || !is_at_service {
            return Self::Open;
        }
        if has(&[PayoutState::Failed, PayoutState::Withdrawn]) { Self::NotPaid } else { Self::Paid }
    }

    /// Returns how the money of another payroll of the same name stands, such as one that the service took after all. A draft
    /// has none.
    pub fn of_same_name(line: &PayrollLine) -> Self {
        let is_draft = matches!(line.state, PayrollStatus::Draft | PayrollStatus::Frozen);
        if is_draft { Self::Paid } else { Self::of(line.state, &line.outcomes) }
    }

    /// Returns what another payroll of the ledger means for the exit code: its failed payouts were reported when it was
    /// paid, but a reversal may come at any time.
    pub fn of_other(line: &PayrollLine) -> Self {
        let exit = Self::of_same_name(line);
        if exit == Self::NotPaid { Self::Paid } else { exit }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

/// Says on standard error of each batch that is not as it should be why, and of each payout that failed, came back or is in
/// conflict which it is.
pub fn explain(track: &TrackView, payouts: &[PayoutView]) {
    let mut errors = io::stderr();
    for (batch, reason) in track.batches.iter().filter_map(|batch| batch.reason.map(|reason| (batch, reason)))
    {
        let message = batch.message.as_deref().unwrap_or_default();
        let _ = writeln!(errors, "batch {}: {} ({reason}) {message}", batch.number, batch.state);
    }
    let needs_a_look = |payout: &&PayoutView| {
        matches!(payout.state, PayoutState::Reversed | PayoutState::Conflict | PayoutState::Failed)
    };
    for payout in payouts.iter().filter(needs_a_look) {
        let row = payout.row.map(|row| format!(" row {row}")).unwrap_or_default();
        let said =
            [&payout.code, &payout.message].into_iter().flatten().cloned().collect::<Vec<_>>().join(" ");
        let _ = writeln!(errors, "{}: {}{row} {said}", payout.state, payout.reference);
    }
}

/// Every payout, for whoever looks one up at the service.
pub async fn all_payouts(desk: &Desk, id: u32) -> Result<Vec<PayoutView>, DeskError> {
    let mut payouts = Vec::new();
    loop {
        let offset = u32::try_from(payouts.len()).unwrap_or(u32::MAX);
        let window =
            desk.payouts(id, &PayoutFilter::default(), offset, paysheet_desk::WINDOW_PAYOUTS_MAX).await?;
        let is_last = window.rows.is_empty();
        payouts.extend(window.rows);
        if is_last {
            return Ok(payouts);
        }
    }
}

/// What is printed of a payroll. `others` are the payrolls of the ledger that somebody has to look into, `unknown` the results
/// that belong to no payout, and the callbacks that nobody can read.
pub fn report(
    track: &TrackView,
    payouts: &[PayoutView],
    (others, unknown): (&[PayrollLine], &UnknownReportsView),
) -> Value {
    let batches: Vec<Value> = track
        .batches
        .iter()
        .map(|batch| {
            json!({
                "reference": batch.reference,
                "state": batch.state,
                "batchId": batch.batch_id.as_ref().map(|id| id.parse::<u64>().map_or_else(|_| json!(id), |id| json!(id))),
                "count": batch.total.count,
                "sum": batch.total.sum,
                "currency": batch.total.currency,
            })
        })
        .collect();
    let reference = |payout: &PayoutView| {
        json!({
            "reference": payout.reference,
            "row": payout.row,
            "state": payout.state,
            "batch": payout.batch,
            "code": payout.code,
            "message": payout.message,
        })
    };
    let references: Vec<Value> = payouts.iter().map(reference).collect();
    let own = track.totals.first().map(|total| total.currency);
    let others: Vec<Value> = others
        .iter()
        .map(|line| {
            let own = line.totals.first().map(|total| total.currency);
            json!({ "payroll": line.name, "period": line.period, "state": line.state, "payouts": by_state(&line.outcomes, own) })
        })
        .collect();
    json!({
        "payroll": track.name,
        "period": track.period,
        "state": track.state,
        "batches": batches,
        "payouts": by_state(&track.outcomes, own),
        "excluded": track.excluded,
        "references": references,
        "others": others,
        "unknownReports": unknown.total,
        "unreadableCallbacks": unknown.unreadable,
    })
}

/// Counts and sums by state; those of another currency than the payroll's own are named with it.
fn by_state(outcomes: &[StateTotal], own: Option<Currency>) -> Map<String, Value> {
    let of = |outcome: &StateTotal| {
        let total = &outcome.total;
        let other = Some(total.currency).filter(|currency| Some(*currency) != own);
        let key = other
            .map_or_else(|| outcome.state.to_string(), |currency| format!("{} {currency}", outcome.state));
        (key, json!({ "count": total.count, "sum": total.sum }))
    };
    outcomes.iter().map(of).collect()
}
