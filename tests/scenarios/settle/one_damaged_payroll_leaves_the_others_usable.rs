use paysheet_desk::{AppError, ErrorCode, view::PayrollStatus};
use paysheet_domain::BatchState;

use crate::support::{
    Then, World, accept_warnings, approve_anyway, called, code_of, nigerian, people, states,
};

/// Each of these is a value that the ledger never writes, in what the first payroll consists of.
const DAMAGES: [&str; 6] = [
    "UPDATE payrolls SET created_at = 'yesterday' WHERE id = 1",
    "UPDATE payrolls SET currency = 'ZZZ' WHERE id = 1",
    "UPDATE payrolls SET row_count = -4 WHERE id = 1",
    "UPDATE batches SET state = 'Xyz' WHERE payroll = 1",
    "UPDATE payouts SET state = 'Xyz' WHERE payroll = 1",
    "UPDATE payouts SET amount_minor = amount_minor + 1 WHERE payroll = 1",
];

#[tokio::test(flavor = "multi_thread")]
async fn it_is_shown_as_damaged_and_nothing_of_it_is_sent() {
    for damage in DAMAGES {
        let mut world = World::without_callbacks().await;
        let damaged = world.approved(&people(2)).await;
        let other = world.import(&people(5)[3..]).await;
        world.on_the_disk(damage).await;
        world.restart().await;

        let lines = world.desk.payrolls().await.unwrap();
        let shown: Vec<_> = lines.iter().map(|line| (line.id, format!("{:?}", line.state))).collect();
        assert_eq!(shown, [(other, "Draft".to_owned()), (damaged, "Damaged".to_owned())], "{damage}");
        let sending = world.desk.send(damaged).await;
        let error = AppError::from(&sending.expect_err(damage));
        assert_eq!(error, AppError::PayrollDamaged, "{damage}");
        assert_eq!(world.line.sent().len(), 0, "{damage}");

        // Its people are not paid by making the same payroll once more.
        let again = world.desk.open_file(&world.sheet(&people(2)), nigerian()).await.unwrap();
        accept_warnings(&world.desk, again).await;
        let refused = world.desk.review(again, None).await;
        assert_eq!(code_of(refused), ErrorCode::NameTaken, "{damage}");
        world.desk.discard_draft(again).await.unwrap();

        approve_anyway(&world.desk, other, called("Bonus", "2026-11")).await;
        world.desk.send(other).await.unwrap();
        let track = world.desk.payroll(other).await.unwrap();
        assert_eq!(
            (track.state, states(&track)),
            (PayrollStatus::BeingPaid, vec![BatchState::Settling]),
            "{damage}"
        );
        assert!(world.desk.unresolved().await.unwrap().is_empty(), "{damage}");
    }
}

/// The history of an unknown batch is not what it is decided by: it is shown without.
#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_event_hides_no_unknown_batch() {
    let world = World::without_callbacks().await;
    world.line.next([Then::Reset]);
    world.sent(&people(2)).await;
    world.on_the_disk("UPDATE events SET kind = 'xyz' WHERE kind = 'intent'").await;
    let unresolved = world.desk.unresolved().await.unwrap();
    assert_eq!((unresolved.len(), world.desk.unresolved_count().await.unwrap()), (1, 1));
    assert!(unresolved[0].events.is_empty());
}
