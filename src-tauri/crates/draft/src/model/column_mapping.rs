//! The columns by which the file of a draft was read.

use paysheet_sheet::{Decision, Mapping, MappingOrigin};
use serde::{Deserialize, Serialize};

/// The columns by which a file was read, and who decided them. Stored with the payroll and in its record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ColumnMapping {
    pub mapping: Mapping,
    pub origin: MappingOrigin,
    /// The fingerprint of the headings; none if the file has no headings.
    pub layout: Option<String>,
}

impl ColumnMapping {
    #[must_use]
    pub fn of(decision: &Decision) -> Self {
        Self { mapping: decision.mapping.clone(), origin: decision.origin, layout: decision.layout.clone() }
    }
}
