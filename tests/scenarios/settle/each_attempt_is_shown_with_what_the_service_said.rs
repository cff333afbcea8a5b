use paysheet_desk::Reason;
use paysheet_domain::AttemptResult;

use crate::support::{Then, World, people, until};

#[tokio::test(flavor = "multi_thread")]
async fn the_last_one_first() {
    let world = World::without_callbacks().await;
    world.line.next([
        Then::answer(400, r#"{"status":"error","message":"Insufficient balance"}"#),
        Then::answer(502, "<h1>Bad gateway</h1>"),
        Then::Cut,
    ]);
    let id = world.sent(&people(2)).await;
    let batch = world.desk.payroll(id).await.unwrap().batches[0].key;
    world.desk.continue_sending(id, None).await.unwrap();
    until(&world.desk, id, |track| !track.sending).await;
    world.desk.send_again(id, batch, None).await.unwrap();
    until(&world.desk, id, |track| !track.sending).await;

    let attempts = world.desk.attempts(batch).await.unwrap();
    let told: Vec<_> = attempts.iter().map(|a| (a.number, a.outcome, a.reason, a.http_status)).collect();
    use AttemptResult::{NotAccepted, Unknown};
    assert_eq!(
        told,
        [
            (3, Some(Unknown), Some(Reason::CutAnswer), Some(200)),
            (2, Some(Unknown), Some(Reason::ServerError), Some(502)),
            (1, Some(NotAccepted), Some(Reason::InsufficientBalance), Some(400)),
        ]
    );
    assert!(attempts[0].error.is_some());
    assert_eq!(attempts[0].body.as_deref(), Some("{\"status\":"));
    assert_eq!(attempts[1].body.as_deref(), Some("<h1>Bad gateway</h1>"));
    assert_eq!(attempts[2].message.as_deref(), Some("Insufficient balance"));
}
