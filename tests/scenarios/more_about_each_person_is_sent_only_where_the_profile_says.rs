use crate::support::{Person, World};

/// Ghana wants names and branches, Nigeria neither.
#[tokio::test(flavor = "multi_thread")]
async fn and_only_what_the_destination_wants() {
    for extras in [false, true] {
        let world = World::without_callbacks().await;
        let mut settings = world.desk.profile().settings;
        settings.recipient_extras = extras;
        world.desk.save_profile(settings).await.unwrap();
        let nigerian = Person::new("Ada Person", "0100000099", "1000.00");
        world.sent(&[nigerian, Person::of("KE", "01", "1234567890123")]).await;
        let sent = world.line.sent_values();
        let names: Vec<_> =
            sent.iter().map(|batch| batch["recipients"][0].get("x_recipient_name").is_some()).collect();
        assert_eq!(names, [false, extras], "{sent:#?}");
    }
}
