//! The program is closed, and somebody edits the chain of events with another program. What the chain says decides what
//! is sent, and plain hashes can be made anew by everybody who knows the format.

use sha2::{Digest as _, Sha256};
use sqlx::{AssertSqlSafe, Connection as _, SqliteConnection};

use crate::{
    double_payment::{NOVEMBER, OCTOBER, approved, queued, sent, staff},
    exchanged_ledger::{
        Computer, EVERY_WAY, NAME, OTHER_NAME, Outcome, not_refused, not_refused_as, pay_as, twelve,
    },
    support::World,
};

/// An event in the middle, with the hashes as they were and with hashes that were made anew.
#[tokio::test(flavor = "multi_thread")]
async fn where_an_event_says_something_else() {
    let mut open = Vec::new();
    for edit in [
        "UPDATE events SET data = '{}' WHERE seq = (SELECT MIN(seq) FROM events WHERE kind = 'payroll_created')",
        "UPDATE events SET at = '2026-11-01T08:30:00.000Z' WHERE kind = 'frozen'",
        "UPDATE events SET data = replace(data, '\"by\":\"Ada Obi\"', '\"by\":\"Auditor\"') WHERE kind = 'approved'",
        "UPDATE events SET data = replace(data, 'accepted', 'not_sent') WHERE kind = 'answered'",
    ] {
        for hashes in [Hashes::AsTheyWere, Hashes::MadeAnew] {
            let mut computer = Computer::new().await;
            sent(&computer.world, &staff(50..53), "October salaries", OCTOBER).await;
            let id = approved(&computer.world, &twelve(), NAME, NOVEMBER).await;
            computer.world.desk.close().await;
            edit_ledger(&computer.world, &[edit.to_owned()], hashes).await;
            computer.open_again().await;
            let refused = computer.world.desk.send(id).await.is_err();
            let outcome = Outcome::of(&computer.world, Vec::new());
            if !refused || outcome != Outcome::only(1) {
                open.push(format!("{hashes:?}: {edit}: {outcome:?}"));
            }
        }
    }
    assert_eq!(open, Vec::<String>::new());
}

/// A payroll that was paid is gone, with its events; the ones after it are numbered and sealed anew.
#[tokio::test(flavor = "multi_thread")]
async fn where_a_payroll_was_taken_out() {
    let mut computer = Computer::new().await;
    let id = sent(&computer.world, &twelve(), NAME, NOVEMBER).await;
    sent(&computer.world, &staff(50..53), "Night shift", NOVEMBER).await;
    computer.world.desk.close().await;
    let mut statements =
        vec![format!("DELETE FROM attempts WHERE batch IN (SELECT id FROM batches WHERE payroll = {id})")];
    for table in ["payouts", "decisions", "draft_rows", "draft_sources", "batches", "events"] {
        statements.push(format!("DELETE FROM {table} WHERE payroll = {id}"));
    }
    statements.push(format!("DELETE FROM payrolls WHERE id = {id}"));
    edit_ledger(&computer.world, &statements, Hashes::MadeAnew).await;
    let edited = computer.ledger_files();
    let open = not_refused_as(&mut computer, &edited).await;
    assert_eq!(Outcome::of(&computer.world, open), Outcome::only(2));
}

/// A payroll was withdrawn, for ever; the end of the chain is cut off, and its state set back. The chain may be as long as
/// before, too.
#[tokio::test(flavor = "multi_thread")]
async fn where_a_withdrawal_was_undone() {
    let mut open = Vec::new();
    for filled_up in [false, true] {
        let mut computer = Computer::new().await;
        let id = approved(&computer.world, &twelve(), NAME, NOVEMBER).await;
        computer.world.desk.withdraw(id, None, "Paid in cash").await.unwrap();
        computer.world.desk.close().await;
        undo(&computer.world, "withdrawn", filled_up).await;
        let edited = computer.ledger_files();
        let ways = not_refused(&mut computer, &edited, &EVERY_WAY, id).await;
        let outcome = Outcome::of(&computer.world, ways);
        if outcome != Outcome::only(0) {
            let paid = queued(&computer.world).len();
            open.push(format!("filled up {filled_up}: {paid} withdrawn people paid, {outcome:?}"));
        }
    }
    assert_eq!(open, Vec::<String>::new());
}

/// What the service has is approved and unsent again; or it is renamed, and its people are paid under another name.
#[tokio::test(flavor = "multi_thread")]
async fn where_a_sending_was_undone() {
    let mut open = Vec::new();
    for filled_up in [false, true] {
        let mut computer = Computer::new().await;
        let id = sent(&computer.world, &twelve(), NAME, NOVEMBER).await;
        computer.world.desk.close().await;
        undo(&computer.world, "intent", filled_up).await;
        let edited = computer.ledger_files();
        let mut ways = not_refused(&mut computer, &edited, &EVERY_WAY, id).await;

        // Approved, it stands in the way of another one; withdrawn in the edited ledger, it does not.
        computer.exchange_ledger(&edited).await;
        let _ = computer.world.desk.withdraw(id, None, "Never sent").await;
        if pay_as(&computer.world, OTHER_NAME).await.is_ok() {
            ways.push("the same workbook under another name".to_owned());
        }
        let outcome = Outcome::of(&computer.world, ways);
        if outcome != Outcome::only(1) {
            open.push(format!("filled up {filled_up}: {outcome:?}"));
        }
    }
    assert_eq!(open, Vec::<String>::new());
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hashes {
    AsTheyWere,
    MadeAnew,
}

#[derive(sqlx::FromRow)]
struct Event {
    seq: i64,
    at: String,
    kind: String,
    payroll: Option<i64>,
    batch: Option<i64>,
    payout: Option<String>,
    funding: Option<i64>,
    data: String,
}

impl Event {
    /// The ledger's plain seal, as somebody makes it who has read its source.
    fn seal(&self, seq: i64, before: &str) -> String {
        let mut hasher = Sha256::new();
        let mut part = |text: Option<&str>| {
            hasher.update([u8::from(text.is_some())]);
            let bytes = text.unwrap_or_default().as_bytes();
            hasher.update((bytes.len() as u64).to_be_bytes());
            hasher.update(bytes);
        };
        part(Some(&seq.to_string()));
        part(Some(&self.at));
        part(Some(&self.kind));
        part(self.payroll.map(|id| id.to_string()).as_deref());
        part(self.batch.map(|key| key.to_string()).as_deref());
        part(self.payout.as_deref());
        part(Some(&self.data));
        part(Some(before));
        if let Some(funding) = self.funding {
            part(Some(&funding.to_string()));
        }
        data_encoding::HEXLOWER.encode(&hasher.finalize())
    }
}

/// Cuts off the chain before the first event of this kind, and sets back what it told of. `filled_up`: other events take
/// the place of those that were cut off.
pub async fn undo(world: &World, kind: &str, filled_up: bool) {
    let mut file = world.hand_on_the_file().await;
    let (first, last): (i64, i64) =
        sqlx::query_as("SELECT (SELECT MIN(seq) FROM events WHERE kind = $1), (SELECT MAX(seq) FROM events)")
            .bind(kind)
            .fetch_one(&mut file)
            .await
            .unwrap();
    file.close().await.unwrap();
    let mut statements = vec![
        format!("DELETE FROM events WHERE seq >= {first}"),
        "DELETE FROM attempts".to_owned(),
        "UPDATE batches SET state = 'Approved', attempts = 0, in_doubt = 0, service_batch_id = NULL, code = NULL,
             message = NULL, http_status = NULL, sent_at = NULL, accepted_at = NULL, closed_at = NULL"
            .to_owned(),
        "UPDATE payouts SET state = 'Planned', code = NULL, message = NULL, changed_at = NULL".to_owned(),
        "UPDATE payrolls SET closed_at = NULL, last_outcome_at = NULL".to_owned(),
    ];
    if filled_up {
        for seq in first..=last {
            statements.push(format!(
                "INSERT INTO events (seq, at, kind, data, prev_hash, hash)
                 SELECT {seq}, at, 'setting_changed', '{{\"setting\":\"profile\"}}', '', ''
                 FROM events WHERE seq = {first} - 1"
            ));
        }
    }
    edit_ledger(world, &statements, Hashes::MadeAnew).await;
}

async fn edit_ledger(world: &World, statements: &[String], hashes: Hashes) {
    let mut file = world.hand_on_the_file().await;
    for statement in statements {
        sqlx::query(AssertSqlSafe(statement.clone())).execute(&mut file).await.unwrap();
    }
    if hashes == Hashes::MadeAnew {
        reseal(&mut file).await;
    }
    file.close().await.unwrap();
}

/// Numbers and seals all events anew, in their order.
async fn reseal(file: &mut SqliteConnection) {
    let events: Vec<Event> = sqlx::query_as(
        "SELECT seq, at, kind, payroll, batch, payout, funding, data FROM events ORDER BY seq",
    )
    .fetch_all(&mut *file)
    .await
    .unwrap();
    let mut before = String::new();
    for (seq, event) in (1_i64..).zip(events) {
        let hash = event.seal(seq, &before);
        sqlx::query("UPDATE events SET seq = $1, prev_hash = $2, hash = $3 WHERE seq = $4")
            .bind(seq)
            .bind(&before)
            .bind(&hash)
            .bind(event.seq)
            .execute(&mut *file)
            .await
            .unwrap();
        if event.kind == "approved" {
            sqlx::query("UPDATE payrolls SET approval_seq = $1 WHERE approval_seq = $2")
                .bind(seq)
                .bind(event.seq)
                .execute(&mut *file)
                .await
                .unwrap();
        }
        before = hash;
    }
}
