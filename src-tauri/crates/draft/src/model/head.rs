//! Facts of a draft besides its rows.

use std::sync::Arc;

use super::{
    column_mapping::ColumnMapping, entry::SentColumn, previous_payroll::PreviousPayroll, refusal::Refusal,
    skipped_row::StoredSkippedRow,
};
use paysheet_domain::{Country, Currency, Problem, checks::DecimalConvention};

/// Facts of a draft besides its rows.
#[derive(Clone, Debug)]
pub struct DraftHead {
    pub id: u32,
    pub name: String,
    pub period: String,
    pub file_name: String,
    pub sheet: String,
    pub country: Country,
    pub currency: Currency,
    pub convention: DecimalConvention,
    /// Everything that the importer skipped, whether it was restored or not.
    pub skipped: Vec<StoredSkippedRow>,
    pub file_problems: Vec<Problem>,
    /// The columns by which the file was read; none if no file was read.
    pub reading: Option<ColumnMapping>,
    /// The last similar payroll.
    pub before: Option<Arc<PreviousPayroll>>,
    /// What the service said when it refused this payroll; none if it did not.
    pub refusal: Option<Refusal>,
    /// Maximum length of a narration at the profile's service, in characters; 0 if it has told none.
    pub narration_chars_max: u32,
    /// The service gets more about each person than the interface has, such as a branch. What it does not get is not asked
    /// for.
    pub are_details_sent: bool,
    /// The columns whose values are sent beside that.
    pub sent_columns: Vec<SentColumn>,
}
