// The table of top-ups. An open one can be queried from its line.

import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { State } from "../../components";
import { LineTable, type LineProps } from "../../components/LineTable";
import type { Currency, TopUpView } from "../../ipc";
import { formatStampToMinute } from "../../lib/time/times";
import { formatAmount } from "../../lib/currency/money";
import { isOpen, movedNothing } from "./status";
import classes from "./TopUp.module.css";
import { useCheck } from "./useCheck";
import { useMethodText } from "./words";

const COLUMNS = ["reference", "card", "amount", "fee", "state", "date", "balanceAfter"] as const;

/** A single currency is named in the header, several beside each amount. */
function onlyCurrency(rows: readonly TopUpView[]): Currency | null {
  const [first, ...others] = new Set(rows.flatMap(({ currency }) => currency ?? []));
  return first !== undefined && others.length === 0 ? first : null;
}

export function Table({ rows, onOpen }: { rows: TopUpView[]; onOpen: (id: number) => void }): ReactNode {
  const { t } = useTranslation("topUp");
  const only = onlyCurrency(rows);
  const labelOf = (id: (typeof COLUMNS)[number]): string =>
    id === "amount" && only !== null ? t("column.amountIn", { currency: only }) : t(`column.${id}`);
  return (
    <LineTable
      label={t("list.label")}
      columns={COLUMNS.map((id) => ({ id, label: labelOf(id) }))}
      lines={rows}
      onOpen={({ id }) => onOpen(id)}
      columnsClassName={classes.columns}
    >
      {(propsOf) =>
        rows.map((row) => (
          <Line key={row.id} row={row} only={only} props={propsOf(row)} onFailed={() => onOpen(row.id)} />
        ))
      }
    </LineTable>
  );
}

type RowProps = { row: TopUpView; only: Currency | null; props: LineProps; onFailed: () => void };

function Line({ row, only, props, onFailed }: RowProps): ReactNode {
  const { t } = useTranslation("topUp");
  const how = useMethodText();
  const none = t("list.none");
  const { currency } = row;
  const money = (amount: string | null): string =>
    amount === null
      ? none
      : currency === null
        ? amount
        : `${only === null ? `${currency} ` : ""}${formatAmount(amount, currency)}`;
  return (
    <div {...props} data-state={row.state} data-testid={`top-up-line-${row.id}`}>
      <span role="gridcell" className={classes.clipped} title={row.reference ?? undefined}>
        {row.reference ?? t("noReference")}
      </span>
      <span role="gridcell" className={classes.clipped} title={how(row)}>
        {how(row)}
      </span>
      <span role="gridcell" data-column="amount">
        {money(row.amount)}
      </span>
      <span role="gridcell" className={classes.quiet} data-column="fee">
        {money(movedNothing(row.state) ? null : row.fee)}
      </span>
      <span role="gridcell" className={classes.state}>
        <State of="topUp" state={row.state} />
        {/* Without a record of the provider. */}
        {row.decision === null ? null : <span className={classes.byYou}>{t("list.byYou")}</span>}
      </span>
      <span role="gridcell" className={classes.quiet}>
        {formatStampToMinute(row.beganAt)}
      </span>
      <span role="gridcell" data-column="balanceAfter">
        {row.balanceAfter === null && isOpen(row.state) && row.canCheck ? (
          <CheckNow row={row} tabIndex={props.tabIndex} onFailed={onFailed} />
        ) : (
          money(row.balanceAfter)
        )}
      </span>
    </div>
  );
}

/** The opened top-up has room for the error. */
function CheckNow({ row, tabIndex, onFailed }: { row: TopUpView; tabIndex: number; onFailed: () => void }): ReactNode {
  const { t } = useTranslation("topUp");
  const check = useCheck(row.id);
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={check.isPending}
      tabIndex={tabIndex}
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
