// From the last payroll to this one, by currency: joiners, leavers and changed pay. A part opens to its people.

import { IconChevronRight } from "@tabler/icons-react";
import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";

import { Money } from "../../../components";
import type { BridgePartView, BridgePersonView, BridgeView, Currency, CurrencyBridgeView, Total } from "../../../ipc";
import { formatMoney } from "../../../lib/currency/money";
import classes from "../Approve.module.css";

const COLUMNS = 3;

type Props = {
  bridge: BridgeView;
  /** The paid totals by currency: they count payments, the bridge counts people. */
  totals: readonly Total[];
};

export function Bridge({ bridge: { currencies, with: last }, totals }: Props): ReactNode {
  const { t } = useTranslation("approve");
  const isCountedOnce = currencies.some(
    (of) => of.this.count !== (totals.find(({ currency }) => currency === of.currency)?.count ?? 0),
  );
  return (
    <>
      {currencies.map((of) => (
        <InCurrency key={of.currency} bridge={of} name={last.name} />
      ))}
      {isCountedOnce ? <p className={classes.bridgeNote}>{t("bridge.countedOnce")}</p> : null}
    </>
  );
}

function InCurrency({ bridge, name }: { bridge: CurrencyBridgeView; name: string }): ReactNode {
  const { t } = useTranslation("approve");
  const { currency, last, parts, this: now } = bridge;
  return (
    <table
      className={classes.bridge}
      aria-label={t("bridge.label", { name, currency })}
      data-testid={`approve-bridge-${currency}`}
    >
      <tbody>
        <SumRow label={t("bridge.last")} total={last} />
      </tbody>
      {parts.map((part) => (
        <Part key={part.part} part={part} currency={currency} />
      ))}
      <tbody className={classes.bridgeThis}>
        <SumRow label={t("bridge.this")} total={now} />
      </tbody>
    </table>
  );
}

function SumRow({ label, total: { count, sum, currency } }: { label: string; total: Total }): ReactNode {
  const { t } = useTranslation("approve");
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>{t("where.people", { count })}</td>
      <td>
        <Money value={sum} currency={currency} sign="plain" />
      </td>
    </tr>
  );
}

function Part({ part: { part, total, people }, currency }: { part: BridgePartView; currency: Currency }): ReactNode {
  const { t } = useTranslation("approve");
  const [isOpen, setOpen] = useState(false);
  const listed = useId();
  const name = t(`bridge.part.${part}`);
  const more = total.count - people.length;
  return (
    <tbody>
      <tr data-testid={`approve-bridge-${currency}-${part}`}>
        <th scope="row">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={listed}
            onClick={() => setOpen(!isOpen)}
            data-testid={`approve-bridge-${currency}-${part}-open`}
          >
            {name}
            <IconChevronRight size={16} stroke={1.75} aria-hidden className={classes.chevron} />
          </button>
        </th>
        <td>{t("where.people", { count: total.count })}</td>
        <td>
          <Change value={total.sum} currency={currency} />
        </td>
      </tr>
      <tr id={listed} hidden={!isOpen}>
        {isOpen ? (
          <td colSpan={COLUMNS}>
            <People of={name} people={people} currency={currency} />
            {more > 0 ? <p className={classes.more}>{t("bridge.more", { count: more })}</p> : null}
          </td>
        ) : null}
      </tr>
    </tbody>
  );
}

type PeopleProps = { of: string; people: readonly BridgePersonView[]; currency: Currency };

function People({ of, people, currency }: PeopleProps): ReactNode {
  return (
    // A scrolling list needs keyboard focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.people} tabIndex={0} role="region" aria-label={of} data-testid="approve-bridge-people">
      <ul>
        {people.map((person, at) => (
          // The order of this list is fixed.
          // oxlint-disable-next-line react/no-array-index-key
          <Person key={at} person={person} currency={currency} />
        ))}
      </ul>
    </div>
  );
}

function Person({ person, currency }: { person: BridgePersonView; currency: Currency }): ReactNode {
  const { t } = useTranslation("approve");
  const { name, row, before, after, change } = person;
  const pay = (amount: string | null): string =>
    amount === null ? t("bridge.notPaid") : formatMoney(amount, currency);
  return (
    <li>
      <span className={classes.personName}>{name === "" ? t("people.noName") : name}</span>
      <span className={classes.personAmount}>
        <Change value={change} currency={currency} />
      </span>
      <span className={classes.personFacts}>
        <span>{t("people.fromTo", { from: pay(before), to: pay(after) })}</span>
        {row === null ? null : <span>{t("where.row", { row })}</span>}
      </span>
    </li>
  );
}

/** An amount that is added or subtracted. */
function Change({ value, currency }: { value: string; currency: Currency }): ReactNode {
  return (
    <>
      {value.startsWith("-") ? null : "+"}
      <Money value={value} currency={currency} sign="plain" />
    </>
  );
}
