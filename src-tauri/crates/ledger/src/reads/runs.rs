//! The run of a payroll: its name and period in the form in which they are compared. It is stored with the payroll, so
//! that an index finds another payroll of the same run.

use paysheet_domain::{Country, RunId};
use sqlx::SqliteConnection;

use crate::{
    model::{
        columns::{self, count},
        error::Result,
        records::PayrollId,
    },
    store::ledger::Ledger,
};

/// Longest name of a payroll, in characters.
pub const PAYROLL_NAME_CHARS_MAX: usize = 80;
/// Payrolls made of the same one that get a name of their own.
const NAMED_MAX: u32 = 1_000;

impl Ledger {
    /// Whether any payroll, also a draft, has this run.
    pub async fn has_run(&self, run: &RunId) -> Result<bool> {
        has_run(&mut *self.reader.acquire().await?, run).await
    }

    /// Returns the name with an addition that no payroll of the period has. The same name would be the same payroll, and
    /// pay nobody again.
    pub async fn free_name(&self, (name, addition): (&str, &str), period: &str) -> Result<String> {
        free_name(&mut *self.reader.acquire().await?, (name, addition), period).await
    }

    /// Returns the country of the newest payroll.
    pub async fn last_country(&self) -> Result<Option<Country>> {
        let last = "SELECT country FROM payrolls ORDER BY id DESC LIMIT 1";
        let country: Option<String> = sqlx::query_scalar(last).fetch_optional(&self.reader).await?;
        country.map(|country| columns::named("country", &country)).transpose()
    }

    /// Returns another payroll of this run that is approved.
    pub async fn same_run(&self, id: PayrollId, run: &RunId) -> Result<Option<PayrollId>> {
        let same: Option<i64> = sqlx::query_scalar(
            "SELECT id FROM payrolls WHERE run_key = $1 AND id <> $2 AND approved_at IS NOT NULL
             ORDER BY id DESC LIMIT 1",
        )
        .bind(run.as_str())
        .bind(i64::from(id.0))
        .fetch_optional(&self.reader)
        .await?;
        same.map(|id| Ok(PayrollId(count("payroll", id)?))).transpose()
    }
}

async fn has_run(conn: &mut SqliteConnection, run: &RunId) -> Result<bool> {
    let any = "SELECT EXISTS (SELECT 1 FROM payrolls WHERE run_key = $1)";
    Ok(sqlx::query_scalar(any).bind(run.as_str()).fetch_one(conn).await?)
}

/// Returns the name with its ending. A long name is shortened: with more characters it could not be approved.
fn named(name: &str, ending: &str) -> String {
    let room = PAYROLL_NAME_CHARS_MAX.saturating_sub(ending.chars().count());
    let start: String = name.chars().take(room).collect();
    format!("{}{ending}", start.trim_end())
}

/// Returns the name without such an addition of its own: what is corrected twice is "(corrected 2)".
fn without_addition<'a>(name: &'a str, addition: &str) -> &'a str {
    let added = name.rsplit_once(" (").filter(|(_, ending)| {
        let number = ending.strip_suffix(')').and_then(|ending| ending.strip_prefix(addition));
        number.is_some_and(|number| {
            number.is_empty() || number.strip_prefix(' ').is_some_and(|number| number.parse::<u32>().is_ok())
        })
    });
    added.map_or(name, |(name, _)| name)
}

/// As [`Ledger::free_name`].
pub(crate) async fn free_name(
    conn: &mut SqliteConnection,
    (name, addition): (&str, &str),
    period: &str,
) -> Result<String> {
    let name = without_addition(name, addition);
    let first = named(name, &format!(" ({addition})"));
    for number in 1..NAMED_MAX {
        let name = if number == 1 { first.clone() } else { named(name, &format!(" ({addition} {number})")) };
        if !has_run(conn, &RunId::new(&name, period)).await? {
            return Ok(name);
        }
    }
    Ok(first)
}
