//! The calls of the interface, and what the service does on its own: payments and callbacks.

pub(crate) mod bank;
pub(crate) mod banks;
pub(crate) mod batch;
pub(crate) mod callbacks;
pub(crate) mod calls;
pub(crate) mod cards;
pub(crate) mod people;
