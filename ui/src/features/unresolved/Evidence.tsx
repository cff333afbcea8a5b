// The ledger's records about a batch: its attempts and their results, collapsed to the last.

import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { TextButton } from "../../components";
import type { EventView, UnresolvedView } from "../../ipc";
import { formatCount } from "../../lib/time/dates";
import { formatStamp } from "../../lib/time/times";
import { knownOf } from "../../payroll/reasons";
import { Attempts } from "../track/payment/Attempts";
import { callbacks, kilobytes, shownEvents, summary, wordedKind } from "./known";
import classes from "./Unresolved.module.css";

export function Evidence({ open: { payroll, batch, bodyBytes, events } }: { open: UnresolvedView }): ReactNode {
  const { t } = useTranslation("unresolved");
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen ? shownEvents(events) : summary(events);
  const callbackCount = callbacks(events);
  return (
    <section className={classes.evidence}>
      <div className={classes.evidenceHead}>
        <h3>{t("evidence.title")}</h3>
        <TextButton size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t("evidence.less") : t("evidence.all")}
        </TextButton>
      </div>
      <dl className="selectable">
        {shown.map((event) => (
          <div key={`${event.at} ${event.kind} ${event.detail ?? ""}`}>
            <dt>{formatStamp(event.at)}</dt>
            <dd>
              <Event event={event} events={events} bodyBytes={bodyBytes} />
            </dd>
          </div>
        ))}
        <div>
          <dt>{t("evidence.sinceThen")}</dt>
          <dd>
            {callbackCount === 0
              ? t("evidence.noCallback", { count: batch.total.count })
              : t("evidence.someCallbacks", { count: callbackCount })}
          </dd>
        </div>
      </dl>
      {isOpen ? <Attempts payroll={payroll} batch={batch} /> : null}
    </section>
  );
}

type EventProps = { event: EventView; events: EventView[]; bodyBytes: number };

function Event({ event: { kind, reason, detail, at }, events, bodyBytes }: EventProps): ReactNode {
  const { t } = useTranslation("unresolved");
  const known = wordedKind(kind);
  if (known === "intent") {
    const isFirst = events.find((event) => event.kind === "intent")?.at === at;
    const size = t("evidence.size", { size: formatCount(kilobytes(bodyBytes)) });
    return t(isFirst ? "evidence.sent" : "evidence.sentAgain", { size });
  }
  const outcome = known === "answered" ? knownOf(reason) : null;
  if (outcome !== null) return t(`evidence.outcome.${outcome}`);
  const word = known === null ? t("evidence.other", { kind }) : t(`evidence.kind.${known}`);
  return detail === null || detail === "" ? word : `${word}: ${detail}`;
}
