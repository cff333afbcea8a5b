//! Takes outcomes from the service's report of transactions, before single questions are asked: a page has many of them. A
//! row without one of our references changes nothing, and what the report does not have is asked about one by one.

use std::collections::{HashMap, HashSet};

use paysheet_ledger::{BatchToAsk, PayoutReport, PayoutToAsk};
use paysheet_service::{CallPath, FailedTry, PayoutPage, PayoutRow};

use super::question::{is_approved_for, record, report};
use crate::{
    context::Context,
    error::DeskError,
    mutex::lock,
    session::binding::{Binding, BoundService},
    session::settings,
    session::token_renewal::with_valid_token,
};

/// Most pages that are read at a time: those of the largest payroll, and some more.
const PAGES_MAX: u32 = 1_200;
/// Pages in a row without one of our payouts, after which no further one is read: the report is that of all years.
const PAGES_WITHOUT_OURS_MAX: u32 = 10;
/// Payouts that are read from the ledger at a time.
const PAYOUTS_OF_A_READ: u32 = 1_000;

/// What a page of the report brought.
pub(super) enum Page {
    /// Number of open payouts that were not seen before.
    Found(u32),
    /// The report has no more.
    Last,
    /// The desk is locked, or its service is another one now.
    Locked,
    Failed(FailedTry),
}

/// Returns the path of the report; none if the profile has none.
pub(super) fn list_path(context: &Context) -> Option<CallPath> {
    settings::payout_list_path(&context.profile().settings)
}

/// The report, as far as it was read.
pub(super) struct Reading<'b> {
    path: CallPath,
    binding: Binding,
    open: Open<'b>,
    /// Number of the page that was read last.
    number: u32,
    rows: Vec<PayoutRow>,
    without_ours: u32,
}

impl<'b> Reading<'b> {
    /// Begins to read the report for the open payouts of some batches; none if the profile has no path for it.
    ///
    /// # Errors
    /// `Ledger`.
    pub async fn begin(context: &Context, batches: &[&'b BatchToAsk]) -> Result<Option<Self>, DeskError> {
        lock(&context.asking.listed).clear();
        let Some(path) = list_path(context) else { return Ok(None) };
        let (binding, open) = (context.bound_service().binding, Open::of(context, batches).await?);
        Ok(Some(Self { path, binding, open, number: 0, rows: Vec::new(), without_ours: 0 }))
    }

    /// Whether no further page is needed, or is likely to help.
    pub fn is_over(&self, context: &Context) -> bool {
        self.number >= PAGES_MAX
            || self.without_ours >= PAGES_WITHOUT_OURS_MAX
            || lock(&context.asking.listed).len() >= self.open.0.len()
    }

    /// Requests the next page and records what it says about open payouts.
    ///
    /// # Errors
    /// `Ledger` if an outcome cannot be stored.
    pub async fn read_page(&mut self, context: &Context) -> Result<Page, DeskError> {
        self.number += 1;
        let page = match request(context, &self.path, self.number, &self.binding).await {
            Ok(page) => page,
            Err(Some(failed)) => return Ok(Page::Failed(failed)),
            Err(None) => return Ok(Page::Locked),
        };
        // Some services give the same page whatever is asked for.
        if page.entries == 0 || (!page.rows.is_empty() && page.rows == self.rows) {
            return Ok(Page::Last);
        }
        let new = self.open.apply(context, &page.rows).await?;
        self.without_ours = if new == 0 { self.without_ours + 1 } else { 0 };
        self.rows = page.rows;
        Ok(Page::Found(new))
    }
}

/// Requests a page. No error is returned if the desk is locked or its service was changed.
async fn request(
    context: &Context,
    path: &CallPath,
    number: u32,
    binding: &Binding,
) -> Result<PayoutPage, Option<FailedTry>> {
    let BoundService { service, binding: now } = context.bound_service();
    let unlocked = context.unlocked().map_err(|_| None)?;
    if now != *binding || unlocked.require_for(binding).is_err() {
        return Err(None);
    }
    let service = &service;
    let page = with_valid_token(context, &unlocked, |token| async move {
        service.payout_page(&token, path, number).await
    });
    page.await.map_err(Some)
}

/// The payouts without a clear outcome, by their references in capitals.
struct Open<'b>(HashMap<String, (&'b BatchToAsk, PayoutToAsk)>);

impl<'b> Open<'b> {
    async fn of(context: &Context, batches: &[&'b BatchToAsk]) -> Result<Self, DeskError> {
        let mut open = HashMap::new();
        for batch in batches.iter().filter(|batch| is_approved_for(batch, context)) {
            let mut after = String::new();
            loop {
                let payouts = context.ledger.payouts_to_ask(batch.batch, &after, PAYOUTS_OF_A_READ).await;
                let payouts = match payouts {
                    Ok(payouts) => payouts,
                    // Whoever asks about its payouts one by one reports the damage.
                    Err(error) if error.is_damage() => break,
                    Err(error) => return Err(error.into()),
                };
                let Some(last) = payouts.last() else { break };
                after.clone_from(&last.reference);
                open.extend(payouts.into_iter().map(|payout| (key(&payout.reference), (*batch, payout))));
            }
        }
        Ok(Self(open))
    }

    /// Records what the rows say of the open payouts, all together. Returns how many of these were not seen before.
    async fn apply(&self, context: &Context, rows: &[PayoutRow]) -> Result<u32, DeskError> {
        let mut reports: Vec<PayoutReport> = Vec::new();
        let mut seen: HashSet<String> = HashSet::new();
        for row in rows {
            let key = key(&row.reference);
            let Some((batch, payout)) = self.0.get(&key) else { continue };
            reports.extend(report(batch, payout, row.record.clone()));
            seen.insert(key);
        }
        record(context, &reports).await?;
        let mut listed = lock(&context.asking.listed);
        let before = listed.len();
        listed.extend(seen);
        Ok(u32::try_from(listed.len() - before).unwrap_or(u32::MAX))
    }
}

/// Whether the report that was read last has a payout.
pub(super) fn is_listed(context: &Context, payout: &PayoutToAsk) -> bool {
    lock(&context.asking.listed).contains(&key(&payout.reference))
}

fn key(reference: &str) -> String {
    reference.to_ascii_uppercase()
}
