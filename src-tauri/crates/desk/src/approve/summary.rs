//! What the record stores of a frozen draft besides its payouts.
//!
//! The report shows its bridge from the previous payroll, and the journal books its fees: both stay readable in every
//! version. The rest is evidence in the record that nothing reads back. It is stored as it was shown, without the lists
//! of people, whom the rows identify.

use paysheet_draft::{ColumnMapping, Draft};
use serde::{Deserialize, Serialize};

use crate::{
    approve::{
        bridge::{CurrencyBridge, bridge},
        stored_bridge::StoredBridge,
    },
    check::change_log,
    check::comparison,
    check::repairs::{RepairsKept, all_repairs},
    desk::Desk,
    error::DeskError,
    view::{BridgeView, ChangeView, ComparisonView, DecisionView, DifferenceKind, Earlier, PayoutFee},
};

/// The version of the summary that is written. It is raised with each change of its form, of the evidence as well: the
/// frozen summary of the tests shows that there is one.
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
        changes: change_log::changes(draft).into_iter().map(change).collect(),
        decisions: change_log::decisions(draft).into_iter().map(decision).collect(),
        repairs: RepairsKept::of(all_repairs(draft))?,
        comparison: changed_accounts(comparison.clone()),
        bridge: bridge.as_ref().map(|(with, currencies)| StoredBridge::of(with.clone(), currencies)),
        reading: draft.head().reading.as_ref(),
        fees,
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
        fees: Vec<PayoutFee>,
    }
    Ok(serde_json::from_str::<Part>(summary)?.fees)
}

/// The part of the frozen draft that the record stores.
#[derive(Serialize)]
struct StoredSummary<'a> {
    version: u32,
    changes: Vec<ChangeView>,
    decisions: Vec<DecisionView>,
    repairs: RepairsKept,
    comparison: ComparisonView,
    bridge: Option<StoredBridge>,
    /// The columns by which the file was read, and who decided them.
    reading: Option<&'a ColumnMapping>,
    /// What a payment cost in each currency by the profile, as it was shown.
    fees: &'a [PayoutFee],
}

fn change(shown: ChangeView) -> ChangeView {
    ChangeView { people: Vec::new(), ..shown }
}

fn decision(shown: DecisionView) -> DecisionView {
    DecisionView { people: Vec::new(), ..shown }
}

/// Of the long lists the record stores only changed accounts; the counts are of all of them.
fn changed_accounts(mut shown: ComparisonView) -> ComparisonView {
    shown.differences.retain(|difference| difference.kind == DifferenceKind::AccountChanged);
    shown
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use paysheet_domain::{Currency, Field, Money, ProblemCode, money::Total};
    use paysheet_sheet::{MappedColumn, Mapping, MappingOrigin, SkipReason};
    use serde_json::Value;

    use super::*;
    use crate::{
        approve::bridge::{BridgePerson, PartOfBridge},
        view::{BridgePart, ChangeKind, Difference, DifferenceCount, ListedPerson, RepairView, RepairWhy},
    };

    /// A summary as it was stored, which never changes: a change of the form writes a file of its own, and the parts
    /// that are read back are still read from this one.
    const FROZEN: &str = include_str!("summary/summary-1.json");

    fn naira(major: i64) -> Money {
        Money::from_minor(major * 100, Currency::NGN)
    }

    fn text(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    fn ada() -> ListedPerson {
        ListedPerson {
            row: Some(3),
            name: "Ada Obi".to_owned(),
            amount: None,
            from: None,
            to: None,
            holder: None,
            reason: None,
        }
    }

    fn changes() -> Vec<ChangeView> {
        let edited = ChangeView {
            kind: ChangeKind::Edited,
            field: Some(Field::Amount),
            skipped_as: None,
            from: None,
            to: text("100"),
            rows: vec![Some(3), None],
            people: vec![ada()],
        };
        let put_back = ChangeView {
            kind: ChangeKind::PutBack,
            field: None,
            skipped_as: Some(SkipReason::NothingToPay),
            from: text(""),
            to: text("Bola Ade"),
            rows: vec![Some(9)],
            people: vec![ada()],
        };
        vec![edited, put_back]
    }

    fn decisions() -> Vec<DecisionView> {
        let left_out = DecisionView {
            accepted: None,
            name: text("Chidi Eze"),
            sum: Some(Total::new(1, naira(70))),
            reasons: Vec::new(),
            rows: vec![None],
            people: vec![ada()],
        };
        let accepted = DecisionView {
            accepted: Some(ProblemCode::DuplicateAccount),
            name: None,
            sum: None,
            reasons: vec!["Both are paid".to_owned()],
            rows: vec![Some(3), Some(5)],
            people: vec![ada()],
        };
        vec![left_out, accepted]
    }

    /// In the order of the file; they are stored in another one.
    fn repairs() -> Vec<RepairView> {
        let cleaned = RepairView {
            position: 1,
            row: Some(3),
            name: "Ada Obi".to_owned(),
            cell: text("B3"),
            field: Some(Field::Name),
            skipped_as: None,
            from: " Ada Obi".to_owned(),
            to: "Ada Obi".to_owned(),
            why: RepairWhy::Cleaned,
        };
        let put_back = RepairView {
            position: 7,
            row: Some(9),
            name: "Bola Ade".to_owned(),
            cell: None,
            field: None,
            skipped_as: Some(SkipReason::NothingToPay),
            from: String::new(),
            to: String::new(),
            why: RepairWhy::PutBack,
        };
        vec![cleaned, put_back]
    }

    fn october() -> Earlier {
        Earlier {
            id: 4,
            name: "October".to_owned(),
            period: "2026-10".to_owned(),
            approved_at: text("2026-10-28T09:00:00Z"),
        }
    }

    fn comparison() -> ComparisonView {
        let account_changed = Difference {
            kind: DifferenceKind::AccountChanged,
            position: Some(1),
            row: Some(3),
            name: "Ada Obi".to_owned(),
            account_before: text("0000014579"),
            account: text("0100000099"),
            amount_before: text("80.00"),
            amount: text("100.00"),
            currency: Currency::NGN,
        };
        let gone = Difference {
            kind: DifferenceKind::PersonGone,
            position: None,
            row: None,
            name: "Efe Oba".to_owned(),
            account: None,
            amount: None,
            ..account_changed.clone()
        };
        let count = |kind| DifferenceCount { kind, count: 1 };
        ComparisonView {
            with: Some(october()),
            same_file: None,
            threshold_pct: 30,
            counts: vec![count(DifferenceKind::AccountChanged), count(DifferenceKind::PersonGone)],
            differences: vec![account_changed, gone],
        }
    }

    fn bridge_of_naira() -> CurrencyBridge {
        let person = |name: &str, before: Option<i64>, after: Option<i64>| BridgePerson {
            name: name.to_owned(),
            row: Some(3),
            before: before.map(naira),
            after: after.map(naira),
            change: naira(after.unwrap_or(0) - before.unwrap_or(0)),
        };
        let leavers = PartOfBridge { sum: naira(-60), people: vec![person("Efe Oba", Some(60), None)] };
        let increases = PartOfBridge { sum: naira(20), people: vec![person("Ada Obi", Some(80), Some(100))] };
        CurrencyBridge {
            last: (2, naira(140)),
            parts: BTreeMap::from([(BridgePart::Leavers, leavers), (BridgePart::Increases, increases)]),
            this: (1, naira(100)),
        }
    }

    fn reading() -> ColumnMapping {
        let column = |column: &str, field| MappedColumn { column: column.to_owned(), field };
        ColumnMapping {
            mapping: Mapping {
                sheet: "Pay".to_owned(),
                header_row: Some(1),
                columns: vec![column("B", Field::Name), column("D", Field::Amount)],
            },
            origin: MappingOrigin::Given,
            layout: text("5f1c"),
        }
    }

    #[test]
    fn a_frozen_summary_is_read_and_written_as_it_is() {
        let reading = reading();
        let fees = [PayoutFee { currency: Currency::NGN, amount: "10.00".to_owned() }];
        let bridge = StoredBridge::of(october(), &[bridge_of_naira()]);
        let summary = StoredSummary {
            version: VERSION,
            changes: changes().into_iter().map(change).collect(),
            decisions: decisions().into_iter().map(decision).collect(),
            repairs: RepairsKept::of(repairs()).unwrap(),
            comparison: changed_accounts(comparison()),
            bridge: Some(bridge.clone()),
            reading: Some(&reading),
            fees: &fees,
        };
        let frozen: Value = serde_json::from_str(FROZEN).unwrap();
        assert_eq!(serde_json::to_value(&summary).unwrap(), frozen);
        assert_eq!(stored_bridge(FROZEN).unwrap(), Some(bridge));
        assert_eq!(stored_fees(FROZEN).unwrap(), fees);
    }
}
