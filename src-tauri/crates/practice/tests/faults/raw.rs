//! A caller without manners of its own: it writes what it is told, and tells what came back byte by byte.

use std::{io, net::SocketAddr, time::Duration};

use paysheet_practice::{Fault, Faults, PracticeConfig};
use serde_json::Value;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::timeout,
};

use crate::common::Desk;

pub const QUEUE: &str = "/v1/disburse/queue";
pub const CHARGE: &str = "/v1/transfer/card";
/// Longer than anything that ends.
pub const LONG: Duration = Duration::from_secs(20);
/// Long enough to see that nothing comes.
pub const SHORT: Duration = Duration::from_millis(400);
/// No caller here reads more.
const READ_BYTES_MAX: usize = 4 << 20;
const ACCOUNT: &str = "0123456789";

/// How a connection went on after what came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Orderly,
    Reset,
    /// Nothing more came, and it stayed open.
    Silence,
    /// More came than the caller wants.
    Enough,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    pub bytes: Vec<u8>,
    pub end: End,
}

impl Seen {
    /// Head without its empty line, and body; none where there is no whole head.
    pub fn parts(&self) -> Option<(String, &[u8])> {
        let at = self.bytes.windows(4).position(|window| window == b"\r\n\r\n")?;
        Some((String::from_utf8_lossy(&self.bytes[..at]).into_owned(), &self.bytes[at + 4..]))
    }

    pub fn status(&self) -> Option<u16> {
        let (head, _) = self.parts()?;
        head.strip_prefix("HTTP/1.1 ")?.split(' ').next()?.parse().ok()
    }

    pub fn header(&self, name: &str) -> Option<String> {
        let (head, _) = self.parts()?;
        let mut headers = head.lines().skip(1).filter_map(|line| line.split_once(": "));
        headers.find(|(header, _)| header.eq_ignore_ascii_case(name)).map(|(_, value)| value.to_owned())
    }

    pub fn length(&self) -> Option<usize> {
        self.header("content-length")?.parse().ok()
    }

    pub fn json(&self) -> Option<Value> {
        serde_json::from_slice(self.parts()?.1).ok()
    }

    /// A whole answer that says the batch was queued.
    pub fn is_success(&self) -> bool {
        let whole = self.parts().is_some_and(|(_, body)| Some(body.len()) == self.length());
        let json = self.json().unwrap_or(Value::Null);
        whole && self.status() == Some(200) && json["status"] == "success" && json["data"]["batchId"].is_u64()
    }
}

pub fn fault(text: &str) -> Fault {
    text.parse().unwrap()
}

/// A service that meets the faults.
pub async fn meeting(script: impl IntoIterator<Item = Fault>) -> Desk {
    with(Faults::scripted(script), |_| {}).await
}

pub async fn with(faults: Faults, change: impl FnOnce(&mut PracticeConfig)) -> Desk {
    Desk::with(|config| {
        config.faults = faults;
        change(config);
    })
    .await
}

/// A batch of one, as bytes; its payout is `P-` and the reference.
pub fn batch(desk: &Desk, reference: &str) -> Vec<u8> {
    desk.batch(reference, &[(&format!("P-{reference}"), ACCOUNT)]).to_string().into_bytes()
}

pub fn request(desk: &Desk, path: &str, body: &[u8]) -> Vec<u8> {
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: {}\r\nauthorization: {}\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: {}\r\n\r\n",
        desk.practice.address(),
        desk.token(),
        body.len()
    );
    [head.as_bytes(), body].concat()
}

/// Sends a batch over a connection of its own.
pub async fn submit(desk: &Desk, reference: &str) -> Seen {
    submit_for(desk, reference, LONG).await
}

/// The same, and goes away when nothing came for so long.
pub async fn submit_for(desk: &Desk, reference: &str, patience: Duration) -> Seen {
    send(desk.practice.address(), &request(desk, QUEUE, &batch(desk, reference)), patience).await.unwrap()
}

/// Waits until it is so.
pub async fn until(mut so: impl FnMut() -> bool) {
    let waiting = async {
        while !so() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(LONG, waiting).await.expect("it never came to that");
}

/// Writes, and reads until the end or until nothing comes for so long.
///
/// # Errors
/// Where no connection came about.
pub async fn send(address: SocketAddr, bytes: &[u8], patience: Duration) -> io::Result<Seen> {
    let mut stream = TcpStream::connect(address).await?;
    let written = timeout(patience, stream.write_all(bytes)).await;
    let mut seen = Seen { bytes: Vec::new(), end: End::Silence };
    if matches!(written, Ok(Err(_))) {
        // An answer may still wait to be read.
        seen.end = End::Reset;
    }
    let mut buffer = vec![0; 64 * 1024];
    loop {
        if seen.bytes.len() > READ_BYTES_MAX {
            return Ok(Seen { end: End::Enough, ..seen });
        }
        match timeout(patience, stream.read(&mut buffer)).await {
            // The reset was told when writing, and is not told again.
            Ok(Ok(0)) if seen.end == End::Reset => return Ok(seen),
            Ok(Ok(0)) => return Ok(Seen { end: End::Orderly, ..seen }),
            Ok(Ok(count)) => seen.bytes.extend_from_slice(&buffer[..count]),
            Ok(Err(_)) => return Ok(Seen { end: End::Reset, ..seen }),
            Err(_) => return Ok(seen),
        }
    }
}
