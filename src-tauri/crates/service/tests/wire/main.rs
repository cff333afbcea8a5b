//! The service client against a service on loopback that answers, fails and breaks off to order.

#![allow(clippy::expect_used, reason = "a test without its ground to stand on has failed")]

mod cards;
mod reading;
mod renewal;
mod retries;
#[allow(dead_code, reason = "what was sent comes back in the canaries' test only")]
mod server;
mod submission;
mod trust;

use paysheet_service::{Connection, Retries, Timeouts};

/// Waits no time worth mentioning between tries, and so long for an answer that a slow machine is not taken for a silent
/// service.
fn quick() -> Connection {
    Connection {
        timeouts: Timeouts { connect_ms: 30_000, submit_ms: 30_000, read_ms: 30_000 },
        extra_root: None,
        retries: Retries { repeats_max: 2, wait_first_ms: 1, wait_max_ms: 4, begin_within_ms: 60_000 },
    }
}

/// Waits only a second for an answer: for services that give none.
fn impatient() -> Connection {
    Connection { timeouts: Timeouts { submit_ms: 1_000, read_ms: 1_000, ..quick().timeouts }, ..quick() }
}

/// Waits only a second for the connection: for services that do not even agree on TLS.
fn impatient_to_connect() -> Connection {
    Connection { timeouts: Timeouts { connect_ms: 1_000, ..quick().timeouts }, ..quick() }
}
