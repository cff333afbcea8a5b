//! Somebody asks about a payment: it is found by name, account, reference, batch id or amount, whatever its payroll is.

use crate::support::{World, people, references, until_closed};

#[tokio::test(flavor = "multi_thread")]
async fn by_what_the_caller_knows() {
    let world = World::open().await;
    let id = world.sent(&people(12)).await;
    let track = until_closed(&world.desk, id).await;
    let (account, reference) = references(&world.desk, id).await.into_iter().nth(7).unwrap();
    let batch_id = track.batches[0].batch_id.clone().unwrap();
    for (text, found) in [
        ("ada person7".to_owned(), 1),
        ("PERSON1".to_owned(), 3),
        (account.clone(), 1),
        (reference[..8].to_lowercase(), 1),
        ("1,007.00".to_owned(), 1),
        (batch_id, 12),
        ("Zebediah".to_owned(), 0),
        (String::new(), 0),
    ] {
        let payments = world.desk.search(&text).await.unwrap();
        assert_eq!(payments.len(), found, "{text:?}: {payments:?}");
    }
    let payment = world.desk.search(&account).await.unwrap().remove(0);
    assert_eq!((payment.payroll, &payment.reference), (id, &reference));
    assert_eq!((payment.name.as_str(), payment.amount.as_str()), ("Ada Person7", "1007.00"));
    assert_eq!(payment.payroll_name, track.name);
}
