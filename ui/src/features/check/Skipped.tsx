/** Rows of the file that are nobody: said in the foot, listed on demand, so that none is left out unseen. */
import { IconListDetails } from "@tabler/icons-react";
import { useState } from "react";
import { Dialog } from "../../components";
import type { SkippedRow } from "../../ipc";
import classes from "./Check.module.css";
import { useWords } from "./words";

const REASONS = ["blank_row", "totals_row", "header_repeated", "note_row"] as const;
type Reason = (typeof REASONS)[number] | "other";

const reasonOf = ({ reason }: SkippedRow): Reason => REASONS.find((known) => known === reason) ?? "other";

/** How many rows were skipped for each reason, in the order of the reasons. */
export function skippedCounts(skipped: readonly SkippedRow[]): { reason: Reason; count: number }[] {
  return [...REASONS, "other" as const]
    .map((reason) => ({ reason, count: skipped.filter((row) => reasonOf(row) === reason).length }))
    .filter(({ count }) => count > 0);
}

export function Skipped({ skipped }: { skipped: readonly SkippedRow[] }) {
  const t = useWords();
  const [open, setOpen] = useState(false);
  if (skipped.length === 0) return null;
  const reasons = skippedCounts(skipped).map(({ reason, count }) => t(`skipped.count.${reason}`, { count }));
  return (
    <>
      <IconListDetails size={16} stroke={1.75} aria-hidden />
      <span className={classes.skippedLine}>
        {t("skipped.line", { count: skipped.length, reasons: reasons.join(", ") })}
      </span>
      <button type="button" className={classes.link} onClick={() => setOpen(true)} data-testid="skipped-look">
        {t("skipped.look")}
      </button>
      <Dialog opened={open} onClose={() => setOpen(false)} title={t("skipped.title")} size="lg">
        <p className={classes.skippedNote}>{t("skipped.note")}</p>
        <div className={classes.skippedScroll}>
          <table className={classes.skippedTable}>
            <thead>
              <tr>
                <th scope="col">{t("skipped.row")}</th>
                <th scope="col">{t("skipped.reason")}</th>
                <th scope="col">{t("skipped.text")}</th>
              </tr>
            </thead>
            <tbody>
              {skipped.map((row) => (
                <tr key={row.row}>
                  <td className="num">{row.row}</td>
                  <td>{t(`skipped.kind.${reasonOf(row)}`)}</td>
                  <td className="selectable">{row.text === "" ? <i>{t("skipped.emptyText")}</i> : row.text}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Dialog>
    </>
  );
}
