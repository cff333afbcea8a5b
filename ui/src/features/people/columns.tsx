// The columns of People: name, account, last payment, and this year's total.

import type { ReactNode } from "react";
import type { useTranslation } from "react-i18next";

import { Account, State, type StateOf } from "../../components";
import { type GridColumn, SelectBox } from "../../components/DataGrid";
import type { Currency, PersonLine } from "../../ipc";
import { shortBankName } from "../../lib/banks/bankNames";
import { formatAmount } from "../../lib/currency/money";
import { textPx } from "../../lib/textWidth";
import { formatCount, formatDay, formatDayShort } from "../../lib/time/dates";
import classes from "./People.module.css";
import { idOf, type PeopleSelection } from "./usePeopleView";

export type PeopleWords = ReturnType<typeof useTranslation<"people">>["t"];

/** The id of the column that selects rows. */
export const SELECT = "select";

/** The cell's padding; the page's margin at the start and end of the row. */
const CELL_PX = 24;
const MARGIN_PX = 32;
/** With a gap, so that the active cell's ring surrounds it. */
const BOX_PX = 24;
/** A state's icon with its gap: a state is never cut. */
const ICON_PX = 26;
const GAP_PX = 8;
/** The gaps between the groups of an account. */
const GROUPS_PX = 12;
/** Longer texts are shown in full only if there is spare room. */
const TEXT_PX_MAX = 240;

const requiredTextPx = (text: string): number => textPx(text) + CELL_PX;
const IDEAL_PX_MAX = TEXT_PX_MAX + CELL_PX;
const preferredTextPx = (text: string): number => textPx(text) + CELL_PX;
const amountText = (amount: string, currency: Currency): string => `${currency} ${formatAmount(amount, currency)}`;

type Input = {
  t: PeopleWords;
  year: number;
  /** Names need the room of the payments count, which the person's page shows, too. */
  isNarrow: boolean;
  selection: PeopleSelection;
  stateWord: (which: StateOf) => string;
};

export function peopleColumns({ t, year, isNarrow, selection, stateWord }: Input): GridColumn<PersonLine>[] {
  const nameOf = ({ name }: PersonLine): string => (name === "" ? t("noName") : name);
  return [
    selectColumn(t, selection),
    {
      id: "name",
      sortable: true,
      header: t("column.name"),
      width: { min: 116, ideal: 160, grow: 1, idealMax: IDEAL_PX_MAX, shrinkOrder: 2 },
      preferredWidth: (line) => preferredTextPx(nameOf(line)),
      text: nameOf,
      className: () => classes.name,
      render: (line) => <Clipped text={nameOf(line)} />,
    },
    {
      id: "account",
      header: t("column.account"),
      width: { min: 116 },
      requiredWidth: (line) => requiredTextPx(line.accountNumber) + GROUPS_PX,
      text: (line) => line.accountNumber,
      render: (line) => <Account number={line.accountNumber} />,
    },
    {
      id: "bank",
      header: t("column.bank"),
      width: { min: 80, ideal: 132, grow: 0.6, idealMax: IDEAL_PX_MAX, shrinkOrder: 2 },
      preferredWidth: (line) => preferredTextPx(shortBankName(line.bankName)),
      text: (line) => line.bankName,
      render: (line) => <Clipped text={shortBankName(line.bankName)} title={line.bankName} />,
    },
    lastPaidColumn({ t, year, stateWord }),
    amountColumn({
      id: "last_amount",
      header: t("column.lastAmount"),
      of: ({ lastAmount, key }) => [lastAmount, key.currency],
    }),
    ...(isNarrow ? [] : [paymentsColumn(t("column.payments"))]),
    amountColumn({
      id: "year",
      header: t("column.year", { year }),
      of: ({ yearTotal, key }) => [yearTotal, key.currency],
      // The last amount is in the same currency.
      isPlain: isNarrow,
    }),
  ];
}

function selectColumn(t: PeopleWords, selection: PeopleSelection): GridColumn<PersonLine> {
  const isAny = selection.selected.size > 0;
  return {
    id: SELECT,
    header: "",
    headerStart: (
      <SelectBox
        label={t(isAny ? "select.none" : "select.all")}
        isSelected={isAny}
        onToggle={isAny ? selection.clear : selection.addAll}
        testid="select-all"
      />
    ),
    width: { min: MARGIN_PX + BOX_PX },
    text: () => "",
    render: (line) => (
      <SelectBox
        label={t("select.one", { name: line.name, account: line.accountNumber })}
        isSelected={selection.selected.has(idOf(line))}
        onToggle={(extend) => selection.toggle(line, extend)}
        testid={`select-${idOf(line)}`}
      />
    ),
  };
}

/** The date of the last payment; its state if it is not paid, which is more important than an older date. */
function lastPaidColumn({ t, year, stateWord }: Pick<Input, "t" | "year" | "stateWord">): GridColumn<PersonLine> {
  const word = (line: PersonLine): string => paidOn(line, year) ?? stateWord({ of: "payout", state: line.lastStatus });
  const requiredWidth = (line: PersonLine): number =>
    requiredTextPx(word(line)) + (paidOn(line, year) === null ? ICON_PX : 0);
  return {
    id: "last_paid",
    sortable: true,
    header: t("column.lastPaid"),
    width: { min: 112, ideal: 128, grow: 0.8, shrinkOrder: 1 },
    requiredWidth,
    preferredWidth: (line) => requiredWidth(line) + GAP_PX + Math.min(TEXT_PX_MAX, textPx(line.lastPayrollName)),
    text: word,
    render: (line) => <LastPaid t={t} line={line} day={paidOn(line, year)} />,
  };
}

/** The date of the last payment if it is the newest, too; without the year if it is this year's. */
function paidOn({ lastStatus, lastPaidAt }: PersonLine, year: number): string | null {
  if (lastStatus !== "Paid" || lastPaidAt === null) return null;
  return new Date(lastPaidAt).getFullYear() === year ? formatDayShort(lastPaidAt) : formatDay(lastPaidAt);
}

function LastPaid({ t, line, day }: { t: PeopleWords; line: PersonLine; day: string | null }): ReactNode {
  const { lastStatus, lastPaidAt, lastPayrollName: payroll } = line;
  const title = lastPaidAt === null ? payroll : t("lastPaidOn", { payroll, when: formatDay(lastPaidAt) });
  return (
    <span className={classes.last} title={title}>
      <span className={classes.when}>{day ?? <State of="payout" state={lastStatus} />}</span>
      <span className={classes.payroll}>{payroll}</span>
    </span>
  );
}

const paymentsColumn = (header: string): GridColumn<PersonLine> => ({
  id: "payments",
  header,
  width: { min: 82 },
  alignEnd: true,
  text: (line) => String(line.payments),
  className: () => classes.figures,
  render: (line) => formatCount(line.payments),
});

type AmountColumn = {
  id: string;
  header: string;
  of: (line: PersonLine) => [amount: string, currency: Currency];
  /** Without its currency. */
  isPlain?: boolean;
};

/** Each line names its currency, since they may differ. */
function amountColumn({ id, header, of, isPlain = false }: AmountColumn): GridColumn<PersonLine> {
  const written = isPlain ? formatAmount : amountText;
  return {
    id,
    header,
    width: { min: 116 },
    alignEnd: true,
    requiredWidth: (line) => requiredTextPx(written(...of(line))) + (id === "year" ? MARGIN_PX - CELL_PX / 2 : 0),
    text: (line) => of(line)[0],
    className: () => classes.figures,
    render: (line) => {
      const [amount, currency] = of(line);
      return (
        <span>
          {isPlain ? null : <span className={classes.code}>{currency} </span>}
          {formatAmount(amount, currency)}
        </span>
      );
    },
  };
}

/** The name shrinks; its title shows all of it. */
function Clipped({ text, title = text }: { text: string; title?: string }): ReactNode {
  return (
    <span className={classes.clipped} title={title}>
      {text}
    </span>
  );
}
