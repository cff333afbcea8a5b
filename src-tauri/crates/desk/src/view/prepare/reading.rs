//! The columns by which the file of a draft was read.

use paysheet_sheet::MappingOrigin;
use serde::{Deserialize, Serialize};

/// How the columns of a draft's file were detected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct ReadingView {
    pub origin: MappingOrigin,
    /// The name of the layout, if it is stored.
    pub layout_name: Option<String>,
}
