//! A workbook to type a payroll into, for users who have none: the columns that a country needs, under headers that
//! the parser recognises with certainty. No file needs to look like it. The importer skips its example rows. They
//! contain no complete account, so that nobody can be paid from them, whether the user deletes them or not.

use std::path::{Path, PathBuf};

use paysheet_domain::{Bank, BankDirectory, BankKind, Country};
use rust_xlsxwriter::{DataValidation, DataValidationErrorStyle, Format, Workbook, Worksheet, XlsxError};

use crate::{
    atomic_write::save_workbook, blocking::blocking, desk::Desk, directory::browse, error::DeskError,
};

/// Rows prepared for people: the list of banks to choose from reaches that far.
const PEOPLE_ROWS: u32 = 2_000;

/// The language in which a country's payrolls are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Language {
    English,
    French,
}

impl Language {
    fn pick<T>(self, english: T, french: T) -> T {
        match self {
            Self::English => english,
            Self::French => french,
        }
    }
}

/// Where a country's payouts go.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Into {
    Accounts,
    Wallets,
    Both,
}

/// A column of the template.
struct Column {
    head: String,
    width: u16,
    kind: Kind,
    /// The content of the two example rows.
    examples: [&'static str; 2],
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Text,
    Amount,
    Bank,
    Country,
}

/// Returns a file name for a country's template.
impl Desk {
    /// Returns a file name for a country's template.
    #[must_use]
    pub fn template_name(&self, country: Country) -> String {
        let name = name_of(country);
        match language(country) {
            Language::English => format!("Payroll template {name}.xlsx"),
            Language::French => format!("Modèle de paie {}.xlsx", name.replace('’', " ")),
        }
    }
}

impl Desk {
    /// Writes a country's template to `path`, with the service's own banks if they can be fetched now.
    ///
    /// # Errors
    /// `Export`; `NotWritable`, `FileInUse` and `SaveDiskFull` if the file cannot be written.
    pub async fn save_template(&self, country: Country, path: &Path) -> Result<PathBuf, DeskError> {
        let listed = browse::listed_banks(self, country).await;
        let mut path = path.to_owned();
        if path.extension().is_none() {
            path.set_extension("xlsx");
        }
        blocking(move || {
            save_workbook(&path, &mut workbook(country, &listed)?)?;
            Ok(path)
        })
        .await
    }
}

const fn language(country: Country) -> Language {
    match country {
        Country::CM | Country::SN | Country::BN | Country::CD => Language::French,
        Country::NG
        | Country::KE
        | Country::GH
        | Country::TZ
        | Country::UG
        | Country::ZA
        | Country::RW
        | Country::SL => Language::English,
    }
}

/// Returns the country's name in its template's language. The parser recognises each.
const fn name_of(country: Country) -> &'static str {
    match country {
        Country::CM => "Cameroun",
        Country::SN => "Sénégal",
        Country::CD => "Côte d’Ivoire",
        Country::NG
        | Country::KE
        | Country::GH
        | Country::TZ
        | Country::UG
        | Country::ZA
        | Country::RW
        | Country::SL
        | Country::BN => country.name(),
    }
}

fn paid_into(country: Country) -> Into {
    let has = |kind| BankDirectory::embedded().in_country(country).any(|bank| bank.kind == kind);
    match (has(BankKind::Bank), has(BankKind::MobileMoney)) {
        (true, true) => Into::Both,
        (false, true) => Into::Wallets,
        (_, false) => Into::Accounts,
    }
}

fn columns(country: Country) -> Vec<Column> {
    let language = language(country);
    let pick = |english, french| language.pick(english, french);
    let text =
        |head: &str, width, examples| Column { head: head.to_owned(), width, kind: Kind::Text, examples };
    let (bank, account) = match paid_into(country) {
        Into::Accounts => (pick("Bank name", "Nom de la banque"), pick("Account number", "Numéro de compte")),
        Into::Wallets => {
            (pick("Mobile operator", "Opérateur"), pick("Mobile money number", "Numéro mobile money"))
        }
        Into::Both => {
            (pick("Bank or wallet", "Banque"), pick("Account or wallet number", "Numéro de compte"))
        }
    };
    let names = language.pick(
        ["Example: Ada Sample (delete this row)", "Example: Ben Sample (delete this row)"],
        ["Exemple : Awa Modèle (ligne à supprimer)", "Exemple : Ali Modèle (ligne à supprimer)"],
    );
    let mut columns = vec![
        text(pick("Staff number", "Matricule"), 14, ["", ""]),
        text(pick("Full name", "Nom et prénoms"), 40, names),
        Column { kind: Kind::Bank, ..text(bank, 28, ["", ""]) },
        text(account, 26, ["0123…", "0987…"]),
    ];
    // The interface's branches; the module `checks` defines which countries require them.
    if country == Country::GH {
        columns.push(text("Branch code", 14, ["", ""]));
    }
    let currency = country.currency();
    let amount = format!("{} ({currency})", pick("Net pay", "Net à payer"));
    columns.push(Column { kind: Kind::Amount, ..text(&amount, 20, ["150000", "98000"]) });
    columns.push(text(
        pick("Narration", "Motif"),
        28,
        language.pick(["Salary", "Salary"], ["Salaire", "Salaire"]),
    ));
    // Banks and wallets have one name in several countries. A file that names no country is read as Nigeria's.
    if country != Country::NG {
        let country_head = text(pick("Country", "Pays"), 16, [name_of(country); 2]);
        columns.push(Column { kind: Kind::Country, ..country_head });
    }
    columns
}

fn workbook(country: Country, listed: &[Bank]) -> Result<Workbook, XlsxError> {
    let embedded: Vec<Bank> = BankDirectory::embedded().in_country(country).cloned().collect();
    let banks = if listed.is_empty() { &embedded } else { listed };
    let (people_name, banks_name) = match language(country) {
        Language::English => ("Payroll", "Banks"),
        Language::French => ("Paie", "Banques"),
    };
    let mut workbook = Workbook::new();
    let people = workbook.add_worksheet();
    people.set_name(people_name)?;
    write_people(people, country, banks, banks_name)?;
    let sheet = workbook.add_worksheet();
    sheet.set_name(banks_name)?;
    // Codes of the embedded list are not valid at every service.
    write_banks(sheet, country, banks, listed.is_empty())?;
    Ok(workbook)
}

fn write_people(
    sheet: &mut Worksheet,
    country: Country,
    banks: &[Bank],
    banks_name: &str,
) -> Result<(), XlsxError> {
    let head = Format::new().set_bold();
    let text = Format::new().set_num_format("@");
    let example = Format::new().set_num_format("@").set_italic().set_font_color("#6B7280");
    let digits = if country.currency().decimals() == 0 { "#,##0" } else { "#,##0.00" };
    let amount = Format::new().set_num_format(digits);
    let example_amount = Format::new().set_num_format(digits).set_italic().set_font_color("#6B7280");
    let example_banks = [banks.first(), banks.get(1).or(banks.first())];
    for (at, column) in (0_u16..).zip(columns(country)) {
        sheet.set_column_width(at, f64::from(column.width))?;
        sheet.set_column_format(at, if column.kind == Kind::Amount { &amount } else { &text })?;
        sheet.write_string_with_format(0, at, &column.head, &head)?;
        for (row, (shown, bank)) in (1_u32..).zip(column.examples.into_iter().zip(example_banks)) {
            let shown = if column.kind == Kind::Bank { bank.map_or("", |bank| &bank.name) } else { shown };
            match (column.kind, shown.parse::<f64>()) {
                (Kind::Amount, Ok(number)) => {
                    sheet.write_number_with_format(row, at, number, &example_amount)?;
                }
                _ if shown.is_empty() => {}
                _ => drop(sheet.write_string_with_format(row, at, shown, &example)?),
            }
        }
        if let Some(choice) = choice(column.kind, country, banks.len(), banks_name)? {
            sheet.add_data_validation(1, at, PEOPLE_ROWS, at, &choice)?;
        }
    }
    sheet.set_freeze_panes(1, 0)?;
    Ok(())
}

/// A list to choose from. Other values may be typed all the same.
fn choice(
    kind: Kind,
    country: Country,
    banks: usize,
    banks_name: &str,
) -> Result<Option<DataValidation>, XlsxError> {
    let rule = DataValidation::new().set_error_style(DataValidationErrorStyle::Warning);
    Ok(match kind {
        Kind::Bank => {
            let list = format!("={banks_name}!$A$2:$A${}", banks + 1);
            Some(rule.allow_list_formula(list.as_str().into()))
        }
        Kind::Country => Some(rule.allow_list_strings(&[name_of(country)])?),
        Kind::Text | Kind::Amount => None,
    })
}

fn write_banks(
    sheet: &mut Worksheet,
    country: Country,
    banks: &[Bank],
    without_codes: bool,
) -> Result<(), XlsxError> {
    let head = Format::new().set_bold();
    let text = Format::new().set_num_format("@");
    let (heads, bank, wallet) = match language(country) {
        Language::English => (["Name", "Kind", "Code"], "Bank", "Mobile money"),
        Language::French => (["Nom", "Genre", "Code"], "Banque", "Mobile money"),
    };
    let shown = if without_codes { 2 } else { 3 };
    for (at, name) in (0_u16..).zip(heads.into_iter().take(shown)) {
        sheet.write_string_with_format(0, at, name, &head)?;
        sheet.set_column_width(at, if at == 0 { 40.0 } else { 16.0 })?;
    }
    for (row, entry) in (1_u32..).zip(banks) {
        let kind = match entry.kind {
            BankKind::Bank => bank,
            BankKind::MobileMoney => wallet,
            BankKind::Pickup => continue,
        };
        sheet.write_string(row, 0, &entry.name)?;
        sheet.write_string(row, 1, kind)?;
        if !without_codes {
            sheet.write_string_with_format(row, 2, &entry.code, &text)?;
        }
    }
    sheet.set_freeze_panes(1, 0)?;
    Ok(())
}

#[cfg(test)]
mod tests;
