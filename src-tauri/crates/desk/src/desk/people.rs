//! Everyone who was ever paid.

use std::path::{Path, PathBuf};

use crate::{
    desk::Desk,
    error::DeskError,
    people::{browse, export, pay},
    view::{PeopleAmounts, PeopleQuery, PeopleWindow, PersonKey, PersonView, list_words::ListWords},
};

impl Desk {
    /// Returns a window of the people that match the query.
    pub async fn people(
        &self,
        query: &PeopleQuery,
        offset: u32,
        limit: u32,
    ) -> Result<PeopleWindow, DeskError> {
        browse::people(&self.context, query, offset, limit).await
    }

    /// Returns a person with every payout that was sent.
    pub async fn person(&self, key: &PersonKey) -> Result<PersonView, DeskError> {
        browse::person(&self.context, key).await
    }

    /// Creates a draft that pays these people.
    pub async fn pay_people(&self, people: &[PersonKey], amounts: PeopleAmounts) -> Result<u32, DeskError> {
        pay::pay_people(&self.context, people, amounts).await
    }

    /// Writes the people that match the query to a file.
    pub async fn export_people(
        &self,
        query: &PeopleQuery,
        words: ListWords,
        path: &Path,
    ) -> Result<PathBuf, DeskError> {
        export::export_people(&self.context, query, words, path).await
    }
}
