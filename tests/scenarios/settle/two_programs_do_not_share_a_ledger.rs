use std::sync::Arc;

use paysheet_desk::{
    AppError, Desk, DeskConfig, ErrorCode,
    profile::{KeyHome, Profile},
};
use paysheet_domain::BatchState;
use tokio::sync::Notify;

use crate::support::{OneMorning, Then, World, people, secrets, states, until};

/// A second one would take the first one's open attempt for a crash, and offer to send it again.
#[tokio::test(flavor = "multi_thread")]
async fn the_second_is_told_so_and_the_first_goes_on() {
    let world = World::without_callbacks().await;
    let id = world.approved(&people(3)).await;
    let answer = Arc::new(Notify::new());
    world.line.next([Then::HoldTheAnswer(Arc::clone(&answer))]);
    world.desk.start_sending(id).unwrap();
    world.line.until_sent(1).await;
    let refused = open_beside(&world).await.err().unwrap();
    assert_eq!(refused, ErrorCode::LedgerInUse);
    answer.notify_one();
    let track = until(&world.desk, id, |track| !track.sending).await;
    assert_eq!(states(&track), [BatchState::Settling]);
    world.desk.close().await;
    open_beside(&world).await.unwrap();
}

async fn open_beside(world: &World) -> Result<Desk, ErrorCode> {
    let folder = world.folder.path();
    let opened = Desk::open(DeskConfig {
        ledger: folder.join("ledger.db"),
        profile: Profile::new("story", "Story", &world.line.url, "KOLA FOODS LTD"),
        secrets: secrets(&world.practice),
        key: KeyHome::File(folder.join("ledger.key")),
        clock: Arc::new(OneMorning),
        timeouts: None,
    });
    opened.await.map(|(desk, _)| desk).map_err(|error| AppError::from(&error).code())
}
