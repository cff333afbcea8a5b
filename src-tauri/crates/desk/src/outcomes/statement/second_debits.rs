//! Debits of payouts that an earlier statement has debited already. Statements overlap, so the same debit may be in two of
//! them. A debit on another day is another debit: somebody may have been paid twice. It never settles anything. Whether
//! both are real is not known here: banks write the day of the transaction or that of its value. So the user confirms it.

use std::collections::BTreeMap;

use jiff::civil::Date;
use paysheet_domain::Report;
use paysheet_ledger::Ledger;

use super::{
    super::{dates, matching::MatchedRow},
    days,
};
use crate::error::DeskError;

/// Marks the debits that contradict an earlier statement.
///
/// # Errors
/// `Ledger`.
pub(super) async fn mark(ledger: &Ledger, rows: &mut [MatchedRow]) -> Result<(), DeskError> {
    let found = rows.iter().filter_map(|row| row.found.as_ref().ok()).flatten();
    let references: Vec<&str> = found.map(|found| found.payout.reference.as_str()).collect();
    let earlier = ledger.statement_debits(&references).await?;
    mark_those_after(&earlier, rows);
    Ok(())
}

fn mark_those_after(earlier: &BTreeMap<String, Vec<String>>, rows: &mut [MatchedRow]) {
    for MatchedRow { row, found } in rows {
        let days = days(row);
        for found in found.iter_mut().flatten().filter(|found| found.report.report == Report::Successful) {
            let earlier = earlier.get(&found.payout.reference).map(Vec::as_slice).unwrap_or_default();
            if is_another_day(&days, earlier) {
                found.earlier_debits = earlier.to_vec();
                found.report.report = Report::Contradictory;
            }
        }
    }
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
