use paysheet_desk::{AppError, ErrorCode};
use paysheet_domain::BatchState;

use crate::support::{World, people, states};

/// Stored things of a batch, each damaged by a hand on the ledger's file between approval and sending.
const DAMAGES: [&str; 8] = [
    "UPDATE batches SET body = replace(body, '1000.00', '9000.00')",
    "UPDATE batches SET body_sha256 = replace(body_sha256, substr(body_sha256, 1, 1), 'x')",
    "UPDATE batches SET sum_minor = sum_minor + 1",
    "UPDATE batches SET payout_count = payout_count - 1",
    "UPDATE batches SET currency = 'GHS'",
    "UPDATE payouts SET amount_minor = amount_minor + 1 WHERE position = 0",
    "UPDATE payouts SET currency = 'GHS' WHERE position = 0",
    "DELETE FROM payouts WHERE position = 0",
];

#[tokio::test(flavor = "multi_thread")]
async fn whatever_was_damaged() {
    for damage in DAMAGES {
        let world = World::without_callbacks().await;
        let id = world.approved(&people(2)).await;
        world.on_the_disk(damage).await;
        let refused = world.desk.send(id).await.err().map(|error| AppError::from(&error).code());
        assert_eq!(refused, Some(ErrorCode::PayrollDamaged), "{damage}");
        assert!(world.line.sent().is_empty(), "{damage}");
        assert_eq!(world.submissions_at_the_service(), 0, "{damage}");
        // Where it can still be shown, nothing was begun.
        if let Ok(track) = world.desk.payroll(id).await {
            assert_eq!(states(&track), [BatchState::Approved], "{damage}");
        }
        world.desk.close().await;
    }
}
