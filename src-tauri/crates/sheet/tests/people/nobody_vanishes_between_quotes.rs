//! Quotation marks that are missing, or are there by mistake, cost at most their own lines: everybody else of the file
//! is read as they are written, and the people of the damaged lines are listed, nobody of them with other figures.

#![allow(clippy::unwrap_used, reason = "a test's helper fails its test")]

use std::collections::{BTreeMap, BTreeSet};

use paysheet_domain::{BankDirectory, CheckContext, Severity, check_row};
use paysheet_sheet::{ReadOptions, SheetFile, read_bytes};
use proptest::{prelude::*, sample::Index};

const NAMES: [&str; 8] = [
    "Ada Obi",
    "Obi, Ngozi",
    "Juma \"JJ\" Hamisi",
    "Zainab Abubakar",
    "Tunde Balogun",
    "Efe Oke",
    "Ike Eze",
    "Fola Ade",
];
const HEADINGS: [&str; 5] = ["Name", "Account Number", "Bank", "Amount", "Town"];
const ACCOUNT: usize = 1;
const AMOUNT: usize = 3;

#[derive(Clone, Debug)]
struct Style {
    delimiter: char,
    quotes_all: bool,
    groups_amounts: bool,
    has_total: bool,
    line_end: &'static str,
}

/// One mistake in the line of a person: a mark more at a place, or the next mark less.
#[derive(Clone, Debug)]
struct Damage {
    line: Index,
    at: Index,
    is_lost: bool,
}

fn style() -> impl Strategy<Value = Style> {
    let delimiter = prop::sample::select(vec![',', ';', '\t', '|']);
    let line_end = prop::sample::select(vec!["\n", "\r\n"]);
    (delimiter, any::<bool>(), any::<bool>(), any::<bool>(), line_end).prop_map(
        |(delimiter, quotes_all, groups_amounts, has_total, line_end)| Style {
            delimiter,
            quotes_all,
            groups_amounts,
            has_total,
            line_end,
        },
    )
}

fn damage() -> impl Strategy<Value = Damage> {
    let places = (any::<Index>(), any::<Index>(), any::<bool>());
    places.prop_map(|(line, at, is_lost)| Damage { line, at, is_lost })
}

fn person(number: usize, style: &Style) -> Vec<String> {
    let amount = 70_000 + 1_650 * number;
    let amount = if style.groups_amounts {
        format!("{},{:03}.00", amount / 1000, amount % 1000)
    } else {
        amount.to_string()
    };
    // An account at First Bank, with its check digit.
    let serial = format!("3021145{number:02}");
    let weights = [3, 7, 3].into_iter().cycle();
    let sum: u32 =
        format!("011{serial}").chars().zip(weights).map(|(d, by)| d.to_digit(10).unwrap() * by).sum();
    let account = format!("{serial}{}", (10 - sum % 10) % 10);
    let name = NAMES[number % NAMES.len()].to_owned();
    vec![name, account, "First Bank".into(), amount, "Road 1, Jos".into()]
}

fn line(cells: &[String], style: &Style) -> String {
    let cell = |text: &String| {
        let needed = style.quotes_all || text.contains([style.delimiter, '"']);
        if needed { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.clone() }
    };
    cells.iter().map(cell).collect::<Vec<_>>().join(&style.delimiter.to_string())
}

fn damaged(line: &str, damage: &Damage) -> String {
    let at = damage.at.index(line.len() + 1);
    let lost = line.get(at..).and_then(|rest| rest.find('"')).filter(|_| damage.is_lost);
    let mut line = line.to_owned();
    match lost {
        Some(mark) => {
            line.remove(at + mark);
        }
        None => line.insert(at, '"'),
    }
    line
}

/// People by their account, as far as they can be paid.
fn payable(file: &SheetFile) -> BTreeMap<String, String> {
    let context = CheckContext {
        country: file.country,
        currency: file.currency,
        directory: BankDirectory::embedded(),
        convention: file.convention,
    };
    let checked = file.rows.iter().map(|row| check_row(row, &context));
    let payable = checked.filter(|row| row.problems.iter().all(|p| p.severity != Severity::Error));
    let figures = payable
        .filter_map(|row| Some((row.recipient.account_number?.to_string(), row.recipient.amount?.digits())));
    figures.collect()
}

fn check(people: usize, style: &Style, damages: &[Damage]) -> Result<(), TestCaseError> {
    let persons: Vec<Vec<String>> = (0..people).map(|number| person(number, style)).collect();
    let mut lines: Vec<String> = persons.iter().map(|cells| line(cells, style)).collect();
    let mut touched = BTreeSet::new();
    for damage in damages {
        let at = damage.line.index(people);
        lines[at] = damaged(&lines[at], damage);
        touched.insert(at);
    }
    lines.insert(0, line(&HEADINGS.map(String::from), style));
    if style.has_total {
        let sum: usize = (0..people).map(|number| 70_000 + 1_650 * number).sum();
        lines.push(line(
            &["TOTAL".into(), String::new(), String::new(), sum.to_string(), String::new()],
            style,
        ));
    }
    let text = lines.join(style.line_end) + style.line_end;
    let file = read_bytes(text.as_bytes(), &ReadOptions::default()).unwrap();
    let payable = payable(&file);
    let listed: BTreeSet<u32> = file.rows.iter().map(|row| u32::from(row.origin)).collect();
    for (number, cells) in persons.iter().enumerate() {
        let amount = format!("{}.00", cells[AMOUNT].replace(',', "").trim_end_matches(".00"));
        let paid = payable.get(&cells[ACCOUNT]);
        let row = u32::try_from(number).unwrap() + 2;
        prop_assert!(listed.contains(&row), "row {row} vanished:\n{text}");
        if !touched.contains(&number) {
            prop_assert_eq!(paid, Some(&amount), "row {}:\n{}", row, text);
        }
    }
    let accounts: BTreeMap<&String, String> = persons
        .iter()
        .map(|cells| {
            (&cells[ACCOUNT], format!("{}.00", cells[AMOUNT].replace(',', "").trim_end_matches(".00")))
        })
        .collect();
    for (account, amount) in &payable {
        prop_assert_eq!(accounts.get(account), Some(amount), "{}:\n{}", account, text);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn damaged_quotes_cost_their_own_lines_only(
        people in 4_usize..24,
        style in style(),
        damages in prop::collection::vec(damage(), 1..7),
    ) {
        check(people, &style, &damages)?;
    }
}
