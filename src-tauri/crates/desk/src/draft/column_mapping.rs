//! By which columns the file of a draft was read.

use paysheet_sheet::{Decision, Mapping, MappingOrigin};
use serde::{Deserialize, Serialize};

/// By which columns a file was read, and who said so; kept with the payroll and in its record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ColumnMapping {
    pub mapping: Mapping,
    pub origin: MappingOrigin,
    /// The fingerprint of the headings; none where there are none.
    pub layout: Option<String>,
}

impl ColumnMapping {
    #[must_use]
    pub fn of(decision: &Decision) -> Self {
        Self { mapping: decision.mapping.clone(), origin: decision.origin, layout: decision.layout.clone() }
    }
}
