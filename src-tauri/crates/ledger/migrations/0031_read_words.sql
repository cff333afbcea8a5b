-- Who read the status word of a list as what the report says; NULL if the report says it itself. Reports of earlier
-- versions do not tell: they stay reports of lists.
ALTER TABLE reports ADD COLUMN read_by TEXT;
