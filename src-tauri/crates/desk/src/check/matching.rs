//! Matches the people of a draft with those of the previous payroll: one answer to who is who, for every comparison of
//! the two. Deliberately not here: what differs, and whether it must be decided.

use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap},
};

use paysheet_draft::{Entry, PaidPerson, PreviousPayroll, name_key, recipient_key, unnamed_key};

/// A person of this payroll, of the previous one, or of both. Several rows with one name are one person.
#[derive(Debug, Default)]
pub(crate) struct MatchedPerson<'a> {
    /// In the order of the draft; empty if the person is not in it any more.
    pub now: Vec<&'a Entry>,
    /// Empty if the person is new.
    pub before: &'a [PaidPerson],
}

/// Returns everyone who is in the entries or in the previous payroll, in an order that is the same each time. People
/// are found by staff number or name, and otherwise by their account: another spelling of a person whose account is
/// known is not a new person.
pub(crate) fn match_people<'a>(
    entries: impl Iterator<Item = &'a Entry>,
    before: &'a PreviousPayroll,
) -> Vec<MatchedPerson<'a>> {
    let mut people: BTreeMap<Cow<'a, str>, MatchedPerson<'a>> = before
        .people
        .iter()
        .map(|(key, paid)| (Cow::from(key), MatchedPerson { now: Vec::new(), before: paid }))
        .collect();
    let mut unmatched = Vec::new();
    for entry in entries {
        match before.person(&entry.recipient) {
            Some((key, _)) => people.entry(Cow::from(key)).or_default().now.push(entry),
            None => unmatched.push(entry),
        }
    }
    let holders = if unmatched.is_empty() { HashMap::new() } else { holders(&people) };
    for entry in unmatched {
        let holder = recipient_key(&entry.recipient).and_then(|account| holders.get(&account));
        let key = holder.cloned().unwrap_or_else(|| new_person_key(entry).into());
        people.entry(key).or_default().now.push(entry);
    }
    people.into_values().collect()
}

/// Returns who was paid to each account. If several people were, it is one who is not in the draft by name.
fn holders<'a>(people: &BTreeMap<Cow<'a, str>, MatchedPerson<'a>>) -> HashMap<String, Cow<'a, str>> {
    let mut people: Vec<_> = people.iter().collect();
    // The order is otherwise that of the keys: the same each time.
    people.sort_by_key(|(_, person)| !person.now.is_empty());
    let mut holders = HashMap::new();
    for (key, person) in people {
        for paid in person.before {
            holders.entry(paid.account_key.clone()).or_insert_with(|| key.clone());
        }
    }
    holders
}

/// Returns the key of somebody who is not in the previous payroll. A row without a name and an account is a person of
/// its own.
fn new_person_key(entry: &Entry) -> String {
    let name = entry.recipient.name.as_deref().and_then(name_key);
    let own = || unnamed_key(&format!("row {}", entry.row.position));
    name.unwrap_or_else(|| recipient_key(&entry.recipient).map_or_else(own, |account| unnamed_key(&account)))
}
