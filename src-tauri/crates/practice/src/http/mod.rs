//! Connections, routes, and the steps before every route.

pub(crate) mod accept_loop;
pub(crate) mod acceptor;
#[cfg(feature = "faults")]
pub(crate) mod connections;
#[cfg(not(feature = "faults"))]
#[path = "plain_connections.rs"]
pub(crate) mod connections;
pub(crate) mod server;
