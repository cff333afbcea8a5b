//! What a caller sees of each fault, whatever the seed.

use std::{num::NonZeroU32, time::Duration};

use paysheet_practice::{Fault, FaultKind, FaultPhase, Faults, Taken};
use serde_json::Value;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::{Instant, timeout},
};

use crate::raw::{
    End, LONG, QUEUE, Seen, batch, fault, meeting, request, send, submit, submit_for, until, with,
};

/// Each kind is seen so often, each time with other details.
const VARIETIES: NonZeroU32 = NonZeroU32::new(20).unwrap();
/// Long enough for the beginning of an answer on a busy machine.
const PATIENT: Duration = Duration::from_secs(2);
const HUGE_BYTES: u64 = 512 << 20;
/// More than the system keeps of what nobody reads.
const STUCK_BYTES: usize = 32 << 20;

/// Those that end by themselves within moments of a request.
fn quick() -> impl Iterator<Item = Fault> {
    Fault::possible().filter(|fault| {
        let slow = matches!(fault.kind(), FaultKind::Hang | FaultKind::Drip | FaultKind::Huge);
        fault.phase() != FaultPhase::Connect && !slow
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn every_fault_is_what_it_is_called() {
    for fault in quick() {
        let desk = meeting([fault.times(VARIETIES)]).await;
        for at in 0..VARIETIES.get() {
            let seen = submit(&desk, &format!("B{at}")).await;
            if let Err(why) = check(fault, &seen) {
                panic!("{fault}, {at}: {why}: {:?} {:?}", seen.end, String::from_utf8_lossy(&seen.bytes));
            }
        }
        // The next request is served as ever.
        assert!(submit(&desk, "last").await.is_success(), "{fault}");
    }
}

fn check(fault: Fault, seen: &Seen) -> Result<(), &'static str> {
    let is = |holds: bool, why: &'static str| if holds { Ok(()) } else { Err(why) };
    let ended = if fault.kind() == FaultKind::Reset { End::Reset } else { End::Orderly };
    is(seen.end == ended, "it ends in another way")?;
    let whole = seen.parts().is_some_and(|(_, body)| Some(body.len()) == seen.length());
    match fault.kind() {
        FaultKind::Reset if fault.phase() == FaultPhase::Read => is(!whole, "nothing is missing"),
        FaultKind::Reset | FaultKind::Close => is(seen.bytes.is_empty(), "something was answered"),
        FaultKind::Cut => is(!whole && !seen.bytes.is_empty(), "nothing is missing"),
        FaultKind::CutChunked => {
            is(seen.header("transfer-encoding").as_deref() == Some("chunked"), "it is not chunked")?;
            is(!seen.bytes.ends_with(b"\r\n0\r\n\r\n"), "nothing is missing")
        }
        FaultKind::CutUnsized => {
            is(seen.status() == Some(200) && seen.length().is_none(), "it has a length or no head")?;
            is(seen.json().is_none(), "nothing is missing")
        }
        FaultKind::Garbage => is(seen.status().is_none() && !seen.bytes.is_empty(), "it is HTTP"),
        FaultKind::GarbageBody => {
            is(whole && seen.status() == Some(200), "it is no whole 200")?;
            is(seen.json().is_none(), "it is JSON")
        }
        FaultKind::ErrorOn200 => {
            let json = seen.json().unwrap_or(Value::Null);
            let word = json["status"].as_str().unwrap_or_default();
            is(whole && seen.status() == Some(200), "it is no whole 200")?;
            is(["error", "failure", "fail", "failed"].contains(&word), "it does not say no")
        }
        FaultKind::ReferenceIsThere => {
            let json = seen.json().unwrap_or(Value::Null);
            is(whole && json["status"] == "error", "it is no whole refusal")?;
            is(!json["message"].as_str().unwrap_or_default().is_empty(), "it does not say why")
        }
        FaultKind::WrongTypes => {
            is(whole && seen.status() == Some(200) && seen.json().is_some(), "it is no whole 200 with JSON")?;
            is(!seen.is_success(), "it is well")
        }
        FaultKind::Redirect302 | FaultKind::Redirect307 => {
            let location = seen.header("location").unwrap_or_default();
            is(location.starts_with("http://127.0.0.1:") && location.ends_with(QUEUE), "it leads nowhere")?;
            is(
                seen.status().map(|status| status.to_string()) == Some(fault.kind().to_string()),
                "another status",
            )
        }
        kind if kind.is_of_callbacks() => is(seen.is_success(), "it is not answered as ever"),
        kind => {
            is(whole && seen.header("location").is_none(), "it is not whole")?;
            is(seen.status().map(|status| status.to_string()) == Some(kind.to_string()), "another status")
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_that_hangs_says_nothing_or_no_more() {
    for phase in [FaultPhase::Send, FaultPhase::Wait, FaultPhase::Read] {
        let desk = meeting([Fault::new(FaultKind::Hang, phase).unwrap()]).await;
        let seen = submit_for(&desk, "B1", PATIENT).await;
        assert_eq!((seen.end, seen.bytes.is_empty()), (End::Silence, phase != FaultPhase::Read), "{phase}");
        // A stop does not wait for it.
        timeout(LONG, desk.practice.stop()).await.unwrap();
    }
    let desk = meeting([fault("hang_after_taking@read")]).await;
    let seen = submit_for(&desk, "B1", PATIENT).await;
    assert!(seen.end == End::Silence && !seen.is_success() && !seen.bytes.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_large_request_is_stuck_where_nobody_reads_it_and_breaks_off_where_it_is_reset() {
    let big = vec![b' '; STUCK_BYTES];
    let desk = meeting([fault("hang@send"), fault("reset@send")]).await;
    let bytes = request(&desk, QUEUE, &big);
    let mut stream = TcpStream::connect(desk.practice.address()).await.unwrap();
    assert!(timeout(PATIENT, stream.write_all(&bytes)).await.is_err(), "all of it went");
    drop(stream);
    assert_eq!(send(desk.practice.address(), &bytes, LONG).await.unwrap().end, End::Reset);
    assert_eq!(desk.practice.begun(), 2);
    assert_eq!(desk.practice.journal(), []);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_before_the_end_of_a_large_request_can_be_read() {
    let big = vec![b' '; STUCK_BYTES];
    for text in ["503@send", "413@send", "307@send"] {
        let desk = meeting([fault(text)]).await;
        let seen = send(desk.practice.address(), &request(&desk, QUEUE, &big), LONG).await.unwrap();
        assert_eq!(seen.status().map(|status| status.to_string()).as_deref(), text.get(..3));
        assert_eq!(desk.practice.journal(), []);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_drips_takes_its_time_and_is_whole() {
    for text in ["drip@send", "drip@read"] {
        let desk = meeting([fault(text)]).await;
        let begun = Instant::now();
        let seen = submit(&desk, "B1").await;
        let took = begun.elapsed();
        assert!(seen.is_success(), "{text}: {seen:?}");
        assert!(took >= Duration::from_millis(250), "{text}: {took:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_huge_answer_comes_whole_and_ends_when_the_caller_goes() {
    let desk =
        with(Faults::scripted([fault("huge@read:4"), fault("huge_after_taking@read")]).seeded(1), |_| {})
            .await;
    let mut announced = 0;
    for at in 0..4 {
        let mut answer = desk
            .http
            .post(format!("{}{QUEUE}", desk.practice.base_url()))
            .header("Authorization", desk.token())
            .body(batch(&desk, &format!("B{at}")))
            .send()
            .await
            .unwrap();
        assert!(answer.content_length().is_none_or(|bytes| bytes == HUGE_BYTES));
        announced += u32::from(answer.content_length().is_some());
        let mut bytes = 0;
        while let Some(piece) = answer.chunk().await.unwrap() {
            bytes += piece.len() as u64;
            if at > 0 && bytes > 1 << 20 {
                break;
            }
        }
        assert!(at > 0 || bytes == HUGE_BYTES, "{bytes}");
    }
    assert!((1..4).contains(&announced), "always the same: {announced}");
    assert_eq!(submit(&desk, "B9").await.end, End::Enough);
    assert_eq!(desk.practice.queued().len(), 1);
    timeout(LONG, desk.practice.stop()).await.unwrap();
}

#[tokio::test]
async fn a_client_that_follows_redirects_is_found_out() {
    for (text, method, body_bytes) in [("302@read", "GET", 0), ("307@read", "POST", 1)] {
        let desk = meeting([fault(text)]).await;
        assert_eq!(submit(&desk, "B0").await.end, End::Orderly);
        assert_eq!(desk.practice.redirected(), []);
        desk.practice.faults().script([fault(text)]).unwrap();
        let follows = reqwest::Client::builder().no_proxy().build().unwrap();
        let body = batch(&desk, "B1");
        let answer = follows
            .post(format!("{}{QUEUE}", desk.practice.base_url()))
            .header("Authorization", desk.token())
            .body(body.clone())
            .send()
            .await
            .unwrap();
        assert_eq!(answer.status(), 200);
        let arrived = desk.practice.redirected();
        let bytes = arrived.iter().map(|arrived| arrived.body_bytes).collect::<Vec<_>>();
        assert_eq!((arrived[0].method.as_str(), arrived[0].path.as_str()), (method, QUEUE));
        assert_eq!(bytes, [body_bytes * (body.len() as u64)]);
        assert!(!arrived[0].has_token, "the client is one that keeps the token to itself");
        assert_eq!(desk.practice.queued(), []);
    }
    let faults = Faults {
        redirect: Some("http://other.invalid/x".to_owned()),
        ..Faults::scripted([fault("302@read")])
    };
    let desk = with(faults, |_| {}).await;
    assert_eq!(submit(&desk, "B1").await.header("location").as_deref(), Some("http://other.invalid/x"));
}

#[tokio::test]
async fn a_caller_that_leaves_while_it_waits_has_sent_all_the_same() {
    let desk = meeting([fault("hang_after_taking@wait")]).await;
    let mut stream = TcpStream::connect(desk.practice.address()).await.unwrap();
    stream.write_all(&request(&desk, QUEUE, &batch(&desk, "B1"))).await.unwrap();
    drop(stream);
    until(|| desk.practice.queued().len() == 1).await;
    assert_eq!(desk.practice.faults().met()[0].taken(), Taken::Yes);
}

#[tokio::test]
async fn a_caller_that_leaves_while_it_sends_has_not() {
    let desk = meeting([fault("drip@send")]).await;
    let bytes = request(&desk, QUEUE, &batch(&desk, "B1"));
    let mut stream = TcpStream::connect(desk.practice.address()).await.unwrap();
    stream.write_all(&bytes[..bytes.len() - 1]).await.unwrap();
    stream.shutdown().await.unwrap();
    let mut answer = Vec::new();
    // However it ends.
    let _ = timeout(LONG, stream.read_to_end(&mut answer)).await.unwrap();
    assert_eq!(desk.practice.begun(), 1);
    assert_eq!((desk.practice.journal(), desk.practice.queued()), (vec![], vec![]));
}
