-- The events about the payments of one person, without looking at the others.
CREATE INDEX events_by_payout ON events (payout, seq);
