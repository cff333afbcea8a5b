//! Files become drafts.

use std::path::{Path, PathBuf};

use paysheet_domain::Country;
use paysheet_sheet::{MappedColumn, ReadOptions};

use crate::{
    check::remap,
    desk::Desk,
    error::DeskError,
    import::{
        mapping::{self, layouts},
        open, same_file, template,
    },
    view::{
        DraftView, LayoutChange, LayoutView, MappingAnswer, MappingQuestion, MappingView, Opened, RemapEffect,
    },
};

impl Desk {
    /// Returns all stored layouts, the one used last first.
    pub async fn layouts(&self) -> Result<Vec<LayoutView>, DeskError> {
        layouts::layouts(&self.context).await
    }

    /// Makes a change of a layout.
    pub async fn apply_layout_change(
        &self,
        fingerprint: &str,
        change: LayoutChange,
    ) -> Result<(), DeskError> {
        match change {
            LayoutChange::Rename { name } => self.rename_layout(fingerprint, &name).await,
            LayoutChange::Columns { columns } => self.change_layout(fingerprint, &columns).await,
            LayoutChange::Forget => self.forget_layout(fingerprint).await,
        }
    }

    /// Renames a layout.
    pub async fn rename_layout(&self, fingerprint: &str, name: &str) -> Result<(), DeskError> {
        layouts::rename_layout(&self.context, fingerprint, name).await
    }

    /// Changes the meaning of a layout's columns, for files that are read from now on.
    pub async fn change_layout(&self, fingerprint: &str, columns: &[MappedColumn]) -> Result<(), DeskError> {
        layouts::change_layout(&self.context, fingerprint, columns).await
    }

    /// Deletes a layout.
    pub async fn forget_layout(&self, fingerprint: &str) -> Result<(), DeskError> {
        layouts::forget_layout(&self.context, fingerprint).await
    }

    /// Reads a payroll file into a new draft, unless its columns leave a doubt that the user has to settle.
    pub async fn open_or_ask(&self, path: &Path, options: ReadOptions) -> Result<Opened, DeskError> {
        mapping::opening::open_or_ask(&self.context, path, options).await
    }

    /// Returns a file as the mapping screen shows it.
    pub async fn look_at_file(
        &self,
        path: &Path,
        question: MappingQuestion,
    ) -> Result<MappingView, DeskError> {
        mapping::opening::look_at_file(&self.context, path, question).await
    }

    /// Reads a file by the columns that the user confirmed into a new draft, and stores these columns as a layout.
    pub async fn open_mapped(&self, path: &Path, answer: MappingAnswer) -> Result<u32, DeskError> {
        mapping::opening::open_mapped(&self.context, path, answer).await
    }

    /// Returns the file of a draft as the mapping screen shows it: at first by the draft's own columns.
    pub async fn look_at_draft(&self, id: u32, question: MappingQuestion) -> Result<MappingView, DeskError> {
        remap::look_at_draft(&self.context, id, question).await
    }

    /// Returns the effect on the user's edits of reading a draft's file by these columns.
    pub async fn remap_effect(&self, id: u32, answer: MappingAnswer) -> Result<RemapEffect, DeskError> {
        remap::remap_effect(&self.context, id, answer).await
    }

    /// Reads a draft's file by these columns, stores them as a layout, and keeps the edits that still apply.
    pub async fn remap(&self, id: u32, answer: MappingAnswer) -> Result<DraftView, DeskError> {
        remap::remap(&self.context, id, answer).await
    }

    /// Returns a file name for a country's template.
    #[must_use]
    pub fn template_name(&self, country: Country) -> String {
        template::template_name(country)
    }

    /// Writes a country's template to `path`, with the service's own banks if they can be fetched now.
    pub async fn save_template(&self, country: Country, path: &Path) -> Result<PathBuf, DeskError> {
        template::save_template(&self.context, country, path).await
    }

    /// Reads a payroll file into a new draft, by the layout that was confirmed for its headings if there is one, and by
    /// the most likely columns otherwise.
    pub async fn open_file(&self, path: &Path, options: ReadOptions) -> Result<u32, DeskError> {
        open::open_file(&self.context, path, options).await
    }

    /// Whether a file has the bytes that the payroll was read from.
    pub async fn is_file_of(&self, id: u32, path: &Path) -> Result<bool, DeskError> {
        same_file::is_file_of(&self.context, id, path).await
    }

    /// Returns the file of a draft if it was saved again since the draft was read from it.
    pub async fn changed_file(&self, id: u32) -> Result<Option<PathBuf>, DeskError> {
        same_file::changed_file(&self.context, id).await
    }

    /// Records the user's decision to leave a payroll as it was approved, although the file is another one by now.
    pub async fn keep_as_approved(&self, id: u32, path: &Path, reason: &str) -> Result<(), DeskError> {
        same_file::keep_as_approved(&self.context, id, path, reason).await
    }

    /// Creates a new draft from the people of an earlier payroll: for this month, or for the month after the earlier
    /// one's if that is this month or later, so that nobody is paid twice for one month by a click.
    pub async fn pay_again(&self, from: u32) -> Result<u32, DeskError> {
        open::pay_again(&self.context, from).await
    }
}
