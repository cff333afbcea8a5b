//! Results from files that the user chose: lists of a provider, and statements. Their effect is shown before they are
//! applied. The preview is a transaction that is not committed, so that both follow the same rules.

mod effect;
mod file;

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use paysheet_domain::{BatchState, Money, PayoutState, ReportSource};
use sqlx::{AssertSqlSafe, FromRow, QueryBuilder, Sqlite};

pub use self::effect::PayoutEffect;
pub use self::file::{FileReading, NewOutcomeFile, ReadWord};
use self::file::{Imported, append_imported, file_id};
use crate::{
    model::{
        columns::{count, moment, moment_or_none, money, named, stamp},
        error::{LedgerError, Result},
        records::{BatchKey, PayrollId},
    },
    outcomes::reports::{Applied, Incoming, Origin, PayoutReport, applying::apply_reports},
    store::{ledger::Ledger, write_tx::WriteTx},
};

/// Number of references or accounts in one query.
const PER_QUERY: usize = 500;
/// The start and the end of a query for payouts.
const SELECT_LISTED: &str =
    "SELECT p.reference, p.payroll, q.name AS payroll_name, p.name, p.account_number, p.bank_name,
            p.amount_minor, p.currency, p.state, b.id AS batch, b.number AS batch_number,
            b.reference AS batch_reference, b.state AS batch_state, b.sent_at, b.was_unknown
     FROM payouts p JOIN batches b ON b.id = p.batch JOIN payrolls q ON q.id = p.payroll WHERE ";
const IN_ORDER: &str = " ORDER BY 2, p.position, p.reference";

/// A payout that a row of a list may be about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedPayout {
    pub reference: String,
    pub payroll: PayrollId,
    pub payroll_name: String,
    pub name: String,
    pub account_number: String,
    pub bank_name: String,
    pub amount: Money,
    pub state: PayoutState,
    pub batch: BatchKey,
    /// From 1.
    pub batch_number: u32,
    pub batch_reference: String,
    pub batch_state: BatchState,
    /// When its batch was sent.
    pub sent_at: Option<Timestamp>,
    /// It was not known whether the service has its batch. That it has not is the word of a person.
    pub was_unknown: bool,
}

impl ListedPayout {
    /// Returns whether the service has it or may have it. Only a reference proves that it has one that was not sent or that
    /// it refused itself: what is found by account, name or sum may be another payment.
    fn may_be_at_the_service(&self) -> bool {
        let is_reported = !matches!(self.state, PayoutState::Planned | PayoutState::Withdrawn);
        let may_have_left = self.batch_state.may_be_at_the_service() || self.was_unknown || is_reported;
        self.sent_at.is_some() && may_have_left
    }
}

/// The effect of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OutcomeEffects {
    /// By reference.
    pub payouts: BTreeMap<String, PayoutEffect>,
}

impl OutcomeEffects {
    /// Returns the number of reports that were not known.
    #[must_use]
    pub fn new_reports(&self) -> u32 {
        self.payouts.values().map(|effect| effect.new).sum()
    }
}

impl OutcomeEffects {
    /// Returns the effect on each payroll, by the payrolls of the payouts, and of how many payouts a person confirmed it.
    fn by_payroll(
        &self,
        payrolls: &BTreeMap<String, PayrollId>,
        confirmed: &BTreeSet<&str>,
    ) -> BTreeMap<PayrollId, Imported> {
        let mut all = BTreeMap::<PayrollId, Imported>::new();
        for (reference, effect) in &self.payouts {
            let Some(payroll) = payrolls.get(reference) else { continue };
            all.entry(*payroll).or_default().count(effect, confirmed.contains(reference.as_str()));
        }
        all
    }
}

impl Ledger {
    /// Returns the payouts with these references; the others are in no payroll of this ledger.
    pub async fn listed_payouts(&self, references: &[&str]) -> Result<Vec<ListedPayout>> {
        self.select_payouts("p.reference", references).await
    }

    /// Returns the payouts to these accounts that the service has or may have.
    pub async fn sent_to_accounts(&self, accounts: &[&str]) -> Result<Vec<ListedPayout>> {
        let all = self.select_payouts("p.account_number", accounts).await?;
        Ok(all.into_iter().filter(ListedPayout::may_be_at_the_service).collect())
    }

    /// Returns the payouts whose batch was sent in this time, and that the service has or may have.
    pub async fn sent_between(&self, from: Timestamp, until: Timestamp) -> Result<Vec<ListedPayout>> {
        let mut query = QueryBuilder::<Sqlite>::new(SELECT_LISTED);
        query.push("b.sent_at >= ").push_bind(stamp(from));
        query.push(" AND b.sent_at <= ").push_bind(stamp(until)).push(IN_ORDER);
        let all: Vec<StoredListed> = query.build_query_as().fetch_all(&self.reader).await?;
        let mut listed = all.into_iter().map(StoredListed::into_listed).collect::<Result<Vec<_>>>()?;
        listed.retain(ListedPayout::may_be_at_the_service);
        Ok(listed)
    }

    async fn select_payouts(&self, column: &'static str, values: &[&str]) -> Result<Vec<ListedPayout>> {
        let mut all = Vec::new();
        for some in values.chunks(PER_QUERY) {
            let mut query = QueryBuilder::<Sqlite>::new(SELECT_LISTED);
            query.push(column).push(" IN (");
            let mut separated = query.separated(", ");
            for value in some {
                separated.push_bind((*value).to_owned());
            }
            query.push(")").push(IN_ORDER);
            let rows: Vec<StoredListed> = query.build_query_as().fetch_all(&self.reader).await?;
            for row in rows {
                all.push(row.into_listed()?);
            }
        }
        Ok(all)
    }

    /// Returns when a file was applied first; none if it never was.
    pub async fn outcome_file_applied_at(
        &self,
        source: ReportSource,
        sha256: &str,
    ) -> Result<Option<Timestamp>> {
        let at: Option<String> =
            sqlx::query_scalar("SELECT imported_at FROM outcome_files WHERE source = $1 AND sha256 = $2")
                .bind(<&str>::from(source))
                .bind(sha256)
                .fetch_optional(&self.reader)
                .await?;
        at.map(|at| moment("imported_at", &at)).transpose()
    }

    /// Returns the effect that these reports would have. Nothing is stored.
    pub async fn preview_outcomes(
        &self,
        source: ReportSource,
        reports: &[PayoutReport],
        now: Timestamp,
    ) -> Result<OutcomeEffects> {
        let mut tx = self.begin_write(now).await?;
        let origin = Origin { source, callback: None, outcome_file: None };
        // The transaction is dropped without a commit.
        apply(&mut tx, origin, reports).await
    }

    /// Applies the reports of a file, all together. If none of them is new, nothing is stored.
    ///
    /// # Errors
    /// `OutcomesChanged` if their effect on a payout is not the one in `shown`; then nothing is stored.
    pub async fn record_outcomes(
        &self,
        file: NewOutcomeFile<'_>,
        reports: &[PayoutReport],
        shown: &OutcomeEffects,
        now: Timestamp,
    ) -> Result<OutcomeEffects> {
        let mut tx = self.begin_write(now).await?;
        let id = file_id(&mut tx, file).await?;
        let origin = Origin { source: file.source, callback: None, outcome_file: Some(id) };
        let effects = apply(&mut tx, origin, reports).await?;
        let is_shown = |(reference, effect): (&String, &PayoutEffect)| {
            shown.payouts.get(reference).is_some_and(|shown| effect.is_like(shown))
        };
        if !effects.payouts.iter().all(is_shown) {
            return Err(LedgerError::OutcomesChanged);
        }
        if effects.new_reports() > 0 {
            let references: Vec<&str> = effects.payouts.keys().map(String::as_str).collect();
            let payrolls = payrolls_of(&mut tx, &references).await?;
            for (payroll, imported) in effects.by_payroll(&payrolls, &confirmed(reports)) {
                append_imported(&mut tx, (id, file), payroll, &imported);
            }
            file.reading.remember(&mut tx).await?;
            tx.commit().await?;
        }
        Ok(effects)
    }
}

/// Returns the references of the payouts of which a person confirmed that a row is about them.
fn confirmed(reports: &[PayoutReport]) -> BTreeSet<&str> {
    let is_confirmed = |report: &&PayoutReport| {
        report.matched.as_ref().is_some_and(|matched| matched.confirmed_by.is_some())
    };
    reports.iter().filter(is_confirmed).map(|report| report.reference.as_str()).collect()
}

#[derive(FromRow)]
struct StoredListed {
    reference: String,
    payroll: i64,
    payroll_name: String,
    name: String,
    account_number: String,
    bank_name: String,
    amount_minor: i64,
    currency: String,
    state: String,
    batch: i64,
    batch_number: i64,
    batch_reference: String,
    batch_state: String,
    sent_at: Option<String>,
    was_unknown: i64,
}

impl StoredListed {
    fn into_listed(self) -> Result<ListedPayout> {
        Ok(ListedPayout {
            reference: self.reference,
            payroll: PayrollId(count("payroll", self.payroll)?),
            payroll_name: self.payroll_name,
            name: self.name,
            account_number: self.account_number,
            bank_name: self.bank_name,
            amount: money(self.amount_minor, &self.currency)?,
            state: named("state", &self.state)?,
            batch: BatchKey(count("batch", self.batch)?),
            batch_number: count("number", self.batch_number)?,
            batch_reference: self.batch_reference,
            batch_state: named("state", &self.batch_state)?,
            sent_at: moment_or_none("sent_at", self.sent_at.as_deref())?,
            was_unknown: self.was_unknown != 0,
        })
    }
}

/// Applies reports, and compares the payouts before and after.
async fn apply(tx: &mut WriteTx, origin: Origin, reports: &[PayoutReport]) -> Result<OutcomeEffects> {
    let incoming: Vec<_> = reports.iter().map(|report| Incoming::now(origin, report)).collect();
    let references: BTreeSet<&str> =
        incoming.iter().map(|incoming| incoming.report.reference.as_str()).collect();
    let references: Vec<&str> = references.into_iter().collect();
    let before = states(tx, &references).await?;
    let applied = apply_reports(tx, &incoming).await?;
    let after = states(tx, &references).await?;
    let mut new = BTreeMap::<&str, u32>::new();
    for (incoming, applied) in incoming.iter().zip(applied) {
        if matches!(applied, Applied::Changed { .. }) {
            *new.entry(&incoming.report.reference).or_default() += 1;
        }
    }
    let effect = |(reference, before): (String, _)| {
        let after = after.get(&reference).copied().unwrap_or(before);
        let new = new.get(reference.as_str()).copied().unwrap_or(0);
        (reference, PayoutEffect { before, after, new })
    };
    Ok(OutcomeEffects { payouts: before.into_iter().map(effect).collect() })
}

/// Returns the payrolls of these payouts.
async fn payrolls_of(tx: &mut WriteTx, references: &[&str]) -> Result<BTreeMap<String, PayrollId>> {
    let mut payrolls = BTreeMap::new();
    for some in references.chunks(PER_QUERY) {
        let mut query =
            QueryBuilder::<Sqlite>::new("SELECT reference, payroll FROM payouts WHERE reference IN (");
        let mut separated = query.separated(", ");
        for reference in some {
            separated.push_bind((*reference).to_owned());
        }
        query.push(")");
        let rows: Vec<(String, i64)> = query.build_query_as().fetch_all(tx.conn()).await?;
        for (reference, payroll) in rows {
            payrolls.insert(reference, PayrollId(count("payroll", payroll)?));
        }
    }
    Ok(payrolls)
}

async fn states(
    tx: &mut WriteTx,
    references: &[&str],
) -> Result<BTreeMap<String, (PayoutState, BatchState)>> {
    let mut states = BTreeMap::new();
    for some in references.chunks(PER_QUERY) {
        let places = vec!["?"; some.len()].join(", ");
        let sql = format!(
            "SELECT p.reference, p.state, b.state FROM payouts p JOIN batches b ON b.id = p.batch
             WHERE p.reference IN ({places})"
        );
        let mut query = sqlx::query_as::<_, (String, String, String)>(AssertSqlSafe(sql));
        for reference in some {
            query = query.bind((*reference).to_owned());
        }
        for (reference, payout, batch) in query.fetch_all(tx.conn()).await? {
            states.insert(reference, (named("state", &payout)?, named("state", &batch)?));
        }
    }
    Ok(states)
}
