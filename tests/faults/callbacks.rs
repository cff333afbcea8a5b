//! Callbacks that come twice, late, early or in another order: everybody is paid once all the same, and a batch
//! whose answer was lost is settled by them.

use std::num::NonZeroU32;

use paysheet_desk::view::{PayrollStatus, TrackView};
use paysheet_domain::PayoutState;
use paysheet_practice::{Fault, FaultKind, Practice};
use tempfile::TempDir;

use crate::{
    Speaks, batches, for_each_seed,
    secrets::{Log, assert_no_file_tells},
    support::{Person, approve_anyway, called, counts, nigerian, outcomes, people, until, write_sheet},
};

/// How many the service pays at once, how many it reverses afterwards.
const PAID: u32 = 4;
const REVERSED: u32 = 2;

#[tokio::test(flavor = "multi_thread")]
async fn callbacks_have_one_effect_however_they_come() {
    let log = Log::of_this_process();
    let closed = for_each_seed(every_fault).await;
    log.assert_clean("batch accepted");
    println!("\ncallbacks: {} payrolls closed, each with {PAID} paid and {REVERSED} reversed", closed.len());
}

async fn every_fault(seed: u64) -> Vec<u32> {
    let practice = Practice::start(crate::practice(seed, Speaks::Plain)).await.unwrap();
    let folder = TempDir::new().unwrap();
    let desk = batches::open(folder.path(), &practice).await;
    let heard_at = desk.listen("http://127.0.0.1:0/heard").await.unwrap();
    practice.set_callback_url(heard_at);
    let mut closed = Vec::new();
    for kind in [
        FaultKind::CallbackDuplicate,
        FaultKind::CallbackDelay,
        FaultKind::CallbackEarly,
        FaultKind::CallbackReordered,
        FaultKind::Close,
    ] {
        let fault = Fault::possible().filter(|fault| fault.kind() == kind).last().unwrap();
        let file = folder.path().join("staff.csv");
        write_sheet(&file, &staff());
        let id = desk.open_file(&file, nigerian()).await.unwrap();
        approve_anyway(&desk, id, called(&format!("{kind}"), "2026-11")).await;
        practice.faults().script([fault.times(NonZeroU32::MIN)]).unwrap();
        desk.send(id).await.unwrap();
        let expected = counts(&[(PayoutState::Paid, PAID), (PayoutState::Conflict, REVERSED)]);
        // A reversal after the payment waits for the user.
        let settled =
            |track: &TrackView| track.state == PayrollStatus::BeingPaid && outcomes(track) == expected;
        let track = until(&desk, id, settled).await;
        assert_eq!(track.batches[0].attempts, 1, "{fault}: nothing was sent again");
        closed.push(id);
    }
    assert_eq!(practice.queued().len(), closed.len(), "each batch once");
    assert_no_file_tells(folder.path());
    desk.close().await;
    practice.stop().await;
    closed
}

fn staff() -> Vec<Person> {
    let reversed = |n: u32| Person::new(&format!("Bola Reversed{n}"), &format!("0{n}00000006"), "500.00");
    people(PAID).into_iter().chain((1..=REVERSED).map(reversed)).collect()
}
