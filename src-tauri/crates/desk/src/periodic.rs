//! Work that is repeated for as long as a desk is open.

use std::time::Duration;

use tokio::time::{Instant, MissedTickBehavior, interval_at};

use crate::desk::Desk;

impl Desk {
    /// Repeats `work` in the background, the first time after `first`, until the desk is closed or dropped.
    pub(crate) fn repeat<F>(
        &self,
        (first, pause): (Duration, Duration),
        work: impl Fn(Self) -> F + Send + 'static,
    ) where
        F: Future<Output = ()> + Send,
    {
        let desk = self.downgrade();
        tokio::spawn(async move {
            let mut moments = interval_at(Instant::now() + first, pause);
            // After the computer slept, one repetition is enough.
            moments.set_missed_tick_behavior(MissedTickBehavior::Delay);
            loop {
                moments.tick().await;
                let Some(desk) = desk.upgrade() else { return };
                if *desk.closing.borrow() {
                    return;
                }
                work(desk).await;
            }
        });
    }
}
