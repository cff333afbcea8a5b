//! Tables told in a line or two: what is paid to whom, or why nothing is.

use paysheet_domain::{Country, check_row};
use paysheet_sheet::{ReadOptions, SheetFile, read_bytes};

use super::kept::kept;

/// Reads every table, kept under `laid-out`, and compares what it says.
///
/// # Panics
/// Where one says something else.
pub fn check(tables: &[Laid]) {
    for table in tables {
        let file = read(&kept("laid-out", table.name, "csv", table.text.as_bytes()));
        assert_eq!(people(&file), table.people, "{}", table.name);
        assert_eq!(rest(&file), table.rest, "{}", table.name);
    }
}

/// A payroll of Nigeria.
///
/// # Panics
/// Where nothing can be read.
pub fn read(bytes: &[u8]) -> SheetFile {
    read_bytes(bytes, &ReadOptions { country: Some(Country::NG), ..ReadOptions::default() }).unwrap()
}

/// People as `row name | account | bank | amount`, with the codes of their problems.
pub fn people(file: &SheetFile) -> Vec<String> {
    let context = super::context(file);
    let rows = file.rows.iter().map(|row| {
        let checked = check_row(row, &context);
        let to = checked.recipient;
        let text = |text: Option<String>| text.unwrap_or("-".to_owned());
        let codes = checked.problems.iter().map(|problem| match &problem.suggestion {
            Some(suggestion) => format!(" {}->{suggestion}", problem.code),
            None => format!(" {}", problem.code),
        });
        let amount = to.amount.map_or("-".to_owned(), |amount| amount.digits());
        format!(
            "{} {} | {} | {} | {amount}{}",
            u32::from(row.origin),
            text(to.name),
            text(to.account_number),
            text(to.bank_code),
            codes.collect::<String>()
        )
    });
    rows.collect()
}

/// Rows that are no people and what the file as a whole has, as `row reason` and codes.
pub fn rest(file: &SheetFile) -> String {
    let skipped = file.skipped.iter().map(|skipped| format!("{} {}", skipped.row, skipped.reason));
    let problems = file.problems.iter().map(|p| format!("{} {}", p.code, p.value.as_deref().unwrap_or("")));
    skipped.chain(problems).collect::<Vec<_>>().join(", ")
}

pub struct Laid {
    pub name: &'static str,
    pub text: &'static str,
    pub people: &'static [&'static str],
    pub rest: &'static str,
}
