//! Whatever is done with a payroll after a batch of it was attempted: the batch stays byte for byte what it was.
//!
//! So a late report always finds what was sent, and nothing else is ever sent under its references.

use paysheet_desk::view::UnknownDecision;
use paysheet_domain::Field;
use sqlx::{Connection as _, Row as _};

use crate::{
    double_payment::{EVERY_LEFT, EVERY_PRESS, Left, left, press, staff},
    paying_again::{SALARIES, input, refuse},
    support::World,
};

/// What is fixed of each batch and each payout, as the file has it.
async fn fixed(world: &World) -> Vec<String> {
    let mut file = world.hand_on_the_file().await;
    let mut all = Vec::new();
    for sql in [
        "SELECT id || ' ' || payroll || ' ' || number || ' ' || reference || ' ' || body_sha256 || ' ' || body || ' ' ||
                payout_count || ' ' || sum_minor || ' ' || fingerprint AS fixed FROM batches WHERE payroll = 1 ORDER BY id",
        "SELECT reference || ' ' || batch || ' ' || position || ' ' || name || ' ' || account_number || ' ' || bank_code ||
                ' ' || amount_minor || ' ' || narration AS fixed FROM payouts WHERE payroll = 1 ORDER BY reference",
        "SELECT batch || ' ' || number || ' ' || began_at || ' ' || outcome AS fixed FROM attempts
         WHERE batch = (SELECT id FROM batches WHERE payroll = 1) ORDER BY number LIMIT 1",
    ] {
        let rows = sqlx::query(sql).fetch_all(&mut file).await.unwrap();
        all.extend(rows.iter().map(|row| row.get::<String, _>("fixed")));
    }
    file.close().await.unwrap();
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_is_done_with_it() {
    for state in EVERY_LEFT.into_iter().filter(|state| *state != Left::Approved) {
        let world = World::open().await;
        let id = left(&world, state, &staff(0..3), SALARIES).await;
        assert_eq!(id, 1);
        let before = fixed(&world).await;
        assert_eq!(before.len(), 5, "{before:?}");
        let unchanged = async |what: &str| assert_eq!(fixed(&world).await, before, "{state:?}: {what}");

        let _ = world.desk.edit_cell(id, 0, Field::Amount, "1.00".to_owned()).await;
        unchanged("an edit").await;
        let _ = world.desk.discard_draft(id).await;
        unchanged("deleting it").await;
        let _ = world.review(id, Some(input("Another name"))).await;
        unchanged("a review").await;
        refuse(&world, "closed");
        press(&world, EVERY_PRESS[0], id).await;
        unchanged("sending it again").await;
        if let Some(batch) = world.desk.payroll(id).await.unwrap().batches.first() {
            let has_it = UnknownDecision::TheServiceDoesNotHaveIt;
            let _ = world.desk.decide_unknown(id, batch.key, has_it, "They looked").await;
        }
        unchanged("a decision").await;
        let new = world.desk.correct(id).await.unwrap();
        unchanged("correcting it").await;
        world.desk.edit_cell(new, 0, Field::Amount, "1.00".to_owned()).await.unwrap();
        world.review(new, None).await.unwrap();
        unchanged("a review of what corrects it").await;
        world.desk.discard_draft(new).await.unwrap();
        let _ = world.desk.discard_draft(id).await;
        let _ = world.desk.withdraw(id, None, "Paid in cash").await;
        unchanged("deleting what corrects it").await;
    }
}
