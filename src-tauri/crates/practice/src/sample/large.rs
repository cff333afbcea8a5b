//! A clean payroll of any length: nothing to correct and no duplicates, so that the time to pay it can be measured.

use std::collections::HashSet;

use paysheet_domain::Country;
use rust_xlsxwriter::{Format, Workbook, Worksheet, XlsxError};

use super::layout::{account, cell_number, naira, workbook as new_workbook};
use crate::{api::people::names_of, random::SeededRng};

const BANKS: [(&str, &str); 12] = [
    ("044", "Access Bank"),
    ("058", "Guaranty Trust Bank"),
    ("057", "Zenith Bank"),
    ("011", "First Bank of Nigeria"),
    ("033", "United Bank for Africa"),
    ("214", "First City Monument Bank"),
    ("070", "Fidelity Bank"),
    ("221", "Stanbic IBTC Bank"),
    ("032", "Union Bank of Nigeria"),
    ("232", "Sterling Bank"),
    ("035", "Wema Bank"),
    ("076", "Polaris Bank"),
];

pub(super) fn workbook(rows: u32, seed: u64) -> Result<Workbook, XlsxError> {
    let mut workbook = new_workbook("Payroll")?;
    write_people(workbook.add_worksheet().set_name("Payroll")?, rows, seed)?;
    Ok(workbook)
}

fn write_people(sheet: &mut Worksheet, rows: u32, seed: u64) -> Result<(), XlsxError> {
    let bold = Format::new().set_bold();
    let money = Format::new().set_num_format("#,##0.00");
    for (column, name) in (0..).zip(["Employee Name", "Bank", "Account Number", "Net Pay", "Narration"]) {
        sheet.write_with_format(0, column, name, &bold)?;
        sheet.set_column_width(column, 26)?;
    }
    let mut rng = SeededRng::seeded(seed);
    let mut accounts = HashSet::new();
    for row in 1..=rows {
        let (code, bank) = rng.pick(&BANKS);
        let account = loop {
            match account(code, &mut rng, |serial| serial) {
                Some(account) if accounts.insert(account.clone()) => break account,
                Some(_) | None => {}
            }
        };
        let kobo = 8_500_000 + i64::try_from(rng.below(60_000_000)).unwrap_or_default();
        sheet.write(row, 0, name(row))?;
        sheet.write(row, 1, bank)?;
        sheet.write(row, 2, account)?;
        sheet.write_with_format(row, 3, cell_number(naira(kobo)), &money)?;
        sheet.write(row, 4, "November 2026 salary")?;
    }
    Ok(())
}

/// Returns a distinct name for every row: first, middle and last name are the digits of the row's number. Names are distinct
/// whatever the order of their words: it says nothing about who somebody is.
fn name(row: u32) -> String {
    let mut number = usize::try_from(row).unwrap_or_default();
    let mut digit = |base: usize| {
        let digit = number.checked_rem(base).unwrap_or_default();
        number = number.checked_div(base).unwrap_or_default();
        digit
    };
    let peoples = names_of(Country::NG);
    let Some(names) = peoples.get(digit(peoples.len())) else { return String::new() };
    let mut words = Vec::new();
    for list in [names.surnames, names.first] {
        words.extend(list.get(digit(list.len())).copied());
    }
    let count = names.middle.len();
    let pairs = || (0..count).flat_map(|second| (0..=second).map(move |first| [first, second]));
    let pair = pairs().nth(digit(pairs().count()));
    words.extend(pair.iter().flatten().filter_map(|at| names.middle.get(*at)).copied());
    words.rotate_left(1);
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_distinct_in_any_order_of_their_words() {
        let sorted = |row| {
            let name = name(row);
            let mut words: Vec<_> = name.split(' ').map(str::to_owned).collect();
            words.sort();
            words
        };
        let names: HashSet<_> = (1..=100_000).map(sorted).collect();
        assert_eq!(names.len(), 100_000);
    }
}
