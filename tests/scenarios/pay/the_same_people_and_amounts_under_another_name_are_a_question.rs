use crate::{
    double_payment::{
        DECEMBER, EVERY_LEFT, NOVEMBER, OCTOBER, draft, left, nobody, paid, paid_twice, sent, staff, try_pay,
    },
    support::{HandClock, Person, World},
};

/// The same twenty in a file that was sorted and saved anew: one gets another amount, one is new.
fn saved_anew() -> Vec<Person> {
    let mut people = staff(0..20);
    people.reverse();
    people[0].amount = "2500.00".to_owned();
    people[1] = staff(70..71).remove(0);
    people
}

/// Tries to pay them under a name that has nothing of the first one's, deciding nothing.
async fn left_the_desk(world: &World, period: &str) -> bool {
    let before = world.line.sent().len();
    let id = draft(world, &saved_anew()).await;
    let _ = try_pay(world, id, "Payments to everybody", period).await;
    world.line.sent().len() > before
}

#[tokio::test(flavor = "multi_thread")]
async fn for_the_same_period() {
    let clock = HandClock::default();
    let world = World::at_the_time_of(&clock).await;
    world.listen().await;
    paid(&world, &staff(0..20), "November salaries", NOVEMBER).await;
    clock.pass_days(25);
    assert!(!left_the_desk(&world, NOVEMBER).await);
    assert_eq!(paid_twice(&world), nobody());
}

#[tokio::test(flavor = "multi_thread")]
async fn within_days() {
    let clock = HandClock::default();
    let world = World::at_the_time_of(&clock).await;
    world.listen().await;
    paid(&world, &staff(0..20), "October salaries", OCTOBER).await;
    clock.pass_days(4);
    assert!(!left_the_desk(&world, NOVEMBER).await);
    assert_eq!(paid_twice(&world), nobody());
}

#[tokio::test(flavor = "multi_thread")]
async fn while_the_first_waits_or_is_under_way() {
    let mut gone = Vec::new();
    for state in EVERY_LEFT {
        let world = World::without_callbacks().await;
        left(&world, state, &staff(0..20), "November salaries").await;
        if left_the_desk(&world, DECEMBER).await {
            gone.push(format!("{state:?}"));
        }
    }
    let world = World::without_callbacks().await;
    sent(&world, &staff(0..20), "November salaries", NOVEMBER).await;
    if left_the_desk(&world, DECEMBER).await {
        gone.push("under way".to_owned());
    }
    assert_eq!(gone, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn but_next_months_payroll_is_none() {
    let clock = HandClock::default();
    let world = World::at_the_time_of(&clock).await;
    world.listen().await;
    paid(&world, &staff(0..20), "November salaries", NOVEMBER).await;
    clock.pass_days(30);
    let id = draft(&world, &staff(0..20)).await;
    try_pay(&world, id, "December salaries", DECEMBER).await.unwrap();
    assert_eq!(world.line.sent().len(), 2);
}
