// A top-up in detail: its state's meaning for the money, the actions, and the service's whole record.

import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconRefresh } from "@tabler/icons-react";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";

import { Copy, Drawer, ErrorPanel, Figure, Fold, Money, StatePill, Waiting } from "../../components";
import type { Currency, RecordValueView, TopUpDetail, TopUpRecordView, TopUpView } from "../../ipc";
import { formatMoney } from "../../lib/currency/money";
import { formatMoment } from "../../lib/time/dates";
import { topUpQuery } from "../../query";
import { Settle } from "./Settle";
import { canDecide } from "./status";
import classes from "./TopUp.module.css";
import { useCheck } from "./useCheck";
import { useEventWord, useMethodText, useMeaningText, wordWithFallback } from "./words";

const DRAWER_PX = 520;
/** A status may be read dozens of times; only the last events are shown. */
const EVENTS_SHOWN_MAX = 20;

export function Detail({ id, onClose }: { id: number | null; onClose: () => void }): ReactNode {
  const { t } = useTranslation("topUp");
  return (
    <Drawer opened={id !== null} onClose={onClose} title={t("detail.title")} size={DRAWER_PX}>
      {id === null ? null : <Opened id={id} />}
    </Drawer>
  );
}

function Opened({ id }: { id: number }): ReactNode {
  const detail = useQuery(topUpQuery(id));
  return detail.data === undefined ? (
    <Waiting query={detail} rows={6} columns={2} />
  ) : (
    <DetailContent detail={detail.data} />
  );
}

function DetailContent({ detail: { topUp, record, events } }: { detail: TopUpDetail }): ReactNode {
  const { t } = useTranslation("topUp");
  const eventWord = useEventWord();
  return (
    <div className={classes.detail} data-testid="top-up-detail" data-state={topUp.state}>
      <Head topUp={topUp} />
      {canDecide(topUp) ? <Settle key={topUp.state} topUp={topUp} /> : null}
      <Facts topUp={topUp} record={record} />
      {record === null ? (
        <p className={classes.quiet}>{t(topUp.reference === null ? "detail.noReference" : "detail.noRecord")}</p>
      ) : (
        <Fold show={t("detail.showRecord")} hide={t("detail.hideRecord")} testid="top-up-show-record">
          <div className={classes.record}>
            <Record record={record} currency={topUp.currency} />
          </div>
        </Fold>
      )}
      {events.length === 0 ? null : (
        <Section title={t("detail.events")}>
          <ol className={classes.events}>
            {events.slice(-EVENTS_SHOWN_MAX).map(({ at, kind, detail }) => (
              <li key={`${at} ${kind} ${detail ?? ""}`}>
                <span className={classes.quiet}>{formatMoment(at)}</span> {eventWord(kind)}
              </li>
            ))}
          </ol>
        </Section>
      )}
    </div>
  );
}

function Head({ topUp }: { topUp: TopUpView }): ReactNode {
  const { t } = useTranslation("topUp");
  const check = useCheck(topUp.id);
  const meaning = useMeaningText();
  const { state, amount, currency, decision } = topUp;
  const asked =
    topUp.checkedAt === null ? t("detail.notChecked") : t("detail.checked", { when: formatMoment(topUp.checkedAt) });
  // Without a reference no status can be requested; the details explain it.
  const wasAskable = topUp.canCheck || topUp.checkedAt !== null;
  return (
    <header className={classes.detailHead}>
      <div className={classes.detailTop}>
        {amount === null || currency === null ? (
          <span />
        ) : (
          <Figure>
            <Money value={amount} currency={currency} decimals="grey" />
          </Figure>
        )}
        <StatePill of="topUp" state={state} />
      </div>
      <p data-testid="top-up-meaning">{meaning(topUp)}</p>
      {state === "Pending" && topUp.validationEnd !== null ? <p>{t(`form.end.${topUp.validationEnd}`)}</p> : null}
      {decision === null ? null : <p>{t(`detail.decided.${decision}`)}</p>}
      {wasAskable ? (
        <div className={classes.asked}>
          <span className={classes.quiet}>{topUp.watching ? `${asked}. ${t("detail.watching")}` : asked}</span>
          {topUp.canCheck ? (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconRefresh size={16} stroke={1.75} />}
              loading={check.isPending}
              onClick={() => check.mutate()}
              data-testid="top-up-check"
            >
              {t("detail.checkNow")}
            </Button>
          ) : null}
        </div>
      ) : null}
      {check.error === null ? null : <ErrorPanel error={check.error} onClose={() => check.reset()} />}
    </header>
  );
}

function Facts({ topUp, record }: { topUp: TopUpView; record: TopUpRecordView | null }): ReactNode {
  const { t } = useTranslation("topUp");
  const how = useMethodText();
  const money = (amount: string | null): string | null =>
    amount === null || topUp.currency === null ? amount : formatMoney(amount, topUp.currency);
  const [reference, ...others] = topUp.references;
  const recorded = new Set(
    record === null ? [] : [record.fields, record.custom, record.rest].flat().map(({ value }) => value),
  );
  const facts: [string, string | null | undefined][] = [
    [t("detail.reference"), reference],
    // The provider's record lists its own references below.
    [t("detail.references"), others.filter((other) => !recorded.has(other)).join(", ")],
    [t("detail.how"), how(topUp)],
    [t("detail.payer"), topUp.payerName],
    [t("detail.fee"), money(topUp.fee)],
    [t("detail.totalCharged"), money(topUp.totalCharged)],
    [t("detail.balanceAfter"), money(topUp.balanceAfter)],
    [t("detail.began"), formatMoment(topUp.beganAt)],
    [t("detail.said"), topUp.message],
  ];
  const known = facts.flatMap(([name, value]) =>
    value === null || value === undefined || value === "" ? [] : [{ name, value }],
  );
  return (
    <Section title={t("detail.facts")}>
      <Fields fields={known} />
      {reference === undefined ? null : (
        <Copy text={reference} label={t("detail.copyReference")} testid="top-up-copy-reference" />
      )}
    </Section>
  );
}

function Record({
  record: { fields, custom, rest },
  currency,
}: {
  record: TopUpRecordView;
  currency: Currency | null;
}): ReactNode {
  const { t } = useTranslation("topUp");
  const shown = (name: string, value: string): string =>
    AMOUNT_FIELDS.has(name) && currency !== null ? formatMoney(value, currency) : readable(name, value, t);
  const worded = (all: RecordValueView[]) =>
    all.map(({ name, value }) => ({ name: t(`field.${name}`), value: shown(name, value) }));
  return (
    <>
      <Section title={t("detail.record")} testId="top-up-record">
        <Fields fields={worded(fields)} />
      </Section>
      {custom.length === 0 ? null : (
        <Section title={t("detail.custom")} testId="top-up-custom">
          <Fields
            fields={custom.map(({ name, value }) => ({
              name: wordWithFallback(`field.${name}`, splitName(name)),
              value: shown(name, value),
            }))}
          />
        </Section>
      )}
      {rest.length === 0 ? null : (
        <Section title={t("detail.rest")}>
          <Fields fields={worded(rest)} />
        </Section>
      )}
    </>
  );
}

const AMOUNT_FIELDS: ReadonlySet<string> = new Set(["amount", "balance", "fee", "totalAmount"]);

/** Splits a field name into words: `sourceBankName` → `Source bank name`. */
function splitName(name: string): string {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const ISO_TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** Formats timestamps and booleans; any other value is shown as received. */
function readable(name: string, value: string, t: ReturnType<typeof useTranslation<"topUp">>["t"]): string {
  if (name === "status") return wordWithFallback(`status.${value}`, value);
  if (value === "true") return t("yes");
  if (value === "false") return t("no");
  return ISO_TIMESTAMP.test(value) ? formatMoment(value) : value;
}

function Section({ title, children, testId }: { title: string; children: ReactNode; testId?: string }): ReactNode {
  const id = useId();
  return (
    <section aria-labelledby={id} data-testid={testId}>
      <h3 id={id} className={classes.sectionTitle}>
        {title}
      </h3>
      {children}
    </section>
  );
}

function Fields({ fields }: { fields: { name: string; value: string }[] }): ReactNode {
  return (
    <dl className={`${classes.fields} selectable`}>
      {fields.map(({ name, value }) => (
        <div key={`${name} ${value}`} className={classes.field}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
