//! SQLite lets another program write into the ledger while the desk has it open. What is edited then must not be sent
//! either, now or at the next start.

use crate::{
    an_edited_history_sends_nothing::undo,
    double_payment::{NOVEMBER, approved, queued},
    exchanged_ledger::{Computer, NAME, Outcome, Way, go, twelve},
};

#[tokio::test(flavor = "multi_thread")]
async fn a_withdrawal_undone_sends_nothing_now() {
    assert_eq!(paid_although_withdrawn(false).await, Vec::<String>::new());
}

/// The desk that closes must not take what it finds for what it wrote.
#[tokio::test(flavor = "multi_thread")]
async fn a_withdrawal_undone_sends_nothing_after_the_next_start() {
    assert_eq!(paid_although_withdrawn(true).await, Vec::<String>::new());
}

async fn paid_although_withdrawn(after_a_restart: bool) -> Vec<String> {
    let mut open = Vec::new();
    for filled_up in [false, true] {
        let mut computer = Computer::new().await;
        let id = approved(&computer.world, &twelve(), NAME, NOVEMBER).await;
        computer.world.desk.withdraw(id, None, "Paid in cash").await.unwrap();
        undo(&computer.world, "withdrawn", filled_up).await;
        if after_a_restart {
            computer.restart().await;
        }
        let refused = go(&computer.world, Way::Send, id).await.is_err();
        let outcome = Outcome::of(&computer.world, Vec::new());
        if !refused || outcome != Outcome::only(0) {
            let paid = queued(&computer.world).len();
            open.push(format!("filled up {filled_up}: {paid} withdrawn people paid"));
        }
    }
    open
}
