//! A service on loopback that misbehaves to order: it takes whole requests, keeps them, and then does what its
//! script says, byte by byte where a real HTTP server would not let us.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicUsize, Ordering},
};

use paysheet_service::{Connection, Retries, Timeouts};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

/// Waits no time worth mentioning between tries, and so long for an answer that a slow machine is not taken for a silent
/// service.
pub fn quick() -> Connection {
    Connection {
        timeouts: Timeouts { connect_ms: 30_000, submit_ms: 30_000, read_ms: 30_000 },
        extra_root: None,
        retries: Retries { repeats_max: 2, wait_first_ms: 1, wait_max_ms: 4, begin_within_ms: 60_000 },
    }
}

/// Waits only a second for an answer: for services that give none.
pub fn impatient() -> Connection {
    Connection { timeouts: Timeouts { submit_ms: 1_000, read_ms: 1_000, ..quick().timeouts }, ..quick() }
}

/// Waits only a second for the connection: for services that do not even agree on TLS.
fn impatient_to_connect() -> Connection {
    Connection { timeouts: Timeouts { connect_ms: 1_000, ..quick().timeouts }, ..quick() }
}

/// What happens once a request has been read.
#[derive(Clone)]
pub enum Then {
    /// These bytes, then the end of the connection.
    Send(Vec<u8>),
    /// These bytes, and the same again for the next request on the connection.
    KeepAlive(Vec<u8>),
    /// What was sent, in some form.
    Echo(Echo),
    /// The end, without a byte.
    Close,
    /// A TCP reset.
    Reset,
    /// Nothing, for ever.
    Hang,
    /// Nothing, without even reading.
    Deaf,
}

/// How a request comes back.
#[derive(Clone, Copy)]
pub enum Echo {
    /// With this status, as a refusal: its head as message, its body as data.
    Refusal(&'static str),
    /// With this status, in a success that fits every call.
    Success(&'static str),
    /// With this status, in a page.
    Page(&'static str),
    /// Itself, which is no answer.
    Garbage,
    /// In an answer that breaks off.
    Cut,
    /// So many bytes of it, as a refusal that does not say how long it is.
    Begun(usize),
}

/// What a success gives whoever asks for a token.
pub const NEW_TOKEN: &str = "fresh-token-1618";

pub struct Server {
    pub port: u16,
    /// How a client connects: it gives up soon only where nothing else ends its wait.
    connection: Connection,
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
        let connection = match thens.iter().find(|then| matches!(then, Then::Hang | Then::Deaf)) {
            Some(Then::Deaf) => impatient_to_connect(),
            Some(_) => impatient(),
            None => quick(),
        };
        let server = Self { port, connection, connections: Arc::default(), requests: Arc::default() };
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

    pub const fn connection(&self) -> &Connection {
        &self.connection
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
    Then::Send(whole(status, body))
}

fn whole(status: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    let head = format!("HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {length}");
    format!("{head}\r\nconnection: close\r\n\r\n{body}").into_bytes()
}

async fn play(mut stream: TcpStream, then: Then, requests: Arc<Mutex<Vec<String>>>) {
    if matches!(then, Then::Deaf) {
        std::future::pending().await
    }
    while let Some(request) = read_request(&mut stream).await {
        requests.lock().expect("no panic in the server").push(request.clone());
        match &then {
            Then::Echo(echo) => {
                let _ = stream.write_all(&echo.of(&request)).await;
                return;
            }
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

impl Echo {
    fn of(self, request: &str) -> Vec<u8> {
        let (head, body) = request.split_once("\r\n\r\n").expect("a whole request");
        let [head, text] = [head, body].map(|text| serde_json::to_string(text).expect("JSON"));
        match self {
            Self::Refusal(status) => {
                let said = format!(r#""status":"error","message":{head},"code":{text}"#);
                whole(status, &format!(r#"{{{said},"data":{body}}}"#))
            }
            Self::Success(status) => {
                let data = format!(
                    r#"{{"batchId":1,"account_name":{head},"ref":"R","status":{head},"xChargeResponseCode":"02",
                        "chargeMethod":{head},"xChargeResponseMessage":{text},"authurl":{head},"044":"ACCESS",
                        "echo":{body},"meta":{text}}}"#
                );
                whole(status, &format!(r#"{{"status":"success","token":"{NEW_TOKEN}","data":{data}}}"#))
            }
            Self::Page(status) => whole(status, &format!("<p>{request}</p>")),
            Self::Garbage => request.as_bytes().to_vec(),
            Self::Begun(bytes) => {
                let begun = request.as_bytes().iter().copied().take(bytes);
                b"HTTP/1.1 400 No\r\n\r\n".iter().copied().chain(begun).collect()
            }
            Self::Cut => format!("HTTP/1.1 200 OK\r\ncontent-length: 9999\r\n\r\n{request}").into_bytes(),
        }
    }
}
