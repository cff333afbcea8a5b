-- Events are sealed with a key that is not in this file. The seal covers a salted hash of the data in place of the data,
-- so that data about people can be erased and the chain still verifies.

ALTER TABLE events ADD COLUMN data_salt TEXT;
-- HMAC-SHA-256 of the data under the salt; none for events of older versions.
ALTER TABLE events ADD COLUMN data_hash TEXT;

-- The last event of a kind, of all or of a payroll, without looking at the others.
CREATE INDEX events_by_kind ON events (kind, payroll, seq);
