//! Finds the figures that a file states about its people: a count, a control sum, an amount in words. A label and its
//! figure must be in the same cell or side by side, because a figure that is about something else would be a question
//! without reason.

use paysheet_domain::{CellValue, checks::comparable};
use rust_decimal::Decimal;

use crate::{
    detect::words::numbers::number,
    formats::GridRow,
    model::TotalKind,
    vocabulary::{
        AmountInWords, FigureLabel, amount_in_words, begins_counted, begins_grand_total, behind_words_label,
        figure_label, is_currency_words, is_unit,
    },
};

/// Length in bytes of the longest text that is searched.
const TEXT_BYTES_MAX: usize = 300;

/// A figure that a file states about its people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Figure {
    pub row: u32,
    pub kind: TotalKind,
    pub value: Decimal,
    pub year: YearDoubt,
    /// Whether its label says that it is about everybody: `Grand total`.
    pub is_grand: bool,
    /// Whether the hundredths may have been left out.
    pub is_rounded: bool,
    /// The column of the figure, if it is not in the cell of its label.
    column: Option<u16>,
}

/// Whether a figure may as well be a year.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum YearDoubt {
    None,
    /// If another total is that of the people: `Payroll total: 2026`.
    BesideTotal,
    /// In any case: `Total payroll 2026`.
    Always,
}

impl Figure {
    const fn new(row: u32, kind: TotalKind, value: Decimal) -> Self {
        Self { row, kind, value, year: YearDoubt::None, is_grand: false, is_rounded: false, column: None }
    }
}

/// Returns the figures in a row that is nobody. `amount` is the column of the amounts: a total in it needs no known
/// label.
pub(crate) fn of_total(row: &GridRow, amount: Option<u16>) -> Vec<Figure> {
    let mut figures = labelled(row, amount);
    let first_words = row.cells.iter().map(|(_, value)| value.text()).find(|text| has_letters(text));
    let is_labelled = figures.iter().any(|figure| figure.column.is_some() && figure.column == amount);
    let value = amount.and_then(|at| number(row.cell(at)?));
    if value.is_some() {
        // The total of the amounts may be left of the label, and another column's right of it.
        let is_of_other = |figure: &Figure| figure.column.is_some() && figure.column != amount;
        figures.retain(|figure| figure.kind != TotalKind::Sum || !is_of_other(figure));
    }
    if let Some(value) = value
        && !is_labelled
        && !first_words.is_some_and(begins_counted)
    {
        let is_grand = is_grand(row);
        figures.push(Figure { is_grand, ..Figure::new(row.number, TotalKind::Sum, value) });
    }
    figures
}

/// Whether the first words of a row say that its figures are about everybody.
fn is_grand(row: &GridRow) -> bool {
    let first_words = row.cells.iter().map(|(_, value)| value.text()).find(|text| has_letters(text));
    first_words.is_some_and(begins_grand_total)
}

/// Returns the figures with a label in a row.
pub(crate) fn labelled(row: &GridRow, amount: Option<u16>) -> Vec<Figure> {
    let mut figures: Vec<Figure> = Vec::new();
    for (index, (_, value)) in row.cells.iter().enumerate() {
        let CellValue::Text(text) = value else { continue };
        if text.len() > TEXT_BYTES_MAX {
            continue;
        }
        let beside = row.cells.get(index + 1..).unwrap_or_default();
        let found = in_cell(row.number, text)
            .or_else(|| in_words(row.number, text))
            .or_else(|| super::figures::beside(row.number, text, beside, amount));
        figures.extend(found);
    }
    // Words in the next cell are found behind their label and alone.
    figures.dedup();
    figures.retain(|figure| !figure.value.is_zero());
    let is_grand = !figures.is_empty() && is_grand(row);
    figures.iter_mut().for_each(|figure| figure.is_grand = is_grand);
    figures
}

/// Whether a text is the label of a count or sum, perhaps with its figure: `Number of staff: 312`.
pub(crate) fn is_count_or_sum(text: &str) -> bool {
    let label = figure_label(text).or_else(|| parts(text).find_map(|(label, _)| figure_label(label)));
    matches!(label, Some(FigureLabel::Count | FigureLabel::Sum))
}

/// Whether a text is the label of an amount in words. One of a single word may be a name.
pub(crate) fn is_of_words(text: &str) -> bool {
    text.trim().contains(' ') && figure_label(text) == Some(FigureLabel::Words)
}

fn in_cell(row: u32, text: &str) -> Option<Figure> {
    let (label, stated) = parts(text).find_map(|(label, rest)| Some((figure_label(label)?, rest)))?;
    let (kind, value) = match label {
        FigureLabel::Count => (TotalKind::Count, count_in(stated)?),
        FigureLabel::Sum => (TotalKind::Sum, sum_in(stated)?),
        FigureLabel::Words => return None,
    };
    // A figure behind a colon is hardly a year, but many counts of people look like one.
    let year = match kind {
        _ if !is_year(stated, value) => YearDoubt::None,
        TotalKind::Sum | TotalKind::Words if text.contains([':', '=']) => YearDoubt::BesideTotal,
        TotalKind::Sum | TotalKind::Words | TotalKind::Count => YearDoubt::Always,
    };
    Some(Figure { year, ..Figure::new(row, kind, value) })
}

fn is_year(text: &str, value: Decimal) -> bool {
    let is_plain = value.is_integer() && !text.contains(['.', ',']);
    is_plain && Decimal::from(1990) <= value && value <= Decimal::from(2100)
}

/// Returns the ways to split a text into a label and its figure: `Total: 5`, `Total 5`.
fn parts(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let digit = text.find(|c: char| c.is_ascii_digit()).and_then(|at| text.split_at_checked(at));
    text.split_once([':', '=']).into_iter().chain(digit)
}

/// Returns the amount in words that a text is, perhaps behind a label. Without a label it must name its currency.
fn in_words(row: u32, text: &str) -> Option<Figure> {
    let text = comparable(&without_brackets(text));
    let labelled = behind_words_label(&text).and_then(amount_in_words);
    let amount = labelled.or_else(|| amount_in_words(&text).filter(|amount| amount.names_currency))?;
    Some(of_words(row, amount))
}

fn of_words(row: u32, amount: AmountInWords) -> Figure {
    Figure { is_rounded: !amount.has_hundredths, ..Figure::new(row, TotalKind::Words, amount.value) }
}

/// Returns the figure of a label in the cells beside it. Several figures count only if they are the same.
fn beside(row: u32, label: &str, cells: &[(u16, CellValue)], amount: Option<u16>) -> Option<Figure> {
    let label_kind = figure_label(label)?;
    let filled = cells.iter().filter(|(_, value)| !value.text().trim().is_empty());
    let mut filled = filled.filter(|(_, value)| !is_currency(value));
    if label_kind == FigureLabel::Words {
        let (_, words) = filled.next()?;
        let words = comparable(&without_brackets(words.text()));
        return amount_in_words(&words).map(|amount| of_words(row, amount));
    }
    let mut found: Option<(u16, Decimal)> = None;
    for (at, value) in filled {
        match (stated(label_kind, value), found) {
            (Some(value), None) => found = Some((*at, value)),
            (Some(value), Some((_, first))) if value == first => {
                found =
                    found.map(|(first_at, value)| (if amount == Some(*at) { *at } else { first_at }, value));
            }
            // The next label.
            (None, Some(_)) if matches!(value, CellValue::Text(text) if has_letters(text)) => break,
            (Some(_) | None, _) => return None,
        }
    }
    let (at, value) = found?;
    let is_amount = amount == Some(at);
    let kind = match label_kind {
        FigureLabel::Count if is_amount && comparable(label).starts_with("total") => TotalKind::Sum,
        FigureLabel::Count => TotalKind::Count,
        FigureLabel::Sum | FigureLabel::Words => TotalKind::Sum,
    };
    let text = cells.iter().find(|(column, _)| *column == at).map_or("", |(_, value)| value.text());
    let year = match kind {
        _ if is_amount || !is_year(text, value) => YearDoubt::None,
        TotalKind::Count => YearDoubt::Always,
        TotalKind::Sum | TotalKind::Words => YearDoubt::BesideTotal,
    };
    Some(Figure { year, column: Some(at), ..Figure::new(row, kind, value) })
}

fn stated(label: FigureLabel, value: &CellValue) -> Option<Decimal> {
    match (label, value) {
        (FigureLabel::Count, CellValue::Text(text)) => count_in(text),
        (FigureLabel::Count, _) => number(value).filter(Decimal::is_integer),
        (FigureLabel::Sum | FigureLabel::Words, CellValue::Text(text)) => sum_in(text),
        (FigureLabel::Sum | FigureLabel::Words, _) => number(value),
    }
}

/// Returns the integer that a text begins with, if nothing but what was counted stands behind it: `312 agents`.
fn count_in(text: &str) -> Option<Decimal> {
    let text = text.trim();
    let end = text.find(|c: char| !is_of_number(c)).unwrap_or(text.len());
    let (digits, unit) = text.split_at_checked(end)?;
    let value = grouped(digits.trim_end_matches([' ', '\u{a0}', '\u{202f}', '.', ',']))?;
    (value.is_integer() && is_unit(unit) && !unit.contains(['%', '/'])).then_some(value)
}

/// Returns the sum that a text is, with nothing beside it but its currency.
fn sum_in(text: &str) -> Option<Decimal> {
    let first = text.find(|c: char| c.is_ascii_digit())?;
    let last = text.rfind(|c: char| c.is_ascii_digit())?;
    let beside = [text.get(..first)?, text.get(last + 1..)?];
    let is_sum = beside.iter().all(|beside| is_currency_words(beside) && !beside.contains('%'));
    grouped(text.get(first..=last)?).filter(|_| is_sum)
}

const fn is_of_number(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, '.' | ',' | ' ' | '\u{a0}' | '\u{202f}' | '\'')
}

/// Returns the number in a text of digits, if its groups have three digits. Others are dates or telephone numbers.
fn grouped(digits: &str) -> Option<Decimal> {
    let groups: Vec<&str> = digits.split(|c: char| !c.is_ascii_digit()).collect();
    let (first, groups) = groups.split_first()?;
    let has_decimals = digits.contains(['.', ',']) && groups.last().is_some_and(|last| last.len() <= 2);
    let whole = groups.get(..groups.len().saturating_sub(usize::from(has_decimals)))?;
    let is_grouped = whole.iter().all(|group| group.len() == 3) && (whole.is_empty() || first.len() <= 3);
    let text = CellValue::Text(digits.into());
    (is_grouped && digits.chars().all(is_of_number)).then(|| number(&text)).flatten()
}

fn is_currency(value: &CellValue) -> bool {
    matches!(value, CellValue::Text(text) if has_letters(text) && !has_digits(text) && is_currency_words(text))
}

/// `Four thousand (4,000) naira`
fn without_brackets(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    for (at, part) in text.split('(').enumerate() {
        let outside = if at == 0 { Some(part) } else { part.split_once(')').map(|(_, outside)| outside) };
        kept.push_str(outside.unwrap_or_default());
    }
    kept
}

fn has_letters(text: &str) -> bool {
    text.contains(char::is_alphabetic)
}

fn has_digits(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_digit())
}
