//! The connections to the callback listener: anybody who reaches the port can open them, so there are only so many, and none
//! waits long for what is not sent.

use std::{
    future,
    io::ErrorKind,
    pin::pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use axum::Router;
use hyper::{
    server::conn::http1,
    service::{Service as _, service_fn},
};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use tokio::{
    net::{TcpListener, TcpStream},
    select,
    sync::{Semaphore, watch},
    time::sleep,
};

/// Connections at a time. Further ones wait to be accepted. A system may allow a program no more than 256 open files.
const CONNECTIONS_MAX: usize = 128;
/// How long the first request may take to begin.
const FIRST_HEAD_WITHIN: Duration = Duration::from_secs(10);
/// How long the head of a later request may take, and how long a connection may be idle: longer than senders keep one.
const HEAD_WITHIN: Duration = Duration::from_secs(75);
/// The pause after a connection could not be accepted, as when no file can be opened.
const ACCEPT_PAUSE: Duration = Duration::from_millis(500);

/// Serves until it is dropped; then each connection ends after the request that it is answering.
pub(crate) async fn serve(listener: TcpListener, router: Router) {
    let places = Arc::new(Semaphore::new(CONNECTIONS_MAX));
    let (_open, closed) = watch::channel(());
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
        match listener.accept().await {
            Ok((stream, _)) => {
                let conversation = converse(stream, router.clone(), closed.clone());
                tokio::spawn(async move {
                    conversation.await;
                    drop(place);
                });
            }
            // The other side went away.
            Err(error)
                if matches!(error.kind(), ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset) => {}
            Err(error) => {
                tracing::warn!(%error, "a connection to the callback listener was not accepted");
                sleep(ACCEPT_PAUSE).await;
            }
        }
    }
}

async fn converse(stream: TcpStream, router: Router, mut closed: watch::Receiver<()>) {
    let has_spoken = Arc::new(AtomicBool::new(false));
    let router = TowerToHyperService::new(router);
    let service = service_fn({
        let has_spoken = Arc::clone(&has_spoken);
        move |request| {
            has_spoken.store(true, Ordering::Relaxed);
            router.call(request)
        }
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEAD_WITHIN);
    let mut connection = pin!(builder.serve_connection(TokioIo::new(stream), service));
    let stays_silent = async {
        sleep(FIRST_HEAD_WITHIN).await;
        if has_spoken.load(Ordering::Relaxed) {
            future::pending::<()>().await;
        }
    };
    let ended = select! {
        ended = connection.as_mut() => ended,
        () = stays_silent => return,
        _ = closed.changed() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection to the callback listener ended early");
    }
}
