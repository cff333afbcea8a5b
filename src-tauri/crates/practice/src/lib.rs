//! An embedded payout service to practise on and to test against.
