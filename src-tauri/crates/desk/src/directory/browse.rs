//! What Banks and the bank picker show: the service's destinations with the day of each list, and branches.

use std::collections::HashMap;

use paysheet_domain::{Bank, BankKind, Country};
use paysheet_ledger::BankListKind;
use strum::IntoEnumIterator;

use crate::{
    desk::Desk,
    directory::{
        draft_banks,
        lists::{self, ListPurpose},
    },
    error::DeskError,
    state::stored_lists::{ListKey, PAYABLE, banks_of, branches_of},
    view::{BankLists, BranchesView, CountryListsView, DestinationView, DestinationsView, ListView},
};

/// Every kind of destination that the service lists.
const ALL: [BankKind; 3] = [BankKind::Bank, BankKind::MobileMoney, BankKind::Pickup];

impl Desk {
    /// Returns the destinations of a country as the service lists them.
    pub async fn destinations(
        &self,
        country: Country,
        lists: BankLists,
    ) -> Result<DestinationsView, DeskError> {
        match lists {
            BankLists::Payable => self.banks(country).await,
            BankLists::All => self.bank_lists(country, false).await,
            BankLists::AllFetched => self.bank_lists(country, true).await,
        }
    }

    /// Returns the destinations that a row of a country can be paid into, as the service lists them. Missing and old lists
    /// are fetched, and open drafts are checked by them first: a code that is chosen from this view must mean the same bank
    /// in the draft.
    ///
    /// # Errors
    /// `Ledger`. What could not be fetched is in the view.
    pub async fn banks(&self, country: Country) -> Result<DestinationsView, DeskError> {
        let view = destinations(self, country, &PAYABLE).await?;
        draft_banks::check_open_drafts(self).await?;
        Ok(view)
    }

    /// Returns all destinations of a country, with those that pay out in cash. With `fetch`, each list is fetched now.
    ///
    /// # Errors
    /// `Ledger`. What could not be fetched is in the view.
    pub async fn bank_lists(&self, country: Country, fetch: bool) -> Result<DestinationsView, DeskError> {
        if fetch {
            fetch_all(self, &[country], &ALL).await;
            draft_banks::check_open_drafts(self).await?;
        }
        destinations(self, country, &ALL).await
    }

    /// Fetches the lists of countries, and checks every open draft by them.
    ///
    /// # Errors
    /// The first error, if a list that people are paid by could not be fetched.
    pub async fn fetch_banks(&self, countries: &[Country]) -> Result<(), DeskError> {
        let failed = fetch_all(self, countries, &PAYABLE).await;
        draft_banks::check_open_drafts(self).await?;
        failed.map_or(Ok(()), Err)
    }

    /// Returns the branches of a bank. They are fetched when first needed, and with `fetch`.
    ///
    /// # Errors
    /// `Locked`, `Call`: there is no list, and none could be fetched.
    pub async fn branches(
        &self,
        country: Country,
        bank: &str,
        fetch: bool,
    ) -> Result<BranchesView, DeskError> {
        let key = (country, BankListKind::Branches { bank: bank.to_owned() });
        let list = if fetch {
            lists::fetch(self, key).await?
        } else {
            lists::current(self, key, ListPurpose::ByTheUser).await?
        };
        Ok(BranchesView { fetched_at: list.fetched_at.to_string(), branches: branches_of(&list) })
    }
}

/// Returns when the service's list of a country's banks was fetched; none if there is no list.
pub(crate) fn listed_at(desk: &Desk, country: Country) -> Option<String> {
    let list = desk.lists.get(&lists::destinations(country, BankKind::Bank));
    let of_wallets = || desk.lists.get(&lists::destinations(country, BankKind::MobileMoney));
    // Some countries have wallets alone.
    let list = list.filter(|list| !list.entries.is_empty()).or_else(of_wallets)?;
    (!list.entries.is_empty()).then(|| list.fetched_at.to_string())
}

impl Desk {
    /// Returns what is stored of each country's lists; nothing is fetched.
    pub async fn bank_countries(&self) -> Result<Vec<CountryListsView>, DeskError> {
        lists::load(self).await?;
        let figure = |country, kind| {
            let list = self.lists.get(&lists::destinations(country, kind))?;
            u32::try_from(list.entries.len()).ok()
        };
        let lists_of = |country| CountryListsView {
            country,
            banks: figure(country, BankKind::Bank),
            wallets: figure(country, BankKind::MobileMoney),
        };
        Ok(Country::iter().map(lists_of).collect())
    }
}

/// Returns the banks and wallets that the service lists; empty if it listed none and cannot be asked now.
pub(crate) async fn listed_banks(desk: &Desk, country: Country) -> Vec<Bank> {
    let mut banks = Vec::new();
    for kind in PAYABLE {
        banks.extend(one_list(desk, lists::destinations(country, kind), kind).await.0);
    }
    banks
}

async fn destinations(
    desk: &Desk,
    country: Country,
    kinds: &[BankKind],
) -> Result<DestinationsView, DeskError> {
    lists::load(desk).await?;
    let (mut banks, mut lists) = (Vec::<Bank>::new(), Vec::new());
    for kind in kinds {
        let (listed, list) = one_list(desk, lists::destinations(country, *kind), *kind).await;
        let is_known = |bank: &Bank| banks.iter().any(|known| known.code == bank.code);
        let new: Vec<Bank> = listed.into_iter().filter(|bank| !is_known(bank)).collect();
        banks.extend(new);
        lists.push(list);
    }
    let directory = desk.lists.directory(&lists::service_key(desk));
    let uses: HashMap<String, u32> = desk.ledger.bank_uses(country).await?.into_iter().collect();
    let view = |bank: Bank| DestinationView {
        uses: uses.get(&bank.code).copied().unwrap_or_default(),
        aliases: directory.aliases(country, &bank.code).to_vec(),
        // A wallet that is listed among the banks is shown as a wallet.
        kind: directory.by_code(country, &bank.code).map_or(bank.kind, |known| known.kind),
        code: bank.code,
        name: bank.name,
    };
    Ok(DestinationsView { country, banks: banks.into_iter().map(view).collect(), lists })
}

async fn one_list(desk: &Desk, key: ListKey, kind: BankKind) -> (Vec<Bank>, ListView) {
    let listed = lists::current(desk, key.clone(), ListPurpose::ByTheUser).await;
    let failure = desk.lists.failure(&key).map(|failure| failure.error);
    match listed {
        Ok(list) => (
            banks_of(&list, kind).collect(),
            ListView { kind, fetched_at: Some(list.fetched_at.to_string()), failure },
        ),
        Err(error) => (Vec::new(), ListView { kind, fetched_at: None, failure: Some((&error).into()) }),
    }
}

/// Fetches each list, whatever becomes of the others, and returns the first error about one that was not fetched before.
async fn fetch_all(desk: &Desk, countries: &[Country], kinds: &[BankKind]) -> Option<DeskError> {
    let mut failed = None;
    for country in countries {
        for kind in kinds {
            let key = lists::destinations(*country, *kind);
            if let Err(error) = lists::fetch(desk, key.clone()).await
                && desk.lists.get(&key).is_none()
            {
                failed.get_or_insert(error);
            }
        }
    }
    failed
}
