//! The guard searches at approval and at every intent. Each search is tested by itself here; a scenario in which nothing
//! leaves the desk passes as long as one of them works.

use paysheet_domain::PayoutState;

use crate::{DecisionKind, GuardRule, Ledger, LedgerError, OverlapKind, PayrollId, tests::support::*};

/// Two names whose people have the same accounts in `plan`.
const ONE: &str = "Team ab";
const OTHER: &str = "Team ba";

async fn decide_all(ledger: &Ledger, id: PayrollId) {
    let found = ledger.questions(id, GuardRule::default(), at(2)).await.unwrap();
    let overlaps: Vec<String> = found.overlaps.into_iter().map(|overlap| overlap.subject()).collect();
    let same: Vec<String> = found.same_payrolls.into_iter().map(|same| same.subject).collect();
    for (kind, subjects) in [(DecisionKind::Overlap, overlaps), (DecisionKind::SamePayroll, same)] {
        ledger.decide(id, (kind, &subjects), ("A bonus", "Ada"), at(2)).await.unwrap();
    }
}

#[tokio::test]
async fn an_approval_searches_the_whole_payroll() {
    let (_dir, ledger) = open().await;
    let armed = approved(&ledger, ONE, &[1, 2]).await;
    approved(&ledger, "Others", &[2]).await;
    let (id, token) = frozen(&ledger, OTHER, &[2, 3]).await;
    let found = ledger.questions(id, GuardRule::default(), at(2)).await.unwrap();
    let pairs: Vec<_> = found
        .overlaps
        .iter()
        .map(|overlap| (overlap.position, overlap.kind, overlap.other_payroll))
        .collect();
    assert_eq!(pairs, [0, 1, 2].map(|position| (position, OverlapKind::Armed, armed)));
    assert_eq!(
        found.same_payrolls.iter().map(|same| (same.other, same.people)).collect::<Vec<_>>(),
        [(armed, 3)]
    );
    let refused = approve(&ledger, token, at(3)).await.unwrap_err();
    assert!(matches!(refused, LedgerError::QuestionsOpen { open: 4, .. }), "{refused:?}");
}

#[tokio::test]
async fn people_are_named_with_the_payout_of_the_other_payroll() {
    let (_dir, ledger) = open().await;
    let other = approved(&ledger, ONE, &[3]).await;
    let (id, _) = frozen(&ledger, OTHER, &[3]).await;
    let references = ledger.all_payouts(other).await.unwrap().into_iter().map(|payout| payout.reference);
    let asked: Vec<_> = (0_u32..).zip(references).skip(1).collect();
    let people = ledger.overlap_people(id, &asked).await.unwrap();
    assert_eq!(people.len(), 2);
    let first = &people[&asked[0]];
    assert_eq!(first.name, "Person 1");
    assert_eq!(first.other_account_number, first.account_number);
    assert_eq!(first.other_bank_name, first.bank_name);
    assert_eq!(people[&asked[1]].other_state, PayoutState::Planned);
    let crossed = [(0, asked[0].1.clone())];
    assert!(ledger.overlap_people(id, &crossed).await.unwrap().is_empty(), "another person's payout");
}

#[tokio::test]
async fn an_intent_searches_the_people_of_its_batch() {
    let (_dir, ledger) = open().await;
    // Nothing is asked when it is approved: the other one is not approved yet.
    let (id, token) = frozen(&ledger, ONE, &[2, 1]).await;
    let (other, other_token) = frozen(&ledger, OTHER, &[3]).await;
    approve(&ledger, token, at(1)).await.unwrap();
    decide_all(&ledger, other).await;
    approve(&ledger, other_token, at(3)).await.unwrap();
    let refused = intent(&ledger, ready(&ledger, id).await, at(4)).await.unwrap_err();
    assert!(matches!(refused, LedgerError::QuestionsOpen { open: 2, .. }), "{refused:?}");
    decide_all(&ledger, id).await;
    intent(&ledger, ready(&ledger, id).await, at(5)).await.unwrap();
}
