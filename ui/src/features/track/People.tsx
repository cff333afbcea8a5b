// The people of a payroll with what became of each, in windows from the desk.

import { Button } from "@mantine/core";
import { IconDeviceFloppy, IconEarOff, IconLock, IconUserSearch } from "@tabler/icons-react";
import { type ReactNode, useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

import { Account, EmptyState, ErrorPanel, State, useStateWord } from "../../components";
import {
  DataGrid,
  type FetchWindow,
  type GridCell,
  type GridColumn,
  useRowWindows,
  useWindowsVersion,
} from "../../components/DataGrid";
import { ipc, type PayoutOrder, type PayoutView, type SessionView, type TrackView } from "../../ipc";
import { shortBankName } from "../../lib/bankNames";
import { formatCount } from "../../lib/dates";
import { formatAmount } from "../../lib/money";
import { textPx } from "../../lib/textWidth";
import { formatStamp, formatStampToMinute } from "../../lib/times";
import { useSums } from "../../payroll/useSums";
import { useNavigation } from "../../navigation";
import { useSession } from "../../query";
import { PaymentDrawer } from "./payment/PaymentDrawer";
import { type Filter, hasOneMessage, message } from "./status";
import classes from "./Track.module.css";

const ROW_PX = 36;
const ROW_COMPACT_PX = 30;
/** Width of a digit at 13 px, and the cell's padding. */
const DIGIT_PX = 7.6;
const CELL_PX = 24;
/** The icon of a state with its gap: a state is never cut. */
const ICON_PX = 26;
/** Longer texts than this are cut even where there is room for more. */
const TEXT_PX_MAX = 240;
const wantsText = (text: string): number => Math.min(TEXT_PX_MAX, textPx(text)) + CELL_PX;

type Props = {
  view: TrackView;
  /** Changes whenever the payroll was fetched anew. */
  revision: number;
  filter: Filter;
  text: string;
  /** The payment that is open at first, by its reference. */
  opened: string | null;
  onShowAll: () => void;
};

export function People({ view, revision, filter, text, opened: openedAtFirst, onShowAll }: Props): ReactNode {
  const { t } = useTranslation("track");
  const { appearance } = useSession();
  // While outcomes come in, the latest are what one looks for; before and after, the file's order.
  const order: PayoutOrder = view.lastOutcomeAt === null || view.state === "closed" ? "row" : "latest";
  const fetch = useMemo(() => payoutsOf(view.id, filter, text, order), [view.id, filter, text, order]);
  const windows = useRowWindows<PayoutView>(fetch, `${filter} ${order} ${text}`, revision);
  const [active, setActive] = useState<GridCell>();
  const [opened, setOpened] = useState<string | null>(openedAtFirst);
  // Rows move when a result comes in: nobody else is marked beside an open payment.
  useWindowsVersion(windows);
  const isMarked = opened === null || active === undefined || windows.row(active.row)?.reference === opened;
  const columns = useShownColumns(view);
  const stamp = stampOf(view);
  const footCount = useCallback(
    (first: number, last: number, total: number): string => {
      const range = { count: total, first: formatCount(first), last: formatCount(last), total: formatCount(total) };
      return view.lastOutcomeAt === null
        ? t("foot.count", range)
        : t("foot.countAndLast", { ...range, when: stamp(view.lastOutcomeAt) });
    },
    [t, view.lastOutcomeAt, stamp],
  );
  return (
    <>
      <DataGrid
        label={t("grid")}
        columns={columns}
        windows={windows}
        rowKey={keyOf}
        rowHeight={appearance.density === "compact" ? ROW_COMPACT_PX : ROW_PX}
        active={isMarked ? active : undefined}
        onActive={setActive}
        onOpen={(row) => setOpened(row.reference)}
        onClickRow={(row) => setOpened(row.reference)}
        foot={<Foot view={view} />}
        footCount={footCount}
        empty={
          <EmptyState
            icon={IconUserSearch}
            title={t("empty.filtered")}
            body={t("empty.filteredText")}
            action={
              <Button variant="default" onClick={onShowAll}>
                {t("empty.clear")}
              </Button>
            }
          />
        }
        failure={failure}
      />
      <PaymentDrawer
        payment={opened === null ? null : { payroll: view.id, reference: opened }}
        onClose={() => setOpened(null)}
      />
    </>
  );
}

const failure = (error: unknown, retry: () => void): ReactNode => <ErrorPanel error={error} onRetry={retry} />;

function Foot({ view }: { view: TrackView }): ReactNode {
  const { t } = useTranslation("track");
  const { go } = useNavigation();
  const key = footKey(view, useSession());
  if (key === "foot.deaf") {
    return (
      <>
        <IconEarOff size={16} stroke={1.75} aria-hidden />
        {t(key)}
        <button
          type="button"
          className={classes.footLink}
          onClick={() => go({ name: "settings", section: "callbacks" })}
        >
          {t("foot.listen")}
        </button>
      </>
    );
  }
  const Icon = key === "foot.locked" ? IconLock : IconDeviceFloppy;
  return (
    <>
      <Icon size={16} stroke={1.75} aria-hidden />
      {t(key)}
    </>
  );
}

type FootKey =
  | "foot.withdrawn"
  | "foot.done"
  | "foot.waits"
  | "foot.close"
  | "foot.stay"
  | "foot.closeAsking"
  | "foot.stayAsking"
  | "foot.locked"
  | "foot.deaf";

/** A closed window is hidden only where the desktop has a tray that leads back to it. */
function footKey({ state, asking }: TrackView, { callbackAddress, hasTray, unlocked }: SessionView): FootKey {
  if (state === "withdrawn") return "foot.withdrawn";
  if (state === "closed") return "foot.done";
  // The user waits for no result there; one that comes is recorded all the same.
  if (state === "closed_unconfirmed") return "foot.withdrawn";
  // Nothing goes on by itself there, whether the window is open or not.
  const waits = state === "not_sent" || state === "refused" || state === "unresolved" || state === "approved";
  if (waits) return "foot.waits";
  if (callbackAddress !== null) return hasTray ? "foot.close" : "foot.stay";
  if (asking === null) return "foot.deaf";
  // Only an unlocked desk asks, and it locks itself after a while.
  if (!unlocked) return "foot.locked";
  return hasTray ? "foot.closeAsking" : "foot.stayAsking";
}

function payoutsOf(id: number, filter: Filter, text: string, order: PayoutOrder): FetchWindow<PayoutView> {
  const query = { status: filter === "everyone" ? null : filter, text: text === "" ? null : text, order };
  return (offset, limit) => ipc.payouts(id, query, offset, limit);
}

function useMessage(): (row: PayoutView) => string {
  const { t } = useTranslation("track");
  const across = useAcross();
  return useCallback(
    (row) => {
      const { key, values } = message(row);
      // Of a payment that went well, every bank has other words for the same.
      const own = row.state === "Paid" || row.message === null || row.message === "" ? null : row.message;
      return [own ?? t(`message.${key}`, values), across(row)].filter((part) => part !== null).join(" · ");
    },
    [t, across],
  );
}

/** What the person got in this payroll and in those that pay it again. */
function useAcross(): (row: PayoutView) => string | null {
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

/** Added rows have no number in the file: they get keys below those of all that have one. */
const keyOf = ({ row, position }: PayoutView): number => row ?? -1 - position;

/** While results come in one after the other, to the second. */
const stampOf = ({ state }: TrackView): typeof formatStamp => (state === "closed" ? formatStampToMinute : formatStamp);

/** A message that is the same in every line says nothing; names and banks get its room. */
function useShownColumns(view: TrackView): GridColumn<PayoutView>[] {
  const { t } = useTranslation("track");
  const words = useMessage();
  const isHidden = hasOneMessage(view);
  const columns = useColumns(view, isHidden);
  return useMemo(() => {
    if (isHidden) return columns;
    const said: GridColumn<PayoutView> = {
      id: "message",
      header: t("column.message"),
      width: { min: 112, ideal: 220, grow: 1.4, givesWay: 1 },
      text: words,
      className: () => classes.message,
      render: (row) => <Clipped text={words(row)} />,
    };
    return [...columns, said];
  }, [columns, isHidden, t, words]);
}

/** `endsWithTime`: no message follows, and the time ends on the page's margin. */
function useColumns(view: TrackView, endsWithTime: boolean): GridColumn<PayoutView>[] {
  const { t } = useTranslation("track");
  const stateWord = useStateWord();
  const stamp = stampOf(view);
  const [own] = view.totals;
  const only = view.totals.length === 1 ? own?.currency : undefined;
  const { hasFileReferences } = view;
  return useMemo(() => {
    const timeOf = ({ changedAt }: PayoutView): string => (changedAt === null ? "" : stamp(changedAt));
    const amount = (row: PayoutView): string =>
      `${only === undefined ? `${row.currency} ` : ""}${formatAmount(row.amount, row.currency)}`;
    return [
      {
        id: "row",
        header: t("column.row"),
        width: { min: 68 },
        alignEnd: true,
        text: (row) => (row.row === null ? t("column.rowAdded") : String(row.row)),
        className: () => classes.rowNumber,
        render: (row) => row.row ?? t("column.rowAdded"),
      },
      {
        id: "name",
        header: t("column.name"),
        width: { min: 132, ideal: 160, grow: 1, givesWay: 2 },
        wants: (row) => wantsText(row.name),
        text: (row) => row.name,
        className: () => classes.name,
        render: (row) => <Clipped text={row.name} />,
      },
      {
        id: "account",
        header: t("column.account"),
        width: { min: 120 },
        needs: (row) => row.accountNumber.length * DIGIT_PX + CELL_PX + 12,
        text: (row) => row.accountNumber,
        render: (row) => <Account number={row.accountNumber} />,
      },
      {
        id: "bank",
        header: t("column.bank"),
        width: { min: 104, ideal: 150, grow: 0.6, givesWay: 2 },
        wants: (row) => wantsText(shortBankName(row.bankName)),
        text: (row) => row.bankName,
        render: (row) => <Clipped text={shortBankName(row.bankName)} title={row.bankName} />,
      },
      ...(hasFileReferences ? [fileReference(t("column.reference"))] : []),
      {
        id: "amount",
        header: only === undefined ? t("column.amount") : t("column.amountIn", { currency: only }),
        width: { min: 118 },
        alignEnd: true,
        needs: (row) => amount(row).length * DIGIT_PX + CELL_PX,
        text: (row) => row.amount,
        className: () => classes.amount,
        render: amount,
      },
      {
        id: "state",
        header: t("column.state"),
        width: { min: 132 },
        needs: (row) => textPx(stateWord({ of: "payout", state: row.status })) + ICON_PX + CELL_PX,
        text: (row) => row.status,
        render: (row) => <State of="payout" state={row.status} />,
      },
      {
        id: "time",
        header: t("column.time"),
        width: { min: endsWithTime ? 84 : 68 },
        needs: (row) => (row.changedAt === null ? 0 : timeOf(row).length * DIGIT_PX + CELL_PX),
        text: (row) => row.changedAt ?? "",
        className: () => classes.quiet,
        render: timeOf,
      },
    ];
  }, [t, only, stateWord, stamp, endsWithTime, hasFileReferences]);
}

/** The file's own reference of a payment. It is the office's, and nobody else is told it. */
const fileReference = (header: string): GridColumn<PayoutView> => ({
  id: "file-reference",
  header,
  width: { min: 88, ideal: 112, givesWay: 1 },
  wants: (row) => wantsText(row.fileReference ?? ""),
  text: (row) => row.fileReference ?? "",
  className: () => classes.quiet,
  render: (row) => <Clipped text={row.fileReference ?? ""} />,
});

/** The name or message gives way; all of it shows on hovering. */
function Clipped({ text, title = text }: { text: string; title?: string }): ReactNode {
  return (
    <span className={classes.clipped} title={title}>
      {text}
    </span>
  );
}
