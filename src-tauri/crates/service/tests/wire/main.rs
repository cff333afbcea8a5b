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

/// Gives up soon, and waits no time worth mentioning between tries.
fn quick() -> Connection {
    Connection {
        timeouts: Timeouts { connect_ms: 200, submit_ms: 400, read_ms: 400 },
        extra_root: None,
        retries: Retries { repeats_max: 2, wait_first_ms: 1, wait_max_ms: 4, begin_within_ms: 10_000 },
    }
}
