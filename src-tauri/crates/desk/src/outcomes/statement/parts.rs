//! References of ours as banks write them: cut off, split by spaces, or without their beginning.

use std::collections::{HashMap, HashSet};

use paysheet_domain::Report;
use paysheet_ledger::ListedPayout;

use crate::outcomes::{matching, rows::FileRow};

/// Least characters of a reference that stand together for it to be named. Two references share so many by chance once in a
/// million million.
const PART_CHARS: usize = 8;

/// The references of which a part stands in an entry, by that part.
pub(super) struct Parts(HashMap<Vec<u8>, Vec<String>>);

impl Parts {
    /// Looks for the references of payments and their batches in all entries that may be returns.
    pub fn of(sent: &[ListedPayout], rows: &[FileRow]) -> Self {
        let texts = rows.iter().filter(|row| is_looked_through(row)).map(joined);
        let row_parts: HashSet<Vec<u8>> = texts.flat_map(|text| parts(&text).collect::<Vec<_>>()).collect();
        let mut found = HashMap::<Vec<u8>, Vec<String>>::new();
        if row_parts.is_empty() {
            return Self(found);
        }
        let mut batches = HashSet::new();
        for payout in sent {
            let batch = Some(&payout.batch_reference).filter(|batch| batches.insert(batch.as_str()));
            for reference in [Some(&payout.reference), batch].into_iter().flatten() {
                for part in parts(reference).filter(|part| row_parts.contains(part)) {
                    found.entry(part).or_default().push(reference.clone());
                }
            }
        }
        Self(found)
    }

    /// Adds to an entry the references of which it has a part.
    pub fn name(&self, row: &mut FileRow) {
        if is_looked_through(row) {
            let text = joined(row);
            let named: HashSet<&String> =
                parts(&text).filter_map(|part| self.0.get(&part)).flatten().collect();
            row.references.extend(named.into_iter().cloned());
        }
    }
}

/// Whether an entry is no plain debit, and has no whole reference.
fn is_looked_through(row: &FileRow) -> bool {
    row.report != Some(Report::Successful) && matching::own_references(row).next().is_none()
}

fn joined(row: &FileRow) -> String {
    let text = [row.references.join(""), row.message.clone()].concat();
    text.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_uppercase()).collect()
}

fn parts(text: &str) -> impl Iterator<Item = Vec<u8>> {
    text.as_bytes().windows(PART_CHARS).map(<[u8]>::to_vec)
}
