-- Lists of results and statements have layouts as well: the fingerprint of one is of its kind and its headings, so that it
-- is no other one's.
ALTER TABLE layouts ADD COLUMN kind TEXT NOT NULL DEFAULT 'payroll';
-- What the user said that the status words of such lists mean.
ALTER TABLE layouts ADD COLUMN words_json TEXT NOT NULL DEFAULT '[]';
