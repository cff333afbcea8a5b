//! The program is killed at thirty moments of its way, from before it opened the ledger to after its last callback, and
//! started again until all is closed. `cargo xtask bench kills` does the same a thousand times.

use std::{
    thread,
    time::{Duration, Instant},
};

use crate::program::Fixture;

const KILLS: u32 = 30;
const PEOPLE: u32 = 40;
/// Starts after a kill, until all is closed or only the user can go on.
const STARTS_MAX: u32 = 3;
const NAME: &str = "November 2026";

#[tokio::test(flavor = "multi_thread")]
async fn thirty_kills() {
    let whole = {
        let fixture = Fixture::new().await;
        let started = Instant::now();
        assert_eq!(fixture.run(NAME, &fixture.sheet(PEOPLE), &[]).code, Some(0));
        started.elapsed()
    };
    let (mut closed, mut for_the_user) = (0, 0);
    for kill in 0..KILLS {
        let fixture = Fixture::new().await;
        match killed_after(&fixture, whole * kill / KILLS) {
            Some(0) => {
                assert_eq!(fixture.queued().len(), PEOPLE as usize, "kill {kill}: everybody is paid");
                closed += 1;
            }
            // Unknown: the answer to a batch was lost with the program, and only the user may send it again.
            Some(3) => for_the_user += 1,
            other => panic!("kill {kill}: status {other:?}"),
        }
        let twice: Vec<_> = fixture.queued().into_iter().filter(|(_, times)| *times > 1).collect();
        assert!(twice.is_empty(), "kill {kill}: {twice:?}");
    }
    println!("{KILLS} kills within {whole:?}: {closed} closed, {for_the_user} left to the user");
    assert!(closed > 0);
}

fn killed_after(fixture: &Fixture, life: Duration) -> Option<i32> {
    let sheet = fixture.sheet(PEOPLE);
    let mut first = fixture.start(NAME, &sheet, &[]);
    // The moment of the kill is what is tested: no event is waited for.
    thread::sleep(life);
    first.kill().unwrap();
    first.wait().unwrap();
    let mut status = None;
    for _ in 0..STARTS_MAX {
        let again = fixture.run_after_a_kill(NAME, &sheet);
        status = again.code;
        assert!(matches!(status, Some(0 | 3)), "{} {}", again.out, again.errors);
        if status == Some(0) {
            break;
        }
    }
    status
}
