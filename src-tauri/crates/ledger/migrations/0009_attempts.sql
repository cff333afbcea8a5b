-- Attempts to send a batch, where a payroll was read from, and the run that it is get columns of their own. Until this version attempts were
-- rebuilt from the events, and the file of a payroll was a setting.

CREATE TABLE attempts (
    batch BIGINT NOT NULL REFERENCES batches (id),
    -- From 1.
    number BIGINT NOT NULL,
    began_at TEXT NOT NULL,
    -- NULL while the attempt is under way, like all that follows.
    ended_at TEXT,
    outcome TEXT,
    code TEXT,
    -- What was seen of the answer.
    http_status BIGINT,
    message TEXT,
    body_excerpt TEXT,
    error_kind TEXT,
    PRIMARY KEY (batch, number)
);

INSERT OR IGNORE INTO attempts (batch, number, began_at)
SELECT batch, CASE WHEN json_valid(data) THEN json_extract(data, '$.attempt') END, at
FROM events WHERE kind = 'intent' AND batch IN (SELECT id FROM batches) ORDER BY seq;

-- The evidence was a text of its own within the event. An event that cannot be read leaves its attempt without an end.
CREATE TEMPORARY TABLE answers AS
SELECT batch, seq, at, data, CASE WHEN json_valid(evidence) THEN evidence END AS evidence
FROM (SELECT batch, seq, at, data, json_extract(data, '$.evidence') AS evidence
      FROM (SELECT batch, seq, at, CASE WHEN json_valid(data) THEN data END AS data
            FROM events WHERE kind IN ('answered', 'crash_found')));
CREATE INDEX temp.answers_by_batch ON answers (batch);

UPDATE attempts SET (ended_at, outcome, code, http_status, message, body_excerpt, error_kind) = (
    SELECT at, COALESCE(json_extract(data, '$.outcome'), 'unknown'),
           COALESCE(json_extract(data, '$.code'), 'crash_found'),
           json_extract(evidence, '$.evidence.httpStatus'), json_extract(evidence, '$.message'),
           json_extract(evidence, '$.evidence.bodyExcerpt'), json_extract(evidence, '$.evidence.errorKind')
    FROM temp.answers
    WHERE batch = attempts.batch AND json_extract(data, '$.attempt') = attempts.number
    ORDER BY seq DESC LIMIT 1
);
DROP TABLE temp.answers;

-- Why a batch stands where it stands, beside its code.
ALTER TABLE batches ADD COLUMN message TEXT;
ALTER TABLE batches ADD COLUMN http_status BIGINT;
UPDATE batches SET message = json_extract(evidence_json, '$.message'),
                   http_status = json_extract(evidence_json, '$.evidence.httpStatus')
WHERE json_valid(evidence_json);
ALTER TABLE batches DROP COLUMN evidence_json;

-- The file, and the row of its headings, from 1, where it has some.
ALTER TABLE payrolls ADD COLUMN source_path TEXT;
ALTER TABLE payrolls ADD COLUMN source_header_row BIGINT;
UPDATE payrolls SET (source_path, source_header_row) = (
    SELECT json_extract(s.value, '$.path'), json_extract(s.value, '$.header_row')
    FROM settings s WHERE s.name = 'origin/' || payrolls.id AND json_valid(s.value)
);
DELETE FROM settings WHERE name LIKE 'origin/%';

-- Name and period as they are compared. Filled by the program for payrolls of earlier versions.
ALTER TABLE payrolls ADD COLUMN run_key TEXT;
CREATE INDEX payrolls_by_run ON payrolls (run_key);
