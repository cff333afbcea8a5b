use crate::{
    double_payment::{
        EVERY_LEFT, EVERY_PRESS, Left, NOVEMBER, approved, draft, left, nobody, paid_twice, pay_anyway,
        press, review, staff, try_pay,
    },
    support::World,
};

/// Refused, not sent, approved and never sent, or lost and decided: its people were paid under another name since.
#[tokio::test(flavor = "multi_thread")]
async fn whatever_is_pressed() {
    let mut twice = Vec::new();
    for state in EVERY_LEFT {
        for again in EVERY_PRESS {
            let world = World::without_callbacks().await;
            let id = left(&world, state, &staff(0..3), "November salaries").await;
            pay_anyway(&world, &staff(0..3), "Second attempt", NOVEMBER).await;
            press(&world, again, id).await;
            if paid_twice(&world) != nobody() {
                twice.push(format!("{state:?}, then {again:?}"));
            }
        }
    }
    assert_eq!(twice, Vec::<String>::new());
}

/// Nor where only some of them were, among others.
#[tokio::test(flavor = "multi_thread")]
async fn if_one_of_them_was() {
    let world = World::without_callbacks().await;
    let id = left(&world, Left::Refused, &staff(0..10), "November salaries").await;
    pay_anyway(&world, &[staff(9..10), staff(20..40)].concat(), "Night shift", NOVEMBER).await;
    press(&world, EVERY_PRESS[0], id).await;
    assert_eq!(paid_twice(&world), nobody());
}

/// A desk that was locked, or a token that was about to end, leaves it approved.
#[tokio::test(flavor = "multi_thread")]
async fn after_a_restart() {
    let mut world = World::without_callbacks().await;
    let id = approved(&world, &staff(0..3), "November salaries", NOVEMBER).await;
    world.desk.lock();
    assert!(world.desk.continue_sending(id, None).await.is_err());
    world.restart().await;
    pay_anyway(&world, &staff(0..3), "Second attempt", NOVEMBER).await;
    world.restart().await;
    press(&world, EVERY_PRESS[0], id).await;
    assert_eq!(paid_twice(&world), nobody());
}

/// The screen with the total stood open meanwhile.
#[tokio::test(flavor = "multi_thread")]
async fn nor_approved() {
    let world = World::without_callbacks().await;
    let id = draft(&world, &staff(0..3)).await;
    let shown = review(&world, id, "November salaries", NOVEMBER).await.unwrap();
    let other = draft(&world, &staff(0..3)).await;
    let _ = try_pay(&world, other, "Second attempt", NOVEMBER).await;
    if crate::double_payment::approve(&world, &shown).await.is_ok() {
        let _ = world.desk.send(id).await;
    }
    assert_eq!(paid_twice(&world), nobody());
}
