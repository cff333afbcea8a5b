//! In place of `connections` in a build without the feature `faults`, such as the application's: connections are plain.

use std::{future::pending, sync::Arc};

use hyper::service::service_fn;
use tokio::net::TcpStream;

use super::acceptor::{Acceptor, converse, set_nodelay};

pub(crate) async fn receive(acceptor: Arc<Acceptor>, stream: TcpStream) {
    acceptor.state.count_connection();
    set_nodelay(&stream);
    let service = service_fn(|request| {
        acceptor.state.count_begun();
        acceptor.answer(request)
    });
    converse(&acceptor, stream, service, pending()).await;
}
