//! Makes a payroll of chosen people, without a file. It is a draft like any other: checked, reviewed and approved as
//! usual. Its rows are added rows, which are in no file.

use std::collections::BTreeMap;

use jiff::tz::TimeZone;
use paysheet_domain::{
    Bank, BankDirectory, Country, DraftRow, Field, Money, PayoutState, RunId, SourceRow,
    checks::DecimalConvention,
};
use paysheet_draft::FileNotes;
use paysheet_ledger::{NewPayroll, PayoutRecord, PersonKey, PersonPayment};
use strum::IntoEnumIterator;

use crate::{
    app_error::AppError, desk::Desk, directory, error::DeskError, event::DeskEvent, import::create_draft,
    view::PeopleAmounts,
};

/// Payrolls of chosen people of one day.
const SAME_DAY_MAX: u32 = 1_000;

impl Desk {
    /// Creates a draft that pays these people, or, without people, a draft with one row to fill in.
    ///
    /// # Errors
    /// `NotFound` if nothing was ever sent to one of them.
    pub async fn pay_people(&self, people: &[PersonKey], amounts: PeopleAmounts) -> Result<u32, DeskError> {
        let payments = self.ledger.payments_to(people).await?;
        let chosen = |key| Chosen::of(key, &payments);
        let chosen: Vec<Chosen<'_>> =
            people.iter().map(chosen).collect::<Option<_>>().ok_or(AppError::NotFound)?;
        let country = place(self, &chosen).await?;
        directory::lists::load(self).await?;
        let banks = self.lists.directory(&directory::lists::service_key(self));
        let row = |(position, chosen)| row(position, chosen, (country, amounts), &banks);
        let mut rows: Vec<DraftRow> = (0_u32..).zip(&chosen).map(row).collect();
        if rows.is_empty() {
            rows.push(DraftRow::new(0, SourceRow::default()));
        }
        let now = self.now();
        let period = create_draft::period_of(now);
        let new = NewPayroll {
            name: free_name(self, &period).await?,
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
        let id = self.ledger_for_user().create_payroll(new, &rows).await?.0;
        self.emit(DeskEvent::PayrollChanged { id });
        Ok(id)
    }
}

/// A person to be paid.
struct Chosen<'a> {
    newest: &'a PersonPayment,
    /// What was really paid last; none if nothing is known to be paid.
    last_paid: Option<Money>,
}

impl<'a> Chosen<'a> {
    /// Returns none if nothing was ever sent to the person. The payments to each person are the newest first.
    fn of(key: &PersonKey, payments: &'a [PersonPayment]) -> Option<Self> {
        let own = || payments.iter().filter(|payment| payment.person == *key);
        let paid = own().find(|payment| payment.payout.state == PayoutState::Paid);
        Some(Self { newest: own().next()?, last_paid: paid.map(|payment| payment.payout.amount) })
    }
}

/// Returns the country in which most of the people are paid; without people, that of the newest payroll.
async fn place(desk: &Desk, people: &[Chosen<'_>]) -> Result<Country, DeskError> {
    let mut counts: BTreeMap<Country, usize> = BTreeMap::new();
    for country in people.iter().map(|person| person.newest.payout.country) {
        *counts.entry(country).or_default() += 1;
    }
    if let Some((country, _)) = counts.into_iter().max_by_key(|(_, count)| *count) {
        return Ok(country);
    }
    let last = desk.ledger.last_country().await?;
    let currency = people.first().map(|person| person.newest.person.currency);
    let pays = |country: &Country| currency.is_none_or(|currency| country.currency() == currency);
    Ok(last.filter(pays).or_else(|| Country::iter().find(pays)).unwrap_or(Country::NG))
}

/// Returns a row that the user might have typed.
fn row(
    position: u32,
    Chosen { newest, last_paid }: &Chosen<'_>,
    (country, amounts): (Country, PeopleAmounts),
    banks: &BankDirectory,
) -> DraftRow {
    let mut row = DraftRow::new(position, SourceRow::default());
    let payout = &newest.payout;
    row.edits.insert(Field::Name, &payout.name);
    row.edits.insert(Field::AccountNumber, &payout.account_number);
    let (field, bank) = bank_of(payout, banks);
    row.edits.insert(field, bank);
    if payout.country != country {
        row.edits.insert(Field::Country, &payout.country.to_string());
    }
    if let Some(amount) = last_paid.filter(|_| amounts == PeopleAmounts::LastPaid) {
        row.edits.insert(Field::Amount, &amount.digits());
    }
    row
}

/// Returns the bank by its name: the service may have given its code to another bank since. Only where several banks have
/// the name, the code says which.
fn bank_of<'a>(payout: &'a PayoutRecord, banks: &BankDirectory) -> (Field, &'a str) {
    let country = payout.country;
    let is_same = |bank: &Bank| bank.name == payout.bank_name;
    let is_certain = banks.names_only(country, &payout.bank_name, &payout.bank_code);
    if !is_certain && banks.by_code(country, &payout.bank_code).is_some_and(is_same) {
        (Field::BankCode, &payout.bank_code)
    } else {
        (Field::BankName, &payout.bank_name)
    }
}

/// Returns the name of today's payroll of chosen people. The same name would be the same payroll, and pay nobody again.
async fn free_name(desk: &Desk, period: &str) -> Result<String, DeskError> {
    let day = desk.now().to_zoned(TimeZone::system()).strftime("%-d %B %Y").to_string();
    let first = format!("Payments of {day}");
    for number in 1..SAME_DAY_MAX {
        let name = if number == 1 { first.clone() } else { format!("{first} ({number})") };
        if !desk.ledger.has_run(&RunId::new(&name, period)).await? {
            return Ok(name);
        }
    }
    Ok(first)
}
