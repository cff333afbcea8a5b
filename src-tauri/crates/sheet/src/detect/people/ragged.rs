//! Lines of text files that have more or fewer cells than their header, and amounts that are split at their own
//! comma.

use paysheet_domain::{CellValue, Country, Currency, Field, checks::currency_of};
use strum::IntoEnumIterator;

use crate::{
    detect::table::Table,
    formats::{Grid, GridRow},
    limits::ROWS_SAMPLED,
};

/// In a comma-separated file, an unquoted `1,250.00` is split into cells with at most, and then exactly, this many
/// digits.
const GROUP_DIGITS: usize = 3;
/// Number of cells of the longest line that is nobody: a note, a total.
const PERSON_CELLS_MIN: usize = 3;
/// An unquoted `1250,50` is split so that the second cell has exactly this many digits. In a narration column, a cell
/// with only so many digits therefore shows a split amount.
const CENTS_DIGITS: usize = 2;

/// One line of so many is certainly cut in a file that does not quote its numbers. Others have no number of four digits,
/// or are as wide as the heading of a table beside.
const CUT_LINE_IN: usize = 4;
/// Number of lines of which one alone may be mistyped.
const CUT_LINES_MIN: usize = 2;

/// Minimum and maximum number of cells of a line. More cells than the maximum count only if they are not blank.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Widths {
    least: u32,
    most: u32,
}

/// Returns the number of cells of a line that has more or fewer than the header, or that has an amount split at its
/// comma. A split amount moves all cells behind it, also where the line is as wide as the header by chance.
pub(crate) fn ragged(row: &GridRow, table: &Table, widths: Widths, splits_at_commas: bool) -> Option<u32> {
    let width = row.width?;
    let is_ragged = width < widths.least
        || is_past(row, widths)
        || (splits_at_commas && is_cut(row, table, width > widths.most));
    is_ragged.then_some(width)
}

/// Whether a line has a cell behind the last heading.
fn is_past(row: &GridRow, widths: Widths) -> bool {
    row.cells.last().is_some_and(|(at, _)| u32::from(*at) >= widths.most)
}

/// Whether the amount is cut, or moved by a number that is.
fn is_cut(row: &GridRow, table: &Table, is_wider: bool) -> bool {
    amount_is_cut(row, table, is_wider)
        || amount_is_cents(row, table)
        || (is_wider && number_is_cut_before_amount(row, table))
        || signed_amount_is_cut(row)
}

/// Whether the numbers of a comma-separated file are cut at their own commas. Then a line with a cut number is not whole,
/// however wide it is.
pub(crate) fn cuts_numbers(grid: &Grid, table: &Table, widths: Widths) -> bool {
    let below = grid.rows.iter().skip(table.header.map_or(0, |at| at + 1));
    let people = below.filter(|row| row.cells.len() > PERSON_CELLS_MIN).take(ROWS_SAMPLED);
    let (mut lines, mut cut) = (0, 0);
    for row in people {
        let is_wider = row.width.is_some_and(|width| width > widths.most);
        let is_certain = is_past(row, widths) || is_cut(row, table, is_wider);
        lines += 1;
        cut += usize::from(is_certain && has_cut_number(row));
    }
    cut >= CUT_LINES_MIN && cut * CUT_LINE_IN >= lines
}

/// Whether two cells of a line look like one number that was cut at its comma.
pub(crate) fn has_cut_number(row: &GridRow) -> bool {
    row.cells.windows(2).any(|pair| {
        let [(at, CellValue::Text(head)), (next, CellValue::Text(tail))] = pair else { return false };
        let head = parted_sign(head.trim()).map_or(head.trim(), |(_, digits)| digits);
        let is_group = || head.len() <= GROUP_DIGITS && groups_of(tail).is_some();
        let is_cents = || {
            let tail = tail.trim();
            head.len() >= WHOLE_DIGITS_MIN && tail.len() == CENTS_DIGITS && is_digits(tail)
        };
        // A bank's code may begin with a zero.
        let is_whole = !head.is_empty() && is_digits(head) && !head.starts_with('0');
        at + 1 == *next && is_whole && (is_group() || is_cents())
    })
}

/// Whether the amount and the next cell look like one amount. In a line with one more cell than the header, if only an
/// empty one, two or three digits are enough.
fn amount_is_cut(row: &GridRow, table: &Table, is_wider: bool) -> bool {
    let Some(at) = table.column_of(Field::Amount) else { return false };
    let next = table.columns.iter().find(|column| column.at == at + 1);
    let used = next.and_then(|column| column.used).map(|(used, _)| used.field());
    let (Some(CellValue::Text(head)), Some(CellValue::Text(tail))) = (row.cell(at), row.cell(at + 1)) else {
        return false;
    };
    let head = parted_sign(head.trim()).map_or(head.trim(), |(_, digits)| digits);
    let (group, cents) = tail.trim().split_once('.').unwrap_or((tail.trim(), ""));
    let is_group =
        head.len() <= GROUP_DIGITS && is_digits(head) && group.len() == GROUP_DIGITS && is_digits(group);
    let has_cents = cents.len() == CENTS_DIGITS && is_digits(cents);
    let is_cents = is_digits(head) && group.len() == CENTS_DIGITS && is_digits(group) && cents.is_empty();
    match used {
        _ if is_wider && (is_group || is_cents) => true,
        // If the next column normally contains digits, the digits prove nothing, unless they have cents.
        None => is_group && (has_cents || next.is_none_or(|column| column.header.is_empty())),
        Some(Field::Name | Field::BankName) => is_group,
        Some(Field::Narration) => is_group || is_cents,
        Some(_) => is_group && has_cents,
    }
}

/// Number of digits of a whole number before two digits from which these are its hundredths.
const WHOLE_DIGITS_MIN: usize = 4;

/// Whether the amount is only two digits behind a large number of a column that is not used: the hundredths of the
/// gross pay. Behind an account or a staff number, it may be a small amount.
fn amount_is_cents(row: &GridRow, table: &Table) -> bool {
    let Some(at) = table.column_of(Field::Amount) else { return false };
    let before = table.columns.iter().find(|column| column.at.checked_add(1) == Some(at));
    let cells =
        before.filter(|before| before.used.is_none()).map(|before| [row.cell(before.at), row.cell(at)]);
    let Some([Some(CellValue::Text(whole)), Some(CellValue::Text(cents))]) = cells else { return false };
    let (whole, cents) = (whole.trim(), cents.trim());
    whole.len() >= WHOLE_DIGITS_MIN && is_digits(whole) && cents.len() == CENTS_DIGITS && is_digits(cents)
}

/// Whether a number before the amount is split at its comma, in a line with more cells than the header, if only an empty
/// one: `3` and `802.84` of the tax. What is in the amount's column is then another number, or the rest of the split
/// one. Without hundredths, the rest counts only in the amount's own column.
fn number_is_cut_before_amount(row: &GridRow, table: &Table) -> bool {
    let Some(amount) = table.column_of(Field::Amount) else { return false };
    let is_unused = |at: u16| table.columns.iter().any(|column| column.at == at && column.used.is_none());
    row.cells.windows(2).any(|pair| {
        let [(at, CellValue::Text(head)), (next, CellValue::Text(tail))] = pair else { return false };
        let head = head.trim();
        let is_head = (1..=GROUP_DIGITS).contains(&head.len()) && is_digits(head) && !head.starts_with('0');
        let is_rest = |cents: &str| {
            let has_cents = cents.len() == CENTS_DIGITS && is_digits(cents);
            has_cents || (cents.is_empty() && *next == amount && !tail.contains('.'))
        };
        let is_before = *next <= amount && at + 1 == *next && is_unused(*at);
        is_before && is_head && groups_of(tail).is_some_and(is_rest)
    })
}

/// Whether an amount with a currency sign is split anywhere in a line: `NGN705` beside `268.03`. Only the few texts that
/// end in a short group of digits, and are followed by another group, are searched for a sign.
fn signed_amount_is_cut(row: &GridRow) -> bool {
    row.cells.windows(2).enumerate().any(|(place, pair)| {
        let [(at, CellValue::Text(head)), (_, CellValue::Text(next))] = pair else { return false };
        let Some((sign, group)) = parted_digits(head.trim()) else { return false };
        let may_be_cut = group.len() <= GROUP_DIGITS && !group.starts_with('0') && groups_of(next).is_some();
        let rest = row.cells.get(place + 1..).unwrap_or_default();
        may_be_cut
            && currency_of_sign(sign).is_some_and(|currency| is_rest_of_amount(rest, *at + 1, currency))
    })
}

/// Whether cells from a column on are the other groups of an amount: `250`, `000.00`.
fn is_rest_of_amount(cells: &[(u16, CellValue)], column: u16, currency: Currency) -> bool {
    let Some(((at, CellValue::Text(text)), rest)) = cells.split_first() else { return false };
    let Some(cents) = groups_of(text).filter(|_| *at == column) else { return false };
    let is_last = match currency.decimals() {
        0 => cents.is_empty(),
        _ => cents.len() == CENTS_DIGITS && is_digits(cents),
    };
    is_last || (cents.is_empty() && is_rest_of_amount(rest, column + 1, currency))
}

/// Returns what follows the decimal point of a text that begins with one whole group of digits.
fn groups_of(text: &str) -> Option<&str> {
    let (group, cents) = text.trim().split_once('.').unwrap_or((text.trim(), ""));
    (group.len() == GROUP_DIGITS && is_digits(group)).then_some(cents)
}

/// Returns the currency and the digits of a whole number with a currency sign before it.
fn parted_sign(text: &str) -> Option<(Currency, &str)> {
    let (sign, digits) = parted_digits(text)?;
    Some((currency_of_sign(sign)?, digits))
}

/// Returns the text before a whole number, and its digits.
fn parted_digits(text: &str) -> Option<(&str, &str)> {
    let (before, digits) = text.split_at(text.find(|c: char| c.is_ascii_digit())?);
    (!before.is_empty() && is_digits(digits)).then_some((before, digits))
}

/// Returns the currency of a sign before an amount. Other letters alone are rather grades (`R3`).
fn currency_of_sign(sign: &str) -> Option<Currency> {
    match sign.trim() {
        "N" | "=N=" => Some(Currency::NGN),
        sign => Country::iter().find_map(|country| currency_of(sign, country)),
    }
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the minimum and maximum number of cells of a line. The minimum reaches to the last header, the maximum is
/// the width of the header's line, the wider one of two. Without a header, both are the width that most lines have.
pub(crate) fn widths(grid: &Grid, header: Option<&GridRow>, second: Option<&GridRow>) -> Option<Widths> {
    if let Some(header) = header {
        let last = |row: &GridRow| row.cells.last().map_or(0, |(at, _)| u32::from(*at) + 1);
        let wider = |of: &dyn Fn(&GridRow) -> u32| of(header).max(second.map_or(0, of));
        header.width?;
        return Some(Widths { least: wider(&last), most: wider(&|row| row.width.unwrap_or(0)) });
    }
    let mut counts = std::collections::BTreeMap::new();
    for width in grid.rows.iter().filter(|row| !row.cells.is_empty()).filter_map(|row| row.width) {
        *counts.entry(width).or_insert(0_usize) += 1;
    }
    counts.into_iter().max_by_key(|(_, count)| *count).map(|(width, _)| Widths { least: width, most: width })
}
