// What waits for the user on Track: batches that did not go out, were refused, or whose fate is unknown.

import { Button } from "@mantine/core";
import { IconPlayerPlay } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { batchLooks, ErrorPanel, type Look } from "../../components";
import type { AppError, BatchView, ErrorCode, TrackView } from "../../ipc";
import { formatCount } from "../../lib/dates";
import { useNavigation } from "../../navigation";
import { WhatTheServiceSaid } from "./Attempts";
import { Notice } from "./Notice";
import { useSums } from "./useSums";
import { type Panel, panels, peopleOf, totalsOf } from "./standing";
import classes from "./Track.module.css";
import { type Sending, useSending } from "./useSending";

const APPROVED: Look = { icon: IconPlayerPlay, tone: "attention" };

export function Panels({ view }: { view: TrackView }): ReactNode {
  const sending = useSending(view.id);
  const shown = panels(view);
  // The last word counts: what was just tried says more than what stopped before.
  const stopped = sending.error === null ? view.stopped : null;
  if (shown.length === 0 && sending.error === null && stopped === null) return null;
  return (
    <div className={classes.panels}>
      {sending.error === null ? null : (
        <ErrorPanel error={sending.error} actions={<Mend code={sending.error.code} />} onClose={sending.forget} />
      )}
      {stopped === null ? null : <Stopped error={stopped} />}
      {shown.map((panel) => (
        <PanelView key={panel.kind} payroll={view.id} panel={panel} sending={sending} />
      ))}
    </div>
  );
}

/** Why the sending stopped before the next batch, or what it waits for. */
function Stopped({ error }: { error: AppError }): ReactNode {
  return (
    <div data-testid="track-stopped">
      <ErrorPanel error={error} actions={<Mend code={error.code} />} />
    </div>
  );
}

const MENDED_IN_SECRETS: ReadonlySet<ErrorCode> = new Set<ErrorCode>(["token_ends", "renewal_failed", "token_refused", "secret_missing", "wrong_lock"]);

/** The way to what mends it, where that is elsewhere. */
function Mend({ code }: { code: ErrorCode }): ReactNode {
  const { t } = useTranslation("track");
  const { go } = useNavigation();
  if (!MENDED_IN_SECRETS.has(code)) return null;
  return (
    <Button size="xs" variant="default" onClick={() => go({ name: "settings", section: "secrets" })} data-testid="track-mend">
      {t(code === "token_ends" || code === "token_refused" ? "panel.replaceToken" : "panel.settings")}
    </Button>
  );
}

type PanelProps<P extends Panel["kind"]> = { payroll: number; panel: Extract<Panel, { kind: P }>; sending: Sending };

function PanelView({ payroll, panel, sending }: { payroll: number; panel: Panel; sending: Sending }): ReactNode {
  const more = { payroll, sending };
  switch (panel.kind) {
    case "unknown":
      return <Unknown panel={panel} {...more} />;
    case "not_sent":
      return <NotSent panel={panel} {...more} />;
    case "refused":
      return <Refused panel={panel} {...more} />;
    case "approved":
      return <Approved panel={panel} {...more} />;
  }
}

function Unknown({ payroll, panel: { batches, waiting } }: PanelProps<"unknown">): ReactNode {
  const { t } = useTranslation("track");
  const { go } = useNavigation();
  const sums = useSums();
  const totals = totalsOf(batches);
  const behind = waiting === 0 ? "" : ` ${t("panel.unknown.waiting", { count: waiting })}`;
  return (
    <Notice
      look={batchLooks.Unknown}
      testId="track-unknown"
      title={t("panel.unknown.title", { count: batches.length })}
      evidence={<WhatTheServiceSaid payroll={payroll} batches={batches} />}
      actions={
        <Button size="xs" variant="default" onClick={() => go({ name: "unresolved" })} data-testid="track-open-unresolved">
          {t("panel.openUnresolved")}
        </Button>
      }
    >
      {t("panel.unknown.text", { count: peopleOf(totals), sum: sums(totals) })}
      {behind}
    </Notice>
  );
}

function NotSent({ payroll, panel: { batches, unsent }, sending }: PanelProps<"not_sent">): ReactNode {
  const { t } = useTranslation("track");
  const nobody = useNobody();
  return (
    <Notice
      look={batchLooks.NotSent}
      testId="track-not-sent"
      title={t(`panel.notSent.${unsent}.title`)}
      facts={<Facts batches={batches} isLocked={sending.isLocked} />}
      evidence={<WhatTheServiceSaid payroll={payroll} batches={batches} />}
      actions={<SendButton sending={sending} label={t("panel.sendAgain")} />}
    >
      {t(`panel.notSent.${unsent}.text`, { nobody: nobody(batches) })}
    </Notice>
  );
}

function Refused({ payroll, panel: { batches, refusal }, sending }: PanelProps<"refused">): ReactNode {
  const { t } = useTranslation("track");
  const { go } = useNavigation();
  const nobody = useNobody();
  const mends = refusal === "token_refused" || refusal === "forbidden" || refusal === "wrong_lock";
  return (
    <Notice
      look={batchLooks.NotAccepted}
      testId="track-refused"
      title={t(`panel.refused.${refusal}.title`)}
      facts={<Facts batches={batches} isLocked={sending.isLocked} />}
      evidence={<WhatTheServiceSaid payroll={payroll} batches={batches} />}
      actions={
        <>
          {mends ? (
            <Button size="xs" variant="default" onClick={() => go({ name: "settings", section: "secrets" })} data-testid="track-replace-secret">
              {t(refusal === "wrong_lock" ? "panel.replaceLock" : "panel.replaceToken")}
            </Button>
          ) : null}
          <SendButton sending={sending} label={t("panel.sendAgain")} />
        </>
      }
    >
      {refusal === "duplicate_reference" ? t("panel.refused.duplicate_reference.text") : t(`panel.refused.${refusal}.text`, { nobody: nobody(batches) })}
    </Notice>
  );
}

function Approved({ panel: { batches }, sending }: PanelProps<"approved">): ReactNode {
  const { t } = useTranslation("track");
  const sums = useSums();
  const totals = totalsOf(batches);
  return (
    <Notice
      look={APPROVED}
      testId="track-approved"
      title={t("panel.approved.title", { count: batches.length })}
      facts={sending.isLocked ? t("panel.lockedHint") : null}
      actions={<SendButton sending={sending} label={t("panel.goOn")} />}
    >
      {t("panel.approved.text", { count: peopleOf(totals), sum: sums(totals) })}
    </Notice>
  );
}

function SendButton({ sending, label }: { sending: Sending; label: string }): ReactNode {
  return (
    <Button size="xs" variant="default" loading={sending.isBusy} onClick={() => void sending.send()} data-testid="track-send-again">
      {label}
    </Button>
  );
}

/** "Nobody of the 71 people in batch 3 was paid: ₦9,120,000.00." */
function useNobody(): (batches: BatchView[]) => string {
  const { t } = useTranslation("track");
  const sums = useSums();
  return (batches) => {
    const totals = totalsOf(batches);
    const values = {
      count: peopleOf(totals),
      batches: batches.map(({ number }) => formatCount(number)).join(", "),
      sum: sums(totals),
    };
    return batches.length === 1 ? t("panel.nobody.one", values) : t("panel.nobody.several", values);
  };
}

/** The service's words, once where all of the batches got the same. */
function Facts({ batches, isLocked }: { batches: BatchView[]; isLocked: boolean }): ReactNode {
  const { t } = useTranslation("track");
  const [first] = batches;
  const facts = [
    first?.message === null || first?.message === undefined ? null : t("panel.service", { message: first.message }),
    first?.httpStatus === null || first?.httpStatus === undefined ? null : t("panel.status", { status: first.httpStatus }),
    isLocked ? t("panel.lockedHint") : null,
  ].filter((fact) => fact !== null);
  return facts.length === 0 ? null : facts.join(" · ");
}
