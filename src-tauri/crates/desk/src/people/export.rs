//! Exports the people who were ever paid to a file, with their total of each year, in the window's words.

use std::{
    collections::{BTreeSet, HashMap},
    path::{Path, PathBuf},
};

use jiff::Timestamp;
use paysheet_document::{
    text_table::{TextHead, TextTable, csv, workbook},
    write_money,
};
use paysheet_domain::Money;
use paysheet_ledger::{PersonPayment, PersonRecord};

use crate::{
    atomic_write::{save, save_workbook},
    blocking::blocking,
    desk::Desk,
    directory::lists,
    error::DeskError,
    people::browse::{this_year, years},
    view::{ListWords, PeopleFilter, YearTotal},
};

const HEADS: [TextHead; 11] = [
    ("name", "Name", 28),
    ("account", "Account number", 18),
    ("bank", "Bank", 24),
    ("bank_code", "Bank code", 10),
    ("country", "Country", 9),
    ("currency", "Currency", 9),
    ("payments", "Payments", 10),
    ("first_paid", "First paid (UTC)", 20),
    ("last_paid", "Last paid (UTC)", 20),
    ("last_amount", "Last amount", 16),
    ("last_payroll", "Last payroll", 28),
];
/// Column of the newest amount.
const LAST_AMOUNT: u16 = 9;
/// Column of the first year: behind the others.
const FIRST_YEAR: u16 = 11;
/// Width of the column of a year, in characters.
const YEAR_WIDTH: u16 = 16;

/// A person with the total of each year.
type Exported = (PersonRecord, Vec<YearTotal>);

impl Desk {
    /// Writes the people that match the query to a file. The file's ending selects .csv or .xlsx.
    ///
    /// # Errors
    /// `Export`; `NotWritable`, `FileInUse` and `SaveDiskFull` if the file cannot be written.
    pub async fn export_people(
        &self,
        filter: &PeopleFilter,
        words: ListWords,
        path: &Path,
    ) -> Result<PathBuf, DeskError> {
        let (_, from) = this_year(self.now());
        let service = lists::service_key(self);
        let (_, people) = self.ledger.people(filter, &service, from, (0, u32::MAX)).await?;
        let keys: Vec<_> = people.iter().map(|person| person.key.clone()).collect();
        let mut payments: HashMap<_, Vec<PersonPayment>> = HashMap::new();
        for payment in self.ledger.payments_to(&keys).await? {
            payments.entry(payment.person.clone()).or_default().push(payment);
        }
        let with_years = |person: PersonRecord| {
            let years = years(payments.get(&person.key).map_or(&[], Vec::as_slice))?;
            Ok((person, years))
        };
        let exported: Vec<Exported> = people.into_iter().map(with_years).collect::<Result<_, DeskError>>()?;
        let mut path = path.to_owned();
        if path.extension().is_none() {
            path.set_extension("xlsx");
        }
        blocking(move || {
            let all: BTreeSet<i16> =
                exported.iter().flat_map(|(_, years)| years.iter().map(|of| of.year)).collect();
            let table = table(&exported, &all, &words);
            if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("csv")) {
                save(&path, csv(&table).as_bytes())?;
                return Ok(path);
            }
            let mut workbook = workbook(&table)?;
            let sheet = workbook.worksheet_from_index(0)?;
            for (row, (person, years)) in (1_u32..).zip(&exported) {
                write_money(sheet, row, LAST_AMOUNT, person.last.payout.amount)?;
                for (column, year) in (FIRST_YEAR..).zip(&all) {
                    let total = years.iter().find(|of| of.year == *year).map(|of| &of.total);
                    if let Some(Ok(sum)) = total.map(|total| Money::parse(&total.sum, total.currency)) {
                        write_money(sheet, row, column, sum)?;
                    }
                }
            }
            save_workbook(&path, &mut workbook)?;
            Ok(path)
        })
        .await
    }
}

fn table(people: &[Exported], all: &BTreeSet<i16>, words: &ListWords) -> TextTable {
    let mut table = TextTable::new(HEADS, words, people.iter().map(|person| line(person, all)).collect());
    table.heads.extend(all.iter().map(|year| (year.to_string(), YEAR_WIDTH)));
    table
}

/// Returns one line of texts, in the order of the heads, with the totals of the years behind them.
fn line((person, years): &Exported, all: &BTreeSet<i16>) -> Vec<String> {
    let moment =
        |at: Option<Timestamp>| at.map(|at| at.strftime("%Y-%m-%d %H:%M:%S").to_string()).unwrap_or_default();
    let payout = &person.last.payout;
    let mut line = vec![
        payout.name.clone(),
        payout.account_number.clone(),
        payout.bank_name.clone(),
        payout.bank_code.clone(),
        payout.country.iso().to_owned(),
        payout.amount.currency().to_string(),
        person.payments.to_string(),
        moment(person.first_paid_at),
        moment(person.last_paid_at),
        payout.amount.digits(),
        person.last.payroll_name.clone(),
    ];
    let total = |year: &i16| years.iter().find(|of| of.year == *year).map(|of| of.total.sum.clone());
    line.extend(all.iter().map(|year| total(year).unwrap_or_default()));
    line
}
