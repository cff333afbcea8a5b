//! The lists in memory: those of the service that the profile names now, and why the last request for one failed.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use jiff::Timestamp;
use paysheet_domain::{
    Bank, BankDirectory, BankKind, ConfirmedSpelling, Country, ListedBranch, bank::BankMatch,
};
use paysheet_ledger::{BankListKind, BankListRecord};
use strum::IntoEnumIterator;

use crate::{app_error::AppError, mutex::lock};

/// A list of one country.
pub(crate) type ListKey = (Country, BankListKind);

/// The lists of one service, as they were read from the ledger or fetched since.
#[derive(Default)]
pub(crate) struct StoredLists(Mutex<Lists>);

#[derive(Default)]
struct Lists {
    /// The service that they are of; none before the ledger was read.
    service: Option<String>,
    records: HashMap<ListKey, Arc<BankListRecord>>,
    failures: HashMap<ListKey, Failure>,
    /// What files call the service's banks.
    spellings: Vec<ConfirmedSpelling>,
    /// Built of the records when it is first needed. All drafts share it.
    directory: Option<Arc<BankDirectory>>,
}

/// Why a list could not be fetched.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    pub at: Timestamp,
    pub error: AppError,
    /// The service answered, and refused this list.
    pub is_refusal: bool,
}

impl StoredLists {
    pub fn is_of(&self, service: &str) -> bool {
        lock(&self.0).service.as_deref() == Some(service)
    }

    /// Replaces everything by what the ledger has of a service.
    pub fn load(&self, service: &str, records: Vec<BankListRecord>, spellings: Vec<ConfirmedSpelling>) {
        let records = records.into_iter().map(|list| ((list.country, list.kind.clone()), Arc::new(list)));
        let (service, records) = (Some(service.to_owned()), records.collect());
        *lock(&self.0) = Lists { service, records, spellings, ..Lists::default() };
    }

    /// Replaces what files call the banks of a service, unless the profile names another one by now.
    pub fn set_spellings(&self, service: &str, spellings: Vec<ConfirmedSpelling>) {
        let mut lists = lock(&self.0);
        if lists.service.as_deref() == Some(service) {
            lists.spellings = spellings;
            lists.directory = None;
        }
    }

    pub fn get(&self, key: &ListKey) -> Option<Arc<BankListRecord>> {
        lock(&self.0).records.get(key).cloned()
    }

    pub fn failure(&self, key: &ListKey) -> Option<Failure> {
        lock(&self.0).failures.get(key).cloned()
    }

    /// Takes a list that was just fetched, unless the profile names another service by now.
    pub fn put(&self, service: &str, list: Arc<BankListRecord>) {
        let mut lists = lock(&self.0);
        if lists.service.as_deref() != Some(service) {
            return;
        }
        let key = (list.country, list.kind.clone());
        lists.failures.remove(&key);
        let before = lists.records.insert(key, Arc::clone(&list));
        if before.is_none_or(|before| before.entries != list.entries) {
            lists.directory = None;
        }
    }

    pub fn put_failure(&self, service: &str, key: ListKey, failure: Failure) {
        let mut lists = lock(&self.0);
        if lists.service.as_deref() == Some(service) {
            lists.failures.insert(key, failure);
        }
    }

    /// Returns the destinations of all countries at a service. If its lists were not read, none of them is confirmed.
    pub fn directory(&self, service: &str) -> Arc<BankDirectory> {
        let mut lists = lock(&self.0);
        if lists.service.as_deref() != Some(service) {
            return Arc::new(BankDirectory::embedded().clone());
        }
        if let Some(directory) = &lists.directory {
            return Arc::clone(directory);
        }
        let directory = Arc::new(directory_of(&lists.records).with_confirmed(&lists.spellings));
        lists.directory = Some(Arc::clone(&directory));
        directory
    }
}

/// The kinds of destinations that have accounts.
pub(crate) const PAYABLE: [BankKind; 2] = [BankKind::Bank, BankKind::MobileMoney];

/// Returns the service's destinations. The embedded ones stand in for each list that it did not give. A country whose
/// lists are all empty was not listed.
fn directory_of(records: &HashMap<ListKey, Arc<BankListRecord>>) -> BankDirectory {
    let (mut listed, mut stand_ins) = (Vec::new(), Vec::new());
    for country in Country::iter() {
        let of_kind = |kind| records.get(&(country, BankListKind::Destinations(kind)));
        let is_listed = PAYABLE.into_iter().filter_map(of_kind).any(|list| !list.entries.is_empty());
        for kind in PAYABLE {
            match of_kind(kind).filter(|_| is_listed) {
                Some(list) => add(&mut listed, banks_of(list, kind)),
                None => add(
                    &mut stand_ins,
                    BankDirectory::embedded().in_country(country).filter(|bank| bank.kind == kind).cloned(),
                ),
            }
        }
    }
    // A code that is listed is the listed destination's, whatever the embedded list has it for. A wallet that the service
    // lists among its banks needs none to stand in for it.
    let named: Vec<&Bank> = listed.iter().filter_map(embedded_as).collect();
    stand_ins.retain(|bank: &Bank| !has_code(&listed, bank) && !named.contains(&bank));
    let branches = records.values().filter_map(|list| match &list.kind {
        BankListKind::Branches { bank } => Some(((list.country, bank.clone()), branches_of(list))),
        BankListKind::Destinations(_) => None,
    });
    BankDirectory::with_stand_ins(listed, stand_ins).with_branches(branches)
}

/// Returns the entries of a list of branches.
pub(crate) fn branches_of(list: &BankListRecord) -> Vec<ListedBranch> {
    let branch = |(code, name): &(String, String)| ListedBranch { code: code.clone(), name: name.clone() };
    list.entries.iter().map(branch).collect()
}

/// Returns the entries of a list of destinations.
pub(crate) fn banks_of(list: &BankListRecord, kind: BankKind) -> impl Iterator<Item = Bank> {
    let bank = move |(code, name): &(String, String)| Bank {
        code: code.clone(),
        name: name.clone(),
        kind,
        country: list.country,
    };
    list.entries.iter().map(bank)
}

/// Adds destinations whose code is not there yet: a service may list its wallets among the banks as well.
fn add(to: &mut Vec<Bank>, banks: impl Iterator<Item = Bank>) {
    for bank in banks {
        if !has_code(to, &bank) {
            to.push(bank);
        }
    }
}

/// Returns the embedded destination with this one's name.
fn embedded_as(bank: &Bank) -> Option<&'static Bank> {
    match BankDirectory::embedded().find(bank.country, &bank.name) {
        BankMatch::One(known) => Some(known),
        BankMatch::Several(_) | BankMatch::None(_) => None,
    }
}

fn has_code(banks: &[Bank], bank: &Bank) -> bool {
    banks.iter().any(|known| known.country == bank.country && known.code == bank.code)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(country: Country, kind: BankKind, entries: &[(&str, &str)]) -> (ListKey, Arc<BankListRecord>) {
        let kind = BankListKind::Destinations(kind);
        let entries = entries.iter().map(|(code, name)| ((*code).to_owned(), (*name).to_owned())).collect();
        let record =
            BankListRecord { country, kind: kind.clone(), fetched_at: Timestamp::UNIX_EPOCH, entries };
        ((country, kind), Arc::new(record))
    }

    /// Which of these codes are there, and whether they may be paid.
    fn found(directory: &BankDirectory) -> Vec<(&'static str, bool)> {
        let is_there = |code: &&str| directory.by_code(Country::KE, code).is_some();
        let codes = ["0001", "01", "MPESA"].into_iter().filter(is_there);
        codes.map(|code| (code, directory.is_confirmed(Country::KE, code))).collect()
    }

    #[test]
    fn each_list_counts_by_itself() {
        let banks = list(Country::KE, BankKind::Bank, &[("0001", "KCB Bank")]);
        let no_banks = list(Country::KE, BankKind::Bank, &[]);
        let no_wallets = list(Country::KE, BankKind::MobileMoney, &[]);
        let embedded = vec![("01", false), ("MPESA", false)];
        for (records, expected) in [
            (vec![], embedded.clone()),
            // The list of wallets could not be fetched.
            (vec![banks.clone()], vec![("0001", true), ("MPESA", false)]),
            // The service has no wallets there.
            (vec![banks, no_wallets.clone()], vec![("0001", true)]),
            // A bank has the code that the embedded list has for a wallet.
            (vec![list(Country::KE, BankKind::Bank, &[("MPESA", "Maendeleo Bank")])], vec![("MPESA", true)]),
            // It listed nothing at all, which is no list.
            (vec![no_banks, no_wallets], embedded),
        ] {
            let shown = format!("{records:?}");
            assert_eq!(found(&directory_of(&records.into_iter().collect())), expected, "{shown}");
        }
    }
}
