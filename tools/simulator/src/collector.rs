//! Collects the practice service's reports in stories that hand them over one by one. A report is accepted at once and
//! stored for the operator. One collector serves all stories; each story has a path of its own.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use axum::{
    Router,
    body::Bytes,
    extract::State,
    http::{StatusCode, Uri},
};
use tokio::{net::TcpListener, runtime::Runtime, sync::Notify};

use crate::error::SimulatorError;

/// Reports by the path of their story.
#[derive(Clone, Default)]
struct Taken {
    by_path: Arc<Mutex<HashMap<String, Vec<Vec<u8>>>>>,
    /// Notified at each report.
    arrived: Arc<Notify>,
}

impl Taken {
    fn by_path(&self) -> MutexGuard<'_, HashMap<String, Vec<Vec<u8>>>> {
        self.by_path.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub struct Collector {
    base: String,
    taken: Taken,
    boxes: AtomicU64,
}

/// The reports of one story.
pub struct Letterbox<'a> {
    collector: &'a Collector,
    path: String,
}

impl Collector {
    pub fn start(services: &Runtime) -> Result<Self, SimulatorError> {
        let listener = services.block_on(TcpListener::bind("127.0.0.1:0"))?;
        let base = format!("http://{}", listener.local_addr()?);
        let taken = Taken::default();
        let router = Router::new().fallback(take).with_state(taken.clone());
        services.spawn(async move {
            // It ends with the program.
            let _ = axum::serve(listener, router).await;
        });
        Ok(Self { base, taken, boxes: AtomicU64::new(0) })
    }

    pub fn letterbox(&self) -> Letterbox<'_> {
        let number = self.boxes.fetch_add(1, Ordering::Relaxed);
        Letterbox { collector: self, path: format!("/story-{number}") }
    }
}

impl Letterbox<'_> {
    pub fn address(&self) -> String {
        format!("{}{}", self.collector.base, self.path)
    }

    /// Returns each different report that has arrived, in an order that does not depend on the time of arrival.
    pub fn reports(&self) -> Vec<Vec<u8>> {
        let mut reports = self.collector.taken.by_path().get(&self.path).cloned().unwrap_or_default();
        reports.sort_unstable();
        reports.dedup();
        reports
    }

    /// Waits until at least so many different reports have arrived, and returns all of them.
    pub async fn at_least(&self, count: usize) -> Vec<Vec<u8>> {
        loop {
            let arrived = self.collector.taken.arrived.notified();
            tokio::pin!(arrived);
            arrived.as_mut().enable();
            let reports = self.reports();
            if reports.len() >= count {
                return reports;
            }
            arrived.await;
        }
    }
}

impl Drop for Letterbox<'_> {
    fn drop(&mut self) {
        self.collector.taken.by_path().remove(&self.path);
    }
}

async fn take(State(taken): State<Taken>, uri: Uri, body: Bytes) -> StatusCode {
    taken.by_path().entry(uri.path().to_owned()).or_default().push(body.to_vec());
    taken.arrived.notify_waiters();
    StatusCode::OK
}
