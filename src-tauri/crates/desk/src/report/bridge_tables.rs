//! How the previous payroll became this one, as it was approved: the sums in each currency, and the people of each part.

use paysheet_document::{Align, Block, Cell, Head, NamedHead, Style, Table};
use paysheet_domain::{Currency, Money, MoneyError, money::Total};

use crate::approve::stored_bridge::{StoredBridge, StoredCurrencyBridge, StoredPart, StoredPerson};

/// People of a part that the pages list, the largest changes first: about one page. The workbook lists all.
pub(super) const PEOPLE_ON_PAGES_MAX: usize = 40;

/// Returns the tables; none if there was no earlier payroll.
///
/// # Errors
/// If a stored amount is none.
pub(super) fn tables(bridge: Option<&StoredBridge>, style: &Style<'_>) -> Result<Vec<Block>, MoneyError> {
    let Some(bridge) = bridge else { return Ok(Vec::new()) };
    let is_only = bridge.currencies.len() == 1;
    let sums = bridge.currencies.iter().map(|of| {
        let title = style.words.report("bridge", "Change from last payroll");
        let title = if is_only { title } else { format!("{title} {}", of.currency) };
        sums(title, &bridge.with.name, of, style).map(Block::Table)
    });
    let mut blocks = sums.collect::<Result<Vec<_>, _>>()?;
    let table = people(bridge, usize::MAX, style)?;
    if !table.lines.is_empty() {
        blocks.push(Block::Abridged { table, page: people(bridge, PEOPLE_ON_PAGES_MAX, style)? });
    }
    Ok(blocks)
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

/// Returns the people of each part, at most `people_max` of one.
fn people(bridge: &StoredBridge, people_max: usize, style: &Style<'_>) -> Result<Table, MoneyError> {
    const HEADS: [NamedHead; 5] = [
        ("part", "Change", 20, Align::Left),
        ("name", "Name", 34, Align::Left),
        ("last", "Last payroll", 22, Align::Right),
        ("this", "This payroll", 22, Align::Right),
        ("difference", "Difference", 22, Align::Right),
    ];
    let parts = bridge.currencies.iter().flat_map(|of| of.parts.iter().map(|part| (of.currency, part)));
    let lines = parts.map(|(currency, part)| lines_of(part, people_max, currency, style));
    let lines = lines.collect::<Result<Vec<_>, _>>()?;
    Ok(Table {
        title: style.words.report("bridge_people", "People with a change"),
        heads: Head::all(HEADS, style.words),
        lines: lines.concat(),
        totals: Vec::new(),
    })
}

/// Returns a line for each person, and one for those who are not listed.
fn lines_of(
    part: &StoredPart,
    people_max: usize,
    currency: Currency,
    style: &Style<'_>,
) -> Result<Vec<Vec<Cell>>, MoneyError> {
    let name = Cell::Text(style.words.of("bridge_part", part.part));
    let counted = |text: String, count: u32| {
        let text = text.replace("{{count}}", &style.formats.count(count));
        vec![name.clone(), Cell::Text(text), Cell::empty(), Cell::empty()]
    };
    if part.people.is_empty() {
        let unlisted = style.words.report("unlisted", "{{count}} people, not listed by name");
        let sum = Cell::Money(Money::parse(&part.total.sum, currency)?);
        return Ok(vec![[counted(unlisted, part.total.count), vec![sum]].concat()]);
    }
    let listed = part.people.iter().take(people_max);
    let mut lines =
        listed.map(|person| line(person, &name, currency)).collect::<Result<Vec<_>, MoneyError>>()?;
    let more = u32::try_from(part.people.len().saturating_sub(people_max)).unwrap_or(u32::MAX);
    if more > 0 {
        let text = style.words.report("bridge_more", "and {{count}} more, see the workbook (.xlsx)");
        lines.push([counted(text, more), vec![Cell::empty()]].concat());
    }
    Ok(lines)
}

fn line(
    StoredPerson(name, before, after): &StoredPerson,
    part: &Cell,
    currency: Currency,
) -> Result<Vec<Cell>, MoneyError> {
    let amount =
        |digits: &Option<String>| digits.as_deref().map(|digits| Money::parse(digits, currency)).transpose();
    let (before, after) = (amount(before)?, amount(after)?);
    let minor = |money: Option<Money>| money.map_or(0, Money::minor);
    let change = minor(after).checked_sub(minor(before)).ok_or(MoneyError::TooLarge)?;
    let cell = |money: Option<Money>| money.map_or_else(Cell::empty, Cell::Money);
    Ok(vec![
        part.clone(),
        Cell::Text(name.clone()),
        cell(before),
        cell(after),
        Cell::Money(Money::from_minor(change, currency)),
    ])
}
