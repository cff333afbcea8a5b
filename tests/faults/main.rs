//! Every fault that the practice service knows, in every phase it can happen in, by many seeds: what the desk
//! concluded beside what the service really received, queued and charged. `PAYSHEET_FAULT_SEEDS` says how many
//! seeds; `cargo xtask faults` shows the counts.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a count stops where it goes wrong, and is printed where it does not"
)]

mod batches;
mod callbacks;
mod charges;
mod secrets;
#[allow(dead_code, reason = "the stories use more of it")]
#[path = "../scenarios/shared/support.rs"]
mod support;
mod tally;

use std::{
    future::Future,
    net::{Ipv4Addr, SocketAddr},
    process,
    sync::Arc,
};

use paysheet_desk::Timeouts;
use paysheet_practice::{Fault, FaultKind, Faults, PracticeConfig, Tls};
use secrecy::SecretString;
use tokio::{sync::Semaphore, task::JoinSet};

const SEEDS: &str = "PAYSHEET_FAULT_SEEDS";
const SEEDS_DEFAULT: u64 = 20;
/// Most of a seed's time is waiting, so several share the processor.
const SEEDS_AT_ONCE: usize = 8;

/// Takes no slow machine for a silent service.
const PATIENT: Timeouts = Timeouts { connect_ms: 30_000, submit_ms: 30_000, read_ms: 30_000 };
/// For faults that only the caller ends. Shorter than the longest drip, longer than the shortest: both ends of one are
/// seen.
const IMPATIENT: Timeouts = Timeouts { connect_ms: 700, submit_ms: 1_500, ..PATIENT };

/// Whether a call that meets this fault may only end because its time is over.
fn ends_by_time(fault: Fault) -> bool {
    matches!(fault.kind(), FaultKind::Hang | FaultKind::Drip)
}

/// What the service speaks: some faults are of TLS only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Speaks {
    Plain,
    Tls,
}

fn seeds() -> u64 {
    std::env::var(SEEDS).map_or(SEEDS_DEFAULT, |count| count.parse().expect("a number of seeds"))
}

/// Runs `of` for each seed, a few at a time, and gathers what they return.
async fn for_each_seed<T: Send + 'static, F: Future<Output = Vec<T>> + Send + 'static>(
    of: impl Fn(u64) -> F,
) -> Vec<T> {
    let room = Arc::new(Semaphore::new(SEEDS_AT_ONCE));
    let mut running = JoinSet::new();
    for seed in 1..=seeds() {
        let (work, room) = (of(seed), Arc::clone(&room));
        running.spawn(async move {
            let _permit = room.acquire_owned().await.unwrap();
            work.await
        });
    }
    running.join_all().await.into_iter().flatten().collect()
}

/// Returns a loopback address that no other test uses: a port that a fault closes and opens again cannot be given to
/// another one meanwhile. macOS has a single loopback address, so there these tests run alone (`.config/nextest.toml`).
fn address(seed: u64) -> SocketAddr {
    if cfg!(target_os = "macos") {
        return SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
    }
    let [_, _, high, low] = process::id().to_be_bytes();
    let [.., seed] = seed.to_be_bytes();
    SocketAddr::from((Ipv4Addr::new(127, high.max(1), low, seed), 0))
}

/// A service that tells nobody how payouts went, so that only answers decide; its faults follow from the seed.
fn practice(seed: u64, speaks: Speaks) -> PracticeConfig {
    PracticeConfig {
        listen: address(seed),
        token: SecretString::from(secrets::TOKEN),
        lock: SecretString::from(secrets::LOCK),
        pace_ms: 0,
        faults: Faults::default().seeded(seed),
        tls: (speaks == Speaks::Tls).then(Tls::default),
        ..PracticeConfig::made_up(seed).unwrap()
    }
}
