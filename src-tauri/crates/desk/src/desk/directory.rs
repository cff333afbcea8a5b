//! The service's lists of banks.

use paysheet_domain::Country;

use crate::{
    desk::Desk,
    directory::{browse, spellings},
    error::DeskError,
    view::{BankLists, BankSpellingView, BranchesView, CountryListsView, DestinationsView},
};

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

    /// Returns the banks and wallets of a country as the service lists them.
    pub async fn banks(&self, country: Country) -> Result<DestinationsView, DeskError> {
        browse::banks(&self.context, country).await
    }

    /// Returns what is stored of each country's lists.
    pub async fn bank_countries(&self) -> Result<Vec<CountryListsView>, DeskError> {
        browse::countries(&self.context).await
    }

    /// Returns all destinations of a country. With `fetch`, each list is fetched now.
    pub async fn bank_lists(&self, country: Country, fetch: bool) -> Result<DestinationsView, DeskError> {
        browse::bank_lists(&self.context, country, fetch).await
    }

    /// Fetches the lists of countries, and checks every open draft by them.
    pub async fn fetch_banks(&self, countries: &[Country]) -> Result<(), DeskError> {
        browse::fetch_banks(&self.context, countries).await
    }

    /// Returns what files call the service's banks.
    pub async fn bank_spellings(&self) -> Result<Vec<BankSpellingView>, DeskError> {
        spellings::list(&self.context).await
    }

    /// Forgets what files call a bank.
    pub async fn forget_bank_spelling(&self, country: Country, text: &str) -> Result<(), DeskError> {
        spellings::forget(&self.context, country, text).await
    }

    /// Returns the branches of a bank.
    pub async fn branches(
        &self,
        country: Country,
        bank: &str,
        fetch: bool,
    ) -> Result<BranchesView, DeskError> {
        browse::branches(&self.context, country, bank, fetch).await
    }
}
