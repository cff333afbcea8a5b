//! The program without a window, as a process of its own against the practice service: what it prints, how it ends, and
//! what the service received. `cargo build --examples` builds the program; `cargo xtask test` does so before.

mod it_pays_everybody_once_however_often_it_is_killed;
mod it_takes_no_decision_by_itself;
mod program;
