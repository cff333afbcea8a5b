use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use crate::{
    double_payment::{draft, staff},
    support::{HandClock, World, open_desk_at, secrets},
};

const TIMES: usize = 100;

/// Another desk of the program reads files meanwhile, each in a process of its own, which has what the program had
/// open when it began.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn while_files_are_being_read() {
    let other = World::without_callbacks().await;
    let ended = Arc::new(AtomicBool::new(false));
    let reading = tokio::spawn({
        let ended = Arc::clone(&ended);
        async move {
            while !ended.load(Ordering::SeqCst) {
                draft(&other, &staff(0..1)).await;
            }
        }
    });
    let world = World::without_callbacks().await;
    let mut desk = world.desk.clone();
    for _ in 0..TIMES {
        desk.close().await;
        let home = secrets(&world.practice);
        let clock = HandClock::default();
        (desk, _) = open_desk_at(world.folder.path(), &world.line.url, home, &clock).await;
    }
    ended.store(true, Ordering::SeqCst);
    reading.await.unwrap();
}
