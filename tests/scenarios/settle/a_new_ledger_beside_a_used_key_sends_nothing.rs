//! The ledger is gone, and the key is still there: the new ledger contains nobody who was paid.

use std::fs;

use crate::exchanged_ledger::{Computer, Files, LEDGER, NAME, OTHER_NAME, Outcome, not_refused_as, pay_as};

#[tokio::test(flavor = "multi_thread")]
async fn where_the_ledger_was_deleted() {
    let mut computer = Computer::new().await;
    pay_as(&computer.world, NAME).await.unwrap();
    let open = not_refused_as(&mut computer, &Files::default()).await;
    assert_eq!(Outcome::of(&computer.world, open), Outcome::only(1));
}

/// An empty file is a new ledger as well.
#[tokio::test(flavor = "multi_thread")]
async fn where_the_ledger_was_emptied() {
    let mut computer = Computer::new().await;
    pay_as(&computer.world, NAME).await.unwrap();
    let open = not_refused_as(&mut computer, &Files::default().with(LEDGER, Vec::new())).await;
    assert_eq!(Outcome::of(&computer.world, open), Outcome::only(1));
}

/// The program was cut off after the sending, and its whole folder is gone, the lock file too.
#[tokio::test(flavor = "multi_thread")]
async fn where_the_folder_is_gone_after_a_crash() {
    let mut computer = Computer::new().await;
    pay_as(&computer.world, NAME).await.unwrap();
    let keys = computer.key_files();
    computer.world.desk.close().await;
    for file in fs::read_dir(computer.world.folder.path()).unwrap() {
        fs::remove_file(file.unwrap().path()).unwrap();
    }
    computer.start_after_a_crash(&Files::default(), &keys).await;
    let open = pay_as(&computer.world, OTHER_NAME).await.is_ok();
    let open = open.then(|| "the same workbook under another name".to_owned());
    assert_eq!(Outcome::of(&computer.world, open.into_iter().collect()), Outcome::only(1));
}
