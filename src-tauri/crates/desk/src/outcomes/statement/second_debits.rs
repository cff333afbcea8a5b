//! Debits of payouts that an earlier statement has debited already. Statements overlap, so the same debit may be in two of
//! them. A debit on another day is another debit, and so is one on the same day under another number of the bank: somebody
//! may have been paid twice. It never settles anything. Whether both are real is not known here: banks write the day of the
//! transaction or that of its value. So the user confirms it.

use std::collections::BTreeMap;

use jiff::civil::Date;
use paysheet_domain::Report;
use paysheet_ledger::StatementEntry;

use super::{known::days, numbers::Numbers};
use crate::{outcomes::matching::MatchedRow, view::dates};

/// Marks the debits that contradict an earlier statement.
pub(super) fn mark(
    earlier: &BTreeMap<String, Vec<StatementEntry>>,
    numbers: &Numbers,
    rows: &mut [MatchedRow],
) {
    for MatchedRow { row, found } in rows {
        let days = days(row);
        for found in found.iter_mut().flatten().filter(|found| found.report.report == Report::Successful) {
            let entries = earlier.get(&found.payout.reference).into_iter().flatten();
            let debits: Vec<&StatementEntry> =
                entries.filter(|entry| entry.report == Report::Successful && !entry.day.is_empty()).collect();
            let own = |text: &str| numbers.own(text, &found.payout.account_number);
            let is_other = |entry: &&StatementEntry| {
                let (ours, theirs) = (own(&row.message), own(&entry.text));
                !ours.is_empty() && !theirs.is_empty() && ours.is_disjoint(&theirs)
            };
            let same_day = debits.iter().filter(|entry| is_same_day(&days, &entry.day));
            let has_other_numbers = same_day.clone().next().is_some() && same_day.clone().all(is_other);
            let texts: Vec<String> = debits.iter().map(|entry| entry.day.clone()).collect();
            if has_other_numbers || is_another_day(&days, &texts) {
                found.earlier_debits = texts;
                found.report.report = Report::Contradictory;
            }
        }
    }
}

fn is_same_day(days: &[Date], other: &str) -> bool {
    dates::days(other).iter().any(|day| days.contains(day))
}

/// Whether a debit is on none of the days of earlier ones. A day that cannot be read proves nothing.
fn is_another_day(days: &[Date], earlier: &[String]) -> bool {
    let earlier: Vec<Date> = earlier.iter().flat_map(|text| dates::days(text)).collect();
    !days.is_empty() && !earlier.is_empty() && !days.iter().any(|day| earlier.contains(day))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_day_that_is_surely_another_one_is_another_debit() {
        for (day, earlier, expected) in [
            ("2026-11-20", &["20/11/2026"][..], false),
            ("2026-12-03", &["20/11/2026"], true),
            // It may be the fifth of November.
            ("11/05/2026", &["2026-11-05"], false),
            ("2026-12-03", &["2026-11-20", "2026-12-03"], false),
            ("2026-12-03", &[], false),
            ("", &["2026-11-20"], false),
            ("2026-12-03", &["Friday"], false),
        ] {
            let earlier: Vec<String> = earlier.iter().map(|text| (*text).to_owned()).collect();
            assert_eq!(is_another_day(&dates::days(day), &earlier), expected, "{day} after {earlier:?}");
        }
    }
}
