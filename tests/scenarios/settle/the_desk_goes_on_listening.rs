use paysheet_desk::ErrorCode;

use crate::support::{World, call_back, code_of};

/// Settings with an address that is taken are refused, and the old one is still listened at.
#[tokio::test(flavor = "multi_thread")]
async fn where_a_new_address_is_taken() {
    let world = World::open().await;
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let mut settings = world.desk.profile().settings;
    settings.callback_listen = format!("http://{}/heard", taken.local_addr().unwrap());
    assert_eq!(code_of(world.desk.save_profile(settings.clone()).await), ErrorCode::ListenerUnavailable);
    assert_eq!(call_back(&world.heard_at, "ref=A").await, 200);
    assert_eq!(world.desk.callback_address().await.as_deref(), Some(world.heard_at.as_str()));
    settings.callback_listen = "nowhere".to_owned();
    assert_eq!(code_of(world.desk.save_profile(settings).await), ErrorCode::ListenerUnavailable);
    assert_eq!(call_back(&world.heard_at, "ref=A").await, 200);
}

/// A path means what it says, whatever signs are in it; only the whole of it is answered.
#[tokio::test(flavor = "multi_thread")]
async fn at_paths_of_any_look() {
    let world = World::without_callbacks().await;
    for path in [":id", "*", "{all}", "{*rest}", "a b", "x/", "", "é", "a/:b/c"] {
        let address = world.desk.listen(&format!("http://127.0.0.1:0/{path}")).await.unwrap().unwrap();
        assert_eq!(call_back(&address, "ref=A").await, 200, "{address}");
        assert_eq!(call_back(&format!("{address}/more"), "ref=A").await, 404, "{address}");
    }
}
