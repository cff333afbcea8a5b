use paysheet_desk::{
    ErrorCode, Reason,
    view::{PayrollStatus, ResendInput},
};
use paysheet_domain::{BatchState, Country, PayoutState};

use crate::support::{
    World, code_of, counts, in_memory, open_desk, outcomes, people, references, secrets, states, until_closed,
};

#[tokio::test(flavor = "multi_thread")]
async fn a_new_token_is_all_it_needs() {
    use secrecy::ExposeSecret;
    let mut world = World::without_callbacks().await;
    let lock = world.practice.lock().expose_secret().to_owned();
    // The list of banks is stored, as it is after the first payroll.
    world.desk.banks(Country::NG).await.unwrap();
    world.desk.close().await;
    (world.desk, _) = open_desk(world.folder.path(), &world.line.url, in_memory("expired", &lock)).await;
    world.desk.unlock().await.unwrap();
    let id = world.sent(&people(3)).await;
    let track = world.desk.payroll(id).await.unwrap();
    assert_eq!((track.state, states(&track)), (PayrollStatus::Refused, vec![BatchState::NotAccepted]));
    assert_eq!(track.batches[0].reason, Some(Reason::TokenRefused));
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Planned, 3)]));
    let before = references(&world.desk, id).await;

    world.desk.close().await;
    (world.desk, _) = open_desk(world.folder.path(), &world.line.url, secrets(&world.practice)).await;
    world.desk.unlock().await.unwrap();
    world.listen().await;
    // It does not say whose it is: the user does.
    assert_eq!(code_of(world.desk.continue_sending(id, None).await), ErrorCode::AccountDiffers);
    let said = ResendInput { totals: Vec::new(), same_account: Some("Renewed on their page".to_owned()) };
    world.desk.continue_sending(id, Some(said)).await.unwrap();
    let track = until_closed(&world.desk, id).await;
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Paid, 3)]));
    assert_eq!(references(&world.desk, id).await, before);
    let sent = world.line.sent();
    assert_eq!(sent.len(), 2);
    assert_eq!(sent[0], sent[1]);
}
