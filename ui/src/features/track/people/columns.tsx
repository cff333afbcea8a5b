// The columns of Track: name, account, amount, and result.

import { useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";

import { Account, State, type StateOf, useStateWord } from "../../../components";
import { type GridColumn, SelectBox } from "../../../components/DataGrid";
import type { PayoutView, TrackView } from "../../../ipc";
import { shortBankName } from "../../../lib/banks/bankNames";
import { formatAmount } from "../../../lib/currency/money";
import { textPx } from "../../../lib/textWidth";
import { formatStamp, formatStampToMinute } from "../../../lib/time/times";
import { useSums } from "../../../payroll/useSums";
import { displayedPaymentState } from "../displayedState";
import { hasOneMessage, message } from "../status";
import classes from "../Track.module.css";
import { useIsNarrow } from "../useIsNarrow";
import { Clipped } from "./Clipped";
import type { PayoutSelection } from "./usePayoutSelection";

/** The id of the column that selects rows. */
export const SELECT = "select";

/** Width of a digit at 13 px, and the cell's padding. */
const DIGIT_PX = 7.6;
const CELL_PX = 24;
/** The page's margin, in place of the padding at the start of a row. */
const MARGIN_PX = 32;
/** With a gap, so that the active cell's ring surrounds it. */
const BOX_PX = 24;
/** A state's icon with its gap: a state is never cut. */
const ICON_PX = 26;
/** Longer texts are shown in full only if there is spare room. */
const TEXT_PX_MAX = 240;
const MESSAGE_PX = 220;
const STATE_PX = 132;
const STATE_PX_NARROW = 96;
const IDEAL_PX_MAX = TEXT_PX_MAX + CELL_PX;
const preferredTextPx = (text: string): number => textPx(text) + CELL_PX;

function useMessage(): (row: PayoutView) => string {
  const { t } = useTranslation("track");
  const across = useAllPayrollsText();
  return useCallback(
    (row) => {
      const { key, values } = message(row);
      // For a successful payment every bank has another text with the same meaning.
      const own = row.state === "Paid" || row.message === null || row.message === "" ? null : row.message;
      // One side's message alone would look like the result.
      const ownMessage = own !== null && row.state === "Conflict" ? t("message.conflictSays", { message: own }) : own;
      // The total of all payrolls decides about the person, so it must not be cut off.
      return [across(row), ownMessage ?? t(`message.${key}`, values)].filter((part) => part !== null).join(" · ");
    },
    [t, across],
  );
}

/** A person's total in this payroll and in those that pay it again. */
function useAllPayrollsText(): (row: PayoutView) => string | null {
  const { t } = useTranslation("track");
  const sums = useSums();
  return useCallback(
    ({ across }) => {
      if (across === null) return null;
      const values = { count: across.payments.length, sum: sums(across.paid) };
      return across.paid.length === 0 ? t("message.acrossNothing", values) : t("message.across", values);
    },
    [t, sums],
  );
}

/** During results the time shows seconds, if there is room. */
export function useStamp({ state }: TrackView): typeof formatStamp {
  const isNarrow = useIsNarrow();
  return state === "closed" || isNarrow ? formatStampToMinute : formatStamp;
}

/** A message that is the same in every line is hidden; names and banks get its room. */
export function useShownColumns(view: TrackView, selection: PayoutSelection): GridColumn<PayoutView>[] {
  const { t } = useTranslation("track");
  const words = useMessage();
  const isHidden = hasOneMessage(view);
  const facts = useColumns(view, isHidden);
  const select = useSelectColumn(selection);
  const { canDecide } = view;
  // The total of all payrolls comes before the message.
  const idealMax = view.paysAgain.length > 0 || view.paidAgainIn.length > 0 ? IDEAL_PX_MAX : MESSAGE_PX;
  return useMemo(() => {
    const columns = canDecide ? [select, ...facts] : facts;
    if (isHidden) return columns;
    const messageColumn: GridColumn<PayoutView> = {
      id: "message",
      header: t("column.message"),
      width: { min: 104, ideal: MESSAGE_PX, idealMax, grow: 1.4, shrinkOrder: 1 },
      // At least the ideal width, so that it does not move with each result.
      preferredWidth: (row) => Math.max(MESSAGE_PX, textPx(words(row)) + CELL_PX),
      text: words,
      className: () => classes.message,
      render: (row) => <Clipped text={words(row)} />,
    };
    return [...columns, messageColumn];
  }, [facts, select, canDecide, isHidden, idealMax, t, words]);
}

/** People whom the provider does not have cannot be selected: they have no result to enter. */
function useSelectColumn(selection: PayoutSelection): GridColumn<PayoutView> {
  const { t } = useTranslation("track");
  return useMemo(() => {
    const { selected, toggle, addAll, clear } = selection;
    const isAny = selected.size > 0;
    return {
      id: SELECT,
      header: "",
      headerStart: (
        <SelectBox
          label={t(isAny ? "select.none" : "select.all")}
          isSelected={isAny}
          onToggle={isAny ? clear : addAll}
          testid="select-all"
        />
      ),
      width: { min: MARGIN_PX + BOX_PX },
      text: () => "",
      render: (row) =>
        row.canDecide ? (
          <SelectBox
            label={t("select.one", { name: row.name, account: row.accountNumber })}
            isSelected={selected.has(row.reference)}
            onToggle={(extend) => toggle(row, extend)}
            testid={`select-${row.reference}`}
          />
        ) : null,
    };
  }, [selection, t]);
}

type StateLabel = { which: StateOf; word: string };

/** In a narrow window the longest state uses the text of its tile, so that the columns fit. */
function useShownState({ state }: TrackView): (row: PayoutView) => StateLabel {
  const { t } = useTranslation("track");
  const wordOf = useStateWord();
  const isNarrow = useIsNarrow();
  return useCallback(
    (row) => {
      const shown = displayedPaymentState(row, state);
      const instead = isNarrow && row.status === "Conflict" ? "conflict" : shown.instead;
      return { which: shown.which, word: instead === undefined ? wordOf(shown.which) : t(`tile.${instead}`) };
    },
    [t, wordOf, isNarrow, state],
  );
}

function useStateColumn(view: TrackView): GridColumn<PayoutView> {
  const { t } = useTranslation("track");
  const stateOf = useShownState(view);
  const isNarrow = useIsNarrow();
  return useMemo(
    () => ({
      id: "state",
      header: t("column.state"),
      // In a narrow window the message gets the room that short states leave.
      width: { min: isNarrow ? STATE_PX_NARROW : STATE_PX },
      requiredWidth: (row) => textPx(stateOf(row).word) + ICON_PX + CELL_PX,
      text: (row) => row.status,
      render: (row) => {
        const { which, word } = stateOf(row);
        return <State {...which} word={word} />;
      },
    }),
    [t, stateOf, isNarrow],
  );
}

/** `endsWithTime`: no message follows, and the time aligns with the page's margin. */
function useColumns(view: TrackView, endsWithTime: boolean): GridColumn<PayoutView>[] {
  const { t } = useTranslation("track");
  const stateColumn = useStateColumn(view);
  const stamp = useStamp(view);
  const [own] = view.totals;
  const only = view.totals.length === 1 ? own?.currency : undefined;
  const { hasFileReferences, canDecide } = view;
  return useMemo(() => {
    const timeOf = ({ changedAt }: PayoutView): string => (changedAt === null ? "" : stamp(changedAt));
    const amount = (row: PayoutView): string =>
      `${only === undefined ? `${row.currency} ` : ""}${formatAmount(row.amount, row.currency)}`;
    return [
      {
        id: "row",
        header: t("column.row"),
        // The checkbox before it has the margin.
        width: { min: canDecide ? 52 : 68 },
        alignEnd: true,
        text: (row) => (row.row === null ? t("column.rowAdded") : String(row.row)),
        className: () => classes.rowNumber,
        render: (row) => row.row ?? t("column.rowAdded"),
      },
      {
        id: "name",
        header: t("column.name"),
        width: { min: 132, ideal: 160, grow: 1, idealMax: IDEAL_PX_MAX, shrinkOrder: 2 },
        preferredWidth: (row) => preferredTextPx(row.name),
        text: (row) => row.name,
        className: () => classes.name,
        render: (row) => <Clipped text={row.name} />,
      },
      {
        id: "account",
        header: t("column.account"),
        width: { min: 120 },
        requiredWidth: (row) => row.accountNumber.length * DIGIT_PX + CELL_PX + 12,
        text: (row) => row.accountNumber,
        render: (row) => <Account number={row.accountNumber} />,
      },
      {
        id: "bank",
        header: t("column.bank"),
        width: { min: 104, ideal: 150, grow: 0.6, idealMax: IDEAL_PX_MAX, shrinkOrder: 2 },
        preferredWidth: (row) => preferredTextPx(shortBankName(row.bankName)),
        text: (row) => row.bankName,
        render: (row) => <Clipped text={shortBankName(row.bankName)} title={row.bankName} />,
      },
      ...(hasFileReferences ? [fileReference(t("column.reference"))] : []),
      {
        id: "amount",
        header: only === undefined ? t("column.amount") : t("column.amountIn", { currency: only }),
        width: { min: 118 },
        alignEnd: true,
        requiredWidth: (row) => amount(row).length * DIGIT_PX + CELL_PX,
        text: (row) => row.amount,
        className: () => classes.amount,
        render: amount,
      },
      stateColumn,
      {
        id: "time",
        header: t("column.time"),
        width: { min: endsWithTime ? 84 : 68 },
        requiredWidth: (row) => (row.changedAt === null ? 0 : timeOf(row).length * DIGIT_PX + CELL_PX),
        text: (row) => row.changedAt ?? "",
        className: () => classes.quiet,
        render: timeOf,
      },
    ];
  }, [t, only, stateColumn, stamp, endsWithTime, hasFileReferences, canDecide]);
}

/** The file's own reference of a payment. It is internal to the office. */
const fileReference = (header: string): GridColumn<PayoutView> => ({
  id: "file-reference",
  header,
  width: { min: 88, ideal: 112, idealMax: IDEAL_PX_MAX, shrinkOrder: 1 },
  preferredWidth: (row) => preferredTextPx(row.fileReference ?? ""),
  text: (row) => row.fileReference ?? "",
  className: () => classes.quiet,
  render: (row) => <Clipped text={row.fileReference ?? ""} />,
});
