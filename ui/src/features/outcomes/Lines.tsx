// The lines of the difference: each payment with what is known now and what the file reports.

import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Checkbox, EmptyState, ScrollRegion } from "../../components";
import type { OutcomeKind, OutcomeLine, OutcomesView } from "../../ipc";
import { IconFileOff } from "@tabler/icons-react";
import { Line } from "./Line";
import classes from "./Outcomes.module.css";

const COLUMNS = ["person", "amount", "before", "after", "says"] as const;

type Props = {
  shown: OutcomesView;
  kind: OutcomeKind | null;
  confirmed: ReadonlySet<string>;
  onConfirm: (references: string[], isConfirmed: boolean) => void;
};

/** The keys of the lines that the user can confirm. */
const toConfirm = (lines: OutcomeLine[]): string[] =>
  lines.flatMap(({ confirmKey, isNew }) => (confirmKey !== null && isNew ? [confirmKey] : []));

/** What waits for the user is seen without scrolling. */
function openFirst(lines: OutcomeLine[]): OutcomeLine[] {
  const isOpen = (line: OutcomeLine): boolean => toConfirm([line]).length > 0;
  return [...lines.filter(isOpen), ...lines.filter((line) => !isOpen(line))];
}

export function Lines({ shown, kind, confirmed, onConfirm }: Props): ReactNode {
  const { t } = useTranslation("outcomes");
  const lines = openFirst(shown.lines.filter((line) => kind === null || line.kind === kind));
  const total = shown.counts
    .filter((one) => kind === null || one.kind === kind)
    .reduce((sum, { count }) => sum + count, 0);
  const open = toConfirm(lines);
  if (total === 0) return <EmptyState icon={IconFileOff} title={t("empty.title")} body={t("empty.text")} />;
  return (
    <>
      <ScrollRegion label={t("table")} className={classes.scroll}>
        <table className={classes.table} aria-label={t("table")}>
          <thead>
            <tr>
              <th scope="col" className={classes.box}>
                {open.length === 0 ? null : (
                  <Checkbox
                    aria-label={t("confirmAll", { count: open.length })}
                    checked={open.every((one) => confirmed.has(one))}
                    onChange={(event) => onConfirm(open, event.currentTarget.checked)}
                    data-testid="outcomes-confirm-all"
                  />
                )}
              </th>
              {COLUMNS.map((column) => (
                <th key={column} scope="col" data-column={column}>
                  {t(`column.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <Line key={keyOf(line)} line={line} confirmed={confirmed} onConfirm={onConfirm} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {lines.length < total ? <p className={classes.lead}>{t("first", { count: lines.length, total })}</p> : null}
    </>
  );
}

const keyOf = ({ payout, batch, says }: OutcomeLine): string =>
  payout?.reference ?? batch?.reference ?? says.map(({ sheet, row }) => `${sheet}!${row}`).join();
