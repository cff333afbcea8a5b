//! One changed bit anywhere in a ledger's files is detected, or changes nothing that is read. The example `bit_flips`
//! does the same many more times.

#[path = "../../../examples/bit_flips/fixture.rs"]
mod fixture;
#[path = "../../../examples/bit_flips/trial.rs"]
#[expect(dead_code, reason = "the example has one trial more")]
mod trial;

use tempfile::TempDir;

use self::trial::{Outcome, Trials};
use crate::tests::support;

const ROUNDS: u32 = 300;
const ROUNDS_OPEN: u32 = 60;

async fn trials() -> (TempDir, Trials) {
    let folder = TempDir::new().unwrap();
    let trials = Trials::new(folder.path(), |ledger| &ledger.reader).await;
    (folder, trials)
}

/// Returns how many changes were detected; fails if one was silent.
fn found(name: &str, outcomes: &[Outcome]) -> usize {
    let count = |of: Outcome| outcomes.iter().filter(|outcome| **outcome == of).count();
    let counts = [Outcome::Refused, Outcome::Detected, Outcome::Unchanged].map(count);
    println!("{name}: refused, detected, unchanged: {counts:?}");
    let silent: Vec<_> =
        outcomes.iter().enumerate().filter(|(_, outcome)| matches!(outcome, Outcome::Silent(_))).collect();
    assert!(silent.is_empty(), "{name}: {silent:#?}");
    counts[0] + counts[1]
}

#[tokio::test]
async fn a_changed_bit_in_a_closed_ledger_is_never_shown() {
    let (_folder, trials) = trials().await;
    let mut rng = fastrand::Rng::with_seed(1);
    let mut outcomes = Vec::new();
    for _ in 0..ROUNDS {
        outcomes.push(trials.closed(&mut rng).await);
    }
    assert!(found("closed", &outcomes) > outcomes.len() / 2);
}

#[tokio::test]
async fn a_changed_bit_in_what_a_crash_left_is_never_shown() {
    let (_folder, trials) = trials().await;
    let mut rng = fastrand::Rng::with_seed(2);
    let mut outcomes = Vec::new();
    for _ in 0..ROUNDS {
        outcomes.push(trials.crashed(&mut rng).await);
    }
    assert!(found("crashed", &outcomes) > outcomes.len() / 2);
}

#[tokio::test]
async fn a_changed_bit_in_an_open_ledger_is_never_shown() {
    let (_folder, trials) = trials().await;
    let mut rng = fastrand::Rng::with_seed(3);
    let mut outcomes = Vec::new();
    for _ in 0..ROUNDS_OPEN {
        outcomes.push(trials.open(&mut rng).await);
    }
    assert!(found("open", &outcomes) > outcomes.len() / 4);
}
