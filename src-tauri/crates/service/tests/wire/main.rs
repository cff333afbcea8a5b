//! The service client against a service on loopback that answers, fails and breaks off to order.

#![allow(clippy::expect_used, reason = "a test without its ground to stand on has failed")]

mod reading;
mod server;
mod submission;
