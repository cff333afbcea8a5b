use std::cell::Cell;

use paysheet_domain::{BatchState, PayoutState, Report};
use proptest::{
    prelude::*,
    test_runner::{Config, TestRunner},
};

use crate::{
    Applied, CallbackReading, Ledger, PayrollId, PayrollState, RawCallback,
    tests::support::{
        accepted, approved, at, killed_and_started_again, open, payout_states, raw, reading, references,
        report, send,
    },
};

const STRANGER: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

#[tokio::test]
async fn a_stored_callback_survives_a_kill_byte_for_byte() {
    let (dir, ledger) = open().await;
    let stored = RawCallback { query: Some("a=b&c=%00".to_owned()), ..raw(10) };
    let key = ledger.store_callback(&stored).await.unwrap();
    let (_copy, after, recovery) = killed_and_started_again(&dir).await;
    assert_eq!(recovery.callbacks_waiting, 1);
    assert_eq!(after.waiting_callbacks(None, 10).await.unwrap(), (vec![(key, stored)], Some(key)));
    after.apply_callback(key, CallbackReading::unreadable(), at(11)).await.unwrap();
    assert_eq!(after.waiting_callbacks(None, 10).await.unwrap(), (Vec::new(), None));
}

#[tokio::test]
async fn each_callback_has_one_effect() {
    let (_dir, ledger) = open().await;
    let id = approved(&ledger, "November", &[2]).await;
    let batch = send(&ledger, id, accepted()).await;
    let first = references(&ledger, id).await.remove(0);

    let key = ledger.store_callback(&raw(10)).await.unwrap();
    let paid = Applied::Changed { payroll: id, batch, state: PayoutState::Paid };
    let said = reading(&first, Report::Successful);
    assert_eq!(ledger.apply_callback(key, said.clone(), at(11)).await.unwrap(), paid);
    assert_eq!(ledger.apply_callback(key, said, at(12)).await.unwrap(), Applied::Repeated);
    assert_eq!(report(&ledger, &first, Report::Successful).await, Applied::Repeated);
    assert_eq!(report(&ledger, STRANGER, Report::Successful).await, Applied::NoPayoutOfOurs);
    let unreadable = ledger.store_callback(&raw(13)).await.unwrap();
    let applied = ledger.apply_callback(unreadable, CallbackReading::unreadable(), at(14)).await.unwrap();
    assert_eq!(applied, Applied::Unreadable);

    assert_eq!(payout_states(&ledger, id).await, [PayoutState::Paid, PayoutState::Sent]);
    let payout = ledger.all_payouts(id).await.unwrap().remove(0);
    assert_eq!((payout.code.as_deref(), payout.changed_at), (Some("00"), Some(at(11))));
    assert_eq!(ledger.waiting_callbacks(None, 10).await.unwrap(), (Vec::new(), None));
    ledger.verify_chain().await.unwrap();
}

#[tokio::test]
async fn a_payroll_closes_with_its_last_outcome() {
    let (_dir, ledger) = open().await;
    let id = approved(&ledger, "November", &[2, 1]).await;
    send(&ledger, id, accepted()).await;
    send(&ledger, id, accepted()).await;
    let references = references(&ledger, id).await;
    for (reference, said) in references.iter().zip([Report::Successful, Report::Failed, Report::Successful]) {
        assert_ne!(ledger.payroll(id).await.unwrap().state, PayrollState::Closed);
        report(&ledger, reference, said).await;
    }
    let record = ledger.payroll(id).await.unwrap();
    assert_eq!(
        (record.state, record.closed_at, record.last_outcome_at),
        (PayrollState::Closed, Some(at(11)), Some(at(11)))
    );

    // Later reports still count: a reversal after the payment waits for the user.
    report(&ledger, &references[0], Report::Reversed).await;
    assert_eq!(payout_states(&ledger, id).await[0], PayoutState::Conflict);
    let reopened = ledger.payroll(id).await.unwrap();
    assert_eq!((reopened.state, reopened.closed_at), (PayrollState::BeingPaid, None));
}

#[tokio::test]
async fn contradictory_reports_are_a_conflict_and_both_are_kept() {
    let (_dir, ledger) = open().await;
    let id = approved(&ledger, "November", &[1]).await;
    send(&ledger, id, accepted()).await;
    let reference = references(&ledger, id).await.remove(0);
    // All in one transaction, so that the batch does not close in between.
    let keys = ledger.store_callbacks(&[raw(10), raw(10)]).await.unwrap();
    let readings =
        [(keys[0], reading(&reference, Report::Failed)), (keys[1], reading(&reference, Report::Successful))];
    ledger.apply_callbacks(&readings, at(11)).await.unwrap();
    assert_eq!(payout_states(&ledger, id).await, [PayoutState::Conflict]);
    assert_eq!(ledger.batches(id).await.unwrap()[0].state, BatchState::Settling);
    let kept = ledger.reports(&reference).await.unwrap();
    assert_eq!(
        kept.iter().map(|said| (said.report, said.code.as_str())).collect::<Vec<_>>(),
        [(Report::Failed, "51"), (Report::Successful, "00")]
    );
}

#[tokio::test]
async fn thousands_of_callbacks_are_applied_together() {
    const PEOPLE: u32 = 5_000;
    let (_dir, ledger) = open().await;
    let id = approved(&ledger, "November", &[PEOPLE / 2, PEOPLE / 2]).await;
    send(&ledger, id, accepted()).await;
    send(&ledger, id, accepted()).await;
    let raws: Vec<RawCallback> = (0..PEOPLE).map(|_| raw(10)).collect();
    let keys = ledger.store_callbacks(&raws).await.unwrap();
    let said = references(&ledger, id).await.into_iter().map(|own| reading(&own, Report::Successful));
    let readings: Vec<_> = keys.into_iter().zip(said).collect();
    ledger.apply_callbacks(&readings, at(11)).await.unwrap();
    assert_eq!(ledger.payroll(id).await.unwrap().state, PayrollState::Closed);
    let totals = ledger.payroll_figures(id).await.unwrap().outcomes;
    assert_eq!(
        totals.iter().map(|&(state, _, people, _)| (state, people)).collect::<Vec<_>>(),
        [(PayoutState::Paid, PEOPLE)]
    );
    ledger.verify_chain().await.unwrap();
}

/// Makes a payroll of three payouts and applies these reports, in this order.
async fn told(ledger: &Ledger, name: &str, said: &[(usize, Report)]) -> (PayrollId, Vec<PayoutState>) {
    let id = approved(ledger, name, &[3]).await;
    send(ledger, id, accepted()).await;
    let references = references(ledger, id).await;
    for &(payout, what) in said {
        report(ledger, &references[payout], what).await;
    }
    (id, payout_states(ledger, id).await)
}

#[test]
fn the_order_and_repetition_of_reports_make_no_difference() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let (_dir, ledger) = runtime.block_on(open());
    let case = Cell::new(0);
    let any_report = prop_oneof![Just(Report::Successful), Just(Report::Failed), Just(Report::Reversed)];
    let orders = prop::collection::vec((0..3_usize, any_report), 0..6).prop_flat_map(|said| {
        let twice: Vec<_> = said.iter().chain(&said).copied().collect();
        (Just(said), Just(twice).prop_shuffle())
    });
    TestRunner::new(Config { cases: 16, failure_persistence: None, ..Config::default() })
        .run(&orders, |(said, shuffled)| {
            case.set(case.get() + 1);
            runtime.block_on(async {
                let (_, once) = told(&ledger, &format!("Once {}", case.get()), &said).await;
                let (_, again) = told(&ledger, &format!("Again {}", case.get()), &shuffled).await;
                prop_assert_eq!(&once, &again);
                for (payout, state) in once.iter().enumerate() {
                    let tells = |what| said.contains(&(payout, what));
                    let others = tells(Report::Failed) || tells(Report::Reversed);
                    let contradicted = tells(Report::Successful) && others;
                    prop_assert_eq!(*state == PayoutState::Conflict, contradicted);
                }
                Ok(())
            })
        })
        .unwrap();
}
