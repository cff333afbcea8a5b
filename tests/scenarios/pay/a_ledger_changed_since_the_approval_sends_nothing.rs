use paysheet_service::SubmissionBody;
use sqlx::Connection as _;

use crate::{
    double_payment::{EVERY_PRESS, NOVEMBER, approved, change_on_the_disk, press, sent, staff},
    support::World,
};

/// An approved batch of three as the ledger has it.
struct Stored {
    id: u32,
    batch: i64,
    body: String,
    /// Reference and account, in order.
    payouts: Vec<(String, String)>,
}

impl Stored {
    async fn of(world: &World, id: u32) -> Self {
        let mut file = world.hand_on_the_file().await;
        let (batch, body) = sqlx::query_as("SELECT id, body FROM batches WHERE payroll = $1")
            .bind(i64::from(id))
            .fetch_one(&mut file)
            .await
            .unwrap();
        let payouts = sqlx::query_as(
            "SELECT reference, account_number FROM payouts WHERE payroll = $1 ORDER BY position",
        )
        .bind(i64::from(id))
        .fetch_all(&mut file)
        .await
        .unwrap();
        file.close().await.unwrap();
        Self { id, batch, body, payouts }
    }

    fn payout(&self, at: usize, change: &str) -> String {
        format!("UPDATE payouts SET {change} WHERE reference = '{}'", self.payouts[at].0)
    }

    fn batch(&self, change: &str) -> String {
        format!("UPDATE batches SET {change} WHERE id = {}", self.batch)
    }

    /// The body in place of the stored one, with the hash it should have.
    fn body(&self, body: &str) -> String {
        let sha256 = SubmissionBody::from_stored(body.to_owned()).unwrap().sha256_hex();
        self.batch(&format!("body = '{body}', body_sha256 = '{sha256}'"))
    }

    /// The stored body with one text in place of another.
    fn body_with(&self, from: &str, to: &str) -> String {
        assert!(self.body.contains(from), "{from}");
        self.body(&self.body.replace(from, to))
    }
}

const STRANGER: &str = "0123456789";

/// What another program could write, by name.
fn changes(stored: &Stored) -> Vec<(&'static str, Vec<String>)> {
    let account = stored.payouts[1].1.as_str();
    let reference = stored.payouts[1].0.as_str();
    // Everybody got 2,000 naira and a few more, in minor units here.
    let swapped = stored.body.replace("2000.00", "x").replace("2001.00", "2000.00").replace("x", "2001.00");
    let raised = |digits: &str| stored.body_with("2001.00", digits);
    vec![
        ("an account", vec![stored.payout(1, &format!("account_number = '{STRANGER}'"))]),
        ("a bank", vec![stored.payout(1, "bank_code = '044'")]),
        ("an amount", vec![stored.payout(1, "amount_minor = 200101")]),
        ("a currency", vec![stored.payout(1, "currency = 'GHS'")]),
        (
            "two amounts of the same sum",
            vec![stored.payout(0, "amount_minor = 200100"), stored.payout(1, "amount_minor = 200000")],
        ),
        ("a reference", vec![stored.payout(1, "reference = 'AAAAAAAAAAAAAAAAAAAAAAAAAA'")]),
        ("the batch's reference", vec![stored.batch("reference = 'AAAAAAAAAAAAAAAAAAAAAAAAAA'")]),
        ("the count", vec![stored.batch("payout_count = 2")]),
        ("the sum", vec![stored.batch("sum_minor = 1")]),
        ("a recipient of the body", vec![stored.body_with(account, STRANGER)]),
        ("a bank of the body", vec![stored.body_with("\"bankcode\":\"058\"", "\"bankcode\":\"044\"")]),
        ("a reference of the body", vec![stored.body_with(reference, "AAAAAAAAAAAAAAAAAAAAAAAAAA")]),
        ("an amount of the body", vec![raised("9001.00")]),
        ("two amounts of the body, of the same sum", vec![stored.body(&swapped)]),
        ("the body's sender", vec![stored.body_with("KOLA FOODS LTD", "SOMEBODY ELSE LTD")]),
        (
            "body and row",
            vec![
                stored.body_with(account, STRANGER),
                stored.payout(1, &format!("account_number = '{STRANGER}'")),
            ],
        ),
        (
            "an amount everywhere",
            vec![
                raised("9001.00"),
                stored.payout(1, "amount_minor = 900100"),
                stored.batch("sum_minor = 1300300"),
            ],
        ),
        (
            "somebody left out everywhere",
            vec![
                stored.body(&without_the_last(&stored.body)),
                format!("DELETE FROM payouts WHERE reference = '{}'", stored.payouts[2].0),
                stored.batch("payout_count = 2, sum_minor = 400100"),
            ],
        ),
    ]
}

fn without_the_last(body: &str) -> String {
    let end = body.rfind(",{").unwrap();
    format!("{}]}}", &body[..end])
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_was_changed() {
    let mut gone = Vec::new();
    let cases = {
        let world = World::without_callbacks().await;
        let id = approved(&world, &staff(0..3), "November salaries", NOVEMBER).await;
        changes(&Stored::of(&world, id).await).len()
    };
    for case in 0..cases {
        let world = World::without_callbacks().await;
        let id = approved(&world, &staff(0..3), "November salaries", NOVEMBER).await;
        let stored = Stored::of(&world, id).await;
        let (name, statements) = changes(&stored).swap_remove(case);
        change_on_the_disk(&world, statements).await;
        let _ = world.desk.send(stored.id).await;
        if !world.line.sent().is_empty() {
            gone.push(name);
        }
    }
    assert_eq!(gone, Vec::<&str>::new());
}

/// The body of another payroll, whole and with its hash, in place of its own.
#[tokio::test(flavor = "multi_thread")]
async fn a_whole_body_of_another_payroll() {
    let world = World::without_callbacks().await;
    let id = approved(&world, &staff(0..3), "November salaries", NOVEMBER).await;
    let other = approved(&world, &staff(50..53), "Night shift", NOVEMBER).await;
    let (stored, other) = (Stored::of(&world, id).await, Stored::of(&world, other).await);
    change_on_the_disk(&world, [stored.body(&other.body)]).await;
    let _ = world.desk.send(stored.id).await;
    assert_eq!(world.line.sent().len(), 0);
}

/// What was approved stands in the event of the approval, which says something else now, or is gone.
#[tokio::test(flavor = "multi_thread")]
async fn the_approval_itself() {
    let mut gone = Vec::new();
    for change in [
        "UPDATE events SET data = replace(data, '\"people\":3', '\"people\":4') WHERE kind = 'approved'",
        "UPDATE events SET data = replace(data, '\"fingerprint\":\"', '\"fingerprint\":\"0') WHERE kind = 'approved'",
        "DELETE FROM events WHERE kind = 'approved'",
    ] {
        let world = World::without_callbacks().await;
        let id = approved(&world, &staff(0..3), "November salaries", NOVEMBER).await;
        change_on_the_disk(&world, [change.to_owned()]).await;
        let _ = world.desk.send(id).await;
        if !world.line.sent().is_empty() {
            gone.push(change);
        }
    }
    assert_eq!(gone, Vec::<&str>::new());
}

/// Nobody approved it: only its state says so.
#[tokio::test(flavor = "multi_thread")]
async fn a_state_that_nobody_gave_it() {
    let world = World::without_callbacks().await;
    let id = world.import(&staff(0..3)).await;
    world.desk.review(id, None).await.unwrap();
    let stored = Stored::of(&world, id).await;
    change_on_the_disk(&world, [stored.batch("state = 'Approved'")]).await;
    let _ = world.desk.send(id).await;
    assert_eq!(world.line.sent().len(), 0);
}

/// What the service has is not sent once more because its state was set back.
#[tokio::test(flavor = "multi_thread")]
async fn a_state_set_back() {
    for state in ["Approved", "NotSent", "NotAccepted", "Frozen"] {
        let world = World::without_callbacks().await;
        let id = sent(&world, &staff(0..3), "November salaries", NOVEMBER).await;
        let stored = Stored::of(&world, id).await;
        let set_back = stored.batch(&format!("state = '{state}', attempts = 0"));
        change_on_the_disk(&world, [set_back, "DELETE FROM attempts".to_owned()]).await;
        for again in EVERY_PRESS {
            press(&world, again, id).await;
        }
        assert_eq!(world.line.sent().len(), 1, "{state}");
    }
}
