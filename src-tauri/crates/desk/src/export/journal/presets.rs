//! A journal as the .csv file that an accounting program imports. The columns are those of the programs' public help
//! pages; `docs/journals.md` lists the pages and what they do not say. All files have one currency, because none of these
//! imports has a currency for each line that works without more settings in the program.

use paysheet_document::text_table::quoted;
use paysheet_domain::separated::safe_cell;

use super::entries::{Entry, Line, Side};
use crate::view::{JournalAccounts, JournalPreset, ListWords};

/// Most lines of one file that Xero imports (help.xero.com, `ManualJournalsImport`).
const XERO_LINES_MAX: u32 = 300;
/// Most rows of one file that QuickBooks Online imports.
const QUICKBOOKS_LINES_MAX: u32 = 1_000;
/// Longest `Details` of Sage 50, in characters.
const SAGE_50_DETAILS_CHARS_MAX: usize = 60;
/// Longest description of Sage Accounting, in characters.
const SAGE_ACCOUNTING_TEXT_CHARS_MAX: usize = 200;

/// A cell of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Cell {
    /// Text of anybody, which must not start a formula.
    Text(String),
    /// Digits of our own: amounts and dates. A credit of Xero begins with a minus sign, and is a number.
    Figure(String),
}

const EMPTY: Cell = Cell::Text(String::new());

fn text(text: &str) -> Cell {
    Cell::Text(text.to_owned())
}

/// Returns the accounts that the program's own chart of accounts has at first. They are only a proposal.
pub(super) fn usual_accounts(preset: JournalPreset) -> JournalAccounts {
    let (payable, bank, fees, tax_rate) = match preset {
        JournalPreset::Plain => ("Wages payable", "Payout balance", "Bank charges", ""),
        JournalPreset::QuickbooksOnline => ("Payroll Clearing", "Payout balance", "Bank charges", ""),
        JournalPreset::Xero => ("803", "850", "404", "Tax Exempt"),
        JournalPreset::SageAccounting => ("2220", "1200", "7900", ""),
        JournalPreset::Sage50 => ("2220", "1200", "7901", "T9"),
        JournalPreset::Odoo => ("230000", "101401", "620000", ""),
    };
    JournalAccounts {
        payable: payable.to_owned(),
        bank: bank.to_owned(),
        returned: String::new(),
        fees: fees.to_owned(),
        tax_rate: tax_rate.to_owned(),
    }
}

/// Returns the most lines that the program imports from one file.
pub(super) const fn lines_max(preset: JournalPreset) -> Option<u32> {
    match preset {
        JournalPreset::Xero => Some(XERO_LINES_MAX),
        JournalPreset::QuickbooksOnline => Some(QUICKBOOKS_LINES_MAX),
        JournalPreset::Plain
        | JournalPreset::SageAccounting
        | JournalPreset::Sage50
        | JournalPreset::Odoo => None,
    }
}

/// Returns the file's text, in UTF-8.
pub(super) fn csv(preset: JournalPreset, entries: &[Entry], tax_rate: &str, words: &ListWords) -> String {
    let mut rows = vec![heads(preset, words)];
    for entry in entries {
        for (number, line) in entry.lines.iter().enumerate() {
            rows.push(row(preset, entry, (number, line), tax_rate));
        }
    }
    // Spreadsheets detect the encoding by the mark; the imports compare the first heading, and may not know the mark.
    let mut file = if preset == JournalPreset::Plain { "\u{feff}" } else { "" }.to_owned();
    for row in rows {
        let cells: Vec<String> = row.into_iter().map(written).collect();
        file.push_str(&cells.join(","));
        file.push_str("\r\n");
    }
    file
}

fn written(cell: Cell) -> String {
    match cell {
        Cell::Text(text) => quoted(&safe_cell(&text), ','),
        Cell::Figure(figure) => figure,
    }
}

fn heads(preset: JournalPreset, words: &ListWords) -> Vec<Cell> {
    /// Keys of the window's words, and the English heads.
    const PLAIN: [(&str, &str); 8] = [
        ("entry", "Entry"),
        ("date", "Date"),
        ("ledger_account", "Account"),
        ("debit", "Debit"),
        ("credit", "Credit"),
        ("currency", "Currency"),
        ("reference", "Reference"),
        ("description", "Description"),
    ];
    let fixed: &[&str] = match preset {
        JournalPreset::Plain => {
            return PLAIN.iter().map(|(key, english)| Cell::Text(words.head(key, english))).collect();
        }
        JournalPreset::QuickbooksOnline => {
            &["Journal No", "Journal Date", "Account Name", "Debits", "Credits", "Description"]
        }
        JournalPreset::Xero => &["*Narration", "*Date", "Description", "*AccountCode", "*TaxRate", "*Amount"],
        JournalPreset::SageAccounting => &[
            "Reference",
            "Date",
            "Description",
            "Ledger Account Number",
            "Details",
            "Analysis Type 1",
            "Analysis Type 2",
            "Analysis Type 3",
            "Include on Tax Return",
            "Debit",
            "Credit",
        ],
        JournalPreset::Sage50 => &[
            "Type",
            "Account Reference",
            "Nominal A/C Ref",
            "Department Code",
            "Date",
            "Reference",
            "Details",
            "Net Amount",
            "Tax Code",
            "Tax Amount",
        ],
        JournalPreset::Odoo => {
            &["date", "ref", "line_ids/account_id", "line_ids/name", "line_ids/debit", "line_ids/credit"]
        }
    };
    fixed.iter().map(|head| text(head)).collect()
}

/// Returns the cells of a line, which is the `number`-th of its entry, from 0.
fn row(preset: JournalPreset, entry: &Entry, (number, line): (usize, &Line), tax_rate: &str) -> Vec<Cell> {
    let (debit, credit) = match line.side {
        Side::Debit => (Cell::Figure(line.amount.digits()), EMPTY),
        Side::Credit => (EMPTY, Cell::Figure(line.amount.digits())),
    };
    match preset {
        JournalPreset::Plain => vec![
            text(&entry.number),
            iso_date(entry),
            text(&line.account),
            debit,
            credit,
            text(&line.amount.currency().to_string()),
            text(&line.reference),
            text(&line.description),
        ],
        JournalPreset::QuickbooksOnline => vec![
            text(&entry.number),
            day_first(entry),
            text(&line.account),
            debit,
            credit,
            text(&line.description),
        ],
        JournalPreset::Xero => vec![
            // Lines of the same narration and date are one journal, so the narration names the entry.
            text(&format!("{} {}", entry.number, entry.narration)),
            day_first(entry),
            text(&line.description),
            text(&line.account),
            text(tax_rate),
            signed(line),
        ],
        JournalPreset::SageAccounting => vec![
            text(&entry.number),
            day_first(entry),
            text(cut(&entry.narration, SAGE_ACCOUNTING_TEXT_CHARS_MAX)),
            text(&line.account),
            text(cut(&line.description, SAGE_ACCOUNTING_TEXT_CHARS_MAX)),
            EMPTY,
            EMPTY,
            EMPTY,
            text("No"),
            debit,
            credit,
        ],
        JournalPreset::Sage50 => vec![
            text(match line.side {
                Side::Debit => "JD",
                Side::Credit => "JC",
            }),
            EMPTY,
            text(&line.account),
            text("0"),
            day_first(entry),
            text(&entry.number),
            text(cut(&line.description, SAGE_50_DETAILS_CHARS_MAX)),
            Cell::Figure(line.amount.digits()),
            text(tax_rate),
            Cell::Figure("0.00".to_owned()),
        ],
        // The fields of the entry itself stand in its first line only (Odoo, "Export and import data").
        JournalPreset::Odoo => {
            let (date, number) =
                if number == 0 { (iso_date(entry), text(&entry.number)) } else { (EMPTY, EMPTY) };
            vec![date, number, text(&line.account), text(&line.description), debit, credit]
        }
    }
}

/// Debits are positive, credits negative.
fn signed(line: &Line) -> Cell {
    let digits = line.amount.digits();
    Cell::Figure(match line.side {
        Side::Debit => digits,
        Side::Credit => format!("-{digits}"),
    })
}

fn iso_date(entry: &Entry) -> Cell {
    Cell::Figure(entry.date.strftime("%Y-%m-%d").to_string())
}

fn day_first(entry: &Entry) -> Cell {
    Cell::Figure(entry.date.strftime("%d/%m/%Y").to_string())
}

/// Returns the beginning of a text, at most so many characters.
fn cut(text: &str, chars_max: usize) -> &str {
    text.char_indices().nth(chars_max).map_or(text, |(end, _)| text.get(..end).unwrap_or(text))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use paysheet_domain::{Currency, Money, PayoutStatus, separated::begins_formula};
    use proptest::{collection::vec, prelude::*, sample::select};
    use strum::IntoEnumIterator;

    use super::*;
    use crate::{
        export::journal::entries::{
            entries,
            tests::{accounts, bookable, booking},
        },
        view::JournalDetail,
    };

    fn file(preset: JournalPreset, detail: JournalDetail) -> String {
        let payouts = [
            bookable("Ada Obi", 120_050, PayoutStatus::Paid),
            bookable("Chidi, Eze", 80_000, PayoutStatus::Reversed),
        ];
        let accounts = accounts();
        let entries = entries(&payouts, &booking(&accounts, detail, Currency::NGN)).unwrap();
        csv(preset, &entries, "Tax Exempt", &ListWords::default())
    }

    #[test]
    fn each_program_gets_its_own_columns() {
        for (preset, lines) in [
            (
                JournalPreset::Plain,
                [
                    "\u{feff}Entry,Date,Account,Debit,Credit,Currency,Reference,Description",
                    "PS-ABCDEFGH-P,2026-11-30,2220,1200.50,,NGN,REF1,REF1 Ada Obi",
                    "PS-ABCDEFGH-P,2026-11-30,2220,800.00,,NGN,REF1,\"REF1 Chidi, Eze\"",
                    "PS-ABCDEFGH-P,2026-11-30,1200,,2000.50,NGN,,Salary payments",
                    "PS-ABCDEFGH-R,2026-11-30,2220,,800.00,NGN,REF1,\"REF1 Chidi, Eze\"",
                ],
            ),
            (
                JournalPreset::QuickbooksOnline,
                [
                    "Journal No,Journal Date,Account Name,Debits,Credits,Description",
                    "PS-ABCDEFGH-P,30/11/2026,2220,1200.50,,REF1 Ada Obi",
                    "PS-ABCDEFGH-P,30/11/2026,2220,800.00,,\"REF1 Chidi, Eze\"",
                    "PS-ABCDEFGH-P,30/11/2026,1200,,2000.50,Salary payments",
                    "PS-ABCDEFGH-R,30/11/2026,2220,,800.00,\"REF1 Chidi, Eze\"",
                ],
            ),
            (
                JournalPreset::Xero,
                [
                    "*Narration,*Date,Description,*AccountCode,*TaxRate,*Amount",
                    "PS-ABCDEFGH-P Salary payments,30/11/2026,REF1 Ada Obi,2220,Tax Exempt,1200.50",
                    "PS-ABCDEFGH-P Salary payments,30/11/2026,\"REF1 Chidi, Eze\",2220,Tax Exempt,800.00",
                    "PS-ABCDEFGH-P Salary payments,30/11/2026,Salary payments,1200,Tax Exempt,-2000.50",
                    "PS-ABCDEFGH-R Payments that came back,30/11/2026,\"REF1 Chidi, Eze\",2220,Tax Exempt,-800.00",
                ],
            ),
            (
                JournalPreset::SageAccounting,
                [
                    "Reference,Date,Description,Ledger Account Number,Details,Analysis Type 1,Analysis Type 2,Analysis Type 3,Include on Tax Return,Debit,Credit",
                    "PS-ABCDEFGH-P,30/11/2026,Salary payments,2220,REF1 Ada Obi,,,,No,1200.50,",
                    "PS-ABCDEFGH-P,30/11/2026,Salary payments,2220,\"REF1 Chidi, Eze\",,,,No,800.00,",
                    "PS-ABCDEFGH-P,30/11/2026,Salary payments,1200,Salary payments,,,,No,,2000.50",
                    "PS-ABCDEFGH-R,30/11/2026,Payments that came back,2220,\"REF1 Chidi, Eze\",,,,No,,800.00",
                ],
            ),
            (
                JournalPreset::Sage50,
                [
                    "Type,Account Reference,Nominal A/C Ref,Department Code,Date,Reference,Details,Net Amount,Tax Code,Tax Amount",
                    "JD,,2220,0,30/11/2026,PS-ABCDEFGH-P,REF1 Ada Obi,1200.50,Tax Exempt,0.00",
                    "JD,,2220,0,30/11/2026,PS-ABCDEFGH-P,\"REF1 Chidi, Eze\",800.00,Tax Exempt,0.00",
                    "JC,,1200,0,30/11/2026,PS-ABCDEFGH-P,Salary payments,2000.50,Tax Exempt,0.00",
                    "JC,,2220,0,30/11/2026,PS-ABCDEFGH-R,\"REF1 Chidi, Eze\",800.00,Tax Exempt,0.00",
                ],
            ),
            (
                JournalPreset::Odoo,
                [
                    "date,ref,line_ids/account_id,line_ids/name,line_ids/debit,line_ids/credit",
                    "2026-11-30,PS-ABCDEFGH-P,2220,REF1 Ada Obi,1200.50,",
                    ",,2220,\"REF1 Chidi, Eze\",800.00,",
                    ",,1200,Salary payments,,2000.50",
                    "2026-11-30,PS-ABCDEFGH-R,2220,\"REF1 Chidi, Eze\",,800.00",
                ],
            ),
        ] {
            let file = file(preset, JournalDetail::Person);
            assert_eq!(file.lines().take(5).collect::<Vec<_>>(), lines, "{preset}");
            assert_eq!(file.lines().count(), 6, "{preset}: the bank's line of what came back is the last");
        }
    }

    #[test]
    fn a_long_text_ends_where_the_program_would_refuse_it() {
        assert_eq!(cut("Adaọ", 3), "Ada");
        assert_eq!(cut("Adaọ", 4), "Adaọ");
        assert_eq!(cut("", 4), "");
    }

    proptest! {
        #[test]
        fn no_cell_starts_a_formula_and_the_amounts_stay_numbers(
            names in vec("([a-z,;|\t\r\n \"'=+@\u{ff1d}\u{2212}\u{feff}-]|\\PC){0,70}", 1..5),
            preset in select(JournalPreset::iter().collect::<Vec<_>>()),
            separator in select(b",;\t|".to_vec()),
        ) {
            let payouts: Vec<_> =
                names.iter().map(|name| bookable(name, 120_050, PayoutStatus::Reversed)).collect();
            let accounts = accounts();
            let entries =
                entries(&payouts, &booking(&accounts, JournalDetail::Person, Currency::NGN)).unwrap();
            let file = csv(preset, &entries, "T9", &ListWords::default());
            let mut reader = ::csv::ReaderBuilder::new();
            reader.delimiter(separator).flexible(true).has_headers(false);
            let mut reader = reader.from_reader(file.trim_start_matches('\u{feff}').as_bytes());
            let records: Vec<_> = reader.records().map(Result::unwrap).collect();
            for cell in records.iter().flat_map(::csv::StringRecord::iter) {
                // Split at another separator, a quotation mark may take the end of its line into a cell. A program that
                // skips it begins the cell behind it.
                let cell = cell.trim_start_matches(['\r', '\n']);
                let number = cell.strip_prefix('-').map(|digits| Money::parse(digits, Currency::NGN));
                prop_assert!(matches!(number, Some(Ok(_))) || !begins_formula(cell), "{cell:?} in {file:?}");
            }
        }

        #[test]
        fn each_entry_of_each_file_sums_to_zero(
            payouts in vec((select(&[PayoutStatus::Paid, PayoutStatus::Reversed][..]), 1_i64..1_000_000_000_000), 1..20),
            preset in select(JournalPreset::iter().collect::<Vec<_>>()),
            detail in select(&[JournalDetail::Account, JournalDetail::Person][..]),
        ) {
            let bookables: Vec<_> =
                payouts.iter().map(|(status, minor)| bookable("Ada", *minor, *status)).collect();
            let accounts = accounts();
            let entries = entries(&bookables, &booking(&accounts, detail, Currency::NGN)).unwrap();
            let file = csv(preset, &entries, "T9", &ListWords::default());
            let sums = sums_by_entry(preset, &file);
            prop_assert_eq!(sums.len(), entries.len());
            prop_assert!(sums.values().all(|sum| *sum == 0), "{:?} in {}", sums, file);
        }
    }

    /// Debits less credits of each entry, in minor units, as the program that the file is for reads them.
    fn sums_by_entry(preset: JournalPreset, file: &str) -> BTreeMap<String, i64> {
        let mut reader = ::csv::Reader::from_reader(file.trim_start_matches('\u{feff}').as_bytes());
        let heads = reader.headers().unwrap().clone();
        let mut sums = BTreeMap::new();
        let mut entry = String::new();
        for record in reader.records().map(Result::unwrap) {
            let cell = |head: &str| record.get(heads.iter().position(|it| it == head).unwrap()).unwrap();
            let money = |text: &str| match text.strip_prefix('-') {
                _ if text.is_empty() => 0,
                Some(digits) => -Money::parse(digits, Currency::NGN).unwrap().minor(),
                None => Money::parse(text, Currency::NGN).unwrap().minor(),
            };
            let (number, sum) = match preset {
                JournalPreset::Plain => (cell("Entry"), money(cell("Debit")) - money(cell("Credit"))),
                JournalPreset::QuickbooksOnline => {
                    (cell("Journal No"), money(cell("Debits")) - money(cell("Credits")))
                }
                JournalPreset::Xero => (cell("*Narration"), money(cell("*Amount"))),
                JournalPreset::SageAccounting => {
                    (cell("Reference"), money(cell("Debit")) - money(cell("Credit")))
                }
                JournalPreset::Sage50 => {
                    let amount = money(cell("Net Amount"));
                    (cell("Reference"), if cell("Type") == "JD" { amount } else { -amount })
                }
                JournalPreset::Odoo => {
                    (cell("ref"), money(cell("line_ids/debit")) - money(cell("line_ids/credit")))
                }
            };
            // Only the first line of an entry may name it.
            if !number.is_empty() {
                number.clone_into(&mut entry);
            }
            *sums.entry(entry.clone()).or_insert(0) += sum;
        }
        sums
    }
}
