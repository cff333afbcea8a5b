// The table of top-ups: one tab stop, arrows move, Enter opens. What is open can be asked about from its line.

import { Button } from "@mantine/core";
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { State } from "../../components";
import type { TopUpView } from "../../ipc";
import { formatStamp } from "../../lib/times";
import { formatAmount } from "../../lib/money";
import { isOpen, movedNothing } from "./status";
import classes from "./TopUp.module.css";
import { useCheck } from "./useCheck";
import { useHow } from "./words";

const COLUMNS = ["reference", "card", "amount", "fee", "state", "date", "balanceAfter"] as const;

export function Table({ rows, onOpen }: { rows: TopUpView[]; onOpen: (id: number) => void }): ReactNode {
  const { t } = useTranslation("topUp");
  const table = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<number | null>(null);
  const current = rows.some(({ id }) => id === at) ? at : (rows[0]?.id ?? null);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (!(event.target instanceof HTMLElement) || event.target.dataset["line"] === undefined) return;
    const index = rows.findIndex(({ id }) => id === current);
    const moves: Record<string, number> = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: rows.length - 1 };
    const to = moves[event.key];
    const row = rows[to === undefined ? index : Math.min(Math.max(0, to), rows.length - 1)];
    if (row === undefined) return;
    if (to !== undefined) {
      setAt(row.id);
      table.current?.querySelector<HTMLElement>(`[data-line="${row.id}"]`)?.focus();
    } else if (event.key === "Enter") onOpen(row.id);
    else return;
    event.preventDefault();
  };
  return (
    <div ref={table} className={classes.table} role="grid" aria-label={t("list.label")} aria-rowcount={rows.length} tabIndex={-1} onKeyDown={onKeyDown}>
      <div role="row" className={`${classes.head} ${classes.columns}`}>
        {COLUMNS.map((column) => (
          <span key={column} role="columnheader" data-column={column}>{t(`column.${column}`)}</span>
        ))}
      </div>
      {rows.map((row) => (
        <Line key={row.id} row={row} isCurrent={row.id === current} onFocus={() => setAt(row.id)} onOpen={() => onOpen(row.id)} />
      ))}
    </div>
  );
}

type LineProps = { row: TopUpView; isCurrent: boolean; onFocus: () => void; onOpen: () => void };

function Line({ row, isCurrent, onFocus, onOpen }: LineProps): ReactNode {
  const { t } = useTranslation("topUp");
  const how = useHow();
  const none = t("list.none");
  const { currency } = row;
  const money = (amount: string | null): string => (amount === null ? none : currency === null ? amount : formatAmount(amount, currency));
  return (
    // The grid around it hears the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      role="row"
      className={`${classes.line} ${classes.columns}`}
      tabIndex={isCurrent ? 0 : -1}
      onFocus={onFocus}
      onClick={onOpen}
      data-line={row.id}
      data-state={row.state}
      data-testid={`top-up-line-${row.id}`}
    >
      <span role="gridcell" className={classes.clipped} title={row.reference ?? undefined}>{row.reference ?? t("noReference")}</span>
      <span role="gridcell" className={classes.clipped}>{how(row)}</span>
      <span role="gridcell" data-column="amount">
        {currency === null ? null : <span className={classes.code}>{currency}</span>} {money(row.amount)}
      </span>
      <span role="gridcell" className={classes.quiet} data-column="fee">{money(movedNothing(row.state) ? null : row.fee)}</span>
      <span role="gridcell" className={classes.state}><State of="topUp" state={row.state} /></span>
      <span role="gridcell" className={classes.quiet}>{formatStamp(row.beganAt)}</span>
      <span role="gridcell" data-column="balanceAfter">
        {row.balanceAfter === null && isOpen(row.state) && row.canCheck ? <CheckNow row={row} isCurrent={isCurrent} onFailed={onOpen} /> : money(row.balanceAfter)}
      </span>
    </div>
  );
}

/** What went wrong is said where there is room for it: in the opened top-up. */
function CheckNow({ row, isCurrent, onFailed }: { row: TopUpView; isCurrent: boolean; onFailed: () => void }): ReactNode {
  const { t } = useTranslation("topUp");
  const check = useCheck(row.id);
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={check.isPending}
      tabIndex={isCurrent ? 0 : -1}
      aria-label={t("list.checkNowOf", { reference: row.reference ?? t("noReference") })}
      onClick={(event) => {
        event.stopPropagation();
        check.mutate(undefined, { onError: onFailed });
      }}
      data-testid={`top-up-check-${row.id}`}
    >
      {t("list.checkNow")}
    </Button>
  );
}
