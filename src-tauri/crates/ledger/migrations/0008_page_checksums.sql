-- The tables stay as they are. The file has a checksum under every page since this version; an earlier one would write
-- pages without: it refuses a ledger that has this step.
SELECT 8;
