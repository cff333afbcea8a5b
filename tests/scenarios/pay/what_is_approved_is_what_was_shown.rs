use paysheet_domain::Field;

use crate::{
    double_payment::{NOVEMBER, approve, approve_typing, draft, review, staff},
    support::{Person, World},
};

/// Another window put somebody else's account into a row and froze it anew; the total is the same.
#[tokio::test(flavor = "multi_thread")]
async fn not_other_people_of_the_same_total() {
    let world = World::without_callbacks().await;
    let id = draft(&world, &staff(0..3)).await;
    let shown = review(&world, id, "November salaries", NOVEMBER).await.unwrap();
    let stranger = staff(80..81).remove(0);
    world.desk.back_to_check(id).await.unwrap();
    world.desk.edit_cell(id, 1, Field::AccountNumber, stranger.account).await.unwrap();
    world.desk.edit_cell(id, 1, Field::Name, stranger.name).await.unwrap();
    let elsewhere = review(&world, id, "November salaries", NOVEMBER).await.unwrap();
    assert_eq!(elsewhere.totals, shown.totals);
    assert!(approve(&world, &shown).await.is_err());
    let _ = world.desk.send(id).await;
    assert_eq!(world.line.sent().len(), 0);
}

/// Two amounts changed places.
#[tokio::test(flavor = "multi_thread")]
async fn not_other_amounts_of_the_same_total() {
    let world = World::without_callbacks().await;
    let people = staff(0..2);
    let id = draft(&world, &people).await;
    let shown = review(&world, id, "November salaries", NOVEMBER).await.unwrap();
    world.desk.back_to_check(id).await.unwrap();
    for (position, other) in [(0, 1), (1, 0)] {
        let amount = people[other].amount.clone();
        world.desk.edit_cell(id, position, Field::Amount, amount).await.unwrap();
    }
    review(&world, id, "November salaries", NOVEMBER).await.unwrap();
    assert!(approve(&world, &shown).await.is_err());
    let _ = world.desk.send(id).await;
    assert_eq!(world.line.sent().len(), 0);
}

/// Nor the same people under another name, for another month, or in another sender's name.
#[tokio::test(flavor = "multi_thread")]
async fn not_under_other_words() {
    use crate::support::called;
    let mut sender = called("November salaries", NOVEMBER).unwrap();
    sender.sender_name = "KOLA FARMS LTD".to_owned();
    let mut later = called("November salaries", NOVEMBER).unwrap();
    later.instant_queue = false;
    let mut gone = Vec::new();
    let others =
        [called("Bonus", NOVEMBER), called("November salaries", "2026-12"), Some(sender), Some(later)];
    for other in others {
        let world = World::without_callbacks().await;
        let id = draft(&world, &staff(0..3)).await;
        let shown = review(&world, id, "November salaries", NOVEMBER).await.unwrap();
        world.desk.review(id, other.clone()).await.unwrap();
        if approve(&world, &shown).await.is_ok() {
            gone.push(other);
        }
    }
    assert_eq!(gone, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn with_the_total_of_every_currency() {
    let world = World::without_callbacks().await;
    let kenyan = Person { amount: "190000.00".to_owned(), ..Person::of("KE", "MPESA", "254712345699") };
    let id = draft(&world, &[staff(0..2), vec![kenyan]].concat()).await;
    let shown = review(&world, id, "November salaries", NOVEMBER).await.unwrap();
    assert_eq!(shown.totals.len(), 2);
    let first = shown.totals[0].sum.as_str();
    for typed in [&[first][..], &[first, ""], &[first, "900.00"], &[first, first]] {
        assert!(approve_typing(&world, &shown, typed).await.is_err(), "{typed:?}");
    }
    let _ = world.desk.send(id).await;
    assert_eq!(world.line.sent().len(), 0);
}
