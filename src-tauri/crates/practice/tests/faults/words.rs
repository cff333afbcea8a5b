//! Faults as text, and the table that tells of them.

use std::{collections::BTreeSet, num::NonZeroU32};

use paysheet_practice::{Count, FAULTS, Fault, FaultKind, FaultPhase, Taken};
use strum::IntoEnumIterator as _;

#[test]
fn every_fault_is_read_as_it_is_written() {
    let all: Vec<_> = Fault::possible().collect();
    let texts: BTreeSet<_> = all.iter().map(ToString::to_string).collect();
    assert_eq!(texts.len(), all.len());
    for fault in all {
        for fault in [fault, fault.always(), fault.times(NonZeroU32::new(7).unwrap())] {
            assert_eq!(fault.to_string().parse(), Ok(fault), "{fault}");
            let json = serde_json::to_string(&fault).unwrap();
            assert_eq!(json, format!("\"{fault}\""));
            assert_eq!(serde_json::from_str::<Fault>(&json).unwrap(), fault);
        }
    }
}

#[test]
fn faults_are_written_as_one_would_guess() {
    let once = Count::Times(NonZeroU32::MIN);
    let twice = Count::Times(NonZeroU32::new(2).unwrap());
    for (text, kind, phase, taken, count) in [
        ("reset@send:2", FaultKind::Reset, FaultPhase::Send, Taken::No, twice),
        ("reset@send:1", FaultKind::Reset, FaultPhase::Send, Taken::No, once),
        ("refuse@connect", FaultKind::Refuse, FaultPhase::Connect, Taken::No, Count::Always),
        ("refuse@connect:2", FaultKind::Refuse, FaultPhase::Connect, Taken::No, twice),
        ("close_after_taking@wait", FaultKind::Close, FaultPhase::Wait, Taken::Yes, once),
        ("503@read:always", FaultKind::Status503, FaultPhase::Read, Taken::No, Count::Always),
        ("503_after_taking@read", FaultKind::Status503, FaultPhase::Read, Taken::Yes, once),
        ("302_after_taking@read", FaultKind::Redirect302, FaultPhase::Read, Taken::Yes, once),
        ("drip@read", FaultKind::Drip, FaultPhase::Read, Taken::Yes, once),
        ("callback_early@wait", FaultKind::CallbackEarly, FaultPhase::Wait, Taken::Yes, once),
    ] {
        let fault: Fault = text.parse().unwrap();
        assert_eq!(
            (fault.kind(), fault.phase(), fault.taken(), fault.count()),
            (kind, phase, taken, count),
            "{text}"
        );
    }
}

#[test]
fn what_cannot_be_is_refused_with_what_can() {
    for (text, why) in [
        ("", "is not a fault: write KIND@PHASE"),
        ("reset", "is not a fault: write KIND@PHASE"),
        ("resett@send", "no fault `resett`: --faults lists them"),
        ("_after_taking@read", "no fault `_after_taking`"),
        ("reset@sending", "no phase `sending`: it is one of connect, send, wait, read"),
        ("reset@", "no phase ``"),
        ("garbage@connect", "`garbage` cannot happen at connect: it can at read"),
        ("refuse@read", "`refuse` cannot happen at read: it can at connect"),
        ("close@send", "`close` cannot happen at send: it can at connect, wait"),
        ("callback_early@read", "it can at wait"),
        ("401_after_taking@read", "`401` cannot happen at read once the request was taken"),
        ("reset_after_taking@send", "cannot happen at send once the request was taken"),
        ("reset@send:0", "`0` is no count: it is a number from 1 to 4294967295, or `always`"),
        ("reset@send:-1", "is no count"),
        ("reset@send:", "is no count"),
        ("reset@send:2:3", "is no count"),
    ] {
        let error = text.parse::<Fault>().unwrap_err().to_string();
        assert!(error.contains(why), "{text}: {error}");
    }
}

/// What the table's cell of a kind and phase says.
fn cell(kind: FaultKind, phase: FaultPhase) -> &'static str {
    let taken: Vec<_> = Fault::possible()
        .filter(|fault| fault.kind() == kind && fault.phase() == phase)
        .map(Fault::taken)
        .collect();
    match taken.as_slice() {
        [] => "–",
        [Taken::No] => "no",
        [Taken::Yes] => "yes",
        _ => "either",
    }
}

#[test]
fn the_table_tells_of_every_fault_and_of_no_other() {
    let rows: Vec<_> = FAULTS
        .lines()
        .filter(|line| line.starts_with("| `"))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).take(5).collect::<Vec<_>>().join(" "))
        .collect();
    let expected: Vec<_> = FaultKind::iter()
        .map(|kind| {
            let cells: Vec<_> = FaultPhase::iter().map(|phase| cell(kind, phase)).collect();
            format!("`{kind}` {}", cells.join(" "))
        })
        .collect();
    assert_eq!(rows, expected);
    for kind in FaultKind::iter() {
        assert_eq!(
            kind.phases().collect::<Vec<_>>(),
            FaultPhase::iter().filter(|phase| Fault::is_possible(kind, *phase)).collect::<Vec<_>>()
        );
    }
}
