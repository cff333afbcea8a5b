//! The way from the previous payroll to this one, as the record stores it: the report of an approved payroll shows what
//! was approved, whatever happens to the previous payroll later.

use paysheet_domain::{Currency, Money, money::Total};
use serde::{Deserialize, Serialize};

use crate::{
    approve::bridge::{BridgePerson, CurrencyBridge, PartOfBridge},
    draft::Earlier,
    view::BridgePart,
};

/// The largest part whose people are stored by name, in people. Of a larger one only count and sum are.
pub const BRIDGE_PEOPLE_STORED_MAX: usize = 40;

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
    /// All of them, or nobody if they are too many.
    pub people: Vec<StoredPerson>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct StoredPerson {
    pub name: String,
    pub before: Option<String>,
    pub after: Option<String>,
    pub change: String,
}

impl StoredBridge {
    pub fn of(with: Earlier, bridges: &[CurrencyBridge]) -> Self {
        Self { with, currencies: bridges.iter().map(StoredCurrencyBridge::of).collect() }
    }
}

impl StoredCurrencyBridge {
    fn of(bridge: &CurrencyBridge) -> Self {
        let CurrencyBridge { last, parts, this } = bridge;
        let stored = |(part, of): (&BridgePart, &PartOfBridge)| {
            let is_listed = of.people.len() <= BRIDGE_PEOPLE_STORED_MAX;
            let people =
                if is_listed { of.people.iter().map(StoredPerson::of).collect() } else { Vec::new() };
            StoredPart { part: *part, total: of.total(), people }
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
        let BridgePerson { name, row: _, before, after, change } = person;
        Self {
            name: name.clone(),
            before: before.map(Money::digits),
            after: after.map(Money::digits),
            change: change.digits(),
        }
    }
}
