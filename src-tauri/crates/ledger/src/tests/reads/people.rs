//! Everyone who was ever paid, from payrolls that really went through the ledger.

use paysheet_domain::{Currency, PayoutStatus, Report};

use crate::{
    DecisionKind, GuardRule, Ledger, LedgerError, Overlap, PayrollId, PeopleFilter, PeopleOrder, PersonKey,
    PersonPayment, PersonRecord,
    model::columns::sha256_hex,
    tests::support::{
        accepted, approve, approved, at, body, new_payroll, open, plan, references, report, rows, send,
    },
};

const SERVICE: &str = "https://pay.example.com";

async fn people(ledger: &Ledger, filter: &PeopleFilter) -> Vec<PersonRecord> {
    let (total, people) = ledger.people(filter, SERVICE, at(0), (0, 100)).await.unwrap();
    assert_eq!(total as usize, people.len());
    people
}

async fn all(ledger: &Ledger) -> Vec<PersonRecord> {
    people(ledger, &PeopleFilter::default()).await
}

fn named(text: &str) -> PeopleFilter {
    PeopleFilter { text: Some(text.to_owned()), ..PeopleFilter::default() }
}

/// November paid persons 0 and 1; a bonus is on its way to person 0.
async fn two_payrolls() -> (tempfile::TempDir, Ledger) {
    let (dir, ledger) = open().await;
    let november = approved(&ledger, "November", &[2]).await;
    send(&ledger, november, accepted()).await;
    for reference in references(&ledger, november).await {
        report(&ledger, &reference, Report::Successful).await;
    }
    let id = ledger.create_payroll(new_payroll("Bonus"), &rows(1)).await.unwrap();
    let mut bonus = plan("Bonus", &[1]);
    // Person 0 again.
    for payout in &mut bonus.batches[0].payouts {
        payout.account_number = format!("{:010}", payout.position);
        payout.account_key.clone_from(&payout.account_number);
    }
    let batch = &mut bonus.batches[0];
    batch.body = body(&batch.reference, &batch.payouts);
    batch.body_sha256 = sha256_hex(batch.body.as_bytes());
    let frozen = ledger.freeze(id, bonus).await.unwrap();
    let asked = ledger.questions(id, GuardRule::default(), at(12)).await.unwrap();
    let overlaps: Vec<String> = asked.overlaps.iter().map(Overlap::subject).collect();
    let same: Vec<String> = asked.same_payrolls.into_iter().map(|same| same.subject).collect();
    for (kind, subjects) in [(DecisionKind::Overlap, overlaps), (DecisionKind::SamePayroll, same)] {
        ledger.decide(id, (kind, &subjects), ("A bonus", "Ada"), at(12)).await.unwrap();
    }
    approve(&ledger, frozen, at(12)).await.unwrap();
    send(&ledger, id, accepted()).await;
    (dir, ledger)
}

#[tokio::test]
async fn a_person_is_an_account_in_all_payrolls() {
    let (_dir, ledger) = two_payrolls().await;
    let people = all(&ledger).await;
    let shown: Vec<_> = people
        .iter()
        .map(|person| (person.last.payout.name.as_str(), person.payments, person.last.status))
        .collect();
    assert_eq!(shown, [("Person 0", 1, PayoutStatus::Paid), ("Person 1", 1, PayoutStatus::Paid)]);
    assert_eq!(people[0].year_total.digits(), "1.00");
    let payments = ledger.person_payments(&people[0].key).await.unwrap();
    let names: Vec<_> = payments.iter().map(|payment| payment.payroll_name.as_str()).collect();
    // The bonus was sent before the outcomes of November came.
    assert_eq!(names, ["November", "Bonus"]);
    assert_eq!(payments[1].status, PayoutStatus::InProgress);
    assert_eq!(payments[0].person, people[0].key);
}

#[tokio::test]
async fn other_payments_to_an_account_are_those_before_and_after_it() {
    let (_dir, ledger) = two_payrolls().await;
    let payments = ledger.person_payments(&all(&ledger).await[0].key).await.unwrap();
    let names = |payments: &[PersonPayment]| -> Vec<String> {
        payments.iter().map(|payment| payment.payroll_name.clone()).collect()
    };
    let [november, bonus] = &payments[..] else { panic!("two payments: {payments:?}") };
    let batch_of = async |payment: &PersonPayment| ledger.batches(payment.payroll).await.unwrap().remove(0);
    let (first, second) = (batch_of(november).await, batch_of(bonus).await);
    // At the same moment by the clock: the one that was made first is earlier.
    assert_eq!(first.sent_at, second.sent_at);
    let [sent, later] = [first, second].map(|batch| batch.sent_at.map(|at| (at, batch.key)));
    let beside = ledger.payments_beside(bonus, later, 10).await.unwrap();
    assert_eq!((names(&beside.earlier), names(&beside.later)), (vec!["November".to_owned()], vec![]));
    let beside = ledger.payments_beside(november, sent, 10).await.unwrap();
    assert_eq!((names(&beside.earlier), names(&beside.later)), (vec![], vec!["Bonus".to_owned()]));
    let sent_last = sent.map(|(at, batch)| (at + jiff::SignedDuration::from_secs(1), batch));
    let beside = ledger.payments_beside(november, sent_last, 10).await.unwrap();
    assert_eq!(
        (names(&beside.earlier), beside.later.len()),
        (vec!["Bonus".to_owned()], 0),
        "by the time first"
    );
    // What is not sent yet comes after all that was.
    let beside = ledger.payments_beside(november, None, 10).await.unwrap();
    assert_eq!((names(&beside.earlier), beside.later.len()), (vec!["Bonus".to_owned()], 0));
    let none = ledger.payments_beside(bonus, later, 0).await.unwrap();
    assert_eq!(none.earlier, [], "no more than wanted");

    let found = ledger.payment(bonus.payroll, &bonus.payout.reference).await.unwrap();
    assert_eq!((&found.payout, found.status), (&bonus.payout, bonus.status));
    let elsewhere = ledger.payment(november.payroll, &bonus.payout.reference).await;
    assert!(matches!(elsewhere, Err(LedgerError::NoSuchPayout)), "{elsewhere:?}");
}

/// A damaged payroll does not hide what is known of this one.
#[tokio::test]
async fn a_payment_that_cannot_be_read_is_counted() {
    let (_dir, ledger) = two_payrolls().await;
    let payments = ledger.person_payments(&all(&ledger).await[0].key).await.unwrap();
    damage(&ledger, payments[0].payroll).await;
    let beside = ledger.payments_beside(&payments[1], None, 10).await.unwrap();
    assert_eq!((beside.earlier.len(), beside.unreadable), (0, 1));
}

async fn damage(ledger: &Ledger, id: PayrollId) {
    sqlx::query("UPDATE payouts SET state = 'Perhaps' WHERE payroll = $1")
        .bind(i64::from(id.0))
        .execute(&ledger.writer)
        .await
        .unwrap();
}

#[tokio::test]
async fn whoever_was_never_sent_anything_is_not_listed() {
    let (_dir, ledger) = open().await;
    approved(&ledger, "November", &[2]).await;
    assert_eq!(all(&ledger).await, []);
    let failed = approved(&ledger, "December", &[1]).await;
    send(&ledger, failed, accepted()).await;
    let reference = references(&ledger, failed).await.remove(0);
    report(&ledger, &reference, Report::Failed).await;
    assert_eq!(all(&ledger).await, [], "a payment that failed paid nobody");
}

#[tokio::test]
async fn people_are_found_by_what_the_user_types() {
    let (_dir, ledger) = two_payrolls().await;
    let reference = all(&ledger).await[1].last.payout.reference.to_string();
    for (text, found) in [
        ("person 1", vec!["Person 1"]),
        ("0000000001", vec!["Person 1"]),
        (reference.as_str(), vec!["Person 1"]),
        ("guaranty", vec!["Person 0", "Person 1"]),
        (" ", vec!["Person 0", "Person 1"]),
        ("100%", vec![]),
    ] {
        let people = people(&ledger, &named(text)).await;
        let names: Vec<_> = people.iter().map(|person| person.last.payout.name.as_str()).collect();
        assert_eq!(names, found, "{text}");
    }
    let by_name = PeopleFilter { order: PeopleOrder::Name, ..PeopleFilter::default() };
    let (total, window) = ledger.people(&by_name, SERVICE, at(0), (1, 1)).await.unwrap();
    assert_eq!((total, window[0].last.payout.name.as_str()), (2, "Person 1"));
}

#[tokio::test]
async fn nothing_is_counted_before_the_year_that_is_asked_about() {
    let (_dir, ledger) = two_payrolls().await;
    let (_, people) = ledger.people(&PeopleFilter::default(), SERVICE, at(1_000_000), (0, 10)).await.unwrap();
    assert!(people.iter().all(|person| person.year_total.minor() == 0 && person.payments == 1));
}

#[tokio::test]
async fn an_unknown_person_has_no_payments() {
    let (_dir, ledger) = two_payrolls().await;
    let key = PersonKey { currency: Currency::KES, ..all(&ledger).await[0].key.clone() };
    assert_eq!(ledger.person_payments(&key).await.unwrap(), []);
}
