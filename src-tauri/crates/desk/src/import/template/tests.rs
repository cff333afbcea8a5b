use paysheet_domain::{CheckContext, Field, account::nuban, check_row};
use paysheet_sheet::{SheetFile, read_bytes};
use strum::IntoEnumIterator;

use super::*;
use crate::ReadOptions;

fn read(bytes: &[u8]) -> SheetFile {
    read_bytes(bytes, &ReadOptions::default()).expect("a template can be read")
}

/// Returns an account that is valid in the country, and another one.
fn accounts(country: Country) -> [String; 2] {
    let one = |serial: &str, mobile: &str| match paid_into(country) {
        Into::Wallets => mobile.to_owned(),
        Into::Accounts | Into::Both if country == Country::NG => nuban("044", serial).unwrap_or_default(),
        Into::Accounts | Into::Both => format!("{serial}0"),
    };
    let starts = [
        (Country::CM, "2376", 8),
        (Country::SN, "2217", 8),
        (Country::BN, "2267", 7),
        (Country::CD, "22507", 8),
    ];
    let (_, start, digits) = starts.into_iter().find(|(of, ..)| *of == country).unwrap_or((country, "", 0));
    let mobile = |tail: char| format!("{start}{}", tail.to_string().repeat(digits));
    [one("000001457", &mobile('1')), one("000001458", &mobile('2'))]
}

/// Returns the template as a user fills it in, with the example rows replaced.
fn filled(country: Country) -> Vec<u8> {
    let mut workbook = workbook(country, &[]).expect("a template");
    let sheet = workbook.worksheet_from_index(0).expect("a sheet");
    let banks: Vec<&Bank> = BankDirectory::embedded().in_country(country).collect();
    for (row, account) in (1_u32..).zip(accounts(country)) {
        for (at, column) in (0_u16..).zip(columns(country)) {
            let text = match column.kind {
                Kind::Bank => banks.first().map_or("", |bank| &bank.name),
                Kind::Country => name_of(country),
                Kind::Amount => {
                    sheet.write_number(row, at, [2_500.0, 98_000.0][row as usize - 1]).expect("a cell");
                    continue;
                }
                Kind::Text if at == 1 => ["Ada Obi", "Ben Eze"][row as usize - 1],
                Kind::Text if at == 3 => &account,
                Kind::Text if column.head == "Branch code" => "010101",
                Kind::Text => "x",
            };
            sheet.write_string(row, at, text).expect("a cell");
        }
    }
    workbook.save_to_buffer().expect("bytes")
}

#[test]
fn nobody_is_paid_from_a_template_as_it_is() {
    for country in Country::iter() {
        for listed in [Vec::new(), BankDirectory::embedded().in_country(country).cloned().collect()] {
            let bytes = workbook(country, &listed).unwrap().save_to_buffer().unwrap();
            let file = read(&bytes);
            assert_eq!((file.rows.len(), file.skipped.len()), (0, 2), "{country}: {:?}", file.rows);
            // A file without people is a question, and no empty payroll.
            assert!(file.decision.needs_an_answer(), "{country}: {:?}", file.decision);
            // This also holds if the user restores an example row.
            for skipped in &file.skipped {
                let row = skipped.source.as_ref().unwrap();
                let context = CheckContext {
                    country,
                    currency: country.currency(),
                    directory: BankDirectory::embedded(),
                    convention: file.convention,
                };
                let checked = check_row(row, &context);
                let errors =
                    checked.problems.iter().filter(|p| p.severity == paysheet_domain::Severity::Error);
                assert!(errors.clone().count() > 0, "{country}: {:?}", checked.recipient);
                assert!(
                    errors.clone().all(|problem| problem.suggestion.is_none()),
                    "no click makes it payable"
                );
            }
        }
    }
}

#[test]
fn a_template_filled_in_is_read_without_a_question() {
    for country in Country::iter() {
        let file = read(&filled(country));
        let expected = columns(country);
        assert_eq!(file.columns.len(), expected.len(), "{country}");
        for column in &file.columns {
            assert!(column.field.is_some() && column.confidence >= 80, "{country}: {column:?}");
        }
        assert!(!file.decision.needs_an_answer(), "{country}: {:?}", file.decision);
        assert_eq!((file.rows.len(), file.skipped.len()), (2, 0), "{country}");
        assert_eq!((file.country, file.currency), (country, country.currency()));
        let context = CheckContext {
            country: file.country,
            currency: file.currency,
            directory: BankDirectory::embedded(),
            convention: file.convention,
        };
        for row in &file.rows {
            let checked = check_row(row, &context);
            assert_eq!(checked.problems, [], "{country}: {row:?}");
            assert_eq!(checked.recipient.country, country);
            assert!(checked.recipient.account_number.is_some() && checked.recipient.amount.is_some());
        }
        assert!(file.rows[0].cells.contains_key(&Field::Name));
    }
}
