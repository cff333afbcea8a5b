//! Payouts of other payrolls to the accounts of this one's people.
//!
//! Nearly all of 100,000 people may be in another payroll as well. Reading so many rows one by one takes longer than
//! finding them, so the database returns one text for each other payroll; who the people are is read only for those that
//! are shown.

use std::collections::{BTreeSet, HashMap};

use jiff::Timestamp;
use paysheet_domain::{BatchState, Money, PayoutState, Reference, RowOrigin};
use sqlx::{QueryBuilder, Sqlite, SqliteConnection};

use crate::{
    model::{
        columns::{count, moment_or_none, money, named, reference},
        error::{LedgerError, Result},
        records::{BatchKey, PayrollId},
    },
    store::ledger::Ledger,
};

/// Separates the values of a pair. None but the last can contain it.
const VALUE_END: char = '\u{1f}';
/// Separates pairs. An account as it is compared has no control characters; one that has makes the pair unreadable.
const PAIR_END: char = '\u{1e}';
/// Number of batches read by one query. SQLite accepts 32,766 values.
const BATCHES_PER_QUERY: usize = 10_000;
/// The values of a pair, in the order of [`Pair`]: of this payroll's payout (`p`) and of the other one (`o`).
const PAIR: [&str; 11] = [
    "p.position",
    "p.currency",
    "p.amount_minor",
    "o.batch",
    "o.reference",
    "o.state",
    "o.currency",
    "o.amount_minor",
    "COALESCE(o.changed_at, '')",
    "COALESCE(o.settled_by, '')",
    "p.account_key",
];

/// The same account in this payroll and in another one, as stored. Only what is asked about is read further: a damaged
/// value elsewhere does not stop this payroll.
pub(super) struct Pair<'a> {
    position: &'a str,
    currency: &'a str,
    minor: &'a str,
    other_batch: &'a str,
    pub other_reference: &'a str,
    pub other_state: &'a str,
    other_currency: &'a str,
    other_minor: &'a str,
    /// When the other payout's outcome was reported, as a timestamp of the ledger; empty if it was not.
    pub other_at: &'a str,
    /// Who settled the other payout; empty if nobody did.
    pub other_settled_by: &'a str,
    pub account_key: &'a str,
}

impl<'a> Pair<'a> {
    fn parse(text: &'a str) -> Result<Self> {
        let mut values = text.splitn(PAIR.len(), VALUE_END);
        let mut next = || values.next().ok_or(LedgerError::Unreadable { column: "account_key" });
        Ok(Self {
            position: next()?,
            currency: next()?,
            minor: next()?,
            other_batch: next()?,
            other_reference: next()?,
            other_state: next()?,
            other_currency: next()?,
            other_minor: next()?,
            other_at: next()?,
            other_settled_by: next()?,
            account_key: next()?,
        })
    }

    pub fn position(&self) -> Result<u32> {
        count("position", integer("position", self.position)?)
    }

    pub fn other_batch(&self) -> Result<i64> {
        integer("batch", self.other_batch)
    }

    pub fn amount(&self) -> Result<Money> {
        money(integer("amount_minor", self.minor)?, self.currency)
    }

    pub fn other_amount(&self) -> Result<Money> {
        money(integer("amount_minor", self.other_minor)?, self.other_currency)
    }
}

fn integer(column: &'static str, text: &str) -> Result<i64> {
    text.parse().map_err(|_| LedgerError::Unreadable { column })
}

/// Pairs as the database returns them: one text for each other payroll, or for the batch.
pub(super) struct Pairs(Vec<String>);

impl Pairs {
    pub fn iter(&self) -> impl Iterator<Item = Result<Pair<'_>>> {
        self.0.iter().flat_map(|pairs| pairs.split(PAIR_END)).map(Pair::parse)
    }
}

/// Returns the pairs with these payrolls, of the whole payroll or of one of its batches.
pub(super) async fn pairs(
    conn: &mut SqliteConnection,
    id: PayrollId,
    batch: Option<BatchKey>,
    others: &[i64],
) -> Result<Pairs> {
    // A NULL would drop the pair: every column but changed_at and settled_by is NOT NULL. CROSS JOIN fixes the order in which SQLite
    // searches: from the other payrolls, or from the batch, along an index that also groups.
    let values = PAIR.join(&format!(" || '{VALUE_END}' || "));
    let mut select = QueryBuilder::<Sqlite>::new(format!("SELECT STRING_AGG({values}, '{PAIR_END}') FROM "));
    if let Some(batch) = batch {
        select.push("payouts p CROSS JOIN payouts o WHERE p.batch = ").push_bind(i64::from(batch.0));
    } else {
        select.push("payouts o CROSS JOIN payouts p WHERE p.payroll = ").push_bind(i64::from(id.0));
    }
    push_list(select.push(" AND o.compared_account = p.compared_account AND o.payroll IN "), others);
    select.push(if batch.is_some() { " GROUP BY p.batch" } else { " GROUP BY o.payroll" });
    Ok(Pairs(select.build_query_scalar().fetch_all(conn).await?))
}

/// A batch of another payroll.
pub(super) struct OtherBatch {
    pub payroll: PayrollId,
    pub state: BatchState,
    pub is_same_period: bool,
    pub was_unknown: bool,
    /// When the last attempt to send it began, or else its approval, as a timestamp of the ledger: another copy of the ledger
    /// may have sent it.
    sent_at: String,
}

impl OtherBatch {
    /// Whether the service may have it although it was withdrawn: only a person said that the service does not. Of another
    /// period, it counts as long as a payment does.
    pub fn may_have_left(&self, recent: &str) -> bool {
        self.was_unknown && (self.is_same_period || self.sent_at.as_str() >= recent)
    }
}

/// Returns the batches of these pairs, by their number in the ledger. No other batch is read: a damaged one stops only a
/// payroll with the same people.
pub(super) async fn other_batches(
    conn: &mut SqliteConnection,
    id: PayrollId,
    pairs: &[Pair<'_>],
) -> Result<HashMap<i64, OtherBatch>> {
    let batches = pairs.iter().map(Pair::other_batch).collect::<Result<BTreeSet<i64>>>()?;
    let batches = Vec::from_iter(batches);
    let mut found = HashMap::new();
    for batches in batches.chunks(BATCHES_PER_QUERY) {
        found.extend(read_batches(conn, id, batches).await?);
    }
    Ok(found)
}

async fn read_batches(
    conn: &mut SqliteConnection,
    id: PayrollId,
    batches: &[i64],
) -> Result<HashMap<i64, OtherBatch>> {
    let mut select = QueryBuilder::<Sqlite>::new(
        "SELECT b.id, b.payroll, b.state, o.period = r.period, b.was_unknown <> 0, COALESCE(b.sent_at, o.approved_at, '')
         FROM batches b JOIN payrolls o ON o.id = b.payroll, payrolls r WHERE r.id = ",
    );
    push_list(select.push_bind(i64::from(id.0)).push(" AND b.id IN "), batches);
    let rows: Vec<(i64, i64, String, bool, bool, String)> = select.build_query_as().fetch_all(conn).await?;
    rows.into_iter()
        .map(|(batch, payroll, state, is_same_period, was_unknown, sent_at)| {
            let payroll = PayrollId(count("payroll", payroll)?);
            let state = named("state", &state)?;
            Ok((batch, OtherBatch { payroll, state, is_same_period, was_unknown, sent_at }))
        })
        .collect()
}

/// The person of an overlap, to be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OverlapPerson {
    pub origin: RowOrigin,
    pub name: String,
    pub account_number: String,
    pub bank_name: String,
    /// The account of the other payout: a retry may pay to another one.
    pub other_account_number: String,
    pub other_bank_name: String,
    pub other_state: PayoutState,
    /// When the outcome of the other payout was reported.
    pub other_at: Option<Timestamp>,
}

#[derive(sqlx::FromRow)]
struct StoredPerson {
    position: i64,
    file_row: i64,
    name: String,
    account_number: String,
    bank_name: String,
    other_account_number: String,
    other_bank_name: String,
    reference: String,
    state: String,
    changed_at: Option<String>,
}

impl Ledger {
    /// Returns the people at these positions of a payroll, each with the other payout to the same account, or of the
    /// same chain of retries. What is no longer in the ledger is left out.
    pub async fn overlap_people(
        &self,
        id: PayrollId,
        overlaps: &[(u32, Reference)],
    ) -> Result<HashMap<(u32, Reference), OverlapPerson>> {
        if overlaps.is_empty() {
            return Ok(HashMap::new());
        }
        let mut select = QueryBuilder::<Sqlite>::new("WITH asked (position, reference) AS (");
        select.push_values(overlaps, |mut row, (position, reference)| {
            row.push_bind(i64::from(*position)).push_bind(reference.as_str().to_owned());
        });
        select.push(
            ") SELECT p.position, p.file_row, p.name, p.account_number, p.bank_name,
                      o.account_number AS other_account_number, o.bank_name AS other_bank_name, o.reference,
                      o.state, o.changed_at
             FROM asked a JOIN payouts p ON p.position = a.position
             JOIN payouts o ON o.reference = a.reference AND (o.compared_account = p.compared_account OR EXISTS (
                 SELECT 1 FROM retries r WHERE r.payroll = p.payroll AND r.position = p.position))
             WHERE p.payroll = ",
        );
        select.push_bind(i64::from(id.0));
        let rows: Vec<StoredPerson> = select.build_query_as().fetch_all(&self.reader).await?;
        rows.into_iter()
            .map(|row| {
                let person = OverlapPerson {
                    origin: count("file_row", row.file_row)?.into(),
                    name: row.name,
                    account_number: row.account_number,
                    bank_name: row.bank_name,
                    other_account_number: row.other_account_number,
                    other_bank_name: row.other_bank_name,
                    other_state: named("state", &row.state)?,
                    other_at: moment_or_none("changed_at", row.changed_at.as_deref())?,
                };
                Ok(((count("position", row.position)?, reference(&row.reference)?), person))
            })
            .collect()
    }
}

fn push_list(select: &mut QueryBuilder<Sqlite>, ids: &[i64]) {
    select.push("(");
    let mut listed = select.separated(", ");
    for id in ids {
        listed.push_bind(*id);
    }
    listed.push_unseparated(")");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(accounts: &[&str]) -> Pairs {
        let pair = |account: &&str| {
            ["3", "NGN", "500", "7", "REF", "Paid", "NGN", "400", "", "", account].join("\u{1f}")
        };
        Pairs(vec![accounts.iter().map(pair).collect::<Vec<_>>().join("\u{1e}")])
    }

    #[test]
    fn pairs_are_read_one_by_one() {
        let read = pairs(&["0123456789", "a\u{1f}b", ""]);
        let read: Vec<Pair> = read.iter().map(Result::unwrap).collect();
        assert_eq!(
            read.iter().map(|pair| pair.account_key).collect::<Vec<_>>(),
            ["0123456789", "a\u{1f}b", ""]
        );
        assert!(read.iter().all(|pair| pair.position().unwrap() == 3 && pair.other_batch().unwrap() == 7));
        assert!(read.iter().all(|pair| pair.amount().unwrap().minor() == 500));
    }

    #[test]
    fn an_account_that_ends_a_pair_makes_it_unreadable() {
        assert!(pairs(&["0123\u{1e}456789"]).iter().any(|pair| pair.is_err()));
    }
}
