// The difference between a file with results and what is known. Nothing is recorded before it is confirmed.

import { Button } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { Dialog, ErrorPanel, SkeletonRows } from "../../components";
import type { OutcomeKind, OutcomesView } from "../../ipc";
import { Lines } from "./Lines";
import classes from "./Outcomes.module.css";
import { Summary } from "./Summary";
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
  const toggle = (references: string[], isConfirmed: boolean): void =>
    setConfirmed((before) => {
      const after = new Set(before);
      for (const one of references)
        if (isConfirmed) after.add(one);
        else after.delete(one);
      return after;
    });
  return (
    <>
      <Summary shown={shown} isRenewed={outcomes.isRenewed} kind={kind} onKind={setKind} />
      <Lines shown={shown} kind={kind} confirmed={confirmed} onConfirm={toggle} />
      <Foot outcomes={outcomes} count={shown.applicable + confirmed.size} confirmed={confirmed} />
    </>
  );
}

type FootProps = { outcomes: Outcomes; count?: number; confirmed?: ReadonlySet<string> };

function Foot({ outcomes, count, confirmed }: FootProps): ReactNode {
  const { t } = useTranslation(["outcomes", "frame"]);
  const { close, apply, isBusy } = outcomes;
  const button = useRef<HTMLButtonElement>(null);
  // The difference is read after the dialog opened, and Enter applies it.
  useEffect(() => button.current?.focus(), []);
  return (
    <div className={classes.foot}>
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
