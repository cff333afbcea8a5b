//! What the user is asked about a list of results or a statement of which nobody knows what its columns hold.

use paysheet_sheet::{
    HeadRow, ListColumnPreview, ListKind, ListMapping, ListNeed, MappingOrigin, TableChoice,
};
use serde::{Deserialize, Serialize};

use super::outcomes::OutcomesView;
use crate::view::prepare::mapping::SheetView;

/// The result of reading a file with results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case", tag = "shows", content = "view")]
pub enum OutcomesLook {
    /// What the file would change.
    Difference(Box<OutcomesView>),
    /// Its headings do not say what the columns hold: the user has to.
    Columns(Box<OutcomeColumnsView>),
}

/// How the columns of a list are previewed. What is not given is detected.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase", default)]
pub struct OutcomeColumnsQuestion {
    pub table: Option<TableChoice>,
    pub mapping: Option<ListMapping>,
}

/// The columns of a list for the user to say what they hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct OutcomeColumnsView {
    pub kind: ListKind,
    pub file_name: String,
    pub sheets: Vec<SheetView>,
    pub mapping: ListMapping,
    pub origin: MappingOrigin,
    pub columns: Vec<ListColumnPreview>,
    /// The first rows of the sheet, to choose the one with the headings.
    pub head: Vec<HeadRow>,
    /// What no column of the mapping holds. Until nothing is missing, it is not read.
    pub missing: Vec<ListNeed>,
    /// Rows that are about a payment, by these columns.
    pub rows: u32,
    /// The row taken for the headings is a payment, which would not be read.
    pub is_headed_by_a_payment: bool,
    /// The columns are names in records: there are no headings to choose.
    pub are_records: bool,
    /// Files with these headings can be recognised the next time.
    pub can_be_remembered: bool,
    /// The amounts of which only the user knows what their signs mean; none if the file shows it.
    pub signs: Option<SignedColumn>,
}

/// A column of amounts of which the user has to say what a minus means, with the first amount of each kind in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct SignedColumn {
    /// The column's letters (`D`).
    pub column: String,
    pub plain: Option<String>,
    pub minus: Option<String>,
}
