//! Makes a payroll of chosen people, without a file. It is a draft like any other: checked, reviewed and approved as
//! usual. Its rows are added rows, which are in no file.

use std::collections::BTreeMap;

use jiff::tz::TimeZone;
use paysheet_domain::{
    Bank, BankDirectory, Country, DraftRow, Field, RunId, SourceRow, checks::DecimalConvention,
};
use paysheet_ledger::{NewPayroll, PersonPayment};
use strum::IntoEnumIterator;

use crate::{
    context::Context,
    directory,
    draft::FileNotes,
    error::DeskError,
    event::DeskEvent,
    import::create_draft,
    view::{PeopleAmounts, PersonKey},
};

/// Payrolls of chosen people of one day.
const SAME_DAY_MAX: u32 = 1_000;

/// Creates a draft that pays these people, or, without people, a draft with one row to fill in.
///
/// # Errors
/// `NoSuchPerson` if nothing was ever sent to one of them, `Ledger`.
pub async fn pay_people(
    context: &Context,
    people: &[PersonKey],
    amounts: PeopleAmounts,
) -> Result<u32, DeskError> {
    let keys: Vec<_> = people.iter().map(Into::into).collect();
    let newest = context.ledger.last_payments(&keys).await?;
    let newest: Vec<PersonPayment> =
        newest.into_iter().collect::<Option<_>>().ok_or(DeskError::NoSuchPerson)?;
    let country = place(context, &newest).await?;
    directory::lists::load(context).await?;
    let banks = context.lists.directory(&directory::lists::service_key(context));
    let row = |(position, payment)| row(position, payment, (country, amounts), &banks);
    let mut rows: Vec<DraftRow> = (0_u32..).zip(&newest).map(row).collect();
    if rows.is_empty() {
        rows.push(DraftRow::new(0, SourceRow::default()));
    }
    let now = context.now();
    let period = create_draft::period_of(now);
    let new = NewPayroll {
        name: free_name(context, &period).await?,
        period,
        file_name: String::new(),
        file_sha256: String::new(),
        sheet: String::new(),
        country,
        currency: country.currency(),
        convention: DecimalConvention::Point,
        skipped_json: serde_json::to_string(&FileNotes::default())?,
        copied_from: None,
        layout: None,
        reading_json: None,
        source: None,
        at: now,
    };
    let id = context.ledger.create_payroll(new, &rows).await?.0;
    context.tell(DeskEvent::PayrollChanged { id });
    Ok(id)
}

/// Returns the country in which most of the people are paid; without people, that of the newest payroll.
async fn place(context: &Context, people: &[PersonPayment]) -> Result<Country, DeskError> {
    let mut counts: BTreeMap<Country, usize> = BTreeMap::new();
    for country in people.iter().filter_map(|person| person.payout.country) {
        *counts.entry(country).or_default() += 1;
    }
    if let Some((country, _)) = counts.into_iter().max_by_key(|(_, count)| *count) {
        return Ok(country);
    }
    let last = context.ledger.last_country().await?;
    let currency = people.first().map(|person| person.person.currency);
    let pays = |country: &Country| currency.is_none_or(|currency| country.currency() == currency);
    Ok(last.filter(pays).or_else(|| Country::iter().find(pays)).unwrap_or(Country::NG))
}

/// Returns a row that the user might have typed.
fn row(
    position: u32,
    PersonPayment { payout, .. }: &PersonPayment,
    (country, amounts): (Country, PeopleAmounts),
    banks: &BankDirectory,
) -> DraftRow {
    let mut row = DraftRow::new(position, SourceRow::default());
    let own = payout.country.unwrap_or(country);
    // By its name: the service may have given its code to another bank since. Only where several banks have the name, the
    // code says which.
    let is_same = |bank: &Bank| bank.name == payout.bank_name;
    let is_certain = banks.names_only(own, &payout.bank_name, &payout.bank_code);
    let by_code = !is_certain && banks.by_code(own, &payout.bank_code).is_some_and(is_same);
    let bank =
        if by_code { (Field::BankCode, &payout.bank_code) } else { (Field::BankName, &payout.bank_name) };
    let of_country = (own != country).then(|| (Field::Country, own.to_string()));
    let amount = (amounts == PeopleAmounts::LastPaid).then(|| (Field::Amount, payout.amount.digits()));
    row.edits.insert(Field::Name, &payout.name);
    row.edits.insert(Field::AccountNumber, &payout.account_number);
    row.edits.insert(bank.0, bank.1);
    for (field, value) in of_country.into_iter().chain(amount) {
        row.edits.insert(field, &value);
    }
    row
}

/// Returns the name of today's payroll of chosen people. The same name would be the same payroll, and pay nobody again.
async fn free_name(context: &Context, period: &str) -> Result<String, DeskError> {
    let day = context.now().to_zoned(TimeZone::system()).strftime("%-d %B %Y").to_string();
    let first = format!("Payments of {day}");
    for number in 1..SAME_DAY_MAX {
        let name = if number == 1 { first.clone() } else { format!("{first} ({number})") };
        if !context.ledger.has_run(&RunId::new(&name, period)).await? {
            return Ok(name);
        }
    }
    Ok(first)
}
