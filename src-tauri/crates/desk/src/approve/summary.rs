//! What the record stores of a frozen draft besides its payouts.

use std::collections::BTreeMap;

use paysheet_domain::{Currency, Field, ProblemCode, RowOrigin, money::Total};
use paysheet_draft::{ColumnMapping, Draft};
use serde::{Deserialize, Serialize};

use crate::{
    approve::{
        bridge::{CurrencyBridge, bridge},
        stored_bridge::StoredBridge,
    },
    check::change_log,
    check::comparison,
    check::repairs,
    desk::Desk,
    error::DeskError,
    view::{
        BridgeView, ChangeKind, ChangeView, ComparisonView, DecisionView, Difference, DifferenceCount,
        DifferenceKind, Earlier, PayoutFee,
    },
};

/// The version of the summary that is written. The report shows its bridge from the previous payroll, and journals its
/// fees; the rest is evidence in the record that nothing reads back.
const VERSION: u32 = 1;

/// The draft beside the last similar payroll.
pub(crate) struct Compared {
    pub comparison: ComparisonView,
    /// None if there is no such payroll.
    pub bridge: Option<(Earlier, Vec<CurrencyBridge>)>,
}

impl Compared {
    pub fn bridge_view(&self) -> Option<BridgeView> {
        let (with, currencies) = self.bridge.as_ref()?;
        Some(BridgeView { with: with.clone(), currencies: currencies.iter().map(Into::into).collect() })
    }
}

/// Returns what the record stores of the draft besides its payouts, with what [`compared`] returned.
pub(crate) fn summary(
    draft: &Draft,
    Compared { comparison, bridge }: &Compared,
    fees: &[PayoutFee],
) -> Result<String, DeskError> {
    Ok(serde_json::to_string(&StoredSummary {
        version: VERSION,
        changes: change_log::changes(draft).into_iter().map(StoredChange::from).collect(),
        decisions: change_log::decisions(draft).into_iter().map(StoredDecision::from).collect(),
        repairs: repairs::kept(draft)?,
        comparison: comparison.clone().into(),
        bridge: bridge.as_ref().map(|(with, currencies)| StoredBridge::of(with.clone(), currencies)),
        reading: draft.head().reading.clone(),
        fees: fees.iter().map(|fee| (fee.currency, fee.amount.clone())).collect(),
    })?)
}

/// Returns the differences from the last similar payroll, and the bridge from it to what would be paid.
///
/// # Errors
/// `Money` if a sum is too large.
pub(crate) fn compared(
    desk: &Desk,
    draft: &Draft,
    same_file: Option<Earlier>,
) -> Result<Compared, DeskError> {
    let head = draft.head();
    let comparison = comparison::compare(draft, desk.profile().settings.amount_change_pct, same_file);
    let payable = draft.entries().iter().filter(|entry| entry.is_payable());
    let bridge = match head.before.as_deref() {
        Some(before) => Some((before.payroll.clone(), bridge(payable, before, head.currency)?)),
        None => None,
    };
    Ok(Compared { comparison, bridge })
}

/// Returns the bridge that a summary stores; none without an earlier payroll.
///
/// # Errors
/// If the summary is not what this program writes.
pub(crate) fn stored_bridge(summary: &str) -> Result<Option<StoredBridge>, DeskError> {
    #[derive(Deserialize)]
    struct Part {
        bridge: Option<StoredBridge>,
    }
    Ok(serde_json::from_str::<Part>(summary)?.bridge)
}

/// Returns what a payment in a currency costs by a summary, as it was shown before it was approved; none where
/// nothing was set.
///
/// # Errors
/// If the summary is not what this program writes.
pub(crate) fn stored_fees(summary: &str) -> Result<Vec<PayoutFee>, DeskError> {
    #[derive(Deserialize)]
    struct Part {
        fees: BTreeMap<Currency, String>,
    }
    let fees = serde_json::from_str::<Part>(summary)?.fees;
    Ok(fees.into_iter().map(|(currency, amount)| PayoutFee { currency, amount }).collect())
}

/// The part of the frozen draft that the record stores.
#[derive(Serialize)]
struct StoredSummary {
    version: u32,
    changes: Vec<StoredChange>,
    decisions: Vec<StoredDecision>,
    repairs: repairs::RepairsKept,
    comparison: StoredComparison,
    bridge: Option<StoredBridge>,
    /// The columns by which the file was read, and who decided them.
    reading: Option<ColumnMapping>,
    /// What a payment cost in each currency by the profile, as it was shown.
    fees: BTreeMap<Currency, String>,
}

/// A [`ChangeView`] as it is stored.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct StoredChange {
    kind: ChangeKind,
    field: Option<Field>,
    /// The value in the file; for a restored row the code of why it was skipped.
    from: Option<String>,
    to: Option<String>,
    rows: Vec<RowOrigin>,
}

impl From<ChangeView> for StoredChange {
    fn from(ChangeView { kind, field, skipped_as, from, to, rows, people: _ }: ChangeView) -> Self {
        let from = skipped_as.map(|reason| reason.to_string()).or(from);
        Self { kind, field, from, to, rows: origins(rows) }
    }
}

/// A [`DecisionView`] as it is stored.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct StoredDecision {
    accepted: Option<ProblemCode>,
    name: Option<String>,
    sum: Option<Total>,
    reasons: Vec<String>,
    rows: Vec<RowOrigin>,
}

impl From<DecisionView> for StoredDecision {
    fn from(DecisionView { accepted, name, sum, reasons, rows, people: _ }: DecisionView) -> Self {
        Self { accepted, name, sum, reasons, rows: origins(rows) }
    }
}

fn origins(rows: Vec<Option<u32>>) -> Vec<RowOrigin> {
    rows.into_iter().map(RowOrigin::from).collect()
}

/// A [`ComparisonView`] as it is stored.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct StoredComparison {
    with: Option<Earlier>,
    same_file: Option<Earlier>,
    threshold_pct: u32,
    counts: Vec<DifferenceCount>,
    differences: Vec<StoredDifference>,
}

impl From<ComparisonView> for StoredComparison {
    fn from(view: ComparisonView) -> Self {
        let ComparisonView { with, same_file, threshold_pct, counts, differences } = view;
        // Of the long lists the record stores only changed accounts; the counts are of all of them.
        let differences = differences
            .into_iter()
            .filter(|difference| difference.kind == DifferenceKind::AccountChanged)
            .map(StoredDifference::from)
            .collect();
        Self { with, same_file, threshold_pct, counts, differences }
    }
}

/// A [`Difference`] as it is stored.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct StoredDifference {
    kind: DifferenceKind,
    position: Option<u32>,
    /// None for somebody who is not in this payroll.
    row: Option<RowOrigin>,
    name: String,
    account_before: Option<String>,
    account: Option<String>,
    amount_before: Option<String>,
    amount: Option<String>,
    currency: Currency,
}

impl From<Difference> for StoredDifference {
    fn from(view: Difference) -> Self {
        Self {
            kind: view.kind,
            position: view.position,
            row: view.position.map(|_| view.row.into()),
            name: view.name,
            account_before: view.account_before,
            account: view.account,
            amount_before: view.amount_before,
            amount: view.amount,
            currency: view.currency,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The texts are those of summaries that were stored before rows had a type for where they come from.
    #[test]
    fn a_summary_says_0_where_a_row_was_added() {
        let change = ChangeView {
            kind: ChangeKind::Edited,
            field: Some(Field::Amount),
            skipped_as: None,
            from: None,
            to: Some("100".to_owned()),
            rows: vec![Some(3), None],
            people: Vec::new(),
        };
        assert_eq!(
            serde_json::to_string(&StoredChange::from(change)).unwrap(),
            r#"{"kind":"edited","field":"amount","from":null,"to":"100","rows":[3,0]}"#
        );
        let decision = DecisionView {
            accepted: Some(ProblemCode::DuplicateAccount),
            name: None,
            sum: None,
            reasons: vec!["both".to_owned()],
            rows: vec![None, Some(5)],
            people: Vec::new(),
        };
        assert_eq!(
            serde_json::to_string(&StoredDecision::from(decision)).unwrap(),
            r#"{"accepted":"duplicate_account","name":null,"sum":null,"reasons":["both"],"rows":[0,5]}"#
        );
    }

    #[test]
    fn a_compared_person_is_stored_by_row_unless_they_are_not_in_the_payroll() {
        for (position, row, stored) in [
            (Some(2), Some(4), "2,\"row\":4"),
            (Some(2), None, "2,\"row\":0"),
            (None, None, "null,\"row\":null"),
        ] {
            let difference = Difference {
                kind: DifferenceKind::AccountChanged,
                position,
                row,
                name: "Ada".to_owned(),
                account_before: None,
                account: None,
                amount_before: None,
                amount: None,
                currency: Currency::NGN,
            };
            let json = serde_json::to_string(&StoredDifference::from(difference)).unwrap();
            assert_eq!(
                json,
                format!(
                    r#"{{"kind":"account_changed","position":{stored},"name":"Ada","accountBefore":null,"account":null,"amountBefore":null,"amount":null,"currency":"NGN"}}"#
                )
            );
        }
    }
}
