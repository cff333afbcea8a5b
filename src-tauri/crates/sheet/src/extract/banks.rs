//! Finds the banks of people whose rows do not name them: a ditto mark below another person's bank, the title of a section,
//! a title above the table, the name of the sheet. What a row or the title of its section says is read; what is only
//! above the whole table may be the employer's own bank, and is suggested.

use paysheet_domain::{
    BankDirectory, Cell, CellText, CellValue, Column, Country, Field, SourceRow,
    bank::BankMatch,
    checks::{comparable, likely_bank},
};

use crate::{
    detect::people::row_reader::names_bank,
    extract::dittos::{self, is_ditto},
    formats::MergedRows,
    limits::ROWS_SAMPLED,
    model::{SkipReason, Skipped},
    vocabulary::denies_bank,
};

/// Fields in which a ditto mark stands for the value above. What is paid to whom is never repeated.
const REPEATED: [Field; 7] = [
    Field::BankName,
    Field::BankCode,
    Field::BranchName,
    Field::BranchCode,
    Field::Currency,
    Field::Country,
    Field::Narration,
];
/// Length in bytes of the longest title that is searched.
const TITLE_BYTES_MAX: usize = 120;
/// Percentage of people with a bank from which no column is missed.
const TOLD_SHARE_MIN: usize = 50;
/// Number of words of the longest name of a bank in a title.
const BANK_WORDS_MAX: usize = 6;
/// Words of a title that say that a bank is meant, in lower case.
const BANK_WORDS: [&str; 4] = ["bank", "banque", "benki", "plc"];
/// Numbers of letters of the abbreviation of a bank in a title: `UBA`, `FCMB`.
const ABBREVIATION_CHARS: std::ops::RangeInclusive<usize> = 3..=4;
/// Words of titles in capitals that are banks' short names as well.
const WORDS_LIKE_ABBREVIATIONS: [&str; 3] = ["COOP", "FREE", "WAVE"];

/// Words of the title of a section with the people of all other banks.
const OTHERS: [&str; 6] = ["other", "others", "rest", "various", "autre", "autres"];

/// Gives the value of merged cells to all of their rows, the value above to each ditto mark, and the bank of its section
/// to each person without one.
pub(super) fn read(rows: &mut [SourceRow], skipped: &[Skipped], merged: Vec<MergedRows>) {
    spread(rows, merged);
    repeat(rows, skipped);
    let title = |passed: &Skipped| match passed.reason {
        SkipReason::BlankRow | SkipReason::HeaderRepeated | SkipReason::NothingToPay => None,
        SkipReason::TotalsRow | SkipReason::NoteRow | SkipReason::AboveHeading | SkipReason::OtherTable => {
            Some((passed.row, bank_of_section(&passed.text).map(CellText::from)))
        }
    };
    let titles: Vec<(u32, Option<CellText>)> = skipped.iter().filter_map(title).collect();
    if titles.iter().any(|(_, bank)| bank.is_some()) {
        name_by_section(rows, titles);
    }
}

/// Gives the bank of the title above it to each person without one. Another title ends the section.
fn name_by_section(rows: &mut [SourceRow], titles: Vec<(u32, Option<CellText>)>) {
    let mut titles = titles.into_iter().peekable();
    let mut section: Option<CellText> = None;
    for row in rows {
        let number = row.origin.number().unwrap_or(u32::MAX);
        while let Some((_, bank)) = titles.next_if(|(title, _)| *title < number) {
            section = bank;
        }
        if let Some(bank) = section.as_ref().filter(|_| !names_bank(&row.cells)) {
            let column = row.cells.get(&Field::AccountNumber).and_then(|cell| cell.column);
            row.cells.insert(Field::BankName, Cell { column, value: CellValue::Text(bank.clone()) });
        }
    }
}

fn spread(rows: &mut [SourceRow], mut merged: Vec<MergedRows>) {
    merged.sort_unstable();
    let mut before: Option<MergedRows> = None;
    for cells in merged {
        // Merged cells do not overlap. A file in which they do is not read again and again.
        let overlaps = |before: MergedRows| before.column == cells.column && before.last >= cells.first;
        if before.replace(cells).is_some_and(overlaps) {
            continue;
        }
        let number = |row: &SourceRow| row.origin.number().unwrap_or(u32::MAX);
        let first = rows.partition_point(|row| number(row) < cells.first);
        let end = rows.partition_point(|row| number(row) <= cells.last);
        let Some([first, others @ ..]) = rows.get_mut(first..end).filter(|_| first < end) else { continue };
        dittos::spread(cells.column, first, others);
        let is_there = |(_, cell): &(&Field, &Cell)| cell.column == Some(Column(cells.column));
        let value = first.cells.iter().find(is_there).map(|(field, cell)| (*field, cell.clone()));
        let Some((field, cell)) = value.filter(|(field, _)| REPEATED.contains(field)) else { continue };
        for row in others.iter_mut().filter(|row| !row.cells.contains_key(&field)) {
            row.cells.insert(field, cell.clone());
        }
    }
}

/// Gives the value above to each ditto mark, also if the person above is skipped: somebody without pay this month.
fn repeat(rows: &mut [SourceRow], skipped: &[Skipped]) {
    for field in fields_with_marks(rows) {
        let mut above: Option<CellValue> = None;
        let mut between = skipped.iter().peekable();
        for row in rows.iter_mut() {
            let number = row.origin.number().unwrap_or(u32::MAX);
            while let Some(passed) = between.next_if(|passed| passed.row < number) {
                let person = passed.source.as_ref().filter(|_| passed.reason == SkipReason::NothingToPay);
                if let Some(person) = person {
                    above = value_of(person.cells.get(&field), above);
                }
            }
            above = value_of(row.cells.get(&field), above);
            let column = row.cells.get(&field).map(|cell| cell.column);
            if let (Some(value), Some(column)) = (&above, column) {
                row.cells.insert(field, Cell { column, value: value.clone() });
            }
        }
    }
}

/// Returns the fields in which somebody has a ditto mark, in one pass: most files have none.
fn fields_with_marks(rows: &[SourceRow]) -> Vec<Field> {
    let mut marked = Vec::new();
    for (field, cell) in rows.iter().flat_map(|row| row.cells.iter()) {
        if REPEATED.contains(field) && !marked.contains(field) && is_ditto(cell.value.text()) {
            marked.push(*field);
        }
    }
    marked
}

/// Returns the value of a cell; of a ditto mark that of the cell above.
fn value_of(cell: Option<&Cell>, above: Option<CellValue>) -> Option<CellValue> {
    let value = cell.map(|cell| cell.value.clone());
    if value.as_ref().is_some_and(|value| is_ditto(value.text())) { above } else { value }
}

/// Returns the bank that the whole title of a section is, perhaps behind a label and before a number of people: `FIRST
/// BANK PLC`, `Bank: UBA`, `GTBank (12)`.
fn bank_of_section(text: &str) -> Option<&str> {
    let title = text.split(" | ").find(|part| part.contains(char::is_alphabetic))?;
    if title.len() > TITLE_BYTES_MAX {
        return None;
    }
    let label = title.split_once(':').filter(|(label, _)| {
        let label = comparable(label);
        ["bank", "bank name", "name of bank", "banque", "nom de la banque", "benki"].contains(&label.as_str())
    });
    let title = label.map_or(title, |(_, bank)| bank);
    let is_count = |c: char| c.is_ascii_digit() || c.is_whitespace() || "()[]:-\u{2013}".contains(c);
    let title = title.trim_matches(is_count);
    let directory = BankDirectory::embedded();
    (!directory.named_or_former_in(title).is_empty()).then_some(title)
}

/// Suggests to the people without a bank that of the titles above them, or the only one that the titles of the table or
/// the name of the sheet name.
pub(super) fn suggest(
    rows: &mut [SourceRow],
    skipped: &[Skipped],
    titles: &[String],
    sheet: &str,
    country: Country,
) {
    if rows.iter().all(|row| names_bank(&row.cells)) {
        return;
    }
    suggest_of_sections(rows, skipped, country);
    let titled =
        || titles.iter().map(String::as_str).chain([sheet]).flat_map(|title| banks_in(title, country));
    let Some((bank, code)) = titled().next() else { return };
    if titled().any(|(_, other)| other != code) {
        return;
    }
    let bank = Box::new(CellText::from(bank));
    for row in rows.iter_mut().filter(|row| !names_bank(&row.cells) && row.likely_bank.is_none()) {
        row.likely_bank = Some(bank.clone());
    }
}

/// Suggests the bank in the title of a section, such as `Staff with GTBank`. Below the title of a bank, that of a
/// department may begin a part of the same section.
fn suggest_of_sections(rows: &mut [SourceRow], skipped: &[Skipped], country: Country) {
    let mut between = skipped.iter().peekable();
    let mut bank: Option<Box<CellText>> = None;
    for row in rows {
        let number = row.origin.number().unwrap_or(u32::MAX);
        while let Some(passed) = between.next_if(|skipped| skipped.row < number) {
            bank = match passed.reason {
                SkipReason::BlankRow | SkipReason::HeaderRepeated | SkipReason::NothingToPay => bank,
                SkipReason::NoteRow => suggested_by(&passed.text, country, bank),
                SkipReason::TotalsRow | SkipReason::AboveHeading | SkipReason::OtherTable => None,
            };
        }
        if !names_bank(&row.cells) {
            row.likely_bank.clone_from(&bank);
        }
    }
}

/// Returns the bank that the title of a section suggests, where `above` is that of the title before.
fn suggested_by(title: &str, country: Country, above: Option<Box<CellText>>) -> Option<Box<CellText>> {
    if let Some(bank) = bank_of_section(title) {
        return Some(Box::new(CellText::from(bank)));
    }
    let mut banks = banks_in(title, country).into_iter();
    match (banks.next(), banks.next()) {
        (Some((bank, _)), None) => Some(Box::new(CellText::from(bank))),
        (Some(_), Some(_)) => None,
        (None, _) => above.filter(|_| !comparable(title).split(' ').any(|word| OTHERS.contains(&word))),
    }
}

/// Returns the texts in a title that name a bank, with its code. A title about the account that is debited names the
/// employer's.
fn banks_in(title: &str, country: Country) -> Vec<(String, &'static str)> {
    if title.len() > TITLE_BYTES_MAX || denies_bank(title) {
        return Vec::new();
    }
    let words: Vec<&str> =
        title.split(|c: char| c.is_whitespace() || "-\u{2013}\u{2014}:|,;()/".contains(c)).collect();
    let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
    let mut banks = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let longest = BANK_WORDS_MAX.min(words.len() - at);
        let found = (1..=longest).rev().find_map(|count| {
            let window = words.get(at..at + count)?;
            bank_of(window, country).map(|code| (count, window.join(" "), code))
        });
        match found {
            Some((count, text, code)) => {
                banks.push((text, code));
                at += count;
            }
            None => at += 1,
        }
    }
    banks
}

/// Returns the code of the bank that words of a title are. `Union` or `Access` alone may be words like others.
fn bank_of(words: &[&str], country: Country) -> Option<&'static str> {
    let is_of_bank = |word: &&str| {
        let lower = word.to_lowercase();
        BANK_WORDS.contains(&lower.trim_matches('.')) || lower.ends_with("bank")
    };
    let is_abbreviation = |word: &str| {
        ABBREVIATION_CHARS.contains(&word.len())
            && word.bytes().all(|byte| byte.is_ascii_uppercase())
            && !WORDS_LIKE_ABBREVIATIONS.contains(&word)
    };
    if !words.iter().any(is_of_bank) && !matches!(words, [word] if is_abbreviation(word)) {
        return None;
    }
    match BankDirectory::embedded().find(country, &words.join(" ")) {
        BankMatch::One(bank) => Some(bank.code.as_str()),
        BankMatch::Several(_) | BankMatch::None(_) => None,
    }
}

/// Whether the banks of most of the first people are known, or suggested to them. Those without one are errors.
pub(super) fn are_told(rows: &[SourceRow], country: Country) -> bool {
    let directory = BankDirectory::embedded();
    let is_told = |row: &&SourceRow| names_bank(&row.cells) || likely_bank(row, country, directory).is_some();
    let first = rows.get(..ROWS_SAMPLED.min(rows.len())).unwrap_or_default();
    let told = first.iter().filter(is_told).count();
    told > 0 && told * 100 >= first.len() * TOLD_SHARE_MIN
}
