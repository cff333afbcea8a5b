//! After a crash, what was written last stands in the log beside the ledger's file. Somebody who copies or restores the
//! file alone has an older ledger, and SQLite opens it without a complaint.

use crate::{
    double_payment::{NOVEMBER, approved},
    exchanged_ledger::{
        Computer, EVERY_WAY, Files, LEDGER, LOG, NAME, OTHER_NAME, Outcome, go, pay_as, twelve,
    },
};

/// The file alone says that the payroll is approved.
#[tokio::test(flavor = "multi_thread")]
async fn where_the_log_has_the_sending() {
    let mut computer = Computer::new().await;
    let id = approved(&computer.world, &twelve(), NAME, NOVEMBER).await;
    computer.restart().await;
    computer.world.desk.send(id).await.unwrap();
    let crashed = Crashed::now(&computer);
    let mut open = Vec::new();
    for (lost, ledger) in [
        ("no log", crashed.ledger.clone().only(&[LEDGER])),
        ("an empty log", crashed.ledger.clone().only(&[LEDGER]).with(LOG, Vec::new())),
    ] {
        open.extend(crashed.not_refused(&mut computer, &ledger, id, lost).await);
    }
    assert_eq!(Outcome::of(&computer.world, open), Outcome::only(1));
}

/// The file alone has never had the payroll.
#[tokio::test(flavor = "multi_thread")]
async fn where_the_log_has_the_payroll() {
    let mut computer = Computer::new().await;
    computer.restart().await;
    pay_as(&computer.world, NAME).await.unwrap();
    let crashed = Crashed::now(&computer);
    let ledger = crashed.ledger.clone().only(&[LEDGER]);
    let mut open = Vec::new();
    for name in [NAME, OTHER_NAME] {
        computer.start_after_a_crash(&ledger, &crashed.keys).await;
        if pay_as(&computer.world, name).await.is_ok() {
            open.push(format!("the same workbook as {name}"));
        }
    }
    assert_eq!(Outcome::of(&computer.world, open), Outcome::only(1));
}

/// The log is there, and ends before the sending: a copy that was broken off, or a disk that lost its end.
#[tokio::test(flavor = "multi_thread")]
async fn where_the_end_of_the_log_is_missing() {
    let mut computer = Computer::new().await;
    computer.restart().await;
    let id = approved(&computer.world, &twelve(), NAME, NOVEMBER).await;
    let end_of_approval = computer.ledger_files().bytes(LOG);
    computer.world.desk.send(id).await.unwrap();
    let crashed = Crashed::now(&computer);
    assert!(crashed.ledger.bytes(LOG) > end_of_approval);
    let ledger = crashed.ledger.clone().only(&[LEDGER, LOG]).cut(LOG, end_of_approval);
    let open = crashed.not_refused(&mut computer, &ledger, id, "half a log").await;
    assert_eq!(Outcome::of(&computer.world, open), Outcome::only(1));
}

/// Both folders at the moment of the crash.
struct Crashed {
    ledger: Files,
    keys: Files,
}

impl Crashed {
    fn now(computer: &Computer) -> Self {
        let crashed = Self { keys: computer.key_files(), ledger: computer.ledger_files() };
        assert!(crashed.ledger.bytes(LOG) > 0, "the last changes stand in the log");
        crashed
    }

    async fn not_refused(&self, computer: &mut Computer, ledger: &Files, id: u32, lost: &str) -> Vec<String> {
        let mut open = Vec::new();
        for way in EVERY_WAY {
            computer.start_after_a_crash(ledger, &self.keys).await;
            if go(&computer.world, way, id).await.is_ok() {
                open.push(format!("{way:?} with {lost}"));
            }
        }
        open
    }
}
