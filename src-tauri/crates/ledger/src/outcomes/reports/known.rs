//! What the ledger knows about the payouts that reports name, loaded for many reports at once.

use std::collections::HashMap;

use paysheet_domain::{
    CallbackCode, CellValue, Money, PayoutDecision, PayoutHistory, PayoutState, RecordedReport, Report,
    ReportSource, SourcedReport, checks::stated_amounts,
};
use sqlx::{QueryBuilder, Sqlite, SqliteConnection};

use super::report::{Incoming, PayoutReport, report_named};
use crate::model::{
    columns::{count, money, named},
    error::Result,
    records::{BatchKey, PayrollId, SettledBy},
};

/// Digits between two commas of a grouped figure.
const GROUP_DIGITS: usize = 3;
/// Number of references in one query.
const REFERENCES_PER_QUERY: usize = 500;

/// A payout with its reports and the user's decision.
pub(crate) struct KnownPayout {
    pub payroll: PayrollId,
    pub batch: BatchKey,
    /// Whether the ledger has its batch as one that the service has.
    pub is_at_the_service: bool,
    pub state: PayoutState,
    pub amount: Money,
    /// The code that its payroll was sent with.
    callback_code: Option<CallbackCode>,
    history: PayoutHistory,
}

impl KnownPayout {
    /// Returns whether a report has another code than the payroll. Services do not always send the code back, and a
    /// payroll that was sent without one has nothing to compare.
    pub fn has_other_code(&self, report: &PayoutReport) -> bool {
        match (&self.callback_code, &report.callback_code) {
            (Some(ours), Some(theirs)) => ours != theirs,
            (Some(_) | None, None) | (None, Some(_)) => false,
        }
    }

    /// Returns what a report means for this payout: a success or a reversal of another amount or currency contradicts it, and
    /// so does one of figures that nobody can read. Whoever pays again what was returned in part would pay the rest twice.
    /// Of a failure no amount moved.
    fn meaning(&self, report: &PayoutReport) -> Report {
        let is_other_currency = report.currency.as_deref().is_some_and(|currency| {
            !currency.is_empty() && !currency.eq_ignore_ascii_case(&self.amount.currency().to_string())
        });
        // A text without a digit states no amount.
        let amount = report.amount.as_deref().map(str::trim).filter(|text| text.contains(char::is_numeric));
        let is_other = is_other_currency || amount.is_some_and(|text| !states(text, self.amount));
        let has_moved = matches!(report.report, Report::Successful | Report::Reversed);
        if is_other && has_moved { Report::Contradictory } else { report.report }
    }

    /// Returns a report as it is added and stored, with its meaning for this payout. `seq`: the number of its event.
    pub fn recorded(&self, Incoming { origin, report, .. }: &Incoming, seq: i64) -> RecordedReport {
        RecordedReport {
            source: origin.source,
            report: self.meaning(report),
            code: report.code.clone(),
            status: report.status.clone(),
            matched_by: report.matched.as_ref().map(|matched| matched.by),
            seq,
        }
    }

    /// Adds a report. Returns false if it changes nothing, by [`PayoutHistory::add`].
    pub fn add(&mut self, report: RecordedReport) -> bool {
        self.history.add(report)
    }

    /// Sets or takes back the user's decision.
    pub const fn decide(&mut self, decision: Option<(PayoutDecision, i64)>) {
        self.history.decide(decision);
    }

    pub const fn is_decided(&self) -> bool {
        self.history.is_decided()
    }

    /// Returns the state that follows from the reports and the decision. A late payout stays late until it has an
    /// outcome.
    pub fn derived(&self) -> PayoutState {
        let state = self.history.state();
        let is_late = state == PayoutState::Sent && self.state == PayoutState::Overdue;
        if is_late { PayoutState::Overdue } else { state }
    }

    /// Returns who settled it: the user, or the most reliable source of the outcome; `None` without an outcome.
    pub fn settled_by(&self) -> Option<SettledBy> {
        let outcome = match self.derived() {
            PayoutState::Paid => Report::Successful,
            PayoutState::Failed => Report::Failed,
            PayoutState::Reversed => Report::Reversed,
            PayoutState::Conflict
            | PayoutState::Planned
            | PayoutState::Sent
            | PayoutState::Overdue
            | PayoutState::Withdrawn => return None,
        };
        if self.is_decided() {
            return Some(SettledBy::User);
        }
        let of = |source| SourcedReport { source, report: outcome };
        let has = |source| self.history.has(of(source));
        let names_it = |source| has(source) && !self.history.is_only_matched(of(source));
        let by_reliability = [
            (has(ReportSource::Asked), SettledBy::Asked),
            (names_it(ReportSource::Statement), SettledBy::Statement),
            (names_it(ReportSource::OutcomeFile), SettledBy::OutcomeFile),
            // Whatever names the payout itself counts before what a person matched.
            (has(ReportSource::Statement), SettledBy::StatementMatch),
            (has(ReportSource::OutcomeFile), SettledBy::ListMatch),
            (has(ReportSource::Callback), SettledBy::Callback),
            // Whatever says it itself counts before what a person reads.
            (has(ReportSource::WordReading), SettledBy::WordReading),
        ];
        by_reliability.into_iter().find(|(has, _)| *has).map(|(_, by)| by)
    }
}

/// Whether a text states an amount. A plain number is what it is, with commas before its point or without; any other text
/// is read as an amount in a file is, and states none if it cannot be. Commas between groups of three digits are never
/// decimal: 50,000 is no 50.
pub(super) fn states(text: &str, amount: Money) -> bool {
    let text = &if has_groups(text) { text.replace(',', "") } else { text.to_owned() };
    let is_grouped = text.rfind(',').is_none_or(|comma| text.rfind('.').is_some_and(|point| comma < point));
    let plain = is_grouped.then(|| Money::parse(&text.replace(',', ""), amount.currency()).ok()).flatten();
    if let Some(plain) = plain {
        return plain == amount;
    }
    let cells = [CellValue::Text(text.as_str().into()), CellValue::Number(text.as_str().into())];
    cells.iter().any(|cell| stated_amounts(cell, amount.currency()).contains(&amount))
}

/// Whether the figure in a text is grouped by commas in threes, such as `NGN 1,250,000.50`.
fn has_groups(text: &str) -> bool {
    let figure = text.trim_matches(|c: char| !c.is_ascii_digit());
    let (whole, decimals) = figure.split_once('.').unwrap_or((figure, ""));
    let mut groups = whole.split(',');
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let first =
        groups.next().filter(|first| (1..=GROUP_DIGITS).contains(&first.len()) && !first.starts_with('0'));
    let mut others = groups.peekable();
    first.is_some_and(is_digits)
        && is_digits(decimals)
        && others.peek().is_some()
        && others.all(|group| group.len() == GROUP_DIGITS && is_digits(group))
}

/// Loads the payouts with these references; the others are in no payroll of this ledger.
pub(crate) async fn load(
    conn: &mut SqliteConnection,
    references: &[&str],
) -> Result<HashMap<String, KnownPayout>> {
    let mut known = HashMap::with_capacity(references.len());
    for some in references.chunks(REFERENCES_PER_QUERY) {
        load_payouts(&mut *conn, some, &mut known).await?;
        load_reports(&mut *conn, some, &mut known).await?;
        load_decisions(&mut *conn, some, &mut known).await?;
    }
    Ok(known)
}

fn select(columns: &'static str, references: &[&str], rest: &'static str) -> QueryBuilder<Sqlite> {
    let mut query = QueryBuilder::new(columns);
    query.push(" IN (");
    let mut separated = query.separated(", ");
    for reference in references {
        separated.push_bind((*reference).to_owned());
    }
    query.push(")");
    query.push(rest);
    query
}

async fn load_payouts(
    conn: &mut SqliteConnection,
    some: &[&str],
    known: &mut HashMap<String, KnownPayout>,
) -> Result<()> {
    type Row = (String, i64, i64, bool, String, i64, String, Option<String>);
    let start = "SELECT p.reference, p.payroll, p.batch, COALESCE(b.state IN ('Accepted', 'Settling', 'Closed'), 0), p.state,
                        p.amount_minor, p.currency, y.callback_code
                 FROM payouts p JOIN payrolls y ON y.id = p.payroll LEFT JOIN batches b ON b.id = p.batch
                 WHERE p.reference";
    let rows: Vec<Row> = select(start, some, "").build_query_as().fetch_all(conn).await?;
    for (reference, payroll, batch, is_at_the_service, state, minor, currency, callback_code) in rows {
        let payout = KnownPayout {
            payroll: PayrollId(count("payroll", payroll)?),
            batch: BatchKey(count("batch", batch)?),
            is_at_the_service,
            state: named("state", &state)?,
            amount: money(minor, &currency)?,
            callback_code: callback_code.as_deref().and_then(CallbackCode::received),
            history: PayoutHistory::default(),
        };
        known.insert(reference, payout);
    }
    Ok(())
}

async fn load_reports(
    conn: &mut SqliteConnection,
    some: &[&str],
    known: &mut HashMap<String, KnownPayout>,
) -> Result<()> {
    type Row = (String, String, String, String, String, Option<String>, i64);
    let start = "SELECT payout, source, report, code, status, matched_by, seq FROM reports WHERE payout";
    let rows: Vec<Row> = select(start, some, "").build_query_as().fetch_all(conn).await?;
    for (payout, source, report, code, status, matched_by, seq) in rows {
        let Some(payout) = known.get_mut(&payout) else { continue };
        let (source, report) = (named("source", &source)?, report_named(&report)?);
        let matched_by = matched_by.map(|by| named("matched_by", &by)).transpose()?;
        payout.history.load(RecordedReport { source, report, code, status, matched_by, seq });
    }
    Ok(())
}

async fn load_decisions(
    conn: &mut SqliteConnection,
    some: &[&str],
    known: &mut HashMap<String, KnownPayout>,
) -> Result<()> {
    let start = "SELECT payout, decision, seq FROM payout_decisions WHERE payout";
    let rest = " AND withdrawn_at IS NULL ORDER BY number";
    let rows: Vec<(String, String, i64)> = select(start, some, rest).build_query_as().fetch_all(conn).await?;
    for (payout, decision, seq) in rows {
        if let Some(payout) = known.get_mut(&payout) {
            payout.decide(Some((named("decision", &decision)?, seq)));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use paysheet_domain::Currency;

    use super::*;

    #[test]
    fn an_amount_is_what_its_text_states_and_nothing_less() {
        for (text, currency, amount, expected) in [
            ("50", Currency::NGN, "50.00", true),
            ("50.00", Currency::NGN, "50.00", true),
            ("50,00", Currency::NGN, "50.00", true),
            ("NGN 50,00", Currency::NGN, "50.00", true),
            ("50,000", Currency::NGN, "50000.00", true),
            ("50,000", Currency::NGN, "50.00", false),
            ("1,234,567", Currency::NGN, "1234567.00", true),
            ("1,234,567.89", Currency::NGN, "1234567.89", true),
            ("-50,000", Currency::NGN, "50.00", false),
            ("NGN 50,000", Currency::NGN, "50.00", false),
            ("50,000 NGN", Currency::NGN, "50.00", false),
            ("50,000", Currency::UGX, "50000", true),
            ("50,000", Currency::UGX, "50", false),
            ("5,00", Currency::NGN, "500.00", false),
        ] {
            let amount = Money::parse(amount, currency).unwrap();
            assert_eq!(states(text, amount), expected, "{text} {amount}");
        }
    }
}
