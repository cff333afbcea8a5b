//! A journal as the .csv file that an accounting program imports. The columns are those of the programs' public help
//! pages; `docs/journals.md` lists the pages and what they do not say. All files have one currency, because none of these
//! imports has a currency for each line that works without more settings in the program.

use paysheet_document::text_table::quoted;
use paysheet_domain::separated::safe_cell;

use super::entries::{Entry, Line, Side};
use crate::view::{JournalAccounts, JournalPreset, ListWords};

/// An accounting program: what it imports, and the accounts that its own chart of accounts has at first.
struct Preset {
    /// For wages, payouts and fees, and the code of no tax. They are only a proposal.
    accounts: [&'static str; 4],
    /// Most lines that the program imports from one file.
    lines_max: Option<u32>,
    /// The keys of the window's words for the heads; none if the program requires its own.
    words: &'static [&'static str],
    columns: &'static [(&'static str, Value)],
}

/// What a column contains.
#[derive(Clone, Copy)]
enum Value {
    /// The number of the entry.
    Entry,
    /// The number and the date in the first line of the entry only.
    EntryOnce,
    IsoDateOnce,
    IsoDate,
    DayFirst,
    Account,
    Debit,
    Credit,
    Amount,
    /// Debits are positive, credits negative.
    Signed,
    /// `JD` or `JC`.
    Side,
    Currency,
    Reference,
    /// The texts of the line and of the entry, at most so many characters.
    Description(usize),
    Narration(usize),
    /// The number and the text of the entry.
    NumberedNarration,
    TaxRate,
    Fixed(&'static str),
}

use Value as V;

const WHOLE: usize = usize::MAX;
/// Longest `Details` of Sage 50, in characters.
const SAGE_50_CHARS_MAX: usize = 60;
/// Longest description of Sage Accounting, in characters.
const SAGE_ACCOUNTING_CHARS_MAX: usize = 200;

const PLAIN: Preset = Preset {
    accounts: ["Wages payable", "Payout balance", "Bank charges", ""],
    lines_max: None,
    words: &["entry", "date", "ledger_account", "debit", "credit", "currency", "reference", "description"],
    columns: &[
        ("Entry", V::Entry),
        ("Date", V::IsoDate),
        ("Account", V::Account),
        ("Debit", V::Debit),
        ("Credit", V::Credit),
        ("Currency", V::Currency),
        ("Reference", V::Reference),
        ("Description", V::Description(WHOLE)),
    ],
};
const QUICKBOOKS_ONLINE: Preset = Preset {
    accounts: ["Payroll Clearing", "Payout balance", "Bank charges", ""],
    lines_max: Some(1_000),
    words: &[],
    columns: &[
        ("Journal No", V::Entry),
        ("Journal Date", V::DayFirst),
        ("Account Name", V::Account),
        ("Debits", V::Debit),
        ("Credits", V::Credit),
        ("Description", V::Description(WHOLE)),
    ],
};
const XERO: Preset = Preset {
    accounts: ["803", "850", "404", "Tax Exempt"],
    // help.xero.com, `ManualJournalsImport`.
    lines_max: Some(300),
    words: &[],
    columns: &[
        // Lines of the same narration and date are one journal, so the narration names the entry.
        ("*Narration", V::NumberedNarration),
        ("*Date", V::DayFirst),
        ("Description", V::Description(WHOLE)),
        ("*AccountCode", V::Account),
        ("*TaxRate", V::TaxRate),
        ("*Amount", V::Signed),
    ],
};
const SAGE_ACCOUNTING: Preset = Preset {
    accounts: ["2220", "1200", "7900", ""],
    lines_max: None,
    words: &[],
    columns: &[
        ("Reference", V::Entry),
        ("Date", V::DayFirst),
        ("Description", V::Narration(SAGE_ACCOUNTING_CHARS_MAX)),
        ("Ledger Account Number", V::Account),
        ("Details", V::Description(SAGE_ACCOUNTING_CHARS_MAX)),
        ("Analysis Type 1", V::Fixed("")),
        ("Analysis Type 2", V::Fixed("")),
        ("Analysis Type 3", V::Fixed("")),
        ("Include on Tax Return", V::Fixed("No")),
        ("Debit", V::Debit),
        ("Credit", V::Credit),
    ],
};
const SAGE_50: Preset = Preset {
    accounts: ["2220", "1200", "7901", "T9"],
    lines_max: None,
    words: &[],
    columns: &[
        ("Type", V::Side),
        ("Account Reference", V::Fixed("")),
        ("Nominal A/C Ref", V::Account),
        ("Department Code", V::Fixed("0")),
        ("Date", V::DayFirst),
        ("Reference", V::Entry),
        ("Details", V::Description(SAGE_50_CHARS_MAX)),
        ("Net Amount", V::Amount),
        ("Tax Code", V::TaxRate),
        ("Tax Amount", V::Fixed("0.00")),
    ],
};
const ODOO: Preset = Preset {
    accounts: ["230000", "101401", "620000", ""],
    lines_max: None,
    words: &[],
    // The fields of the entry itself stand in its first line only (Odoo, "Export and import data").
    columns: &[
        ("date", V::IsoDateOnce),
        ("ref", V::EntryOnce),
        ("line_ids/account_id", V::Account),
        ("line_ids/name", V::Description(WHOLE)),
        ("line_ids/debit", V::Debit),
        ("line_ids/credit", V::Credit),
    ],
};

const fn of(preset: JournalPreset) -> &'static Preset {
    match preset {
        JournalPreset::Plain => &PLAIN,
        JournalPreset::QuickbooksOnline => &QUICKBOOKS_ONLINE,
        JournalPreset::Xero => &XERO,
        JournalPreset::SageAccounting => &SAGE_ACCOUNTING,
        JournalPreset::Sage50 => &SAGE_50,
        JournalPreset::Odoo => &ODOO,
    }
}

/// Returns the accounts that are proposed.
pub(super) fn usual_accounts(preset: JournalPreset) -> JournalAccounts {
    let [payable, bank, fees, tax_rate] = of(preset).accounts.map(str::to_owned);
    JournalAccounts { payable, bank, returned: String::new(), fees, tax_rate }
}

/// Returns the most lines that the program imports from one file.
pub(super) const fn lines_max(preset: JournalPreset) -> Option<u32> {
    of(preset).lines_max
}

/// Returns the file's text, in UTF-8.
pub(super) fn csv(preset: JournalPreset, entries: &[Entry], tax_rate: &str, words: &ListWords) -> String {
    let Preset { columns, words: keys, .. } = of(preset);
    let mut keys = keys.iter();
    let head = |(head, _): &(&str, Value)| match keys.next() {
        Some(key) => text(&words.head(key, head)),
        None => text(head),
    };
    let mut rows: Vec<Vec<String>> = vec![columns.iter().map(head).collect()];
    for entry in entries {
        let row = |(number, line): (usize, &Line)| {
            columns.iter().map(|(_, value)| cell(*value, entry, (number, line), tax_rate)).collect()
        };
        rows.extend(entry.lines.iter().enumerate().map(row));
    }
    // Spreadsheets detect the encoding by the mark; the imports compare the first heading, and may not know the mark.
    let mut file = if preset == JournalPreset::Plain { "\u{feff}" } else { "" }.to_owned();
    for row in rows {
        file.push_str(&row.join(","));
        file.push_str("\r\n");
    }
    file
}

/// Returns a text of anybody as a cell, which starts no formula.
fn text(text: &str) -> String {
    quoted(&safe_cell(text), ',')
}

/// Returns a cell of a line, which is the `number`-th of its entry, from 0. Amounts and dates are digits of our own, and
/// stay as they are: a credit of Xero begins with a minus sign, and is a number.
fn cell(value: Value, entry: &Entry, (number, line): (usize, &Line), tax_rate: &str) -> String {
    let amount_of = |side| if line.side == side { line.amount.digits() } else { String::new() };
    let once = |value| if number == 0 { cell(value, entry, (number, line), tax_rate) } else { String::new() };
    match value {
        V::Entry => text(&entry.number),
        V::EntryOnce => once(V::Entry),
        V::IsoDate => entry.date.strftime("%Y-%m-%d").to_string(),
        V::IsoDateOnce => once(V::IsoDate),
        V::DayFirst => entry.date.strftime("%d/%m/%Y").to_string(),
        V::Account => text(&line.account),
        V::Debit => amount_of(Side::Debit),
        V::Credit => amount_of(Side::Credit),
        V::Amount => line.amount.digits(),
        V::Signed => match line.side {
            Side::Debit => line.amount.digits(),
            Side::Credit => format!("-{}", line.amount.digits()),
        },
        V::Side => match line.side {
            Side::Debit => "JD".to_owned(),
            Side::Credit => "JC".to_owned(),
        },
        V::Currency => line.amount.currency().to_string(),
        V::Reference => text(&line.reference),
        V::Description(chars_max) => text(cut(&line.description, chars_max)),
        V::Narration(chars_max) => text(cut(&entry.narration, chars_max)),
        V::NumberedNarration => text(&format!("{} {}", entry.number, entry.narration)),
        V::TaxRate => text(tax_rate),
        V::Fixed(fixed) => fixed.to_owned(),
    }
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
