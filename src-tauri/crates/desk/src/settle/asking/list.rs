//! Takes outcomes from the service's report of transactions, before single questions are asked: a page has many of them. A
//! row without one of our references changes nothing, and what the report does not have is asked about one by one.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    time::Duration,
};

use paysheet_domain::{Reference, Report};
use paysheet_ledger::{BatchToAsk, PayoutReport, PayoutToAsk, ReportedFee};
use paysheet_service::{CallPath, FailedTry, PayoutPage, PayoutRow};

use super::question::{fee_of, is_approved_for, record, record_fees, report, status_path};
use crate::{
    access::token_renewal::with_valid_token,
    desk::Desk,
    error::DeskError,
    mutex::lock,
    state::{
        session::{
            binding::{Binding, BoundService},
            settings,
        },
        work::{asking_progress::Listed, pace::ROUND_FIRST},
    },
};

/// Most pages that are read at a time: those of the largest payroll, and some more.
const PAGES_MAX: u32 = 1_200;
/// Pages in a row without a reference of our form, after which no further one is read: the report is that of all years.
const PAGES_WITHOUT_OURS_MAX: u32 = 10;
/// Time after a reading in which the report is not read again in the background.
const READ_AGAIN: Duration = ROUND_FIRST;
/// The service's words for a payout that is not finished.
const WAITING: [&str; 2] = ["pending", "started"];
/// Payouts that are read from the ledger at a time.
const PAYOUTS_OF_A_READ: u32 = 1_000;

/// What a page of the report brought.
pub(crate) enum Page {
    /// Number of open payouts that are new on it and need no question of their own.
    Found(u32),
    /// The report has no more.
    Last,
    /// The desk is locked, or its service is another one now.
    Locked,
    Failed(FailedTry),
}

/// Returns whether the profile has a call to ask the service about payouts, one or many at a time. A locked desk does not
/// use it.
pub(crate) fn has_call(desk: &Desk) -> bool {
    status_path(desk).is_some() || list_path(desk).is_some()
}

/// Returns the path of the report; none if the profile has none.
fn list_path(desk: &Desk) -> Option<CallPath> {
    settings::payout_list_path(&desk.profile().settings)
}

/// The report, as far as it was read.
pub(crate) struct Reading<'b> {
    path: CallPath,
    binding: Binding,
    open: Open<'b>,
    /// Whether single payouts can be asked about.
    has_questions: bool,
    /// Number of the page that was read last.
    number: u32,
    rows: Vec<PayoutRow>,
    without_ours: u32,
    /// The open payouts that a row was about, those that need no question of their own, and those recorded as paid.
    seen: HashSet<String>,
    told: HashSet<String>,
    paid: HashSet<String>,
    /// Those of which a row did not say that they are paid. An older row that does is not believed.
    doubtful: HashSet<String>,
    /// A failure was recorded: what comes after it may contradict it.
    has_failure: bool,
    is_at_end: bool,
}

impl<'b> Reading<'b> {
    /// Begins to read the report for the open payouts of some batches; none if the profile has no path for it.
    pub async fn begin(desk: &Desk, batches: &[&'b BatchToAsk]) -> Result<Option<Self>, DeskError> {
        *lock(&desk.asking.listed) = Listed::default();
        let binding = desk.session.service().binding;
        let Some(path) = list_path(desk) else { return Ok(None) };
        // The path belongs to the same profile as the service, also if the profile was changed in between.
        if desk.session.service().binding != binding {
            return Ok(None);
        }
        Ok(Some(Self {
            path,
            binding,
            open: Open::of(desk, batches).await?,
            has_questions: status_path(desk).is_some(),
            number: 0,
            rows: Vec::new(),
            without_ours: 0,
            seen: HashSet::new(),
            told: HashSet::new(),
            paid: HashSet::new(),
            doubtful: HashSet::new(),
            has_failure: false,
            is_at_end: false,
        }))
    }

    /// Whether no further page is needed, or is likely to help.
    pub fn is_over(&self) -> bool {
        self.number >= PAGES_MAX
            || self.without_ours >= PAGES_WITHOUT_OURS_MAX
            || (self.has_seen_all() && !self.has_failure)
    }

    /// Whether the report has no more about the open payouts.
    pub fn is_complete(&self) -> bool {
        self.is_at_end || self.has_seen_all()
    }

    fn has_seen_all(&self) -> bool {
        self.seen.len() >= self.open.0.len()
    }

    /// Ends a reading: for a while, the report is not read again in the background.
    pub fn end(self, desk: &Desk) {
        lock(&desk.asking.listed).read_at = Some(desk.now());
    }

    /// Requests the next page and records what it says about open payouts.
    ///
    /// # Errors
    /// `Ledger` if an outcome cannot be stored.
    pub async fn read_page(&mut self, desk: &Desk) -> Result<Page, DeskError> {
        self.number += 1;
        let page = match request(desk, &self.path, self.number, &self.binding).await {
            Ok(page) => page,
            Err(Some(failed)) => return Ok(Page::Failed(failed)),
            Err(None) => return Ok(Page::Locked),
        };
        if page.entries == 0 {
            self.is_at_end = true;
            return Ok(Page::Last);
        }
        // Some services give the same page whatever is asked for.
        if !page.rows.is_empty() && page.rows == self.rows {
            return Ok(Page::Last);
        }
        let before = self.told.len();
        self.apply(desk, &page.rows).await?;
        let has_ours = page.rows.iter().any(|row| Reference::parse(&key(&row.reference)).is_some());
        self.without_ours = if has_ours { 0 } else { self.without_ours + 1 };
        self.rows = page.rows;
        Ok(Page::Found(u32::try_from(self.told.len() - before).unwrap_or(u32::MAX)))
    }

    /// Records what the rows of a page say. Only what they all say is believed: a payout that fails, that came back or about
    /// which they differ is asked about alone where that is possible, because whoever failed may be paid again.
    async fn apply(&mut self, desk: &Desk, rows: &[PayoutRow]) -> Result<(), DeskError> {
        let mut of_payouts: BTreeMap<String, Vec<&PayoutRow>> = BTreeMap::new();
        for row in rows {
            of_payouts.entry(key(&row.reference)).or_default().push(row);
        }
        let (mut reports, mut waiting) = (Vec::new(), Vec::new());
        for (key, rows) in of_payouts {
            let Some((batch, payout)) = self.open.0.get(&key) else { continue };
            let told: Vec<PayoutReport> =
                rows.iter().filter_map(|row| report(batch, payout, row.record.clone())).collect();
            let says = |meant: Report| told.iter().all(|report| report.report == meant);
            let is_paid = says(Report::Successful) && told.len() == rows.len();
            if is_paid && !self.doubtful.contains(&key) {
                self.paid.insert(key.clone());
                self.told.insert(key.clone());
                reports.extend(told);
            } else if says(Report::Unclear) {
                reports.extend(told);
                let is_waiting = rows.iter().all(|row| WAITING.contains(&row.record.status.as_str()));
                waiting.extend(is_waiting.then(|| key.clone()));
                self.told.extend((is_waiting || !self.has_questions).then(|| key.clone()));
            } else if !self.has_questions || self.paid.contains(&key) {
                self.has_failure = true;
                self.told.insert(key.clone());
                reports.extend(told);
            } else {
                self.doubtful.insert(key.clone());
            }
            self.seen.insert(key);
        }
        record_undamaged(desk, &reports).await?;
        lock(&desk.asking.listed).waiting.extend(waiting);
        record_fees(desk, &fees_of(rows)).await
    }
}

/// Returns the fees of a page, also those of payments whose outcome a notification told before; none of a payment of which
/// it has two.
fn fees_of(rows: &[PayoutRow]) -> Vec<ReportedFee> {
    let mut fees: BTreeMap<String, Option<ReportedFee>> = BTreeMap::new();
    for fee in rows.iter().filter_map(|row| fee_of(&row.reference, &row.record)) {
        let only = fees.entry(key(&fee.reference)).or_insert_with(|| Some(fee.clone()));
        if only.as_ref().is_some_and(|known| known.fee != fee.fee) {
            *only = None;
        }
    }
    fees.into_values().flatten().collect()
}

/// Records reports together, or one by one if the ledger is damaged at one of them.
async fn record_undamaged(desk: &Desk, reports: &[PayoutReport]) -> Result<(), DeskError> {
    match record(desk, reports).await {
        Err(DeskError::Ledger(error)) if error.is_damage() => {}
        recorded => return recorded,
    }
    for report in reports {
        match record(desk, std::slice::from_ref(report)).await {
            Err(DeskError::Ledger(error)) if error.is_damage() => {
                tracing::error!(%error, "what the service says about a damaged payout is not stored");
            }
            recorded => recorded?,
        }
    }
    Ok(())
}

/// Requests a page. No error is returned if the desk is locked or its service was changed.
async fn request(
    desk: &Desk,
    path: &CallPath,
    number: u32,
    binding: &Binding,
) -> Result<PayoutPage, Option<FailedTry>> {
    let BoundService { service, binding: now } = desk.session.service();
    let unlocked = desk.unlocked().map_err(|_| None)?;
    if now != *binding || unlocked.require_for(binding).is_err() {
        return Err(None);
    }
    let service = &service;
    let page =
        with_valid_token(
            desk,
            &unlocked,
            |token| async move { service.payout_page(&token, path, number).await },
        );
    page.await.map_err(Some)
}

/// The payouts without a clear outcome, by their references in capitals.
struct Open<'b>(HashMap<String, (&'b BatchToAsk, PayoutToAsk)>);

impl<'b> Open<'b> {
    async fn of(desk: &Desk, batches: &[&'b BatchToAsk]) -> Result<Self, DeskError> {
        let mut open = HashMap::new();
        for batch in batches.iter().filter(|batch| is_approved_for(batch, desk)) {
            let mut after = String::new();
            loop {
                let payouts = desk.ledger.payouts_to_ask(batch.batch, &after, PAYOUTS_OF_A_READ).await;
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
}

/// Whether the report that was read last says that a payout is not finished. It needs no question of its own.
pub(crate) fn is_waiting(desk: &Desk, payout: &PayoutToAsk) -> bool {
    lock(&desk.asking.listed).waiting.contains(&key(&payout.reference))
}

/// Whether the report was read a moment ago.
pub(crate) fn was_just_read(desk: &Desk) -> bool {
    let read_at = lock(&desk.asking.listed).read_at;
    let elapsed = read_at.and_then(|at| Duration::try_from(desk.now().duration_since(at)).ok());
    elapsed.is_some_and(|elapsed| elapsed < READ_AGAIN)
}

fn key(reference: &str) -> String {
    reference.to_ascii_uppercase()
}
