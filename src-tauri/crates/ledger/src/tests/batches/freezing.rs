use paysheet_domain::{BatchState, Currency, Money, Report};

use crate::{
    FreezePlan, LedgerError, PayrollState, PlanFault,
    model::columns::sha256_hex,
    tests::support::{
        accepted, approve, approved, at, frozen, new_payroll, open, plan, ready, references, report, rows,
        send,
    },
};

/// How a plan is broken: the change, the number of the batch, and the expected fault.
type Breakage = (fn(&mut FreezePlan), u32, PlanFault);

#[tokio::test]
async fn a_plan_that_does_not_hold_together_is_refused_whole() {
    let (_dir, ledger) = open().await;
    let id = ledger.create_payroll(new_payroll("November"), &rows(5)).await.unwrap();
    let breakages: [Breakage; 8] = [
        (|plan| plan.batches.clear(), 0, PlanFault::NoBatches),
        (|plan| plan.batches[1].payouts.clear(), 2, PlanFault::NoPayouts),
        (|plan| plan.batches[0].sum = Money::from_minor(1, Currency::NGN), 1, PlanFault::SumDiffers),
        (|plan| plan.batches[1].body.push(' '), 2, PlanFault::BodyHashDiffers),
        (|plan| plan.batches[1].number = 1, 1, PlanFault::NotDistinct),
        (
            |plan| plan.batches[1].payouts[0].reference = plan.batches[0].payouts[0].reference.clone(),
            2,
            PlanFault::NotDistinct,
        ),
        (
            |plan| plan.batches[0].payouts[0].amount = Money::from_minor(100, Currency::GHS),
            1,
            PlanFault::CurrenciesDiffer,
        ),
        (
            |plan| plan.batches[0].payouts[0].amount = Money::zero(Currency::NGN),
            1,
            PlanFault::AmountNotPositive,
        ),
    ];
    for (breaking, number, expected) in breakages {
        let mut plan = plan("November", &[3, 2]);
        breaking(&mut plan);
        let refused = ledger.freeze(id, plan).await;
        assert!(
            matches!(&refused, Err(LedgerError::PlanBroken { batch, fault }) if (*batch, *fault) == (number, expected)),
            "{expected}: {refused:?}"
        );
    }
    assert_eq!(ledger.payroll(id).await.unwrap().state, PayrollState::Draft);
}

#[tokio::test]
async fn freezing_fixes_people_sums_and_bytes() {
    let (_dir, ledger) = open().await;
    let (id, token) = frozen(&ledger, "November", &[3, 2]).await;
    assert_eq!(token.people(), 5);
    assert_eq!(token.totals(), [Money::from_minor(1_500, Currency::NGN)]);
    let record = ledger.payroll(id).await.unwrap();
    assert_eq!((record.state, record.people, record.excluded), (PayrollState::Frozen, 5, 1));
    assert_eq!(record.totals, [(5, Money::from_minor(1_500, Currency::NGN))]);
    assert_eq!((record.sender_name.as_deref(), record.instant_queue), (Some("Acme Ltd"), true));

    approve(&ledger, token, at(3)).await.unwrap();
    let batch = ready(&ledger, id).await;
    assert_eq!((batch.number, batch.count, batch.sum), (1, 3, Money::from_minor(600, Currency::NGN)));
    assert_eq!(sha256_hex(batch.body.as_bytes()), batch.body_sha256);
    assert_eq!(ledger.payroll(id).await.unwrap().approved_by.as_deref(), Some("Ada"));
}

#[tokio::test]
async fn the_same_payroll_imported_twice_is_not_frozen_twice() {
    let (_dir, ledger) = open().await;
    let first = approved(&ledger, "November", &[3, 2]).await;
    send(&ledger, first, accepted()).await;

    let again = ledger.create_payroll(new_payroll("november"), &rows(5)).await.unwrap();
    // Other batches and two additional people: the references that exist already are still detected.
    let refused = ledger.freeze(again, plan("november", &[7])).await;
    let Err(LedgerError::NameTaken { payroll, name }) = refused else { panic!("{refused:?}") };
    assert_eq!((payroll, name.as_str()), (first, "November"));
    // Only people who were paid count as paid.
    report(&ledger, &references(&ledger, first).await[1], Report::Successful).await;
    let refused = ledger.freeze(again, plan("november", &[7])).await;
    let Err(LedgerError::AlreadyPaid { payroll, people, .. }) = refused else { panic!("{refused:?}") };
    assert_eq!((payroll, people), (first, 1));
    assert!(ledger.batches(again).await.unwrap().is_empty());
    assert_eq!(ledger.payroll(again).await.unwrap().state, PayrollState::Draft);
}

#[tokio::test]
async fn thawing_and_freezing_again_gives_the_same_references() {
    let (_dir, ledger) = open().await;
    let id = approved(&ledger, "November", &[3]).await;
    let before = references(&ledger, id).await;
    ledger.thaw(id, at(4)).await.unwrap();
    assert_eq!(ledger.payroll(id).await.unwrap().state, PayrollState::Draft);
    assert!(references(&ledger, id).await.is_empty());
    ledger.freeze(id, plan("November", &[3])).await.unwrap();
    assert_eq!(references(&ledger, id).await, before);
}

#[tokio::test]
async fn what_was_attempted_is_neither_thawed_nor_deleted() {
    let (_dir, ledger) = open().await;
    let id = approved(&ledger, "November", &[3, 2]).await;
    send(&ledger, id, accepted()).await;
    for refused in [ledger.thaw(id, at(6)).await, ledger.delete_draft(id, at(6)).await] {
        assert!(
            matches!(refused, Err(LedgerError::WrongState { from: BatchState::Settling, .. })),
            "{refused:?}"
        );
    }
    assert_eq!(references(&ledger, id).await.len(), 5);
}

#[tokio::test]
async fn an_approval_counts_only_for_what_was_shown() {
    let (_dir, ledger) = open().await;
    let (id, shown) = frozen(&ledger, "November", &[3]).await;
    ledger.thaw(id, at(4)).await.unwrap();
    ledger.freeze(id, plan("November", &[4])).await.unwrap();
    let refused = approve(&ledger, shown, at(5)).await;
    assert!(matches!(refused, Err(LedgerError::ChangedSinceShown(_))), "{refused:?}");
    assert_eq!(ledger.payroll(id).await.unwrap().state, PayrollState::Frozen);
}

#[tokio::test]
async fn a_frozen_payroll_can_be_approved_after_a_restart() {
    let (_dir, ledger) = open().await;
    let (id, before) = frozen(&ledger, "November", &[3]).await;
    let token = ledger.frozen(id).await.unwrap().unwrap();
    assert_eq!(token, before);
    assert_eq!(approve(&ledger, token, at(3)).await.unwrap().batches(), 1);
    assert_eq!(ledger.frozen(id).await.unwrap(), None);
}
