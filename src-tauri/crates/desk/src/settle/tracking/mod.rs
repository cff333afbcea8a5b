//! Views of payrolls after approval: one payroll, its payouts, all payrolls, and the batches in the Unknown state.

mod totals;

use std::collections::{BTreeSet, HashMap};

use jiff::{Timestamp, tz::TimeZone};
use paysheet_domain::{
    BatchState, Currency, Money, PayoutState, PayoutStatus, money::Total, period::is_period,
};
use paysheet_ledger::{
    BatchKey, BatchRecord, BatchTotal, DamagedPayroll, ListedPayroll, PayoutFilter, PayoutRecord,
    PayrollEntry, PayrollFigures, PayrollId, PayrollRecord, is_decidable,
};

use super::{
    asking,
    pay_failed::{self, Links},
};
use crate::{
    desk::Desk,
    error::DeskError,
    state::session::binding::host_of,
    view::{
        BatchView, EventView, PayoutView, PayoutWindow, PayrollLine, PayrollStatus, StateTotal, TrackView,
        UnresolvedView,
    },
};

use totals::Statuses;

/// Maximum number of payouts in one window.
pub const WINDOW_PAYOUTS_MAX: u32 = 500;

/// Returns the head of the Track screen.
pub async fn payroll(desk: &Desk, id: u32) -> Result<TrackView, DeskError> {
    // Read first: once sending or asking has ended, the ledger contains the result.
    let all_sending = desk.send_queue.sending();
    let sending = all_sending.contains(&id);
    let asking = asking::asking_view(desk, id);
    let ledger = &desk.ledger;
    let payroll = PayrollId(id);
    // Side by side: while results come in, every question waits for its turn on the processor.
    let (figures, fees, links, has_file_references, approved_for, correctable, payable_again) = tokio::try_join!(
        async { Ok(ledger.payroll_figures(payroll).await?) },
        async { Ok(ledger.fees(payroll).await?) },
        Links::read(desk),
        async { Ok(ledger.has_file_references(payroll).await?) },
        async { Ok(ledger.approved_for(payroll).await?) },
        async { Ok(ledger.correctable_count(payroll).await?) },
        pay_failed::payable_again(desk, payroll),
    )?;
    let PayrollFigures { record, batches, totals: batch_totals, outcomes } = figures;
    let is_one_decidable =
        |batch: &BatchRecord| outcomes.iter().any(|&(state, ..)| is_decidable(state, batch.state));
    let can_decide = batches.iter().any(is_one_decidable);
    let state = payroll_state(&record, &all_sending);
    let statuses = Statuses::of(&batches, &batch_totals)?;
    let elsewhere = if statuses.has_withdrawn() { ledger.paid_elsewhere(payroll).await? } else { Vec::new() };
    Ok(TrackView {
        asking,
        id,
        state,
        totals: totals(&record.totals),
        payees: super::tracking::totals::payees(&record.totals, &elsewhere),
        fees,
        outcomes: state_totals(outcomes),
        statuses: statuses.totals(),
        unsettled: statuses.unsettled(state)?,
        batches: batch_views(&batches, &batch_totals),
        batch_totals: super::tracking::totals::batch_totals(&batches)?,
        excluded: record.excluded,
        has_file_references,
        host: approved_for.map(|to| host_of(&to.origin)).unwrap_or_default(),
        withdrawable: if sending { Vec::new() } else { super::tracking::totals::withdrawable(&batches)? },
        can_decide,
        sending,
        stopping: desk.send_queue.is_stopping(id),
        stopped: desk.send_queue.stopped(id),
        pays_again: links.pays_again(record.id),
        paid_again_in: links.paid_again_in(record.id),
        correctable: if sending { 0 } else { correctable },
        payable_again,
        sender_name: record.sender_name.unwrap_or_default(),
        name: record.name,
        period: record.period,
        file_name: record.file_name,
        instant_queue: record.instant_queue,
        approved_by: record.approved_by,
        approved_at: record.approved_at.map(|at| at.to_string()),
        closed_at: record.closed_at.map(|at| at.to_string()),
        last_outcome_at: record.last_outcome_at.map(|at| at.to_string()),
        unconfirmed: record.unconfirmed,
    })
}

impl Desk {
    /// Returns the head of the Track screen.
    pub async fn payroll(&self, id: u32) -> Result<TrackView, DeskError> {
        payroll(self, id).await
    }
}

fn batch_views(batches: &[BatchRecord], totals: &[BatchTotal]) -> Vec<BatchView> {
    let mut of_batch = HashMap::<BatchKey, Vec<StateTotal>>::new();
    for BatchTotal { batch, state, people, sum } in totals {
        let total = StateTotal { state: *state, total: Total::new(*people, *sum) };
        of_batch.entry(*batch).or_default().push(total);
    }
    batches.iter().map(|batch| batch_view(batch, of_batch.remove(&batch.key).unwrap_or_default())).collect()
}

impl Desk {
    /// Returns a window of payouts.
    pub async fn payouts(
        &self,
        id: u32,
        filter: &PayoutFilter,
        offset: u32,
        limit: u32,
    ) -> Result<PayoutWindow, DeskError> {
        let (id, limit) = (PayrollId(id), limit.min(WINDOW_PAYOUTS_MAX));
        let ledger = &self.ledger;
        let ((total, payouts), states, mut across) = tokio::try_join!(
            async { Ok(ledger.payouts(id, filter, offset, limit).await?) },
            async { Ok(ledger.batch_states(id).await?) },
            pay_failed::across(self, id),
        )?;
        let batch_state = |number| states.get(&number).copied().unwrap_or(BatchState::Unknown);
        let rows = payouts.into_iter().map(|payout| {
            let batch = batch_state(payout.batch);
            let across = across.remove(&payout.reference);
            PayoutView { across, ..payout_view(payout, batch) }
        });
        Ok(PayoutWindow { total, offset, rows: rows.collect() })
    }
}

pub(crate) fn payout_view(payout: PayoutRecord, batch_state: BatchState) -> PayoutView {
    let was_made = matches!(payout.state, PayoutState::Paid | PayoutState::Reversed);
    PayoutView {
        across: None,
        reference: payout.reference.to_string(),
        batch: payout.batch,
        position: payout.position,
        row: payout.origin.number(),
        name: payout.name,
        account_number: payout.account_number,
        bank_name: payout.bank_name,
        amount: payout.amount.digits(),
        currency: payout.amount.currency(),
        narration: payout.narration,
        file_reference: payout.file_reference,
        state: payout.state,
        batch_state,
        status: PayoutStatus::of(payout.state, batch_state),
        code: payout.code,
        message: payout.message,
        changed_at: payout.changed_at.map(|at| at.to_string()),
        settled_by: payout.settled_by,
        fee: payout.fee.filter(|_| was_made).map(Money::digits),
        can_decide: is_decidable(payout.state, batch_state),
    }
}

impl Desk {
    /// Returns all payrolls, newest first, including damaged ones.
    pub async fn payrolls(&self) -> Result<Vec<PayrollLine>, DeskError> {
        let links = Links::read(self).await?;
        // Read first: once sending has ended, the ledger contains the result.
        let sending = self.send_queue.sending();
        let (mut lines, mut paid) = (Vec::new(), Vec::new());
        for entry in self.ledger.payroll_entries().await? {
            match entry {
                PayrollEntry::Intact(payroll) => {
                    let outcomes = payroll.outcomes.clone();
                    let line = line(self, *payroll, &links, &sending).await?;
                    let of_line = outcomes.into_iter().filter(|(state, ..)| *state == PayoutState::Paid);
                    paid.extend(of_line.map(|(_, _, people, sum)| (line.month.clone(), people, sum)));
                    lines.push(line);
                }
                PayrollEntry::Damaged(payroll) => lines.push(damaged_line(payroll)),
            }
        }
        let paid = super::tracking::totals::by_month(paid)?;
        for line in &mut lines {
            line.paid_in_month = paid.get(&line.month).cloned().unwrap_or_default();
        }
        Ok(lines)
    }
}

/// Returns the month that a payroll is for, from the draft on: approval moves no payroll into another month. Without a
/// period, that of the first time in `times`, which are its approval and its beginning.
fn month_of(period: &str, times: [Option<Timestamp>; 2], zone: TimeZone) -> String {
    if is_period(period) {
        return period.to_owned();
    }
    let at = times.into_iter().flatten().next();
    at.map(|at| at.to_zoned(zone).strftime("%Y-%m").to_string()).unwrap_or_default()
}

async fn line(
    desk: &Desk,
    payroll: ListedPayroll,
    links: &Links,
    sending: &BTreeSet<u32>,
) -> Result<PayrollLine, DeskError> {
    let ListedPayroll { record, outcomes } = payroll;
    let state = payroll_state(&record, sending);
    let is_draft = state == PayrollStatus::Draft;
    Ok(PayrollLine {
        id: record.id.0,
        state,
        people: if is_draft { record.rows } else { record.people },
        banks: desk.ledger.bank_count(record.id).await?,
        totals: totals(&record.totals),
        outcomes: state_totals(outcomes),
        month: month_of(&record.period, [record.approved_at, Some(record.created_at)], TimeZone::system()),
        paid_in_month: Vec::new(),
        created_at: record.created_at.to_string(),
        approved_at: record.approved_at.map(|at| at.to_string()),
        approved_by: record.approved_by,
        name: record.name,
        period: record.period,
        file_name: record.file_name,
        damaged_at: None,
        pays_again: links.pays_again(record.id),
        paid_again_in: links.paid_again_in(record.id),
    })
}

impl Desk {
    /// Returns the number of Unknown batches.
    pub async fn unresolved_count(&self) -> Result<u32, DeskError> {
        let mut count = 0_u32;
        for (payroll, _) in self.ledger.unresolved().await? {
            match self.ledger.payroll(payroll).await {
                // Damaged payrolls are not counted, as they are not listed by `unresolved`.
                Err(error) if error.is_damage() => {}
                found => count = found.map(|_| count.saturating_add(1))?,
            }
        }
        Ok(count)
    }

    /// Returns the Unknown batches, with what is recorded about them.
    pub async fn unresolved(&self) -> Result<Vec<UnresolvedView>, DeskError> {
        let mut views = Vec::new();
        for (payroll, batch) in self.ledger.unresolved().await? {
            match unresolved_view(self, payroll, &batch).await {
                // The Payrolls screen shows it as damaged; nothing can be decided about it.
                Err(DeskError::Ledger(error)) if error.is_damage() => {
                    tracing::error!(%error, payroll = payroll.0, "a payroll is damaged");
                }
                view => views.push(view?),
            }
        }
        Ok(views)
    }
}

async fn unresolved_view(
    desk: &Desk,
    payroll: PayrollId,
    batch: &BatchRecord,
) -> Result<UnresolvedView, DeskError> {
    let ledger = &desk.ledger;
    let record = ledger.payroll(payroll).await?;
    let batches = ledger.batches(payroll).await?;
    let events = match ledger.events(payroll).await {
        // The batch still waits for a decision, even if its history is damaged.
        Err(error) if error.is_damage() => Vec::new(),
        events => events?,
    };
    Ok(UnresolvedView {
        payroll: payroll.0,
        payroll_name: record.name,
        batches: u32::try_from(batches.len()).unwrap_or(u32::MAX),
        body_bytes: ledger.body_bytes(batch.key).await?,
        events: events
            .into_iter()
            .filter(|event| event.batch == Some(batch.key))
            .map(EventView::from)
            .collect(),
        batch: batch_view(batch, Vec::new()),
    })
}

/// Returns the readable part of a damaged payroll. The rest is empty.
fn damaged_line(payroll: DamagedPayroll) -> PayrollLine {
    let period = payroll.period.unwrap_or_default();
    PayrollLine {
        id: payroll.id.0,
        state: PayrollStatus::Damaged,
        name: payroll.name.unwrap_or_default(),
        month: month_of(&period, [None, payroll.created_at], TimeZone::system()),
        paid_in_month: Vec::new(),
        period,
        file_name: payroll.file_name.unwrap_or_default(),
        people: 0,
        banks: 0,
        totals: Vec::new(),
        outcomes: Vec::new(),
        created_at: payroll.created_at.map(|at| at.to_string()).unwrap_or_default(),
        approved_at: None,
        approved_by: None,
        damaged_at: Some(payroll.place),
        pays_again: Vec::new(),
        paid_again_in: Vec::new(),
    }
}

fn state_totals(totals: Vec<(PayoutState, Currency, u32, Money)>) -> Vec<StateTotal> {
    let total = |(state, _, count, sum)| StateTotal { state, total: Total::new(count, sum) };
    totals.into_iter().map(total).collect()
}

pub(crate) fn totals(totals: &[(u32, Money)]) -> Vec<Total> {
    totals.iter().map(|(people, sum)| Total::new(*people, *sum)).collect()
}

/// `sending`: the payrolls that are being sent. The ledger contains only that a payroll was begun and not finished.
pub(crate) fn payroll_state(record: &PayrollRecord, sending: &BTreeSet<u32>) -> PayrollStatus {
    use paysheet_ledger::PayrollState as L;
    match record.state {
        L::Draft => PayrollStatus::Draft,
        L::Frozen => PayrollStatus::Frozen,
        L::Approved => PayrollStatus::Approved,
        L::Sending if sending.contains(&record.id.0) => PayrollStatus::Sending,
        L::Sending => PayrollStatus::PartlySent,
        L::Unresolved => PayrollStatus::Unresolved,
        L::Refused => PayrollStatus::Refused,
        L::NotSent => PayrollStatus::NotSent,
        L::BeingPaid => PayrollStatus::BeingPaid,
        L::Closed => PayrollStatus::Closed,
        L::ClosedUnconfirmed => PayrollStatus::ClosedUnconfirmed,
        L::Withdrawn => PayrollStatus::Withdrawn,
    }
}

fn batch_view(batch: &BatchRecord, outcomes: Vec<StateTotal>) -> BatchView {
    let well = matches!(
        batch.state,
        BatchState::Draft
            | BatchState::Frozen
            | BatchState::Approved
            | BatchState::Intent
            | BatchState::Accepted
            | BatchState::Settling
            | BatchState::Closed
            | BatchState::Withdrawn
    );
    BatchView {
        key: batch.key.0,
        number: batch.number,
        reference: batch.reference.to_string(),
        state: batch.state,
        was_unknown: batch.was_unknown,
        batch_id: batch.batch_id.clone(),
        total: Total::new(batch.count, batch.sum),
        outcomes,
        attempts: batch.attempts,
        sent_at: batch.sent_at.map(|at| at.to_string()),
        accepted_at: batch.accepted_at.map(|at| at.to_string()),
        reason: batch.code.as_deref().filter(|_| !well).and_then(|code| code.parse().ok()),
        message: batch.message.clone(),
        http_status: batch.http_status,
    }
}

/// Whether no more reports are expected for a payroll with these outcomes.
#[must_use]
pub fn is_settled(outcomes: &[StateTotal]) -> bool {
    outcomes.iter().all(|outcome| outcome.total.count == 0 || outcome.state.is_final())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_payroll_without_a_period_is_in_the_month_of_its_approval() {
        let at = |text: &str| text.parse::<Timestamp>().ok();
        let (october, november) = (at("2026-10-20T12:00:00Z"), at("2026-11-15T12:00:00Z"));
        let last_hour = at("2026-10-31T23:30:00Z");
        for (period, times, zone, expected) in [
            ("2026-10", [november, october], 0, "2026-10"),
            ("", [november, october], 0, "2026-11"),
            ("", [None, october], 0, "2026-10"),
            ("October", [november, october], 0, "2026-11"),
            ("2026-10", [None, None], 0, "2026-10"),
            ("", [None, None], 0, ""),
            ("", [last_hour, None], 0, "2026-10"),
            ("", [last_hour, None], 1, "2026-11"),
        ] {
            let zone = TimeZone::fixed(jiff::tz::offset(zone));
            assert_eq!(month_of(period, times, zone), expected, "{period} {times:?}");
        }
    }
}
