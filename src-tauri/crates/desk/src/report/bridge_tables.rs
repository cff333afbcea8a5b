//! How the previous payroll became this one, as it was approved: the sums in each currency, and the people of each part.

use paysheet_domain::{Currency, Money, MoneyError, money::Total};

use super::document::{Align, Cell, Head, NamedHead, Style, Table};
use crate::approve::stored_bridge::{StoredBridge, StoredCurrencyBridge, StoredPart, StoredPerson};

/// Returns the tables; none if there was no earlier payroll, or an older version approved this one.
///
/// # Errors
/// If a stored amount is none.
pub(super) fn tables(bridge: Option<&StoredBridge>, style: &Style<'_>) -> Result<Vec<Table>, MoneyError> {
    let Some(bridge) = bridge else { return Ok(Vec::new()) };
    let is_only = bridge.currencies.len() == 1;
    let sums = bridge.currencies.iter().map(|of| {
        let title = style.words.report("bridge", "Change from last payroll");
        let title = if is_only { title } else { format!("{title} {}", of.currency) };
        sums(title, &bridge.with.name, of, style)
    });
    let people = people(bridge, style).map(|table| Some(table).filter(|table| !table.lines.is_empty()));
    sums.chain(people.transpose()).collect()
}

fn sums(
    title: String,
    last: &str,
    of: &StoredCurrencyBridge,
    style: &Style<'_>,
) -> Result<Table, MoneyError> {
    const HEADS: [NamedHead; 3] = [
        ("part", "Change", 40, Align::Left),
        ("people_once", "People, counted once", 20, Align::Right),
        ("amount", "Amount", 24, Align::Right),
    ];
    let words = style.words;
    let line = |name: String, total: &Total| {
        let sum = Money::parse(&total.sum, total.currency)?;
        Ok(vec![Cell::Text(name), Cell::Count(total.count), Cell::Money(sum)])
    };
    let last = words.report("last_payroll", "Last payroll: {{name}}").replace("{{name}}", last);
    let mut lines = vec![line(last, &of.last)?];
    for StoredPart { part, total, .. } in &of.parts {
        lines.push(line(words.of("bridge_part", part), total)?);
    }
    let this = line(words.report("this_payroll", "This payroll, as approved"), &of.this)?;
    Ok(Table { title, heads: Head::all(HEADS, words), lines, totals: vec![this] })
}

fn people(bridge: &StoredBridge, style: &Style<'_>) -> Result<Table, MoneyError> {
    const HEADS: [NamedHead; 5] = [
        ("part", "Change", 20, Align::Left),
        ("name", "Name", 34, Align::Left),
        ("last", "Last payroll", 22, Align::Right),
        ("this", "This payroll", 22, Align::Right),
        ("difference", "Difference", 22, Align::Right),
    ];
    let parts = bridge.currencies.iter().flat_map(|of| of.parts.iter().map(|part| (of.currency, part)));
    let lines =
        parts.map(|(currency, part)| lines_of(part, currency, style)).collect::<Result<Vec<_>, _>>()?;
    Ok(Table {
        title: style.words.report("bridge_people", "People with a change"),
        heads: Head::all(HEADS, style.words),
        lines: lines.concat(),
        totals: Vec::new(),
    })
}

/// Returns a line for each person, or one for all of them if they are too many to be stored.
fn lines_of(part: &StoredPart, currency: Currency, style: &Style<'_>) -> Result<Vec<Vec<Cell>>, MoneyError> {
    let name = Cell::Text(style.words.of("bridge_part", part.part));
    if part.people.is_empty() {
        let unlisted = style.words.report("unlisted", "{{count}} people, not listed by name");
        let unlisted = unlisted.replace("{{count}}", &style.formats.count(part.total.count));
        let sum = Cell::Money(Money::parse(&part.total.sum, currency)?);
        return Ok(vec![vec![name, Cell::Text(unlisted), Cell::empty(), Cell::empty(), sum]]);
    }
    let amount = |digits: &Option<String>| match digits {
        Some(digits) => Money::parse(digits, currency).map(Cell::Money),
        None => Ok(Cell::empty()),
    };
    let line = |StoredPerson { name: person, before, after, change }: &StoredPerson| {
        let change = Cell::Money(Money::parse(change, currency)?);
        Ok(vec![name.clone(), Cell::Text(person.clone()), amount(before)?, amount(after)?, change])
    };
    part.people.iter().map(line).collect()
}
