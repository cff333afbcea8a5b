// The batches of a payroll beside the ring: those that are not done first, two in view, the others scrolled to.

import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import {
  type CSSProperties,
  type FocusEvent,
  memo,
  type ReactNode,
  useCallback,
  useMemo,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";

import { SegmentBar } from "../../../components";
import { useDurationText } from "../../../components/useDurationText";
import type { BatchView, PayrollStatus } from "../../../ipc";
import { formatCount, formatWhen } from "../../../lib/time/dates";
import { segmentsOf } from "../../../payroll/segments";
import { inState, peopleOf } from "../../../payroll/totals";
import { useSession } from "../../../query";
import classes from "../Track.module.css";
import { BatchIds, MessageIcon } from "./BatchReference";
import { questionOf } from "./providerMessage";

/** More than these do not fit beside the ring. */
const BATCHES_SHOWN = 2;
/** More than these are drawn only where they are in view: while results come in, most of hundreds change with each refresh. */
export const BATCHES_DRAWN_MAX = 20;
/** Height of a batch, and of the gap to the next one, as the style sheet has them. */
const BATCH_PX = 52;
const GAP_PX = 8;
/** Height of the list, before it is measured. */
const VIEW_PX = 132;
/** Batches drawn beyond those in view, each side: the next one can be reached by the keyboard. */
const OVERSCAN = 1;
const DONE: readonly BatchView["state"][] = ["Closed"];

type Props = { batches: readonly BatchView[]; state: PayrollStatus };

export function Batches({ batches, state }: Props): ReactNode {
  const { t } = useTranslation("track");
  const isLong = batches.length > BATCHES_SHOWN;
  const List = batches.length > BATCHES_DRAWN_MAX ? InView : All;
  return (
    <div
      className={classes.batchList}
      // Also of those that are not drawn: the counts do not move when one is scrolled to.
      data-asks={batches.some((batch) => questionOf(batch) === "results") || undefined}
    >
      <List batches={isLong ? openFirst(batches) : batches} payroll={state} unknown={unknownOf(batches)} />
      {isLong ? (
        <span className={classes.batchCount} data-testid="batch-count">
          {t("batch.more", { count: batches.length })}
        </span>
      ) : null}
    </div>
  );
}

const openFirst = (batches: readonly BatchView[]): BatchView[] =>
  batches.toSorted((a, b) => Number(DONE.includes(a.state)) - Number(DONE.includes(b.state)) || a.number - b.number);

const unknownOf = (batches: readonly BatchView[]): number | null =>
  batches.find(({ state }) => state === "Unknown")?.number ?? null;

type ListProps = Omit<BatchProps, "batch"> & { batches: readonly BatchView[] };

function All({ batches, ...common }: ListProps): ReactNode {
  const { t } = useTranslation("track");
  return (
    <ul
      className={classes.batches}
      aria-label={t("batch.list")}
      // A list that scrolls can be scrolled by the keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={batches.length > BATCHES_SHOWN ? 0 : undefined}
    >
      {batches.map((batch) => (
        <li key={batch.key} data-testid={`batch-${batch.number}`} data-state={batch.state}>
          <Batch batch={batch} {...common} />
        </li>
      ))}
    </ul>
  );
}

function InView({ batches, ...common }: ListProps): ReactNode {
  const { t } = useTranslation("track");
  const scroller = useRef<HTMLUListElement>(null);
  const { focused, onFocus, onBlur } = useFocused();
  const kept = batches.findIndex(({ key }) => key === focused);
  // The batch whose button has the focus stays when it is scrolled away, or the keyboard would fall out.
  const rangeExtractor = useCallback(
    (range: Range) => {
      const drawn = defaultRangeExtractor(range);
      return kept < 0 || drawn.includes(kept) ? drawn : [...drawn, kept].toSorted((a, b) => a - b);
    },
    [kept],
  );
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoizes this hook
  const virtualizer = useVirtualizer<HTMLUListElement, Element>({
    count: batches.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => BATCH_PX,
    gap: GAP_PX,
    overscan: OVERSCAN,
    initialRect: { width: 0, height: VIEW_PX },
    rangeExtractor,
  });
  return (
    // It listens to its buttons, and is scrolled by the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul
      className={`${classes.batches} ${classes.inView}`}
      style={{ "--batches-height": `${virtualizer.getTotalSize()}px` } as CSSProperties}
      ref={scroller}
      aria-label={t("batch.list")}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onFocus={onFocus}
      onBlur={onBlur}
    >
      {virtualizer.getVirtualItems().map(({ index, start }) => {
        const batch = batches[index];
        return batch === undefined ? null : (
          <li
            key={batch.key}
            style={{ top: start }}
            aria-setsize={batches.length}
            aria-posinset={index + 1}
            data-batch={batch.key}
            data-testid={`batch-${batch.number}`}
            data-state={batch.state}
          >
            <Batch batch={batch} {...common} />
          </li>
        );
      })}
    </ul>
  );
}

/** The batch that has the focus in one of its buttons, by its key. */
function useFocused() {
  const [focused, setFocused] = useState<number | null>(null);
  return useMemo(
    () => ({
      focused,
      onFocus: ({ target }: FocusEvent) => {
        const key = target.closest<HTMLElement>("[data-batch]")?.dataset["batch"];
        setFocused(key === undefined ? null : Number(key));
      },
      // A window that loses the focus has it at the same place when one comes back.
      onBlur: ({ target }: FocusEvent) => {
        if (document.activeElement !== target) setFocused(null);
      },
    }),
    [focused],
  );
}

type BatchProps = {
  batch: BatchView;
  payroll: PayrollStatus;
  /** Number of the batch that the others wait for. */
  unknown: number | null;
};

/** Drawn again only when something about it changed, and not with each step of the scroll. */
const Batch = memo(function Batch({ batch, payroll, unknown }: BatchProps): ReactNode {
  const { t } = useTranslation("track");
  return (
    <>
      <span className={classes.batchLine}>
        <strong>{t("batch.number", { number: batch.number })}</strong>
        <BatchState batch={batch} unknown={unknown} />
        <BatchPeople batch={batch} />
        <MessageIcon batch={batch} />
      </span>
      <BatchIds number={batch.number} reference={batch.reference} batchId={batch.batchId} />
      {batch.state === "Intent" ? <BeingSent /> : <SegmentBar height={4} segments={segmentsOf([batch], payroll)} />}
    </>
  );
});

function BatchState({ batch, unknown }: Omit<BatchProps, "payroll">): ReactNode {
  const { t } = useTranslation("track");
  const { submissionSMax } = useSession();
  const length = useDurationText();
  const waits = batch.state === "Approved" && unknown !== null;
  const at = batch.state === "Unknown" ? batch.sentAt : batch.acceptedAt;
  return (
    <span className={classes.batchState}>
      {waits
        ? t("batch.waitsUnknown", { number: unknown })
        : t(`batch.state.${batch.state}`, { time: at === null ? "" : formatWhen(at), length: length(submissionSMax) })}
    </span>
  );
}

function BatchPeople({ batch }: { batch: BatchView }): ReactNode {
  const { t } = useTranslation("track");
  const { count } = batch.total;
  const atService = batch.state === "Accepted" || batch.state === "Settling" || batch.state === "Closed";
  const paid = peopleOf(inState(batch.outcomes, "Paid"));
  return (
    <span className={classes.batchPeople}>
      {atService ? t("batch.peopleDone", { paid: formatCount(paid), count }) : t("batch.people", { count })}
    </span>
  );
}

/** No share is known while a batch goes out: a piece in the middle says "under way" without a figure. */
function BeingSent(): ReactNode {
  return (
    <SegmentBar
      height={4}
      segments={[
        { key: "before", share: 2, color: "rest" },
        { key: "under-way", share: 4, color: "progress", hatch: "rising" },
        { key: "after", share: 5, color: "rest" },
      ]}
    />
  );
}
