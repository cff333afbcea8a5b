use paysheet_desk::{ErrorCode, ReadOptions};
use paysheet_domain::{Country, Currency, PayoutState};

use crate::support::{Person, World, code_of, counts, outcomes, people, typed, until, until_closed};

#[tokio::test(flavor = "multi_thread")]
async fn one_batch_a_currency_wallets_counted_as_wallets() {
    let world = World::open().await;
    // The first row's bank code is a bank's in its own country only.
    let mut staff = vec![Person::of("GH", "MTN", "233241234599")];
    staff.extend(people(2));
    staff.push(Person::of("KE", "MPESA", "254712345699"));
    let id = world.import(&staff).await;
    let review = world.review(id, None).await.unwrap();
    let currencies: Vec<Currency> = review.totals.iter().map(|total| total.currency).collect();
    assert_eq!(currencies, [Currency::NGN, Currency::KES, Currency::GHS]);
    assert_eq!((review.banks, review.wallets), (1, 2));
    let fingerprint = &review.fingerprint;
    let mut first_only = typed(&review);
    first_only.truncate(1);
    assert_eq!(
        code_of(world.desk.approve_and_pay(id, fingerprint, &first_only).await),
        ErrorCode::TotalDiffers
    );
    let mut wrong = typed(&review);
    "700.01".clone_into(&mut wrong[2].text);
    assert_eq!(code_of(world.desk.approve_and_pay(id, fingerprint, &wrong).await), ErrorCode::TotalDiffers);
    world.desk.approve_and_pay(id, &review.fingerprint, &typed(&review)).await.unwrap();
    let paid = |track: &paysheet_desk::view::TrackView| track.batches.iter().all(|b| b.batch_id.is_some());
    let track = until(&world.desk, id, paid).await;
    assert_eq!(track.batches.len(), 3);
    until_closed(&world.desk, id).await;
    let sent = world.line.sent_values();
    let order: Vec<&str> = sent.iter().map(|body| body["currency"].as_str().unwrap()).collect();
    assert_eq!(order, ["NGN", "KES", "GHS"]);
}

/// Nobody is left in the payroll's own currency: the total to type is the first one shown.
#[tokio::test(flavor = "multi_thread")]
async fn without_anybody_in_its_own_currency() {
    let world = World::open().await;
    let mut ghanaian = Person::of("GH", "MTN", "233241234599");
    ghanaian.amount = "55.00".to_owned();
    let staff = [ghanaian, Person::of("KE", "MPESA", "254712345699")];
    let options = ReadOptions { country: Some(Country::NG), currency: Some(Currency::NGN) };
    let id = world.desk.open_file(&world.sheet(&staff), options).await.unwrap();
    let review = world.review(id, None).await.unwrap();
    world.desk.approve_and_pay(id, &review.fingerprint, &typed(&review)).await.unwrap();
    let track = until_closed(&world.desk, id).await;
    assert_eq!(outcomes(&track).len(), 1);
    assert_eq!(counts(&[(PayoutState::Paid, 1)]), outcomes(&track));
}
