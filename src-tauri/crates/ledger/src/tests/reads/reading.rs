use paysheet_domain::{AccountAt, Country, Currency, Money, PayoutState, PayoutStatus, Report};

use crate::{
    Ledger, PayoutFilter, PayoutOrder, PayrollId,
    tests::support::{accepted, approved, at, new_payroll, open, plan, references, report, rows, send},
};

async fn found(ledger: &Ledger, id: PayrollId, filter: PayoutFilter) -> Vec<u32> {
    let (total, payouts) = ledger.payouts(id, &filter, 0, 100).await.unwrap();
    assert_eq!(total as usize, payouts.len());
    payouts.into_iter().map(|payout| payout.position).collect()
}

fn text(text: &str) -> PayoutFilter {
    PayoutFilter { text: Some(text.to_owned()), ..PayoutFilter::default() }
}

#[tokio::test]
async fn payouts_are_found_by_what_the_user_types() {
    let (_dir, ledger) = open().await;
    let id = ledger.create_payroll(new_payroll("November"), &rows(4)).await.unwrap();
    let mut plan = plan("November", &[4]);
    plan.batches[0].payouts[0].name = "Élodie KOUASSI".to_owned();
    plan.batches[0].payouts[1].narration = "Bonus 100%".to_owned();
    plan.batches[0].payouts[2].narration = "Bonus_2!".to_owned();
    ledger.freeze(id, plan).await.unwrap();
    for (typed, expected) in [
        ("élodie", vec![0]),
        ("kouassi", vec![0]),
        ("  bonus ", vec![1, 2]),
        ("0%", vec![1]),
        ("_2", vec![2]),
        ("!", vec![2]),
        ("0000000003", vec![3]),
        ("guaranty", vec![0, 1, 2, 3]),
        ("nobody", vec![]),
        ("", vec![0, 1, 2, 3]),
    ] {
        assert_eq!(found(&ledger, id, text(typed)).await, expected, "{typed:?}");
    }
}

#[tokio::test]
async fn the_newest_outcome_comes_first_and_states_are_counted() {
    let (_dir, ledger) = open().await;
    let id = approved(&ledger, "November", &[4]).await;
    send(&ledger, id, accepted()).await;
    let references = references(&ledger, id).await;
    report(&ledger, &references[2], Report::Failed).await;
    let key = ledger.store_callback(&crate::tests::support::raw(20)).await.unwrap();
    let said = crate::tests::support::reading(&references[3], Report::Successful);
    ledger.apply_callback(key, said, at(21)).await.unwrap();

    let newest = PayoutFilter { order: PayoutOrder::Latest, ..PayoutFilter::default() };
    assert_eq!(found(&ledger, id, newest).await, [3, 2, 0, 1]);
    let of = |status| PayoutFilter { status: Some(status), ..PayoutFilter::default() };
    assert_eq!(found(&ledger, id, of(PayoutStatus::Failed)).await, [2]);
    assert_eq!(found(&ledger, id, of(PayoutStatus::InProgress)).await, [0, 1]);
    assert_eq!(found(&ledger, id, of(PayoutStatus::NotSent)).await, [0_u32; 0]);
    let naira = |amount: i64| Money::from_minor(amount * 100, Currency::NGN);
    assert_eq!(
        ledger.payroll_figures(id).await.unwrap().outcomes,
        [
            (PayoutState::Failed, Currency::NGN, 1, naira(3)),
            (PayoutState::Paid, Currency::NGN, 1, naira(4)),
            (PayoutState::Sent, Currency::NGN, 2, naira(3)),
        ]
    );
    let (total, window) = ledger.payouts(id, &PayoutFilter::default(), 1, 2).await.unwrap();
    assert_eq!((total, window.len(), window[0].position), (4, 2, 1));
}

#[tokio::test]
async fn the_last_payment_of_an_account_is_known() {
    let (_dir, ledger) = open().await;
    for name in ["October", "November"] {
        let id = approved(&ledger, name, &[2]).await;
        send(&ledger, id, accepted()).await;
        if name == "November" {
            report(&ledger, &references(&ledger, id).await[0], Report::Successful).await;
        }
    }
    let last = ledger.last_paid(&account("0000000000")).await.unwrap().unwrap();
    assert_eq!((last.payroll_name.as_str(), last.payout.position), ("November", 0));
    assert_eq!(ledger.last_paid(&account("0000000001")).await.unwrap(), None);
}

#[tokio::test]
async fn payrolls_come_newest_first_each_with_its_own_people() {
    let (_dir, ledger) = open().await;
    let old = approved(&ledger, "October", &[2, 2]).await;
    let new = approved(&ledger, "November", &[3]).await;
    let all = ledger.payrolls().await.unwrap();
    assert_eq!(all.iter().map(|record| (record.id, record.people)).collect::<Vec<_>>(), [(new, 3), (old, 4)]);
    assert_eq!(all[1], ledger.payroll(old).await.unwrap());
}

fn account(number: &str) -> AccountAt {
    AccountAt { country: Country::NG, bank_code: "058".to_owned(), account_number: number.to_owned() }
}
