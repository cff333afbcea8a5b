//! The payroll of Kola Foods, with the problems of real payrolls: titles above the table, banks in many spellings,
//! numbers that lost their zero, an obsolete bank, an amount typed as text, a duplicate account, a typing error, a
//! stray space, a gap, a total and a signature.

use std::collections::HashSet;

use paysheet_domain::{Country, Money};
use rust_xlsxwriter::{Format, FormatAlign, FormatBorder, Formula, Workbook, Worksheet, XlsxError};

use super::layout::{account, cell_number, is_plain, naira, workbook as new_workbook};
use crate::{api::people::holder_name, random::SeededRng};

/// Number of recipients in the sample.
pub const RECIPIENTS: usize = 300;

/// Another seed makes another company.
const SEED: u64 = 202_611;

/// Rows counted from 0 at the first person.
const ZERO_LOST: [usize; 12] = [6, 29, 41, 63, 88, 97, 121, 150, 177, 204, 236, 271];
const BANK_GONE: [usize; 2] = [52, 189];
const AMOUNT_AS_TEXT: usize = 74;
const PAID_ONCE: usize = 112;
const PAID_AGAIN: usize = 246;
const CHECK_DIGIT_MISTYPED: usize = 133;
const NAMED_OTHERWISE: [(usize, &str); 2] = [(19, "Bukky Adeyemi-Cole"), (225, "Chief Sunny Okpara")];
const STRAY_SPACE: usize = 37;
const GAP_AFTER: usize = 149;

const HEADER_ROW: u32 = 3;
const FIRST_ROW: u32 = HEADER_ROW + 1;

const BANK_GONE_NAME: &str = "Bank PHB";
/// It took over the accounts of Bank PHB in 2011.
const BANK_GONE_CODE: &str = "082";

/// Code, how many of a hundred people bank there, and the bank's names in the file.
const BANKS: [(&str, u64, &[&str]); 13] = [
    ("058", 17, &["GTBank", "GTB", "Guaranty Trust Bank", "GT Bank", "GTBank Plc"]),
    ("044", 15, &["Access Bank", "Access Bank", "ACCESS BANK PLC", "Access"]),
    ("057", 14, &["Zenith Bank", "Zenith", "ZENITH BANK PLC"]),
    ("011", 12, &["First Bank", "First Bank of Nigeria", "FBN", "FIRSTBANK"]),
    ("033", 11, &["UBA", "UBA Plc", "United Bank for Africa"]),
    ("214", 7, &["FCMB", "First City Monument Bank"]),
    ("070", 6, &["Fidelity Bank", "Fidelity"]),
    ("221", 5, &["Stanbic IBTC", "Stanbic", "Stanbic IBTC Bank"]),
    ("032", 4, &["Union Bank", "UNION BANK OF NIGERIA"]),
    ("232", 3, &["Sterling Bank", "Sterling"]),
    ("035", 3, &["Wema Bank", "ALAT by Wema"]),
    ("050", 2, &["Ecobank", "ECOBANK NIGERIA"]),
    ("076", 1, &["Polaris Bank"]),
];

/// One line of the payroll.
#[derive(Clone)]
struct Person {
    staff_no: String,
    name: String,
    bank: &'static str,
    account: String,
    gross: Money,
    paye: Money,
    pension: Money,
    net: Money,
    narration: &'static str,
}

pub(super) fn workbook() -> Result<Workbook, XlsxError> {
    let people = people();
    let mut workbook = new_workbook("Payroll November 2026")?;
    write_payroll(workbook.add_worksheet().set_name("Payroll")?, &people)?;
    write_notes(workbook.add_worksheet().set_name("Notes")?)?;
    Ok(workbook)
}

fn people() -> Vec<Person> {
    let mut rng = SeededRng::seeded(SEED);
    let mut known = Known::default();
    let mut people: Vec<Person> = Vec::with_capacity(RECIPIENTS);
    for row in 0..RECIPIENTS {
        let person = match people.get(PAID_ONCE) {
            Some(before) if row == PAID_AGAIN => paid_again(before),
            _ => person(row, &mut rng, &mut known),
        };
        people.push(person);
    }
    people
}

/// Accounts and names already used, so that only the intended ones occur twice.
#[derive(Default)]
struct Known {
    accounts: HashSet<String>,
    names: HashSet<String>,
}

fn person(row: usize, rng: &mut SeededRng, known: &mut Known) -> Person {
    let gone = BANK_GONE.contains(&row);
    let (code, bank) = if gone { (BANK_GONE_CODE, BANK_GONE_NAME) } else { bank(rng) };
    let (account, holder) = loop {
        // Numbers that lost a zero must have had exactly one.
        let zero_lost = ZERO_LOST.contains(&row);
        let shape =
            |serial| if zero_lost || code == "058" { 10_000_000 + serial % 90_000_000 } else { serial };
        let Some(account) = account(code, rng, shape) else { continue };
        let Some(holder) = holder_name(Country::NG, code, &account) else { continue };
        let mut words = holder.split(' ');
        let key = words.next().into_iter().chain(words.next()).collect::<Vec<_>>().join(" ");
        if !known.accounts.contains(&account) && known.names.insert(key) {
            known.accounts.insert(account.clone());
            break (account, holder);
        }
    };
    let account = if row == CHECK_DIGIT_MISTYPED { mistyped(&account) } else { account };
    let (gross, paye, pension) =
        if row == AMOUNT_AS_TEXT { (17_125_000, 1_505_000, 1_370_000) } else { pay(rng) };
    Person {
        staff_no: format!("KF{:04}", 1_001 + row * 3),
        name: written_name(row, &holder),
        bank,
        account,
        gross: naira(gross),
        paye: naira(paye),
        pension: naira(pension),
        net: naira(gross - paye - pension),
        narration: "November 2026 salary",
    }
}

fn paid_again(before: &Person) -> Person {
    let (gross, paye, pension) = (4_500_000, 315_000, 360_000);
    Person {
        gross: naira(gross),
        paye: naira(paye),
        pension: naira(pension),
        net: naira(gross - paye - pension),
        narration: "October overtime",
        ..before.clone()
    }
}

fn bank(rng: &mut SeededRng) -> (&'static str, &'static str) {
    let mut left = rng.below(BANKS.iter().map(|(_, share, _)| share).sum());
    for (code, share, spellings) in BANKS {
        if left < share {
            return (code, rng.pick(spellings));
        }
        left -= share;
    }
    (BANK_GONE_CODE, "Keystone Bank")
}

/// Returns the account with its last digit raised by three: the check digit is wrong then.
fn mistyped(account: &str) -> String {
    let (serial, last) = account.split_at(account.len() - 1);
    let digits = (3..9).map(|step| (last.parse::<u32>().unwrap_or_default() + step) % 10);
    let mut wrong = digits.map(|digit| format!("{serial}{digit}")).filter(|account| is_plain(account));
    wrong.next().unwrap_or_default()
}

/// Returns gross, tax and pension in kobo: most people earn little, some more.
fn pay(rng: &mut SeededRng) -> (i64, i64, i64) {
    let steps = |rng: &mut SeededRng, end| i64::try_from(rng.below(end)).unwrap_or_default();
    let naira = match rng.below(12) {
        0 => 480_000 + steps(rng, 300) * 2_500,
        1..4 => 220_000 + steps(rng, 100) * 2_500,
        _ => 85_000 + steps(rng, 54) * 2_500,
    };
    let gross = naira * 100;
    let pension = gross * 8 / 100;
    let paye = (gross - pension - 3_000_000) * 113 / 1_000;
    (gross, paye, pension)
}

/// Returns the holder's name as a payroll clerk writes it, mostly first name first and without the middle name.
fn written_name(row: usize, holder: &str) -> String {
    if let Some((_, name)) = NAMED_OTHERWISE.iter().find(|(at, _)| *at == row) {
        return (*name).to_owned();
    }
    let words: Vec<String> = holder.split(' ').map(capitalised).collect();
    let [surname, first, middle] = words.as_slice() else { return holder.to_owned() };
    match row {
        STRAY_SPACE => format!("{first}\u{a0}{surname} "),
        _ if row % 13 == 4 => format!("{surname} {first}").to_uppercase(),
        _ if row % 17 == 9 => format!("{surname}, {first}"),
        _ if row % 11 == 2 => format!("{first} {middle} {surname}"),
        _ => format!("{first} {surname}"),
    }
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| format!("{first}{}", letters.as_str().to_lowercase())).unwrap_or_default()
}

fn write_payroll(sheet: &mut Worksheet, people: &[Person]) -> Result<(), XlsxError> {
    let title = Format::new().set_bold().set_font_size(14);
    let head = Format::new().set_bold().set_border_bottom(FormatBorder::Thin).set_background_color("#E7EDE7");
    sheet.write_with_format(0, 0, "KOLA FOODS LIMITED", &title)?;
    sheet.write(1, 0, "Staff payroll for the month of November 2026")?;
    for (column, (name, width)) in (0..).zip(COLUMNS) {
        sheet.write_with_format(HEADER_ROW, column, name, &head)?;
        sheet.set_column_width(column, width)?;
    }
    let mut row = FIRST_ROW;
    for (at, person) in people.iter().enumerate() {
        write_person(sheet, row, at, person)?;
        row += if at == GAP_AFTER { 2 } else { 1 };
    }
    write_totals(sheet, row, people)?;
    sheet.write(row + 2, 0, "Prepared by: Mrs. R. Adeleke, Accounts. Checked by: O. Kola")?;
    sheet.set_freeze_panes(FIRST_ROW, 3)?;
    Ok(())
}

const COLUMNS: [(&str, u8); 10] = [
    ("S/N", 6),
    ("Staff No", 10),
    ("Employee Name", 28),
    ("Bank", 24),
    ("Account Number", 16),
    ("Gross Pay", 14),
    ("PAYE", 12),
    ("Pension", 12),
    ("Net Pay", 14),
    ("Narration", 24),
];

fn write_person(sheet: &mut Worksheet, row: u32, at: usize, person: &Person) -> Result<(), XlsxError> {
    let money = Format::new().set_num_format("#,##0.00");
    let text = Format::new().set_num_format("@");
    sheet.write(row, 0, u32::try_from(at).unwrap_or_default() + 1)?;
    sheet.write(row, 1, person.staff_no.as_str())?;
    sheet.write(row, 2, person.name.as_str())?;
    sheet.write(row, 3, person.bank)?;
    if ZERO_LOST.contains(&at) {
        sheet.write(row, 4, person.account.parse::<u32>().unwrap_or_default())?;
    } else {
        sheet.write_with_format(row, 4, person.account.as_str(), &text)?;
    }
    for (column, amount) in [(5, person.gross), (6, person.paye), (7, person.pension)] {
        sheet.write_with_format(row, column, cell_number(amount), &money)?;
    }
    if at == AMOUNT_AS_TEXT {
        let right = Format::new().set_align(FormatAlign::Right);
        sheet.write_with_format(row, 8, "₦142,500.00", &right)?;
    } else {
        sheet.write_with_format(row, 8, cell_number(person.net), &money)?;
    }
    sheet.write(row, 9, person.narration)?;
    Ok(())
}

/// Writes the totals as the spreadsheet itself last computed them: text does not count.
fn write_totals(sheet: &mut Worksheet, row: u32, people: &[Person]) -> Result<(), XlsxError> {
    let bold = Format::new().set_bold().set_num_format("#,##0.00").set_border_top(FormatBorder::Thin);
    sheet.write_with_format(row, 2, "TOTAL", &bold)?;
    let amounts: [fn(&Person) -> Money; 4] = [|p| p.gross, |p| p.paye, |p| p.pension, |p| p.net];
    for (column, (letter, amount)) in (5..).zip(["F", "G", "H", "I"].into_iter().zip(amounts)) {
        let counted = people.iter().enumerate().filter(|(at, _)| letter != "I" || *at != AMOUNT_AS_TEXT);
        let sum: i64 = counted.map(|(_, person)| amount(person).minor()).sum();
        let formula = Formula::new(format!("SUM({letter}{}:{letter}{row})", FIRST_ROW + 1));
        sheet.write_formula_with_format(row, column, formula.set_result(naira(sum).digits()), &bold)?;
    }
    Ok(())
}

fn write_notes(sheet: &mut Worksheet) -> Result<(), XlsxError> {
    let notes = [
        "Notes for November 2026",
        "",
        "Accounts in column E were typed in from the staff forms. Check with HR where the bank refuses one.",
        "Two staff still bank with the old Bank PHB: ask them for their present bank.",
        "October overtime is paid on a line of its own.",
        "Leavers in November: none.",
    ];
    sheet.set_column_width(0, 90)?;
    for (row, note) in (0..).zip(notes) {
        sheet.write(row, 0, note)?;
    }
    Ok(())
}
