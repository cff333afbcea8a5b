//! Events for the window. An event reports that something changed, without the data; the window then requests the
//! data.

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum DeskEvent {
    SessionChanged,
    /// A view of the draft with this revision or a later one has the change.
    DraftChanged {
        id: u32,
        revision: u32,
    },
    NamesProgress {
        id: u32,
        done: u32,
        total: u32,
        /// Seconds that the rest will take; none while that is not known.
        #[serde(rename = "leftS")]
        left_s: Option<u32>,
    },
    PayrollChanged {
        id: u32,
    },
    TopUpChanged {
        id: u32,
    },
    /// Reports about unknown references came, or were applied.
    UnknownReportsChanged,
    /// A new version of the program was found, or its download or installation moved on.
    UpdatesChanged,
}
