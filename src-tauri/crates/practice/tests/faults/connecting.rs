//! Faults of connections: nobody there, nobody who answers, nobody who stays.

use std::{io::ErrorKind, time::Duration};

use paysheet_practice::FaultKind;
use tokio::{net::TcpStream, time::timeout};

use crate::raw::{End, LONG, QUEUE, SHORT, batch, fault, meeting, request, send, submit, submit_for, until};

#[tokio::test]
async fn a_refusal_is_the_systems_own_and_ends_when_it_is_called_off() {
    let desk = meeting([]).await;
    let address = desk.practice.address();
    for _ in 0..20 {
        desk.practice.faults().script([fault("refuse@connect")]).unwrap();
        let refused = send(address, b"", SHORT).await.unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::ConnectionRefused);
        desk.practice.faults().clear();
        TcpStream::connect(address).await.unwrap();
    }
    assert!(submit(&desk, "B1").await.is_success());
    assert_eq!(desk.practice.address(), address);
    assert_eq!(desk.practice.journal().len(), 1);
    assert_eq!(desk.practice.faults().met().len(), 20);
}

#[tokio::test]
async fn a_refusal_with_a_count_ends_after_so_many_seconds() {
    let desk = meeting([]).await;
    let address = desk.practice.address();
    // The second begins now; to start a service and its client may take longer.
    desk.practice.faults().script([fault("refuse@connect:1"), fault("503@read")]).unwrap();
    assert!(TcpStream::connect(address).await.is_err());
    let bytes = request(&desk, QUEUE, &batch(&desk, "B1"));
    let begun = tokio::time::Instant::now();
    let seen = loop {
        match send(address, &bytes, LONG).await {
            Ok(seen) => break seen,
            Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
        }
        assert!(begun.elapsed() < LONG, "it never ended");
    };
    assert_eq!(seen.status(), Some(503));
}

#[tokio::test]
async fn a_service_that_refuses_stops_like_any_other() {
    let desk = meeting([fault("refuse@connect")]).await;
    timeout(LONG, desk.practice.stop()).await.unwrap();
}

#[tokio::test]
async fn connections_that_are_open_end_so_that_all_meet_the_refusal() {
    let desk = meeting([]).await;
    let (status, _) = desk.post(QUEUE, &desk.batch("B1", &[("P1", "0123456789")])).await;
    assert_eq!(status, 200);
    desk.practice.faults().script([fault("refuse@connect")]).unwrap();
    // The client has a connection from before; it may learn of its end only now.
    let url = format!("{}{QUEUE}", desk.practice.base_url());
    let refused = desk.http.post(url).body(batch(&desk, "B2")).send().await;
    assert!(refused.is_err());
    assert_eq!(desk.practice.journal().len(), 1);
}

#[tokio::test]
async fn any_connection_meets_a_fault_of_connecting() {
    for (text, end) in
        [("reset@connect:2", End::Reset), ("close@connect:2", End::Orderly), ("hang@connect:2", End::Silence)]
    {
        let desk = meeting([fault(text)]).await;
        let patience = if end == End::Silence { SHORT } else { LONG };
        let nothing = b"GET /nothing HTTP/1.1\r\nhost: x\r\n\r\n";
        let seen = send(desk.practice.address(), nothing, patience).await.unwrap();
        assert_eq!((seen.end, seen.bytes.len()), (end, 0), "{text}");
        let seen = submit_for(&desk, "B1", patience).await;
        assert_eq!((seen.end, seen.bytes.len()), (end, 0), "{text}");
        assert!(submit(&desk, "B1").await.is_success(), "{text}");
        assert_eq!((desk.practice.begun(), desk.practice.connections()), (1, 3), "{text}");
        assert_eq!(desk.practice.journal().len(), 1, "{text}");
        timeout(LONG, desk.practice.stop()).await.unwrap();
    }
}

#[tokio::test]
async fn faults_of_connecting_and_of_requests_take_turns() {
    let script = [fault("503@read"), fault("reset@connect"), fault("502@read")];
    let desk = meeting(script).await;
    let mut ends = Vec::new();
    for at in 0..4 {
        let seen = submit(&desk, &format!("B{at}")).await;
        ends.push((seen.end, seen.status()));
    }
    let expected =
        [(End::Orderly, Some(503)), (End::Reset, None), (End::Orderly, Some(502)), (End::Orderly, Some(200))];
    assert_eq!(ends, expected);
    assert_eq!(desk.practice.faults().met(), script);
    let kinds: Vec<_> =
        desk.practice.journal().into_iter().map(|line| line.fault.map(|fault| fault.kind())).collect();
    assert_eq!(kinds, [Some(FaultKind::Status503), Some(FaultKind::Status502), None]);
}

#[tokio::test]
async fn a_stop_leaves_nothing_that_listens_or_hangs() {
    let desk = meeting([fault("302@read"), fault("hang@connect:2"), fault("hang@wait")]).await;
    let location = submit(&desk, "B0").await.header("location").unwrap();
    let elsewhere = location.strip_prefix("http://").unwrap().strip_suffix(QUEUE).unwrap().to_owned();
    let address = desk.practice.address();
    let held = [TcpStream::connect(address).await.unwrap(), TcpStream::connect(address).await.unwrap()];
    until(|| desk.practice.connections() == 3).await;
    assert!(desk.practice.stop().await, "it was cut short");
    for mut held in held {
        let mut nothing = [0];
        let read = tokio::io::AsyncReadExt::read(&mut held, &mut nothing);
        assert!(matches!(timeout(LONG, read).await.unwrap(), Ok(0) | Err(_)));
    }
    for gone in [address.to_string(), elsewhere] {
        assert_eq!(TcpStream::connect(gone).await.unwrap_err().kind(), ErrorKind::ConnectionRefused);
    }
}
