//! A backup of the ledger is made on demand and each day on which something changed. A restored one is a ledger, and
//! sends nothing before its user has gone through what may have been sent since.

use std::{fs, path::PathBuf};

use paysheet_desk::{
    ErrorCode, preview_backup,
    profile::KeyHome,
    restore,
    view::{BackupsView, BlockReason},
};

use crate::{
    double_payment::{NOVEMBER, approved, paid_twice, sent, staff},
    exchanged_ledger::{Computer, KEY, LEDGER, NAME, twelve},
    support::{HandClock, World, code_of, go_through, open_desk_at, secrets},
};

fn made(view: &BackupsView) -> usize {
    view.entries.len()
}

#[tokio::test(flavor = "multi_thread")]
async fn one_a_day_where_something_changed() {
    let world = World::without_callbacks().await;
    let folder = tempfile::TempDir::new().unwrap();
    let clock = HandClock::default();
    let (desk, _) = open_desk_at(folder.path(), &world.line.url, secrets(&world.practice), &clock).await;
    desk.back_up_if_due().await.unwrap();
    assert_eq!(made(&desk.backups().await.unwrap()), 0, "nothing to lose yet");
    let id = desk.open_file(&world.sheet(&twelve()), crate::support::nigerian()).await.unwrap();
    for (hours, expected) in [(0, 1), (1, 1), (24, 1)] {
        clock.pass_min(hours * 60);
        desk.back_up_if_due().await.unwrap();
        assert_eq!(made(&desk.backups().await.unwrap()), expected, "after {hours} hours more");
    }
    desk.discard_draft(id).await.unwrap();
    desk.open_file(&world.sheet(&twelve()), crate::support::nigerian()).await.unwrap();
    desk.back_up_if_due().await.unwrap();
    let view = desk.backups().await.unwrap();
    assert_eq!((made(&view), view.is_default_folder, view.failed), (2, true, None));
    assert_eq!(PathBuf::from(&view.folder), folder.path().join("backups"));
    assert!(view.entries[0].made_at > view.entries[1].made_at, "the newest first");
}

#[tokio::test(flavor = "multi_thread")]
async fn in_a_folder_of_the_users_with_why_it_could_not_be_made() {
    let world = World::without_callbacks().await;
    let chosen = tempfile::TempDir::new().unwrap();
    let view = world.desk.set_backup_folder(Some(chosen.path())).await.unwrap();
    assert!(!view.is_default_folder);
    let own = PathBuf::from(&view.folder);
    assert_eq!(own.parent(), Some(chosen.path()), "other ledgers have folders of their own");
    assert_eq!(made(&world.desk.back_up_now().await.unwrap()), 1);

    fs::remove_dir_all(&own).unwrap();
    fs::write(&own, "no folder any more").unwrap();
    assert_eq!(code_of(world.desk.back_up_now().await), ErrorCode::NotWritable);
    let view = world.desk.backups().await.unwrap();
    assert_eq!((made(&view), view.failed.map(|error| error.code())), (0, Some(ErrorCode::NotWritable)));
    assert!(view.failed_at.is_some());

    let in_the_way = chosen.path().join("a file");
    fs::write(&in_the_way, "").unwrap();
    assert_eq!(code_of(world.desk.set_backup_folder(Some(&in_the_way)).await), ErrorCode::NotWritable);
    let view = world.desk.set_backup_folder(None).await.unwrap();
    assert_eq!((view.is_default_folder, view.failed), (true, None));
    assert_eq!(made(&world.desk.back_up_now().await.unwrap()), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restored_one_sends_nothing_before_it_was_gone_through() {
    let mut computer = Computer::new().await;
    let id = approved(&computer.world, &twelve(), NAME, NOVEMBER).await;
    let backup = PathBuf::from(&computer.world.desk.back_up_now().await.unwrap().entries[0].path);
    computer.world.desk.send(id).await.unwrap();
    let home = || KeyHome::File(computer.keys.path().join(KEY));
    let preview = preview_backup(&backup, Some(&computer.world.desk), (home(), "story")).await.unwrap();
    assert_eq!((preview.payrolls, preview.payouts, preview.replaced_payrolls), (1, 12, Some(1)));
    assert_eq!(preview.last_payroll.map(|last| last.name).as_deref(), Some(NAME));
    assert!(preview.key_is_here);
    let elsewhere = KeyHome::File(computer.keys.path().join("another.key"));
    assert!(!preview_backup(&backup, None, (elsewhere, "story")).await.unwrap().key_is_here);

    let ledger = computer.world.folder.path().join(LEDGER);
    let now = "2026-11-22T12:00:00Z".parse().unwrap();
    assert_eq!(code_of(restore(&backup, &ledger, now).await), ErrorCode::LedgerInUse);
    computer.world.desk.close().await;
    let aside = restore(&backup, &ledger, now).await.unwrap().unwrap();
    assert!(aside.exists());
    computer.open_again().await;
    let desk = &computer.world.desk;
    assert_eq!(desk.block(), Some(BlockReason::LedgerOlder));
    assert_eq!(code_of(desk.send(id).await), ErrorCode::SendingBlocked);
    assert_eq!(code_of(desk.continue_sending(id, None).await), ErrorCode::SendingBlocked);
    go_through(desk).await;
    sent(&computer.world, &staff(50..53), "Night shift", NOVEMBER).await;
    assert!(paid_twice(&computer.world).is_empty());
}
