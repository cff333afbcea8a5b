//! A bank's branches.

use serde::{Deserialize, Serialize};

use super::{
    json::Json,
    listing::{BRANCHES, listed},
};

/// A branch of a bank, with its code as the service requires it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Branch {
    pub code: String,
    pub name: String,
}

pub(crate) fn branches(data: &Json) -> Option<Vec<Branch>> {
    let entries = listed(data, &BRANCHES)?;
    Some(entries.into_iter().map(|entry| Branch { code: entry.code, name: entry.name }).collect())
}
