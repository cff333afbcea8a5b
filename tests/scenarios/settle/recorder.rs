//! A server that is not the user's: it writes every request down as it came, and does nothing for anybody.

use std::sync::{Arc, Mutex};

use tokio::{io::AsyncWriteExt as _, net::TcpListener};

use crate::support::read_message;

/// What it answers to everything.
const ANSWER: &[u8] =
    b"HTTP/1.1 503 Busy\r\ncontent-type: application/json\r\ncontent-length: 18\r\nconnection: close\r\n\r\n{\"status\":\"error\"}";

pub struct Recorder {
    pub url: String,
    requests: Arc<Mutex<Vec<String>>>,
}

impl Recorder {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let requests = Arc::new(Mutex::new(Vec::new()));
        let written = Arc::clone(&requests);
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                if let Ok((head, body)) = read_message(&mut stream).await {
                    written.lock().unwrap().push(head + &String::from_utf8_lossy(&body));
                    let _ = stream.write_all(ANSWER).await;
                }
            }
        });
        Self { url, requests }
    }

    /// Head and body of every request.
    pub fn requests(&self) -> Vec<String> {
        self.requests.lock().unwrap().clone()
    }

    /// First lines of the requests that hold the text.
    pub fn holding(&self, text: &str) -> Vec<String> {
        let holding = self.requests().into_iter().filter(|request| request.contains(text));
        holding.map(|request| request.lines().next().unwrap_or_default().to_owned()).collect()
    }
}
