//! A callback has no signature: the only thing that a stranger does not have is the path. It is made by the desk,
//! returned once, and no longer answered once it is renewed.

use std::time::Duration;

use paysheet_desk::{
    Desk, ErrorCode,
    view::{CallbackTestEnd, CallbackTestView},
    without_callback_path,
};
use paysheet_domain::PayoutState;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpListener,
};

use crate::{
    log::Log,
    support::{
        World, call_back, code_of, counts, free_port, nobody, outcomes, people, references, report,
        until_closed,
    },
};

async fn new_path(desk: &Desk) -> String {
    desk.new_callback_path(free_port().await).await.unwrap().local
}

async fn has_arrived(desk: &Desk) -> bool {
    desk.callback_setup().await.unwrap().last_arrived_at.is_some()
}

#[tokio::test(flavor = "multi_thread")]
async fn and_the_former_one_is_answered_404_and_stores_nothing() {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(1)).await;
    let reference = references(&world.desk, id).await.into_values().next().unwrap();
    let former = new_path(&world.desk).await;
    let new = new_path(&world.desk).await;
    let (former_path, new_path) = (former.rsplit('/').next().unwrap(), new.rsplit('/').next().unwrap());
    assert_ne!(former_path, new_path);
    assert_eq!(new_path.len(), 26, "128 bits");

    let at = |path: &str| format!("{}/{path}", new.rsplit_once('/').unwrap().0);
    for wrong in
        [former_path, "", "heard", &new_path[1..], &format!("{new_path}/x"), &format!("{new_path}//")]
    {
        assert_eq!(call_back(&at(wrong), &report(&reference, "00")).await, 404, "{wrong}");
    }
    assert_eq!(call_back(&at(&new_path.to_ascii_uppercase()), &report(&reference, "00")).await, 404);
    let track = world.desk.payroll(id).await.unwrap();
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Sent, 1)]));
    assert!(!has_arrived(&world.desk).await, "what is answered 404 is not stored");

    // Some services append a slash.
    assert_eq!(call_back(&format!("{new}/"), &report(&reference, "00")).await, 200);
    let track = until_closed(&world.desk, id).await;
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Paid, 1)]));
    assert!(has_arrived(&world.desk).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn and_is_shown_once_and_is_in_no_log() {
    let log = Log::of_this_process();
    let world = World::without_callbacks().await;
    let port = free_port().await;
    let mut settings = world.desk.profile().settings;
    settings.callback_public = "https://payroll.example.com/hooks/".to_owned();
    world.desk.save_profile(settings).await.unwrap();
    let shown = world.desk.new_callback_path(port).await.unwrap();
    let path = shown.local.rsplit('/').next().unwrap().to_owned();
    assert_eq!(shown.local, format!("http://127.0.0.1:{port}/{path}"));
    assert_eq!(shown.public, Some(format!("https://payroll.example.com/hooks/{path}")));

    let setup = world.desk.callback_setup().await.unwrap();
    assert_eq!((setup.port, setup.path_end.as_deref()), (Some(port), Some(&path[22..])));
    assert_eq!(setup.forward_to, Some(format!("http://127.0.0.1:{port}")));
    assert!(setup.is_listening && setup.is_unguessable);
    assert!(!without_callback_path(&shown.local).contains(&path));

    assert_eq!(tested(&world, "").await, None);
    call_back(&shown.local, "ref=1").await;
    let taken = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let in_use = u32::from(taken.local_addr().unwrap().port());
    let error = world.desk.set_callback_port(in_use).await.unwrap_err();
    assert!(!format!("{error} {error:?}").contains(&path), "{error:?}");
    tracing::warn!(%error, "what the application logs");
    assert_eq!(code_of::<()>(Err(error)), ErrorCode::ListenerUnavailable);
    assert_eq!(call_back(&shown.local, "ref=1").await, 200, "it goes on listening where it did");
    log.assert_clean("what the application logs", &[&path]);
}

#[tokio::test(flavor = "multi_thread")]
async fn and_a_test_shows_that_callbacks_arrive_and_leaves_nothing() {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(1)).await;
    let not_listening = CallbackTestView { local: CallbackTestEnd::NotListening, public: None };
    assert_eq!(world.desk.test_callbacks().await.unwrap(), not_listening);
    let address = new_path(&world.desk).await;
    // The office's reverse proxy, which carries everything to the local address.
    let mut settings = world.desk.profile().settings;
    settings.callback_public = address.rsplit_once('/').unwrap().0.to_owned();
    world.desk.save_profile(settings).await.unwrap();
    let test = world.desk.test_callbacks().await.unwrap();
    assert!(matches!(test.local, CallbackTestEnd::Received { .. }), "{test:?}");
    assert!(matches!(test.public, Some(CallbackTestEnd::Received { .. })), "{test:?}");
    assert!(!has_arrived(&world.desk).await, "a test is no callback of the service");
    assert_eq!(world.desk.unknown_reports().await.unwrap().total, 0);
    let track = world.desk.payroll(id).await.unwrap();
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Sent, 1)]));
}

#[tokio::test(flavor = "multi_thread")]
async fn and_a_forged_test_has_no_effect() {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(1)).await;
    let reference = references(&world.desk, id).await.into_values().next().unwrap();
    let address = new_path(&world.desk).await;
    for nonce in ["", "0", "00000000000000000000000000000000", "%00", "a&a"] {
        let forged = format!("paysheet_self_test={nonce}&{}", report(&reference, "00"));
        assert_eq!(call_back(&address, &forged).await, 404, "{nonce}");
    }
    let track = world.desk.payroll(id).await.unwrap();
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Sent, 1)]));
    assert!(!has_arrived(&world.desk).await);
    assert_eq!(world.desk.unknown_reports().await.unwrap().total, 0);
}

/// Answers every request alike, and returns the address and what arrived.
async fn somebody_else(answer: &'static str) -> (String, tokio::task::JoinHandle<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let heard = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut request = vec![0; 4_096];
        let read = stream.read(&mut request).await.unwrap();
        stream.write_all(answer.as_bytes()).await.unwrap();
        // A redirect that was followed would arrive here.
        let followed = tokio::time::timeout(Duration::from_millis(200), listener.accept()).await;
        assert!(followed.is_err(), "a redirect is never followed");
        String::from_utf8_lossy(&request[..read]).into_owned()
    });
    (address, heard)
}

#[tokio::test(flavor = "multi_thread")]
async fn and_a_test_that_does_not_arrive_says_why() {
    let world = World::without_callbacks().await;
    new_path(&world.desk).await;
    let closed = nobody().await;
    for (answer, expected) in [
        ("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n", CallbackTestEnd::AnsweredElsewhere { status: 200 }),
        ("HTTP/1.1 502 No\r\ncontent-length: 0\r\n\r\n", CallbackTestEnd::AnsweredElsewhere { status: 502 }),
        (
            "HTTP/1.1 307 There\r\nlocation: /there\r\ncontent-length: 0\r\n\r\n",
            CallbackTestEnd::Redirected { status: 307 },
        ),
    ] {
        let (address, heard) = somebody_else(answer).await;
        assert_eq!(tested(&world, &address).await, Some(expected));
        assert!(heard.await.unwrap().starts_with("POST /"));
    }
    assert_eq!(tested(&world, &closed).await, Some(CallbackTestEnd::ConnectionRefused));
    assert_eq!(tested(&world, "").await, None);
    let mut settings = world.desk.profile().settings;
    settings.callback_public = "http://payroll.example.com".to_owned();
    assert_eq!(code_of(world.desk.save_profile(settings).await), ErrorCode::ValueInvalid);
    for port in [0, 80, 1_023, 65_536] {
        assert_eq!(code_of(world.desk.new_callback_path(port).await.map(|_| ())), ErrorCode::ValueInvalid);
    }
}

async fn tested(world: &World, public: &str) -> Option<CallbackTestEnd> {
    let mut settings = world.desk.profile().settings;
    public.clone_into(&mut settings.callback_public);
    world.desk.save_profile(settings).await.unwrap();
    world.desk.test_callbacks().await.unwrap().public
}
