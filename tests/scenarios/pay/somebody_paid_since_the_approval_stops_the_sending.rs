use std::sync::Arc;

use tokio::sync::Notify;

use crate::{
    double_payment::{
        DECEMBER, NOVEMBER, approve, approved, draft, nobody, paid_twice, pay_anyway, review, staff,
    },
    support::{Then, World, until},
};

#[tokio::test(flavor = "multi_thread")]
async fn before_the_first_batch() {
    for period in [NOVEMBER, DECEMBER] {
        let world = World::without_callbacks().await;
        let id = approved(&world, &staff(0..3), "November salaries", NOVEMBER).await;
        pay_anyway(&world, &[staff(2..3), staff(20..30)].concat(), "Night shift", period).await;
        let _ = world.desk.send(id).await;
        assert_eq!(paid_twice(&world), nobody(), "{period}");
    }
}

/// The first batch is at the service, its answer on its way.
#[tokio::test(flavor = "multi_thread")]
async fn before_the_next_batch() {
    let world = World::without_callbacks().await;
    world.set_batch_size(2).await;
    let id = approved(&world, &staff(0..4), "November salaries", NOVEMBER).await;
    let answer = Arc::new(Notify::new());
    world.line.next([Then::HoldTheAnswer(Arc::clone(&answer))]);
    world.desk.start_sending(id).unwrap();
    world.line.until_sent(1).await;
    pay_anyway(&world, &staff(3..4), "Night shift", NOVEMBER).await;
    answer.notify_one();
    until(&world.desk, id, |track| !track.sending).await;
    assert_eq!(paid_twice(&world), nobody());
}

/// Two windows show payrolls that share somebody, and both are approved in the same moment.
#[tokio::test(flavor = "multi_thread")]
async fn whichever_of_two_is_first() {
    let world = World::without_callbacks().await;
    let (one, other) = (draft(&world, &staff(0..3)).await, draft(&world, &staff(2..6)).await);
    let one = review(&world, one, "November salaries", NOVEMBER).await.unwrap();
    let other = review(&world, other, "Night shift", NOVEMBER).await.unwrap();
    let _ = tokio::join!(approve(&world, &one), approve(&world, &other));
    let _ = tokio::join!(world.desk.send(one.id), world.desk.send(other.id));
    assert_eq!(paid_twice(&world), nobody());
}
