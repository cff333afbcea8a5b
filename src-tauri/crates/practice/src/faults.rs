//! Faults on demand: the kinds of faults ([`FaultKind`]), the phases in which they happen ([`FaultPhase`]), and the
//! requested ones ([`Faults`]). `script` selects the request that meets a fault. The effect of each on a connection is in
//! `connections`.
//!
//! Not in it on purpose: chance. A fault occurs because it was requested, and its details follow from a seed.

mod callback_delivery;
mod error;
mod fault;
mod incoming_body;
mod injector;
mod kind;
mod rebindable_listener;
mod redirect_sink;
mod requested;
mod script;
mod tls;

pub use error::InjectorError;
pub use fault::{Count, Fault, FaultError};
pub use kind::{FaultKind, FaultPhase, Taken};
pub use redirect_sink::Arrived;
pub use requested::{FaultPath, Faults};
pub use script::FaultScript;
pub use tls::Tls;

pub(crate) use callback_delivery::CallbackDelivery;
pub(crate) use incoming_body::next_bytes;
pub(crate) use injector::{Arrival, Arrivals, FaultInjector};
pub(crate) use kind::{Answering, CallbackFault, Certificate, Cutting, Manner, Opening, Then};
pub(crate) use script::ActiveFault;

/// The table of all faults, in Markdown: what each does, the journal's entry, and whether the batch is queued.
pub const FAULTS: &str = include_str!("../FAULTS.md");
