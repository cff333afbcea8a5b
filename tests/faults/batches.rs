//! Batches: the desk's conclusion, then what the desk proposes to do about it, until the service has the batch
//! once.

use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::SystemTime,
};

use paysheet_desk::{
    Desk, DeskConfig, Timeouts,
    profile::{KeyHome, Profile},
};
use paysheet_domain::{AttemptResult, BatchState};
use paysheet_practice::{Fault, FaultKind, FaultPhase, Practice, Taken};
use tempfile::TempDir;

use crate::{
    IMPATIENT, PATIENT, Speaks, ends_by_time, for_each_seed,
    secrets::{LOCK, Log, TOKEN, assert_no_file_tells, assert_no_temporary_file_tells, assert_untold},
    support::{
        OneMorning, Person, approve_anyway, called, in_memory, nigerian, people, read_files_here, until,
        write_sheet,
    },
    tally::{Case, report},
};

#[tokio::test(flavor = "multi_thread")]
async fn the_desk_tells_the_truth_of_every_batch() {
    let (log, start) = (Log::of_this_process(), SystemTime::now());
    let mut cases = for_each_seed(|seed| every_fault(seed, Speaks::Plain)).await;
    cases.extend(for_each_seed(|seed| every_fault(seed, Speaks::Tls)).await);
    log.assert_clean("batch accepted");
    assert_no_temporary_file_tells(start);
    report("batches", &cases);
}

/// One ledger and one service: a payroll for each fault, one after the other.
async fn every_fault(seed: u64, speaks: Speaks) -> Vec<Case> {
    let practice = Practice::start(crate::practice(seed, speaks)).await.unwrap();
    let folder = TempDir::new().unwrap();
    let mut desk = open(folder.path(), &practice).await;
    let mut cases = Vec::new();
    for fault in faults(speaks) {
        cases.push(one(&practice, &mut desk, folder.path(), fault, speaks).await);
    }
    assert!(assert_no_file_tells(folder.path()) >= 3, "ledger, its log and the key");
    desk.close().await;
    practice.stop().await;
    cases
}

/// Over TLS those that are about connecting; the others are the same there.
fn faults(speaks: Speaks) -> Vec<Fault> {
    let all = Fault::possible().filter(|fault| !fault.kind().is_of_callbacks());
    match speaks {
        Speaks::Plain => all.filter(|fault| !fault.kind().needs_tls()).collect(),
        Speaks::Tls => all.filter(|fault| fault.phase() == FaultPhase::Connect).collect(),
    }
}

/// Two people whom no payroll before paid: who is paid elsewhere is a question, which is not what is looked at here.
fn others() -> Vec<Person> {
    static PAYROLLS: AtomicU32 = AtomicU32::new(0);
    /// People of whom the support has accounts.
    const PEOPLE_MAX: u32 = 1_000;
    let from = PAYROLLS.fetch_add(1, Ordering::SeqCst) * 2 % PEOPLE_MAX;
    people(from + 2).split_off(usize::try_from(from).unwrap())
}

async fn one(practice: &Practice, desk: &mut Desk, folder: &Path, fault: Fault, speaks: Speaks) -> Case {
    let name = format!("{fault} {speaks:?}").replace(['@', ':'], " ");
    let file = folder.join("staff.csv");
    write_sheet(&file, &others());
    let id = desk.open_file(&file, nigerian()).await.unwrap();
    approve_anyway(desk, id, called(&name, "2026-11")).await;

    if ends_by_time(fault) {
        reopen(desk, folder, practice, IMPATIENT).await;
    }
    practice.faults().script([fault]).unwrap();
    let connections = practice.connections();
    desk.send(id).await.unwrap();
    let connections = practice.connections() - connections;
    practice.faults().clear();

    let track = desk.payroll(id).await.unwrap();
    let batch = track.batches.first().unwrap();
    let attempts = desk.attempts(batch.key).await.unwrap();
    assert_eq!(attempts.len(), 1, "{name}: one attempt, whatever happened");
    assert_untold(&format!("{track:?}{attempts:?}"));
    let class = attempts[0].outcome.expect("an attempt that has ended");
    let (received, taken) = (received(practice, &batch.reference), taken(practice, &batch.reference));
    if ends_by_time(fault) {
        reopen(desk, folder, practice, PATIENT).await;
    }
    let taken_at_last = settle(practice, desk, id, class, &batch.reference).await;
    Case {
        fault: format!("{}{fault}", if speaks == Speaks::Tls { "tls: " } else { "" }),
        class,
        allowed: allowed(fault, speaks),
        received,
        taken,
        connections,
        elsewhere: practice.redirected().len(),
        taken_at_last,
    }
}

/// Opens the same ledger again, by a desk that waits otherwise.
async fn reopen(desk: &mut Desk, folder: &Path, practice: &Practice, timeouts: Timeouts) {
    desk.close().await;
    *desk = open_waiting(folder, practice, timeouts).await;
}

/// Does what the desk proposes, with the line in order again, and answers how often the service has the batch then.
async fn settle(practice: &Practice, desk: &Desk, id: u32, class: AttemptResult, reference: &str) -> usize {
    let before = bodies(practice, reference);
    match class {
        AttemptResult::Accepted | AttemptResult::NotAccepted => {}
        AttemptResult::NotSent => {
            desk.send_unsent(id, None).await.unwrap();
            let state = desk.payroll(id).await.unwrap().batches[0].state;
            assert!(is_taken(state), "{reference}: {state}");
        }
        AttemptResult::Unknown => {
            let had_it = taken(practice, reference) > 0;
            let key = desk.payroll(id).await.unwrap().batches[0].key;
            desk.send_again(id, key, None).await.unwrap();
            let track = until(desk, id, |track| !track.sending).await;
            let state = track.batches[0].state;
            // A refusal after an unknown attempt decides nothing: it may be because the service has the batch.
            let is_unknown = state == BatchState::Unknown;
            // The service may still read what the desk gave up, and have all of it only now.
            let came_late = before.is_empty() && bodies(practice, reference).len() == 2;
            assert!(is_unknown == had_it || is_unknown && came_late, "{reference}: {state}");
            assert!(is_unknown || is_taken(state), "{reference}: {state}");
            assert_untold(&format!("{track:?}"));
        }
    }
    let after = bodies(practice, reference);
    assert!(after.iter().all(|body| before.is_empty() || before.contains(body)), "the same bytes, always");
    taken(practice, reference)
}

const fn is_taken(state: BatchState) -> bool {
    matches!(state, BatchState::Accepted | BatchState::Settling)
}

/// The required outcome of each fault (design, "The fault matrix"). Two are allowed where it depends on the seed, or
/// on how far the request had come when its connection broke.
pub fn allowed(fault: Fault, speaks: Speaks) -> Vec<AttemptResult> {
    use AttemptResult::{Accepted, NotAccepted, NotSent, Unknown};
    use FaultKind as Kind;
    let by_phase = match (fault.phase(), speaks) {
        // Until TLS is agreed on nothing of the request can have left.
        (FaultPhase::Connect, Speaks::Tls) => Some(vec![NotSent]),
        (FaultPhase::Connect, Speaks::Plain) if fault.kind() == Kind::Refuse => Some(vec![NotSent]),
        // Reset before it was open, or just after: then who can tell what went over it?
        (FaultPhase::Connect, Speaks::Plain) => Some(vec![NotSent, Unknown]),
        (FaultPhase::Send | FaultPhase::Wait | FaultPhase::Read, _) => None,
    };
    let early = fault.phase() == FaultPhase::Send;
    by_phase.unwrap_or_else(|| match fault.kind() {
        Kind::Drip => vec![Accepted, Unknown],
        // Answered before the request was read, its connection may break first.
        Kind::Status400
        | Kind::Status401
        | Kind::Status403
        | Kind::Status404
        | Kind::Status413
        | Kind::Status422
        | Kind::Status429
            if early =>
        {
            vec![NotAccepted, Unknown]
        }
        Kind::Status400
        | Kind::Status401
        | Kind::Status403
        | Kind::Status404
        | Kind::Status413
        | Kind::Status422
        | Kind::Status429
        | Kind::ErrorOn200 => vec![NotAccepted],
        // A batch id may still be read, or not.
        Kind::WrongTypes if fault.taken() == Taken::Yes => vec![Accepted, Unknown],
        Kind::CallbackDelay | Kind::CallbackDuplicate | Kind::CallbackEarly | Kind::CallbackReordered => {
            vec![Accepted]
        }
        Kind::Refuse
        | Kind::Reset
        | Kind::Close
        | Kind::Hang
        | Kind::Cut
        | Kind::CutChunked
        | Kind::CutUnsized
        | Kind::Garbage
        | Kind::GarbageBody
        | Kind::Huge
        | Kind::WrongTypes
        | Kind::Redirect302
        | Kind::Redirect307
        | Kind::Status408
        | Kind::ReferenceIsThere
        | Kind::Status409
        | Kind::Status500
        | Kind::Status502
        | Kind::Status503
        | Kind::Status504
        | Kind::TlsWrongName
        | Kind::TlsExpired
        | Kind::TlsUntrusted
        | Kind::TlsGarbage => vec![Unknown],
    })
}

fn received(practice: &Practice, reference: &str) -> usize {
    practice.journal().iter().filter(|line| line.references.first().is_some_and(|r| r == reference)).count()
}

fn taken(practice: &Practice, reference: &str) -> usize {
    practice.queued().iter().filter(|batch| batch.reference == reference).count()
}

fn bodies(practice: &Practice, reference: &str) -> Vec<String> {
    let lines = practice.journal().into_iter();
    let ours = lines.filter(|line| line.references.first().is_some_and(|r| r == reference));
    ours.map(|line| line.body_sha256).collect()
}

/// A desk that trusts the service's certificate, where it has one.
pub async fn open(folder: &Path, practice: &Practice) -> Desk {
    open_waiting(folder, practice, PATIENT).await
}

async fn open_waiting(folder: &Path, practice: &Practice, timeouts: Timeouts) -> Desk {
    read_files_here();
    let mut profile =
        Profile::new("faults", "Faults", &practice.base_url(), "KOLA FOODS LTD").approved_by("Ada Obi");
    profile.extra_root = practice.root_pem().map(str::to_owned);
    let (desk, _) = Desk::open(DeskConfig {
        ledger: folder.join("ledger.db"),
        profile,
        secrets: in_memory(TOKEN, LOCK),
        key: KeyHome::File(folder.join("ledger.key")),
        clock: Arc::new(OneMorning),
        timeouts: Some(timeouts),
    })
    .await
    .unwrap();
    desk.unlock().await.unwrap();
    desk
}
