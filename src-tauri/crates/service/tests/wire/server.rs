//! A service on loopback that misbehaves to order: it takes whole requests, keeps them, and then does what its
//! script says, byte by byte where a real HTTP server would not let us.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicUsize, Ordering},
};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

/// What happens once a request has been read.
#[derive(Clone)]
pub enum Then {
    /// These bytes, then the end of the connection.
    Send(Vec<u8>),
    /// These bytes, and the same again for the next request on the connection.
    KeepAlive(Vec<u8>),
    /// The end, without a byte.
    Close,
    /// A TCP reset.
    Reset,
    /// Nothing, for ever.
    Hang,
    /// Nothing, without even reading.
    Deaf,
}

pub struct Server {
    pub port: u16,
    connections: Arc<AtomicUsize>,
    requests: Arc<Mutex<Vec<String>>>,
}

impl Server {
    pub async fn start(then: Then) -> Self {
        Self::script(vec![then]).await
    }

    /// Does something else on each connection; the last on all that follow.
    pub async fn script(thens: Vec<Then>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let server = Self { port, connections: Arc::default(), requests: Arc::default() };
        let (connections, requests) = (server.connections.clone(), server.requests.clone());
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let before = connections.fetch_add(1, Ordering::SeqCst);
                let then = thens.get(before).or(thens.last()).expect("a script").clone();
                tokio::spawn(play(stream, then, requests.clone()));
            }
        });
        server
    }

    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    pub fn connections(&self) -> usize {
        self.connections.load(Ordering::SeqCst)
    }

    /// Whole requests as they arrived, heads included.
    pub fn requests(&self) -> Vec<String> {
        self.requests.lock().expect("no panic in the server").clone()
    }
}

/// A JSON answer with its length.
pub fn answer(status: &str, body: &str) -> Then {
    Then::Send(
        format!(
            "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
            body.len()
        )
        .into_bytes(),
    )
}

async fn play(mut stream: TcpStream, then: Then, requests: Arc<Mutex<Vec<String>>>) {
    if matches!(then, Then::Deaf) {
        std::future::pending().await
    }
    while let Some(request) = read_request(&mut stream).await {
        requests.lock().expect("no panic in the server").push(request);
        match &then {
            Then::KeepAlive(bytes) => stream.write_all(bytes).await.expect("a client that listens"),
            Then::Send(bytes) => {
                // The client may have seen enough and gone.
                let _ = stream.write_all(bytes).await;
                return;
            }
            Then::Close => return,
            Then::Reset => return stream.set_zero_linger().expect("a socket"),
            Then::Hang | Then::Deaf => std::future::pending().await,
        }
    }
}

async fn read_request(stream: &mut TcpStream) -> Option<String> {
    let mut bytes = Vec::new();
    loop {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
            if length.map_or(0, |length| length.parse().expect("a length")) <= body.len() {
                return Some(text);
            }
        }
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    }
}
