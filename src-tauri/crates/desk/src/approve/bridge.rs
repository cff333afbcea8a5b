//! How the previous payroll becomes this one: who joined, who left and whose pay changed, in each currency. Who is who
//! is decided by [`match_people`], as in the comparison. All sums are exact: the previous total and the parts add up to
//! the total of this payroll.
//!
//! # The bridge from the last payroll adds up, and does not change
//!
//! `desk::check::matching` decides who is the same person for the comparison and for the bridge. `approve::bridge` adds
//! every person's pay in each currency to the last total, to this one and to one part, with checked arithmetic. What
//! was shown is stored with the approval (`approve::stored_bridge`), and the report prints that.

use std::collections::BTreeMap;

use paysheet_domain::{Currency, Money, MoneyError, money::Total};
use paysheet_draft::{Entry, PreviousPayroll, count};

use crate::{
    check::{
        listed_people::PEOPLE_LISTED_MAX,
        matching::{MatchedPerson, match_people},
    },
    view::{BridgePart, BridgePartView, BridgePersonView, CurrencyBridgeView},
};

/// People and what they get together.
pub(crate) type PeopleAndSum = (u32, Money);

/// The change in one currency.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CurrencyBridge {
    /// Everyone whom the previous payroll paid in this currency.
    pub last: PeopleAndSum,
    /// Without those that are about nobody.
    pub parts: BTreeMap<BridgePart, PartOfBridge>,
    /// Everyone whom this payroll pays in this currency.
    pub this: PeopleAndSum,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PartOfBridge {
    /// What the part adds; negative if it takes away.
    pub sum: Money,
    /// The largest changes first.
    pub people: Vec<BridgePerson>,
}

/// A person with their pay in one currency, then and now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BridgePerson {
    pub name: String,
    /// Row in the file, from 1; none for a row that was added in Paysheet, and for somebody who left.
    pub row: Option<u32>,
    /// None if the previous payroll did not pay the person in this currency.
    pub before: Option<Money>,
    pub after: Option<Money>,
    pub change: Money,
}

/// Returns the change from the previous payroll to the entries, the currency `own` first.
///
/// # Errors
/// If a sum is too large.
pub(crate) fn bridge<'a>(
    entries: impl Iterator<Item = &'a Entry>,
    before: &'a PreviousPayroll,
    own: Currency,
) -> Result<Vec<CurrencyBridge>, MoneyError> {
    let mut bridges: BTreeMap<(bool, Currency), CurrencyBridge> = BTreeMap::new();
    for person in match_people(entries, before) {
        for (currency, pay) in pay_by_currency(&person)? {
            let bridge = bridges.entry((currency != own, currency));
            bridge.or_insert_with(|| CurrencyBridge::empty(currency)).add(&person, pay)?;
        }
    }
    let mut bridges: Vec<CurrencyBridge> = bridges.into_values().collect();
    for part in bridges.iter_mut().flat_map(|bridge| bridge.parts.values_mut()) {
        part.people.sort_by(|one, other| {
            let size = |person: &BridgePerson| person.change.minor().unsigned_abs();
            (size(other), &one.name, one.row).cmp(&(size(one), &other.name, other.row))
        });
    }
    Ok(bridges)
}

/// What a person got and gets in one currency.
#[derive(Clone, Copy, Default)]
struct Pay {
    before: Option<Money>,
    after: Option<Money>,
}

impl Pay {
    fn change(self, currency: Currency) -> Result<Money, MoneyError> {
        let minor = |money: Option<Money>| money.map_or(0, Money::minor);
        let change = minor(self.after).checked_sub(minor(self.before)).ok_or(MoneyError::TooLarge)?;
        Ok(Money::from_minor(change, currency))
    }
}

fn pay_by_currency(person: &MatchedPerson<'_>) -> Result<BTreeMap<Currency, Pay>, MoneyError> {
    let mut pay: BTreeMap<Currency, Pay> = BTreeMap::new();
    let added = |to: Option<Money>, amount: Money| {
        to.unwrap_or(Money::zero(amount.currency())).checked_add(amount).map(Some)
    };
    for paid in person.before {
        let of = pay.entry(paid.amount.currency()).or_default();
        of.before = added(of.before, paid.amount)?;
    }
    for amount in person.now.iter().filter_map(|entry| entry.recipient.amount) {
        let of = pay.entry(amount.currency()).or_default();
        of.after = added(of.after, amount)?;
    }
    Ok(pay)
}

impl CurrencyBridge {
    fn empty(currency: Currency) -> Self {
        let nobody = (0, Money::zero(currency));
        Self { last: nobody, parts: BTreeMap::new(), this: nobody }
    }

    pub fn currency(&self) -> Currency {
        self.this.1.currency()
    }

    fn add(&mut self, person: &MatchedPerson<'_>, pay: Pay) -> Result<(), MoneyError> {
        add_pay(&mut self.last, pay.before)?;
        add_pay(&mut self.this, pay.after)?;
        let change = pay.change(self.currency())?;
        let Some(kind) = part_of(person, change) else { return Ok(()) };
        let empty = PartOfBridge { sum: Money::zero(self.currency()), people: Vec::new() };
        let part = self.parts.entry(kind).or_insert(empty);
        part.sum = part.sum.checked_add(change)?;
        part.people.push(bridge_person(person, pay, change));
        Ok(())
    }
}

fn add_pay((people, sum): &mut PeopleAndSum, pay: Option<Money>) -> Result<(), MoneyError> {
    if let Some(pay) = pay {
        *people = people.saturating_add(1);
        *sum = sum.checked_add(pay)?;
    }
    Ok(())
}

/// Returns the part that a person's change belongs to; none if the pay is the same. Somebody who is paid in another
/// currency now has neither left nor joined.
fn part_of(person: &MatchedPerson<'_>, change: Money) -> Option<BridgePart> {
    match (person.before.is_empty(), person.now.is_empty()) {
        (true, _) => Some(BridgePart::Joiners),
        (_, true) => Some(BridgePart::Leavers),
        _ if change.is_positive() => Some(BridgePart::Increases),
        _ => (change.minor() != 0).then_some(BridgePart::Decreases),
    }
}

fn bridge_person(person: &MatchedPerson<'_>, pay: Pay, change: Money) -> BridgePerson {
    let now = person.now.first();
    let name = now.and_then(|entry| entry.recipient.name.clone());
    let then = || person.before.first().map(|paid| paid.name.clone());
    BridgePerson {
        name: name.or_else(then).unwrap_or_default(),
        row: now.and_then(|entry| entry.row.source.origin.number()),
        before: pay.before,
        after: pay.after,
        change,
    }
}

impl PartOfBridge {
    pub fn total(&self) -> Total {
        Total::new(count(self.people.iter()), self.sum)
    }
}

impl From<&CurrencyBridge> for CurrencyBridgeView {
    fn from(bridge: &CurrencyBridge) -> Self {
        let CurrencyBridge { last, parts, this } = bridge;
        let part = |(part, of): (&BridgePart, &PartOfBridge)| BridgePartView {
            part: *part,
            total: of.total(),
            people: of.people.iter().take(PEOPLE_LISTED_MAX).map(BridgePersonView::from).collect(),
        };
        Self {
            currency: bridge.currency(),
            last: Total::new(last.0, last.1),
            parts: parts.iter().map(part).collect(),
            this: Total::new(this.0, this.1),
        }
    }
}

impl From<&BridgePerson> for BridgePersonView {
    fn from(person: &BridgePerson) -> Self {
        Self {
            name: person.name.clone(),
            row: person.row,
            before: person.before.map(Money::digits),
            after: person.after.map(Money::digits),
            change: person.change.digits(),
        }
    }
}

#[cfg(test)]
mod tests;
