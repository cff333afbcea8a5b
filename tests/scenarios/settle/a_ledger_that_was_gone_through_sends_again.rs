//! A restored backup, a copy from another computer or a changed ledger blocks sending. The user looks up at the service
//! what may have been sent since, says so with a reason, and decides each batch that was approved.

use paysheet_desk::{ErrorCode, Reason, view::BlockReason};
use paysheet_domain::BatchState;
use paysheet_ledger::PayrollId;

use crate::{
    double_payment::{NOVEMBER, approved, draft, paid_twice, sent, staff},
    exchanged_ledger::{Computer, Files, NAME, pay_as, twelve},
    support::{approve_anyway, called, code_of, go_through, states, until},
};

/// A ledger that was approved, and whose copy is put back after it was sent.
async fn with_an_older_copy() -> (Computer, u32, Files) {
    let mut computer = Computer::new().await;
    let id = approved(&computer.world, &twelve(), NAME, NOVEMBER).await;
    computer.restart().await;
    let copy = computer.ledger_files();
    computer.world.desk.send(id).await.unwrap();
    computer.world.desk.close().await;
    let newest = computer.ledger_files();
    computer.open_again().await;
    computer.exchange_ledger(&copy).await;
    (computer, id, newest)
}

#[tokio::test(flavor = "multi_thread")]
async fn only_with_a_reason_and_every_payroll_looked_up() {
    let (computer, id, _) = with_an_older_copy().await;
    let desk = &computer.world.desk;
    assert_eq!(desk.block(), Some(BlockReason::LedgerOlder));
    let block = desk.sending_block().await.unwrap().unwrap();
    let listed: Vec<_> = block.payrolls.iter().map(|payroll| (payroll.id, payroll.name.as_str())).collect();
    assert_eq!(listed, [(Some(PayrollId(id)), NAME)]);
    assert_eq!(block.payrolls[0].people, Some(12));
    assert!(block.payrolls[0].sent_at.is_some(), "the anchor says that it was about to be sent");
    let keys = [block.payrolls[0].key.clone()];
    assert_eq!(code_of(desk.unblock_sending(" ", &keys).await), ErrorCode::ValueInvalid);
    assert_eq!(code_of(desk.unblock_sending("Looked", &[]).await), ErrorCode::PayrollsNotChecked);
    assert_eq!(code_of(desk.send(id).await), ErrorCode::SendingBlocked);
    desk.unblock_sending("Looked them up", &keys).await.unwrap();
    assert_eq!((desk.block(), desk.sending_block().await.unwrap()), (None, None));
}

#[tokio::test(flavor = "multi_thread")]
async fn and_what_was_approved_is_unknown_until_it_is_decided() {
    let (mut computer, id, newest) = with_an_older_copy().await;
    go_through(&computer.world.desk).await;
    let track = computer.world.desk.payroll(id).await.unwrap();
    assert_eq!(states(&track), [BatchState::Unknown]);
    assert_eq!(track.batches[0].reason, Some(Reason::MaybeSentSince));

    // The same bytes: the service has the references, and nobody is paid a second time.
    computer.world.desk.send_again(id, track.batches[0].key, None).await.unwrap();
    until(&computer.world.desk, id, |track| !track.sending).await;
    assert_eq!(states(&computer.world.desk.payroll(id).await.unwrap()), [BatchState::Unknown]);
    assert!(paid_twice(&computer.world).is_empty());

    // It is this computer's ledger now, and the one before is the older one.
    computer.restart().await;
    sent(&computer.world, &staff(50..53), "Night shift", NOVEMBER).await;
    computer.exchange_ledger(&newest).await;
    assert_eq!(computer.world.desk.block(), Some(BlockReason::OtherLedger));
}

#[tokio::test(flavor = "multi_thread")]
async fn and_a_payroll_that_the_copy_does_not_have_is_named() {
    let mut computer = Computer::new().await;
    sent(&computer.world, &staff(50..53), "October salaries", "2026-10").await;
    computer.restart().await;
    let copy = computer.ledger_files();
    pay_as(&computer.world, NAME).await.unwrap();
    computer.exchange_ledger(&copy).await;
    let desk = &computer.world.desk;
    let block = desk.sending_block().await.unwrap().unwrap();
    let listed: Vec<_> =
        block.payrolls.iter().map(|payroll| (payroll.id, payroll.name.as_str(), payroll.people)).collect();
    assert_eq!(listed, [(None, NAME, Some(12))]);
    assert!(block.ledger_at.is_some() && block.recorded_at.is_some(), "{block:?}");
    go_through(desk).await;
    computer.restart().await;
    assert_eq!(computer.world.desk.block(), None);
}

/// It may have been sent since; what to do about it is up to the user.
#[tokio::test(flavor = "multi_thread")]
async fn and_a_draft_stays_a_draft() {
    let mut computer = Computer::new().await;
    let id = draft(&computer.world, &twelve()).await;
    computer.restart().await;
    let copy = computer.ledger_files();
    sent(&computer.world, &staff(50..53), "Night shift", NOVEMBER).await;
    computer.exchange_ledger(&copy).await;
    let block = computer.world.desk.sending_block().await.unwrap().unwrap();
    assert!(block.payrolls.iter().any(|payroll| payroll.id == Some(PayrollId(id))), "{block:?}");
    go_through(&computer.world.desk).await;
    approve_anyway(&computer.world.desk, id, called(NAME, NOVEMBER)).await;
    computer.world.desk.send(id).await.unwrap();
    assert!(paid_twice(&computer.world).is_empty());
}
