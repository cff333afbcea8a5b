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
use tokio::{net::TcpListener, runtime::Runtime};

use crate::error::SimulatorError;

type Taken = Arc<Mutex<HashMap<String, Vec<Vec<u8>>>>>;

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
        let router = Router::new().fallback(take).with_state(Arc::clone(&taken));
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

    fn taken(&self) -> MutexGuard<'_, HashMap<String, Vec<Vec<u8>>>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Letterbox<'_> {
    pub fn address(&self) -> String {
        format!("{}{}", self.collector.base, self.path)
    }

    /// Returns each different report that has arrived, in an order that does not depend on the time of arrival.
    pub fn reports(&self) -> Vec<Vec<u8>> {
        let mut reports = self.collector.taken().get(&self.path).cloned().unwrap_or_default();
        reports.sort_unstable();
        reports.dedup();
        reports
    }
}

impl Drop for Letterbox<'_> {
    fn drop(&mut self) {
        self.collector.taken().remove(&self.path);
    }
}

async fn take(State(taken): State<Taken>, uri: Uri, body: Bytes) -> StatusCode {
    let mut taken = taken.lock().unwrap_or_else(PoisonError::into_inner);
    taken.entry(uri.path().to_owned()).or_default().push(body.to_vec());
    StatusCode::OK
}
