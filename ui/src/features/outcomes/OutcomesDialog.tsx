// The difference between a file with results and the recorded results. Nothing is recorded before confirmation.

import { Button } from "@mantine/core";
import { IconDeviceFloppy, IconTableOptions } from "@tabler/icons-react";
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { Dialog, ErrorPanel, SkeletonRows } from "../../components";
import { DialogFoot } from "../../components/DialogFoot";
import { useExport } from "../../components/useExport";
import type { OutcomeKind, OutcomesView } from "../../ipc";
import { changesOf, openKeys } from "./confirmation";
import { Lines } from "./lines/Lines";
import classes from "./Outcomes.module.css";
import { ColumnsQuestion } from "./reading/ColumnsQuestion";
import { Words } from "./reading/Words";
import { Summary } from "./summary/Summary";
import type { Outcomes } from "./useOutcomes";
import { type ConfirmedLines, useConfirmedLines } from "./useConfirmedLines";

/** An element that keeps the focus when the difference is read again. */
const KEEP_FOCUS = '[data-testid="outcome-words"]';
const INITIAL_FOCUS = "[data-autofocus]";

export function OutcomesDialog({ outcomes }: { outcomes: Outcomes }): ReactNode {
  const confirmedLines = useConfirmedLines(outcomes);
  return (
    <Dialog opened onClose={confirmedLines.close} title={useTitle(outcomes)} size="min(1080px, 94vw)">
      <Body outcomes={{ ...outcomes, close: confirmedLines.close }} confirmedLines={confirmedLines} />
    </Dialog>
  );
}

function Body({ outcomes, confirmedLines }: { outcomes: Outcomes; confirmedLines: ConfirmedLines }): ReactNode {
  const box = useInitialFocus(outcomes);
  return (
    <div className={classes.dialog} ref={box} data-testid="outcomes">
      {outcomes.error === null ? null : <ErrorPanel error={outcomes.error} />}
      {outcomes.step === "columns" ? (
        <ColumnsStep outcomes={outcomes} />
      ) : (
        <DifferenceStep outcomes={outcomes} confirmedLines={confirmedLines} />
      )}
    </div>
  );
}

/**
 * A newly read difference is shown from its top, with the focus on the first action: a word to decide, or the apply
 * button. The focus stays on words that the user decides.
 */
function useInitialFocus({ step, shown }: Outcomes): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  const what = step === "columns" ? step : shown?.fingerprint;
  useEffect(() => {
    if (what === undefined || document.activeElement?.closest(KEEP_FOCUS)) return;
    const dialog = box.current?.closest("[role=dialog]");
    if (dialog) dialog.scrollTop = 0;
    box.current?.querySelector<HTMLElement>(INITIAL_FOCUS)?.focus({ preventScroll: true });
  }, [what]);
  return box;
}

function useTitle({ step, shown, file, kind }: Outcomes): string {
  const { t } = useTranslation("outcomes");
  if (step === "columns") {
    return shown === null ? t("columns.title") : t("columns.titleOf", { file: file?.name ?? "" });
  }
  return shown === null ? t(`title.${kind}`) : t(`titleOf.${kind}`, { file: shown.fileName });
}

function ColumnsStep({ outcomes }: { outcomes: Outcomes }): ReactNode {
  const { file, kind, reading, shown, isBusy, readBy, close, backToDifference } = outcomes;
  if (file === null) return null;
  return (
    <ColumnsQuestion
      kind={kind}
      handle={file.handle}
      chosen={reading.columns}
      isBusy={isBusy}
      onUse={(mapping) => void readBy(mapping)}
      onCancel={close}
      onBack={shown === null ? undefined : backToDifference}
    />
  );
}

function DifferenceStep({
  outcomes,
  confirmedLines,
}: {
  outcomes: Outcomes;
  confirmedLines: ConfirmedLines;
}): ReactNode {
  const { t } = useTranslation("outcomes");
  const { shown, error, isBusy, decideWord } = outcomes;
  if (shown === null) {
    return (
      <>
        {error === null ? (
          <div role="status" aria-label={t("reading")}>
            <SkeletonRows rows={6} columns={5} />
          </div>
        ) : null}
        <DialogFoot>
          <Cancel outcomes={outcomes} />
        </DialogFoot>
      </>
    );
  }
  return (
    <>
      <Words shown={shown} isBusy={isBusy} onDecide={(word, meaning) => void decideWord(word, meaning)} />
      <Difference key={shown.fingerprint} outcomes={outcomes} shown={shown} confirmedLines={confirmedLines} />
    </>
  );
}

type DifferenceProps = { outcomes: Outcomes; shown: OutcomesView; confirmedLines: ConfirmedLines };

function Difference({ outcomes, shown, confirmedLines }: DifferenceProps): ReactNode {
  const { t } = useTranslation("outcomes");
  const { confirmed, toggle } = confirmedLines;
  const [kind, setKind] = useState<OutcomeKind | null>(null);
  const open = useMemo(() => openKeys(shown.counts, kind), [shown.counts, kind]);
  const confirmation = useMemo(() => ({ open, confirmed, toggle }), [open, confirmed, toggle]);
  return (
    <>
      <Summary shown={shown} isRenewed={outcomes.isRenewed} kind={kind} confirmed={confirmed} onKind={setKind} />
      <Lines shown={shown} kind={kind} confirmation={confirmation} />
      <DialogFoot>
        {confirmedLines.isLeaving ? (
          <p className={classes.leaving} role="alert" data-testid="outcomes-leaving">
            {t("leaving", { count: confirmed.size })}
          </p>
        ) : null}
        <ReparseFile outcomes={outcomes} shown={shown} />
        <SaveList fingerprint={shown.fingerprint} kind={kind} />
        <Cancel outcomes={outcomes} />
        <Apply outcomes={outcomes} shown={shown} confirmed={confirmed} />
      </DialogFoot>
    </>
  );
}

/** Reopens the column mapping after a wrong detection; a bank's own format has no columns to map. */
function ReparseFile({ outcomes, shown }: { outcomes: Outcomes; shown: OutcomesView }): ReactNode {
  const { t } = useTranslation("outcomes");
  if (shown.columnsOrigin === null) return null;
  return (
    <Button
      variant="subtle"
      leftSection={<IconTableOptions size={18} stroke={1.75} />}
      onClick={outcomes.askColumns}
      disabled={outcomes.isBusy}
      data-testid="outcomes-columns"
    >
      {t("reread")}
    </Button>
  );
}

/** Saves the listed lines, to be sent to the bank or the provider. */
function SaveList({ fingerprint, kind }: { fingerprint: string; kind: OutcomeKind | null }): ReactNode {
  const { t } = useTranslation("outcomes");
  const { run, isBusy, error } = useExport();
  return (
    <div className={classes.save}>
      <Button
        variant="subtle"
        leftSection={<IconDeviceFloppy size={18} stroke={1.75} />}
        onClick={() => void run((words) => ({ kind: "outcome_lines", fingerprint, outcome: kind, words }))}
        loading={isBusy}
        data-testid="outcomes-save"
      >
        {t(kind === null ? "saveAll" : "saveKind")}
      </Button>
      {error === null ? null : <ErrorPanel error={error} />}
    </div>
  );
}

type ApplyProps = { outcomes: Outcomes; shown: OutcomesView; confirmed: ReadonlySet<string> };

/** Records results matched by reference, and the selected ones. The button is not prominent if nothing would change. */
function Apply({ outcomes, shown, confirmed }: ApplyProps): ReactNode {
  const { t } = useTranslation("outcomes");
  const { apply, isBusy } = outcomes;
  const count = shown.applicable + confirmed.size;
  const changes = changesOf(shown.counts, confirmed);
  const isOpen = shown.words.some(({ meaning }) => meaning === null);
  const label = changes > 0 ? t("apply", { count: changes }) : t("record", { count });
  return (
    <Button
      variant={changes === 0 && isOpen ? "default" : "filled"}
      onClick={() => void apply([...confirmed])}
      loading={isBusy}
      disabled={count === 0}
      data-autofocus={count === 0 ? undefined : true}
      data-testid="outcomes-apply"
    >
      {count === 0 ? t("applyNone") : label}
    </Button>
  );
}

function Cancel({ outcomes }: { outcomes: Outcomes }): ReactNode {
  const { t } = useTranslation("frame");
  return (
    <Button variant="default" onClick={outcomes.close}>
      {t("cancel")}
    </Button>
  );
}
