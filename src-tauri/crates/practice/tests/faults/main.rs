//! Faults on demand: each is on the wire what it is called, and the service's word on what it received and took is
//! the truth.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test stops where something is amiss")]
#![allow(clippy::wildcard_enum_match_arm, reason = "a kind that a table does not name fails it")]

#[path = "../common/mod.rs"]
mod common;

mod callbacks;
mod connecting;
mod raw;
mod scripts;
mod tls;
mod truth;
mod wire;
mod words;
