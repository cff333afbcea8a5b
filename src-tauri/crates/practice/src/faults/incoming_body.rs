//! Reads the body of a request as it arrives.

use std::pin::Pin;

use axum::body::Bytes;
use hyper::body::{Body as _, Incoming};

/// Returns the next bytes of a body; none at its end.
pub(crate) async fn next_bytes(body: &mut Incoming) -> Option<Result<Bytes, hyper::Error>> {
    loop {
        let frame = std::future::poll_fn(|context| Pin::new(&mut *body).poll_frame(context)).await?;
        match frame.map(hyper::body::Frame::into_data) {
            Ok(Ok(bytes)) => return Some(Ok(bytes)),
            // Trailers are ignored.
            Ok(Err(_)) => {}
            Err(error) => return Some(Err(error)),
        }
    }
}
