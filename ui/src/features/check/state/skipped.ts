/** Rows of the file that the importer skipped, by what each was taken for. */
import type { SkippedRow } from "../../../ipc";
import type { Words } from "../words";

const REASONS = ["blank_row", "totals_row", "header_repeated", "note_row"] as const;
type Reason = (typeof REASONS)[number] | "other";

const isReason = (reason: string): reason is (typeof REASONS)[number] => REASONS.some((known) => known === reason);

/** What a row was taken for, in words. */
export const skippedKind = (t: Words, reason: string): string =>
  t(`skipped.kind.${isReason(reason) ? reason : "other"}`);

const reasonOf = ({ reason }: SkippedRow): Reason => (isReason(reason) ? reason : "other");

/** The rows that were skipped for each reason, in the order of the reasons. */
export function skippedByReason(skipped: readonly SkippedRow[]): { reason: Reason; rows: SkippedRow[] }[] {
  return [...REASONS, "other" as const]
    .map((reason) => ({ reason, rows: skipped.filter((row) => reasonOf(row) === reason) }))
    .filter(({ rows }) => rows.length > 0);
}
