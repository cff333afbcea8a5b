use paysheet_desk::Reason;
use paysheet_domain::{BatchState, Currency, Money, PayoutState};
use paysheet_practice::{PracticeConfig, Wallet};

use crate::{
    double_payment::{draft, staff},
    paying_again::{SALARIES, input, pay},
    support::{World, counts, outcomes, states, until},
};

/// A wallet whose money is enough for two of three people, beside 36,000,000.00 naira from top-ups elsewhere.
const MONEY: &str = "NGN:W-KOLA:the-password:5000.00";
/// What each of the three gets, in naira.
const EACH: &str = "14000000.00";

async fn world(runs_short: bool) -> World {
    let mut config = PracticeConfig::made_up(7).unwrap();
    let wallet: Wallet = MONEY.parse().unwrap();
    (config.pace_ms, config.lock, config.runs_short) = (0, wallet.lock.clone(), runs_short);
    config.wallets = vec![wallet];
    let world = World::practising(config).await;
    world.listen().await;
    world
}

async fn three(world: &World) -> u32 {
    let mut people = staff(0..3);
    people.iter_mut().for_each(|person| EACH.clone_into(&mut person.amount));
    draft(world, &people).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_above_it_is_refused_as_a_whole() {
    let world = world(false).await;
    let id = three(&world).await;
    pay(&world, id, Some(input(SALARIES))).await;
    let track = world.desk.payroll(id).await.unwrap();
    assert_eq!(states(&track), [BatchState::NotAccepted]);
    assert_eq!(track.batches[0].reason, Some(Reason::InsufficientBalance));
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Planned, 3)]));
}

/// Whom the money did not reach has failed, as with any other code of failure, and is paid again alone.
#[tokio::test(flavor = "multi_thread")]
async fn whom_it_does_not_reach_is_paid_after_a_top_up() {
    let world = world(true).await;
    let id = three(&world).await;
    pay(&world, id, Some(input(SALARIES))).await;
    let two = counts(&[(PayoutState::Paid, 2), (PayoutState::Failed, 1)]);
    until(&world.desk, id, |track| outcomes(track) == two).await;
    let rows = world.desk.payouts(id, &Default::default(), 0, 10).await.unwrap().rows;
    let failed = rows.iter().find(|row| row.state == PayoutState::Failed).unwrap();
    assert_eq!(failed.message.as_deref(), Some("Not enough wallet balance"));

    world.practice.add_money(Money::parse("20000000.00", Currency::NGN).unwrap());
    let retry = world.desk.pay_failed(id).await.unwrap();
    pay(&world, retry, None).await;
    let one = counts(&[(PayoutState::Paid, 1)]);
    until(&world.desk, retry, |track| outcomes(track) == one).await;
    assert_eq!(world.line.sent_values().len(), 2);
}
