//! The service client against a service on loopback that answers, fails and breaks off to order.

#![allow(clippy::expect_used, reason = "a test without its ground to stand on has failed")]

mod call_checks;
mod cards;
mod reading;
mod renewal;
mod retries;
#[allow(dead_code, reason = "what was sent comes back in the canaries' test only")]
mod server;
mod submission;
mod trust;

use server::{impatient, quick};
