// The difference between a file with results and what is known. Nothing is recorded before it is confirmed.

import { Button } from "@mantine/core";
import { IconDeviceFloppy } from "@tabler/icons-react";
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { Dialog, ErrorPanel, SkeletonRows } from "../../components";
import type { OutcomeKind, OutcomesView } from "../../ipc";
import { openKeys } from "./confirmation";
import { Lines } from "./Lines";
import classes from "./Outcomes.module.css";
import { Summary } from "./Summary";
import { useOutcomeExport } from "./useOutcomeExport";
import type { Outcomes } from "./useOutcomes";

export function OutcomesDialog({ outcomes }: { outcomes: Outcomes }): ReactNode {
  const { t } = useTranslation("outcomes");
  const { shown, error, close, kind } = outcomes;
  const title = shown === null ? t(`title.${kind}`) : t(`titleOf.${kind}`, { file: shown.fileName });
  return (
    <Dialog opened onClose={close} title={title} size="min(1080px, 94vw)">
      <div className={classes.dialog} data-testid="outcomes">
        {error === null ? null : <ErrorPanel error={error} />}
        {shown === null && error === null ? (
          <div role="status" aria-label={t("reading")}>
            <SkeletonRows rows={6} columns={5} />
          </div>
        ) : null}
        {shown === null ? (
          <Foot outcomes={outcomes} />
        ) : (
          // It begins empty each time: what was confirmed of one difference must not be confirmed of the next.
          <Difference key={shown.fingerprint} outcomes={outcomes} shown={shown} />
        )}
      </div>
    </Dialog>
  );
}

function Difference({ outcomes, shown }: { outcomes: Outcomes; shown: OutcomesView }): ReactNode {
  const [kind, setKind] = useState<OutcomeKind | null>(null);
  const [confirmed, setConfirmed] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback(
    (keys: readonly string[], isConfirmed: boolean): void =>
      setConfirmed((before) => {
        const after = new Set(before);
        for (const one of keys)
          if (isConfirmed) after.add(one);
          else after.delete(one);
        return after;
      }),
    [],
  );
  const open = useMemo(() => openKeys(shown.counts, kind), [shown.counts, kind]);
  const confirmation = useMemo(() => ({ open, confirmed, toggle }), [open, confirmed, toggle]);
  return (
    <>
      <Summary shown={shown} isRenewed={outcomes.isRenewed} kind={kind} onKind={setKind} />
      <Lines shown={shown} kind={kind} confirmation={confirmation} />
      <Foot outcomes={outcomes} count={shown.applicable + confirmed.size} confirmed={confirmed}>
        <SaveList fingerprint={shown.fingerprint} kind={kind} />
      </Foot>
    </>
  );
}

/** Saves what is listed: what to ask the bank or the provider about. */
function SaveList({ fingerprint, kind }: { fingerprint: string; kind: OutcomeKind | null }): ReactNode {
  const { t } = useTranslation("outcomes");
  const { run, isBusy, error } = useOutcomeExport();
  return (
    <div className={classes.save}>
      <Button
        variant="subtle"
        leftSection={<IconDeviceFloppy size={18} stroke={1.75} />}
        onClick={() => void run(fingerprint, kind)}
        loading={isBusy}
        data-testid="outcomes-save"
      >
        {t(kind === null ? "saveAll" : "saveKind")}
      </Button>
      {error === null ? null : <ErrorPanel error={error} />}
    </div>
  );
}

type FootProps = { outcomes: Outcomes; count?: number; confirmed?: ReadonlySet<string>; children?: ReactNode };

function Foot({ outcomes, count, confirmed, children }: FootProps): ReactNode {
  const { t } = useTranslation(["outcomes", "frame"]);
  const { close, apply, isBusy } = outcomes;
  const button = useRef<HTMLButtonElement>(null);
  // The difference is read after the dialog opened, and Enter applies it.
  useEffect(() => button.current?.focus(), []);
  return (
    <div className={classes.foot}>
      {children}
      <Button variant="default" onClick={close}>
        {t("frame:cancel")}
      </Button>
      {count === undefined ? null : (
        <Button
          onClick={() => void apply([...(confirmed ?? [])])}
          loading={isBusy}
          disabled={count === 0}
          ref={button}
          data-autofocus={count === 0 ? undefined : true}
          data-testid="outcomes-apply"
        >
          {count === 0 ? t("applyNone") : t("apply", { count })}
        </Button>
      )}
    </div>
  );
}
