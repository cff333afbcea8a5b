//! Counting: what was concluded of each fault, and how often that was not the truth.

use std::{collections::BTreeMap, fmt::Write as _};

use paysheet_domain::AttemptResult;

/// One call, what was concluded of it, and the service's own account.
#[derive(Clone, Debug)]
pub struct Case {
    pub fault: String,
    /// What the call was concluded to be; of a charge alike.
    pub class: AttemptResult,
    /// What may be concluded of this fault.
    pub allowed: Vec<AttemptResult>,
    /// How often the service received the request whole.
    pub received: usize,
    /// How often it queued the batch, or took the charge.
    pub taken: usize,
    /// Connections that the call opened.
    pub connections: u64,
    /// Requests that reached the host that redirects point to.
    pub elsewhere: usize,
    /// How often it was taken in the end, when the user had done what the desk proposes.
    pub taken_at_last: usize,
}

/// The conclusions that cost money. None may ever be drawn.
fn lies(case: &Case) -> Vec<&'static str> {
    let mut lies = Vec::new();
    let mut is = |lie, wrong: bool| {
        if wrong {
            lies.push(lie);
        }
    };
    is(
        "not sent, but received whole",
        case.class == AttemptResult::NotSent && case.received + case.taken > 0,
    );
    is("accepted, but not taken", case.class == AttemptResult::Accepted && case.taken == 0);
    is("not accepted, but taken", case.class == AttemptResult::NotAccepted && case.taken > 0);
    is("sent a second time", case.received > 1 || case.connections > 1);
    is("taken twice", case.taken > 1 || case.taken_at_last > 1);
    is("sent to a second host", case.elsewhere > 0);
    is("another class than the fault allows", !case.allowed.contains(&case.class));
    lies
}

/// Prints how often each fault came to which class, and fails where anything but the truth was concluded.
pub fn report(title: &str, cases: &[Case]) {
    let mut classes: BTreeMap<AttemptResult, usize> = BTreeMap::new();
    let mut by_fault: BTreeMap<&str, BTreeMap<AttemptResult, usize>> = BTreeMap::new();
    let mut wrong: BTreeMap<&str, Vec<&Case>> = BTreeMap::new();
    for case in cases {
        *classes.entry(case.class).or_default() += 1;
        *by_fault.entry(&case.fault).or_default().entry(case.class).or_default() += 1;
        for lie in lies(case) {
            wrong.entry(lie).or_default().push(case);
        }
    }
    let mut text =
        format!("\n{title}: {} calls, {} faults, {} seeds\n", cases.len(), by_fault.len(), crate::seeds());
    for (fault, seen) in by_fault {
        let _ = writeln!(text, "  {fault:<30} {}", listed(&seen));
    }
    let _ = writeln!(text, "  in all: {}", listed(&classes));
    for lie in [
        "not sent, but received whole",
        "accepted, but not taken",
        "not accepted, but taken",
        "sent a second time",
        "taken twice",
        "sent to a second host",
        "another class than the fault allows",
    ] {
        let _ = writeln!(text, "  {lie}: {}", wrong.get(lie).map_or(0, Vec::len));
    }
    println!("{text}");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

fn listed(classes: &BTreeMap<AttemptResult, usize>) -> String {
    classes.iter().map(|(class, count)| format!("{class} {count}")).collect::<Vec<_>>().join(", ")
}
