use crate::{
    double_payment::{EVERY_LEFT, EVERY_PRESS, Left, NOVEMBER, left, press, sent, staff},
    support::World,
};

/// What was approved was approved as things stood then.
#[tokio::test(flavor = "multi_thread")]
async fn a_changed_setting() {
    assert_eq!(sent_after(change_the_sender).await, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn another_payroll() {
    assert_eq!(sent_after(pay_others).await, Vec::<String>::new());
}

async fn change_the_sender(world: &World) {
    let mut settings = world.desk.profile().settings;
    settings.sender_name = "KOLA FARMS LTD".to_owned();
    world.desk.save_profile(settings).await.unwrap();
}

async fn pay_others(world: &World) {
    sent(world, &staff(50..53), "Night shift", NOVEMBER).await;
}

/// In which cases something of the payroll left the desk by a click that says no total.
async fn sent_after(something: impl AsyncFn(&World)) -> Vec<String> {
    let mut gone = Vec::new();
    for state in EVERY_LEFT.into_iter().filter(|state| *state != Left::Approved) {
        for again in EVERY_PRESS {
            let world = World::without_callbacks().await;
            let id = left(&world, state, &staff(0..3), "November salaries").await;
            something(&world).await;
            let before = world.line.sent().len();
            press(&world, again, id).await;
            if world.line.sent().len() > before {
                gone.push(format!("{state:?}, then {again:?}"));
            }
        }
    }
    gone
}
