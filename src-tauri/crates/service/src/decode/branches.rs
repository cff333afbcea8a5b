//! A bank's branches.

use paysheet_domain::ListedBranch;

use super::{
    json::Json,
    listing::{BRANCHES, listed},
};

pub(crate) fn branches(data: &Json) -> Option<Vec<ListedBranch>> {
    let entries = listed(data, &BRANCHES)?;
    Some(entries.into_iter().map(|entry| ListedBranch { code: entry.code, name: entry.name }).collect())
}
