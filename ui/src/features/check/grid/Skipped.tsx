/**
 * Rows of the file that the importer skipped: counted in the foot and listed on demand, so that every omission is
 * visible. The user can restore one row, or all of one kind.
 */
import { Button } from "@mantine/core";
import { IconAlertTriangle, IconListDetails, IconUserPlus } from "@tabler/icons-react";
import { useState } from "react";
import { Dialog, ScrollRegion, TextButton, useToast } from "../../../components";
import type { DraftView, SkippedRow } from "../../../ipc";
import { useNavigation } from "../../../navigation";
import classes from "../Check.module.css";
import { skippedByReason } from "../state/skipped";
import type { RunCommand } from "../state/useDraftCommands";
import { useWords } from "../words";
import own from "./Skipped.module.css";

const isOfOtherTable = ({ reason }: SkippedRow): boolean => reason === "other_table";

type Props = {
  draft: DraftView;
  run: RunCommand;
  undo: () => void;
  /** Selects a row by its position. */
  onShow: (position: number) => void;
};

export function Skipped({ draft, run, undo, onShow }: Props) {
  const t = useWords();
  const toast = useToast();
  const { go } = useNavigation();
  const [open, setOpen] = useState(false);
  const { skipped } = draft;
  const restoreRows = (rows: readonly SkippedRow[]) => {
    const numbers = rows.map(({ row }) => row);
    void run({ kind: "include_skipped", rows: numbers }, async (now) => {
      const count = now.rows - draft.rows;
      if (count === 0) return;
      toast(t("skipped.back", { count, row: numbers[0] ?? 0 }), IconUserPlus, { label: t("undo"), run: undo });
      onShow(draft.rows);
      if (now.skipped.every(({ canReturn }) => !canReturn)) setOpen(false);
    });
  };
  // A second table is easily missed while only the imported rows are shown.
  const hasOthers = skipped.some(isOfOtherTable);
  const reasons = skippedByReason(skipped).map(({ reason, rows }) =>
    t(`skipped.count.${reason}`, { count: rows.length }),
  );
  return (
    <>
      {skipped.length > 0 && (
        <>
          {hasOthers ? (
            <IconAlertTriangle className={own.attention} size={16} stroke={1.75} aria-hidden />
          ) : (
            <IconListDetails size={16} stroke={1.75} aria-hidden />
          )}
          <span className={`${classes.skippedLine} ${hasOthers ? own.attention : ""}`}>
            {t("skipped.line", { count: skipped.length, reasons: reasons.join(", ") })}
          </span>
          <TextButton onClick={() => setOpen(true)} data-testid="skipped-look">
            {t("skipped.look")}
          </TextButton>
        </>
      )}
      <Dialog opened={open} onClose={() => setOpen(false)} title={t("skipped.title")} size="lg">
        <List skipped={skipped} onRestore={restoreRows} onMatchColumns={() => go({ name: "columns", id: draft.id })} />
      </Dialog>
    </>
  );
}

type ListProps = {
  skipped: readonly SkippedRow[];
  onRestore: (rows: readonly SkippedRow[]) => void;
  onMatchColumns: () => void;
};

function List({ skipped, onRestore, onMatchColumns }: ListProps) {
  const t = useWords();
  const several = skippedByReason(skipped.filter(({ canReturn }) => canReturn)).filter(({ rows }) => rows.length > 1);
  if (skipped.length === 0) return <p className={classes.skippedNote}>{t("skipped.none")}</p>;
  return (
    <>
      <p className={classes.skippedNote}>
        {t(skipped.some(({ canReturn }) => canReturn) ? "skipped.note" : "skipped.notePlain")}
      </p>
      <ScrollRegion label={t("skipped.title")} className={classes.skippedScroll}>
        <table className={`${classes.skippedTable} ${own.table}`} data-testid="skipped-list">
          <thead>
            <tr>
              <th scope="col">{t("skipped.row")}</th>
              <th scope="col">{t("skipped.reason")}</th>
              <th scope="col">{t("skipped.text")}</th>
              <th scope="col">
                <span className="visually-hidden">{t("skipped.action")}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {skipped.map((row) => (
              <tr key={row.row}>
                <td className="num">{row.row}</td>
                <td>{t(`skipped.kind.${row.reason}`)}</td>
                <td className="selectable">{row.text === "" ? <i>{t("skipped.emptyText")}</i> : row.text}</td>
                <td>
                  {row.canReturn && (
                    <Button
                      size="xs"
                      variant="default"
                      aria-label={t(row.reason === "nothing_to_pay" ? "skipped.payLabel" : "skipped.personLabel", {
                        row: row.row,
                      })}
                      onClick={() => onRestore([row])}
                      data-testid={`put-back-${row.row}`}
                    >
                      {t(row.reason === "nothing_to_pay" ? "skipped.pay" : "skipped.person")}
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {skipped.some(isOfOtherTable) && (
        <div className={own.otherTable}>
          <p>{t("skipped.otherTable")}</p>
          <Button size="xs" variant="default" onClick={onMatchColumns} data-testid="skipped-match-columns">
            {t("tools.columns")}
          </Button>
        </div>
      )}
      {several.length > 0 && (
        <div className={own.several}>
          {several.map(({ reason, rows }) =>
            reason === "blank_row" ? null : (
              <Button
                key={reason}
                size="xs"
                variant="default"
                onClick={() => onRestore(rows)}
                data-testid={`put-back-all-${reason}`}
              >
                {t(`skipped.all.${reason}`, { count: rows.length })}
              </Button>
            ),
          )}
        </div>
      )}
    </>
  );
}
