use std::collections::BTreeSet;

use paysheet_desk::view::{PayrollStatus, RowFilter, TrackView};
use paysheet_domain::{PayoutState, account::nuban};

use crate::{
    double_payment::{draft, queued, staff},
    paying_again::{SALARIES, correct, input, pay, rows},
    support::{HandClock, Person, World, call_back, counts, outcomes, people, references, report, until},
};

/// Accounts whose payouts the practice service fails.
pub fn failing(count: usize) -> Vec<Person> {
    let accounts = (0..99_999).filter_map(|serial| nuban("058", &format!("0300{serial:05}")));
    let accounts = accounts.filter(|account| account.ends_with("0004")).take(count);
    (1..)
        .zip(accounts)
        .map(|(n, account)| Person::new(&format!("Chidi Failed{n}"), &account, "4000.00"))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn and_both_payrolls_show_it() {
    let world = World::open().await;
    let people = [staff(0..150), failing(3), staff(150..297)].concat();
    let id = draft(&world, &people).await;
    pay(&world, id, Some(input(SALARIES))).await;
    let wanted = counts(&[(PayoutState::Paid, 297), (PayoutState::Failed, 3)]);
    let track =
        until(&world.desk, id, |track| outcomes(track) == wanted && track.state == PayrollStatus::Closed)
            .await;
    assert_eq!((track.payable_again[0].count, track.payable_again[0].sum.as_str()), (3, "12000.00"));

    let retry = world.desk.pay_failed(id).await.unwrap();
    assert_eq!(rows(&world, retry).await, 3, "exactly those who failed");
    // Each of them gives another account.
    for position in 0..3 {
        let account = nuban("058", &format!("04000{position:04}")).unwrap();
        correct(&world, retry, position, &account).await;
    }
    pay(&world, retry, None).await;
    let track = until(&world.desk, retry, |track| track.state == PayrollStatus::Closed).await;
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Paid, 3)]));

    assert_eq!(track.name, format!("{SALARIES} (retry)"));
    assert_eq!((track.pays_again[0].payroll, track.pays_again[0].people), (id, 3));
    let old = world.desk.payroll(id).await.unwrap();
    assert_eq!((old.paid_again_in[0].payroll, old.paid_again_in[0].people), (retry, 3));
    assert_eq!(old.payable_again, []);
    let lines = world.desk.payrolls().await.unwrap();
    let line = |id: u32| lines.iter().find(|line| line.id == id).unwrap();
    assert_eq!(line(retry).pays_again[0].name, SALARIES);
    assert_eq!(line(id).paid_again_in[0].name, track.name);

    let old = references(&world.desk, id).await;
    let new = references(&world.desk, retry).await;
    let all: BTreeSet<&String> = old.values().chain(new.values()).collect();
    assert_eq!(all.len(), 303, "the references of the retry are new");
    let accounts = queued(&world);
    assert_eq!(accounts.len(), 303, "297 once, and three at both of their accounts");
    assert!(accounts.values().all(|times| *times == 1));

    // Each person got the money once, in both payrolls together.
    for id in [id, retry] {
        let payouts = world.desk.payouts(id, &Default::default(), 0, 500).await.unwrap();
        let across: Vec<_> = payouts.rows.into_iter().filter_map(|row| row.across).collect();
        assert_eq!(across.len(), 3);
        for across in across {
            assert_eq!((across.paid[0].count, across.paid[0].sum.as_str()), (1, "4000.00"));
            assert_eq!(across.payments.len(), 2);
        }
    }
}

/// Whoever may have been paid is not paid again: no result yet, a result that is late, results that contradict each other.
#[tokio::test(flavor = "multi_thread")]
async fn and_only_those_who_failed_or_were_sent_back() {
    let clock = HandClock::default();
    let world = World::at_the_time_of(&clock).await;
    let all = people(5);
    let id = world.sent(&all).await;
    let address = world.listen_elsewhere().await;
    let of = references(&world.desk, id).await;
    let reference = |at: usize| of[&all[at].account].clone();
    for form in [
        report(&reference(0), "00"),
        report(&reference(1), "51"),
        format!("ref={}&status=reversed", reference(2)),
        report(&reference(3), "51"),
        report(&reference(3), "00"),
    ] {
        assert_eq!(call_back(&address, &form).await, 200);
    }
    let payable = |track: &TrackView| track.payable_again.iter().map(|total| total.count).sum::<u32>();
    let so_far = [
        (PayoutState::Paid, 1),
        (PayoutState::Failed, 1),
        (PayoutState::Reversed, 1),
        (PayoutState::Conflict, 1),
    ];
    for last in [PayoutState::Sent, PayoutState::Overdue] {
        let wanted = counts(&[&so_far[..], &[(last, 1)]].concat());
        let track = until(&world.desk, id, |track| outcomes(track) == wanted).await;
        assert_eq!(payable(&track), 2, "{last}");
        clock.pass_min(31);
        world.desk.mark_overdue().await.unwrap();
    }
    let retry = world.desk.pay_failed(id).await.unwrap();
    let rows = world.desk.draft_rows(retry, &RowFilter::default(), 0, 10).await.unwrap().rows;
    let accounts: Vec<String> = rows.into_iter().map(|row| row.account_number).collect();
    assert_eq!(accounts, [all[1].account.clone(), all[2].account.clone()]);
}
