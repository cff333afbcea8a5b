//! Whoever reaches the port of the callbacks can open connections and say nothing. Real callbacks arrive all the same.

use std::time::Duration;

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

use crate::support::{World, call_back, report};

/// Far more than the listener waits.
const ENDED_WITHIN: Duration = Duration::from_secs(60);
/// More than the listener has at a time.
const SILENT: usize = 200;

/// What is answered on a connection on which only this is sent, until it is closed.
async fn answer_to(address: &str, beginning: &str) -> String {
    let (host, path) = address.strip_prefix("http://").unwrap().split_once('/').unwrap();
    let mut stream = TcpStream::connect(host).await.unwrap();
    let text = beginning.replace("PATH", &format!("/{path}"));
    stream.write_all(text.as_bytes()).await.unwrap();
    let mut answer = String::new();
    let read = timeout(ENDED_WITHIN, stream.read_to_string(&mut answer)).await;
    assert!(read.is_ok(), "it is still open: {beginning:?}");
    answer
}

#[tokio::test(flavor = "multi_thread")]
async fn and_is_closed() {
    let world = World::without_callbacks().await;
    let address = world.listen_elsewhere().await;
    let (nothing, half_a_head, half_a_body, another_path) = tokio::join!(
        answer_to(&address, ""),
        answer_to(&address, "POST PATH HTTP/1.1\r\nhost: a\r\nx-slow"),
        answer_to(
            &address,
            "POST PATH HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-length: 9\r\n\r\nre"
        ),
        answer_to(&address, "POST /guess HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\nre"),
    );
    assert_eq!(nothing, "");
    assert_eq!(half_a_head, "");
    assert!(half_a_body.starts_with("HTTP/1.1 408"), "{half_a_body}");
    assert!(another_path.starts_with("HTTP/1.1 404"), "{another_path}");
}

#[tokio::test(flavor = "multi_thread")]
async fn nor_do_many() {
    let world = World::without_callbacks().await;
    let address = world.listen_elsewhere().await;
    let host = address.strip_prefix("http://").unwrap().split_once('/').unwrap().0;
    let mut silent = Vec::new();
    for _ in 0..SILENT {
        silent.push(TcpStream::connect(host).await.unwrap());
    }
    let heard = timeout(ENDED_WITHIN, call_back(&address, &report("NONE", "00"))).await;
    assert_eq!(heard.ok(), Some(200));
}
