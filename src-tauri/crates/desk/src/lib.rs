//! The use cases of the payroll desk: open, check, approve, pay, track.
