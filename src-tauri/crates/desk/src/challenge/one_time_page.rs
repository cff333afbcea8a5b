//! Serves a page that the service sent instead of a link (`responsehtml`) as foreign content. It is served once, from
//! a port and a path that cannot be guessed, with an origin of its own that is not Paysheet's. A custom protocol of
//! Paysheet would count as local to the window.
//!
//! It has no content security policy, because it must run the bank's scripts. It has no more rights than any page
//! there.

use std::{
    net::{Ipv4Addr, SocketAddr},
    sync::{Arc, Mutex, PoisonError},
};

use axum::{
    Router,
    extract::{Request, State},
    http::{
        HeaderName, Method, StatusCode,
        header::{
            CACHE_CONTROL, CONTENT_TYPE, HOST, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
        },
    },
    response::{IntoResponse, Response},
};
use tokio::{net::TcpListener, sync::oneshot, task::JoinHandle, time::timeout};
use url::Url;
use zeroize::Zeroizing;

use super::{nonce::nonce, title::PAGE_LIFE};

#[derive(Debug, thiserror::Error)]
pub enum OneTimePageError {
    #[error("the page cannot be served on this computer")]
    Listen(#[from] std::io::Error),
    #[error("the system gave no random bytes")]
    NoRandomness,
}

/// A page that is being served. Dropping it stops the server.
pub struct OneTimePage {
    url: Url,
    server: JoinHandle<()>,
}

struct PageState {
    page: Mutex<Option<Waiting>>,
    host: String,
    path: String,
}

/// The page, and the channel that stops its server.
struct Waiting {
    html: Arc<Zeroizing<String>>,
    served: oneshot::Sender<()>,
}

impl OneTimePage {
    /// Serves `html` for the first request, and for as long as a bank's page lives.
    ///
    /// # Errors
    /// Fails if no port or no random bytes are available.
    pub async fn start(html: Arc<Zeroizing<String>>) -> Result<Self, OneTimePageError> {
        let path = format!("/{}", nonce().map_err(|_| OneTimePageError::NoRandomness)?);
        let listener = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, 0))).await?;
        let host = listener.local_addr()?.to_string();
        let Ok(url) = Url::parse(&format!("http://{host}{path}")) else {
            unreachable!("an address, and hexadecimal digits")
        };
        let (served, is_served) = oneshot::channel();
        let page = Mutex::new(Some(Waiting { html, served }));
        let router = Router::new().fallback(hand_out).with_state(Arc::new(PageState { page, host, path }));
        let server = tokio::spawn(async move {
            // The end of the page's life also ends the wait. In both cases the server stops after the response under
            // way is written.
            let closed = async {
                let _ = timeout(PAGE_LIFE, is_served).await;
            };
            if let Err(error) = axum::serve(listener, router).with_graceful_shutdown(closed).await {
                tracing::warn!(%error, "a page could not be served");
            }
        });
        Ok(Self { url, server })
    }

    #[must_use]
    pub const fn url(&self) -> &Url {
        &self.url
    }
}

impl Drop for OneTimePage {
    fn drop(&mut self) {
        self.server.abort();
    }
}

/// Returns the page. The host is compared as well, so that no other name for this computer leads here.
async fn hand_out(State(state): State<Arc<PageState>>, request: Request) -> Response {
    let host = request.headers().get(HOST).and_then(|host| host.to_str().ok());
    let fits = request.method() == Method::GET
        && host == Some(state.host.as_str())
        && request.uri().path() == state.path
        && request.uri().query().is_none();
    let taken = if fits { state.page.lock().unwrap_or_else(PoisonError::into_inner).take() } else { None };
    let Some(Waiting { html, served }) = taken else { return StatusCode::NOT_FOUND.into_response() };
    // After the page's life nothing receives this.
    let _ = served.send(());
    let head: [(HeaderName, &str); 6] = [
        (CONTENT_TYPE, "text/html; charset=utf-8"),
        (CACHE_CONTROL, "no-store"),
        (REFERRER_POLICY, "no-referrer"),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
        (axum::http::header::CONNECTION, "close"),
    ];
    (head, html.as_bytes().to_vec()).into_response()
}

#[cfg(test)]
mod tests {
    use tokio::{
        io::{AsyncReadExt as _, AsyncWriteExt as _},
        net::TcpStream,
    };

    use super::*;

    async fn ask(page: &Url, request: &str) -> String {
        let host = format!("{}:{}", page.host_str().unwrap(), page.port().unwrap());
        let Ok(mut stream) = TcpStream::connect(&host).await else { return "refused".to_owned() };
        let request = request.replace("PATH", page.path()).replace("HOST", &host);
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer).await;
        answer
    }

    #[tokio::test]
    async fn a_page_is_served_once_to_whoever_knows_where() {
        let html = "<form action=https://acs.bank.com>";
        let page = OneTimePage::start(Arc::new(Zeroizing::new(html.to_owned()))).await.unwrap();
        for request in [
            "GET / HTTP/1.1\r\nhost: HOST\r\nconnection: close\r\n\r\n",
            "GET PATH/ HTTP/1.1\r\nhost: HOST\r\nconnection: close\r\n\r\n",
            "GET PATH?a=b HTTP/1.1\r\nhost: HOST\r\nconnection: close\r\n\r\n",
            "GET PATH HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n",
            "GET PATH HTTP/1.1\r\nhost: rebound.example.com\r\nconnection: close\r\n\r\n",
            "POST PATH HTTP/1.1\r\nhost: HOST\r\nconnection: close\r\ncontent-length: 0\r\n\r\n",
            "HEAD PATH HTTP/1.1\r\nhost: HOST\r\nconnection: close\r\n\r\n",
        ] {
            assert!(ask(page.url(), request).await.starts_with("HTTP/1.1 404"), "{request}");
        }
        let get = "GET PATH HTTP/1.1\r\nhost: HOST\r\n\r\n";
        let answer = ask(page.url(), get).await;
        assert!(answer.starts_with("HTTP/1.1 200") && answer.ends_with(html), "{answer}");
        for line in [
            "cache-control: no-store",
            "referrer-policy: no-referrer",
            "content-type: text/html; charset=utf-8",
        ] {
            assert!(answer.contains(line), "{line}: {answer}");
        }
        assert!(!answer.contains("content-security-policy"));
        // The server stops after the first response.
        let mut again = ask(page.url(), get).await;
        for _ in 0..100 {
            if again == "refused" {
                break;
            }
            tokio::task::yield_now().await;
            again = ask(page.url(), get).await;
        }
        assert!(!again.contains(html), "{again}");
    }

    #[tokio::test]
    async fn two_pages_share_nothing_and_a_dropped_one_is_gone() {
        let start = async || OneTimePage::start(Arc::new(Zeroizing::new("x".to_owned()))).await.unwrap();
        let (one, two) = (start().await, start().await);
        assert_ne!(one.url().path(), two.url().path());
        assert_eq!(one.url().path().len(), 33);
        let url = one.url().clone();
        drop(one);
        tokio::task::yield_now().await;
        let answer = ask(&url, "GET PATH HTTP/1.1\r\nhost: HOST\r\nconnection: close\r\n\r\n").await;
        assert!(!answer.contains("200"), "{answer}");
    }
}
