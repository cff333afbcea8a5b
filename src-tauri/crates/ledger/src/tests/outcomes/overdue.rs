use paysheet_domain::{PayoutState, Report};

use crate::tests::support::{accepted, approved, at, open, payout_states, references, report, send};

#[tokio::test]
async fn a_late_outcome_is_overdue_and_still_counts_when_it_comes() {
    let (_dir, ledger) = open().await;
    let id = approved(&ledger, "November", &[2]).await;
    send(&ledger, id, accepted()).await;
    let first = references(&ledger, id).await.remove(0);
    report(&ledger, &first, Report::Successful).await;

    assert!(ledger.mark_overdue(at(0), at(100)).await.unwrap().is_empty(), "accepted later than that");
    assert_eq!(ledger.mark_overdue(at(90), at(100)).await.unwrap().into_iter().collect::<Vec<_>>(), [id]);
    assert_eq!(payout_states(&ledger, id).await, [PayoutState::Paid, PayoutState::Overdue]);
    assert!(ledger.mark_overdue(at(90), at(101)).await.unwrap().is_empty(), "once is enough");

    let second = references(&ledger, id).await.remove(1);
    report(&ledger, &second, Report::Successful).await;
    assert_eq!(payout_states(&ledger, id).await, [PayoutState::Paid, PayoutState::Paid]);
    assert!(ledger.payroll(id).await.unwrap().closed_at.is_some());
}

#[tokio::test]
async fn what_was_not_accepted_is_never_overdue() {
    let (_dir, ledger) = open().await;
    let id = approved(&ledger, "November", &[2]).await;
    assert!(ledger.mark_overdue(at(90), at(100)).await.unwrap().is_empty());
    assert_eq!(payout_states(&ledger, id).await, [PayoutState::Planned, PayoutState::Planned]);
}
