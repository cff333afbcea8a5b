//! Beside payrolls: an older ledger does not contain the charge that was made since, so that the same amount within a day
//! is no question to it.

use paysheet_practice::CardOutcome;

use crate::{
    cards::{charge, quick, try_charge},
    exchanged_ledger::Computer,
};

#[tokio::test(flavor = "multi_thread")]
async fn the_same_amount_within_the_day() {
    let mut computer = Computer::new().await;
    let copy = computer.ledger_files();
    computer.world.desk.set_status_pace(quick());
    charge(&computer.world, CardOutcome::Success, "1000").await;
    computer.exchange_ledger(&copy).await;
    computer.world.desk.set_status_pace(quick());
    let refused = try_charge(&computer.world, CardOutcome::Success, "1000").await.is_err();
    assert_eq!((refused, computer.world.practice.charges()), (true, 1));
}
