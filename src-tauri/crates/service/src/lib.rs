//! The payout service over HTTP: requests, tolerant decoders, and the class of every outcome.
