//! The way from the previous payroll to this one, as the record stores it: the report of an approved payroll shows what
//! was approved, whatever happens to the previous payroll later. The form is apart from the view, which has the people
//! with the largest changes only: here are all of them, each as short as possible. It is a part of the summary, and has
//! its version.

use paysheet_domain::{Currency, Money, money::Total};
use paysheet_draft::Earlier;
use serde::{Deserialize, Serialize};

use crate::{
    approve::bridge::{BridgePerson, CurrencyBridge, PartOfBridge},
    view::BridgePart,
};

/// A [`BridgeView`](crate::view::BridgeView) as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StoredBridge {
    pub with: Earlier,
    pub currencies: Vec<StoredCurrencyBridge>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct StoredCurrencyBridge {
    pub currency: Currency,
    pub last: Total,
    pub parts: Vec<StoredPart>,
    pub this: Total,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct StoredPart {
    pub part: BridgePart,
    pub total: Total,
    /// All of them, the largest changes first.
    pub people: Vec<StoredPerson>,
}

/// A person of a part: name, and the amounts before and after; the change follows from them. Without the names of its
/// fields, which would be stored ten thousand times.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct StoredPerson(pub String, pub Option<String>, pub Option<String>);

impl StoredBridge {
    pub fn of(with: Earlier, bridges: &[CurrencyBridge]) -> Self {
        Self { with, currencies: bridges.iter().map(StoredCurrencyBridge::of).collect() }
    }
}

impl StoredCurrencyBridge {
    fn of(bridge: &CurrencyBridge) -> Self {
        let CurrencyBridge { last, parts, this } = bridge;
        let stored = |(part, of): (&BridgePart, &PartOfBridge)| StoredPart {
            part: *part,
            total: of.total(),
            people: of.people.iter().map(StoredPerson::of).collect(),
        };
        Self {
            currency: bridge.currency(),
            last: Total::new(last.0, last.1),
            parts: parts.iter().map(stored).collect(),
            this: Total::new(this.0, this.1),
        }
    }
}

impl StoredPerson {
    fn of(person: &BridgePerson) -> Self {
        let BridgePerson { name, row: _, before, after, change: _ } = person;
        Self(name.clone(), before.map(Money::digits), after.map(Money::digits))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PEOPLE: u32 = 10_000;
    /// Of each person; every review of a payroll writes it once.
    const BYTES_PER_PERSON_MAX: usize = 64;

    #[test]
    fn ten_thousand_people_stay_small() {
        let person = |n: u32| BridgePerson {
            name: format!("Oluwaseun Adebayo-Okonkwo {n}"),
            row: Some(n),
            before: Some(Money::from_minor(25_000_000, Currency::NGN)),
            after: Some(Money::from_minor(25_000_000 + i64::from(n), Currency::NGN)),
            change: Money::from_minor(i64::from(n), Currency::NGN),
        };
        let people: Vec<StoredPerson> = (0..PEOPLE).map(|n| StoredPerson::of(&person(n))).collect();
        let bytes = serde_json::to_string(&people).unwrap().len();
        assert!(bytes <= BYTES_PER_PERSON_MAX * PEOPLE as usize, "{bytes} bytes");
    }
}
