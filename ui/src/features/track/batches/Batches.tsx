// The batches of a payroll beside the ring: unfinished ones first, two visible, the others by scrolling.

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

/** Limit of batches that fit beside the ring. */
const BATCHES_SHOWN = 2;
/** Above this limit only visible batches are rendered: during results, most of hundreds change with each refresh. */
export const BATCHES_DRAWN_MAX = 20;
/** Height of a batch, and of the gap, as in the style sheet. */
const BATCH_PX = 52;
const GAP_PX = 8;
/** Height of the list before it is measured. */
const VIEW_PX = 132;
/** Extra batches rendered on each side: the keyboard can reach the next one. */
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
      // Includes batches that are not rendered, so that counts do not move on scrolling.
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
      // A scrolling list needs keyboard focus.
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
  // The batch whose button has the focus stays in the DOM when it scrolls out, otherwise the focus would be lost.
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
    // Handles its buttons' events, and scrolls by keyboard.
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

/** The key of the batch with the focused button. */
function useFocused() {
  const [focused, setFocused] = useState<number | null>(null);
  return useMemo(
    () => ({
      focused,
      onFocus: ({ target }: FocusEvent) => {
        const key = target.closest<HTMLElement>("[data-batch]")?.dataset["batch"];
        setFocused(key === undefined ? null : Number(key));
      },
      // A window that loses the focus restores it on return.
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

/** Renders only when its data changed, not on each scroll step. */
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

/** The progress of a batch being sent is unknown: an indeterminate segment without a figure. */
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
