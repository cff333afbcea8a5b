//! Accepts connections until the service stops: a task for each handles it.

use std::{io, sync::Arc, time::Duration};

use tokio::{select, task::JoinSet, time::sleep};

use super::{acceptor::Acceptor, connections::receive};
use crate::faults::Arrivals;

/// Milliseconds until the next attempt after a connection could not be accepted.
const RETRY_MS: u64 = 50;

/// Accepts connections until the service stops; ends when all connections have ended.
pub(crate) async fn receive_all(acceptor: Arc<Acceptor>, mut arrivals: Arrivals) {
    let mut connections = JoinSet::new();
    loop {
        select! {
            biased;
            () = acceptor.state.stopping() => break,
            Some(_) = connections.join_next() => {}
            came = arrivals.next() => match came {
                Ok(arrival) => {
                    connections.spawn(receive(Arc::clone(&acceptor), arrival));
                }
                Err(error) => not_let_in(&error).await,
            },
        }
    }
    arrivals.close();
    while connections.join_next().await.is_some() {}
}

/// Waits after a failed accept: the system may lack a resource for a while.
async fn not_let_in(error: &io::Error) {
    tracing::warn!(%error, "a connection could not be let in");
    sleep(Duration::from_millis(RETRY_MS)).await;
}
